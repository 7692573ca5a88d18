//! A trial as a level file, and a run of one of our controllers as a recording.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use sidle::geometry::angle::{BinaryAngle, angle_between};
use sidle::glam::DVec3;
use sidle::level::{Files, load_level};
use sidle::player::{Axis, BodyShape, Command, Controller, Mode, TickInput, Tuning};
use sidle::replay::{Recorder, Recording};
use sidle::sim::Sim;
use sidle_movers::{KnownState, State};

use crate::course::Block;
use crate::trial::{Script, Trial};

/// A level of a trial: its text, and the mesh that the text names.
#[derive(Clone, Debug)]
pub struct TrialLevel {
    /// The level file.
    pub text: String,
    /// The OBJ file, if there are triangles.
    pub mesh: Option<String>,
}

impl TrialLevel {
    /// The level of `trial`. `name` is shown in the game, and `mesh_file` is the name of the OBJ file next to it. `None` for a
    /// trial with a box that turns, since no mover of a level does so on its place.
    #[must_use]
    pub fn of(trial: &Trial, name: &str, about: &str, mesh_file: &str) -> Option<Self> {
        let mut text = head(trial, name, about);
        let mesh = mesh(&trial.course.triangles);
        if mesh.is_some() {
            let _ = writeln!(text, "\n[[mesh]]\nfile = {mesh_file:?}");
        }
        for block in &trial.course.boxes {
            text.push_str(&prop(block));
        }
        for moving in &trial.course.moving {
            if moving.turn_deg_per_s != 0.0 {
                return None;
            }
            let speed = moving.velocity.length();
            let Block {
                center,
                rotation_deg,
                half_extents,
            } = moving.block;
            // It waits at first, as the trial's boxes do, by a way that leads to its start from behind.
            let rest = moving.velocity * (trial.settle as f64 * trial.dt());
            let (from, to) = (center - rest, center + moving.velocity * moving.until);
            let _ = writeln!(
                text,
                "\n[[mover]]\nkind = \"crate\"\npath = [{}, {}]\nspeed = {speed:?}\nrotation_deg = {}\nscale = {}\n\
                 turn = false\non_end = \"stop\"\non_hit = \"pass\"",
                vector(from),
                vector(to),
                vector(rotation_deg),
                vector(half_extents * 2.0),
            );
        }
        Some(Self { text, mesh })
    }

    /// The recording of a run of any mover, which replays its `states` without it, in this level, which lies in a file called
    /// `file`.
    #[must_use]
    pub fn record_states(&self, trial: &Trial, states: &[State], file: &str) -> Option<Recording> {
        let level = load_level(file.as_ref(), self).level?;
        let (name, longest) = (level.scene.name.clone(), longest(trial));
        let (mut sim, _) = Sim::of_level(level, trial.hz);
        let mut recorder = Recorder::new(&name, file, &sim);
        for (tick, state) in states.iter().enumerate() {
            let command = match &trial.script {
                Script::Moves(moves) => flight(moves[tick], longest),
                Script::Walk(_) => trial.command(tick, sim.player().position),
            };
            let command = Command {
                controller: Controller::Outer(0),
                ..command
            };
            let input = TickInput {
                command,
                box_fit: sim.box_fit(),
            };
            sim.play_with(&input, &mut KnownState(state.clone()));
            recorder.add(&command, &sim);
        }
        Some(recorder.recording())
    }

    /// The recording of `controller` in this level, which lies in a file called `file`. `None` if the controller cannot have
    /// the body.
    #[must_use]
    pub fn record(&self, trial: &Trial, controller: Controller, file: &str) -> Option<Recording> {
        let loaded = load_level(file.as_ref(), self);
        let mut level = loaded.level?;
        level.rules.spawn.controller = controller;
        let (name, longest) = (level.scene.name.clone(), longest(trial));
        let (mut sim, _) = Sim::of_level(level, trial.hz);
        let mut recorder = Recorder::new(&name, file, &sim);
        for tick in 0..trial.len() {
            let command = match &trial.script {
                Script::Moves(moves) => flight(moves[tick], longest),
                Script::Walk(_) => trial.command(tick, sim.player().position),
            };
            let command = Command {
                controller,
                ..command
            };
            sim.tick(&command);
            recorder.add(&command, &sim);
        }
        Some(recorder.recording())
    }
}

impl Files for TrialLevel {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let is_level = path
            .extension()
            .is_some_and(|extension| extension == "toml");
        let text = if is_level {
            Some(&self.text)
        } else {
            self.mesh.as_ref()
        };
        let bytes = text.map(|text| text.as_bytes().to_vec());
        bytes.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "not in this trial"))
    }
}

/// A vector as TOML.
#[must_use]
pub fn vector(vector: DVec3) -> String {
    format!("[{:?}, {:?}, {:?}]", vector.x, vector.y, vector.z)
}

/// A box as a prop.
#[must_use]
pub fn prop(block: &Block) -> String {
    format!(
        "\n[[prop]]\nkind = \"crate\"\nposition = {}\nrotation_deg = {}\nscale = {}\n",
        vector(block.center),
        vector(block.rotation_deg),
        vector(block.half_extents * 2.0)
    )
}

/// The text before the colliders.
fn head(trial: &Trial, name: &str, about: &str) -> String {
    let mode = if trial.walks() { "walk" } else { "fly" };
    let mut text = format!(
        "format = 1\nname = {name:?}\nabout = {about:?}\n\n[spawn]\nposition = {}\nmode = \"{mode}\"\n\n[limits]\nkill_y = {:?}\n\n\
         [player]\n",
        vector(trial.start),
        trial.start.y - 1000.0,
    );
    text.push_str(&player(&trial.tuning, pace(trial)));
    text
}

/// The numbers of a tuning that are not the usual ones, with this speed of flights.
#[must_use]
pub fn player(tuning: &Tuning, fly_speed: f64) -> String {
    let tuning = Tuning {
        fly_speed,
        ..*tuning
    };
    let mut text = String::new();
    if tuning.body != BodyShape::Sphere {
        let _ = writeln!(text, "body = \"{}\"", tuning.body.name());
    }
    if !tuning.box_turns {
        text.push_str("box_turns = false\n");
    }
    let usual = Tuning::default();
    for ((name, number), (_, usual)) in tuning.numbers().zip(usual.numbers()) {
        if number != usual {
            let _ = writeln!(text, "{name} = {number:?}");
        }
    }
    text
}

/// The triangles as an OBJ file; `None` without triangles.
#[must_use]
pub fn mesh(triangles: &[[DVec3; 3]]) -> Option<String> {
    if triangles.is_empty() {
        return None;
    }
    let mut text = String::new();
    for corner in triangles.iter().flatten() {
        let DVec3 { x, y, z } = *corner;
        let _ = writeln!(text, "v {x:?} {y:?} {z:?}");
    }
    for number in 0..triangles.len() {
        let first = number * 3 + 1;
        let _ = writeln!(text, "f {first} {} {}", first + 1, first + 2);
    }
    Some(text)
}

/// The speed of the fastest move; m/s.
fn pace(trial: &Trial) -> f64 {
    match trial.script {
        Script::Moves(_) => longest(trial) * f64::from(trial.hz),
        Script::Walk(_) => trial.tuning.fly_speed,
    }
}

/// The longest move; metres.
fn longest(trial: &Trial) -> f64 {
    let Script::Moves(moves) = &trial.script else {
        return 0.0;
    };
    let lengths = moves.iter().map(|motion| motion.length());
    lengths.fold(0.0, f64::max)
}

/// The command of a flight by `motion` in a tick, where the full speed makes the `longest` motion; metres. A command knows speeds
/// in steps of a 127th.
#[must_use]
pub fn flight(motion: DVec3, longest: f64) -> Command {
    let Some(way) = motion.try_normalize() else {
        return Command {
            mode: Mode::Fly,
            ..Command::default()
        };
    };
    let level = DVec3::new(way.x, 0.0, way.z);
    let turned = angle_between(DVec3::NEG_Z, level).unwrap_or_default();
    let raised = angle_between(DVec3::Y, way).unwrap_or_default();
    Command {
        forward: Axis::new(motion.length() / longest),
        yaw: BinaryAngle::from_radians(if way.x > 0.0 { -turned } else { turned }),
        pitch: BinaryAngle::from_radians(core::f64::consts::FRAC_PI_2 - raised),
        mode: Mode::Fly,
        ..Command::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Family;

    #[test]
    fn every_trial_is_a_level_that_has_the_same_colliders() {
        for (_, family) in Family::NAMES {
            for scene in family.scenes() {
                // The variants of a scene differ in numbers only.
                let trial = &scene.trials[0];
                let Some(level) = TrialLevel::of(trial, "Trial", "", "trial.obj") else {
                    continue;
                };
                let loaded = load_level("trial.toml".as_ref(), &level);
                let Some(loaded) = loaded.level else {
                    panic!("{}: {:?}", scene.name, loaded.diagnostics);
                };
                let boxes = trial.course.obbs(0.0);
                let still = trial.course.boxes.len();
                assert_eq!(
                    loaded.world.boxes()[..still],
                    boxes[..still],
                    "{}",
                    scene.name
                );
                assert_eq!(loaded.rules.spawn.position, trial.start);
                assert_eq!(loaded.tuning.radius, trial.tuning.radius);
            }
        }
    }
}
