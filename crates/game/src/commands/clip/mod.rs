//! `sidle clip`: a moving picture of a recording.
//!
//! [`sketch`] turns a tick into flat shapes, as the contact inspector draws it; [`mod@paint`] and [`vector`] make pixels and SVG of
//! them, so that neither needs a window. Without `--side`, the game takes the pictures in a window.

mod paint;
mod sketch;
mod vector;

use std::path::PathBuf;

use clap::Args;

use sidle::geometry::float::{max, min};
use sidle::player::TickInput;
use sidle::replay::LevelHash;
use sidle::sim::Sim;

use crate::app::setup::MovieRequest;
use crate::commands::clip::paint::{Letters, paint};
use crate::commands::clip::sketch::{MAX_LINES, Sketch};
use crate::commands::clip::vector::svg;
use crate::commands::play;
use crate::commands::play::arguments::{WindowSize, parse_size};
use crate::draw::movie::{Format, MAX_FPS, MAX_PIXELS, MAX_SIDE, MIN_SIDE, Movie};
use crate::exit::Exit;
use crate::options::arguments::{
    InputArguments, Recorded, TickLimit, parse_finite, recorded_parser,
};
use crate::platform::terminal::{self, ProgressLine};
use crate::session::Session;
use crate::session::lab::LabInput;
use crate::session::recordings::{Run, contact_of};
use crate::view::side::SideView;

/// The longest time of a recording; seconds. Larger: a hostile number of ticks overflows.
const MAX_SECONDS: f64 = 1e6;

/// The slowest motion. Larger: a tick takes seconds.
const MAX_SLOW: i64 = 100;

/// Around the contact of a link, the picture is so many times slower, which shows about every tick, and has so much of the time before
/// and after; seconds. Shorter: the way to the contact is not seen; longer: the picture is large.
const CONTACT_SLOW: u32 = 5;
const BEFORE_CONTACT: f64 = 0.4;
const AFTER_CONTACT: f64 = 0.3;

#[derive(Debug, Args)]
#[command(after_help = CLIP_HELP)]
pub struct ClipArguments {
    /// The recording, or a link that holds one
    #[arg(value_name = "FILE|LINK", value_parser = recorded_parser())]
    pub recording: Recorded,
    /// The picture to write: OUT.gif, OUT.png or OUT.webp moves; OUT.svg is one tick
    #[arg(value_name = "OUT", required_unless_present = "out")]
    pub picture: Option<PathBuf>,
    /// The same
    #[arg(long, value_name = "OUT", hide = true, conflicts_with = "picture")]
    pub out: Option<PathBuf>,
    /// Where in the recording the picture begins; seconds [default: its start, or shortly before the contact of a link]
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub from: Option<f64>,
    /// Where it ends; seconds [default: the end of the recording, or shortly after the contact]
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub to: Option<f64>,
    /// Show it from the side, as "see why" does; needs no display
    #[arg(long)]
    pub side: bool,
    /// Size of the picture; pixels
    #[arg(long, value_name = "WxH", value_parser = parse_size, default_value = "640x400")]
    pub size: WindowSize,
    /// Frames per second of a moving picture
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_FPS)), default_value_t = 25)]
    pub fps: u32,
    /// How many times slower than in the game everything moves [default: 1, or 5 around the contact of a link]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_SLOW))]
    pub slow: Option<u32>,
    /// The level [default: the recorded name, next to the recording or in `levels`; or the level of the link]
    #[arg(long, value_name = "PATH")]
    pub level: Option<PathBuf>,
    #[command(flatten)]
    pub limit: TickLimit,
}

const CLIP_HELP: &str = "\
With --side no display is needed, and the same recording gives the same picture.
Without it, the player's view is taken in a window.
All frames together may have 100 million pixels: 15 s of 640x400 at 25 per second.";

pub fn run(mut arguments: ClipArguments) -> Result<Exit, String> {
    let path = arguments.picture.as_ref().or(arguments.out.as_ref());
    let path = path.cloned().unwrap_or_default();
    let is_still = path
        .extension()
        .is_some_and(|name| name.eq_ignore_ascii_case("svg"));
    let format = Format::of(&path);
    if format.is_none() && !is_still {
        return Err(format!(
            "`{}` names no format of pictures\nexpected a name that ends in .gif, .png, .webp or .svg",
            path.display()
        ));
    }
    if is_still && !arguments.side {
        return Err("a picture as .svg is one of the view from the side\nadd --side".to_owned());
    }
    let size = checked_size(arguments.size)?;
    let input = InputArguments {
        script: None,
        replay: Some(arguments.recording.clone()),
    };
    let Some(run) = Run::load(arguments.level.as_deref(), &input, Sim::DEFAULT_HZ)? else {
        return Ok(Exit::Problems);
    };
    arguments.limit.check(run.input.moment())?;
    let recording = run.input.recording();
    let all = recording.map_or(0, |recording| recording.inputs.ticks());
    if let Recorded::Link(link) = &arguments.recording
        && let Some(tick) = contact_of(link)
    {
        let begun = run.input.start_state().map_or(0, |state| state.tick);
        let contact = tick.saturating_sub(begun).min(all) as f64 / f64::from(run.hz);
        arguments.show_contact(contact, is_still);
    }
    let span = if is_still {
        Span::of_still(&arguments, run.hz, all)?
    } else {
        Span::of(&arguments, run.hz, all)?
    };
    span.check_pixels(size)?;
    let bytes = match format {
        Some(format) if !arguments.side => {
            return play::run_movie(
                input,
                arguments.level,
                MovieRequest {
                    path,
                    format,
                    size,
                    fps: arguments.fps,
                    ticks: span.ticks,
                },
            );
        }
        Some(format) => {
            let mut movie = Movie::new(size, arguments.fps);
            let letters = Letters::new()?;
            film(run, &span, size, &letters, |sketch| {
                movie.add(size, paint(&sketch, &letters))
            })?;
            movie.encode(format)?
        }
        None => {
            let mut text = String::new();
            film(run, &span, size, &Letters::new()?, |sketch| {
                text = svg(&sketch);
                Ok(())
            })?;
            text.into_bytes()
        }
    };
    terminal::write(&path, &bytes)?;
    Ok(Exit::Fine)
}

impl ClipArguments {
    /// Without a part that is asked for, shows the contact at so many seconds.
    fn show_contact(&mut self, contact: f64, is_still: bool) {
        if self.from.is_some() || self.to.is_some() {
            return;
        }
        if is_still {
            self.from = Some(contact);
        } else {
            self.from = Some(max(contact - BEFORE_CONTACT, 0.0));
            self.to = Some(contact + AFTER_CONTACT);
            self.slow.get_or_insert(CONTACT_SLOW);
        }
    }

    fn start(&self) -> f64 {
        self.from.unwrap_or(0.0)
    }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    parse_finite(text)
        .filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds))
        .ok_or_else(|| format!("expected seconds from 0 to {MAX_SECONDS}"))
}

fn checked_size(size: WindowSize) -> Result<[u16; 2], String> {
    let sides = [size.width, size.height];
    if sides
        .iter()
        .any(|side| !(MIN_SIDE..=MAX_SIDE).contains(side))
    {
        return Err(format!(
            "--size: a picture of {} x {} pixels\nexpected sides from {MIN_SIDE} to {MAX_SIDE}",
            size.width, size.height
        ));
    }
    Ok(sides)
}

/// The frames of a picture.
#[derive(Debug, PartialEq, Eq)]
struct Span {
    /// The tick of each frame, counted from the start of the recording.
    ticks: Vec<u64>,
}

impl Span {
    /// The frames that `arguments` ask for, of a recording with `all` ticks at `hz`.
    fn of(arguments: &ClipArguments, hz: u32, all: u64) -> Result<Self, String> {
        let seconds = all as f64 / f64::from(hz);
        // Frames per second of the recording.
        let fps = f64::from(arguments.fps * arguments.slow.unwrap_or(1));
        let end = min(arguments.to.unwrap_or(seconds), seconds);
        check_start(arguments, seconds, all)?;
        if end < arguments.start() {
            return Err(format!(
                "--to is {} s, before the start at {} s\nexpected a later time",
                arguments.to.unwrap_or(end),
                arguments.start()
            ));
        }
        // A whole number of frames is one after rounding, too.
        let frames = ((end - arguments.start()) * fps + 1e-6).floor() as u64 + 1;
        let tick = |frame: u64| {
            let time = arguments.start() + frame as f64 / fps;
            ((time * f64::from(hz)).round() as u64).clamp(1, all)
        };
        // A hostile recording may have millions.
        if frames > MAX_PIXELS {
            return Err(too_long());
        }
        Ok(Self {
            ticks: (0..frames).map(tick).collect(),
        })
    }

    /// The one frame of a still.
    fn of_still(arguments: &ClipArguments, hz: u32, all: u64) -> Result<Self, String> {
        check_start(arguments, all as f64 / f64::from(hz), all)?;
        let tick = (arguments.start() * f64::from(hz)).round() as u64;
        Ok(Self {
            ticks: vec![tick.clamp(1, all)],
        })
    }

    fn check_pixels(&self, size: [u16; 2]) -> Result<(), String> {
        let [width, height] = size.map(u64::from);
        let pixels = self.ticks.len() as u64 * width * height;
        if pixels > MAX_PIXELS {
            return Err(too_long());
        }
        Ok(())
    }
}

fn too_long() -> String {
    format!(
        "the picture is too long: all frames together may have {} million pixels\n\
         choose a shorter part by --from and --to, or a smaller --size or --fps",
        MAX_PIXELS / 1_000_000
    )
}

fn check_start(arguments: &ClipArguments, seconds: f64, all: u64) -> Result<(), String> {
    if all == 0 {
        return Err("the recording has no tick, so there is nothing to show".to_owned());
    }
    if arguments.start() > seconds {
        return Err(format!(
            "--from is {} s, and the recording ends after {seconds:.3} s",
            arguments.start()
        ));
    }
    Ok(())
}

/// Plays `run`, and draws each frame of `span` from the side.
fn film(
    run: Run,
    span: &Span,
    size: [u16; 2],
    letters: &Letters,
    mut each: impl FnMut(Sketch) -> Result<(), String>,
) -> Result<(), String> {
    let hash = LevelHash::of_level(&run.level);
    run.input
        .warn_if_level_differs(&run.path, &run.level.scene.name, hash);
    let mut inputs = run.inputs(None);
    let recording = run.input.recording().cloned();
    let state = run.input.start_state();
    let hz = run.hz;
    let mut session = Session::new(run.level, None, hz)
        .starting_from(state.as_ref())
        .repeating(recording.as_ref());
    session.set_tracing(true);
    // In a pause, the inspector shows the tick itself.
    session.paused = true;
    let begun = session.sim.ticks();
    let mut side = SideView::new(session.sim.player().position);
    let measure = |text: &str| letters.measure(text);
    let mut progress = ProgressLine::new();
    let mut shown = 0;
    for (number, tick) in span.ticks.iter().enumerate() {
        while session.sim.ticks() - begun < *tick {
            let Some(input) = inputs.next() else { break };
            tick_of(&mut session, &input);
        }
        progress.show_ticks(number as u64 + 1, Some(span.ticks.len() as u64));
        session.update_contact_clip();
        side.pass((tick - shown) as f64 / f64::from(hz));
        shown = *tick;
        let mut sketch = Sketch::new(&mut side, &session, (size, MAX_LINES), &measure);
        if span.ticks.len() == 1 {
            // The caption of a still leaves no line free.
            side = SideView::new(session.sim.player().position);
            sketch = Sketch::new(&mut side, &session, (size, sketch.lines), &measure);
        }
        each(sketch)?;
    }
    Ok(())
}

fn tick_of(session: &mut Session, input: &TickInput) {
    session.tick(input, &LabInput::default(), None);
}

#[cfg(test)]
mod tests;
