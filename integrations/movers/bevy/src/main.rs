//! Character controllers for Bevy as programs that speak the protocol of docs/movers.md: `bevy-movers ahoy`, for example.

mod ahoy;
mod avian;
mod engine;
#[cfg(test)]
mod scenes;

use std::process::ExitCode;

use sidle_movers_rust::{Make, run};

const MOVERS: &[(&str, Make)] = &[
    ("ahoy", |_| Box::new(ahoy::Ahoy::new(ahoy::Shape::Capsule))),
    ("ahoy-cylinder", |_| {
        Box::new(ahoy::Ahoy::new(ahoy::Shape::Cylinder))
    }),
    ("avian", |_| Box::new(avian::Avian::new())),
];

fn main() -> ExitCode {
    run(MOVERS)
}
