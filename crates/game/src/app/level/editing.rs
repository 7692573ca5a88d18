//! The editor's part of the game. Edits change the level that is played, and are not lost without a question.

use sidle::level::{EditError, Look, SpawnNumbers, TriangleOwner};

use crate::app::Game;
use crate::app::level::crosshair::Crosshair;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::options::action::Action;
use crate::options::edit_action::EditAction;
use crate::platform;
use crate::platform::entry::{EntryTable, LevelEntry};
use crate::session::editor::{
    DiscardCause, Editor, NotEditable, PendingUpdate, Saved, Target, entry_of,
};
use crate::session::load::Loaded;

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
            | Action::NewLevel
            | Action::OpenLevelAt(_)
            | Action::NextLevel(_) => true,
            Action::Selected => self.screens.menu.is_some(),
            _ => false,
        };
        if let Some(editor) = self.slot.document.editor_mut().filter(|_| !answers) {
            editor.cancel_discard();
        }
    }

    /// Turns the editor on or off, if this level can be edited.
    pub(in crate::app) fn toggle_editor(&mut self) {
        if let Some(editor) = self.open_editor() {
            editor.on = !editor.on;
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
                self.show_message("this level is built in: there is no file to edit");
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

    fn try_edit(&mut self, action: EditAction) -> Result<(), EditError> {
        let axes = self.axes();
        let crosshair = Crosshair {
            session: &self.session,
            eye: self.views.eye(&self.session, &axes).0,
            axes,
            yaw: self.input.view.angles().0,
        };
        // While a level is loaded, its props may have other numbers than those in the picture.
        let pointed = (!self.slot.is_loading())
            .then(|| crosshair.prop())
            .flatten();
        let Some(editor) = self.slot.document.editor_mut() else {
            return Ok(());
        };
        match action {
            EditAction::Select => {
                editor.select(pointed);
                if pointed.is_none() {
                    let words = crosshair.unselectable();
                    self.show_message(words);
                }
            }
            EditAction::BeginDrag => {
                editor.select(pointed);
                if let Some(plane) = crosshair.drag_plane() {
                    editor.begin_drag(axes.look, plane);
                }
            }
            EditAction::Drag => {
                if let Some(position) = crosshair.drag(editor) {
                    editor.drag_to(position)?;
                }
            }
            EditAction::EndDrag => editor.end_drag(),
            EditAction::SelectNext(by) => {
                editor.select_next(by);
                self.report_hidden_selection();
            }
            EditAction::Nudge(nudge) => editor.nudge(&nudge, crosshair.yaw)?,
            EditAction::NextStep => editor.next_step(),
            EditAction::NextAxis => editor.next_axis(),
            EditAction::Copy => editor.copy()?,
            EditAction::Delete => editor.delete()?,
            EditAction::Add(kind) => {
                if let Some(numbers) = crosshair.new_prop(kind, editor.step()) {
                    editor.add(kind, &numbers)?;
                }
            }
            EditAction::SetSpawn => {
                let player = self.session.sim.player();
                editor.set_spawn(&SpawnNumbers {
                    position: player.position,
                    yaw_deg: player.yaw.degrees(),
                    pitch_deg: player.pitch.degrees(),
                })?;
                // From now on the level's own spawn counts.
                self.slot.start.spawn = None;
                self.show_message("the player starts here");
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

    /// Says where the selected prop is, if the picture does not show it.
    fn report_hidden_selection(&mut self) {
        let editor = self.slot.document.editor();
        let Some(number) = editor.and_then(Editor::selected) else {
            return;
        };
        let axes = self.axes();
        let (eye, clearance) = self.views.eye(&self.session, &axes);
        let Some(prop) = self.session.level.props().get(number) else {
            return;
        };
        let place = prop.placement.position;
        let camera = self.views.renderer.camera(eye, &axes, clearance);
        let inside = |(x, y): (f32, f32)| (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y);
        if !camera.project(place).is_some_and(inside) {
            let offset = place - eye;
            let (ahead, right) = (offset.dot(axes.heading), offset.dot(axes.right));
            let side = match (ahead.abs() > right.abs(), ahead > 0.0, right > 0.0) {
                (true, true, _) => "ahead of",
                (true, false, _) => "behind",
                (false, _, true) => "to the right of",
                (false, _, false) => "to the left of",
            };
            let kind = match &prop.look {
                Look::Prop { kind } => &**kind,
                Look::Mesh | Look::Sign => "prop",
            };
            let metres = offset.length();
            self.show_message(format!(
                "the selected {kind} is {metres:.1} m {side} you, out of sight"
            ));
        }
    }

    /// Writes all edits into the level's file, or asks first.
    pub(in crate::app) fn save_edits(&mut self) {
        let path = self.slot.document.path().to_owned();
        match self.slot.document.save() {
            Ok(Some(saved @ (Saved::Own | Saved::Merged))) => {
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

    /// The entry of the level's text that the editor has selected, else the one under the crosshair.
    pub(in crate::app) fn pointed_entry(&self) -> Option<LevelEntry> {
        let selected = self
            .slot
            .document
            .active_editor()
            .and_then(Editor::selected);
        if let Some(number) = selected {
            let table = EntryTable::Prop;
            return Some(LevelEntry { table, number });
        }
        if !self.views.viewpoint.shows_target() {
            return None;
        }
        let axes = self.axes();
        let (eye, _) = self.views.eye(&self.session, &axes);
        let target = Target::find(self.session.sim.world(), eye, axes.look)?;
        entry_of(&self.session.level, target.collider)
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
