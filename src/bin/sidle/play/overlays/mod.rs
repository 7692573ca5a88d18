//! Overlays: what is drawn over the level to explain it, each switched on and off by itself.
//!
//! An overlay only draws what the world, the level and the simulation tell; it decides nothing. To
//! add one: an [`Overlay`] with its row in [`Overlay::ALL`], its rows in [`Overlays::legend`], and
//! its own file that draws into the [`Sketch`].

mod axes;
mod board;
pub mod body;
mod boxes;
mod candidates;
mod contacts;
mod moves;
pub mod palette;
mod polygon_tests;
pub mod sketch;
mod target;
mod tightness;
mod tree;
mod triangles;

use macroquad::color::Color;

use sidle::geometry::Obb;
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::level::Level;
use sidle::player::Controller;
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId};

use super::editor::{self, Editor};
use super::ghosts::Ghosts;
use super::lab::Lab;
use super::trail::Trail;
pub use board::{Board, Row, metres, millimetres};
pub use body::color as controller_color;
use sketch::Sketch;
pub use sketch::{Label, Side};
pub use target::Target;
use tightness::Tightness;
use triangles::Triangles;

/// How opaque boxes and triangles are behind walls, when one wants to see them there.
const XRAY: f32 = 0.7;

/// Something that can be drawn over the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Boxes,
    Triangles,
    /// Boxes and triangles, through whatever hides them.
    Xray,
    Tightness,
    Axes,
    Contacts,
    Moves,
    Candidates,
    Tests,
    Ghosts,
    Tree,
}

impl Overlay {
    /// All overlays: the name for the command line, and the number key that switches it. Overlays of
    /// one key are switched together.
    pub const ALL: [(Self, &'static str, u8); 11] = [
        (Self::Boxes, "boxes", 1),
        (Self::Triangles, "triangles", 1),
        (Self::Xray, "xray", 1),
        (Self::Tightness, "tightness", 2),
        (Self::Axes, "axes", 3),
        (Self::Contacts, "contacts", 4),
        (Self::Moves, "moves", 5),
        (Self::Candidates, "candidates", 6),
        (Self::Tests, "tests", 7),
        (Self::Ghosts, "ghosts", 8),
        (Self::Tree, "tree", 9),
    ];
}

impl Overlay {
    /// What its colours mean, where this is the player's controller.
    pub fn legend(self, controller: Controller) -> Vec<(Color, &'static str)> {
        let mut rows = Shown(bit(self)).legend(controller);
        // That one belongs to all of them.
        rows.retain(|(color, _)| *color != palette::TARGET);
        rows
    }
}

/// Which overlays are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown(u32);

impl Shown {
    /// The overlays that a command line asks for: `all`, `none`, or names between commas.
    ///
    /// # Errors
    /// Names the first unknown one, and all known ones.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut shown = Self::default();
        for name in text.split(',').map(str::trim) {
            let known = |(_, known, _): &&(Overlay, &str, u8)| *known == name;
            match (name, Overlay::ALL.iter().find(known)) {
                (_, Some((overlay, ..))) => shown.0 |= bit(*overlay),
                ("all", None) => shown = Self::of(|_| true),
                ("none", None) => {}
                (unknown, None) => {
                    let names = Overlay::ALL.map(|(_, name, _)| name).join(", ");
                    return Err(format!(
                        "there is no overlay `{unknown}`; there are: all, none, {names}"
                    ));
                }
            }
        }
        // Alone, there would be nothing to see through the walls.
        let wires = bit(Overlay::Boxes) | bit(Overlay::Triangles);
        if shown.has(Overlay::Xray) && shown.0 & wires == 0 {
            shown.0 |= wires;
        }
        Ok(shown)
    }

    /// Those of the number key `key`.
    fn of_key(key: u8) -> Self {
        Self::of(|other| other == key)
    }

    /// Those whose key is wanted.
    fn of(wanted: impl Fn(u8) -> bool) -> Self {
        let wanted = Overlay::ALL.iter().filter(|(.., key)| wanted(*key));
        Self(wanted.fold(0, |bits, (overlay, ..)| bits | bit(*overlay)))
    }

    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the other controllers are to go along.
    pub fn ghosts(self) -> bool {
        self.has(Overlay::Ghosts)
    }

    pub fn has(self, overlay: Overlay) -> bool {
        self.0 & bit(overlay) != 0
    }

    /// Switches one overlay.
    pub fn set(&mut self, overlay: Overlay, on: bool) {
        if on {
            self.0 |= bit(overlay);
        } else {
            self.0 &= !bit(overlay);
        }
    }

    /// Whether how a tick was made is looked at.
    pub fn moves(self) -> bool {
        self.has(Overlay::Moves)
    }

    /// Whether one sees how a tick was made, and not yet what the classic text asked in it.
    pub fn asks_next(self) -> bool {
        self.moves() && !self.has(Overlay::Tests)
    }

    /// Whether the thing under the crosshair is shown among others.
    fn points(self) -> bool {
        let shapes = [
            Overlay::Boxes,
            Overlay::Triangles,
            Overlay::Tightness,
            Overlay::Axes,
        ];
        shapes.into_iter().any(|overlay| self.has(overlay))
    }

    /// Whether anything is drawn of what a trace records.
    pub fn reads_trace(self) -> bool {
        let readers = [Overlay::Moves, Overlay::Candidates, Overlay::Tests];
        readers.into_iter().any(|overlay| self.has(overlay))
    }

    /// Switches the overlays of the number key `key`: off if all are on, else on. What sees through
    /// walls comes last, after the same without it.
    pub fn toggle(&mut self, key: u8) {
        let bits = Self::of_key(key).0;
        let first = bits & !bit(Overlay::Xray);
        if self.0 & bits == bits {
            self.0 &= !bits;
        } else if self.0 & first == first {
            self.0 |= bits;
        } else {
            self.0 |= first;
        }
    }
}

fn bit(overlay: Overlay) -> u32 {
    1 << overlay as u32
}

/// What overlays look at.
pub struct View<'v> {
    pub level: &'v Level,
    pub sim: &'v Sim,
    /// Whether the player is seen from outside.
    pub outside: bool,
    /// How much of the way from the last tick to the next is to be seen, as a fraction.
    pub share: f64,
    /// Where the player is; metres.
    pub player: DVec3,
    pub eye: DVec3,
    pub axes: ViewAxes,
    pub target: Option<&'v Target>,
    pub lab: Option<&'v Lab>,
    pub ghosts: &'v Ghosts,
    /// Where the player was.
    pub trail: &'v Trail,
    /// While it is on.
    pub editor: Option<&'v Editor>,
}

impl View<'_> {
    /// All boxes, those of movers where they are drawn.
    pub fn boxes(&self) -> impl Iterator<Item = (BoxId, Obb)> {
        self.sim.world().boxes_with_ids().map(|(id, obb)| {
            let mover = self.sim.movers().iter().find(|driven| driven.id == id);
            let obb = mover.map_or(*obb, |driven| {
                driven.obb(driven.interpolated_distance(self.share))
            });
            (id, obb)
        })
    }
}

/// The overlays, with what they keep from frame to frame.
pub struct Overlays {
    pub shown: Shown,
    sketch: Sketch,
    triangles: Triangles,
    tightness: Tightness,
}

impl Overlays {
    /// The overlays of a scene around `origin`.
    pub fn new(shown: Shown, origin: DVec3) -> Self {
        Self {
            shown,
            sketch: Sketch::new(origin),
            triangles: Triangles::default(),
            tightness: Tightness::default(),
        }
    }

    /// Draws all that are on; `None` when none is.
    pub fn draw(&mut self, view: &View) -> Option<&Sketch> {
        let nothing = view.lab.is_none() && view.editor.is_none() && !view.outside;
        if !self.shown.any() && nothing {
            return None;
        }
        let sketch = &mut self.sketch;
        sketch.begin(view.eye, view.axes);
        if let Some(editor) = view.editor {
            editor::draw(sketch, view, editor);
        }
        if let Some(lab) = view.lab {
            let board = lab.draw(sketch);
            if lab.shows_board && view.editor.is_none() {
                sketch.boards.push(board);
            }
        }
        // A ball is among what the moves are drawn with.
        if view.outside && !(self.shown.moves() && moves::draws_body(view)) {
            let sim = view.sim;
            body::draw(sketch, sim.tuning(), sim.player(), view.player);
        }
        if view.outside || self.shown.ghosts() {
            body::draw_trail(sketch, view);
        }
        if self.shown.ghosts() {
            body::draw_ghosts(sketch, view);
        }
        if self.shown.has(Overlay::Contacts) {
            contacts::draw(sketch, view);
        }
        if self.shown.has(Overlay::Moves) {
            moves::draw(sketch, view);
        }
        if self.shown.has(Overlay::Tests) {
            polygon_tests::draw(sketch, view);
        }
        if self.shown.has(Overlay::Candidates) {
            candidates::draw(sketch, view);
        }
        if self.shown.has(Overlay::Tree) {
            tree::draw(sketch, view);
        }
        let through = if self.shown.has(Overlay::Xray) {
            XRAY
        } else {
            0.0
        };
        if self.shown.has(Overlay::Boxes) {
            boxes::draw(sketch, view, through);
        }
        if self.shown.has(Overlay::Triangles) {
            self.triangles.draw(sketch, view, through);
        }
        let tight = self.shown.has(Overlay::Tightness);
        if tight {
            self.tightness.draw(sketch, view);
        }
        let mut compared = None;
        if self.shown.has(Overlay::Axes) {
            compared = axes::draw(sketch, view);
        }
        if let Some(target) = view.target.filter(|_| self.shown.points()) {
            let mut compared = compared.into_iter().flatten();
            let is_compared = compared.any(|id| ColliderId::Box(id) == target.collider);
            target.draw(sketch, view, tight || is_compared);
        }
        Some(sketch)
    }
}

impl Shown {
    /// What their colours mean, where this is the player's controller.
    pub fn legend(self, controller: Controller) -> Vec<(Color, &'static str)> {
        let mut rows = Vec::new();
        if self.has(Overlay::Boxes) && !self.has(Overlay::Tightness) {
            rows.push((palette::OBB, "box of a prop"));
        }
        if self.has(Overlay::Triangles) {
            rows.push((palette::TRIANGLE, "triangles near you"));
        }
        if self.has(Overlay::Tightness) {
            rows.extend([
                (palette::OBB, "OBB, turned with it"),
                (palette::AABB, "AABB, along the axes"),
                (palette::SPHERE, "smallest sphere"),
            ]);
        }
        if self.has(Overlay::Axes) {
            rows.extend([
                (palette::FIRST, "A: the mover"),
                (palette::SECOND, "B: what it meets next"),
                (palette::INK, "gap along an axis"),
            ]);
        }
        if self.has(Overlay::Contacts) {
            rows.extend([
                (palette::GROUND, "ground, and its normal"),
                (palette::VELOCITY, "velocity"),
            ]);
        }
        if self.has(Overlay::Moves) {
            rows.push((palette::INK, "asked for"));
            rows.push((palette::CONTACTS[0], "sweeps or pushes, each its colour"));
            if controller == Controller::Swept {
                rows.push((palette::CREASE, "crease of two planes"));
            }
        }
        if self.has(Overlay::Candidates) {
            rows.extend(candidates::legend(controller));
        }
        if self.has(Overlay::Tests) {
            rows.extend([
                (palette::GUIDE, "projected point, its angles"),
                (palette::STANDING, "edge zone, half the radius"),
                (palette::RESULT, "edge within it; the push"),
            ]);
        }
        if self.has(Overlay::Tree) {
            rows.push((palette::TREE, "broad phase: box of boxes"));
            rows.push((palette::INK, "broad phase: smallest box"));
        }
        if self.ghosts() {
            rows.extend([
                (palette::CLASSIC, "classic"),
                (palette::SWEPT, "swept"),
                (palette::BOXED, "boxed"),
            ]);
        }
        if self.points() {
            rows.push((palette::TARGET, "under the crosshair"));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_order_and_number() {
        let both = Shown::parse("tightness, boxes").unwrap();
        assert!(both.has(Overlay::Boxes) && both.has(Overlay::Tightness));
        assert!(!both.has(Overlay::Triangles));
        assert_eq!(Shown::parse("all"), Ok(Shown(0b111_1111_1111)));
        assert_eq!(Shown::parse("none"), Ok(Shown(0)));
        assert_eq!(Shown::parse("none,boxes"), Shown::parse("boxes"));
    }

    #[test]
    fn an_unknown_name_is_told_with_the_known_ones() {
        for (text, unknown) in [
            ("", ""),
            ("boxes,", ""),
            ("Boxes", "Boxes"),
            ("boxes,x", "x"),
        ] {
            let message = Shown::parse(text).unwrap_err();
            assert!(message.contains(&format!("`{unknown}`")), "{message}");
            assert!(
                message.contains("boxes, triangles, xray, tightness, axes"),
                "{message}"
            );
        }
    }

    #[test]
    fn a_key_switches_its_whole_group_and_no_other() {
        let mut shown = Shown::parse("triangles,tightness").unwrap();
        shown.toggle(1);
        assert_eq!(shown, Shown::parse("boxes,triangles,tightness").unwrap());
        shown.toggle(2);
        assert_eq!(shown, Shown::parse("boxes,triangles").unwrap());
        for key in 2..=9 {
            shown.toggle(key);
            assert_ne!(shown, Shown::parse("boxes,triangles").unwrap(), "{key}");
            shown.toggle(key);
            assert_eq!(shown, Shown::parse("boxes,triangles").unwrap(), "{key}");
        }
        shown.toggle(0);
        assert_eq!(shown, Shown::parse("boxes,triangles").unwrap());
    }

    #[test]
    fn the_first_key_goes_from_nothing_over_wires_to_wires_through_walls_and_back() {
        let mut shown = Shown::default();
        for names in ["boxes,triangles", "xray", "none"] {
            shown.toggle(1);
            assert_eq!(shown, Shown::parse(names).unwrap(), "{names}");
        }
        // Only boxes, through walls: the key first adds what is missing.
        let mut boxes = Shown::parse("boxes,xray").unwrap();
        assert!(!boxes.has(Overlay::Triangles));
        boxes.toggle(1);
        assert_eq!(boxes, Shown::parse("xray").unwrap());
    }

    #[test]
    fn a_trace_is_recorded_for_those_overlays_that_read_it() {
        for (names, reads) in [
            ("none", false),
            ("boxes,triangles,tightness,axes,contacts,ghosts,tree", false),
            ("moves", true),
            ("candidates", true),
            ("tests", true),
        ] {
            assert_eq!(Shown::parse(names).unwrap().reads_trace(), reads, "{names}");
        }
    }
}
