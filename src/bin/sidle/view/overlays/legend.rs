//! What the colours of the overlays mean.

use macroquad::color::Color;

use sidle::player::Controller;

use crate::draw::palette;
use crate::options::overlay_set::{Overlay, OverlaySet};
use crate::view::overlays::candidates;

/// What the colours of `overlay` mean, where this is the player's controller.
pub fn legend_of(overlay: Overlay, controller: Controller) -> Vec<(Color, &'static str)> {
    let mut rows = legend(OverlaySet::only(overlay), controller);
    // The crosshair's colour belongs to all of them.
    rows.retain(|(color, _)| *color != palette::TARGET);
    rows
}

/// What their colours mean, where this is the player's controller.
pub fn legend(shown: OverlaySet, controller: Controller) -> Vec<(Color, &'static str)> {
    let mut rows = Vec::new();
    if shown.has(Overlay::Boxes) && !shown.has(Overlay::Tightness) {
        rows.push((palette::OBB, "box of a prop"));
    }
    if shown.has(Overlay::Triangles) {
        rows.push((palette::TRIANGLE, "triangles near you"));
    }
    if shown.has(Overlay::Tightness) {
        rows.extend([
            (palette::OBB, "OBB, turned with it"),
            (palette::AABB, "AABB, along the axes"),
            (palette::SPHERE, "smallest sphere"),
        ]);
    }
    if shown.has(Overlay::Axes) {
        rows.extend([
            (palette::FIRST, "A: the mover"),
            (palette::SECOND, "B: what it meets next"),
            (palette::INK, "gap along an axis"),
        ]);
    }
    if shown.has(Overlay::Contacts) {
        rows.extend([
            (palette::GROUND, "ground, and its normal"),
            (palette::VELOCITY, "velocity"),
        ]);
    }
    if shown.has(Overlay::Moves) {
        rows.push((palette::INK, "asked for"));
        rows.push((palette::CONTACTS[0], "sweeps or pushes, each its colour"));
        if controller == Controller::Swept {
            rows.push((palette::CREASE, "crease of two planes"));
        }
    }
    if shown.has(Overlay::Candidates) {
        rows.extend(candidates::legend(controller));
    }
    if shown.has(Overlay::Tests) {
        rows.extend([
            (palette::GUIDE, "projected point, its angles"),
            (palette::STANDING, "edge zone, half the radius"),
            (palette::RESULT, "edge within it; the push"),
        ]);
    }
    if shown.has(Overlay::Tree) {
        rows.push((palette::TREE, "broad phase: box of boxes"));
        rows.push((palette::INK, "broad phase: smallest box"));
    }
    if shown.ghosts() {
        rows.extend([
            (palette::CLASSIC, "classic"),
            (palette::SWEPT, "swept"),
            (palette::BOXED, "boxed"),
        ]);
    }
    if shown.shows_target() {
        rows.push((palette::TARGET, "under the crosshair"));
    }
    rows
}
