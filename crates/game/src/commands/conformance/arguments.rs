//! The arguments of `sidle conformance`.

use std::path::PathBuf;

use clap::Args;

use sidle::player::Controller;
use sidle_conformance::Family;

use crate::options::arguments::{MoverArguments, named_parser, parse_finite};

/// The greatest padding; metres. Larger: a body that never comes near anything.
const MAX_PADDING: f64 = 1.0;

#[derive(Debug, Args)]
#[command(after_help = CONFORMANCE_HELP)]
pub struct ConformanceArguments {
    /// Examine this controller [default: all three, unless --mover is given] (repeatable)
    #[arg(long = "controller", value_name = "C", value_parser = named_parser(&Controller::NAMES))]
    pub controllers: Vec<Controller>,
    #[command(flatten)]
    pub movers: MoverArguments,
    /// The gap that a mover keeps on purpose, in metres, such as jolt=0.02 (repeatable)
    #[arg(long, value_name = "NAME=METRES", value_parser = parse_padding)]
    pub padding: Vec<Padding>,
    /// Run only these families, separated by commas; --list shows them
    #[arg(long, value_name = "FAMILY", value_delimiter = ',', value_parser = named_parser(Family::NAMES), hide_possible_values = true)]
    pub only: Vec<Family>,
    /// Write all results, and into its folder a level and a recording of each failure
    #[arg(long, value_name = "OUT")]
    pub json: Option<PathBuf>,
    /// Write the results as a page, with pictures of failures
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Write the results as JUnit XML
    #[arg(long, value_name = "OUT")]
    pub junit: Option<PathBuf>,
    /// Print the families and their scenes, and run nothing
    #[arg(long)]
    pub list: bool,
}

const CONFORMANCE_HELP: &str = "\
Exits with 1 if a variant is passed only in part, or failed. What a mover does
not offer is no failure, but a run in which nothing is offered also exits with
1. docs/conformance.md describes the families.";

/// The gap that a mover keeps on purpose.
#[derive(Clone, Debug, PartialEq)]
pub struct Padding {
    /// The mover's name on the command line.
    pub mover: String,
    pub metres: f64,
}

fn parse_padding(text: &str) -> Result<Padding, String> {
    let parts = text.split_once('=').and_then(|(mover, metres)| {
        Some(Padding {
            mover: mover.to_owned(),
            metres: parse_finite(metres)?,
        })
    });
    parts
        .filter(|padding| (0.0..=MAX_PADDING).contains(&padding.metres))
        .ok_or_else(|| format!("expected NAME=METRES, from 0 to {MAX_PADDING}, such as jolt=0.02"))
}

impl ConformanceArguments {
    /// Checks that no mover comes twice, and that each padding is that of one of them.
    ///
    /// # Errors
    /// A message about the usage.
    pub fn check(&self) -> Result<(), String> {
        self.movers.check_names()?;
        for (at, controller) in self.controllers.iter().enumerate() {
            if self.controllers[..at].contains(controller) {
                let name = controller.name();
                return Err(format!("--controller: `{name}` is named twice"));
            }
        }
        for (at, Padding { mover, .. }) in self.padding.iter().enumerate() {
            let mut movers = self.movers.movers.iter();
            if !movers.any(|command| command.name() == mover) {
                return Err(format!("--padding: no --mover is called `{mover}`"));
            }
            let mut before = self.padding[..at].iter();
            if before.any(|padding| padding.mover == *mover) {
                return Err(format!("--padding: `{mover}` has two paddings"));
            }
        }
        Ok(())
    }
}
