//! The outline of a person next to the start, which shows how large a bare mesh is.

use sidle::geometry::Segment;
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::view::context::ViewContext;
use crate::view::palette::MARK;

/// The person's height; metres.
const HEIGHT: f64 = 1.8;

/// How far ahead of the start the person stands, and how far to its side; metres.
const AHEAD: f64 = 3.0;
const BESIDE: f64 = 1.0;

/// The least distance to a wall; metres.
const FROM_WALL: f64 = 0.4;

/// Half of an outline from the feet to the neck: metres to the side, and up.
const SIDE: [[f64; 2]; 11] = [
    [0.04, 0.85],
    [0.06, 0.04],
    [0.18, 0.0],
    [0.17, 0.45],
    [0.19, 0.9],
    [0.20, 1.35],
    [0.25, 0.85],
    [0.31, 0.85],
    [0.29, 1.4],
    [0.23, 1.47],
    [0.07, 1.5],
];

const HEAD: [f64; 2] = [0.13, 1.65];

const PEN: Pen = Pen::new(MARK, 2.0);

/// Draws the person, who looks at the start.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let spawn = &view.sim.rules().spawn;
    let axes = ViewAxes::new(spawn.yaw, Default::default());
    let (ahead, right) = (axes.look, axes.right);
    let feet = ground(view, spawn.position, ahead * AHEAD + right * BESIDE);
    let place = |[side, up]: [f64; 2]| feet + right * side + DVec3::Y * up;
    for mirror in [-1.0, 1.0] {
        debug.polyline(PEN, SIDE.map(|[side, up]| place([side * mirror, up])));
    }
    let [radius, up] = HEAD;
    debug.circle(PEN, place([0.0, up]), ahead, radius);
    let top = place([0.0, HEIGHT]);
    debug.label(top, LabelSide::Above, MARK, format!("{HEIGHT} m"));
}

/// The ground at `motion` from the start, or in front of a wall between them.
fn ground(view: &ViewContext, start: DVec3, motion: DVec3) -> DVec3 {
    let world = view.sim.world();
    let first = |from: DVec3, motion: DVec3| {
        let hit = world.intersect_segment(&Segment::new(from, from + motion));
        hit.map(|(_, hit)| hit.fraction)
    };
    let length = motion.length();
    let free = first(start, motion).map_or(length, |fraction| fraction * length - FROM_WALL);
    let above = start + motion * (free.max(0.0) / length);
    // Ground far below is another storey.
    let drop = DVec3::NEG_Y * 3.0;
    above + drop * first(above, drop).unwrap_or(view.sim.tuning().radius / 3.0)
}
