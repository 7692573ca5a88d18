//! The arguments of `sidle play`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};

use sidle::sim::Sim;

#[cfg(not(target_arch = "wasm32"))]
use crate::app::setup::MovieRequest;
use crate::app::setup::{Capture, ScreenshotRequest};
#[cfg(not(target_arch = "wasm32"))]
use crate::options::arguments::MoverArguments;
use crate::options::arguments::{
    InputArguments, SpawnArgument, StartArguments, hz_parser, named_parser, parse_finite,
    parse_spawn,
};
use crate::options::map_size::MapSize;
use crate::options::overlay_set::OverlaySet;
use crate::options::ranges::{FIELDS_OF_VIEW, MSAA, SENSITIVITIES};
use crate::options::surface_style::SurfaceStyle;
use crate::session::lab::parse_exhibit;

#[derive(Debug, Args)]
#[group(skip)]
#[command(group = ArgGroup::new("time of the picture").args(["after", "tick"]).multiple(true))]
pub struct PlayArguments {
    /// The level to open, or a bare mesh (OBJ, glTF, GLB) [default: the level of the recording given by --replay; else the start level
    /// of the list of levels; else levels/courtyard.toml below the current folder; else the built-in test level]
    pub level: Option<PathBuf>,
    #[command(flatten)]
    pub start: StartArguments,
    #[command(flatten)]
    pub input: InputArguments,
    #[cfg(not(target_arch = "wasm32"))]
    #[command(flatten)]
    pub movers: MoverArguments,
    /// The overlays to show: all, none, or names separated by commas (boxes, triangles, xray, tightness, axes, contacts, moves, candidates, tests, ghosts, tree, zones, surfaces, panes)
    #[arg(long, value_name = "all|none|NAME,…", value_parser = OverlaySet::parse, default_value = "none", hide_default_value = true)]
    pub overlays: OverlaySet,
    /// Pause at this tick of the recording that is replayed
    #[arg(long, value_name = "N")]
    pub tick: Option<u64>,
    /// Start with "see why" as large as the window
    #[arg(long)]
    pub why: bool,
    /// Start with the player seen from outside
    #[arg(long)]
    pub outside: bool,
    /// Start with a free camera there: metres and degrees
    #[arg(long, value_name = "X,Y,Z,YAW,PITCH", value_parser = parse_spawn, allow_hyphen_values = true, conflicts_with = "outside")]
    pub free: Option<SpawnArgument>,
    /// Start with the map: off, inset or large
    #[arg(long, value_name = "SIZE", value_parser = named_parser(&MapSize::NAMES), default_value = "off", hide_default_value = true, hide_possible_values = true)]
    pub map: MapSize,
    /// Start with the panel open
    #[arg(long)]
    pub panel: bool,
    /// In a level with a `[lab]`: the pair of shapes to start with, such as box-box
    #[arg(long, value_name = "NAME", value_parser = parse_exhibit)]
    pub exhibit: Option<String>,
    /// Ticks per second
    #[arg(long, value_name = "N", default_value_t = Sim::DEFAULT_HZ, value_parser = hz_parser(), conflicts_with = "replay")]
    pub hz: u32,
    /// Size of the window; pixels
    #[arg(long, value_name = "WxH", value_parser = parse_size, default_value = "1280x720")]
    pub size: WindowSize,
    /// Samples per pixel for anti-aliasing; 1 is off [default: from the settings; else 4, and 1 while frames are slow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(i64::from(*MSAA.start())..=i64::from(*MSAA.end())))]
    pub msaa: Option<u8>,
    /// Resolution of the level, in percent of the window's width and height [default: 100, and less while frames are slow]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(10..=100))]
    pub resolution: Option<u8>,
    /// How far the view turns per pixel of mouse motion; degrees [default: from the settings; else 0.1]
    #[arg(long, value_name = "DEGREES", value_parser = parse_sensitivity)]
    pub sensitivity: Option<f64>,
    /// Vertical field of view; degrees [default: from the settings; else 60]
    #[arg(long, value_name = "DEGREES", value_parser = parse_field_of_view)]
    pub fov: Option<f64>,
    /// How surfaces are drawn: materials, checker, plain, or collision, which shows the collision shapes [default: from
    /// the settings; else materials]
    #[arg(long, value_name = "STYLE", value_parser = surfaces_parser(), hide_possible_values = true)]
    pub surfaces: Option<SurfaceStyle>,
    /// Write a picture after the time given by --after, or at the tick given by --tick, and quit
    #[arg(long, value_name = "OUT.png", requires = "time of the picture")]
    pub screenshot: Option<PathBuf>,
    /// Game time before the picture is taken; seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_after, requires = "screenshot")]
    pub after: Option<f64>,
    /// The moving picture to take instead of playing, of `sidle clip`
    #[cfg(not(target_arch = "wasm32"))]
    #[arg(skip)]
    pub movie: Option<MovieRequest>,
}

impl PlayArguments {
    /// What to take instead of playing.
    pub fn take_capture(&mut self) -> Option<Capture> {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(movie) = self.movie.take() {
            return Some(Capture::Movie(movie));
        }
        let path = self.screenshot.take()?;
        let after = self.after.unwrap_or_default();
        Some(Capture::Screenshot(ScreenshotRequest { path, after }))
    }
}

impl PlayArguments {
    /// Checks that the movers fit together.
    ///
    /// # Errors
    /// A message about the usage.
    pub fn check(&self) -> Result<(), String> {
        #[cfg(not(target_arch = "wasm32"))]
        self.movers.check_count()?;
        Ok(())
    }
}

/// Size of a window; pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSize {
    pub width: u16,
    pub height: u16,
}

fn surfaces_parser() -> impl TypedValueParser<Value = SurfaceStyle> {
    let find = |name: String| SurfaceStyle::of_name(&name).ok_or("unknown");
    PossibleValuesParser::new(SurfaceStyle::NAMES).try_map(find)
}

/// Reads `WIDTHxHEIGHT`; pixels.
///
/// # Errors
/// A message with the expected form.
pub fn parse_size(text: &str) -> Result<WindowSize, String> {
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

fn parse_after(text: &str) -> Result<f64, String> {
    parse_finite(text)
        .filter(|seconds| (0.0..=3600.0).contains(seconds))
        .ok_or_else(|| "expected seconds from 0 to 3600".to_owned())
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
