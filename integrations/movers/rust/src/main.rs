//! Character controllers of other engines as programs that speak the protocol of docs/movers.md: `movers rapier`, for example.

#[cfg(feature = "box3d")]
mod box3d;
mod quake;
#[cfg(feature = "rapier")]
mod rapier;
#[cfg(test)]
mod scenes;
mod walk;

use std::io;
use std::process::ExitCode;

use sidle_movers::{Mover, serve};

/// Makes a mover, set like the controllers of sidle or by the numbers of its authors.
type Make = fn(alike: bool) -> Box<dyn Mover>;

const MOVERS: &[(&str, Make)] = &[
    #[cfg(feature = "box3d")]
    ("box3d", |_| Box::new(box3d::Box3d::new())),
    ("quake", |_| Box::new(quake::Quake::new())),
    #[cfg(feature = "rapier")]
    ("rapier", |alike| Box::new(rapier::Rapier::new(alike))),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let alike = words.iter().any(|word| word == "--alike");
    let named = MOVERS
        .iter()
        .find(|(name, _)| words.first().is_some_and(|word| word == name));
    let Some((_, make)) = named else {
        let names: Vec<_> = MOVERS.iter().map(|(name, _)| *name).collect();
        eprintln!("usage: movers {} [--alike]", names.join("|"));
        return ExitCode::from(2);
    };
    match serve(&mut *make(alike), io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
