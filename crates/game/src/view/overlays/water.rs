//! The water of a level: a surface of facets that drift with the current, glassy sides, and a tint for an eye under it.
//!
//! It is no overlay that is switched on, but is drawn with the level, and in the view from the side cut open like the rest. Its
//! motion follows the ticks.

use macroquad::color::Color;

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Obb, Plane};
use sidle::glam::DVec3;
use sidle::sim::Sim;
use sidle::world::ZoneAction;

use crate::draw::debug_draw::DebugDraw;
use crate::view::context::ViewContext;
use crate::view::side::section::cut_box;

const SHALLOW: Color = Color::new(0.25, 0.66, 0.72, 1.0);
const DEEP: Color = Color::new(0.02, 0.28, 0.42, 1.0);

/// Opacity of a surface seen from straight above, and of one seen edge-on.
const FACING: f32 = 0.38;
const EDGE_ON: f32 = 0.8;

/// Opacity of the tint before an eye at the surface, how much it grows for each metre below it, and the most.
const TINT: (f32, f32, f32) = (0.4, 0.05, 0.75);

/// How far from the eye the tint is; metres. Nearer: the near plane cuts it away; farther: walls stand in front of it.
const TINT_DISTANCE: f64 = 0.06;

/// The side of a facet, and the most of them along a side of the surface. Smaller: glitter; larger: a sheet of plastic.
const FACET: f64 = 0.9;
const MAX_FACETS: f64 = 24.0;

/// How much the facets differ in brightness.
const RIPPLE: f32 = 0.16;

/// Whether there is water in the level.
pub fn is_seen(view: &ViewContext) -> bool {
    waters(view.sim).next().is_some()
}

fn waters(sim: &Sim) -> impl Iterator<Item = (&Obb, DVec3)> {
    sim.zones().iter().filter_map(|zone| match zone.action {
        ZoneAction::Water { current } => Some((&zone.obb, current)),
        _ => None,
    })
}

/// Draws what is behind `plane`, whose normal points to the eye, and the area that it cuts out.
pub fn draw_cut(debug: &mut DebugDraw, sim: &Sim, plane: &Plane) {
    for (obb, _) in waters(sim) {
        let (upper, sign) = upper_face(obb);
        let upwards = obb.axes().col(upper) * sign;
        for (middle, out, [across, along]) in faces(obb) {
            if is_along(out, upwards) || (debug.eye() - middle).dot(out) > 0.0 {
                let corners = corners_of(middle, across, along);
                let opacity = opacity_of(debug.eye(), middle, out);
                debug.face(SHALLOW.with_alpha(opacity), &behind(plane, &corners));
            }
        }
        debug.face(SHALLOW.with_alpha(FACING), &cut_box(obb, plane));
    }
}

/// The part of a convex face with these `corners` that is behind `plane`.
fn behind(plane: &Plane, corners: &[DVec3]) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (start, end) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let [from, to] = [start, end].map(|corner| plane.signed_distance(*corner));
        if from <= 0.0 {
            kept.push(*start);
        }
        if (from <= 0.0) != (to <= 0.0) {
            kept.push(start.lerp(*end, from / (from - to)));
        }
    }
    kept
}

/// Each face of `obb`: its middle, the way out to it from the centre, and half its sides.
fn faces(obb: &Obb) -> impl Iterator<Item = (DVec3, DVec3, [DVec3; 2])> {
    let half = |axis: usize| obb.axes().col(axis) * obb.half_extents()[axis];
    let both = (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]);
    both.map(move |(axis, side)| {
        let out = half(axis) * side;
        let sides = [half((axis + 1) % 3), half((axis + 2) % 3)];
        (obb.center() + out, out, sides)
    })
}

/// Whether the way out to a face has the direction of this axis, and not that of another one.
fn is_along(out: DVec3, axis: DVec3) -> bool {
    out.dot(axis) > 0.5 * out.length()
}

fn corners_of(middle: DVec3, across: DVec3, along: DVec3) -> [DVec3; 4] {
    let corners = [
        across + along,
        along - across,
        -across - along,
        across - along,
    ];
    corners.map(|corner| middle + corner)
}

/// Draws all of it, the farthest first.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let mut all: Vec<_> = waters(view.sim).collect();
    let distance = |obb: &Obb| obb.center().distance_squared(view.eye);
    all.sort_unstable_by(|(one, _), (other, _)| distance(other).total_cmp(&distance(one)));
    for (obb, current) in &all {
        draw_surface(debug, view, obb, *current);
    }
    let under = all.iter().filter_map(|(obb, _)| depth_in(obb, view.eye));
    if let Some(depth) = under.reduce(f64::max) {
        draw_tint(debug, view, depth as f32);
    }
}

/// How far `point` is below the uppermost face of `obb`; `None` outside of it.
fn depth_in(obb: &Obb, point: DVec3) -> Option<f64> {
    let (place, half) = (obb.to_local(point), obb.half_extents());
    let is_inside = place.abs().cmple(half).all();
    let (axis, sign) = upper_face(obb);
    is_inside.then(|| half[axis] - place[axis] * sign)
}

/// The axis of the uppermost face, and on which side of the centre it is.
fn upper_face(obb: &Obb) -> (usize, f64) {
    let rise = |axis: usize| obb.axes().col(axis).y;
    let axis = (0..3).max_by(|one, other| rise(*one).abs().total_cmp(&rise(*other).abs()));
    let axis = axis.unwrap_or(1);
    (axis, if rise(axis) < 0.0 { -1.0 } else { 1.0 })
}

/// Draws the faces that the eye sees. The uppermost one is also seen from below.
fn draw_surface(debug: &mut DebugDraw, view: &ViewContext, obb: &Obb, current: DVec3) {
    let (upper, sign) = upper_face(obb);
    let upwards = obb.axes().col(upper) * sign;
    let seconds = view.sim.ticks() as f64 / f64::from(view.sim.hz());
    for (middle, out, [across, along]) in faces(obb) {
        if is_along(out, upwards) {
            draw_facets(debug, view, middle, [across, along], (current, seconds));
        } else if (view.eye - middle).dot(out) > 0.0 {
            let opacity = opacity_of(view.eye, middle, out);
            debug.face(
                SHALLOW.with_alpha(opacity),
                &corners_of(middle, across, along),
            );
        }
    }
}

/// How opaque a piece of water at `place` with this outward direction is.
fn opacity_of(eye: DVec3, place: DVec3, out: DVec3) -> f32 {
    let cosine = out
        .normalize_or_zero()
        .dot((eye - place).normalize_or_zero());
    let slant = 1.0 - cosine.abs() as f32;
    FACING + (EDGE_ON - FACING) * slant * slant
}

/// Draws the surface around `middle` with these half sides in facets, whose pattern drifts with the current.
fn draw_facets(
    debug: &mut DebugDraw,
    view: &ViewContext,
    middle: DVec3,
    [across, along]: [DVec3; 2],
    (current, seconds): (DVec3, f64),
) {
    let count = |half: DVec3| (half.length() * 2.0 / FACET).ceil().clamp(1.0, MAX_FACETS);
    let [columns, rows] = [across, along].map(count);
    let out = across.cross(along);
    let corner = |column: f64, row: f64| {
        middle + across * (column / columns * 2.0 - 1.0) + along * (row / rows * 2.0 - 1.0)
    };
    for number in 0..(columns * rows) as u32 {
        let (column, row) = (
            f64::from(number) % columns,
            (f64::from(number) / columns).floor(),
        );
        let [a, b] = [corner(column, row), corner(column + 1.0, row)];
        let [c, d] = [corner(column + 1.0, row + 1.0), corner(column, row + 1.0)];
        for triangle in [[a, b, c], [a, c, d]] {
            let place = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
            let bright = ripple(place - current * seconds, seconds) * RIPPLE;
            let opacity = opacity_of(view.eye, place, out);
            let mix = |shallow: f32, deep: f32| {
                let share = (opacity - FACING) / (EDGE_ON - FACING) * 0.5;
                (shallow + (deep - shallow) * share + bright).clamp(0.0, 1.0)
            };
            let color = Color::new(
                mix(SHALLOW.r, DEEP.r),
                mix(SHALLOW.g, DEEP.g),
                mix(SHALLOW.b, DEEP.b),
                opacity,
            );
            debug.face(color, &triangle);
        }
    }
}

/// The brightness of the ripples at a place; -1 to 1.
fn ripple(place: DVec3, seconds: f64) -> f32 {
    let wave = |degrees: f64| sin_cos_deg(degrees % 360.0).0;
    let one = wave(place.x * 97.0 + place.z * 53.0 + seconds * 50.0);
    let other = wave(place.z * 131.0 - place.x * 41.0 - seconds * 70.0);
    (one * other) as f32
}

/// Covers the picture of an eye that is `depth` metres under water.
fn draw_tint(debug: &mut DebugDraw, view: &ViewContext, depth: f32) {
    let (least, growth, most) = TINT;
    let color = DEEP.with_alpha((least + growth * depth).min(most));
    let (look, right) = (view.axes.look, view.axes.right);
    let up = right.cross(look);
    let middle = view.eye + look * TINT_DISTANCE;
    let corners = [right + up, up - right, -right - up, right - up];
    debug.face(color, &corners.map(|corner| middle + corner));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::BuiltIn;
    use sidle::geometry::angle::{BinaryAngle, ViewAxes};
    use sidle::level::load_level;

    #[test]
    fn a_plane_through_a_pool_shows_its_water_and_one_behind_it_does_not() {
        let level = load_level("levels/moves.toml".as_ref(), &BuiltIn).level;
        let (sim, _) = Sim::of_level(level.expect("a level"), 120);
        let (pool, _) = waters(&sim).next().expect("a pool");
        let faces = |away: f64| {
            let mut debug = DebugDraw::new(DVec3::ZERO);
            let place = pool.center() + DVec3::X * away;
            let axes = ViewAxes::new(BinaryAngle::from_degrees(90.0), BinaryAngle::ZERO);
            debug.begin(place + DVec3::new(9.0, 1.0, 0.0), axes);
            let plane = Plane::new(place, DVec3::X).unwrap();
            draw_cut(&mut debug, &sim, &plane);
            debug.geometry.faces.len()
        };
        assert!(faces(0.0) >= 4, "{}", faces(0.0));
        assert_eq!(faces(-1e3), 0);
        assert!(faces(1e3) >= 4);
    }

    #[test]
    fn the_part_of_a_face_behind_a_plane_is_kept() {
        let corners = corners_of(DVec3::ZERO, DVec3::X, DVec3::Y);
        let at = |x: f64| Plane::new(DVec3::X * x, DVec3::X).unwrap();
        assert_eq!(behind(&at(2.0), &corners), corners);
        assert!(behind(&at(-2.0), &corners).is_empty());
        let half = behind(&at(0.0), &corners);
        assert_eq!(half.len(), 4);
        assert!(half.iter().all(|corner| corner.x <= 0.0), "{half:?}");
        let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
        assert_eq!(behind(&at(0.5), &triangle).len(), 4);
    }
}
