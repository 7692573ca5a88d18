//! Character controllers of other engines as programs that speak the protocol of docs/movers.md: `movers rapier`, for example.

#[cfg(feature = "box3d")]
mod box3d;
mod quake;
#[cfg(feature = "rapier")]
mod rapier;
#[cfg(test)]
mod scenes;

use std::process::ExitCode;

use sidle_movers_rust::{Make, run, walk};

const MOVERS: &[(&str, Make)] = &[
    #[cfg(feature = "box3d")]
    ("box3d", |_| Box::new(box3d::Box3d::new())),
    ("quake", |_| Box::new(quake::Quake::new())),
    #[cfg(feature = "rapier")]
    ("rapier", |alike| Box::new(rapier::Rapier::new(alike))),
];

fn main() -> ExitCode {
    run(MOVERS)
}
