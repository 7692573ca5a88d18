//! Decodes a recording from bytes. Any bytes are accepted as input.

use super::bytes::Reader;
use super::encode::{
    BOX_TURNS, CUSTOM_BOX, FORMAT, FROM_START, LIFTS_FEET, MAGIC, ONE_SIDED, PREFIX, WITH_ZONES,
};
use super::fnv::Fnv;
use super::input_log::set_options;
use super::state::{out_of_range, read_state};
use super::steps::read_steps;
use super::{Header, InputLog, LevelHash, Recording, RecordingError, StateHash};
use crate::geometry::angle::BinaryAngle;
use crate::player::{BodyShape, PlayerState, Spawn, TickInput, Tuning};
use crate::sim::{OuterLog, Snapshot};

impl Recording {
    /// Decodes the bytes of a file.
    ///
    /// Takes no more memory than a few times the bytes, and never panics.
    ///
    /// # Errors
    /// When the bytes are not a recording, have another format, or are damaged.
    ///
    /// # Example
    /// ```
    /// use sidle::replay::{Recording, RecordingError};
    /// assert_eq!(Recording::decode(b"[[step]]"), Err(RecordingError::Foreign));
    /// ```
    pub fn decode(bytes: &[u8]) -> Result<Self, RecordingError> {
        let mut reader = Reader(bytes);
        // An empty file, or one that is cut off in its first bytes, is not a recording either.
        if reader.array() != Some(MAGIC) {
            return Err(RecordingError::Foreign);
        }
        let found = bytes.len() as u64;
        let cut_off = |expected: usize| RecordingError::Length {
            found,
            expected: expected as u64,
        };
        let format = reader.array().map(u16::from_le_bytes);
        let format = format.ok_or(cut_off(PREFIX))?;
        if !(FROM_START..=FORMAT).contains(&format) {
            return Err(RecordingError::Format {
                found: format,
                expected: FORMAT,
            });
        }
        let expected = reader.u64().ok_or(cut_off(PREFIX))?;
        if expected != found {
            return Err(RecordingError::Length { found, expected });
        }
        let (summed, sum) = bytes.split_last_chunk().ok_or(RecordingError::Damaged)?;
        let mut hash = Fnv::NEW;
        hash.bytes(summed);
        if hash.0 != u64::from_le_bytes(*sum) {
            return Err(RecordingError::Damaged);
        }
        let body = summed.get(PREFIX..).ok_or(RecordingError::Damaged)?;
        read(Reader(body), format)
    }
}

/// Reads the bytes between the length and the checksum.
fn read(mut reader: Reader<'_>, format: u16) -> Result<Recording, RecordingError> {
    let wrong = RecordingError::Impossible;
    let reader = &mut reader;
    let header = Header {
        program: text(reader).ok_or(wrong("program version"))?,
        level: text(reader).ok_or(wrong("level name"))?,
        file: text(reader)
            .filter(|file| !file.contains(['/', '\\']))
            .ok_or(wrong("level file"))?,
        level_hash: LevelHash::from_bits(reader.u64().ok_or(wrong("level hash"))?),
        hz: tick_rate(reader).ok_or(wrong("tick rate"))?,
        tuning: tuning(reader).ok_or(wrong("tuning"))?,
        spawn: checked_spawn(reader)?,
        state: match state_format(reader, format).ok_or(wrong("state"))? {
            FROM_START => None,
            format => Some(state(reader, format == WITH_ZONES)?),
        },
    };
    let ticks = reader
        .number()
        .filter(|ticks| *ticks <= Recording::MAX_TICKS);
    let ticks = ticks.ok_or(wrong("number of ticks"))?;
    let inputs = reader.number().and_then(|length| reader.take(length));
    let inputs = inputs.and_then(|bytes| InputLog::from_bytes(bytes, ticks));
    let inputs = inputs.ok_or(wrong("list of commands"))?;
    let outer = match format {
        FORMAT => read_steps(reader).ok_or(wrong("list of steps"))?,
        _ => OuterLog::default(),
    };
    let checks = checks(reader, ticks).ok_or(wrong("list of checks"))?;
    let end = StateHash::from_bits(reader.u64().ok_or(wrong("end hash"))?);
    if !reader.0.is_empty() {
        return Err(wrong("end"));
    }
    Ok(Recording {
        header,
        inputs,
        outer,
        checks,
        end,
    })
}

fn text(reader: &mut Reader<'_>) -> Option<String> {
    let length = reader.number()?;
    let text = core::str::from_utf8(reader.take(length)?).ok()?;
    // These texts are printed, and control characters would act on the terminal.
    (!text.contains(char::is_control)).then(|| text.to_owned())
}

/// The format of the state in a recording of `format`: [`FROM_START`], [`WITHOUT_ZONES`](super::encode::WITHOUT_ZONES) or [`WITH_ZONES`].
fn state_format(reader: &mut Reader<'_>, format: u16) -> Option<u16> {
    match format {
        FORMAT => {
            let format = FROM_START + u16::from(reader.byte()?);
            (format <= WITH_ZONES).then_some(format)
        }
        other => Some(other),
    }
}

fn state(reader: &mut Reader<'_>, has_zones: bool) -> Result<Snapshot, RecordingError> {
    let state = read_state(reader, has_zones).ok_or(RecordingError::Impossible("state"))?;
    match out_of_range(&state) {
        None => Ok(state),
        Some(part) => Err(RecordingError::State {
            tick: state.tick,
            part,
        }),
    }
}

fn tick_rate(reader: &mut Reader<'_>) -> Option<u32> {
    let hz = u32::try_from(reader.number()?).ok()?;
    (1..=Header::MAX_HZ).contains(&hz).then_some(hz)
}

fn tuning(reader: &mut Reader<'_>) -> Option<Tuning> {
    let mut tuning = Tuning {
        body: match reader.byte()? {
            0 => BodyShape::Sphere,
            1 => BodyShape::Capsule,
            2 => BodyShape::Box,
            _ => return None,
        },
        // A file without this number is from a program whose walkers followed the ground by less.
        snap_distance: 0.2,
        ..Tuning::default()
    };
    let mut names = Tuning::number_names();
    for _ in 0..reader.byte()? {
        tuning.set(names.next()?, reader.f64()?).ok()?;
    }
    let switches = reader.byte()?;
    tuning.one_sided = switches & ONE_SIDED != 0;
    tuning.box_turns = switches & BOX_TURNS != 0;
    tuning.crouch_lifts_feet = switches & LIFTS_FEET != 0;
    if switches & CUSTOM_BOX != 0 {
        let half_extents = reader.vector()?;
        let sizes = Tuning::BOX_HALF_EXTENTS;
        let fits = half_extents
            .to_array()
            .iter()
            .all(|size| sizes.contains(size));
        tuning.box_half_extents = Some(half_extents).filter(|_| fits);
        tuning.box_half_extents?;
    }
    tuning.body()?;
    (switches <= ONE_SIDED | BOX_TURNS | CUSTOM_BOX | LIFTS_FEET).then_some(tuning)
}

fn checked_spawn(reader: &mut Reader<'_>) -> Result<Spawn, RecordingError> {
    let spawn = spawn(reader).ok_or(RecordingError::Impossible("start"))?;
    match PlayerState::at_spawn(&spawn).out_of_range() {
        None => Ok(spawn),
        Some(part) => Err(RecordingError::State { tick: 0, part }),
    }
}

fn spawn(reader: &mut Reader<'_>) -> Option<Spawn> {
    let position = reader.vector()?;
    let mut angle = || Some(BinaryAngle::from_bits(u32::from_le_bytes(reader.array()?)));
    let (yaw, pitch) = (angle()?, angle()?);
    let mut options = TickInput::default();
    set_options(&mut options, reader.byte()?)?;
    Some(Spawn {
        position,
        yaw,
        pitch,
        mode: options.command.mode,
        controller: options.command.controller,
    })
}

fn checks(reader: &mut Reader<'_>, ticks: u64) -> Option<Vec<u16>> {
    let count = reader.number()?;
    let bytes = reader.take(count.checked_mul(2)?)?;
    let checks = bytes
        .chunks_exact(2)
        .map(|two| u16::from_le_bytes([two[0], two[1]]));
    (count == 0 || count == ticks).then(|| checks.collect())
}

#[cfg(test)]
mod tests;
