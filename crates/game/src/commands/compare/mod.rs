//! `sidle compare` runs the same commands with each controller.

#[allow(
    clippy::disallowed_methods,
    reason = "pictures may differ slightly between machines"
)]
pub mod map;
pub mod measure;

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use serde::Serialize;

use sidle::player::Controller;
use sidle::replay::LevelHash;
use sidle::sim::Sim;

use crate::commands::compare::measure::{Measures, Worst, worst_mm};
use crate::exit::Exit;
use crate::options::arguments::{InputArguments, MoverArguments, TickLimit, hz_parser};
use crate::options::controllers;
use crate::platform::terminal;
use crate::session::movers::Movers;
use crate::session::recordings::Run;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("input").args(["script", "replay"]).required(true), after_help = COMPARE_HELP)]
pub struct CompareArguments {
    /// The level to run [default: the level of the recording given by --replay]
    #[arg(required_unless_present = "replay")]
    pub level: Option<PathBuf>,
    #[command(flatten)]
    pub input: InputArguments,
    #[command(flatten)]
    pub limit: TickLimit,
    #[command(flatten)]
    pub movers: MoverArguments,
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
distance         length of the body's path, without returns to the spawn
speed kept       distance moved while a motion was commanded, as a share of
                 the commanded distance; on foot: the horizontal part of it;
                 without the motion of a floor that carries the body
worst overlap    how deep the body was in anything after a tick, at most
residual motion  median distance per tick while blocked; blocked: the same
                 motion was commanded for a quarter of a second, and the body
                 moved less than a hundredth of the commanded distance
on the ground    share of the ticks on foot that end on a floor, or wedged
                 between surfaces too steep to stand on
time per tick    the mean; the only result that differs between runs";

/// All results as JSON.
#[derive(Serialize)]
struct Comparison<'c> {
    level: &'c str,
    hz: u32,
    ticks: u64,
    start: [f64; 3],
    runs: Vec<RunReport>,
}

/// The results of one controller.
#[derive(Serialize)]
struct RunReport {
    controller: &'static str,
    distance_m: f64,
    speed_kept: Option<f64>,
    worst_overlap_mm: f64,
    worst_overlap: Option<WorstOverlap>,
    residual_um_per_tick: Option<f64>,
    blocked_s: f64,
    on_floor: Option<f64>,
    respawns: u64,
    ns_per_tick: f64,
    end: [f64; 3],
    hash: String,
}

#[derive(Serialize)]
struct WorstOverlap {
    tick: u64,
    /// The value of `--spawn` that starts the game there.
    spawn: String,
}

pub fn run(arguments: &CompareArguments) -> Result<Exit, String> {
    let path = arguments.level.as_deref();
    let Some(mut run) = Run::load(path, &arguments.input, arguments.hz)? else {
        return Ok(Exit::Problems);
    };
    arguments.limit.check(run.input.moment())?;
    let path = &run.path;
    let hash = LevelHash::of_level(&run.level);
    let name = &run.level.scene.name;
    run.input.warn_if_level_differs(path, name, hash);
    let (mut all, mut exit) = (Vec::new(), Exit::Fine);
    let mut movers = Movers::start_some(&arguments.movers);
    if report(&mut movers) {
        exit = Exit::Problems;
    }
    let body = run.level.tuning.body;
    let suited = controllers::all().filter(|controller| controller.suits(body));
    for controller in suited {
        if !movers.is_alive(controller) {
            continue;
        }
        run.level.rules.spawn.controller = controller;
        // Each run moves the boxes of a separate world.
        let level = &run.level;
        let mut sim = Sim::new(level.world.clone(), level.tuning, level.rules, run.hz)
            .with_movers(level.movers.clone());
        run.input.restore_start(&mut sim)?;
        let inputs = run.inputs(Some(controller));
        let measures = Measures::of(sim, controller, inputs, &mut movers);
        // A mover that has ended has no column; the others are compared.
        report(&mut movers);
        if movers.is_alive(controller) {
            all.push(measures);
        } else {
            exit = Exit::Problems;
        }
    }
    if let Some(out) = &arguments.svg {
        terminal::write(out, map::draw(&run.level, run.hz, &all))?;
    }
    if arguments.json {
        print_json(&run, &all)?;
    } else {
        print_table(&run, &all)?;
        print_places(path, &all)?;
    }
    Ok(exit)
}

/// Prints why movers have ended or did not start, and returns whether there is something to say.
fn report(movers: &mut Movers) -> bool {
    let messages = movers.take_messages();
    messages.iter().for_each(|message| terminal::error(message));
    !messages.is_empty()
}

fn print_json(run: &Run, all: &[Measures]) -> Result<(), String> {
    terminal::json(&Comparison {
        level: &run.level.scene.name,
        hz: run.hz,
        ticks: all.first().map_or(0, |measures| measures.ticks),
        start: run.level.rules.spawn.position.to_array(),
        runs: all.iter().map(report_of).collect(),
    })
}

fn report_of(measures: &Measures) -> RunReport {
    RunReport {
        controller: controllers::name(measures.controller),
        distance_m: measures.distance,
        speed_kept: measures.speed_kept(),
        worst_overlap_mm: worst_mm(measures),
        worst_overlap: measures.worst.as_ref().map(|worst| WorstOverlap {
            tick: worst.tick,
            spawn: place(worst),
        }),
        residual_um_per_tick: measures.residual_um(),
        blocked_s: measures.blocked_seconds(),
        on_floor: measures.floor_share(),
        respawns: measures.respawns,
        ns_per_tick: measures.ns_per_tick(),
        end: measures.end.position.to_array(),
        hash: measures.hash.to_string(),
    }
}

/// A row of the table: its name, and the text of each controller.
type Row = (&'static str, fn(&Measures) -> String);

const ROWS: [Row; 10] = [
    ("distance", |m| format!("{:.3} m", m.distance)),
    ("speed kept", |m| percent(m.speed_kept())),
    ("worst overlap", |m| format!("{:.3} mm", worst_mm(m))),
    ("residual motion", |m| {
        let micrometres = m.residual_um();
        micrometres.map_or("-".to_owned(), |um| format!("{um:.3} µm/tick"))
    }),
    ("blocked", |m| format!("{:.2} s", m.blocked_seconds())),
    ("on the ground", |m| percent(m.floor_share())),
    ("respawns", |m| m.respawns.to_string()),
    ("time per tick", |m| format!("{:.0} ns", m.ns_per_tick())),
    ("end", |m| {
        let [x, y, z] = m.end.position.to_array();
        format!("{x:.2} {y:.2} {z:.2}")
    }),
    ("hash", |m| m.hash.to_string()),
];

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn print_table(run: &Run, all: &[Measures]) -> Result<(), String> {
    let ticks = all.first().map_or(0, |measures| measures.ticks);
    let seconds = ticks as f64 / f64::from(run.hz);
    terminal::line(&format!("level            {}", run.level.scene.name))?;
    terminal::line(&format!(
        "length           {seconds:.2} s: {ticks} ticks at {} Hz",
        run.hz
    ))?;
    terminal::line("")?;
    let line = |name: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: String = cells.map(|cell| format!("{cell:>21}")).collect();
        terminal::line(&format!("{name:15}{cells}"))
    };
    line(
        "",
        &mut all
            .iter()
            .map(|m| controllers::name(m.controller).to_owned()),
    )?;
    for (name, text) in ROWS {
        line(name, &mut all.iter().map(text))?;
    }
    Ok(())
}

/// Prints the command that shows the deepest tick of each controller.
fn print_places(level: &Path, all: &[Measures]) -> Result<(), String> {
    let touch_mm = sidle::tolerance::TOUCH * 1e3;
    // No option of the game starts with a mover.
    let is_ours = |measures: &&Measures| !matches!(measures.controller, Controller::Outer(_));
    let deep = all.iter().filter(|measures| worst_mm(measures) > touch_mm);
    for measures in deep.filter(is_ours) {
        if let Some(worst) = &measures.worst {
            let name = controllers::name(measures.controller);
            terminal::line(&format!(
                "\ndeepest of {name}, after tick {}:\n  sidle {} --controller {name} --spawn {}",
                worst.tick,
                level.display(),
                place(worst),
            ))?;
        }
    }
    Ok(())
}

/// The place as the value of `--spawn`.
fn place(worst: &Worst) -> String {
    let player = &worst.player;
    let [x, y, z] = player.position.to_array();
    let (yaw, pitch) = (player.yaw.degrees(), player.pitch.degrees());
    format!("{x:.3},{y:.3},{z:.3},{yaw:.1},{pitch:.1}")
}
