//! Movers that are programs: those that speak the protocol, and those that break it.

mod hostile;
mod minimal;
mod same_bits;

use std::time::Duration;

use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::player::Tuning;
use sidle_movers::{MoverCommand, MoverError, Process, Setup};

/// The program of this package in a role.
fn command(role: &str) -> MoverCommand {
    let program = env!("CARGO_BIN_EXE_mover");
    format!("tested=\"{program}\" {role}").parse().unwrap()
}

/// The program, with this limit in milliseconds.
fn start(role: &str, limit: u64) -> Result<Process, MoverError> {
    Process::start(&command(role), Duration::from_millis(limit))
}

fn slab(center: DVec3, half_extents: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half_extents).unwrap()
}

/// A floor of two triangles whose height is -0.5, and a wall whose face is 3 m ahead.
fn room() -> Setup {
    let corner = |x: f64, z: f64| DVec3::new(x * 9.0, -0.5, z * 9.0);
    let floor = [
        [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)],
        [corner(-1.0, -1.0), corner(1.0, 1.0), corner(1.0, -1.0)],
    ];
    Setup {
        triangles: floor.to_vec(),
        boxes: vec![(5, slab(DVec3::NEG_Z * 4.0, DVec3::new(9.0, 9.0, 1.0)))],
        ..Setup::new(120, Tuning::default())
    }
}
