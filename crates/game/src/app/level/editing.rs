//! The editor's part of the game. Edits change the level that is played, and are not lost without a question.

use sidle::geometry::Aabb;
use sidle::glam::DVec3;
use sidle::level::{EditError, EntryId, EntryNumbers, EntryTable, TriangleOwner, toml_string};
use sidle::player::Mode;

use crate::app::Game;
use crate::app::level::crosshair::Crosshair;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::options::action::Action;
use crate::options::edit_action::{EditAction, Own, ValueChange};
use crate::platform;
use crate::session::editor::{
    DiscardCause, Drag, DragPlane, Editor, Item, Magnet, NotEditable, PendingUpdate, Ray, Saved,
    ahead_and_right, aligned, beside, bounds_of, corners, distributed, outline_of,
};
use crate::session::load::Loaded;

/// Half the largest side of an entry that is taken for the ground; metres.
const GROUND: f64 = 5.0;

/// Whether `action` goes by the boxes of the selected entries in the level that is played.
fn measures(action: &EditAction) -> bool {
    matches!(
        action,
        EditAction::Copy
            | EditAction::Align { .. }
            | EditAction::Distribute(_)
            | EditAction::Lower
            | EditAction::Group
    )
}

impl Game {
    /// The editor's question to the player.
    pub(in crate::app) fn question(&self) -> Option<String> {
        let question = self.slot.document.editor().and_then(Editor::confirmation)?;
        Some(self.key_labels().fill(question.text()))
    }

    /// Withdraws the question about lost edits, unless `action` answers it.
    pub(in crate::app) fn drop_question(&mut self, action: &Action) {
        let answers = match action {
            Action::Quit
            | Action::ToggleMenu
            | Action::Reload
            | Action::OpenLevel
            | Action::NewLevel(_)
            | Action::OpenLevelAt(_)
            | Action::NextLevel(_) => true,
            Action::Selected => self.screens.menu.is_some(),
            _ => false,
        };
        if let Some(editor) = self.slot.document.editor_mut().filter(|_| !answers) {
            editor.cancel_discard();
        }
    }

    /// Turns the editor on or off, if this level can be edited. Its palette opens with it. For a bare mesh, a level is written first.
    pub(in crate::app) fn toggle_editor(&mut self) {
        if self.slot.document.unsaved_mesh_level().is_some() {
            return self.save_level(true);
        }
        if let Some(editor) = self.open_editor() {
            editor.on = !editor.on;
            if editor.on {
                editor.list_meshes();
            }
            let shows_palette = self.slot.edits();
            if self.panel.is_open() != shows_palette {
                self.toggle_panel();
            } else if shows_palette {
                self.input.mouse.set(false);
            }
            self.fly_without_ground();
            // The frame that is drawn next has no crosshair, although its input was read before.
            let (is_open, state) = (self.panel.is_open(), self.slot.editor_state());
            self.input.follow_editor(is_open, state);
        }
        if let Some(editor) = self.slot.document.editor().filter(|editor| !editor.on)
            && editor.is_dirty()
        {
            self.show_message_with_keys(
                "unsaved edits: {editor} returns to the editor, and ⟦Ctrl+S⟧ there saves them",
            );
        }
    }

    /// The editor of this level, or a message that says why there is none.
    pub(in crate::app) fn open_editor(&mut self) -> Option<&mut Editor> {
        match self.slot.document.open_editor() {
            Ok(_) => {}
            Err(NotEditable::BareMesh) => self.show_message_with_keys(
                "press {save_level} first: it writes the level around this mesh into a file",
            ),
            Err(NotEditable::BuiltIn) => {
                self.show_message_with_keys(
                    "this level is built in, without a file to edit: ⟦N⟧ in the list of levels ({levels}) makes a new one",
                );
            }
            Err(NotEditable::Text(error)) => self.show_message(error.to_string()),
        }
        self.slot.document.editor_mut()
    }

    /// Applies an edit and shows it.
    pub(in crate::app) fn edit(&mut self, action: EditAction) {
        if let Err(error) = self.try_edit(action) {
            self.show_message(error.to_string());
        }
        self.apply_edits();
    }

    /// The ray through the crosshair, or through the free mouse.
    pub(in crate::app) fn ray(&self, place: Option<(f32, f32)>) -> Ray {
        let axes = self.axes();
        let (eye, clearance) = self.views.eye(&self.session, &axes);
        let look = match place {
            Some(place) => self
                .views
                .renderer
                .camera(eye, &axes, clearance)
                .direction(place),
            None => axes.look,
        };
        let heading = DVec3::new(look.x, 0.0, look.z);
        Ray {
            eye,
            look,
            heading: heading.try_normalize().unwrap_or(axes.heading),
        }
    }

    fn try_edit(&mut self, action: EditAction) -> Result<(), EditError> {
        let place = match action {
            EditAction::BeginDrag(pointer) | EditAction::Drag(pointer) => pointer.place,
            EditAction::Add { place, .. }
            | EditAction::Preview { place, .. }
            | EditAction::AddOwn { place, .. }
            | EditAction::SetSpawn { place } => place,
            _ => None,
        };
        let crosshair = Crosshair {
            ray: self.ray(place),
            session: &self.session,
            yaw: self.input.view.angles().0,
        };
        // While a level is loaded, its entries may have other numbers than those in the picture.
        let is_loading = self.slot.is_loading();
        if is_loading && measures(&action) {
            self.show_message("the level is still being loaded: try again in a moment");
            return Ok(());
        }
        let Some(editor) = self.slot.document.editor_mut() else {
            return Ok(());
        };
        let is_loading = is_loading && !editor.has_played_numbers();
        let (level, sim) = (&self.session.level, &self.session.sim);
        let boxes = |editor: &Editor| -> Vec<(EntryId, Aabb)> {
            let boxed = |entry| {
                let obb = outline_of(level, sim, editor, entry)?;
                Some((entry, Aabb::from_points(corners(&obb))?))
            };
            editor.all_selected().filter_map(boxed).collect()
        };
        match action {
            EditAction::Select { adds } => {
                let pointed = crosshair.entry(editor).filter(|_| !is_loading);
                match pointed.filter(|_| adds) {
                    Some(entry) => editor.toggle(entry),
                    None => editor.select(pointed),
                }
                if pointed.is_none() {
                    let words = crosshair.unselectable();
                    self.show_message(words);
                }
            }
            EditAction::SelectEntry { entry, adds } => {
                match adds {
                    true => editor.toggle(entry),
                    false => editor.select(Some(entry)),
                }
                self.report_hidden_selection();
            }
            EditAction::SelectPoint(point) => {
                editor.select_point(point);
                self.report_hidden_selection();
            }
            EditAction::Deselect => editor.deselect(),
            EditAction::SelectAll => {
                let all = editor.all().map(|(entry, _)| entry);
                let all: Vec<_> = all.filter(|entry| *entry != EntryId::SPAWN).collect();
                editor.select_all(&all);
            }
            EditAction::BeginDrag(pointer) => {
                let ray = crosshair.ray;
                let pointed = crosshair.entry(editor).filter(|_| !is_loading);
                // With Shift, another object is added, although a handle covers it.
                let is_other = pointed.is_some_and(|entry| {
                    pointer.fine && !editor.all_selected().any(|selected| selected == entry)
                });
                if let Some((gizmo, handle)) = crosshair.handle(editor).filter(|_| !is_other) {
                    if let Some(point) = gizmo.taken_point(editor, &ray, handle) {
                        editor.select_point(point);
                        if let Some(position) = editor.position() {
                            let plane = DragPlane::new(ray.eye, ray.look, position);
                            editor.begin_drag(&ray, plane, Magnet::off());
                        }
                        return Ok(());
                    }
                    // The crosshair is in the middle of what it has selected, where the handles begin.
                    if let Some(handle) = handle.filter(|_| pointer.place.is_some()) {
                        let magnet = crosshair.magnet(editor);
                        editor.hold(handle, gizmo, &ray, magnet);
                        return Ok(());
                    }
                }
                // A large floor is in the way wherever nothing else is: a drag begins a box there, until it is selected.
                let is_ground = pointed.is_some_and(|entry| {
                    !editor.all_selected().any(|selected| selected == entry)
                        && outline_of(level, sim, editor, entry)
                            .is_some_and(|obb| obb.half_extents().max_element() > GROUND)
                });
                if let Some(corner) = pointer.place
                    && (pointer.fine || pointed.is_none() || is_ground)
                {
                    editor.begin_box(corner, pointer.fine);
                    return Ok(());
                }
                // One of several drags them all.
                let is_one_of_them = editor.all_selected().any(|entry| Some(entry) == pointed);
                if editor.all_selected().count() < 2 || !is_one_of_them {
                    editor.select(pointed);
                }
                let plane = pointed.and_then(|entry| crosshair.drag_plane(editor, entry));
                if let Some(plane) = plane {
                    let magnet = crosshair.magnet(editor);
                    editor.begin_drag(&ray, plane, magnet);
                }
            }
            EditAction::Drag(pointer) => {
                editor.update_box(pointer.place);
                editor.follow_handle(&crosshair.ray, pointer.fine)?;
                if let Some(position) = crosshair.drag(editor, pointer.fine) {
                    editor.move_to(position, true)?;
                }
            }
            EditAction::EndDrag => {
                let drag = editor.drag().cloned();
                editor.end_drag();
                if let Some(Drag::Box { corners, adds }) = drag
                    && !is_loading
                {
                    self.select_in_box(corners, adds);
                }
            }
            EditAction::SelectNext(by) => {
                editor.select_next(by);
                self.report_hidden_selection();
            }
            EditAction::SetTool(tool) => editor.tool = tool,
            EditAction::SetColor(color) => editor.set_color(color)?,
            EditAction::SetSurface(choice) => {
                let [ahead, _] = ahead_and_right(crosshair.yaw);
                editor.set_surface(choice, ahead)?;
            }
            EditAction::Nudge(nudge) => editor.nudge(&nudge, crosshair.yaw)?,
            EditAction::QuarterTurn => editor.quarter_turn()?,
            EditAction::NextStep => editor.next_step(),
            EditAction::NextAxis => editor.next_axis(),
            EditAction::Copy => {
                let offset = beside(&boxes(editor), editor.step().metres);
                editor.copy(offset)?;
            }
            EditAction::KeepCopy => editor.keep_copy()?,
            EditAction::Paste => {
                if let Some((table, _, entry)) = editor.clipboard() {
                    let (kind, step) = (Some(&*entry.kind), editor.step());
                    if let Some(numbers) = crosshair.put(*table, kind, entry.numbers, step) {
                        editor.paste(&numbers)?;
                    }
                }
            }
            EditAction::Delete => editor.delete()?,
            EditAction::Add { name, .. } => {
                let step = editor.step();
                let item = Item::named(name);
                let placed = item.and_then(|item| Some((item, crosshair.new_item(item, step)?)));
                if let Some((item, numbers)) = placed {
                    let overlapped = crosshair.overlapped(item.table, item.kind(), &numbers);
                    editor.add(item.table, &item.lines(), &numbers)?;
                    if let Some(other) = overlapped {
                        self.views
                            .hud
                            .show_message(format!("the {name} overlaps {other}"));
                    }
                    if name == "teleport" {
                        editor.set_target(crosshair.standing())?;
                    }
                }
            }
            EditAction::Preview { name, place } => {
                // Over the palette, it goes nowhere.
                let item = Item::named(name).filter(|_| place.is_some());
                let placed =
                    item.and_then(|item| Some((item, crosshair.new_item(item, editor.step())?)));
                editor.preview = placed;
            }
            EditAction::AddOwn { own, number, .. } => {
                let (table, key) = match own {
                    Own::Prefab => (EntryTable::Place, "prefab"),
                    Own::Kind => (EntryTable::Prop, "kind"),
                    Own::Mesh => (EntryTable::Mesh, "file"),
                };
                let step = editor.step();
                if let Some(name) = editor.own(own).get(number) {
                    let numbers = EntryNumbers::at(DVec3::ZERO);
                    let numbers = crosshair.put(table, Some(name), numbers, step);
                    let name = toml_string(name);
                    let keys = format!("{key} = {name}\nposition = [0.0, 0.0, 0.0]");
                    if let Some(numbers) = numbers {
                        editor.add(table, &keys, &numbers)?;
                    }
                }
            }
            EditAction::Align { axis, side } => {
                let moves = aligned(&boxes(editor), axis, f64::from(side));
                editor.shift(&moves, false)?;
            }
            EditAction::Distribute(axis) => {
                let moves = distributed(&boxes(editor), axis);
                editor.shift(&moves, false)?;
            }
            EditAction::Lower => {
                let moves = crosshair.lowered(&boxes(editor));
                editor.shift(&moves, false)?;
            }
            EditAction::Group => {
                if let Some(bounds) = bounds_of(&boxes(editor)) {
                    editor.group(&bounds)?;
                    self.show_message("made a prefab: the palette, above, places it again");
                }
            }
            EditAction::AddPoint => editor.add_point()?,
            EditAction::SetSpawn { place } => {
                let player = self.session.sim.player();
                let is_walking = player.mode == Mode::Walk;
                let pitch = if is_walking {
                    player.pitch.degrees()
                } else {
                    0.0
                };
                let start = match place {
                    Some(_) => crosshair.spawn().map(|start| (start, 0.0)),
                    None => Some((crosshair.standing(), pitch)),
                };
                if let Some((start, pitch)) = start {
                    editor.set_spawn(&EntryNumbers {
                        rotation_deg: DVec3::new(pitch, player.yaw.degrees(), 0.0),
                        ..EntryNumbers::at(start)
                    })?;
                    // From now on the level's own spawn counts.
                    self.slot.start.spawn = None;
                    self.show_message("the player starts here");
                }
            }
            EditAction::Undo | EditAction::Redo => {
                let back = action == EditAction::Undo;
                let changed = if back { editor.undo()? } else { editor.redo()? };
                if !changed {
                    let nothing = if back { "undo" } else { "redo" };
                    self.show_message(format!("nothing to {nothing}"));
                }
            }
            EditAction::Save => self.save_edits(),
        }
        Ok(())
    }

    /// Applies what the fields of the palette have changed.
    pub(in crate::app) fn edit_values(
        &mut self,
        numbers: Option<EntryNumbers>,
        changes: &[ValueChange],
    ) {
        let crosshair = Crosshair {
            ray: self.ray(None),
            session: &self.session,
            yaw: self.input.view.angles().0,
        };
        let Some(editor) = self.slot.document.editor_mut() else {
            return;
        };
        let before = editor.shown_numbers();
        let placed = match numbers.filter(|numbers| Some(*numbers) != before) {
            Some(numbers) => editor.set_shown(&numbers),
            None => Ok(()),
        };
        let mut changes = changes.iter();
        let changed = changes.try_for_each(|change| editor.change(change, crosshair.standing()));
        if let Err(error) = placed.and(changed) {
            self.show_message(error.to_string());
        }
        self.apply_edits();
    }

    /// Writes all edits into the level's file, or asks first.
    pub(in crate::app) fn save_edits(&mut self) {
        let path = self.slot.document.path().to_owned();
        match self.slot.document.save() {
            Ok(Some(saved @ (Saved::Own | Saved::Merged))) => {
                self.forget_problems();
                // The edits are played already, so nothing is reloaded.
                self.slot.reloader.mark_saved(&path);
                let with = match saved {
                    Saved::Merged => " with the changes that another program made there",
                    _ => "",
                };
                self.show_message(format!("saved {}{with}", path.display()));
                self.apply_edits();
            }
            // The editor asks a question.
            Ok(Some(Saved::Asks) | None) => {}
            Err(message) => self.show_message(message),
        }
    }

    /// Applies the edits of the text to the level that is played.
    pub(in crate::app) fn apply_edits(&mut self) {
        let Some(editor) = self.slot.document.editor_mut() else {
            return;
        };
        match editor.take_update() {
            PendingUpdate::Nothing => {}
            PendingUpdate::Props(props) => {
                let mut is_placed = true;
                for (number, numbers) in props {
                    is_placed &= self.session.place_prop(number, &numbers.placement());
                }
                self.slot.is_unchecked = self.slot.reported_problems.warnings().next().is_some();
                self.views.reset_overlays();
                let mut meshes = self.session.level.collided_meshes().iter();
                if meshes.any(|mesh| matches!(mesh.owner, TriangleOwner::Prop(_))) {
                    self.views.renderer.forget_world();
                }
                if !is_placed && !self.slot.is_loading() {
                    self.slot.load_edited();
                }
            }
            // The edits are applied after the level that is being loaded.
            PendingUpdate::Level if self.slot.is_loading() => {}
            PendingUpdate::Level => self.slot.load_edited(),
        }
    }

    /// Whether the level from the disk must not be played, because unsaved edits would be lost. Then the editor asks
    /// the player, or the edited text is loaded instead.
    pub(in crate::app) fn protects_edits_from(&mut self, loaded: &Loaded<LevelMesh>) -> bool {
        let Some(editor) = self.slot.document.editor_mut() else {
            return false;
        };
        if loaded.source.is_edited() || loaded.path() != editor.path() || !editor.is_dirty() {
            return false;
        }
        if loaded.text == editor.on_disk() {
            // Only a mesh has changed.
            self.slot.load_edited();
        } else {
            let bytes = loaded.text.clone().into_bytes();
            if editor.merge_external_change(&bytes) {
                self.show_message(
                    "the file has changed on disk: your edits now include those changes, and are not saved yet",
                );
            } else {
                editor.report_external_change(Some(bytes));
            }
            self.apply_edits();
        }
        true
    }

    /// Whether unsaved edits may be lost; if not, the editor asks the player.
    pub(in crate::app) fn may_lose_edits(&mut self, loss: DiscardCause) -> bool {
        let may = self.slot.document.confirm_discarding_edits(loss);
        if may {
            self.apply_edits();
        }
        may
    }

    /// Copies the player's place as an option of the command line.
    pub(in crate::app) fn copy_place(&mut self) {
        let place = self.session.spawn_option();
        platform::copy_to_clipboard(&place);
        self.show_message(format!("copied {place}"));
    }
}
