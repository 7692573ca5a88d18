//! What the editor selects in the picture.

use sidle::glam::DVec3;
use sidle::level::{EntryId, EntryTable};

use crate::app::Game;
use crate::session::editor::{Editor, Target, corners, entry_of, name_of, outline_of, pick};

impl Game {
    /// Selects all that is wholly in a box with these corners on the picture. A small one is a click, which adds one entry or takes
    /// it away.
    pub(super) fn select_in_box(&mut self, [a, b]: [(f32, f32); 2], adds: bool) {
        /// Shares of the picture.
        const CLICK: f32 = 0.01;
        let ray = self.ray(Some(b));
        let axes = self.axes();
        let (eye, clearance) = self.views.eye(&self.session, &axes);
        let camera = self.views.renderer.camera(eye, &axes, clearance);
        let (level, sim) = (&self.session.level, &self.session.sim);
        let Some(editor) = self.slot.document.editor_mut() else {
            return;
        };
        if (a.0 - b.0).abs().max((a.1 - b.1).abs()) < CLICK {
            let pointed = pick(level, sim, editor, &ray);
            return editor.click(pointed, adds);
        }
        let is_inside = |corner: &DVec3| {
            camera
                .project(*corner)
                .is_some_and(|(x, y)| (x - a.0) * (x - b.0) <= 0.0 && (y - a.1) * (y - b.1) <= 0.0)
        };
        let mut all: Vec<_> = editor.all_selected().filter(|_| adds).collect();
        let before = all.len();
        for (entry, _) in editor.all() {
            let obb = outline_of(level, sim, editor, entry);
            if entry.table != EntryTable::Spawn
                && !all[..before].contains(&entry)
                && obb.is_some_and(|obb| corners(&obb).iter().all(is_inside))
            {
                all.push(entry);
            }
        }
        editor.select_all(&all);
        if all.is_empty() {
            self.show_message("no object is wholly inside that box");
        }
    }

    /// Says where the selected entry is, if the picture does not show it.
    pub(super) fn report_hidden_selection(&mut self) {
        let editor = self.slot.document.editor();
        let selected = editor.and_then(|editor| {
            let name = name_of(editor, editor.selected()?)?;
            Some((name, editor.position()?))
        });
        let Some((name, place)) = selected else {
            return;
        };
        let axes = self.axes();
        let (eye, clearance) = self.views.eye(&self.session, &axes);
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
            let metres = offset.length();
            self.show_message(format!("{name} is {metres:.1} m {side} you, out of sight"));
        }
    }

    /// The entry of the level's text that the editor has selected, else the one under the crosshair. The page does not mark the
    /// spawn.
    pub(in crate::app) fn pointed_entry(&self) -> Option<EntryId> {
        let editor = self.slot.document.active_editor();
        if let Some(selected) = editor.and_then(Editor::selected) {
            return (selected.table != EntryTable::Spawn).then_some(selected);
        }
        if !self.views.viewpoint.shows_target() {
            return None;
        }
        let axes = self.axes();
        let (eye, _) = self.views.eye(&self.session, &axes);
        let target = Target::find(self.session.sim.world(), eye, axes.look)?;
        entry_of(&self.session.level, target.collider)
    }
}
