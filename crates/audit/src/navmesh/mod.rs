//! Navigation meshes: where a game's own tool believes that characters can walk.
//!
//! Reading order: [`Navmesh`] here, `detour.rs`, which reads the files of Recast and Detour, `godot.rs`, which reads those
//! of Godot, and `samples.rs`, its heights above the columns of a floor.

mod detour;
mod godot;
mod samples;

pub use samples::Samples;

use sidle::glam::DVec3;

/// A navigation mesh. Y is up; metres.
///
/// # Example
/// ```
/// use sidle_audit::Navmesh;
/// use sidle::glam::DVec3;
/// let navmesh = Navmesh::new(vec![[DVec3::ZERO, DVec3::Z, DVec3::X]]);
/// assert_eq!(navmesh.triangles().len(), 1);
/// assert!(Navmesh::read_detour(b"no navmesh").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Navmesh {
    triangles: Vec<[DVec3; 3]>,
}

impl Navmesh {
    /// The navmesh of these triangles, such as those of an OBJ file that Recast's demo writes. Triangles with a corner that is
    /// not finite are left out.
    #[must_use]
    pub fn new(triangles: Vec<[DVec3; 3]>) -> Self {
        let finite = |corners: &[DVec3; 3]| corners.iter().all(|corner| corner.is_finite());
        let triangles = triangles.into_iter().filter(finite).collect();
        Self { triangles }
    }

    /// The navmesh of a file that Recast's demo and its relatives save: a set of Detour's tiles, or one tile. Links between
    /// places that are apart are not read.
    ///
    /// # Errors
    /// Why the bytes are no such file.
    pub fn read_detour(bytes: &[u8]) -> Result<Self, String> {
        detour::read(bytes).map(Self::new)
    }

    /// The navmesh of a resource (`.tres`) or scene (`.tscn`) that Godot 3 or 4 saved as text: all `NavigationMesh`es in it, where their
    /// own corners are. The nodes of a scene do not move them.
    ///
    /// # Errors
    /// Why the text is no such file.
    pub fn read_godot(text: &str) -> Result<Self, String> {
        godot::read(text).map(Self::new)
    }

    /// Its triangles.
    #[must_use]
    pub fn triangles(&self) -> &[[DVec3; 3]] {
        &self.triangles
    }
}
