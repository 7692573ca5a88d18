//! The numbers of a level's text that can be edited, and why an edit is refused.

use core::fmt;

use glam::DVec3;

use crate::geometry::Placement;

/// Where a prop stands, in the words of a level file.
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
    /// At `position`, neither turned nor scaled.
    pub fn at(position: DVec3) -> Self {
        Self {
            position,
            rotation_deg: DVec3::ZERO,
            scale: DVec3::ONE,
        }
    }

    /// The same as a placement.
    pub fn placement(&self) -> Placement {
        Placement::new(self.position, self.rotation_deg, self.scale)
    }
}

/// A prop of a level's text.
#[derive(Clone, Debug, PartialEq)]
pub struct PropText {
    /// Its kind's name.
    pub kind: String,
    /// Where it stands.
    pub numbers: PropNumbers,
}

/// Where the player starts, in the words of a level file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnNumbers {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The heading; degrees.
    pub yaw_deg: f64,
    /// The tilt of the view; degrees.
    pub pitch_deg: f64,
}

/// Why a level's text is not edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// It is no text of a level: what is wrong.
    Unreadable(String),
    /// There is no prop of this number, from 0.
    NoSuchProp(usize),
    /// All props stand in one list, to which nothing can be added in the file's own style.
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
            Self::OutOfRange => out.write_str("that is too far, or too small or large, for a level"),
        }
    }
}

impl core::error::Error for EditError {}
