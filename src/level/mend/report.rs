//! What mending did.

use glam::Vec3;

/// How many places of a kind are kept, for a report that is read.
const SHOWN: usize = 5;

/// How often something was found in a mesh, and where first.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Places {
    /// How often.
    pub count: usize,
    /// The first places, in the mesh's own space.
    pub first: Vec<Vec3>,
}

impl Places {
    pub(super) fn add(&mut self, place: Vec3) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(place);
        }
    }
}

/// What mending did, and what it left.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MendReport {
    /// How many faces the mended mesh has.
    pub faces: usize,
    /// The limits that held, for welding and for cracks; in the mesh's unit.
    pub limits: [f64; 2],
    /// Corners that were moved onto another one.
    pub welded: Places,
    /// Faces that were removed: narrower than the weld.
    pub slivers: Places,
    /// Faces that were removed: in the place of another.
    pub duplicates: Places,
    /// Corners and edges along a crack that were joined.
    pub cracks: Places,
    /// The width of the widest of these cracks, in the mesh's unit.
    pub widest_crack: f64,
    /// Faces that were turned round.
    pub flipped: Places,
    /// Edges of a single face that are left: the rims of holes and of sheets.
    pub open_edges: Places,
    /// Edges of three faces or more that are left.
    pub crowded_edges: Places,
    /// Whether so much lies in one place that not every crack there was looked for.
    pub is_dense: bool,
}
