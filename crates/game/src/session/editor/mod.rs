//! The editor selects, moves, turns, scales, copies, deletes and adds props in the running game.
//!
//! Every edit changes the level's text. [`Editor::take_update`] then returns how to update the played level. [`steps`]
//! has the step sizes, [`history`] undo and redo, [`saving`] the file, [`confirmation`] the questions to the player,
//! [`merge`] the edits that another program made. [`document`] is the text of the level that is played, with its editor while
//! that is open. [`target`] is the target of the crosshair, and [`entries`] its place in the text.

mod confirmation;
mod document;
mod drag;
mod entries;
mod history;
mod merge;
mod saving;
mod steps;
mod target;

pub use self::confirmation::DiscardCause;
pub use self::document::{LevelDocument, NotEditable};
pub use self::drag::DragPlane;
pub use self::entries::{box_of, entry_of};
pub use self::saving::Saved;
pub use self::steps::{StepSize, resting_position};
pub use self::target::Target;

use core::mem::replace;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;
use sidle::level::{EditError, LevelText, PropNumbers, PropText, SpawnNumbers, TextPatch};
use sidle::player::Tuning;

use crate::options::edit_action::{Nudge, NudgeKind};
use crate::session::editor::confirmation::Confirmation;
use crate::session::editor::history::History;
use crate::session::editor::steps::{ahead_and_right, next_multiple};

/// How to bring the played level up to date with the text.
#[derive(Clone, Debug, PartialEq)]
pub enum PendingUpdate {
    Nothing,
    /// Place these props, by number.
    Props(Vec<(usize, PropNumbers)>),
    /// Load the level from the text.
    Level,
}

/// The parts of a text that the played level shows.
#[derive(Clone, Debug, PartialEq)]
struct PlayedLevel {
    props: Vec<PropText>,
    spawn: SpawnNumbers,
    /// The keys and values of `[player]`.
    player: Vec<[String; 2]>,
}

impl PlayedLevel {
    fn of(level: &LevelText) -> Self {
        let player = level.player().map(|(key, value)| [key, value]);
        Self {
            props: level.props().to_vec(),
            spawn: level.spawn(),
            player: player.map(|line| line.map(str::to_owned)).collect(),
        }
    }

    fn kinds(&self) -> impl Iterator<Item = &str> {
        self.props.iter().map(|prop| &*prop.kind)
    }
}

/// The parts of the text that were changed since the level was last brought up to date. A level may have thousands of
/// props, and a nudge changes one of them.
#[derive(Clone, Debug, PartialEq)]
enum Unplayed {
    Props(BTreeSet<usize>),
    Everything,
}

impl Unplayed {
    const NOTHING: Self = Self::Props(BTreeSet::new());

    /// Adds a change of one prop, or else of anything.
    fn add(&mut self, changed: Option<usize>) {
        match (self, changed) {
            (Self::Props(props), Some(number)) => {
                props.insert(number);
            }
            (this, _) => *this = Self::Everything,
        }
    }
}

/// The editor of a level's text.
#[derive(Clone, Debug)]
pub struct Editor {
    /// Whether the editor is on: its keys work.
    pub on: bool,
    path: PathBuf,
    text: LevelText,
    /// The file's content, as last read or written.
    on_disk: String,
    history: History,
    selected: Option<usize>,
    played: PlayedLevel,
    /// The parts of the text that may differ from `played`.
    unplayed: Unplayed,
    /// The index in [`StepSize::ALL`].
    step: usize,
    /// The axis to scale; `None` means all three.
    axis: Option<usize>,
    /// The question that the player has to confirm.
    confirmation: Option<Confirmation>,
    drag: Option<Drag>,
    /// Whether the next edit of the same key or mouse drag joins the last undo step.
    joins: bool,
}

/// A prop being dragged by the mouse.
#[derive(Clone, Copy, Debug)]
struct Drag {
    /// The view's direction at the start.
    start: DVec3,
    /// Where it moves.
    plane: DragPlane,
    /// The position of the prop at the start; metres.
    position: DVec3,
    /// Whether the view has turned far enough to move the prop. A click alone moves nothing.
    moving: bool,
}

impl Editor {
    /// The editor of the level at `path`, which is played as in `text`. It is off.
    ///
    /// # Errors
    /// When the editor cannot parse the text.
    pub fn new(path: &Path, text: &str) -> Result<Self, EditError> {
        let level = LevelText::parse(text)?;
        Ok(Self {
            on: false,
            path: path.to_owned(),
            on_disk: text.to_owned(),
            history: History::default(),
            selected: None,
            played: PlayedLevel::of(&level),
            unplayed: Unplayed::NOTHING,
            text: level,
            step: 1,
            axis: None,
            confirmation: None,
            drag: None,
            joins: false,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The level's text with all edits.
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// The file's content, as last read or written.
    pub fn on_disk(&self) -> &str {
        &self.on_disk
    }

    /// Whether there are unsaved edits.
    pub fn is_dirty(&self) -> bool {
        self.text() != self.on_disk
    }

    pub fn props(&self) -> &[PropText] {
        self.text.props()
    }

    /// The axis to scale; `None` means all three.
    pub fn scaled_axis(&self) -> Option<usize> {
        self.axis
    }

    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// The question that the player has to confirm.
    pub fn confirmation(&self) -> Option<&Confirmation> {
        self.confirmation.as_ref()
    }

    /// The selected prop.
    pub fn selected_prop(&self) -> Option<&PropText> {
        self.text.props().get(self.selected?)
    }

    pub fn step(&self) -> StepSize {
        StepSize::ALL[self.step]
    }

    /// Selects the prop of this number, or none.
    pub fn select(&mut self, prop: Option<usize>) {
        self.selected = prop.filter(|prop| *prop < self.text.props().len());
        self.drag = None;
        self.joins = false;
    }

    /// Selects the prop `by` places further in the list, wrapping around.
    pub fn select_next(&mut self, by: isize) {
        let count = self.text.props().len() as isize;
        let next = match self.selected {
            Some(now) => now as isize + by,
            None => by.min(0),
        };
        self.select((count > 0).then(|| next.rem_euclid(count) as usize));
    }

    pub fn next_step(&mut self) {
        self.step = (self.step + 1) % StepSize::ALL.len();
    }

    pub fn next_axis(&mut self) {
        self.axis = match self.axis {
            None => Some(0),
            Some(2) => None,
            Some(axis) => Some(axis + 1),
        };
    }

    /// Notes an edit that was made. With `continues`, it joins the undo step of the same key or mouse drag. `changed` is
    /// the number of the prop that it changed, if it changed nothing else.
    fn note(
        &mut self,
        patch: TextPatch,
        selected: Option<usize>,
        changed: Option<usize>,
        continues: bool,
    ) {
        self.confirmation = None;
        self.joins &= continues;
        if !patch.is_empty() {
            let text = self.text.text();
            if !(self.joins && self.history.extend(&patch, selected, text)) {
                self.history.add(patch, self.selected, selected);
            }
            self.unplayed.add(changed);
            self.joins = true;
        }
        self.selected = selected;
    }

    /// Moves, turns or scales the selected prop. `yaw` is that of the view.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn nudge(&mut self, nudge: &Nudge, yaw: BinaryAngle) -> Result<(), EditError> {
        let (Some(number), Some(prop)) = (self.selected, self.selected_prop()) else {
            return Ok(());
        };
        let mut numbers = prop.numbers;
        let step = if nudge.fine {
            self.step().fine()
        } else {
            self.step()
        };
        match nudge.kind {
            NudgeKind::Move { right, up, ahead } => {
                let [to_ahead, to_right] = ahead_and_right(yaw);
                let motion = to_right * right + DVec3::Y * up + to_ahead * ahead;
                for axis in 0..3 {
                    if motion[axis] != 0.0 {
                        let coordinate = &mut numbers.position[axis];
                        *coordinate = next_multiple(*coordinate, step.metres, motion[axis]);
                    }
                }
            }
            NudgeKind::Turn { axis, direction } => {
                let turned = next_multiple(numbers.rotation_deg[axis], step.degrees, direction);
                numbers.rotation_deg[axis] = turned - 360.0 * (turned / 360.0).round();
            }
            NudgeKind::Scale { larger } => {
                let factor = 1.0 + step.growth;
                let factor = if larger { factor } else { 1.0 / factor };
                match self.axis {
                    Some(axis) => numbers.scale[axis] *= factor,
                    None => numbers.scale *= factor,
                }
            }
        }
        let patch = self.text.set_prop(number, &numbers)?;
        self.note(patch, Some(number), Some(number), nudge.repeated);
        Ok(())
    }

    /// Starts to drag the selected prop on `plane`; the view looks along the unit vector `look`.
    pub fn begin_drag(&mut self, look: DVec3, plane: DragPlane) {
        self.joins = false;
        self.drag = self.selected_prop().map(|prop| Drag {
            start: look,
            plane,
            position: prop.numbers.position,
            moving: false,
        });
    }

    /// Updates the drag for a view from `eye`. Returns where the dragged prop goes, if it follows the view.
    pub fn update_drag(&mut self, eye: DVec3, axes: &ViewAxes) -> Option<DVec3> {
        /// A smaller turn of the view is a click: 1 degree, in radians.
        const CLICK_TURN: f64 = 0.0175;
        let drag = self.drag.as_mut()?;
        drag.moving |= drag.start.distance(axes.look) > CLICK_TURN;
        let by = drag.plane.displacement(eye, axes.look, axes.heading);
        drag.moving.then_some(drag.position + by)
    }

    /// Moves the dragged prop to `position`. The whole drag is one undo step.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn drag_to(&mut self, position: DVec3) -> Result<(), EditError> {
        let (Some(number), Some(prop)) = (self.selected, self.selected_prop()) else {
            return Ok(());
        };
        let numbers = PropNumbers {
            position,
            ..prop.numbers
        };
        let patch = self.text.set_prop(number, &numbers)?;
        self.note(patch, Some(number), Some(number), true);
        Ok(())
    }

    /// Drops the dragged prop.
    pub fn end_drag(&mut self) {
        self.drag = None;
    }

    /// Adds a prop and selects it.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn add(&mut self, kind: &str, numbers: &PropNumbers) -> Result<(), EditError> {
        let number = self.text.props().len();
        let patch = self.text.add_prop(kind, numbers)?;
        self.note(patch, Some(number), None, false);
        Ok(())
    }

    /// Copies the selected prop in place, and selects the copy.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn copy(&mut self) -> Result<(), EditError> {
        if let Some(number) = self.selected {
            let patch = self.text.copy_prop(number)?;
            self.note(patch, Some(number + 1), None, false);
        }
        Ok(())
    }

    /// Deletes the selected prop.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn delete(&mut self) -> Result<(), EditError> {
        if let Some(number) = self.selected {
            let patch = self.text.remove_prop(number)?;
            self.note(patch, None, None, false);
        }
        Ok(())
    }

    /// Sets the level's spawn.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn set_spawn(&mut self, spawn: &SpawnNumbers) -> Result<(), EditError> {
        let patch = self.text.set_spawn(spawn)?;
        self.note(patch, self.selected, None, false);
        Ok(())
    }

    /// Writes `tuning`, which the player already has, into the text.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn set_tuning(&mut self, tuning: &Tuning) -> Result<(), EditError> {
        let patch = self.text.set_tuning(tuning)?;
        self.note(patch, self.selected, None, false);
        self.played.player = PlayedLevel::of(&self.text).player;
        Ok(())
    }

    /// Undoes the last edit. Returns whether there was one.
    ///
    /// # Errors
    /// When the editor cannot parse the earlier text.
    pub fn undo(&mut self) -> Result<bool, EditError> {
        let step = self.history.undo();
        self.restore(step)
    }

    /// Redoes the last undone edit. Returns whether there was one.
    ///
    /// # Errors
    /// When the editor cannot parse the later text.
    pub fn redo(&mut self) -> Result<bool, EditError> {
        let step = self.history.redo();
        self.restore(step)
    }

    fn restore(&mut self, step: Option<(TextPatch, Option<usize>)>) -> Result<bool, EditError> {
        let Some((patch, selected)) = step else {
            return Ok(false);
        };
        let changed = self.text.apply(&patch)?;
        self.unplayed.add(changed);
        self.confirmation = None;
        self.select(selected);
        Ok(true)
    }

    /// Takes the update that brings the played level up to date. Moved props count as placed from then on.
    pub fn take_update(&mut self) -> PendingUpdate {
        let moved = match replace(&mut self.unplayed, Unplayed::NOTHING) {
            Unplayed::Props(props) => self.take_moved(props),
            Unplayed::Everything => {
                let (now, before) = (PlayedLevel::of(&self.text), &self.played);
                if (now.spawn, &now.player) != (before.spawn, &before.player)
                    || !now.kinds().eq(before.kinds())
                {
                    self.unplayed = Unplayed::Everything;
                    return PendingUpdate::Level;
                }
                self.take_moved(0..now.props.len())
            }
        };
        if moved.is_empty() {
            PendingUpdate::Nothing
        } else {
            PendingUpdate::Props(moved)
        }
    }

    /// The numbers of those of these props that were moved. They count as placed from then on.
    fn take_moved(&mut self, props: impl IntoIterator<Item = usize>) -> Vec<(usize, PropNumbers)> {
        let mut moved = Vec::new();
        for number in props {
            let now = self.text.props()[number].numbers;
            if replace(&mut self.played.props[number].numbers, now) != now {
                moved.push((number, now));
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests;
