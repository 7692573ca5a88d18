//! Errors when a link is read as a moment, and when a moment is too long for a link.

use super::{Moment, VERSION};
use crate::replay::RecordingError;

/// Why a text cannot be decoded as a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MomentError {
    /// The text contains no moment.
    Foreign,
    /// The moment has a version that this program cannot read.
    Version {
        /// The moment's version.
        found: u8,
    },
    /// The end of the text is missing.
    CutOff,
    /// The text was changed after it was written.
    Damaged,
    /// The text is unchanged, but this part of the moment is invalid.
    Impossible(&'static str),
    /// The moment's recording cannot be decoded.
    Recording(RecordingError),
    /// There is more in the moment than a link may hold.
    TooLong(TooLong),
}

impl core::fmt::Display for MomentError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Foreign => write!(
                f,
                "this link contains no moment\n\
                 expected a link from `sidle link` or the game, which ends in `#moment=` and letters"
            ),
            Self::Version { found } if *found < VERSION => write!(
                f,
                "this moment has version {found}, which no sidle has written\n\
                 copy the link again"
            ),
            Self::Version { found } => write!(
                f,
                "this moment has version {found}, and this program reads version {VERSION}\n\
                 a newer version of sidle made it: use that version"
            ),
            Self::CutOff => write!(
                f,
                "this link is cut off: its end is missing\n\
                 copy the whole link; where it is too long for a message, send it as a file"
            ),
            Self::Damaged => write!(
                f,
                "this link is damaged: its checksum does not match\ncopy it again"
            ),
            Self::Impossible(part) => write!(
                f,
                "this moment cannot be played: its {part} is invalid\nmake a new link"
            ),
            Self::Recording(error) => error.fmt(f),
            Self::TooLong(error) => write!(
                f,
                "this link holds too much: {}\nask for the recording and the level as files",
                error.excess()
            ),
        }
    }
}

impl core::error::Error for MomentError {}

/// Something that a link may hold only so much of, because a stranger's link is opened before anybody has read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentLimit {
    /// The characters of the encoded moment, up to [`Moment::ENCODED_LIMIT`].
    Characters,
    /// The ticks of the recording, up to [`Moment::MAX_TICKS`].
    Ticks,
    /// The distinct characters of the level's text, up to [`Moment::MAX_DISTINCT_CHARACTERS`].
    DistinctCharacters,
}

impl MomentLimit {
    /// The most that a link may hold of it.
    #[must_use]
    pub fn most(self) -> u64 {
        match self {
            Self::Characters => Moment::ENCODED_LIMIT as u64,
            Self::Ticks => Moment::MAX_TICKS,
            Self::DistinctCharacters => Moment::MAX_DISTINCT_CHARACTERS as u64,
        }
    }

    /// Its name, after a number.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Characters => "characters",
            Self::Ticks => "ticks",
            Self::DistinctCharacters => "distinct characters in the level's text",
        }
    }

    /// Checks that there is not more than a link may hold.
    pub(super) fn check(self, found: u64) -> Result<(), TooLong> {
        let is_within = found <= self.most();
        is_within
            .then_some(())
            .ok_or(TooLong { limit: self, found })
    }
}

/// A moment is too long for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLong {
    /// What there is too much of.
    pub limit: MomentLimit,
    /// How much there is.
    pub found: u64,
}

impl TooLong {
    fn excess(&self) -> String {
        let Self { limit, found } = self;
        let (name, most) = (limit.name(), limit.most());
        format!("it has {found} {name}, and may have {most}")
    }
}

impl core::fmt::Display for TooLong {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let excess = self.excess();
        write!(
            f,
            "this is too long for a link: {excess}\n\
             record a shorter part, or send the recording and the level as files"
        )
    }
}

impl core::error::Error for TooLong {}
