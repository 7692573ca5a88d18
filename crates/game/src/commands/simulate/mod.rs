//! `sidle simulate` runs a level without a window.

mod slices;
mod trace_table;

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use sidle::player::{Controller, TickInput};
use sidle::replay::{LevelHash, Recorder, Recording, StateHash};
use sidle::sim::Sim;

use crate::commands::simulate::trace_table::TraceTable;
use crate::exit::Exit;
#[cfg(not(target_arch = "wasm32"))]
use crate::options::arguments::MoverArguments;
use crate::options::arguments::{InputArguments, StartArguments, TickLimit, hz_parser};
use crate::options::controllers;
use crate::platform;
use crate::platform::terminal;
use crate::session::load::MeshReport;
use crate::session::movers::Movers;
use crate::session::play::full_recording;
use crate::session::recordings::Run;

#[derive(Debug, Args)]
pub struct SimulateArguments {
    /// The level to run [default: the level of the recording given by --replay]
    #[arg(required_unless_present = "replay")]
    pub level: Option<PathBuf>,
    #[command(flatten)]
    pub start: StartArguments,
    #[command(flatten)]
    pub input: InputArguments,
    #[command(flatten)]
    pub limit: TickLimit,
    #[cfg(not(target_arch = "wasm32"))]
    #[command(flatten)]
    pub movers: MoverArguments,
    /// Ticks per second
    #[arg(long, value_name = "N", default_value_t = Sim::DEFAULT_HZ, value_parser = hz_parser(), conflicts_with = "replay")]
    pub hz: u32,
    /// Write a CSV table with one row per tick
    #[arg(long, value_name = "OUT.csv")]
    pub trace: Option<PathBuf>,
    /// Record the run
    #[arg(long, value_name = "OUT.sidle")]
    pub record: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

impl SimulateArguments {
    /// Checks that there is one controller.
    ///
    /// # Errors
    /// A message about the usage.
    pub fn check(&self) -> Result<(), String> {
        #[cfg(not(target_arch = "wasm32"))]
        self.movers.check_one(self.start.controller)?;
        Ok(())
    }
}

/// The result of a run.
#[derive(Serialize)]
struct Outcome {
    level: String,
    controller: &'static str,
    hz: u32,
    ticks: u64,
    start: [f64; 3],
    end: [f64; 3],
    velocity: [f64; 3],
    ground: &'static str,
    path_m: f64,
    /// How often the player fell below the limit and returned to the spawn.
    respawns: u64,
    hash: String,
    /// The effects of zones, in order; left out for a level without zones.
    #[serde(skip_serializing_if = "Option::is_none")]
    zones: Option<Vec<ZoneReport>>,
    /// How a bare mesh was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<MeshReport>,
}

/// The effect of one zone.
#[derive(Serialize)]
struct ZoneReport {
    /// The tick, and its time in seconds.
    tick: u64,
    time: f64,
    /// The number of the zone among the level's zones, from 1.
    zone: usize,
    on_enter: &'static str,
    effect: &'static str,
    /// The reading of the race's clock; ticks, and seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    race_ticks: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    race_time: Option<f64>,
}

impl ZoneReport {
    /// The reports of the last tick of `sim`.
    fn of_tick(sim: &Sim) -> impl Iterator<Item = Self> {
        let (tick, hz) = (sim.ticks(), f64::from(sim.hz()));
        sim.zone_events().iter().map(move |event| {
            let race_ticks = event.race_ticks;
            Self {
                tick,
                time: tick as f64 / hz,
                zone: event.zone + 1,
                on_enter: sim.zones()[event.zone].action.name(),
                effect: event.effect.name(),
                race_ticks,
                race_time: race_ticks.map(|ticks| ticks as f64 / hz),
            }
        })
    }
}

/// Runs the level. In a page, it only begins, and [`slices`] goes on.
pub fn run(arguments: SimulateArguments) -> Result<Exit, String> {
    match Simulation::begin(arguments, Recording::MAX_TICKS)? {
        Some(simulation) => slices::run(simulation),
        None => Ok(Exit::Problems),
    }
}

/// Starts the mover of the command line, and returns its controller if there is one.
#[cfg(not(target_arch = "wasm32"))]
fn start_movers(arguments: &SimulateArguments) -> Result<(Movers, Option<Controller>), String> {
    let movers = &arguments.movers;
    if movers.movers.is_empty() {
        return Ok((Movers::default(), None));
    }
    Ok((Movers::start(movers)?, Some(Controller::Outer(0))))
}

#[cfg(target_arch = "wasm32")]
fn start_movers(_: &SimulateArguments) -> Result<(Movers, Option<Controller>), String> {
    Ok((Movers::default(), None))
}

/// A run that is under way.
struct Simulation {
    arguments: SimulateArguments,
    level: String,
    mesh: Option<MeshReport>,
    inputs: Box<dyn Iterator<Item = TickInput>>,
    /// The number of ticks, where a recording says it.
    all_ticks: Option<u64>,
    sim: Sim,
    movers: Movers,
    start_tick: u64,
    start: [f64; 3],
    hash: StateHash,
    path_m: f64,
    respawns: u64,
    zones: Vec<ZoneReport>,
    table: Option<TraceTable>,
    recorder: Option<Recorder>,
}

impl Simulation {
    /// Loads the level and its commands. Records at most the first `most_recorded` ticks. `None` when there are errors; all
    /// problems are printed.
    fn begin(arguments: SimulateArguments, most_recorded: u64) -> Result<Option<Self>, String> {
        let path = arguments.level.as_deref();
        let Some(mut run) = Run::load(path, &arguments.input, arguments.hz)? else {
            return Ok(None);
        };
        arguments.limit.check(run.input.moment())?;
        let start = &arguments.start;
        let level = &mut run.level;
        start.apply(&mut level.rules, &level.tuning)?;
        let table = arguments
            .trace
            .as_deref()
            .map(TraceTable::create)
            .transpose()?;
        let hash = LevelHash::of_level(level);
        let (movers, mover) = start_movers(&arguments)?;
        let controller = mover.or(start.controller);
        let inputs = Box::new(run.inputs(controller));
        let recording = run.input.recording();
        let all_ticks = recording.map(|recording| recording.inputs.ticks());
        let (sim, scene) = Sim::of_level(run.level, run.hz);
        let mut sim = sim.without_trace();
        run.input
            .warn_if_level_differs(&run.path, &scene.name, hash);
        run.input.restore_start(&mut sim)?;
        let recorder = arguments.record.as_ref().map(|_| {
            Recorder::new(&scene.name, &run.path.to_string_lossy(), &sim).limited_to(most_recorded)
        });
        Ok(Some(Self {
            level: scene.name,
            mesh: run.mesh,
            inputs,
            all_ticks,
            start_tick: sim.ticks(),
            start: sim.player().position.to_array(),
            sim,
            movers,
            hash: StateHash::new(),
            path_m: 0.0,
            respawns: 0,
            zones: Vec::new(),
            table,
            recorder,
            arguments,
        }))
    }

    /// The number of ticks so far.
    fn ticks(&self) -> u64 {
        self.sim.ticks() - self.start_tick
    }

    /// Runs ticks until `is_over`, which is asked after each. Returns whether there are more.
    fn advance(&mut self, is_over: &mut dyn FnMut() -> bool) -> Result<bool, String> {
        while let Some(input) = self.inputs.next() {
            self.tick(&input)?;
            if is_over() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn tick(&mut self, input: &TickInput) -> Result<(), String> {
        let sim = &mut self.sim;
        let before = sim.player().position;
        sim.play_with(input, &mut self.movers);
        if let Some(message) = self.movers.take_messages().first() {
            return Err(format!(
                "{message}\nthe run ended before tick {}",
                sim.ticks()
            ));
        }
        self.hash.add(sim);
        if let Some(recorder) = &mut self.recorder {
            recorder.add(&input.command, sim);
        }
        self.zones.extend(ZoneReport::of_tick(sim));
        // Neither a respawn nor a teleport counts as a distance moved.
        if sim.respawned() {
            self.respawns += 1;
        } else if !sim.teleported() {
            self.path_m += before.distance(sim.player().position);
        }
        match &mut self.table {
            Some(table) => table.add(sim),
            None => Ok(()),
        }
    }

    /// Writes and prints the results.
    fn finish(self) -> Result<Exit, String> {
        let ticks = self.ticks();
        if let Some(table) = self.table {
            table.finish()?;
        }
        if let (Some(recorder), Some(path)) = (self.recorder, &self.arguments.record) {
            let recorded = recorder.ticks();
            if recorded < ticks {
                terminal::warning(&format!(
                    "{}; the run went on without it",
                    full_recording(recorded)
                ));
            }
            terminal::write(path, recorder.recording().encode())?;
        }
        let player = self.sim.player();
        print(
            &self.arguments,
            &Outcome {
                level: self.level,
                controller: controllers::name(player.controller),
                hz: self.sim.hz(),
                ticks,
                start: self.start,
                end: player.position.to_array(),
                velocity: player.velocity.to_array(),
                ground: player.ground.name(),
                path_m: self.path_m,
                respawns: self.respawns,
                hash: self.hash.to_string(),
                zones: (!self.sim.zones().is_empty()).then_some(self.zones),
                mesh: self.mesh,
            },
        )
    }
}

fn print(arguments: &SimulateArguments, outcome: &Outcome) -> Result<Exit, String> {
    if arguments.json {
        terminal::json(outcome)?;
        return Ok(Exit::Fine);
    }
    let Outcome {
        level,
        controller,
        hz,
        ticks,
        start,
        end,
        velocity,
        ground,
        path_m,
        respawns,
        hash,
        zones,
        mesh: _,
    } = outcome;
    let point = |[x, y, z]: &[f64; 3]| format!("{x:.4} {y:.4} {z:.4}");
    terminal::line(&format!("level       {level}"))?;
    terminal::line(&format!("controller  {controller}"))?;
    terminal::line(&format!("ticks       {ticks} at {hz} Hz"))?;
    terminal::line(&format!("start       {} m", point(start)))?;
    terminal::line(&format!("end         {} m", point(end)))?;
    terminal::line(&format!("velocity    {} m/s", point(velocity)))?;
    terminal::line(&format!("ground      {ground}"))?;
    terminal::line(&format!("path        {path_m:.4} m"))?;
    terminal::line(&format!("respawns    {respawns}"))?;
    for report in zones.iter().flatten() {
        let ZoneReport {
            time, zone, effect, ..
        } = report;
        let clock = report.race_time.map(|time| format!(", clock {time:.3} s"));
        let clock = clock.unwrap_or_default();
        terminal::line(&format!(
            "zone        {zone}: {effect} after {time:.3} s{clock}"
        ))?;
    }
    terminal::line(&format!("hash        {hash}"))?;
    if platform::page_address().is_some() {
        // In a browser's console, scripts look for this line.
        terminal::line(&format!("sidle hash {hash}"))?;
    }
    Ok(Exit::Fine)
}

#[cfg(test)]
mod tests;
