//! Errors when bytes are read as a recording.

/// Why bytes cannot be decoded as a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordingError {
    /// The bytes do not begin like a recording.
    Foreign,
    /// The recording has a format that this program cannot read.
    Format {
        /// The recording's format.
        found: u16,
        /// The format that this program reads.
        expected: u16,
    },
    /// The recording does not have the length with which it was written; bytes.
    Length {
        /// Its length now.
        found: u64,
        /// Its length when it was written.
        expected: u64,
    },
    /// The length is right, but the bytes were changed after they were written.
    Damaged,
    /// The bytes are unchanged, but this part of the recording is invalid.
    Impossible(&'static str),
    /// The bytes are unchanged, but a part of the state in which the recording begins is out of range, or does
    /// not fit the level.
    State {
        /// The tick of the state.
        tick: u64,
        /// The part, such as `velocity`.
        part: &'static str,
    },
}

impl core::fmt::Display for RecordingError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Foreign => write!(
                f,
                "this is not a recording: it does not begin like one\n\
                 expected a file that `sidle simulate --record` or the game wrote"
            ),
            Self::Format { found, expected } if found > expected => write!(
                f,
                "this recording has format {found}, and this program reads format {expected}\n\
                 a newer version of sidle made it: use that version"
            ),
            Self::Format { found, expected } => write!(
                f,
                "this recording has the old format {found}, and this program reads format \
                 {expected}\nplay it with the version of sidle that made it, or record it again"
            ),
            Self::Length { found, expected } => {
                let how = if found < expected {
                    "cut off"
                } else {
                    "too long"
                };
                write!(
                    f,
                    "this recording is {how}: it has {found} bytes of {expected}\n\
                     copy or download it again"
                )
            }
            Self::Damaged => write!(
                f,
                "this recording is damaged: its checksum does not match\n\
                 copy or download it again, as a binary file"
            ),
            Self::Impossible(part) => write!(
                f,
                "this recording cannot be played: its {part} is invalid\nrecord it again"
            ),
            Self::State { tick, part } => write!(
                f,
                "this recording cannot be played: in its state at tick {tick}, the {part} is out of range\n\
                 record it again"
            ),
        }
    }
}

impl core::error::Error for RecordingError {}
