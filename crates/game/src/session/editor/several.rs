//! Several entries that are selected at once: the first one has the handles, and the others follow it.

use sidle::geometry::angle::RADIANS_PER_DEGREE;
use sidle::geometry::{Aabb, rotation_from_degrees};
use sidle::glam::{DMat3, DVec2, DVec3};
use sidle::level::{EditError, EntryId, EntryNumbers, EntryTable};

use crate::session::editor::Editor;
use crate::session::editor::gizmo::wrapped;

impl Editor {
    /// The selected entries, the first one first.
    pub fn all_selected(&self) -> impl Iterator<Item = EntryId> {
        self.selected.into_iter().chain(self.others.iter().copied())
    }

    /// Adds this entry to the selected ones, or takes it away from them.
    pub fn toggle(&mut self, entry: EntryId) {
        let mut all: Vec<_> = self.all_selected().collect();
        match all.iter().position(|selected| *selected == entry) {
            Some(at) => {
                all.remove(at);
            }
            None => all.push(entry),
        }
        self.select_all(&all);
    }

    /// Selects exactly these entries.
    pub fn select_all(&mut self, entries: &[EntryId]) {
        let all = entries.iter().copied();
        let mut all = all.filter(|entry| self.text.entry(*entry).is_some());
        let (first, others) = (all.next(), all.collect());
        self.select(first);
        self.others = others;
    }

    /// The selected entries in the order of the text, table by table.
    fn in_order(&self) -> Vec<EntryId> {
        let mut all: Vec<_> = self.all_selected().collect();
        sidle::order::sort_by_key(&mut all, |id| (id.table as usize, id.number));
        all
    }

    /// Lets the other entries follow the first one, which goes from where it was `before` to these numbers.
    pub(super) fn follow(
        &mut self,
        before: &EntryNumbers,
        continues: bool,
    ) -> Result<(), EditError> {
        let Some(after) = self.selected_entry().map(|entry| entry.numbers) else {
            return Ok(());
        };
        // A drag rounds positions in each frame: they all count from its start.
        if !continues || self.anchor.is_none() {
            let numbers = |id: &EntryId| self.text.entry(*id).map(|entry| entry.numbers);
            self.anchor = Some((*before, self.others.iter().filter_map(numbers).collect()));
        }
        let Some((first, others)) = self.anchor.clone() else {
            return Ok(());
        };
        let turn = after.rotation_deg - first.rotation_deg;
        let is_level = turn.x == 0.0 && turn.z == 0.0;
        let about = match is_level {
            true => rotation_from_degrees(turn),
            false => after.placement().rotation * first.placement().rotation.transpose(),
        };
        for (id, mut numbers) in self.others.clone().into_iter().zip(others) {
            numbers.position = after.position + about * (numbers.position - first.position);
            if is_level {
                numbers.rotation_deg.y = wrapped(numbers.rotation_deg.y + turn.y);
            } else if id.table.turns() == [true; 3] {
                numbers.rotation_deg = degrees_of(&(about * numbers.placement().rotation));
            }
            let growth = after.scale / first.scale;
            if !id.table.grows_evenly() || growth == DVec3::splat(growth.x) {
                numbers.scale *= growth;
            }
            let patch = self.text.set(id, &numbers)?;
            self.note(patch, self.selected, Some(id), true);
        }
        Ok(())
    }

    /// Moves each of these entries by its displacement, as one undo step.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn shift(&mut self, moves: &[(EntryId, DVec3)], continues: bool) -> Result<(), EditError> {
        self.joins &= continues;
        self.anchor = None;
        for (id, by) in moves {
            let Some(entry) = self.text.entry(*id) else {
                continue;
            };
            let mut numbers = entry.numbers;
            numbers.position += *by;
            let patch = self.text.set(*id, &numbers)?;
            self.note(patch, self.selected, Some(*id), true);
        }
        self.end_step();
        Ok(())
    }

    /// Copies the selected entries, moved by `offset`, and selects the copies.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn copy(&mut self, offset: DVec3) -> Result<(), EditError> {
        let originals = self.in_order();
        self.can_remove(&originals)?;
        // From the last to the first, so that the numbers before stay.
        for (turn, id) in originals.iter().rev().enumerate() {
            let patch = self.text.copy(*id)?;
            self.note(patch, self.selected, None, turn > 0);
        }
        let copies = self.all_selected().map(|id| {
            let before = |other: &&EntryId| other.table == id.table && other.number < id.number;
            let number = id.number + 1 + originals.iter().filter(before).count();
            EntryId { number, ..id }
        });
        let copies: Vec<_> = copies.collect();
        let joins = self.joins;
        self.select_all(&copies);
        self.joins = joins;
        self.note_selection();
        let moves: Vec<_> = copies.into_iter().map(|id| (id, offset)).collect();
        self.shift(&moves, true)
    }

    /// Keeps a copy of the selected entries to be pasted: see [`Self::clipboard`].
    ///
    /// # Errors
    /// When one cannot be copied.
    pub fn keep_copy(&mut self) -> Result<(), EditError> {
        let mut kept = Vec::new();
        for id in self.all_selected() {
            if let Some(entry) = self.text.entry(id).cloned() {
                kept.push((id.table, self.text.keys(id)?.to_owned(), entry));
            }
        }
        if !kept.is_empty() {
            self.clipboard = kept;
        }
        Ok(())
    }

    /// Adds the entries that were copied: the first one with these numbers, the others as they stood around it. Selects them.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn paste(&mut self, first: &EntryNumbers) -> Result<(), EditError> {
        let kept = self.clipboard.clone();
        let Some(by) = kept
            .first()
            .map(|(.., entry)| first.position - entry.numbers.position)
        else {
            return Ok(());
        };
        let mut pasted = Vec::new();
        for (turn, (table, keys, entry)) in kept.into_iter().enumerate() {
            let mut numbers = entry.numbers;
            numbers.position += by;
            let number = self.entries(table).len();
            let patch = self.text.add(table, &keys, &numbers)?;
            pasted.push(EntryId { table, number });
            self.note(patch, Some(pasted[0]), None, turn > 0);
        }
        self.select_all(&pasted);
        self.note_selection();
        Ok(())
    }

    /// Deletes the selected point, or else the selected entries.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn delete(&mut self) -> Result<(), EditError> {
        if let (Some(id), Some(point)) = (self.selected, self.point) {
            let patch = self.text.remove_point(id, point)?;
            self.note(patch, Some(id), Some(id), false);
            self.point = None;
            self.note_selection();
            return Ok(());
        }
        let all = self.in_order();
        self.can_remove(&all)?;
        for (turn, id) in all.iter().rev().enumerate() {
            let patch = self.text.remove(*id)?;
            self.note(patch, None, None, turn > 0);
        }
        self.select(None);
        Ok(())
    }

    /// Whether these entries can be copied and removed, before the first one is.
    fn can_remove(&self, entries: &[EntryId]) -> Result<(), EditError> {
        entries
            .iter()
            .try_for_each(|id| self.text.keys(*id).map(|_| ()))
    }

    /// Makes a prefab of the selected entries, whose boxes are within `bounds`. Its place is then selected.
    ///
    /// # Errors
    /// When a prefab cannot hold one of them.
    pub fn group(&mut self, bounds: &Aabb) -> Result<(), EditError> {
        let number = self.entries(EntryTable::Place).len();
        let mut origin = (bounds.min() + bounds.max()) * 0.5;
        origin.y = bounds.min().y;
        // The text has no more digits, so that what is grouped stays where it is, to a millimetre.
        let origin = (origin * 1000.0).round() / 1000.0;
        let entries: Vec<_> = self.all_selected().collect();
        let patch = self.text.group(&entries, origin)?;
        let place = EntryId {
            table: EntryTable::Place,
            number,
        };
        self.note(patch, Some(place), None, false);
        self.select(Some(place));
        Ok(())
    }
}

/// The degrees of a rotation about X, Y and Z: see [`rotation_from_degrees`].
fn degrees_of(rotation: &DMat3) -> DVec3 {
    /// The cosine of a pitch that counts as straight up or down, where turn and roll are the same.
    const UPRIGHT: f64 = 1e-6;
    let DMat3 {
        x_axis: x,
        y_axis: y,
        z_axis: z,
    } = *rotation;
    let cosine = DVec2::new(z.x, z.z).length();
    let [turn, roll] = match cosine < UPRIGHT {
        true => [DVec2::new(x.x, -x.z), DVec2::X],
        false => [DVec2::new(z.z, z.x), DVec2::new(y.y, x.y)],
    };
    let pitch = DVec2::new(cosine, -z.y);
    DVec3::new(pitch.to_angle(), turn.to_angle(), roll.to_angle()) / RADIANS_PER_DEGREE
}

/// The bounds of all of these boxes.
pub fn bounds_of(boxes: &[(EntryId, Aabb)]) -> Option<Aabb> {
    let ends = boxes.iter().flat_map(|(_, aabb)| [aabb.min(), aabb.max()]);
    Aabb::from_points(ends)
}

/// How far to move a copy of what is in these boxes: the width of the first one along X, in whole steps. A copy of several is so
/// near them, in the same room, although it may overlap the others.
pub fn beside(boxes: &[(EntryId, Aabb)], step: f64) -> DVec3 {
    /// Shares of a step by which a width may be off a whole one, by rounding.
    const SLOP: f64 = 1e-3;
    let width = boxes.first().map(|(_, aabb)| aabb.half_extents().x * 2.0);
    let steps = width.map_or(1.0, |width| (width / step - SLOP).ceil());
    DVec3::X * (steps * step)
}

/// How far each of these boxes goes to have its face, or its middle, where that of the first one is along `axis`: -1 for the lower
/// face, 0 for the middle, 1 for the upper face.
pub fn aligned(boxes: &[(EntryId, Aabb)], axis: usize, side: f64) -> Vec<(EntryId, DVec3)> {
    let at = |aabb: &Aabb| aabb.center()[axis] + aabb.half_extents()[axis] * side;
    let Some((_, first)) = boxes.first() else {
        return Vec::new();
    };
    let moves = boxes.iter();
    moves
        .map(|(id, aabb)| (*id, DVec3::AXES[axis] * (at(first) - at(aabb))))
        .collect()
}

/// How far each of these boxes goes for the gaps between them along `axis` to be the same. The outermost ones stay.
pub fn distributed(boxes: &[(EntryId, Aabb)], axis: usize) -> Vec<(EntryId, DVec3)> {
    let mut sorted = boxes.to_vec();
    sidle::order::sort_by(&mut sorted, |(_, a), (_, b)| {
        a.center()[axis].total_cmp(&b.center()[axis])
    });
    let (Some((_, first)), Some((_, last))) = (sorted.first(), sorted.last()) else {
        return Vec::new();
    };
    let sizes: f64 = sorted
        .iter()
        .map(|(_, aabb)| aabb.half_extents()[axis] * 2.0)
        .sum();
    let free = last.max()[axis] - first.min()[axis] - sizes;
    let gap = free / (sorted.len().max(2) - 1) as f64;
    let mut at = first.min()[axis];
    let moves = sorted.iter().map(|(id, aabb)| {
        let by = at - aabb.min()[axis];
        at += aabb.half_extents()[axis] * 2.0 + gap;
        (*id, DVec3::AXES[axis] * by)
    });
    moves.collect()
}

#[cfg(test)]
mod tests;
