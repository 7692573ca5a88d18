//! Overlay `contacts`: the surfaces that the player touches, the ground, and the velocity.

use sidle::geometry::angle::angle_between;
use sidle::glam::DVec3;

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::{CONTACTS, GROUND, VELOCITY};

/// Length of the arrow for 1 m/s; metres.
const VELOCITY_SCALE: f64 = 0.2;

/// Sizes of the discs at the contacts and of the arrows along their normals, as shares of the player's radius.
const DISC: f64 = 0.35;
const NORMAL: f64 = 0.9;

/// A slower velocity is not drawn; m/s.
const MIN_SPEED: f64 = 1e-3;

pub const LEGEND: [LegendRow; 2] = [(GROUND, "ground, and its normal"), (VELOCITY, "velocity")];

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let player = view.sim.player();
    let radius = view.sim.tuning().radius;
    for (number, surface) in view.sim.contacts().touching().iter().enumerate() {
        let color = CONTACTS[number % CONTACTS.len()];
        let (point, normal) = (surface.point, surface.normal);
        debug.plane_patch(Pen::new(color, 1.6), point, normal, radius * DISC);
        debug.arrow(
            Pen::new(color, 2.6),
            point,
            point + normal * (radius * NORMAL),
        );
        let name = view.level.numbered_name_of(surface.collider);
        let gap = format!("{:.4} mm", surface.separation * 1000.0);
        debug.label(point, LabelSide::Right, color, format!("{name}  {gap}"));
    }
    draw_ground(debug, view);
    let velocity = player.velocity + player.ride.map(|ride| ride.velocity).unwrap_or_default();
    let speed = velocity.length();
    if speed > MIN_SPEED {
        let tip = view.player_position + velocity * VELOCITY_SCALE;
        debug.arrow(Pen::new(VELOCITY, 3.0), view.player_position, tip);
        debug.label(tip, LabelSide::Above, VELOCITY, format!("{speed:.2} m/s"));
    }
}

/// Draws the normal of the ground at the player's feet, with its slope and its speed.
fn draw_ground(debug: &mut DebugDraw, view: &ViewContext) {
    let player = view.sim.player();
    let Some(normal) = player.ground.normal() else {
        return;
    };
    let radius = view.sim.tuning().radius;
    let feet = view.player_position - DVec3::Y * radius;
    let slope = angle_between(normal, DVec3::Y)
        .unwrap_or_default()
        .to_degrees();
    debug.arrow(Pen::new(GROUND, 3.0), feet, feet + normal * (radius * 1.6));
    let mut text = format!("{}, {slope:.1} deg", player.ground.name());
    if let Some(ride) = player.ride {
        text += &format!(", carried at {:.2} m/s", ride.velocity.length());
    }
    debug.label(feet, LabelSide::Left, GROUND, text);
}
