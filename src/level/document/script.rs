//! Walk scripts, a player's input as a text file.

use crate::geometry::angle::BinaryAngle;
use crate::level::text::{Diagnostic, Source};
use crate::level::toml::keys::{SCRIPT, STEP};
use crate::level::toml::{FileKind, Reader, Table};
use crate::player::{Axis, Command, Mode, Spawn, TickInput};
use crate::world::BoxFit;

const SCRIPT_FILE: FileKind = FileKind {
    name: "walk script",
    tables: SCRIPT,
    example: "[[step]]",
};

/// One step of a script. Keys that a file leaves out are 0, false or unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// How long it lasts; rounded to whole ticks.
    pub seconds: f64,
    /// Forward (1) or backward (-1).
    pub forward: f64,
    /// Right (1) or left (-1).
    pub right: f64,
    /// Up (1) or down (-1), in fly mode.
    pub up: f64,
    /// Heading from here on.
    pub yaw_deg: Option<f64>,
    /// Tilt of the view from here on.
    pub pitch_deg: Option<f64>,
    /// Turn to the left during the step; degrees per second.
    pub turn_deg_per_s: f64,
    /// Whether to jump in the first tick of the step.
    pub jump: bool,
    /// Whether to crouch during the step, when walking.
    pub crouch: bool,
    /// Whether to move faster during the step.
    pub fast: bool,
    /// Walking or flying from here on.
    pub mode: Option<Mode>,
    /// The movers' boxes from here on.
    pub boxes: Option<BoxFit>,
}

/// A player's input, step by step.
///
/// # Example
/// ```
/// use sidle::{level::{Step, WalkScript}, player::Spawn};
/// let script = WalkScript { steps: vec![Step { seconds: 0.5, forward: 1.0, ..Step::default() }] };
/// let inputs: Vec<_> = script.inputs(&Spawn::default(), 120).collect();
/// assert_eq!(inputs.len(), 60);
/// assert_eq!(inputs[0].command.forward.value(), 1.0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkScript {
    /// The steps in order.
    pub steps: Vec<Step>,
}

impl WalkScript {
    /// Reads the text of `source`; steps without a usable length are left out.
    pub(crate) fn parse(source: &Source) -> (Self, Vec<Diagnostic>) {
        let (mut reader, root) = Reader::parse(source, &SCRIPT_FILE);
        let mut script = Self::default();
        let top = Table::whole(root.get_ref(), SCRIPT);
        if let Some(value) = top.get("step") {
            for table in reader.tables(value, &STEP) {
                script.steps.push(read_step(&mut reader, &table));
            }
        }
        top.report_unknown_keys(&mut reader);
        if script.steps.is_empty() && !reader.problems.has_errors() {
            reader.error(
                0..0,
                "this script has no steps",
                "expected `[[step]]` and `seconds = 1.0`",
            );
        }
        (script, reader.problems.finish())
    }

    /// The inputs of all its ticks, at `hz` ticks per second, for a player who starts at `spawn`.
    pub fn inputs(&self, spawn: &Spawn, hz: u32) -> impl Iterator<Item = TickInput> + use<> {
        let start = Command {
            yaw: spawn.yaw,
            pitch: spawn.pitch,
            mode: spawn.mode,
            controller: spawn.controller,
            ..Command::default()
        };
        let mut yaw_deg = spawn.yaw.degrees();
        let (mut carried, mut box_fit) = (start, BoxFit::default());
        self.steps.clone().into_iter().flat_map(move |step| {
            yaw_deg = step.yaw_deg.unwrap_or(yaw_deg);
            if let Some(pitch_deg) = step.pitch_deg {
                carried.pitch = BinaryAngle::from_degrees(pitch_deg);
            }
            carried.mode = step.mode.unwrap_or(carried.mode);
            box_fit = step.boxes.unwrap_or(box_fit);
            let crouches = step.crouch && carried.mode == Mode::Walk;
            let up = if crouches { -1.0 } else { step.up };
            let command = Command {
                forward: Axis::new(step.forward),
                right: Axis::new(step.right),
                up: Axis::new(up),
                fast: step.fast,
                ..carried
            };
            let ticks = libm::round(step.seconds * f64::from(hz)) as u64;
            let (from_deg, turn, jump) = (yaw_deg, step.turn_deg_per_s / f64::from(hz), step.jump);
            yaw_deg += turn * ticks as f64;
            (0..ticks).map(move |tick| TickInput {
                command: Command {
                    // Computed from the step's start, so no error adds up.
                    yaw: BinaryAngle::from_degrees(from_deg + turn * (tick + 1) as f64),
                    jump: jump && tick == 0,
                    ..command
                },
                box_fit,
            })
        })
    }
}

fn read_step(reader: &mut Reader<'_>, table: &Table<'_, '_>) -> Step {
    let mut number = |key| table.number(reader, key);
    let step = Step {
        seconds: number("seconds").unwrap_or_default(),
        forward: number("forward").unwrap_or_default(),
        right: number("right").unwrap_or_default(),
        up: number("up").unwrap_or_default(),
        yaw_deg: number("yaw_deg"),
        pitch_deg: number("pitch_deg"),
        turn_deg_per_s: number("turn_deg_per_s").unwrap_or_default(),
        jump: table.boolean(reader, "jump").unwrap_or_default(),
        crouch: table.boolean(reader, "crouch").unwrap_or_default(),
        fast: table.boolean(reader, "fast").unwrap_or_default(),
        mode: table.choice(reader, "mode", &Mode::NAMES),
        boxes: table.choice(reader, "boxes", &BoxFit::NAMES),
    };
    table.report_unknown_keys(reader);
    step
}

#[cfg(test)]
mod tests;
