//! `sidle explain`: a contact of any engine, rebuilt as a level with a recording.

mod file;

use std::path::PathBuf;

use clap::Args;

use sidle::geometry::Triangle;
use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;
use sidle::level::{Disk, Level, load_level};
use sidle::player::{
    BodyShape, Command, Controller, MoveSettings, Scratch, TickInput, Tuning, move_and_slide,
};
use sidle::replay::{Moment, Recorder, Recording};
use sidle::sim::Sim;
use sidle_conformance::oracle::Oracle;
use sidle_conformance::{flight, player, prop, vector};
use sidle_movers::{KnownState, State};

use self::file::{BodyEntry, Contact, MAX_SPEED, Tick};
use crate::commands::link::parse_page;
use crate::commands::replay;
use crate::exit::Exit;
use crate::platform::terminal;
use crate::session::recordings::link::link;

#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_HELP)]
pub struct ExplainArguments {
    /// The JSON file of the contact
    pub file: PathBuf,
    /// The page that the link opens
    #[arg(long, value_name = "URL", value_parser = parse_page)]
    pub page: Option<String>,
    /// Only print the ticks and the link, and write the level and the recording
    #[arg(long)]
    pub no_window: bool,
}

const EXPLAIN_HELP: &str = "\
Writes FILE-explained.toml and FILE-explained.sidle next to FILE, prints a link
that holds both, and opens them in the window. docs/explain.md describes FILE.";

pub fn run(arguments: &ExplainArguments) -> Result<Exit, String> {
    let contact = Contact::read(&arguments.file)?;
    let stem = arguments
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let name = format!("{stem}-explained.toml");
    let text = level_text(&contact, &stem);
    let path = arguments.file.with_file_name(&name);
    // A problem of the level names this file.
    terminal::write(&path, &text)?;
    let loaded = load_level(&path, &Disk);
    terminal::diagnostics(&loaded.diagnostics);
    let Some(level) = loaded.level else {
        return Ok(Exit::Problems);
    };
    print_ticks(&contact, &level)?;
    let recording = record(&contact, level, &name);
    let recording_path = path.with_extension("sidle");
    terminal::write(&recording_path, recording.encode())?;
    let page = arguments.page.as_deref().unwrap_or_default();
    match Moment::new(recording, &format!("levels/{name}"), &text).encode() {
        Ok(moment) => terminal::line(&link(page, &moment))?,
        Err(error) => terminal::note(&format!(
            "no link: {error}\nkeep fewer triangles, boxes or ticks; the files next to {} have all",
            arguments.file.display()
        )),
    }
    if arguments.no_window {
        return Ok(Exit::Fine);
    }
    replay::show_side(&recording_path, &path)
}

/// The tuning of a flight of this body.
fn tuning(contact: &Contact) -> Tuning {
    let usual = Tuning {
        fly_speed: longest(contact) * f64::from(contact.hz),
        ..Tuning::default()
    };
    match contact.body {
        BodyEntry::Sphere { radius } => Tuning { radius, ..usual },
        BodyEntry::Capsule { radius, height } => Tuning {
            body: BodyShape::Capsule,
            radius,
            height,
            crouch_height: height,
            eye_height: height * 0.9,
            ..usual
        },
    }
}

/// The contact as a level, whose spawn is the place of the first tick.
fn level_text(contact: &Contact, name: &str) -> String {
    let (tuning, mut ticks) = (tuning(contact), contact.ticks());
    let start = ticks.next().map_or(DVec3::ZERO, |tick| tick.position);
    let lowest = contact
        .ticks()
        .map(|tick| min(tick.result.y, tick.position.y));
    let lowest = lowest.fold(f64::INFINITY, min);
    let mut text = format!(
        "format = 1\nname = {}\nabout = {}\n\n[spawn]\nposition = {}\nmode = \"fly\"\ncontroller = \"swept\"\n\n\
         [limits]\nkill_y = {:?}\n\n[player]\n{}",
        quoted(name),
        quoted(&contact.note),
        vector(start),
        lowest - 1000.0,
        player(&tuning, tuning.fly_speed),
    );
    let corners: Vec<_> = contact.triangles().flatten().map(vector).collect();
    if !corners.is_empty() {
        text.push_str(&format!(
            "\n[[mesh]]\ntriangles = [{}]\n",
            corners.join(", ")
        ));
    }
    for block in contact.blocks() {
        text.push_str(&prop(&block));
    }
    text
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            control if control.is_control() => quoted.push(' '),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// The ticks as the engine made them. A ghost shows those of the swept controller, from the place of the first.
fn record(contact: &Contact, level: Level, file: &str) -> Recording {
    let name = level.scene.name.clone();
    let (mut sim, _) = Sim::of_level(level, contact.hz);
    let mut recorder = Recorder::new(&name, file, &sim);
    let longest = longest(contact);
    for tick in contact.ticks() {
        let command = Command {
            controller: Controller::Outer(0),
            ..flight(tick.motion, longest)
        };
        let velocity = (tick.result - tick.position) * f64::from(contact.hz);
        let state = State {
            position: tick.result,
            velocity: velocity.clamp_length_max(MAX_SPEED),
            ..State::default()
        };
        let input = TickInput {
            command,
            box_fit: sim.box_fit(),
        };
        sim.play_with(&input, &mut KnownState(state));
        recorder.add(&command, &sim);
    }
    recorder.recording()
}

/// The longest motion; metres.
fn longest(contact: &Contact) -> f64 {
    let lengths = contact.ticks().map(|tick| tick.motion.length());
    lengths.fold(0.0, max)
}

/// Prints for each tick what the engine did, and what the swept controller does from the same place.
fn print_ticks(contact: &Contact, level: &Level) -> Result<(), String> {
    let triangles: Vec<Triangle> = level.world.triangles().to_vec();
    let oracle = Oracle::new(&triangles, level.world.boxes());
    let Some(body) = level.tuning.body() else {
        return Ok(());
    };
    let rise = body.height() - body.radius() * 2.0;
    let inside = |place: DVec3| {
        let depth = body.radius() - oracle.segment_distance(place, rise);
        max(depth, 0.0) * 1e3
    };
    let mut scratch = Scratch::new();
    terminal::line("tick   asked mm   moved mm  inside mm   ours moved mm  inside mm   apart mm")?;
    for (number, tick) in contact.ticks().enumerate() {
        let Tick {
            position,
            motion,
            result,
        } = tick;
        let world = &level.world;
        let settings = MoveSettings::FLIGHT;
        let ours = move_and_slide(world, body, position, motion, &settings, &mut scratch, None);
        let ours = ours.position;
        terminal::line(&format!(
            "{:4} {:10.3} {:10.3} {:10.3} {:15.3} {:10.3} {:10.3}",
            number + 1,
            motion.length() * 1e3,
            (result - position).length() * 1e3,
            inside(result),
            (ours - position).length() * 1e3,
            inside(ours),
            (result - ours).length() * 1e3,
        ))?;
    }
    Ok(())
}
