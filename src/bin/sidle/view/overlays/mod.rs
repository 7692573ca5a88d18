//! Overlays: what is drawn over the level to explain it, each switched on and off by itself.
//!
//! An overlay only draws what the world, the level and the simulation tell; it decides nothing. To
//! add one: an [`Overlay`] with its row in [`Overlay::ALL`], its rows in [`Overlays::legend`], and
//! its own file that draws into the [`DebugDraw`].

pub mod axes;
pub mod body;
pub mod boxes;
pub mod candidates;
pub mod contacts;
pub mod legend;
pub mod moves;
pub mod polygon_tests;
pub mod target;
pub mod tightness;
pub mod tree;
pub mod triangles;

use sidle::glam::DVec3;
use sidle::world::ColliderId;

use crate::draw::debug_draw::DebugDraw;
use crate::options::overlay_set::{Overlay, OverlaySet};
use crate::view::context::ViewContext;
use crate::view::overlays::tightness::Tightness;
use crate::view::overlays::triangles::Triangles;
use crate::view::{editor, lab};

/// How opaque boxes and triangles are behind walls, when one wants to see them there.
const XRAY: f32 = 0.7;

/// The overlays, with what they keep from frame to frame.
pub struct Overlays {
    pub shown: OverlaySet,
    debug: DebugDraw,
    triangles: Triangles,
    tightness: Tightness,
}

impl Overlays {
    /// The overlays of a scene around `origin`.
    pub fn new(shown: OverlaySet, origin: DVec3) -> Self {
        Self {
            shown,
            debug: DebugDraw::new(origin),
            triangles: Triangles::default(),
            tightness: Tightness::default(),
        }
    }

    /// Draws all that are on; `None` when none is.
    pub fn draw(&mut self, view: &ViewContext) -> Option<&DebugDraw> {
        let nothing = view.lab.is_none() && view.editor.is_none() && !view.outside;
        if !self.shown.any() && nothing {
            return None;
        }
        let debug = &mut self.debug;
        debug.begin(view.eye, view.axes);
        if let Some(editor) = view.editor {
            editor::draw(debug, view, editor);
        }
        if let Some(lab) = view.lab {
            let board = lab::draw(lab, debug);
            if lab.shows_board && view.editor.is_none() {
                debug.boards.push(board);
            }
        }
        // A ball is among what the moves are drawn with.
        if view.outside && !(self.shown.moves() && moves::draws_body(view)) {
            let sim = view.sim;
            body::draw(debug, sim.tuning(), sim.player(), view.player);
        }
        if view.outside || self.shown.ghosts() {
            body::draw_trail(debug, view);
        }
        if self.shown.ghosts() {
            body::draw_ghosts(debug, view);
        }
        if self.shown.has(Overlay::Contacts) {
            contacts::draw(debug, view);
        }
        if self.shown.has(Overlay::Moves) {
            moves::draw(debug, view);
        }
        if self.shown.has(Overlay::Tests) {
            polygon_tests::draw(debug, view);
        }
        if self.shown.has(Overlay::Candidates) {
            candidates::draw(debug, view);
        }
        if self.shown.has(Overlay::Tree) {
            tree::draw(debug, view);
        }
        let through = if self.shown.has(Overlay::Xray) {
            XRAY
        } else {
            0.0
        };
        if self.shown.has(Overlay::Boxes) {
            boxes::draw(debug, view, through);
        }
        if self.shown.has(Overlay::Triangles) {
            self.triangles.draw(debug, view, through);
        }
        let tight = self.shown.has(Overlay::Tightness);
        if tight {
            self.tightness.draw(debug, view);
        }
        let mut compared = None;
        if self.shown.has(Overlay::Axes) {
            compared = axes::draw(debug, view);
        }
        if let Some(target) = view.target.filter(|_| self.shown.points()) {
            let mut compared = compared.into_iter().flatten();
            let is_compared = compared.any(|id| ColliderId::Box(id) == target.collider);
            target::draw(target, debug, view, tight || is_compared);
        }
        Some(debug)
    }
}
