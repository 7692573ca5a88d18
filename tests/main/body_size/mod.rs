//! Bodies change size only where they fit: questions about room, changes of the tuning, and crouching.

mod air_crouch;
mod crouch;
mod fits;
mod movers;
mod resize;

use crate::support::{Shapes, add_block, add_quad, overlap};
use sidle::glam::DVec3;
use sidle::player::{Axis, BodyShape, Command, Tuning};
use sidle::sim::Sim;

const RATES: [u32; 6] = [30, 60, 90, 120, 240, 360];

/// A person of 1.75 m, 0.3 m in radius, which crouches to 1 m.
fn person() -> Tuning {
    Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..Tuning::default()
    }
}

/// The same person, only 1 m high.
fn child() -> Tuning {
    Tuning {
        height: 1.0,
        eye_height: 0.9,
        ..person()
    }
}

/// The kinds of ceiling.
#[derive(Clone, Copy, Debug)]
enum Ceiling {
    /// A box, 0.2 m thick.
    Box,
    /// Two triangles that face down.
    MeshDown,
    /// Two triangles that face up.
    MeshUp,
}

const CEILINGS: [Ceiling; 3] = [Ceiling::Box, Ceiling::MeshDown, Ceiling::MeshUp];

/// A floor at y = 0 around `center`, and a ceiling whose lower side is at `height`.
fn room(center: DVec3, height: f64, ceiling: Ceiling) -> Shapes {
    let mut shapes = Shapes::default();
    let thick = DVec3::new(8.0, 0.2, 8.0);
    add_block(&mut shapes, center - DVec3::Y * 0.1, thick);
    let corner = |x: f64, z: f64| (center + DVec3::new(x, height, z)).as_vec3().to_array();
    let corners = [
        corner(-4.0, -4.0),
        corner(4.0, -4.0),
        corner(4.0, 4.0),
        corner(-4.0, 4.0),
    ];
    match ceiling {
        Ceiling::Box => {
            let middle = center + DVec3::Y * (height + 0.1);
            add_block(&mut shapes, middle, thick);
        }
        Ceiling::MeshDown => add_quad(&mut shapes, corners),
        Ceiling::MeshUp => {
            let [a, b, c, d] = corners;
            add_quad(&mut shapes, [d, c, b, a]);
        }
    }
    shapes
}

fn tick(sim: &mut Sim, seconds: f64, command: Command) {
    for _ in 0..(seconds * f64::from(sim.hz())).round() as u32 {
        sim.tick(&command);
        let overlap = overlap(sim);
        assert!(
            overlap <= 1e-6,
            "{overlap} m deep at {}",
            sim.player().position
        );
    }
}

fn stand() -> Command {
    Command::default()
}

fn low() -> Command {
    Command {
        up: Axis::new(-1.0),
        ..Command::default()
    }
}

fn ahead(command: Command) -> Command {
    Command {
        forward: Axis::new(1.0),
        ..command
    }
}
