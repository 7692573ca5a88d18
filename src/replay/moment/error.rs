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
}

impl core::fmt::Display for MomentError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Foreign => write!(
                f,
                "this link contains no moment\n\
                 expected a link from `sidle link` or the game, which ends in `#moment=` and letters"
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
        }
    }
}

impl core::error::Error for MomentError {}

/// A moment is too long for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The moment's length; characters.
    pub found: usize,
}

impl core::fmt::Display for TooLong {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (found, limit) = (self.found, Moment::ENCODED_LIMIT);
        write!(
            f,
            "this is too long for a link: it has {found} characters, and may have {limit}\n\
             record a shorter part, or send the recording and the level as files"
        )
    }
}

impl core::error::Error for TooLong {}
