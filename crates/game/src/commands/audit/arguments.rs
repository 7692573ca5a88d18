//! The arguments of `sidle audit`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use sidle::player::Controller;
use sidle_audit::{AuditOptions, FindingKind};

use crate::options::arguments::{MoverArguments, named_parser};
use crate::session::movers::AuditMovers;

/// How long an audit takes if nothing else is asked for; seconds for each level.
const SECONDS: f64 = 10.0;

/// How much of each of two levels is walked. Smaller: more is missed; larger: a pull request waits.
const DIFF_TICKS: u64 = 1_000_000;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct AuditArguments {
    #[command(subcommand)]
    pub command: Option<AuditCommand>,
    /// The levels, or bare meshes, to test
    #[arg(value_name = "LEVEL", required = true)]
    pub levels: Vec<PathBuf>,
    /// Seconds to walk in each level [default: 10]
    #[arg(long, value_name = "N", value_parser = parse_seconds)]
    pub seconds: Option<f64>,
    /// Ticks to walk in each level, all walkers together, for the same report on every machine
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    pub ticks: Option<u64>,
    /// Seed of the walks
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// Run shard K of N, for `sidle audit merge`
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = parse_shard)]
    pub shard: (u32, u32),
    /// Memory for remembered places
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = parse_memory)]
    pub memory: usize,
    /// Expect ways to floor that is up to M metres higher than a walker climbs
    #[arg(long, value_name = "M", default_value_t = AuditOptions::default().rise, value_parser = parse_rise)]
    pub rise: f64,
    /// Write the report, and a recording of each finding into its folder
    #[arg(long, value_name = "OUT")]
    pub json: Option<PathBuf>,
    /// Draw the level's plan, coloured by visits, with a pin for each finding
    #[arg(long, value_name = "OUT")]
    pub svg: Option<PathBuf>,
    /// Write the way of each finding as a point file, which TrenchBroom draws over the map
    #[arg(long, value_name = "OUT")]
    pub pts: Option<PathBuf>,
    /// Compare the floor that walkers reach, and links that they can go, with this navmesh: a file of Recast and Detour (.bin) or of Godot (.tres, .tscn), or its triangles as a mesh
    #[arg(long, value_name = "FILE")]
    pub navmesh: Option<PathBuf>,
    /// Who walks, instead of the level's controller
    #[arg(long, value_name = "C", value_parser = named_parser(&Controller::NAMES))]
    pub controller: Option<Controller>,
    #[command(flatten)]
    pub movers: MoverArguments,
    #[command(flatten)]
    pub judged: JudgeArguments,
}

/// Which findings count.
#[derive(Debug, Args)]
pub struct JudgeArguments {
    /// Ignore the findings of this earlier report
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Fail only on findings of these kinds
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = named_parser(&FindingKind::NAMES))]
    pub fail_on: Vec<FindingKind>,
    /// Write the findings as SARIF, for services that show them in the files
    #[arg(long, value_name = "OUT")]
    pub sarif: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum AuditCommand {
    /// Join the reports of several parts to one
    Merge(MergeArguments),
    /// Say what an edit of a level opened, closed, and made reachable or not, and which entry did it
    Diff(DiffArguments),
}

#[derive(Debug, Args)]
pub struct DiffArguments {
    /// The level before: a file, or `REVISION:PATH` of a git repository
    #[arg(value_name = "OLD")]
    pub old: String,
    /// The level now, likewise
    #[arg(value_name = "NEW")]
    pub new: String,
    /// Ticks to walk in each level, all walkers together
    #[arg(long, value_name = "N", default_value_t = DIFF_TICKS, value_parser = clap::value_parser!(u64).range(1..))]
    pub ticks: u64,
    /// Seed of the walks
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// Write the differences, and recordings of both levels for each finding into its folder
    #[arg(long, value_name = "OUT")]
    pub json: Option<PathBuf>,
    /// Draw the floor, coloured by what happened to it, and each finding before and now
    #[arg(long, value_name = "OUT")]
    pub svg: Option<PathBuf>,
    /// Write the differences as Markdown, for a comment on a pull request
    #[arg(long, value_name = "OUT")]
    pub markdown: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The reports, as `--json` writes them
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    /// Write the joined report, and the recordings into its folder
    #[arg(long, value_name = "OUT")]
    pub json: PathBuf,
    #[command(flatten)]
    pub judged: JudgeArguments,
}

/// How much an audit may walk in a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    Seconds(f64),
    Ticks(u64),
}

impl AuditArguments {
    /// Checks that the arguments fit together.
    ///
    /// # Errors
    /// A message about the usage.
    pub fn check(&self) -> Result<(), String> {
        if self.pts.is_some() && self.levels.len() > 1 {
            return Err("`--pts` takes one level: name one, or leave it out".to_owned());
        }
        if self.navmesh.is_some() && (self.levels.len() > 1 || self.shard.1 > 1) {
            return Err(
                "`--navmesh` takes one level and no `--shard`: the whole of one floor is compared"
                    .to_owned(),
            );
        }
        self.movers.check_one(self.controller)
    }

    /// The mover that walks, if one is named.
    pub fn mover(&self) -> Option<AuditMovers> {
        let limit = Duration::from_millis(self.movers.mover_timeout);
        let command = self.movers.movers.first()?;
        Some(AuditMovers::new(command.clone(), limit))
    }

    /// How much it may walk in each level.
    pub fn budget(&self) -> Budget {
        match (self.ticks, self.seconds) {
            (Some(ticks), _) => Budget::Ticks(ticks),
            (None, seconds) => Budget::Seconds(seconds.unwrap_or(SECONDS)),
        }
    }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if seconds > 0.0 && seconds <= 1e6 {
        Ok(seconds)
    } else {
        Err("expected more than 0 and at most 1e6 seconds".to_owned())
    }
}

fn parse_rise(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rise) if (0.0..=1000.0).contains(&rise) => Ok(rise),
        _ => Err("expected a number of metres from 0 to 1000".to_owned()),
    }
}

fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number from 1 to 1024".to_owned()),
    }
}

fn parse_memory(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(megabytes @ 1..=1_000_000) => Ok(megabytes),
        _ => Err("expected a number of megabytes from 1 to 1000000".to_owned()),
    }
}

fn parse_shard(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('/');
    let parts = parts.and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    match parts {
        Some((number, count)) if number >= 1 && number <= count => Ok((number, count)),
        _ => Err("expected K/N with K from 1 to N, for instance 2/4".to_owned()),
    }
}
