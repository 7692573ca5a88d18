//! The editor selects, moves, turns, sizes, copies, deletes and adds the entries of a level in the running game.
//!
//! Every edit changes the level's text. [`Editor::take_update`] then returns how to update the played level. [`steps`]
//! has the step sizes, [`history`] undo and redo, [`saving`] the file, [`confirmation`] the questions to the player,
//! [`merge`] the edits that another program made. [`document`] is the text of the level that is played, with its editor while
//! that is open. [`target`] is the target of the crosshair, [`entries`] its place in the text, [`names`] what it is called, and [`footing`] who falls
//! out of the level. [`acts`] has the edits, [`ignoring`]
//! those of `[audit]`, [`values`] those of single keys, [`gizmo`] the handles of the selected entry, [`magnet`] the faces that meet, [`several`] what is done to several at once, and [`items`]
//! what can be added.

mod acts;
mod confirmation;
mod document;
mod drag;
mod entries;
mod footing;
mod gizmo;
mod history;
mod ignoring;
mod items;
mod magnet;
mod merge;
mod names;
mod saving;
mod several;
mod steps;
mod target;
mod values;

pub use self::confirmation::DiscardCause;
pub use self::document::{LevelDocument, NotEditable};
pub use self::drag::{Drag, DragPlane, Ray};
pub use self::entries::{box_of, corners, entry_at_line, entry_of, outline_of, pick, place_bounds};
pub use self::footing::{falls_out, has_no_ground};
pub use self::gizmo::{Gizmo, Handle, way_up, wrapped};
pub use self::items::{ITEMS, Item};
pub use self::magnet::Magnet;
pub use self::names::{found, name_of, name_of_selected};
pub use self::saving::Saved;
pub use self::several::{aligned, beside, bounds_of, distributed};
pub use self::steps::{StepSize, ahead_and_right, resting_position};
pub use self::target::Target;
pub use self::values::{SURFACES, has_surface, may_have};

use core::mem::replace;
use std::path::{Path, PathBuf};

use sidle::glam::DVec3;
use sidle::level::{
    EditError, EntryId, EntryNumbers, EntryTable, EntryText, LevelText, TableId, TextPatch, is_mesh,
};
use sidle::order::sort_by;

use crate::options::edit_action::{Own, Tool};
use crate::platform;
use crate::session::editor::confirmation::Confirmation;
use crate::session::editor::history::{Change, History, Selection};
use crate::session::editor::saving::played::{PlayedLevel, Unplayed, counts_of};

/// The most meshes that the palette offers. A folder may hold thousands.
const MAX_MESHES: usize = 30;

/// How to bring the played level up to date with the text.
#[derive(Clone, Debug, PartialEq)]
pub enum PendingUpdate {
    Nothing,
    /// Place these props, by number.
    Props(Vec<(usize, EntryNumbers)>),
    /// Load the level from the text.
    Level,
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
    selected: Option<EntryId>,
    /// The other selected entries, which follow it.
    others: Vec<EntryId>,
    /// Where it and the others stood when the undo step began that moves them.
    anchor: Option<(EntryNumbers, Vec<EntryNumbers>)>,
    /// The selected point of that entry.
    point: Option<usize>,
    /// What the handles of the selected entry do.
    pub tool: Tool,
    /// The copied entries: their tables, their lines and what they say.
    clipboard: Vec<(EntryTable, String, EntryText)>,
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
    /// The key that was changed last, if nothing else was since.
    typed: Option<(TableId, &'static str)>,
    /// The field that is empty, although the text needs what was there, until something is typed.
    emptied: Option<(TableId, &'static str)>,
    /// The files of meshes next to the level.
    meshes: Vec<String>,
    /// What is dragged out of the palette, and where it would go.
    pub preview: Option<(&'static Item, EntryNumbers)>,
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
            others: Vec::new(),
            anchor: None,
            point: None,
            tool: Tool::Move,
            clipboard: Vec::new(),
            played: PlayedLevel::of(&level),
            unplayed: Unplayed::NOTHING,
            text: level,
            step: 1,
            axis: None,
            confirmation: None,
            drag: None,
            joins: false,
            typed: None,
            emptied: None,
            meshes: Vec::new(),
            preview: None,
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

    /// The names of what the palette offers besides its usual items. The meshes are those that were last listed.
    pub fn own(&self, own: Own) -> &[String] {
        match own {
            Own::Prefab => self.text.prefabs(),
            Own::Kind => self.text.kinds(),
            Own::Mesh => &self.meshes,
        }
    }

    /// Lists the files of meshes next to the level.
    pub fn list_meshes(&mut self) {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let meshes = platform::list(folder).into_iter();
        let meshes = meshes.filter(|path| is_mesh(path));
        let names = meshes.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
        self.meshes = names.collect();
        sort_by(&mut self.meshes, String::cmp);
        self.meshes.truncate(MAX_MESHES);
    }

    /// All entries of a table.
    pub fn entries(&self, table: EntryTable) -> &[EntryText] {
        self.text.entries(table)
    }

    /// All entries, table by table.
    pub fn all(&self) -> impl Iterator<Item = (EntryId, &EntryText)> {
        let tables = EntryTable::ALL.into_iter();
        tables.flat_map(|table| {
            let entries = self.entries(table).iter().enumerate();
            entries.map(move |(number, entry)| (EntryId { table, number }, entry))
        })
    }

    /// The axis to scale; `None` means all three.
    pub fn scaled_axis(&self) -> Option<usize> {
        self.axis
    }

    pub fn selected(&self) -> Option<EntryId> {
        self.selected
    }

    /// The selected point of the selected entry: of the path of a mover, or the target of a teleport.
    pub fn selected_point(&self) -> Option<usize> {
        self.point
    }

    /// The points of the only selected entry: those of the path of a mover, or the target of a teleport.
    pub fn path_points(&self) -> &[DVec3] {
        let entry = self.selected_entry().filter(|_| self.others.is_empty());
        entry.map_or(&[], |entry| &entry.points)
    }

    /// The question that the player has to confirm.
    pub fn confirmation(&self) -> Option<&Confirmation> {
        self.confirmation.as_ref()
    }

    /// The selected entry.
    pub fn selected_entry(&self) -> Option<&EntryText> {
        self.text.entry(self.selected?)
    }

    /// The position of the selected entry, or of its selected point; metres.
    pub fn position(&self) -> Option<DVec3> {
        let entry = self.selected_entry()?;
        match self.point {
            Some(point) => entry.points.get(point).copied(),
            None => Some(entry.numbers.position),
        }
    }

    /// The numbers that the fields of the palette show: those of the selected entry, with the position of its selected point.
    pub fn shown_numbers(&self) -> Option<EntryNumbers> {
        let numbers = self.selected_entry()?.numbers;
        let position = self.position()?;
        Some(EntryNumbers {
            position,
            ..numbers
        })
    }

    pub fn step(&self) -> StepSize {
        StepSize::ALL[self.step]
    }

    /// Selects this entry alone, or none.
    pub fn select(&mut self, entry: Option<EntryId>) {
        self.selected = entry.filter(|entry| self.text.entry(*entry).is_some());
        self.others.clear();
        self.anchor = None;
        self.point = None;
        self.drag = None;
        self.emptied = None;
        self.joins = false;
    }

    /// Selects nothing; or no longer a point of the selected entry, if there is one.
    pub fn deselect(&mut self) {
        let entry = self.selected.filter(|_| self.point.is_some());
        self.select(entry);
    }

    /// Selects what was `pointed` at by a click, or nothing. One that `adds` adds that to the selection, or takes it away.
    pub fn click(&mut self, pointed: Option<EntryId>, adds: bool) {
        match pointed {
            Some(entry) if adds => self.toggle(entry),
            None if adds => {}
            pointed => self.select(pointed),
        }
    }

    /// What is selected, to be selected again.
    fn selection(&self) -> Selection {
        Selection {
            entries: self.all_selected().collect(),
            point: self.point,
        }
    }

    /// Whether there is something to undo, and to redo.
    pub fn has_steps(&self) -> [bool; 2] {
        self.history.has_steps()
    }

    /// Selects this point of the selected entry.
    pub fn select_point(&mut self, point: usize) {
        self.select(self.selected);
        self.point = self
            .selected_entry()
            .and_then(|entry| (point < entry.points.len()).then_some(point));
        self.tool = Tool::Move;
    }

    /// Selects the entry `by` places further in the list, wrapping around.
    pub fn select_next(&mut self, by: isize) {
        let count = self.all().count() as isize;
        let now = self.all().position(|(id, _)| Some(id) == self.selected);
        let next = match now {
            Some(now) => now as isize + by,
            None => by.min(0),
        };
        let next = next.rem_euclid(count.max(1)) as usize;
        let next = self.all().nth(next).map(|(id, _)| id);
        self.select(next);
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
    /// the entry that it changed, if it changed nothing else.
    fn note(
        &mut self,
        patch: TextPatch,
        selected: Option<EntryId>,
        changed: Option<EntryId>,
        continues: bool,
    ) {
        self.confirmation = None;
        (self.typed, self.emptied) = (None, None);
        self.joins &= continues;
        let is_change = !patch.is_empty();
        if is_change {
            let (text, places) = (self.text.text(), changed.is_some());
            if !(self.joins && self.history.extend(&patch, text, places)) {
                let before = self.selection();
                self.history.add(patch, before, places);
            }
            self.unplayed.add(changed);
            self.joins = true;
        }
        if self.selected != selected {
            // What was selected besides, or held, does not follow another entry.
            self.others.clear();
            self.anchor = None;
            self.point = None;
            self.drag = None;
        }
        self.selected = selected;
        if is_change {
            self.note_selection();
        }
    }

    /// Lets the last step, once redone, select what is selected now.
    fn note_selection(&mut self) {
        let selection = self.selection();
        self.history.set_after(selection);
    }

    /// Lets the next edit begin an undo step.
    pub fn end_step(&mut self) {
        self.joins = false;
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

    fn restore(&mut self, change: Option<Change>) -> Result<bool, EditError> {
        let Some(change) = change else {
            return Ok(false);
        };
        let changed = self.text.apply(&change.patch)?;
        // A colour is one entry's too, and the picture shows it only once the level is loaded again.
        self.unplayed.add(changed.filter(|_| change.places));
        self.confirmation = None;
        self.select_all(&change.selection.entries);
        if let Some(point) = change.selection.point {
            self.select_point(point);
        }
        Ok(true)
    }

    /// Whether the entries of the text have the numbers of those that are played, also while a change of one is being loaded.
    pub fn has_played_numbers(&self) -> bool {
        self.played.counts == counts_of(&self.text)
    }

    /// Takes the update that brings the played level up to date. Moved props count as placed from then on.
    pub fn take_update(&mut self) -> PendingUpdate {
        let moved = match replace(&mut self.unplayed, Unplayed::NOTHING) {
            Unplayed::Props(props) => self.take_moved(props),
            Unplayed::Everything => {
                let count = self.entries(EntryTable::Prop).len();
                if count != self.played.props.len()
                    || self.text.without_placements() != self.played.rest
                {
                    self.unplayed = Unplayed::Everything;
                    return PendingUpdate::Level;
                }
                self.take_moved(0..count)
            }
        };
        if moved.is_empty() {
            PendingUpdate::Nothing
        } else {
            PendingUpdate::Props(moved)
        }
    }

    /// The numbers of those of these props that were moved. They count as placed from then on.
    fn take_moved(&mut self, props: impl IntoIterator<Item = usize>) -> Vec<(usize, EntryNumbers)> {
        let mut moved = Vec::new();
        for number in props {
            let now = self.entries(EntryTable::Prop)[number].numbers;
            if replace(&mut self.played.props[number], now) != now {
                moved.push((number, now));
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests;
