//! The command line.

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValuesParser};
use clap::{ArgGroup, Args, Parser, builder::TypedValueParser};

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::player::{Controller, Rules, Tuning};
use sidle::replay::{Header, Moment};
use sidle::sim::Sim;

use crate::options::map_size::MapSize;
use crate::options::overlay_set::OverlaySet;
use crate::options::ranges::{FIELDS_OF_VIEW, MSAA, SENSITIVITIES};
use crate::options::settings::values::is_address;
use crate::session::lab::exhibit::parse_exhibit;

/// Walk around a level as a camera sphere, and watch how you slide along its walls.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Subcommand>,
    #[command(flatten)]
    pub play: PlayArguments,
}

const EXIT_CODES: &str = "\
Without a command, `play` is meant: `sidle LEVEL` opens a level, `sidle` the test level.
Messages go to stderr, results to stdout.
Exit codes: 0 fine, 1 the input has problems or a check failed, 2 wrong usage.";

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Open the window and walk around a level
    #[command(after_help = "Keys: F1 in the game shows them all.")]
    Play(PlayArguments),
    /// Report all problems of levels, each with file:line:column
    Check(CheckArguments),
    /// Run a level without a window, and print where the player ends
    Simulate(SimulateArguments),
    /// Play a recording in the window, or verify that it comes out as it was recorded
    Replay(ReplayArguments),
    /// Print a link that holds a recording and its level
    Link(LinkArguments),
    /// Run a level with each controller, and compare how they do
    Compare(CompareArguments),
    /// Write a small commented level to begin with
    New(NewArguments),
    /// Print the JSON schema of the level format, for editors
    Schema,
}

#[derive(Debug, Args)]
pub struct PlayArguments {
    /// The level to open, or a bare OBJ mesh, around which one is made; without it, the one chosen in the list of levels, or levels/courtyard.toml below the current folder, or else the
    /// test level that the program carries
    pub level: Option<PathBuf>,
    #[command(flatten)]
    pub start: StartArguments,
    #[command(flatten)]
    pub input: InputArguments,
    /// What to draw over the level: all, none, or names between commas (boxes, triangles, xray, tightness, axes, contacts, moves, candidates, tests, ghosts, tree)
    #[arg(long, value_name = "all|none|NAME,…", value_parser = OverlaySet::parse, default_value = "none", hide_default_value = true)]
    pub overlays: OverlaySet,
    /// Begin with the player seen from outside
    #[arg(long)]
    pub outside: bool,
    /// Begin with a free camera there: metres and degrees
    #[arg(long, value_name = "X,Y,Z,YAW,PITCH", value_parser = parse_spawn, allow_hyphen_values = true, conflicts_with = "outside")]
    pub free: Option<SpawnArgument>,
    /// Begin with the map: off, inset or large
    #[arg(long, value_name = "SIZE", value_parser = map_parser(), default_value = "off", hide_default_value = true, hide_possible_values = true)]
    pub map: MapSize,
    /// Begin with the panel open
    #[arg(long)]
    pub panel: bool,
    /// In a level with a `[lab]`: the pair of shapes to begin with, such as box-box
    #[arg(long, value_name = "NAME", value_parser = parse_exhibit)]
    pub exhibit: Option<String>,
    /// Ticks per second
    #[arg(long, value_name = "N", default_value_t = Sim::DEFAULT_HZ, value_parser = hz_parser(), conflicts_with = "replay")]
    pub hz: u32,
    /// Size of the window; pixels
    #[arg(long, value_name = "WxH", value_parser = parse_size, default_value = "1280x720")]
    pub size: WindowSize,
    /// Samples per pixel against jagged edges; 1 is off [default: the settings', or 4 and 1 while frames are slow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(i64::from(*MSAA.start())..=i64::from(*MSAA.end())))]
    pub msaa: Option<u8>,
    /// Percent of the window's width and height to draw the level at [default: 100, and less while frames are slow]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(10..=100))]
    pub resolution: Option<u8>,
    /// How far the view turns per pixel of mouse motion; degrees [default: the settings', or 0.1]
    #[arg(long, value_name = "DEGREES", value_parser = parse_sensitivity)]
    pub sensitivity: Option<f64>,
    /// Field of view from top to bottom; degrees [default: the settings', or 60]
    #[arg(long, value_name = "DEGREES", value_parser = parse_field_of_view)]
    pub fov: Option<f64>,
    /// Write a picture after the time given by --after, and quit
    #[arg(long, value_name = "OUT.png", requires = "after")]
    pub screenshot: Option<PathBuf>,
    /// Game time before the picture is taken; seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_after, requires = "screenshot")]
    pub after: Option<f64>,
}

/// How to start, where not as the level says.
#[derive(Debug, Args)]
pub struct StartArguments {
    /// The controller to start with, instead of the level's
    #[arg(long, value_name = "C", value_parser = controller_parser())]
    pub controller: Option<Controller>,
    /// Start here instead of at the level's spawn: metres and degrees
    #[arg(long, value_name = "X,Y,Z,YAW,PITCH", value_parser = parse_spawn, allow_hyphen_values = true)]
    pub spawn: Option<SpawnArgument>,
}

impl StartArguments {
    /// Puts them in the place of what the level says.
    ///
    /// # Errors
    /// When the controller cannot move the level's body, or the player would start below the level's
    /// limit, and so return to the start for ever.
    pub fn apply(&self, rules: &mut Rules, tuning: &Tuning) -> Result<(), String> {
        let Rules { spawn, kill_y } = rules;
        if let Some(controller) = self.controller {
            if !controller.suits(tuning.body) {
                let (name, moves) = (controller.name(), controller.moves());
                return Err(format!(
                    "--controller: the {name} controller moves {moves}, and this level's body is a \
                     capsule"
                ));
            }
            spawn.controller = controller;
        }
        if let Some(start) = self.spawn {
            let y = start.position[1];
            if y < *kill_y {
                return Err(format!(
                    "--spawn: the height {y} is below the level's `kill_y`, {kill_y}"
                ));
            }
            spawn.position = DVec3::from_array(start.position);
            (spawn.yaw, spawn.pitch) = start.view();
        }
        Ok(())
    }
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The levels to check
    #[arg(value_name = "LEVEL", required = true)]
    pub levels: Vec<PathBuf>,
    /// Print the problems as JSON on stdout
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct NewArguments {
    /// The new file; `.toml` may be left out
    pub name: PathBuf,
}

#[derive(Debug, Args)]
pub struct SimulateArguments {
    /// The level to run; without it, that of the recording given by --replay
    #[arg(required_unless_present = "replay")]
    pub level: Option<PathBuf>,
    #[command(flatten)]
    pub start: StartArguments,
    #[command(flatten)]
    pub input: InputArguments,
    /// Ticks per second
    #[arg(long, value_name = "N", default_value_t = Sim::DEFAULT_HZ, value_parser = hz_parser(), conflicts_with = "replay")]
    pub hz: u32,
    /// Write one row per tick
    #[arg(long, value_name = "OUT.csv")]
    pub trace: Option<PathBuf>,
    /// Record the run
    #[arg(long, value_name = "OUT.sidle")]
    pub record: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// What the player does; without it, in the window live input, and else nothing for five seconds.
#[derive(Debug, Args)]
pub struct InputArguments {
    /// A walk script: what the player does; in the window, live input follows it
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// A recording, or a link that holds one: what the player does, and the start, tuning and tick rate with which it was made
    #[arg(long, value_name = "FILE|LINK", value_parser = recorded_parser(), conflicts_with = "script")]
    pub replay: Option<Recorded>,
}

/// Where a recording is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    File(PathBuf),
    /// In this text.
    Link(String),
}

fn recorded_parser() -> impl TypedValueParser<Value = Recorded> {
    OsStringValueParser::new().map(|text| match text.into_string() {
        Ok(text) if text.contains(Moment::KEY) => Recorded::Link(text),
        Ok(text) => Recorded::File(text.into()),
        Err(text) => Recorded::File(text.into()),
    })
}

#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// The recording, or a link that holds one
    #[arg(value_name = "FILE|LINK", value_parser = recorded_parser())]
    pub file: Recorded,
    /// Open no window: play it as fast as that goes, and name the first tick that is not as recorded
    #[arg(long)]
    pub verify: bool,
    /// The level; without it, the one of the recorded name beside the recording or in `levels`, or that of the link
    #[arg(long, value_name = "PATH")]
    pub level: Option<PathBuf>,
    /// Go on although the level is not the recorded one
    #[arg(long, requires = "verify")]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = LINK_HELP)]
pub struct LinkArguments {
    /// The recording
    pub file: PathBuf,
    /// The level; without it, the one of the recorded name beside the recording or in `levels`
    #[arg(long, value_name = "PATH")]
    pub level: Option<PathBuf>,
    /// The page to which it leads
    #[arg(
        long,
        value_name = "URL",
        value_parser = parse_page
    )]
    pub page: Option<String>,
}

const LINK_HELP: &str = "\
The page replays it, and so does `sidle replay LINK`. The level's text is in
the link, and its meshes are not: those that come with the game are there, and
you are told of others.";

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("input").args(["script", "replay"]).required(true), after_help = COMPARE_HELP)]
pub struct CompareArguments {
    /// The level to run; without it, that of the recording given by --replay
    #[arg(required_unless_present = "replay")]
    pub level: Option<PathBuf>,
    #[command(flatten)]
    pub input: InputArguments,
    /// Ticks per second
    #[arg(long, value_name = "N", default_value_t = Sim::DEFAULT_HZ, value_parser = hz_parser(), conflicts_with = "replay")]
    pub hz: u32,
    /// Draw the level from above, and the paths in it
    #[arg(long, value_name = "OUT.svg")]
    pub svg: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
}

const COMPARE_HELP: &str = "\
distance         the way of the body, without returns to the spawn
speed kept       its way while it wished to move, per way wished;
                 on foot: the level part of it; without what carried it
worst overlap    how deep the body was in anything after a tick
residual motion  its way per tick while blocked, the median; blocked is who
                 wished the same way for a quarter of a second, and got no
                 farther than a hundredth of what it wished
on the ground    of the ticks on foot, those that ended on a floor
time per tick    the mean; it alone differs from run to run";

/// Size of a window; pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSize {
    pub width: u16,
    pub height: u16,
}

/// Where to start; metres and degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnArgument {
    pub position: [f64; 3],
    pub yaw_deg: f64,
    pub pitch_deg: f64,
}

impl SpawnArgument {
    /// Where it looks: yaw and pitch.
    pub fn view(&self) -> (BinaryAngle, BinaryAngle) {
        (
            BinaryAngle::from_degrees(self.yaw_deg),
            BinaryAngle::from_degrees(self.pitch_deg),
        )
    }
}

fn controller_parser() -> impl TypedValueParser<Value = Controller> {
    let find = |name: String| Controller::NAMES.iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(Controller::NAMES.map(|(name, _)| name)).try_map(move |name| {
        find(name)
            .map(|(_, controller)| *controller)
            .ok_or("unknown")
    })
}

fn map_parser() -> impl TypedValueParser<Value = MapSize> {
    let find = |name: String| MapSize::NAMES.iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(MapSize::NAMES.map(|(name, _)| name))
        .try_map(move |name| find(name).map(|(_, size)| *size).ok_or("unknown"))
}

fn hz_parser() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=i64::from(Header::MOST_HZ))
}

fn parse_size(text: &str) -> Result<WindowSize, String> {
    let numbers = text.split_once(['x', 'X']).and_then(|(width, height)| {
        Some(WindowSize {
            width: width.parse().ok()?,
            height: height.parse().ok()?,
        })
    });
    numbers
        .filter(|size| (16..=16_384).contains(&size.width) && (16..=16_384).contains(&size.height))
        .ok_or_else(|| "expected WIDTHxHEIGHT, each from 16 to 16384, such as 1280x720".to_owned())
}

fn parse_spawn(text: &str) -> Result<SpawnArgument, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .filter_map(|part| parse_finite(part.trim()))
        .collect();
    match numbers[..] {
        [x, y, z, yaw_deg, pitch_deg]
            if text.split(',').count() == 5
                && (-90.0..=90.0).contains(&pitch_deg)
                && [x, y, z].iter().all(|coordinate| coordinate.abs() <= 1e9) =>
        {
            Ok(SpawnArgument {
                position: [x, y, z],
                yaw_deg,
                pitch_deg,
            })
        }
        _ => Err("expected five numbers X,Y,Z,YAW,PITCH, the pitch from -90 to 90".to_owned()),
    }
}

fn parse_after(text: &str) -> Result<f64, String> {
    parse_finite(text)
        .filter(|seconds| (0.0..=3600.0).contains(seconds))
        .ok_or_else(|| "expected seconds from 0 to 3600".to_owned())
}

fn parse_page(text: &str) -> Result<String, String> {
    let address = Some(text).filter(|text| is_address(text));
    let address = address.map(str::to_owned);
    address.ok_or_else(|| "expected an address, such as https://example.org/sidle/".to_owned())
}

fn parse_sensitivity(text: &str) -> Result<f64, String> {
    parse_finite(text)
        .filter(|degrees| SENSITIVITIES.contains(degrees))
        .ok_or_else(|| {
            let (least, most) = (SENSITIVITIES.start(), SENSITIVITIES.end());
            format!("expected degrees per pixel from {least} to {most}")
        })
}

fn parse_field_of_view(text: &str) -> Result<f64, String> {
    parse_finite(text)
        .filter(|degrees| FIELDS_OF_VIEW.contains(degrees))
        .ok_or_else(|| {
            let (least, most) = (FIELDS_OF_VIEW.start(), FIELDS_OF_VIEW.end());
            format!("expected degrees from {least} to {most}")
        })
}

fn parse_finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn play_may_be_left_out() {
        let bare = Cli::parse_from(["sidle", "a.toml", "--spawn", "-1,2,-3,90,-10"]);
        assert_eq!(bare.play.level, Some("a.toml".into()));
        let spawn = bare.play.start.spawn.unwrap();
        assert_eq!(
            (spawn.position, spawn.yaw_deg, spawn.pitch_deg),
            ([-1.0, 2.0, -3.0], 90.0, -10.0)
        );
        let named = Cli::parse_from(["sidle", "play", "a.toml", "--size", "640x480"]);
        assert!(matches!(named.command, Some(Subcommand::Play(play)) if play.size.width == 640));
    }

    #[test]
    fn wrong_values_are_refused() {
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
