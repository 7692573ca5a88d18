//! Commands in a few bytes each.
//!
//! A player holds keys for many ticks, and turns the view a little at a time. So only what differs from
//! the tick before is written down, a *change*:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | its lowest six bits say what changed; the highest two, how many ticks before it were as they were: 0, 1, 2, or more |
//! | 0 or more | if more: how many, less 3 |
//! | 3 | the axes: forward, right, up |
//! | 1 to 5 | by how much farther the heading turned than in its last change |
//! | 1 to 5 | the same of the pitch |
//! | 1 | controller, mode, faster, which boxes movers have |
//!
//! A jump and a respawn are of one tick, and take their bit alone. What comes after the last change is
//! all as it was. A key takes 4 bytes, a tick of steady turning 2, a tick of a mouse in both directions 9;
//! a mouse is asked once a frame, which is half of the ticks.

use super::bytes::{Reader, push_number, unzigzag, zigzag};
use crate::geometry::angle::BinaryAngle;
use crate::player::{Axis, Command, Controller, Mode};
use crate::world::BoxFit;

const AXES: u8 = 1;
const YAW: u8 = 2;
const PITCH: u8 = 4;
const OPTIONS: u8 = 8;
const JUMP: u8 = 16;
const RESPAWN: u8 = 32;
/// Where the number of unchanged ticks before a change begins.
const WAIT_SHIFT: u32 = 6;
/// This number says that the true one follows.
const LONG_WAIT: u64 = 3;

/// The commands of all ticks of a run, in a few bytes each, in memory as in a file.
///
/// # Example
/// ```
/// use sidle::{player::{Axis, Command}, replay::CommandLog};
/// let ahead = Command { forward: Axis::new(1.0), ..Command::default() };
/// let log: CommandLog = std::iter::repeat_n(ahead, 7200).collect(); // a minute with one key held
/// assert_eq!((log.ticks(), log.bytes().len()), (7200, 4));
/// assert!(log.iter().all(|command| command == ahead));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLog {
    bytes: Vec<u8>,
    ticks: u64,
    last: Last,
    /// How many ticks passed since the last change.
    waited: u64,
}

/// The last command, and how fast the view turned when it last did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Last {
    command: Command,
    yaw_step: i32,
    pitch_step: i32,
}

impl CommandLog {
    /// Adds the command of the next tick.
    pub fn push(&mut self, command: &Command) {
        let before = self.last.unchanged();
        self.ticks += 1;
        if *command == before {
            (self.last.command, self.waited) = (before, self.waited + 1);
            return;
        }
        let axes = |command: &Command| [command.forward, command.right, command.up];
        let changes = [
            (AXES, axes(command) != axes(&before)),
            (YAW, command.yaw != before.yaw),
            (PITCH, command.pitch != before.pitch),
            (OPTIONS, options_of(command) != options_of(&before)),
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
            self.bytes.push(options_of(command));
        }
        (self.last.command, self.waited) = (*command, 0);
    }

    /// The log of `ticks` commands that are written down in `bytes`; `None` when these are damaged.
    pub(super) fn from_bytes(bytes: &[u8], ticks: u64) -> Option<Self> {
        let (mut reader, mut last) = (Reader(bytes), Last::default());
        let mut waited = ticks;
        while !reader.0.is_empty() {
            let (wait, flags) = read_head(&mut reader)?;
            waited = waited.checked_sub(wait)?.checked_sub(1)?;
            if wait > 0 {
                last.command = last.unchanged();
            }
            last.change(flags, &mut reader)?;
        }
        if waited > 0 {
            last.command = last.unchanged();
        }
        Some(Self {
            bytes: bytes.to_vec(),
            ticks,
            last,
            waited,
        })
    }

    /// How many ticks it holds.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The commands as they are written down; without what comes after the last change.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The commands, tick by tick.
    pub fn iter(&self) -> Commands {
        self.clone().into_iter()
    }
}

impl FromIterator<Command> for CommandLog {
    fn from_iter<I: IntoIterator<Item = Command>>(commands: I) -> Self {
        let mut log = Self::default();
        for command in commands {
            log.push(&command);
        }
        log
    }
}

impl IntoIterator for CommandLog {
    type Item = Command;
    type IntoIter = Commands;

    fn into_iter(self) -> Commands {
        Commands {
            bytes: self.bytes,
            at: 0,
            left: self.ticks,
            last: Last::default(),
            next: None,
        }
    }
}

/// The commands of a [`CommandLog`], tick by tick.
#[derive(Clone, Debug)]
pub struct Commands {
    bytes: Vec<u8>,
    /// Where the next change is written down.
    at: usize,
    left: u64,
    last: Last,
    /// The ticks to wait for the next change, and what it changes.
    next: Option<(u64, u8)>,
}

impl Iterator for Commands {
    type Item = Command;

    fn next(&mut self) -> Option<Command> {
        self.left = self.left.checked_sub(1)?;
        let mut reader = Reader(&self.bytes[self.at..]);
        // After the last change all stays as it is.
        let next = self.next.take().or_else(|| read_head(&mut reader));
        let (wait, flags) = next.unwrap_or((u64::MAX, 0));
        if wait > 0 {
            self.last.command = self.last.unchanged();
            self.next = Some((wait - 1, flags));
        } else {
            self.last.change(flags, &mut reader)?;
        }
        self.at = self.bytes.len() - reader.0.len();
        Some(self.last.command)
    }
}

/// How many ticks pass before the next change, and what that changes.
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
    /// The next command, if nothing changes.
    fn unchanged(&self) -> Command {
        Command {
            jump: false,
            respawn: false,
            ..self.command
        }
    }

    /// Takes over a change.
    fn change(&mut self, flags: u8, reader: &mut Reader<'_>) -> Option<()> {
        let command = &mut self.command;
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
            set_options(command, reader.byte()?)?;
        }
        Some(())
    }
}

fn axis_of(byte: u8) -> Option<Axis> {
    let steps = byte as i8;
    (steps != i8::MIN).then(|| Axis::new(f64::from(steps) / 127.0))
}

/// What a player sets rather than holds, as one byte.
pub(super) fn options_of(command: &Command) -> u8 {
    let controller = match command.controller {
        Controller::Classic => 0,
        Controller::Swept => 1,
        Controller::Boxed => 2,
    };
    let bit = |set: bool, bit: u8| if set { 1 << bit } else { 0 };
    controller
        | bit(command.mode == Mode::Fly, 2)
        | bit(command.fast, 3)
        | bit(command.boxes == BoxFit::Aligned, 4)
}

/// [`options_of`] taken back; `None` for a byte that it never gives.
pub(super) fn set_options(command: &mut Command, options: u8) -> Option<()> {
    command.controller = match options & 3 {
        0 => Controller::Classic,
        1 => Controller::Swept,
        2 => Controller::Boxed,
        _ => return None,
    };
    let bit = |bit: u8| options & (1 << bit) != 0;
    command.mode = if bit(2) { Mode::Fly } else { Mode::Walk };
    command.fast = bit(3);
    command.boxes = if bit(4) {
        BoxFit::Aligned
    } else {
        BoxFit::Oriented
    };
    (options < 32).then_some(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::test_support::Random;

    /// A player who does at random what players do.
    pub fn random_commands(random: &mut Random, ticks: usize) -> Vec<Command> {
        let mut command = Command::default();
        let mut next = || {
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
                12 => command.boxes = BoxFit::NAMES[random.below(2)].1,
                _ => {}
            }
            command
        };
        (0..ticks).map(|_| next()).collect()
    }

    #[test]
    fn every_command_comes_back_and_the_bytes_alone_are_the_log() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let ticks = random.below(400);
            let commands = random_commands(&mut random, ticks);
            let log: CommandLog = commands.iter().copied().collect();
            assert!(log.iter().eq(commands), "seed {seed}");
            let read = CommandLog::from_bytes(log.bytes(), log.ticks());
            assert_eq!(read, Some(log), "seed {seed}");
        }
    }

    #[test]
    fn a_log_that_was_read_can_be_gone_on_with() {
        let commands = random_commands(&mut Random::new(7), 500);
        let whole: CommandLog = commands.iter().copied().collect();
        for split in 0..500 {
            let first: CommandLog = commands[..split].iter().copied().collect();
            let mut log = CommandLog::from_bytes(first.bytes(), first.ticks()).unwrap();
            for command in &commands[split..] {
                log.push(command);
            }
            assert_eq!(log, whole, "split at {split}");
        }
    }

    #[test]
    fn the_bytes_are_what_the_table_says() {
        let still = Command::default();
        let ahead = Command {
            forward: Axis::new(1.0),
            ..still
        };
        let jumping = Command {
            jump: true,
            ..ahead
        };
        // A right turn of one step, and then another: the second is no farther than the first.
        let turned = |steps: u32| Command {
            yaw: BinaryAngle::from_bits(0_u32.wrapping_sub(steps)),
            ..ahead
        };
        let mut commands = vec![still; 5];
        commands.extend([ahead, ahead, jumping, turned(1), turned(2), turned(2)]);
        let log: CommandLog = commands.into_iter().collect();
        assert_eq!(
            log.bytes(),
            [
                3 << 6 | AXES,
                5 - 3,
                127,
                0,
                0,             // after five ticks, the key
                1 << 6 | JUMP, // after one more, the jump
                YAW,
                1, // -1, as zigzag has it
                YAW,
                0,
            ]
        );
        assert_eq!(log.ticks(), 11);
    }

    #[test]
    fn damaged_bytes_are_no_log() {
        for (bytes, ticks, why) in [
            (&[AXES, 127, 0][..], 9, "an axis is missing"),
            (&[AXES, 128, 0, 0], 9, "-128 is no step"),
            (&[0], 9, "a change of nothing"),
            (&[OPTIONS, 3], 9, "a fourth controller"),
            (&[OPTIONS, 32], 9, "an option that there is not"),
            (&[YAW, 255, 255, 255, 255, 255, 1], 9, "more than a turn"),
            (&[JUMP, JUMP], 1, "two changes in one tick"),
            (&[2 << 6 | JUMP], 2, "after the end"),
        ] {
            assert_eq!(CommandLog::from_bytes(bytes, ticks), None, "{why}");
        }
        assert!(CommandLog::from_bytes(&[2 << 6 | JUMP], 3).is_some());
    }

    #[test]
    fn a_long_time_takes_no_memory() {
        let log = CommandLog::from_bytes(&[], u64::MAX).unwrap();
        assert_eq!(log.iter().take(3).count(), 3);
        let late = CommandLog::from_bytes(&[3 << 6 | JUMP, 0x80, 0x80, 0x80, 0x80, 1], u64::MAX);
        assert!(!late.unwrap().iter().take(100).any(|command| command.jump));
    }
}
