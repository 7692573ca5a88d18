//! The editable numbers of a level's text, and the errors of an edit.

use core::fmt;

use glam::DVec3;

use crate::geometry::Placement;

/// The placement of a prop, as a level file writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropNumbers {
    /// Where the origin of the kind's mesh goes; metres.
    pub position: DVec3,
    /// About X, Y and Z; degrees.
    pub rotation_deg: DVec3,
    /// Factors along the mesh's own axes.
    pub scale: DVec3,
}

impl PropNumbers {
    /// At `position`, without rotation or scale.
    #[must_use]
    pub fn at(position: DVec3) -> Self {
        Self {
            position,
            rotation_deg: DVec3::ZERO,
            scale: DVec3::ONE,
        }
    }

    /// These numbers as a placement.
    #[must_use]
    pub fn placement(&self) -> Placement {
        Placement::new(self.position, self.rotation_deg, self.scale)
    }
}

/// A prop of a level's text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PropText {
    /// Its kind's name.
    pub kind: String,
    /// Its placement.
    pub numbers: PropNumbers,
}

/// The player's start, as a level file writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnNumbers {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The heading; degrees.
    pub yaw_deg: f64,
    /// The tilt of the view; degrees.
    pub pitch_deg: f64,
}

/// Why an edit is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The text is not a level's: the reason.
    Unreadable(String),
    /// There is no prop of this number, from 0.
    NoSuchProp(usize),
    /// All props stand in one list, `prop = [{…}]`.
    PropsInOneList,
    /// A number is not finite, or too large for a level.
    OutOfRange,
}

impl fmt::Display for EditError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(out, "the level's text cannot be edited: {why}"),
            Self::NoSuchProp(number) => write!(out, "the level has no prop {}", number + 1),
            Self::PropsInOneList => out.write_str(
                "the props stand in one list, `prop = [{…}]`: to add, copy or delete one, write each \
                 as its own `[[prop]]`",
            ),
            Self::OutOfRange => out.write_str("the number is out of a level's range"),
        }
    }
}

impl core::error::Error for EditError {}
