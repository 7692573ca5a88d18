//! What the adapters in Rust have in common: the rules of walking for engines without any, and the program around several movers.

use std::io;
use std::process::ExitCode;

use sidle_movers::{Mover, serve};

pub mod trial;
pub mod walk;

/// Makes a mover, set like the controllers of sidle or by the numbers of its authors.
pub type Make = fn(alike: bool) -> Box<dyn Mover>;

/// Serves the mover that the first word of the command line names, until its input ends.
#[must_use]
pub fn run(movers: &[(&str, Make)]) -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    let alike = words.iter().any(|word| word == "--alike");
    let named = movers
        .iter()
        .find(|(name, _)| words.get(1).is_some_and(|word| word == name));
    let Some((_, make)) = named else {
        let names: Vec<_> = movers.iter().map(|(name, _)| *name).collect();
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
