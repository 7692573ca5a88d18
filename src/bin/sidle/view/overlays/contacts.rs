//! Overlay `contacts`: what the player touches in the tick that is shown, the ground it stands on, and
//! how fast it is.

use sidle::geometry::angle::angle_between;
use sidle::glam::DVec3;
use sidle::player::Ground;

use crate::draw::debug_draw::{DebugDraw, Pen, Side};
use crate::draw::palette::{CONTACTS, GROUND, VELOCITY};
use crate::view::context::ViewContext;

/// How long the arrow of a speed of 1 m/s is; metres.
const VELOCITY_SCALE: f64 = 0.2;

/// The discs at the touched points, and the arrows along their normals, as shares of the radius.
const DISC: f64 = 0.35;
const NORMAL: f64 = 0.9;

/// The slowest that is drawn; m/s.
const SLOWEST: f64 = 1e-3;

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let player = view.sim.player();
    let radius = view.sim.tuning().radius;
    for (number, surface) in view.sim.contacts().touching().iter().enumerate() {
        let color = CONTACTS[number % CONTACTS.len()];
        let (point, normal) = (surface.point, surface.normal);
        debug.patch(Pen::new(color, 1.6), point, normal, radius * DISC);
        debug.arrow(
            Pen::new(color, 2.6),
            point,
            point + normal * (radius * NORMAL),
        );
        let name = view.level.numbered_name_of(surface.collider);
        let gap = format!("{:.4} mm", surface.separation * 1000.0);
        debug.label(point, Side::Right, color, format!("{name}  {gap}"));
    }
    draw_ground(debug, view);
    let velocity = player.velocity + player.ride.map(|ride| ride.velocity).unwrap_or_default();
    let speed = velocity.length();
    if speed > SLOWEST {
        let tip = view.player + velocity * VELOCITY_SCALE;
        debug.arrow(Pen::new(VELOCITY, 3.0), view.player, tip);
        debug.label(tip, Side::Above, VELOCITY, format!("{speed:.2} m/s"));
    }
}

/// The ground's normal at the player's feet, how steep it is, and whether it drives.
fn draw_ground(debug: &mut DebugDraw, view: &ViewContext) {
    let player = view.sim.player();
    let (Ground::Floor { normal } | Ground::Steep { normal }) = player.ground else {
        return;
    };
    let radius = view.sim.tuning().radius;
    let feet = view.player - DVec3::Y * radius;
    let slope = angle_between(normal, DVec3::Y)
        .unwrap_or_default()
        .to_degrees();
    debug.arrow(Pen::new(GROUND, 3.0), feet, feet + normal * (radius * 1.6));
    let mut said = format!("{}, {slope:.1} deg", player.ground.name());
    if let Some(ride) = player.ride {
        said += &format!(", carried at {:.2} m/s", ride.velocity.length());
    }
    debug.label(feet, Side::Left, GROUND, said);
}
