//! Bodies: the player's, where one sees it from outside, and those of ghosts, with their trails.

use sidle::geometry::{Capsule, Sphere};
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, PlayerState, Tuning};

use crate::draw::debug_draw::{DebugDraw, Pen, Side};
use crate::draw::palette;
use crate::view::context::ViewContext;

/// A ghost no farther away than this is where the player is; metres.
const TOGETHER: f64 = 0.02;

/// Beside every picture, seen from a metre behind; metres.
const FAR_ASIDE: f64 = 99.0;

/// The colour of a controller's body and way.
pub fn color(controller: Controller) -> macroquad::color::Color {
    match controller {
        Controller::Classic => palette::CLASSIC,
        Controller::Swept => palette::SWEPT,
        Controller::Boxed => palette::BOXED,
    }
}

/// Draws the body of `player` as if it were at `position`.
pub fn draw(debug: &mut DebugDraw, tuning: &Tuning, player: &PlayerState, position: DVec3) {
    let pen = Pen::new(color(player.controller), 2.2);
    if player.controller == Controller::Boxed {
        if let Some(obb) = tuning.obb(position, player.yaw) {
            debug.glass_box(color(player.controller), &obb);
            debug.solid(pen, &obb);
        }
        return;
    }
    let body = tuning.body().and_then(|body| body.at(position));
    match (body, tuning.body) {
        (Some(body), BodyShape::Capsule) => capsule(debug, pen, &body),
        _ => {
            if let Some(sphere) = Sphere::new(position, tuning.radius) {
                debug.ball(color(player.controller), &sphere);
                debug.sphere(pen, &sphere);
            }
        }
    }
}

/// Draws the player's trail.
pub fn draw_trail(debug: &mut DebugDraw, view: &ViewContext) {
    let own = view.sim.player().controller;
    debug.polyline(
        Pen::new(color(own), 2.6),
        low(view.trail.places(), view, own),
    );
}

/// Draws the ghosts with their trails.
pub fn draw_ghosts(debug: &mut DebugDraw, view: &ViewContext) {
    for ghost in view.ghosts.iter() {
        let player = ghost.player();
        let place = ghost.position_at(view.share);
        let pen = Pen::new(color(player.controller), 2.6);
        debug.polyline(pen, low(ghost.trail.places(), view, player.controller));
        // One that is where the player is says nothing.
        if place.distance(view.player) > TOGETHER {
            draw(debug, view.sim.tuning(), player, place);
            let apart = place.distance(view.player);
            let words = format!("{}  {apart:.2} m", player.controller.name());
            let point = before_the_eye(view, place);
            debug.label(point, Side::Above, color(player.controller), words);
            // Wherever it was thrown, it can be found.
            debug.pin_label();
        }
    }
}

/// `place`, or when that is behind the eye, a point far to the side to which one turns to see it.
fn before_the_eye(view: &ViewContext, place: DVec3) -> DVec3 {
    let ray = place - view.eye;
    if ray.dot(view.axes.look) > 0.0 {
        return place;
    }
    let side = ray.dot(view.axes.right).signum();
    view.eye + view.axes.look + view.axes.right * (side * FAR_ASIDE)
}

/// Places a little above the ground on which a player stands there; each controller's a little higher
/// than the next one's, so that where they agree all are seen.
fn low(
    places: impl Iterator<Item = DVec3>,
    view: &ViewContext,
    controller: Controller,
) -> impl Iterator<Item = DVec3> {
    let share = match controller {
        Controller::Classic => 0.92,
        Controller::Swept => 0.82,
        Controller::Boxed => 0.72,
    };
    let down = view.sim.tuning().radius * share;
    places.map(move |place| place - DVec3::Y * down)
}

/// The two ends, and four lines between them.
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
