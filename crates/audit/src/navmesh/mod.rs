//! Navigation meshes: where a game's own tool believes that characters can walk.
//!
//! Reading order: [`Navmesh`] here, its links in `link.rs`, `detour.rs`, which reads the files of Recast and Detour, `godot.rs` and `nodes.rs`, which read those
//! of Godot, and `samples.rs`, its heights above the columns of a floor.

mod detour;
mod godot;
mod link;
mod nodes;
mod samples;

pub use link::NavmeshLink;
pub use samples::{Samples, height_tolerance};

use sidle::glam::DVec3;

/// A navigation mesh. Y is up; metres.
///
/// # Example
/// ```
/// use sidle_audit::Navmesh;
/// use sidle::glam::DVec3;
/// let navmesh = Navmesh::new(vec![[DVec3::ZERO, DVec3::Z, DVec3::X]]);
/// assert_eq!((navmesh.triangles().len(), navmesh.links().len()), (1, 0));
/// assert!(Navmesh::read_detour(b"no navmesh").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Navmesh {
    triangles: Vec<[DVec3; 3]>,
    links: Vec<NavmeshLink>,
}

impl Navmesh {
    /// The navmesh of these triangles, such as those of an OBJ file that Recast's demo writes. Triangles with a corner that is
    /// not finite are left out.
    #[must_use]
    pub fn new(triangles: Vec<[DVec3; 3]>) -> Self {
        let finite = |corners: &[DVec3; 3]| corners.iter().all(|corner| corner.is_finite());
        let triangles = triangles.into_iter().filter(finite).collect();
        Self {
            triangles,
            links: Vec::new(),
        }
    }

    /// The same navmesh with these links. Links with an end that is not finite, or farther away than every level, are left out. Radii are at
    /// most 2 m.
    ///
    /// # Example
    /// ```
    /// use sidle_audit::{Navmesh, NavmeshLink};
    /// use sidle::glam::DVec3;
    /// let jump = NavmeshLink { ends: [DVec3::ZERO, DVec3::X * 4.0], radius: 0.6, is_two_way: true };
    /// assert_eq!(Navmesh::default().with_links(vec![jump]).links(), [jump]);
    /// ```
    #[must_use]
    pub fn with_links(mut self, links: Vec<NavmeshLink>) -> Self {
        self.links = links.into_iter().filter_map(NavmeshLink::usable).collect();
        self
    }

    /// The navmesh of a file that Recast's demo and its relatives save: a set of Detour's tiles, or one tile, with their off-mesh
    /// connections.
    ///
    /// # Errors
    /// Why the bytes are no such file.
    pub fn read_detour(bytes: &[u8]) -> Result<Self, String> {
        detour::read(bytes).map(|(triangles, links)| Self::new(triangles).with_links(links))
    }

    /// The navmesh of a resource (`.tres`) or scene (`.tscn`) that Godot 3 or 4 saved as text: all `NavigationMesh`es in it, where the
    /// nodes of the scene put them, and all `NavigationLink3D`s that are enabled.
    ///
    /// # Errors
    /// Why the text is no such file.
    pub fn read_godot(text: &str) -> Result<Self, String> {
        godot::read(text).map(|(triangles, links)| Self::new(triangles).with_links(links))
    }

    /// Its triangles.
    #[must_use]
    pub fn triangles(&self) -> &[[DVec3; 3]] {
        &self.triangles
    }

    /// Its links between places that are apart.
    #[must_use]
    pub fn links(&self) -> &[NavmeshLink] {
        &self.links
    }
}
