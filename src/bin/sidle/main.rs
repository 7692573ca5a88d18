//! The game `sidle` and its headless commands.

// What differs between machines: neither a start nor a command may come from it. See `sidle::determinism`.
#![deny(clippy::disallowed_methods)]

mod check;
mod cli;
mod compare;
mod course;
mod host;
mod link;
mod linked;
mod new;
#[allow(
    clippy::disallowed_methods,
    reason = "a picture may differ by a bit; `play::input`, which makes the commands, forbids them again"
)]
mod play;
mod replay;
mod report;
mod scale;
mod schema;
mod settings;
mod simulate;
mod stopwatch;
#[cfg(test)]
mod test_support;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Subcommand};

/// How a command ended; what a shell sees as its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// All is well.
    Fine = 0,
    /// The input has problems, or a check failed.
    Problems = 1,
    // Wrong usage is 2, and clap's own.
}

fn main() -> ExitCode {
    host::catch_panics();
    let cli = match Cli::try_parse_from(host::arguments()) {
        Ok(cli) => cli,
        Err(error) => return host::refuse(&error),
    };
    let result = match cli.command {
        Some(Subcommand::Check(arguments)) => check::run(&arguments),
        Some(Subcommand::Simulate(arguments)) => simulate::run(&arguments),
        Some(Subcommand::Replay(arguments)) => replay::run(&arguments),
        Some(Subcommand::Link(arguments)) => link::run(&arguments),
        Some(Subcommand::Compare(arguments)) => compare::run(&arguments),
        Some(Subcommand::New(arguments)) => new::run(&arguments),
        Some(Subcommand::Schema) => schema::run(),
        Some(Subcommand::Play(arguments)) => play::run(arguments),
        None => play::run(cli.play),
    };
    let exit = result.unwrap_or_else(|message| {
        report::error(&message);
        Exit::Problems
    });
    ExitCode::from(exit as u8)
}
