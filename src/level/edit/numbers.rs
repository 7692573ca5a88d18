//! The editable numbers of a level's text, and the errors of an edit.

use core::fmt;

use glam::DVec3;

use super::entry::{EntryId, EntryTable};
use crate::geometry::Placement;

/// The placement of an entry, as a level file writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntryNumbers {
    /// Where its origin goes; metres. For a mover, the first point of its path; for the spawn, the body's reference point.
    pub position: DVec3,
    /// About X, Y and Z; degrees. For the spawn, the tilt and the heading of the view.
    pub rotation_deg: DVec3,
    /// Factors along the mesh's own axes; for a zone its size in metres.
    pub scale: DVec3,
}

impl EntryNumbers {
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

/// An entry of a level's text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EntryText {
    /// The kind of a prop or mover, the effect of a zone, the file of a mesh, the prefab of a place; else empty.
    pub kind: String,
    /// The text of a sign or zone, if it has one.
    pub text: Option<String>,
    /// Its placement.
    pub numbers: EntryNumbers,
    /// The path of a mover, or the target of a teleport; metres.
    pub points: Vec<DVec3>,
    /// The speed of a mover; m/s.
    pub speed: Option<f64>,
}

/// Why an edit is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The text is not a level's: the reason.
    Unreadable(String),
    /// There is no such entry.
    NoSuchEntry(EntryId),
    /// There is no such surface.
    NoSurface,
    /// All entries of the table stand in one list, such as `prop = [{…}]`.
    InOneList(EntryTable),
    /// A level has exactly one spawn.
    OneSpawn,
    /// The entry has no such point, or needs it: a path has at least two.
    Points,
    /// A number is not finite, or too large for a level.
    OutOfRange,
    /// A prefab holds only props, movers, signs and zones, and this entry is none.
    NotForPrefabs(EntryTable),
    /// A prefab holds at least one entry.
    EmptyPrefab,
}

impl fmt::Display for EditError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(out, "the level's text cannot be edited: {why}"),
            Self::NoSuchEntry(EntryId { table, number }) => {
                write!(
                    out,
                    "the level has no {} {}",
                    table.name(),
                    number.saturating_add(1)
                )
            }
            Self::NoSurface => out.write_str("the level has no such surface"),
            Self::InOneList(table) => write!(
                out,
                "the {0}s stand in one list, `{0} = [{{…}}]`: to add, copy or delete one, write each \
                 as its own `[[{0}]]`",
                table.name()
            ),
            Self::OneSpawn => {
                out.write_str("a level has exactly one spawn: it can be moved and turned")
            }
            Self::Points => {
                out.write_str("there is no such point, or the path needs it: it has at least two")
            }
            Self::NotForPrefabs(table) => write!(
                out,
                "a prefab has props, movers, signs and zones, but no {}: leave it out of the selection",
                table.name()
            ),
            Self::EmptyPrefab => out.write_str("a prefab needs entries: select some first"),
            Self::OutOfRange => out.write_str("the number is out of a level's range"),
        }
    }
}

impl core::error::Error for EditError {}
