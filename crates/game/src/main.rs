//! The game `sidle` and its headless commands.
//!
//! The shell's layers, from top to bottom; each uses only those below it: [`commands`], [`app`], [`ui`], [`view`],
//! [`draw`], [`session`], [`options`], [`platform`]. ARCHITECTURE.md shows what each holds.

// A value that differs between machines must not reach a start state or a command. See `sidle::determinism`.
#![deny(clippy::disallowed_methods)]

// Pictures may differ slightly between machines. `ui::input`, which makes the commands, denies these methods again.
#[allow(clippy::disallowed_methods)]
mod app;
mod cli;
mod commands;
#[allow(clippy::disallowed_methods)]
mod draw;
mod exit;
mod options;
mod platform;
mod session;
#[cfg(test)]
mod test_support;
#[allow(clippy::disallowed_methods)]
mod ui;
#[allow(clippy::disallowed_methods)]
mod view;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Subcommand};
#[cfg(not(target_arch = "wasm32"))]
use commands::{
    audit, check, clip, compare, conformance, explain, link, mend, new, replay, schema,
};
use commands::{play, simulate};
use exit::Exit;
use platform::terminal;
use session::load::limits;

fn main() -> ExitCode {
    platform::install_panic_hook();
    let parsed = Cli::try_parse_from(platform::arguments(&Cli::command()));
    let cli = match parsed.and_then(Cli::checked) {
        Ok(cli) => cli,
        Err(error) => return platform::report_usage_error(&error),
    };
    if cli.no_limits {
        limits::lift();
    }
    let result = match cli.command {
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Check(arguments)) => check::run(&arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Audit(arguments)) => audit::run(&arguments),
        Some(Subcommand::Simulate(arguments)) => simulate::run(arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Replay(arguments)) => replay::run(&arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Link(arguments)) => link::run(&arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Clip(arguments)) => clip::run(arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Compare(arguments)) => compare::run(&arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Conformance(arguments)) => conformance::run(&arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Explain(arguments)) => explain::run(&arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Mend(arguments)) => mend::run(&arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::New(arguments)) => new::run(&arguments),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Subcommand::Schema) => schema::run(),
        Some(Subcommand::Play(arguments)) => play::run(arguments),
        None => play::run(cli.play),
    };
    let exit = result.unwrap_or_else(|message| {
        terminal::error(&message);
        Exit::Problems
    });
    ExitCode::from(exit as u8)
}
