//! The editor: props are selected, moved, turned, scaled, copied, deleted and added in the running game,
//! and saved into the level's file.
//!
//! There is one truth, the level's text: every edit makes another text of it, and what is played is
//! brought to say the same. [`keys`] says what one presses, [`steps`] how far that goes, [`history`]
//! takes back, [`save`] writes, [`draw`] shows; `play.rs` does to the game what is to be done.

pub mod history;
pub mod steps;

use std::path::{Path, PathBuf};

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::level::{EditError, LevelText, PropNumbers, PropText, SpawnNumbers};
use sidle::player::Tuning;

use crate::options::edit_action::{Nudge, NudgeKind};
use crate::platform;
use crate::platform::saved::Saved;
use crate::session::editor::history::History;
use crate::session::editor::steps::{StepSize, ahead_and_right, next_multiple};

/// What would be lost, and is asked about before: doing the same once more says yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Saving over a file that has changed: what is in it; `None`: it is gone.
    Overwrite(Option<Vec<u8>>),
    /// Leaving, loading again, or opening another level without having saved.
    Lose(Loss),
}

/// How edits would be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    Quit,
    Reload,
    Open,
}

impl Question {
    /// It in words.
    pub fn text(&self) -> &'static str {
        match self {
            Self::Overwrite(Some(_)) => {
                "The file was changed on disk meanwhile. Saving once more (Ctrl+S in the editor) \
                 overwrites it with your edits; {reload} takes the file, and your edits are lost."
            }
            Self::Overwrite(None) => {
                "The file is gone from the disk. Saving once more writes it again."
            }
            Self::Lose(Loss::Quit) => {
                "There are unsaved edits: Ctrl+S in the editor saves them, Esc once more quits without them."
            }
            Self::Lose(Loss::Reload) => {
                "There are unsaved edits: Ctrl+S in the editor saves them, {reload} once more takes the file without them."
            }
            Self::Lose(Loss::Open) => {
                "There are unsaved edits: Ctrl+S in the editor saves them, the same key once more opens the other \
                 level without them."
            }
        }
    }
}

/// What must be done so that what is played says what the text says.
#[derive(Clone, Debug, PartialEq)]
pub enum ToShow {
    Nothing,
    /// Put these props there.
    Props(Vec<(usize, PropNumbers)>),
    /// Load the level from the text.
    Level,
}

/// What is to be seen of a text.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    props: Vec<PropText>,
    spawn: SpawnNumbers,
    /// The keys of `[player]`, with what is written there.
    player: Vec<[String; 2]>,
}

/// A level's text that is edited.
#[derive(Clone, Debug)]
pub struct Editor {
    /// Whether its keys work.
    pub on: bool,
    path: PathBuf,
    text: LevelText,
    /// What the file holds, as far as is known.
    on_disk: String,
    history: History,
    selected: Option<usize>,
    /// What is played.
    shown: Shown,
    step: usize,
    /// The axis that is scaled; `None`: all three.
    axis: Option<usize>,
    question: Option<Question>,
    drag: Option<Drag>,
    /// Whether the last step goes on while a key or the mouse is held.
    stroke: bool,
}

/// A prop in the hand of the mouse.
#[derive(Clone, Copy, Debug)]
struct Drag {
    /// Where the view looked when it was taken.
    from: DVec3,
    /// A click alone moves nothing.
    moves: bool,
}

impl Editor {
    /// Edits the level at `path`, which is played as `text` says; its keys do not work yet.
    pub fn new(path: &Path, text: &str) -> Result<Self, EditError> {
        let level = LevelText::parse(text)?;
        Ok(Self {
            on: false,
            path: path.to_owned(),
            on_disk: text.to_owned(),
            history: History::default(),
            selected: None,
            shown: shown(&level),
            text: level,
            step: 1,
            axis: None,
            question: None,
            drag: None,
            stroke: false,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The level's text with all edits.
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// What the file holds, as far as is known.
    pub fn on_disk(&self) -> &str {
        &self.on_disk
    }

    /// Whether there are edits that are not saved.
    pub fn is_dirty(&self) -> bool {
        self.text() != self.on_disk
    }

    pub fn props(&self) -> &[PropText] {
        self.text.props()
    }

    /// The axis that is scaled; `None`: all three.
    pub fn scaled_axis(&self) -> Option<usize> {
        self.axis
    }

    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// The selected prop.
    pub fn prop(&self) -> Option<&PropText> {
        self.text.props().get(self.selected?)
    }

    pub fn step(&self) -> StepSize {
        StepSize::ALL[self.step]
    }

    /// Selects a prop, or none.
    pub fn select(&mut self, prop: Option<usize>) {
        self.selected = prop.filter(|prop| *prop < self.text.props().len());
        self.drag = None;
        self.stroke = false;
    }

    /// Selects the prop `by` so many places farther, all the way round.
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

    /// Takes `text` for the level's; with `goes_on` as one with the edit before, if that was one of the
    /// same stroke of a key or of the mouse.
    fn take(&mut self, text: LevelText, selected: Option<usize>, goes_on: bool) {
        self.question = None;
        self.stroke &= goes_on;
        if text.text() != self.text() {
            let before = (self.text.text(), self.selected);
            self.history
                .note(before, (text.text(), selected), self.stroke);
            self.text = text;
            self.stroke = true;
        }
        self.selected = selected;
    }

    /// Moves, turns or scales the selected prop, seen along `yaw`.
    pub fn nudge(&mut self, nudge: &Nudge, yaw: BinaryAngle) -> Result<(), EditError> {
        let (Some(number), Some(prop)) = (self.selected, self.prop()) else {
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
                let way = to_right * right + DVec3::Y * up + to_ahead * ahead;
                for axis in 0..3 {
                    if way[axis] != 0.0 {
                        let place = numbers.position[axis];
                        numbers.position[axis] = next_multiple(place, step.metres, way[axis]);
                    }
                }
            }
            NudgeKind::Turn { axis, direction } => {
                let turned = next_multiple(numbers.rotation_deg[axis], step.degrees, direction);
                numbers.rotation_deg[axis] = turned - 360.0 * (turned / 360.0).round();
            }
            NudgeKind::Scale { larger } => {
                let factor = 1.0 + step.share;
                let factor = if larger { factor } else { 1.0 / factor };
                match self.axis {
                    Some(axis) => numbers.scale[axis] *= factor,
                    None => numbers.scale *= factor,
                }
            }
        }
        let text = self.text.with_prop(number, &numbers)?;
        self.take(text, Some(number), nudge.repeated);
        Ok(())
    }

    /// Takes the selected prop in the hand, while the view looks along `look`.
    pub fn grasp(&mut self, look: DVec3) {
        self.stroke = false;
        self.drag = self.selected.map(|_| Drag {
            from: look,
            moves: false,
        });
    }

    /// Whether the prop in the hand is to follow the view, which now looks along `look`.
    pub fn drags(&mut self, look: DVec3) -> bool {
        /// The view must turn so far first: 1 degree.
        const LEAST: f64 = 0.0175;
        self.drag.as_mut().is_some_and(|drag| {
            drag.moves |= drag.from.distance(look) > LEAST;
            drag.moves
        })
    }

    /// Puts the prop in the hand to `position`; all of it is one edit.
    pub fn drag_to(&mut self, position: DVec3) -> Result<(), EditError> {
        let (Some(number), Some(prop)) = (self.selected, self.prop()) else {
            return Ok(());
        };
        let numbers = PropNumbers {
            position,
            ..prop.numbers
        };
        let text = self.text.with_prop(number, &numbers)?;
        self.take(text, Some(number), true);
        Ok(())
    }

    /// Lets go of what is in the hand.
    pub fn release(&mut self) {
        self.drag = None;
    }

    /// Adds a prop and selects it.
    pub fn add(&mut self, kind: &str, numbers: &PropNumbers) -> Result<(), EditError> {
        let text = self.text.with_new_prop(kind, numbers)?;
        self.take(text, Some(self.text.props().len()), false);
        Ok(())
    }

    /// Copies the selected prop and selects the copy, which stands where the first one does.
    pub fn copy(&mut self) -> Result<(), EditError> {
        if let Some(number) = self.selected {
            let text = self.text.with_copy_of_prop(number)?;
            self.take(text, Some(number + 1), false);
        }
        Ok(())
    }

    /// Deletes the selected prop.
    pub fn delete(&mut self) -> Result<(), EditError> {
        if let Some(number) = self.selected {
            let text = self.text.without_prop(number)?;
            self.take(text, None, false);
        }
        Ok(())
    }

    pub fn set_spawn(&mut self, spawn: &SpawnNumbers) -> Result<(), EditError> {
        let text = self.text.with_spawn(spawn)?;
        self.take(text, self.selected, false);
        Ok(())
    }

    /// Lets the player feel like `tuning`, as it does already.
    pub fn set_tuning(&mut self, tuning: &Tuning) -> Result<(), EditError> {
        let text = self.text.with_tuning(tuning)?;
        self.take(text, self.selected, false);
        self.shown.player = shown(&self.text).player;
        Ok(())
    }

    /// Takes the last edit back, or makes it again; whether there was one.
    pub fn go_in_history(&mut self, back: bool) -> Result<bool, EditError> {
        let text = self.text.text();
        let found = if back {
            self.history.undo(text)
        } else {
            self.history.redo(text)
        };
        let Some((text, selected)) = found else {
            return Ok(false);
        };
        self.text = LevelText::parse(text)?;
        self.question = None;
        self.select(selected);
        Ok(true)
    }

    /// What is to be done for what is played to say what the text says. Props that are told are taken
    /// as done.
    pub fn take_changes(&mut self) -> ToShow {
        let now = shown(&self.text);
        let kinds = |shown: &Shown| {
            let kinds = shown.props.iter().map(|prop| prop.kind.clone());
            kinds.collect::<Vec<_>>()
        };
        let others = |shown: &Shown| (shown.spawn, shown.player.clone());
        if others(&now) != others(&self.shown) || kinds(&now) != kinds(&self.shown) {
            return ToShow::Level;
        }
        let pairs = now.props.iter().zip(&self.shown.props).enumerate();
        let changed = pairs.filter(|(_, (now, before))| now != before);
        let props: Vec<_> = changed.map(|(at, (now, _))| (at, now.numbers)).collect();
        self.shown = now;
        if props.is_empty() {
            ToShow::Nothing
        } else {
            ToShow::Props(props)
        }
    }

    /// What is played came of `text`, which was not read from the disk.
    pub fn is_shown(&mut self, text: &str) {
        if let Ok(level) = LevelText::parse(text) {
            self.shown = shown(&level);
        }
    }

    /// Goes on with `text`, which was read from the disk and is played.
    pub fn read_again(&mut self, text: &str) -> Result<(), EditError> {
        if text != self.text() {
            self.text = LevelText::parse(text)?;
            self.history = History::default();
            self.select(self.selected);
        }
        self.shown = shown(&self.text);
        self.on_disk = text.to_owned();
        self.question = None;
        Ok(())
    }

    /// Gives up all that is not saved.
    pub fn forget_edits(&mut self) {
        if let Ok(level) = LevelText::parse(&*self.on_disk) {
            self.text = level;
            self.history = History::default();
            self.select(None);
        }
        self.question = None;
    }

    /// Asks before edits are lost; whether they may be, since it was asked and answered.
    pub fn may_lose(&mut self, loss: Loss) -> bool {
        // Whoever was told that F5 takes the file need not be asked once more.
        let told =
            loss == Loss::Reload && matches!(self.question, Some(Question::Overwrite(Some(_))));
        if !self.is_dirty() || told || self.question == Some(Question::Lose(loss)) {
            return true;
        }
        self.question = Some(Question::Lose(loss));
        false
    }

    /// Notes that something else was done than what a question asked.
    pub fn drop_loss(&mut self) {
        if matches!(self.question, Some(Question::Lose(_))) {
            self.question = None;
        }
    }

    /// Notes that the file on disk holds something else, which is not to be overwritten unasked.
    pub fn meets_change(&mut self, bytes: Option<Vec<u8>>) {
        self.question = Some(Question::Overwrite(bytes));
    }

    /// Writes the text into its file; whether that was done, or a question is open now.
    ///
    /// # Errors
    /// In words, when it cannot be written.
    pub fn save(&mut self) -> Result<bool, String> {
        let expected = match &self.question {
            Some(Question::Overwrite(seen)) => seen.as_deref(),
            _ => Some(self.on_disk.as_bytes()),
        };
        match platform::save(&self.path, self.text.text(), expected)? {
            Saved::Written => {
                self.on_disk = self.text().to_owned();
                self.question = None;
                Ok(true)
            }
            Saved::Changed(now) => {
                self.meets_change(now);
                Ok(false)
            }
        }
    }
}

fn shown(level: &LevelText) -> Shown {
    let player = level.player().map(|(key, value)| [key, value]);
    Shown {
        props: level.props().to_vec(),
        spawn: level.spawn(),
        player: player.map(|line| line.map(str::to_owned)).collect(),
    }
}

#[cfg(test)]
pub mod tests;
