//! Bodies: that of the player as seen from outside, and those of the ghosts, with their trails.

use sidle::geometry::{Capsule, Sphere};
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, PlayerState, Tuning};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::options::controllers;
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette;

/// A ghost no farther from the player than this is not drawn; metres.
const MIN_APART: f64 = 0.02;

/// Outside of any picture at distance 1 from the eye; metres.
const FAR_ASIDE: f64 = 99.0;

pub const LEGEND: [LegendRow; 3] = [
    (palette::CLASSIC, "classic"),
    (palette::SWEPT, "swept"),
    (palette::BOXED, "boxed"),
];

/// Draws the body of `player` at `position`.
pub fn draw(debug: &mut DebugDraw, tuning: &Tuning, player: &PlayerState, position: DVec3) {
    let pen = Pen::new(palette::controller(player.controller), 2.2);
    if player.controller == Controller::Boxed {
        if let Some(obb) = tuning.obb(position, player.yaw) {
            debug.glass_box(palette::controller(player.controller), &obb);
            debug.solid(pen, &obb);
        }
        return;
    }
    let body = tuning.for_player(player).body();
    let body = body.and_then(|body| body.at(position));
    let color = palette::controller(player.controller);
    match (body.as_ref(), tuning.body) {
        (Some(body), BodyShape::Capsule) => capsule(debug, pen, &body.around()),
        (Some(body), BodyShape::Box) => {
            if let Some(obb) = body.bounds() {
                debug.glass_box(color, &obb);
                debug.solid(pen, &obb);
            }
        }
        _ => {
            if let Some(sphere) = Sphere::new(position, tuning.radius) {
                debug.glass_sphere(color, &sphere);
                debug.sphere(pen, &sphere);
            }
        }
    }
}

/// Draws the player's trail.
pub fn draw_trail(debug: &mut DebugDraw, view: &ViewContext) {
    let own = view.sim.player().controller;
    debug.polyline(
        Pen::new(palette::controller(own), 2.6),
        lowered(view.trail.points(), view, own),
    );
}

/// Draws the ghosts with their trails.
pub fn draw_ghosts(debug: &mut DebugDraw, view: &ViewContext) {
    for ghost in view.ghosts.iter() {
        let player = ghost.player();
        let place = ghost.position_at(view.alpha);
        let pen = Pen::new(palette::controller(player.controller), 2.6);
        debug.polyline(pen, lowered(ghost.trail.points(), view, player.controller));
        if place.distance(view.player_position) > MIN_APART {
            draw(debug, view.sim.tuning(), player, place);
            let apart = place.distance(view.player_position);
            let text = format!("{}  {apart:.2} m", controllers::name(player.controller));
            let point = in_front_of_eye(view, place);
            debug.label(
                point,
                LabelSide::Above,
                palette::controller(player.controller),
                text,
            );
            // Pinned, so that the player finds a ghost that was thrown far away.
            debug.pin_label();
        }
    }
}

/// The ghost of the best race is not drawn around the eye, but from this many radii of the player on.
const MIN_RACE_APART: f64 = 2.0;

/// Draws the ghost of the best race, if it is not where the player is.
pub fn draw_race_ghost(debug: &mut DebugDraw, view: &ViewContext) {
    let Some((place, whose)) = view.race_ghost else {
        return;
    };
    let (tuning, player) = (view.sim.tuning(), view.sim.player());
    if place.distance(view.player_position) >= tuning.radius * MIN_RACE_APART {
        draw(debug, tuning, player, place);
        debug.label(place, LabelSide::Above, palette::NEUTRAL, whose.to_owned());
    }
}

/// `place`, or if that is behind the eye, a point far to its side of the picture.
fn in_front_of_eye(view: &ViewContext, place: DVec3) -> DVec3 {
    let ray = place - view.eye;
    if ray.dot(view.axes.look) > 0.0 {
        return place;
    }
    let side = ray.dot(view.axes.right).signum();
    view.eye + view.axes.look + view.axes.right * (side * FAR_ASIDE)
}

/// Moves the points of a trail down to a little above the ground. The trails of the controllers have different heights,
/// so that all are visible where they coincide.
fn lowered(
    places: impl Iterator<Item = DVec3>,
    view: &ViewContext,
    controller: Controller,
) -> impl Iterator<Item = DVec3> {
    let share = match controller {
        Controller::Classic => 0.92,
        Controller::Swept => 0.82,
        Controller::Boxed => 0.72,
        Controller::Outer(_) => 0.62,
    };
    let down = view.sim.tuning().radius * share;
    places.map(move |place| place - DVec3::Y * down)
}

/// Draws the two ends, and four lines between them.
fn capsule(debug: &mut DebugDraw, pen: Pen, body: &Capsule) {
    let axis = body.axis();
    for center in [axis.start, axis.end] {
        if let Some(sphere) = Sphere::new(center, body.radius()) {
            debug.sphere(pen, &sphere);
        }
    }
    for side in [DVec3::X, DVec3::Z, -DVec3::X, -DVec3::Z] {
        let side = side * body.radius();
        debug.segment(pen, axis.start + side, axis.end + side);
    }
}
