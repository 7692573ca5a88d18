//! The inputs of a run in a few bytes per tick.
//!
//! A player holds keys for many ticks, and turns the view a little at a time. So the log holds only the
//! *changes* from one tick to the next. A change is:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | lowest six bits: what changed; highest two bits: the number of unchanged ticks before, 0, 1, 2, or 3 for more |
//! | 0 or more | after a 3: the number of unchanged ticks, less 3 |
//! | 3 | the axes: forward, right, up |
//! | 1 to 5 | how much more the heading turned than in its last change |
//! | 1 to 5 | the same for the pitch |
//! | 1 | controller, mode, faster, which boxes movers have |
//!
//! A jump and a respawn last one tick, and take only their bit. After the last change, every tick has the
//! same input. A key takes 4 bytes, a tick of steady turning 2, and a tick of a mouse in both directions 9.
//! The mouse is read once per frame, so at 60 frames per second it changes every other tick.

use super::bytes::{Reader, push_number, unzigzag, zigzag};
use crate::geometry::angle::BinaryAngle;
use crate::player::{Axis, Command, Controller, Mode, TickInput};
use crate::world::BoxFit;

const AXES: u8 = 1;
const YAW: u8 = 2;
const PITCH: u8 = 4;
const OPTIONS: u8 = 8;
const JUMP: u8 = 16;
const RESPAWN: u8 = 32;
/// The position of the two bits that count the unchanged ticks before a change.
const WAIT_SHIFT: u32 = 6;
/// The position of the number of an outer controller in the byte of options.
const OUTER_SHIFT: u32 = 6;
/// The bit that no input has. A state has it for a crouching player.
const FREE_BIT: u8 = 32;
/// This number in the two bits means that the actual number follows.
const LONG_WAIT: u64 = 3;

/// The inputs of all ticks of a run, in a few bytes per tick. Memory and files hold the same bytes.
///
/// # Example
/// ```
/// use sidle::{player::{Axis, Command, TickInput}, replay::InputLog};
/// let ahead = Command { forward: Axis::new(1.0), ..Command::default() };
/// let ahead = TickInput::from(ahead);
/// let log: InputLog = std::iter::repeat_n(ahead, 7200).collect(); // A minute of one key.
/// assert_eq!((log.ticks(), log.bytes().len()), (7200, 4));
/// assert!(log.iter().all(|input| input == ahead));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputLog {
    bytes: Vec<u8>,
    ticks: u64,
    last: Last,
    /// How many ticks passed since the last change.
    waited: u64,
}

/// The last input, and by how much the view turned in its last change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Last {
    input: TickInput,
    yaw_step: i32,
    pitch_step: i32,
}

impl InputLog {
    /// Adds the input of the next tick.
    pub fn push(&mut self, input: &TickInput) {
        let before = self.last.unchanged();
        self.ticks += 1;
        if *input == before {
            (self.last.input, self.waited) = (before, self.waited + 1);
            return;
        }
        let (command, options) = (&input.command, options_of(input));
        let (before, options_before) = (before.command, options_of(&before));
        let axes = |command: &Command| [command.forward, command.right, command.up];
        let changes = [
            (AXES, axes(command) != axes(&before)),
            (YAW, command.yaw != before.yaw),
            (PITCH, command.pitch != before.pitch),
            (OPTIONS, options != options_before),
            (JUMP, command.jump),
            (RESPAWN, command.respawn),
        ];
        let changed = |(bit, differs): (u8, bool)| if differs { bit } else { 0 };
        let flags: u8 = changes.into_iter().map(changed).sum();
        let short_wait = self.waited.min(LONG_WAIT);
        self.bytes.push(flags | (short_wait as u8) << WAIT_SHIFT);
        if short_wait == LONG_WAIT {
            push_number(&mut self.bytes, self.waited - LONG_WAIT);
        }
        if flags & AXES != 0 {
            let steps = axes(command).map(|axis| axis.steps() as u8);
            self.bytes.extend(steps);
        }
        let mut turn = |last: &mut i32, from: BinaryAngle, to: BinaryAngle| {
            let step = to.bits().wrapping_sub(from.bits()) as i32;
            push_number(&mut self.bytes, zigzag(step.wrapping_sub(*last)).into());
            *last = step;
        };
        if flags & YAW != 0 {
            turn(&mut self.last.yaw_step, before.yaw, command.yaw);
        }
        if flags & PITCH != 0 {
            turn(&mut self.last.pitch_step, before.pitch, command.pitch);
        }
        if flags & OPTIONS != 0 {
            self.bytes.push(options);
        }
        (self.last.input, self.waited) = (*input, 0);
    }

    /// Decodes the log of `ticks` inputs; `None` when the bytes are damaged.
    pub(super) fn from_bytes(bytes: &[u8], ticks: u64) -> Option<Self> {
        let (mut reader, mut last) = (Reader(bytes), Last::default());
        let mut waited = ticks;
        while !reader.0.is_empty() {
            let (wait, flags) = read_head(&mut reader)?;
            waited = waited.checked_sub(wait)?.checked_sub(1)?;
            if wait > 0 {
                last.input = last.unchanged();
            }
            last.change(flags, &mut reader)?;
        }
        if waited > 0 {
            last.input = last.unchanged();
        }
        Some(Self {
            bytes: bytes.to_vec(),
            ticks,
            last,
            waited,
        })
    }

    /// The number of ticks in the log.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The encoded changes, as in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The inputs, tick by tick.
    pub fn iter(&self) -> Inputs {
        self.clone().into_iter()
    }
}

impl FromIterator<TickInput> for InputLog {
    fn from_iter<I: IntoIterator<Item = TickInput>>(inputs: I) -> Self {
        let mut log = Self::default();
        for input in inputs {
            log.push(&input);
        }
        log
    }
}

impl IntoIterator for InputLog {
    type Item = TickInput;
    type IntoIter = Inputs;

    fn into_iter(self) -> Inputs {
        Inputs {
            bytes: self.bytes,
            at: 0,
            left: self.ticks,
            last: Last::default(),
            next: None,
        }
    }
}

/// An iterator over the inputs of an [`InputLog`], tick by tick.
#[derive(Clone, Debug)]
pub struct Inputs {
    bytes: Vec<u8>,
    /// The position of the next change in `bytes`.
    at: usize,
    left: u64,
    last: Last,
    /// The number of ticks before the next change, and its flags.
    next: Option<(u64, u8)>,
}

impl Iterator for Inputs {
    type Item = TickInput;

    fn next(&mut self) -> Option<TickInput> {
        self.left = self.left.checked_sub(1)?;
        let mut reader = Reader(&self.bytes[self.at..]);
        // After the last change, nothing changes any more.
        let next = self.next.take().or_else(|| read_head(&mut reader));
        let (wait, flags) = next.unwrap_or((u64::MAX, 0));
        if wait > 0 {
            self.last.input = self.last.unchanged();
            self.next = Some((wait - 1, flags));
        } else {
            self.last.change(flags, &mut reader)?;
        }
        self.at = self.bytes.len() - reader.0.len();
        Some(self.last.input)
    }
}

/// Reads the number of ticks before the next change, and its flags.
fn read_head(reader: &mut Reader<'_>) -> Option<(u64, u8)> {
    let head = reader.byte()?;
    let mut wait = u64::from(head >> WAIT_SHIFT);
    if wait == LONG_WAIT {
        wait = reader.number()?.checked_add(LONG_WAIT)?;
    }
    let flags = head & ((1 << WAIT_SHIFT) - 1);
    (flags != 0).then_some((wait, flags))
}

impl Last {
    /// The next input if nothing changes.
    fn unchanged(&self) -> TickInput {
        TickInput {
            command: Command {
                jump: false,
                respawn: false,
                ..self.input.command
            },
            ..self.input
        }
    }

    /// Reads a change and applies it.
    fn change(&mut self, flags: u8, reader: &mut Reader<'_>) -> Option<()> {
        let command = &mut self.input.command;
        command.jump = flags & JUMP != 0;
        command.respawn = flags & RESPAWN != 0;
        if flags & AXES != 0 {
            let [forward, right, up] = reader.array()?;
            command.forward = axis_of(forward)?;
            command.right = axis_of(right)?;
            command.up = axis_of(up)?;
        }
        let mut turn = |angle: &mut BinaryAngle, step: &mut i32| {
            let farther = unzigzag(u32::try_from(reader.number()?).ok()?);
            *step = step.wrapping_add(farther);
            *angle = BinaryAngle::from_bits(angle.bits().wrapping_add(*step as u32));
            Some(())
        };
        if flags & YAW != 0 {
            turn(&mut command.yaw, &mut self.yaw_step)?;
        }
        if flags & PITCH != 0 {
            turn(&mut command.pitch, &mut self.pitch_step)?;
        }
        if flags & OPTIONS != 0 {
            set_options(&mut self.input, reader.byte()?)?;
        }
        Some(())
    }
}

fn axis_of(byte: u8) -> Option<Axis> {
    let steps = byte as i8;
    (steps != i8::MIN).then(|| Axis::new(f64::from(steps) / 127.0))
}

/// The parts of an input that rarely change, as one byte.
pub(super) fn options_of(input: &TickInput) -> u8 {
    let TickInput { command, box_fit } = input;
    let controller = match command.controller {
        Controller::Classic => 0,
        Controller::Swept => 1,
        Controller::Boxed => 2,
        Controller::Outer(number) => 3 | number << OUTER_SHIFT,
    };
    let bit = |set: bool, bit: u8| if set { 1 << bit } else { 0 };
    controller
        | bit(command.mode == Mode::Fly, 2)
        | bit(command.fast, 3)
        | bit(*box_fit == BoxFit::Aligned, 4)
}

/// The inverse of [`options_of`]; `None` for a byte that [`options_of`] never returns.
pub(super) fn set_options(input: &mut TickInput, options: u8) -> Option<()> {
    let command = &mut input.command;
    command.controller = match options & 3 {
        0 => Controller::Classic,
        1 => Controller::Swept,
        2 => Controller::Boxed,
        _ => Controller::Outer(options >> OUTER_SHIFT),
    };
    let bit = |bit: u8| options & (1 << bit) != 0;
    command.mode = if bit(2) { Mode::Fly } else { Mode::Walk };
    command.fast = bit(3);
    input.box_fit = if bit(4) {
        BoxFit::Aligned
    } else {
        BoxFit::Oriented
    };
    let is_outer = options & 3 == 3;
    (options & FREE_BIT == 0 && (is_outer || options >> OUTER_SHIFT == 0)).then_some(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::test_support::Random;

    /// Inputs that change at random, as a player's do.
    pub fn random_inputs(random: &mut Random, ticks: usize) -> Vec<TickInput> {
        let mut input = TickInput::default();
        let mut next = || {
            let command = &mut input.command;
            command.jump = random.below(40) == 0;
            command.respawn = random.below(400) == 0;
            match random.below(24) {
                0 => command.forward = Axis::new(random.signed()),
                1 => command.right = Axis::new(random.signed().signum()),
                2 => command.up = Axis::new(random.signed()),
                3..8 => command.yaw = BinaryAngle::from_degrees(random.signed() * 900.0),
                8 => command.pitch = BinaryAngle::from_degrees(random.signed() * 90.0),
                9 => command.mode = Mode::NAMES[random.below(2)].1,
                10 => command.controller = Controller::NAMES[random.below(3)].1,
                11 => command.fast = !command.fast,
                12 => input.box_fit = BoxFit::NAMES[random.below(2)].1,
                _ => {}
            }
            input
        };
        (0..ticks).map(|_| next()).collect()
    }

    #[test]
    fn every_input_survives_a_round_trip() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let ticks = random.below(400);
            let inputs = random_inputs(&mut random, ticks);
            let log: InputLog = inputs.iter().copied().collect();
            assert!(log.iter().eq(inputs), "seed {seed}");
            let read = InputLog::from_bytes(log.bytes(), log.ticks());
            assert_eq!(read, Some(log), "seed {seed}");
        }
    }

    #[test]
    fn a_decoded_log_can_be_continued() {
        let inputs = random_inputs(&mut Random::new(7), 500);
        let whole: InputLog = inputs.iter().copied().collect();
        for split in 0..500 {
            let first: InputLog = inputs[..split].iter().copied().collect();
            let mut log = InputLog::from_bytes(first.bytes(), first.ticks()).unwrap();
            for input in &inputs[split..] {
                log.push(input);
            }
            assert_eq!(log, whole, "split at {split}");
        }
    }

    #[test]
    fn the_bytes_match_the_table() {
        let still = Command::default();
        let ahead = Command {
            forward: Axis::new(1.0),
            ..still
        };
        let jumping = Command {
            jump: true,
            ..ahead
        };
        // Two right turns of one step each.
        let turned = |steps: u32| Command {
            yaw: BinaryAngle::from_bits(0_u32.wrapping_sub(steps)),
            ..ahead
        };
        let mut commands = vec![still; 5];
        commands.extend([ahead, ahead, jumping, turned(1), turned(2), turned(2)]);
        let log: InputLog = commands.into_iter().map(TickInput::from).collect();
        assert_eq!(
            log.bytes(),
            [
                3 << 6 | AXES,
                5 - 3,
                127,
                0,
                0,             // The key, after five ticks.
                1 << 6 | JUMP, // The jump, after one more tick.
                YAW,
                1, // -1 as zigzag.
                YAW,
                0,
            ]
        );
        assert_eq!(log.ticks(), 11);
    }

    #[test]
    fn damaged_bytes_are_rejected() {
        for (bytes, ticks, why) in [
            (&[AXES, 127, 0][..], 9, "an axis is missing"),
            (&[AXES, 128, 0, 0], 9, "-128 is not a valid step"),
            (&[0], 9, "a change without flags"),
            (&[OPTIONS, 1 | 1 << OUTER_SHIFT], 9, "a number of ours"),
            (
                &[OPTIONS, 3 | FREE_BIT],
                9,
                "an unknown option of an outer one",
            ),
            (&[OPTIONS, 32], 9, "an unknown option"),
            (&[YAW, 255, 255, 255, 255, 255, 1], 9, "more than a turn"),
            (&[JUMP, JUMP], 1, "two changes in one tick"),
            (&[2 << 6 | JUMP], 2, "a change after the end"),
        ] {
            assert_eq!(InputLog::from_bytes(bytes, ticks), None, "{why}");
        }
        assert!(InputLog::from_bytes(&[2 << 6 | JUMP], 3).is_some());
    }

    #[test]
    fn a_long_log_of_no_changes_takes_no_memory() {
        let log = InputLog::from_bytes(&[], u64::MAX).unwrap();
        assert_eq!(log.iter().take(3).count(), 3);
        let late = InputLog::from_bytes(&[3 << 6 | JUMP, 0x80, 0x80, 0x80, 0x80, 1], u64::MAX);
        assert!(
            !late
                .unwrap()
                .iter()
                .take(100)
                .any(|input| input.command.jump)
        );
    }
}
