//! A recording as bytes.
//!
//! All numbers are little-endian; a *count* is in groups of 7 bits, a *text* a count and so many bytes
//! of UTF-8.
//!
//! | what | bytes |
//! |---|---|
//! | [`MAGIC`] | 8 |
//! | [`FORMAT`] | 2 |
//! | length of the whole file | 8 |
//! | program, level, file | 3 texts |
//! | level hash | 8 |
//! | ticks per second | count |
//! | the tuning: body, how many numbers, these in the order of [`Tuning::numbers`], switches, the box's half extents if it has any | 3 + 8 each |
//! | the spawn: position, heading, pitch, mode and controller | 33 |
//! | in format 2 only: the state in which it began, as [`state`](super::state) has it | 108 or more |
//! | ticks | count |
//! | inputs, as [`InputLog`](super::InputLog) has them | count, and so many |
//! | checks: as many as ticks, or none | count, and 2 each |
//! | end hash | 8 |
//! | FNV-1a of all before it | 8 |
//!
//! Who records from the level's start on writes format 1, which has no state.
//!
//! A later version may add numbers at the end of the tuning; where a file has none of them, they are the
//! usual ones. Whatever else changes needs another format number.
//!
//! In an hour at 120 ticks a second the checks take 864 kB, and the commands from nothing to 2 MB, if the
//! mouse never rests. Without checks, eleven seconds on keys are 300 bytes, and 14 with slow turns 1200: each
//! about 200 once deflated, which fits into a URL.

use super::Recording;
use super::bytes::push_number;
use super::fnv::Fnv;
use super::input_log::options_of;
use super::state::push_state;
use crate::player::{BodyShape, Command, Spawn, TickInput, Tuning};

/// How the file of a recording begins. As in PNG, what is lost in a transfer as text is seen at once.
pub(super) const MAGIC: [u8; 8] = *b"\x89sidle\r\n";

/// The number of this format, and of the one for runs from the level's start on.
pub(super) const FORMAT: u16 = 2;
pub(super) const FROM_START: u16 = 1;

/// The bytes before and including the length.
pub(super) const PREFIX: usize = MAGIC.len() + 2 + 8;

/// The tuning's switches, in one byte.
pub(super) const ONE_SIDED: u8 = 1;
pub(super) const BOX_TURNS: u8 = 2;
pub(super) const OWN_BOX: u8 = 4;

impl Recording {
    /// The bytes of its file.
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
            checks,
            end,
        } = self;
        let mut bytes = MAGIC.to_vec();
        let format = match header.state {
            None => FROM_START,
            Some(_) => FORMAT,
        };
        bytes.extend(format.to_le_bytes());
        bytes.extend([0; 8]); // the length, which is not known yet
        for text in [&header.program, &header.level, &header.file] {
            push_number(&mut bytes, text.len() as u64);
            bytes.extend(text.as_bytes());
        }
        bytes.extend(header.level_hash.bits().to_le_bytes());
        push_number(&mut bytes, header.hz.into());
        push_tuning(&mut bytes, &header.tuning);
        push_spawn(&mut bytes, &header.spawn);
        if let Some(state) = &header.state {
            push_state(&mut bytes, state);
        }
        push_number(&mut bytes, inputs.ticks());
        push_number(&mut bytes, inputs.bytes().len() as u64);
        bytes.extend(inputs.bytes());
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

fn push_tuning(bytes: &mut Vec<u8>, tuning: &Tuning) {
    bytes.push(match tuning.body {
        BodyShape::Sphere => 0,
        BodyShape::Capsule => 1,
    });
    bytes.push(tuning.numbers().count() as u8);
    bytes.extend(
        tuning
            .numbers()
            .flat_map(|(_, number)| number.to_le_bytes()),
    );
    let switch = |on: bool, bit: u8| if on { bit } else { 0 };
    bytes.push(
        switch(tuning.one_sided, ONE_SIDED)
            | switch(tuning.box_turns, BOX_TURNS)
            | switch(tuning.box_half_extents.is_some(), OWN_BOX),
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
