//! The drawing of the view from the side: the body, its path, what it touches, and the arrows of the requested, the removed and
//! the remaining motion.

use macroquad::color::Color;

use sidle::geometry::Sphere;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Event, PlayerState, Tuning};
use sidle::world::ColliderId;

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::session::play::ContactClip;
use crate::view::overlays::body;
use crate::view::palette::{self, ACTED, CREASE, MUTED, TRIAL};
use crate::view::side::arrows::Arrows;
use crate::view::side::figures::length_text;
use crate::view::side::section::PassedWall;
use crate::view::side::tick_breakdown::{StepKind, TickBreakdown};

/// How far the line of a crease reaches to each side of the body's middle; radii of the body.
const CREASE_REACH: f64 = 1.7;

/// A component of a normal that is larger than this means that a side of a box touches there.
const FACE_SHARE: f64 = 1e-6;

/// Length of the line along a normal, which says nothing; radii of the body.
const NORMAL_LENGTH: f64 = 0.2;

/// Normals with at least this cosine of the angle between them are drawn once.
const SAME_NORMAL_COS: f64 = 0.999;

/// Opacity of the bodies of other ticks.
const GHOST_OPACITY: f32 = 0.55;

/// The middle of the player's body; metres.
pub fn middle(tuning: &Tuning, player: &PlayerState) -> DVec3 {
    let tuning = tuning.for_player(player);
    let rise = match tuning.body {
        BodyShape::Capsule | BodyShape::Box if player.controller != Controller::Boxed => {
            tuning.height * 0.5 - tuning.radius
        }
        _ => 0.0,
    };
    player.position + DVec3::Y * rise
}

/// The obstacles of a tick: surfaces with their normals, and a wall that was passed.
pub struct Met<'m> {
    pub surfaces: &'m [(ColliderId, DVec3)],
    pub passed: Option<&'m PassedWall>,
    /// The steps of the tick, whose colours the large view lists.
    pub breakdown: &'m TickBreakdown,
}

/// Draws the tick at `index` of `clip`, with its bodies, what it `met`, and its `arrows`. If the tick is `unexpected`, the
/// bodies of the ticks before and after it are also drawn.
pub fn draw(
    debug: &mut DebugDraw,
    clip: &ContactClip,
    index: usize,
    unexpected: bool,
    tuning: &Tuning,
    arrows: &Arrows,
    met: &Met,
) {
    let tick = &clip.ticks()[index];
    let color = palette::controller(tick.after.controller);
    draw_path(debug, clip, tuning, color);
    if unexpected {
        draw_neighbours(debug, clip, index, tuning, color);
    }
    outline(debug, Pen::new(MUTED, 1.8), tuning, &tick.before);
    draw_body(debug, tuning, &tick.after);
    let (middle, radius) = (middle(tuning, &tick.after), tuning.radius);
    draw_crease(debug, &tick.events, middle, radius);
    draw_touches(debug, met, tuning, &tick.after);
    if let Some(wall) = met.passed {
        draw_passed_wall(debug, wall, tuning.radius);
    }
    let steps = met.breakdown.numbered().enumerate();
    let pushes = steps.filter_map(|(number, step)| match step.kind {
        StepKind::Push(_) => Some((step.to - step.from, palette::numbered(number))),
        _ => None,
    });
    arrows.draw(debug, &pushes.collect::<Vec<_>>());
}

/// Draws the path of the body's middle. In a clip that begins with a respawn, the path begins after it.
fn draw_path(debug: &mut DebugDraw, clip: &ContactClip, tuning: &Tuning, color: Color) {
    let ticks = clip.ticks().iter();
    let ticks = ticks.skip_while(|tick| tick.respawned);
    let places = ticks.map(|tick| middle(tuning, &tick.after));
    let color = color.with_alpha(0.7);
    debug.polyline(Pen::new(color, 1.6), places.clone());
    for place in places {
        debug.dot(Pen::new(color, 3.0), place);
    }
}

/// Draws the bodies of the ticks before and after the one at `index`.
fn draw_neighbours(
    debug: &mut DebugDraw,
    clip: &ContactClip,
    index: usize,
    tuning: &Tuning,
    color: Color,
) {
    let pen = Pen::new(color.with_alpha(GHOST_OPACITY), 1.6);
    let ticks = clip.ticks();
    let before = index.checked_sub(1).and_then(|before| ticks.get(before));
    for tick in before.into_iter().chain(ticks.get(index + 1)) {
        outline(debug, pen, tuning, &tick.before);
        outline(debug, pen, tuning, &tick.after);
    }
}

/// Draws the part of the player's path inside of a `wall` that it passed, with the thickness of the wall.
fn draw_passed_wall(debug: &mut DebugDraw, wall: &PassedWall, radius: f64) {
    let inside = wall.inside;
    debug.segment(Pen::new(ACTED, 6.0), inside.start, inside.end);
    let text = match wall.thickness() {
        Some(thickness) => format!("wall {}", length_text(thickness)),
        None => "sheet".to_owned(),
    };
    let top = inside.point_at(0.5) + debug.up() * (1.2 * radius);
    debug.label(top, LabelSide::Above, ACTED, text);
}

/// Draws the crease of two surfaces through `middle`, for a body of this `radius`.
fn draw_crease(debug: &mut DebugDraw, events: &[Event], middle: DVec3, radius: f64) {
    let crease = events.iter().find_map(|event| match event {
        Event::Turn { crease, .. } => *crease,
        _ => None,
    });
    if let Some(crease) = crease {
        let reach = crease * (CREASE_REACH * radius);
        debug.segment(Pen::new(CREASE, 3.4), middle - reach, middle + reach);
        debug.label(middle - reach, LabelSide::Left, CREASE, "crease");
    }
}

/// Marks where the surfaces of `met` touch the body of `player`, with a line along their normals, in the colours of the steps that
/// they ended. An arrow would be taken for a length.
fn draw_touches(debug: &mut DebugDraw, met: &Met, tuning: &Tuning, player: &PlayerState) {
    let (middle, radius) = (middle(tuning, player), tuning.radius);
    let half_height = tuning.for_player(player).height * 0.5;
    let surfaces = met.surfaces;
    for (number, (collider, normal)) in surfaces.iter().enumerate() {
        let is_same = |(_, other): &(ColliderId, DVec3)| other.dot(*normal) > SAME_NORMAL_COS;
        if surfaces[..number].iter().any(is_same) {
            continue;
        }
        let mut steps = met.breakdown.numbered();
        let step = steps.position(|step| step.met() == Some(*collider));
        let color = step.map_or(ACTED, palette::numbered);
        let mut touch = middle - *normal * radius;
        if tuning.body == BodyShape::Box {
            // What a box reaches farthest with against the normal is a face, an edge or a corner.
            let sides = DVec3::new(radius, half_height, radius) * normal.signum();
            let faces = normal.abs().cmpgt(DVec3::splat(FACE_SHARE));
            touch = middle - DVec3::select(faces, sides, DVec3::ZERO);
        }
        debug.dot(Pen::new(color, 8.0), touch);
        let end = touch + *normal * (NORMAL_LENGTH * radius);
        debug.segment(Pen::new(color, 2.0), touch, end);
    }
}

/// Draws the player's body, without the lines on a sphere that would cover the arrows.
fn draw_body(debug: &mut DebugDraw, tuning: &Tuning, player: &PlayerState) {
    let is_round = player.controller != Controller::Boxed && tuning.body == BodyShape::Sphere;
    match Sphere::new(player.position, tuning.radius).filter(|_| is_round) {
        Some(sphere) => {
            let color = palette::controller(player.controller);
            debug.glass_sphere(color, &sphere);
            debug.silhouette(Pen::new(color, 2.6), &sphere);
        }
        None => body::draw(debug, tuning, player, player.position),
    }
}

/// The outline of the player's body.
fn outline(debug: &mut DebugDraw, pen: Pen, tuning: &Tuning, player: &PlayerState) {
    if player.controller == Controller::Boxed {
        if let Some(obb) = tuning.obb(player.position, player.yaw) {
            debug.solid(pen, &obb);
        }
        return;
    }
    let body = tuning.for_player(player).body();
    let Some(body) = body.and_then(|body| body.at(player.position)) else {
        return;
    };
    if let Some(obb) = body.bounds().filter(|_| body.is_box()) {
        debug.solid(pen, &obb);
        return;
    }
    let axis = body.around().axis();
    for center in [axis.start, axis.end] {
        if let Some(sphere) = Sphere::new(center, body.radius()) {
            debug.silhouette(pen, &sphere);
        }
    }
    let side = debug.right() * body.radius();
    for side in [side, -side] {
        debug.segment(pen, axis.start + side, axis.end + side);
    }
}

/// Draws the body of the same keys with another value, which these `words` name.
pub fn draw_trial(debug: &mut DebugDraw, tuning: &Tuning, player: &PlayerState, words: String) {
    outline(debug, Pen::new(TRIAL, 2.6), tuning, player);
    let top = middle(tuning, player) + debug.up() * tuning.radius;
    debug.label(top, LabelSide::Above, TRIAL, words);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_capsule_is_above_its_reference_point() {
        let capsule = Tuning {
            body: BodyShape::Capsule,
            radius: 0.3,
            height: 1.8,
            ..Tuning::default()
        };
        let player = PlayerState::default();
        assert!((middle(&capsule, &player).y - 0.6).abs() < 1e-12);
        assert_eq!(middle(&Tuning::default(), &player), DVec3::ZERO);
    }
}
