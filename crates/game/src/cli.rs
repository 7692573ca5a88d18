//! The command line.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

#[cfg(not(target_arch = "wasm32"))]
use crate::commands::audit::AuditArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::check::CheckArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::clip::ClipArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::compare::CompareArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::conformance::ConformanceArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::explain::ExplainArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::link::LinkArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::mend::MendArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::new::NewArguments;
use crate::commands::play::arguments::PlayArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::replay::ReplayArguments;
use crate::commands::simulate::SimulateArguments;

/// A first-person character controller for Rust, and a game that shows why it moves the way it does.
#[derive(Debug, Parser)]
#[command(name = "sidle", version, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
pub struct Cli {
    /// Open your own levels of any size; a link keeps its limits
    #[arg(long, global = true)]
    pub no_limits: bool,
    #[command(subcommand)]
    pub command: Option<Subcommand>,
    #[command(flatten)]
    pub play: PlayArguments,
}

const EXIT_CODES: &str = "\
Without a command, sidle plays: `sidle LEVEL` opens a level, `sidle` the test level.
Messages go to stderr, results to stdout.
Exit codes: 0 fine, 1 the input has problems or a check failed, 2 wrong usage.";

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Open the window and walk around a level
    #[command(after_help = "F1 in the game shows all keys.")]
    Play(PlayArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Report all problems of levels, each with file:line:column
    Check(CheckArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Find where players fall out or get stuck, and places that they cannot reach
    Audit(AuditArguments),
    /// Run a level without a window, and print where the player ends
    Simulate(SimulateArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Replay a recording in the window, or verify it without one
    Replay(ReplayArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Print a link that holds a recording and its level
    Link(LinkArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Make a moving picture of a recording
    Clip(ClipArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Run a level with each controller, and compare the results
    Compare(CompareArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Run scenes that test our controllers, or movers of other engines
    Conformance(ConformanceArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Rebuild a contact of any engine as a level with a recording, and explain it
    Explain(ExplainArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Repair a mesh: weld, remove slivers and duplicates, close cracks, turn flipped faces
    Mend(MendArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Write a small, commented level to start from
    New(NewArguments),
    #[cfg(not(target_arch = "wasm32"))]
    /// Print the JSON schema of the level format, for editors
    Schema,
}

impl Cli {
    /// The same command line, if its arguments fit together as far as it can be told without reading a file.
    ///
    /// # Errors
    /// A usage error, for what clap cannot check.
    pub fn checked(self) -> Result<Self, clap::Error> {
        let (name, checked) = match &self.command {
            Some(command) => command.check(),
            None => ("", self.play.check()),
        };
        let Err(message) = checked else {
            return Ok(self);
        };
        let mut all = Self::command();
        all.build();
        let kind = ErrorKind::ArgumentConflict;
        Err(match all.find_subcommand_mut(name) {
            Some(command) => command.error(kind, message),
            None => all.error(kind, message),
        })
    }
}

impl Subcommand {
    /// The name of the command, and whether its arguments fit together.
    fn check(&self) -> (&'static str, Result<(), String>) {
        match self {
            Self::Play(arguments) => ("play", arguments.check()),
            Self::Simulate(arguments) => ("simulate", arguments.check()),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Audit(arguments) => ("audit", arguments.check()),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Compare(arguments) => ("compare", arguments.movers.check_count()),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Conformance(arguments) => ("conformance", arguments.check()),
            #[cfg(not(target_arch = "wasm32"))]
            _ => ("", Ok(())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn play_may_be_omitted() {
        let short = Cli::parse_from(["sidle", "a.toml", "--spawn", "-1,2,-3,90,-10"]);
        assert_eq!(short.play.level, Some("a.toml".into()));
        let spawn = short.play.start.spawn.unwrap();
        assert_eq!(
            (spawn.position, spawn.yaw_deg, spawn.pitch_deg),
            ([-1.0, 2.0, -3.0], 90.0, -10.0)
        );
        let named = Cli::parse_from(["sidle", "play", "a.toml", "--size", "640x480"]);
        assert!(matches!(named.command, Some(Subcommand::Play(play)) if play.size.width == 640));
    }

    #[test]
    fn limits_are_lifted_with_and_without_a_command() {
        for arguments in [
            vec!["sidle", "--no-limits", "a.toml"],
            vec!["sidle", "a.toml", "--no-limits"],
            vec!["sidle", "check", "a.toml", "--no-limits"],
            vec!["sidle", "simulate", "--no-limits", "a.toml"],
        ] {
            assert!(Cli::parse_from(&arguments).no_limits, "{arguments:?}");
        }
        assert!(!Cli::parse_from(["sidle", "check", "a.toml"]).no_limits);
    }

    #[test]
    fn wrong_values_are_usage_errors() {
        for arguments in [
            vec!["sidle", "--spawn", "1,2,3"],
            vec!["sidle", "--spawn", "1,2,3,4,nan"],
            vec!["sidle", "--size", "640"],
            vec!["sidle", "--msaa", "0"],
            vec!["sidle", "--fov", "121"],
            vec!["sidle", "--overlays", "boxes,fences"],
            vec!["sidle", "--overlays"],
            vec!["sidle", "--exhibit", "boxes"],
            vec!["sidle", "link", "a.sidle", "--page", "sidle"],
            vec!["sidle", "--screenshot", "a.png"],
            vec!["sidle", "simulate"],
            vec!["sidle", "simulate", "a.toml", "--hz", "0"],
            vec!["sidle", "simulate", "a.toml", "--controller", "none"],
            vec![
                "sidle", "simulate", "a.toml", "--script", "b", "--replay", "c",
            ],
            vec!["sidle", "simulate", "a.toml", "--replay", "c", "--hz", "60"],
            vec!["sidle", "replay"],
            vec!["sidle", "replay", "a.sidle", "--force"],
            vec!["sidle", "compare", "a.toml"],
            vec!["sidle", "check"],
        ] {
            assert_eq!(
                Cli::try_parse_from(&arguments).unwrap_err().exit_code(),
                2,
                "{arguments:?}"
            );
        }
    }
}
