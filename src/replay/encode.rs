//! Encodes a recording as bytes.
//!
//! All numbers are little-endian. A *count* is a number in groups of 7 bits (LEB128). A *text* is a count
//! of bytes and these bytes in UTF-8.
//!
//! | what | bytes |
//! |---|---|
//! | [`MAGIC`] | 8 |
//! | [`FORMAT`] | 2 |
//! | length of the whole file | 8 |
//! | program, level, file | 3 texts |
//! | level hash | 8 |
//! | ticks per second | count |
//! | the tuning: body, how many numbers, the numbers in the order of [`Tuning::numbers`], switches, the box's half extents if set | 3 + 8 each |
//! | the spawn: position, heading, pitch, mode and controller | 33 |
//! | in formats 2 and 3: the state in which the recording began, see [`state`](super::state) | 108 or more |
//! | ticks | count |
//! | inputs, see [`InputLog`](super::InputLog) | count, and that many bytes |
//! | checks: one for each tick, or none | count, and 2 each |
//! | end hash | 8 |
//! | FNV-1a of all bytes before | 8 |
//!
//! A recording from the level's start is written in format 1, which has no state. Format 3 is for states of a level with
//! zones. Format 4 is for runs with controllers outside of the library. It has a byte before the state: 0 for no state, 1 for one
//! without zones, 2 for one with zones. After the inputs, it has the steps of these controllers, see [`steps`](super::steps).
//!
//! A later version may add numbers at the end of the tuning. A number that a file lacks has its default, and
//! the last numbers are left out while they have it.
//! Every other change needs another format number.
//!
//! In an hour at 120 ticks per second the checks take 864 kB. The inputs take up to 2 MB if the mouse
//! never rests. Without checks, eleven seconds of keys take 300 bytes, and 14 seconds with slow turns take
//! 1200. Each deflates to about 200 bytes, which fits into a URL.

use super::Recording;
use super::bytes::push_number;
use super::fnv::Fnv;
use super::input_log::options_of;
use super::state::push_state;
use super::steps::push_steps;
use crate::geometry::packing::Packed;
use crate::player::{BodyShape, Command, Spawn, TickInput, Tuning};

/// The first bytes of a recording's file. As in PNG, they reveal a transfer as text.
pub(super) const MAGIC: [u8; 8] = *b"\x89sidle\r\n";

/// The number of this format, for recordings with steps of outer controllers.
pub(super) const FORMAT: u16 = 4;
/// The number of the format for states of a level with zones.
pub(super) const WITH_ZONES: u16 = 3;
/// The number of the format for states of a level without zones.
pub(super) const WITHOUT_ZONES: u16 = 2;
/// The number of the format for recordings from the level's start.
pub(super) const FROM_START: u16 = 1;

/// How many numbers of the tuning are always written. The shipped values of all later numbers are part of the
/// format.
pub(super) const ALWAYS_WRITTEN: usize = 16;

/// How many bytes the magic bytes, the format and the length take.
pub(super) const PREFIX: usize = MAGIC.len() + 2 + 8;

/// The bits of the tuning's switches, in one byte.
pub(super) const ONE_SIDED: u8 = 1;
pub(super) const BOX_TURNS: u8 = 2;
pub(super) const CUSTOM_BOX: u8 = 4;
pub(super) const LIFTS_FEET: u8 = 8;

impl Packed for Recording {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.encode().pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Self::decode(&Vec::unpack(bytes)?).ok()
    }
}

impl Recording {
    /// Encodes the recording as the bytes of a file.
    ///
    /// # Example
    /// ```
    /// use sidle::{replay::{Recorder, Recording}, sim::Sim, world::World};
    /// let sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
    /// let recording = Recorder::new("Void", "void.toml", &sim).recording();
    /// assert_eq!(Recording::decode(&recording.encode()), Ok(recording));
    /// ```
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let Self {
            header,
            inputs,
            outer,
            checks,
            end,
        } = self;
        let mut bytes = MAGIC.to_vec();
        let state_format = match &header.state {
            None => FROM_START,
            Some(state) if state.zones.inside.is_empty() => WITHOUT_ZONES,
            Some(_) => WITH_ZONES,
        };
        let format = if outer.is_empty() {
            state_format
        } else {
            FORMAT
        };
        bytes.extend(format.to_le_bytes());
        bytes.extend([0; 8]); // The length is not known yet.
        for text in [&header.program, &header.level, &header.file] {
            push_number(&mut bytes, text.len() as u64);
            bytes.extend(text.as_bytes());
        }
        bytes.extend(header.level_hash.bits().to_le_bytes());
        push_number(&mut bytes, header.hz.into());
        push_tuning(&mut bytes, &header.tuning);
        push_spawn(&mut bytes, &header.spawn);
        if format == FORMAT {
            bytes.push((state_format - FROM_START) as u8);
        }
        if let Some(state) = &header.state {
            push_state(&mut bytes, state);
        }
        push_number(&mut bytes, inputs.ticks());
        push_number(&mut bytes, inputs.bytes().len() as u64);
        bytes.extend(inputs.bytes());
        if format == FORMAT {
            push_steps(&mut bytes, outer);
        }
        push_number(&mut bytes, checks.len() as u64);
        bytes.extend(checks.iter().flat_map(|check| check.to_le_bytes()));
        bytes.extend(end.bits().to_le_bytes());

        let length = bytes.len() as u64 + 8;
        bytes[PREFIX - 8..PREFIX].copy_from_slice(&length.to_le_bytes());
        let mut sum = Fnv::NEW;
        sum.bytes(&bytes);
        bytes.extend(sum.0.to_le_bytes());
        bytes
    }
}

/// How many numbers of `tuning` are written: the first [`ALWAYS_WRITTEN`], and those up to the last one that
/// differs from its shipped value. A reader takes the shipped value for a number that is missing. So players
/// who never crouch have recordings that are as short as before, and that older programs read.
fn written_numbers(tuning: &Tuning) -> usize {
    let shipped = Tuning::default();
    let differs = |((_, number), (_, usual)): ((_, f64), (_, f64))| number != usual;
    let pairs: Vec<_> = tuning.numbers().zip(shipped.numbers()).collect();
    let last = pairs.into_iter().rposition(differs);
    last.map_or(0, |last| last + 1).max(ALWAYS_WRITTEN)
}

fn push_tuning(bytes: &mut Vec<u8>, tuning: &Tuning) {
    bytes.push(match tuning.body {
        BodyShape::Sphere => 0,
        BodyShape::Capsule => 1,
        BodyShape::Box => 2,
    });
    let count = written_numbers(tuning);
    bytes.push(count as u8);
    let numbers = tuning.numbers().take(count);
    bytes.extend(numbers.flat_map(|(_, number)| number.to_le_bytes()));
    let switch = |on: bool, bit: u8| if on { bit } else { 0 };
    bytes.push(
        switch(tuning.one_sided, ONE_SIDED)
            | switch(tuning.box_turns, BOX_TURNS)
            | switch(tuning.box_half_extents.is_some(), CUSTOM_BOX)
            | switch(tuning.crouch_lifts_feet, LIFTS_FEET),
    );
    let half_extents = tuning.box_half_extents.map(|half| half.to_array());
    bytes.extend(
        half_extents
            .into_iter()
            .flatten()
            .flat_map(f64::to_le_bytes),
    );
}

fn push_spawn(bytes: &mut Vec<u8>, spawn: &Spawn) {
    let Spawn {
        position,
        yaw,
        pitch,
        mode,
        controller,
    } = *spawn;
    bytes.extend(position.to_array().into_iter().flat_map(f64::to_le_bytes));
    bytes.extend(yaw.bits().to_le_bytes());
    bytes.extend(pitch.bits().to_le_bytes());
    let command = Command {
        mode,
        controller,
        ..Command::default()
    };
    bytes.push(options_of(&TickInput::from(command)));
}
