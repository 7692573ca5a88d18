//! Why there is no moment, and why a moment has no link.

use super::{Moment, VERSION};
use crate::replay::RecordingError;

/// Why a text is no moment that can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MomentError {
    /// There is nothing in it that could be one.
    Foreign,
    /// It is of another version than this program reads.
    Version {
        /// Its version.
        found: u8,
    },
    /// Its end is missing.
    CutOff,
    /// It is not what was written.
    Damaged,
    /// It is what was written, and that is no moment: this part cannot be.
    Impossible(&'static str),
    /// Its recording is none.
    Recording(RecordingError),
}

impl core::fmt::Display for MomentError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Foreign => write!(
                f,
                "there is no moment in this link\n\
                 expected one that `sidle link` or the game made, which ends in `#moment=` and \
                 letters"
            ),
            Self::Version { found } => write!(
                f,
                "this moment is of version {found}, and this program reads version {VERSION}\n\
                 a newer version of sidle made it: use that"
            ),
            Self::CutOff => write!(
                f,
                "this link is cut off: its end is missing\n\
                 copy all of it; where messages may not be that long, send it as a file"
            ),
            Self::Damaged => write!(
                f,
                "this link is damaged: what it says is not what was written\ncopy it again"
            ),
            Self::Impossible(what) => write!(
                f,
                "this moment cannot be seen: its {what} cannot be\nmake the link anew"
            ),
            Self::Recording(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MomentError {}

/// A moment is too long for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// How long it is; characters.
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
