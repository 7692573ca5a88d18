//! What the editor does to the game: it changes what is played, saves, and asks before edits are lost.

use sidle::geometry::{Aabb, Obb};
use sidle::glam::DVec3;
use sidle::level::{EditError, Look, PropNumbers, SpawnNumbers};
use sidle::query::closest_obb_point;
use sidle::world::{BoxId, ColliderId};

use crate::platform;
use crate::app::Game;
use crate::draw::renderer::level_mesh::LevelMesh;
use crate::options::action::Action;
use crate::options::edit_action::EditAction;
use crate::session::document::NotEditable;
use crate::session::editor::{Editor, Loss, ToShow};
use crate::session::editor::steps::resting;
use crate::session::loader::{LevelSource, Loaded};
use crate::session::target::Target;
use crate::view::overlays::Overlays;

/// A new prop, and one that is dragged, is no farther away than this; metres.
const FARTHEST: f64 = 60.0;

/// Where nothing is under the crosshair, a new prop hangs so far ahead; metres.
const AHEAD: f64 = 4.0;

/// The bounds of the kinds that keys add, where the level has none of them: lowest and highest corner.
const BUILT_IN: [(&str, [DVec3; 2]); 2] = [
    ("crate", [DVec3::splat(-0.5), DVec3::splat(0.5)]),
    (
        "fence",
        [DVec3::new(-1.0, 0.0, -0.04), DVec3::new(1.0, 0.8, 0.04)],
    ),
];

/// The level as the editor's text says.
fn edited(editor: &Editor) -> LevelSource {
    LevelSource::Edited {
        path: editor.path().to_owned(),
        text: editor.text().to_owned(),
    }
}

impl Game {
    /// Whether the editor is on.
    pub fn edits(&self) -> bool {
        self.document.active_editor().is_some()
    }

    /// Whether the editor is on, and then, whether it has something selected.
    pub fn editing(&self) -> Option<bool> {
        let editor = self.document.active_editor()?;
        Some(editor.selected().is_some())
    }

    /// What the player is asked.
    pub fn question(&self) -> Option<String> {
        let question = self.document.editor().and_then(Editor::question)?;
        Some(self.input.fill(question.text()))
    }

    /// Whoever does something else than what a question asked has not answered it.
    pub fn forget_answers(&mut self, action: &Action) {
        let asks = matches!(
            action,
            Action::Quit
                | Action::Reload
                | Action::OpenLevel
                | Action::OpenLevelAt(_)
                | Action::NextLevel(_)
        );
        if let Some(editor) = self.document.editor_mut().filter(|_| !asks) {
            editor.drop_loss();
        }
    }

    /// Switches the editor, if this level has a file.
    pub fn toggle_editor(&mut self) {
        if let Some(editor) = self.open_editor() {
            editor.on = !editor.on;
        }
        let lifted = self.edits();
        if self.renderer.dynamic_props() != lifted {
            let (level, sim) = (&self.session.level, &self.session.sim);
            // Its origin is another one where the game began elsewhere than the level says.
            self.draw_from_now_on(LevelMesh::build(level, sim.movers(), lifted));
        }
        if let Some(editor) = self.document.editor().filter(|editor| !editor.on)
            && editor.is_dirty()
        {
            self.show_message_with_keys(
                "your edits are kept, and not saved yet: {editor} goes on, Ctrl+S there saves",
            );
        }
    }

    /// The editor of this level; says why there is none.
    pub fn open_editor(&mut self) -> Option<&mut Editor> {
        match self.document.open_editor() {
            Ok(editor) => return Some(editor),
            Err(NotEditable::BareMesh) => self.hud.show_message(self.input.fill(
                "press {save_level} first: it writes the level around this mesh into a file",
            )),
            Err(NotEditable::BuiltIn) => self
                .hud
                .show_message("this level is built in: there is no file that edits could go into"),
            Err(NotEditable::Text(error)) => self.hud.show_message(error.to_string()),
        }
        None
    }

    /// BindingTarget what a key of the editor says, and shows it.
    pub fn edit(&mut self, action: EditAction) {
        if let Err(error) = self.try_edit(action) {
            self.hud.show_message(error.to_string());
        }
        self.show_edits();
    }

    fn try_edit(&mut self, action: EditAction) -> Result<(), EditError> {
        let (yaw, look) = (self.input.view().0, self.axes().look);
        let pointed = self.pointed_prop();
        let step = match action {
            EditAction::Add(kind) => self.new_prop(kind),
            EditAction::Drag => self.dragged(look),
            _ => None,
        };
        let Some(editor) = self.document.editor_mut() else {
            return Ok(());
        };
        match action {
            EditAction::Select => editor.select(pointed),
            EditAction::Grasp => {
                editor.select(pointed);
                editor.grasp(look);
            }
            EditAction::Drag => {
                if let Some(numbers) = step {
                    editor.drag_to(numbers.position)?;
                }
            }
            EditAction::Release => editor.release(),
            EditAction::SelectNext(by) => editor.select_next(by),
            EditAction::Nudge(nudge) => editor.nudge(&nudge, yaw)?,
            EditAction::NextStep => editor.next_step(),
            EditAction::NextAxis => editor.next_axis(),
            EditAction::Copy => editor.copy()?,
            EditAction::Delete => editor.delete()?,
            EditAction::Add(kind) => {
                if let Some(numbers) = step {
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
                // From now on the level's own place counts.
                self.start.spawn = None;
                self.hud.show_message("the player starts here");
            }
            EditAction::Undo | EditAction::Redo => {
                let back = action == EditAction::Undo;
                if !editor.go_in_history(back)? {
                    let nothing = if back { "undo" } else { "redo" };
                    self.hud.show_message(format!("nothing to {nothing}"));
                }
            }
            EditAction::Save => self.save_edits(),
        }
        Ok(())
    }

    /// Writes all edits into the level's file, or asks first.
    pub fn save_edits(&mut self) {
        let path = self.document.path().to_owned();
        match self.document.save() {
            Ok(true) => {
                // It is played already: nothing to load.
                self.reloader.mark_saved(&path);
                self.hud.show_message(format!("saved {}", path.display()));
            }
            // A question is open now.
            Ok(false) => {}
            Err(message) => self.hud.show_message(message),
        }
    }

    /// Brings what is played to say what the text says.
    pub fn show_edits(&mut self) {
        let Some(editor) = self.document.editor_mut() else {
            return;
        };
        match editor.take_changes() {
            ToShow::Nothing => {}
            ToShow::Props(props) => {
                for (number, numbers) in props {
                    self.session.place_prop(number, &numbers.placement());
                }
                // They remember shapes of where things were.
                self.overlays = Overlays::new(self.overlays.shown, self.renderer.origin());
            }
            // What is being loaded is followed by what was edited meanwhile.
            ToShow::Level if self.reloader.loading().is_some() => {}
            ToShow::Level => self.reloader.begin(edited(editor)),
        }
    }

    /// Whether what was loaded from disk must not be taken, since that would throw edits away: then the
    /// player is asked, or the edited text is loaded instead.
    pub fn keeps_edits_from(&mut self, loaded: &Loaded<LevelMesh>) -> bool {
        let Some(editor) = self.document.editor_mut() else {
            return false;
        };
        if loaded.source.is_edited() || loaded.path() != editor.path() || !editor.is_dirty() {
            return false;
        }
        if loaded.text == editor.on_disk() {
            // Only a mesh has changed.
            self.reloader.begin(edited(editor));
        } else {
            editor.meets_change(Some(loaded.text.clone().into_bytes()));
            self.show_edits();
        }
        true
    }

    /// Asks before edits are lost; whether they may be.
    pub fn may_lose_edits(&mut self, loss: Loss) -> bool {
        let may = self.document.may_lose_edits(loss);
        if may {
            self.show_edits();
        }
        may
    }

    /// Puts the place, as an option of the command line, where one can paste it from.
    pub fn copy_place(&mut self) {
        let place = self.session.place();
        platform::copy(&place);
        self.hud.show_message(format!("copied {place}"));
    }

    /// The prop under the crosshair.
    fn pointed_prop(&self) -> Option<usize> {
        if self.reloader.loading().is_some() {
            // What is seen may have other numbers soon.
            return None;
        }
        let target = Target::find(self.session.sim.world(), self.eye().0, self.axes().look)?;
        match target.collider {
            ColliderId::Box(BoxId(number)) => {
                let number = number as usize;
                (number < self.session.level.props().len()).then_some(number)
            }
            ColliderId::Triangle(_) => None,
        }
    }

    /// Where the prop in the hand goes, if the view has moved it.
    fn dragged(&mut self, look: DVec3) -> Option<PropNumbers> {
        let editor = self.document.editor_mut()?;
        if !editor.drags(look) {
            return None;
        }
        let (number, prop) = (editor.selected()?, editor.prop()?);
        let (numbers, metres) = (prop.numbers, editor.step().metres);
        let own = ColliderId::Box(BoxId(number as u32));
        let (world, eye) = (self.session.sim.world(), self.eye().0);
        let target = Target::find_among(world, eye, look, |id| id != own)?;
        let bounds = self.session.level.props().get(number)?.mesh.bounds;
        if target.distance > FARTHEST {
            return None;
        }
        let position = resting(&numbers, &bounds, target.point, target.normal, metres)?;
        let dragged = PropNumbers {
            position,
            ..numbers
        };
        let dragged = self.out_of_ground(dragged, &bounds, |id| id != own)?;
        let obb = Obb::from_bounds(&bounds, &dragged.placement())?;
        // Not onto the player: it would be pushed away, and what it points at with it.
        let player = self.session.sim.player().position;
        let room = closest_obb_point(&obb, player).distance(player);
        (room > self.session.sim.tuning().radius).then_some(dragged)
    }

    /// A new prop of `kind` at the crosshair, across the view.
    fn new_prop(&self, kind: &str) -> Option<PropNumbers> {
        let step = self.document.editor()?.step();
        let of_kind = |look: &Look| matches!(look, Look::Prop { kind: of } if **of == *kind);
        let mut props = self.session.level.props().iter();
        let bounds = match props.find(|prop| of_kind(&prop.look)) {
            Some(prop) => prop.mesh.bounds,
            None => Aabb::from_points(BUILT_IN.iter().find(|(known, _)| *known == kind)?.1)?,
        };
        let mut numbers = PropNumbers::at(DVec3::ZERO);
        let yaw_deg = self.input.view().0.degrees();
        numbers.rotation_deg.y = (yaw_deg / step.degrees).round() * step.degrees;
        let (eye, look) = (self.eye().0, self.axes().look);
        let target = Target::find(self.session.sim.world(), eye, look);
        numbers.position = match target.filter(|target| target.distance < FARTHEST) {
            Some(target) => resting(&numbers, &bounds, target.point, target.normal, step.metres)?,
            None => eye + look * AHEAD,
        };
        self.out_of_ground(numbers, &bounds, |_| true)
    }

    /// The same prop, raised onto the ground where it would reach below that: against the foot of a
    /// wall, for instance. Ground is what `counts` below its middle.
    fn out_of_ground(
        &self,
        numbers: PropNumbers,
        bounds: &Aabb,
        counts: impl Fn(ColliderId) -> bool,
    ) -> Option<PropNumbers> {
        let obb = Obb::from_bounds(bounds, &numbers.placement())?;
        let reach = obb.aligned().half_extents().y;
        let top = obb.center() + DVec3::Y * (reach * 2.0);
        let world = self.session.sim.world();
        let below = Target::find_among(world, top, DVec3::NEG_Y, counts);
        let sunk = below.map_or(0.0, |ground| ground.point.y - (obb.center().y - reach));
        let mut raised = numbers;
        // What stands on something higher was put there.
        if sunk > 0.0 && sunk <= reach * 2.0 {
            raised.position.y += sunk;
        }
        Some(raised)
    }
}
