//! The edits of the selected entry, and those that add one.

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::level::{
    EditError, EditValue, EntryId, EntryNumbers, EntryTable, EntryText, Shape, TableId,
};
use sidle::player::Tuning;

use crate::options::edit_action::{Nudge, NudgeKind};
use crate::session::editor::Editor;
use crate::session::editor::gizmo::wrapped;
use crate::session::editor::steps::{StepSize, ahead_and_right, next_multiple};

impl Editor {
    /// Moves, turns or scales the selected entry. `yaw` is that of the view.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn nudge(&mut self, nudge: &Nudge, yaw: BinaryAngle) -> Result<(), EditError> {
        let (Some(position), Some(entry)) = (self.position(), self.selected_entry()) else {
            return Ok(());
        };
        let mut numbers = entry.numbers;
        let evenly = self.selected.is_some_and(|id| id.table.grows_evenly());
        let step = self.step_size(nudge.fine);
        match nudge.kind {
            NudgeKind::Move { right, up, ahead } => {
                let [to_ahead, to_right] = ahead_and_right(yaw);
                let motion = to_right * right + DVec3::Y * up + to_ahead * ahead;
                let mut moved = position;
                for axis in 0..3 {
                    if motion[axis] != 0.0 {
                        moved[axis] = next_multiple(moved[axis], step.metres, motion[axis]);
                    }
                }
                return self.move_to(moved, nudge.repeated);
            }
            NudgeKind::Turn { axis, direction } => {
                let turned = next_multiple(numbers.rotation_deg[axis], step.degrees, direction);
                numbers.rotation_deg[axis] = wrapped(turned);
            }
            NudgeKind::Scale { larger } => {
                let factor = 1.0 + step.growth;
                let factor = if larger { factor } else { 1.0 / factor };
                match self.axis {
                    Some(axis) if !evenly => numbers.scale[axis] *= factor,
                    _ => numbers.scale *= factor,
                }
            }
        }
        self.place(&numbers, nudge.repeated)
    }

    /// Turns the selected entries by a right angle about Y, to the left as seen from above.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn quarter_turn(&mut self) -> Result<(), EditError> {
        let (Some(id), Some(entry)) = (self.selected, self.selected_entry()) else {
            return Ok(());
        };
        let mut numbers = entry.numbers;
        if id.table.turns()[1] {
            numbers.rotation_deg.y = wrapped(numbers.rotation_deg.y + 90.0);
        }
        self.place(&numbers, false)
    }

    /// The step size, or a tenth of it.
    pub fn step_size(&self, fine: bool) -> StepSize {
        if fine {
            self.step().fine()
        } else {
            self.step()
        }
    }

    /// Sets the numbers of the selected entry, which the others follow. With `continues`, this joins the last undo step.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn place(&mut self, numbers: &EntryNumbers, continues: bool) -> Result<(), EditError> {
        let (Some(id), Some(entry)) = (self.selected, self.selected_entry()) else {
            return Ok(());
        };
        let (before, continues) = (entry.numbers, continues && self.joins);
        let patch = self.text.set(id, numbers)?;
        self.note(patch, Some(id), Some(id), continues);
        self.follow(&before, continues)
    }

    /// Moves the selected entry or point. With `continues`, this joins the last undo step.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn move_to(&mut self, position: DVec3, continues: bool) -> Result<(), EditError> {
        let (Some(id), Some(entry)) = (self.selected, self.selected_entry()) else {
            return Ok(());
        };
        let Some(point) = self.point else {
            let numbers = EntryNumbers {
                position,
                ..entry.numbers
            };
            return self.place(&numbers, continues);
        };
        let patch = self.text.set_point(id, point, position)?;
        self.note(patch, Some(id), Some(id), continues);
        Ok(())
    }

    /// Sets the numbers that the fields of the palette show, see [`Self::shown_numbers`]. Letters typed one after the other are one
    /// undo step.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn set_shown(&mut self, numbers: &EntryNumbers) -> Result<(), EditError> {
        match self.point {
            Some(_) => self.move_to(numbers.position, true),
            None => self.place(numbers, true),
        }
    }

    /// Whether the selected entry has a colour of its level's, and not those of a mesh.
    pub fn has_color(&self) -> bool {
        let entry = self.selected_entry();
        entry.is_some_and(|entry| Shape::of_kind(&entry.kind).is_some())
    }

    /// Gives the selected entries this colour: red, green and blue.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn set_color(&mut self, [red, green, blue]: [u8; 3]) -> Result<(), EditError> {
        let color = EditValue::Text(format!("#{red:02x}{green:02x}{blue:02x}"));
        let all: Vec<_> = self.all_selected().collect();
        let mut continues = false;
        for id in all {
            let entry = self.text.entry(id);
            if entry.is_some_and(|entry| Shape::of_kind(&entry.kind).is_some()) {
                let patch = self
                    .text
                    .set_value(TableId::Entry(id), "color", Some(&color))?;
                self.note(patch, self.selected, None, continues);
                continues = true;
            }
        }
        Ok(())
    }

    /// Adds an entry of these lines, and selects it.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn add(
        &mut self,
        table: EntryTable,
        keys: &str,
        numbers: &EntryNumbers,
    ) -> Result<(), EditError> {
        let number = self.entries(table).len();
        let patch = self.text.add(table, keys, numbers)?;
        self.note(patch, Some(EntryId { table, number }), None, false);
        Ok(())
    }

    /// Moves the target of the selected teleport, which was just added.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn set_target(&mut self, target: DVec3) -> Result<(), EditError> {
        self.point = Some(0);
        let moved = self.move_to(target, true);
        self.point = None;
        moved
    }

    /// Adds a point to the path of the selected mover, as far behind the last one as that is behind the one before, and
    /// selects it.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn add_point(&mut self) -> Result<(), EditError> {
        let (Some(id), Some(entry)) = (self.selected, self.selected_entry()) else {
            return Ok(());
        };
        if let [.., before, last] = entry.points[..] {
            let number = entry.points.len();
            let patch = self.text.add_point(id, last * 2.0 - before)?;
            self.note(patch, Some(id), Some(id), false);
            self.select_point(number);
            self.note_selection();
        }
        Ok(())
    }

    /// The first one of the entries that were copied: its table, its lines and what it says.
    pub fn clipboard(&self) -> Option<&(EntryTable, String, EntryText)> {
        self.clipboard.first()
    }

    /// Sets the level's spawn.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn set_spawn(&mut self, spawn: &EntryNumbers) -> Result<(), EditError> {
        let patch = self.text.set(EntryId::SPAWN, spawn)?;
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
        self.played.rest = self.text.without_placements();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_goes_on_around_and_is_one_undo_step() {
        let text = "spawn.position = [0, 1, 0]\n[[prop]]\nkind = 'block'\nposition = [0, 0, 0]\nrotation_deg = [0, 30, 0]\n";
        let mut editor = Editor::new("level.toml".as_ref(), text).expect("a level's text");
        editor.select(Some(EntryId::prop(0)));
        for degrees in ["120", "-150", "-60", "30"] {
            editor.quarter_turn().expect("a turn");
            assert_eq!(
                editor.text(),
                text.replace("[0, 30, 0]", &format!("[0, {degrees}, 0]"))
            );
        }
        assert_eq!(editor.undo(), Ok(true));
        assert_eq!(editor.text(), text.replace("30", "-60"));
    }

    #[test]
    fn the_numbers_of_the_palette_are_those_of_the_selected_point_and_change_it_alone() {
        let text = "spawn.position = [0, 1, 0]\n[[mover]]\nkind = 'block'\nspeed = 1\npath = [[0, 0, 0], [4, 0, 0], [4, 2, 0]]\n";
        let mut editor = Editor::new("level.toml".as_ref(), text).expect("a level's text");
        editor.select("mover 0".parse().ok());
        let position = |editor: &Editor| editor.shown_numbers().map(|numbers| numbers.position);
        assert_eq!(position(&editor), Some(DVec3::ZERO));
        editor.select_point(1);
        assert_eq!(position(&editor), Some(DVec3::X * 4.0));
        let mut numbers = editor.shown_numbers().expect("numbers");
        numbers.position.y = 3.0;
        editor.set_shown(&numbers).expect("another place");
        assert_eq!(editor.text(), text.replace("[4, 0, 0]", "[4, 3, 0]"));
        // A mover takes its whole path along.
        editor.select("mover 0".parse().ok());
        let mut numbers = editor.shown_numbers().expect("numbers");
        numbers.position.z = 1.0;
        editor.set_shown(&numbers).expect("another place");
        let moved = "[[0, 0, 1], [4, 3, 1], [4, 2, 1]]";
        assert!(editor.text().contains(moved), "{}", editor.text());
    }

    #[test]
    fn a_colour_is_given_to_plain_shapes_only() {
        let text = "spawn.position = [0, 1, 0]\n[[prop]]\nkind = 'block' # grey\nposition = [0, 0, 0]\n\
                    [[prop]]\nkind = 'crate'\nposition = [2, 0, 0]\n";
        let mut editor = Editor::new("level.toml".as_ref(), text).expect("a level's text");
        for number in [0, 1] {
            editor.select(Some(EntryId::prop(number)));
            editor.set_color([0xC2, 0x6A, 0x05]).expect("a colour");
        }
        let colored = text.replacen("[0, 0, 0]\n", "[0, 0, 0]\ncolor = \"#c26a05\"\n", 1);
        assert_eq!(editor.text(), colored);
        assert_eq!(editor.undo(), Ok(true));
        assert_eq!(editor.text(), text);
    }
}
