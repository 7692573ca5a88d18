//! `sidle simulate` runs a level without a window.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use sidle::replay::{LevelHash, Recorder, Recording, StateHash};
use sidle::sim::Sim;

use crate::exit::Exit;
use crate::options::arguments::{InputArguments, StartArguments, hz_parser};
use crate::platform;
use crate::platform::terminal;
use crate::session::load::MeshReport;
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

pub fn run(arguments: &SimulateArguments) -> Result<Exit, String> {
    simulate(arguments, Recording::MAX_TICKS)
}

/// Runs the level, and records at most the first `most_recorded` ticks.
fn simulate(arguments: &SimulateArguments, most_recorded: u64) -> Result<Exit, String> {
    let path = arguments.level.as_deref();
    let Some(mut run) = Run::load(path, &arguments.input, arguments.hz)? else {
        return Ok(Exit::Problems);
    };
    let path = &run.path;
    let start = &arguments.start;
    let level = &mut run.level;
    start.apply(&mut level.rules, &level.tuning)?;
    let mut table = arguments
        .trace
        .as_deref()
        .map(TraceTable::create)
        .transpose()?;
    let hash = LevelHash::of_level(level);
    let inputs = run.inputs(start.controller);
    let (sim, scene) = Sim::of_level(run.level, run.hz);
    let mut sim = sim.without_trace();
    run.input.warn_if_level_differs(path, &scene.name, hash);
    run.input.restore_start(&mut sim)?;
    let mut recorder = arguments.record.as_ref().map(|_| {
        Recorder::new(&scene.name, &path.to_string_lossy(), &sim).limited_to(most_recorded)
    });

    let (start_tick, start_position) = (sim.ticks(), sim.player().position);
    let mut hash = StateHash::new();
    let (mut path_m, mut respawns) = (0.0, 0);
    let mut zones = Vec::new();
    for input in inputs {
        let before = sim.player().position;
        sim.play(&input);
        hash.add(&sim);
        if let Some(recorder) = &mut recorder {
            recorder.add(&input.command, &sim);
        }
        zones.extend(ZoneReport::of_tick(&sim));
        // Neither a respawn nor a teleport counts as a distance moved.
        if sim.respawned() {
            respawns += 1;
        } else if !sim.teleported() {
            path_m += before.distance(sim.player().position);
        }
        if let Some(table) = &mut table {
            table.add(&sim)?;
        }
    }
    if let Some(table) = table {
        table.finish()?;
    }
    if let (Some(recorder), Some(path)) = (recorder, &arguments.record) {
        let ticks = recorder.ticks();
        if ticks < sim.ticks() - start_tick {
            terminal::warning(&format!(
                "{}; the run went on without it",
                full_recording(ticks)
            ));
        }
        terminal::write(path, recorder.recording().encode())?;
    }

    let player = sim.player();
    print(
        arguments,
        &Outcome {
            level: scene.name,
            controller: player.controller.name(),
            hz: run.hz,
            ticks: sim.ticks() - start_tick,
            start: start_position.to_array(),
            end: player.position.to_array(),
            velocity: player.velocity.to_array(),
            ground: player.ground.name(),
            path_m,
            respawns,
            hash: hash.to_string(),
            zones: (!sim.zones().is_empty()).then_some(zones),
            mesh: run.mesh,
        },
    )
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

/// The CSV table with one row per tick.
struct TraceTable<'p> {
    path: &'p Path,
    out: platform::NewFile,
}

impl<'p> TraceTable<'p> {
    fn create(path: &'p Path) -> Result<Self, String> {
        let mut out =
            platform::create(path).map_err(|error| terminal::cannot_write(path, &error))?;
        writeln!(
            out,
            "tick,time,x,y,z,vx,vy,vz,yaw_deg,pitch_deg,ground,contacts"
        )
        .map_err(|error| terminal::cannot_write(path, &error))?;
        Ok(Self { path, out })
    }

    fn add(&mut self, sim: &Sim) -> Result<(), String> {
        let player = sim.player();
        let (position, velocity) = (player.position, player.velocity);
        // `{}` prints enough digits to read back the same number.
        writeln!(
            self.out,
            "{},{},{},{},{},{},{},{},{},{},{},{}",
            sim.ticks(),
            sim.ticks() as f64 / f64::from(sim.hz()),
            position.x,
            position.y,
            position.z,
            velocity.x,
            velocity.y,
            velocity.z,
            player.yaw.degrees(),
            player.pitch.degrees(),
            player.ground.name(),
            sim.contacts().touching().len(),
        )
        .map_err(|error| terminal::cannot_write(self.path, &error))
    }

    fn finish(mut self) -> Result<(), String> {
        self.out
            .flush()
            .map_err(|error| terminal::cannot_write(self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{Folder, courtyard};
    use clap::Parser;
    use sidle::replay::verify;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        simulate: SimulateArguments,
    }

    #[test]
    fn a_run_that_is_longer_than_a_recording_keeps_what_fits() {
        let folder = Folder::new("long-run");
        let out = folder.0.join("run.sidle");
        let shown = out.to_string_lossy();
        // Five seconds without input.
        let line = [
            "simulate",
            "levels/courtyard.toml",
            "--hz",
            "60",
            "--record",
            &shown,
        ];
        let arguments = CommandLine::parse_from(line).simulate;
        for (most, recorded) in [(1, 1), (299, 299), (300, 300), (301, 300)] {
            assert_eq!(simulate(&arguments, most), Ok(Exit::Fine));
            let bytes = std::fs::read(&out).expect("a file");
            let recording = Recording::decode(&bytes).expect("a good file");
            let (sim, _) = Sim::of_level(courtyard(), 60);
            let verified = verify(&recording, sim).expect("the same run");
            assert_eq!(verified.ticks, recorded, "{most}");
        }
        let message = "the recording has ended after 299 ticks, the most that it may have";
        assert_eq!(full_recording(299), message);
    }
}
