//! Navigation meshes: where a game's own tool believes that characters can walk.
//!
//! Reading order: [`Navmesh`] here, `detour.rs`, which reads the files of Recast and Detour, `godot.rs` and `nodes.rs`, which read those
//! of Godot, and `samples.rs`, its heights above the columns of a floor.

mod detour;
mod godot;
mod nodes;
mod samples;

pub use samples::{Samples, height_tolerance};

use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;

/// The largest radius of the end of a link; metres. Larger: a place far away counts as its end, and looking around takes long.
const MAX_RADIUS: f64 = 2.0;

/// No level is that far from the origin; metres. Larger: the length of a link is no number.
const FAR: f64 = 1e9;

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

/// A link of a navmesh between two places that are apart, such as a jump over a gap: an off-mesh connection of Detour, or a
/// `NavigationLink3D` of Godot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavmeshLink {
    /// Where it begins and ends; metres.
    pub ends: [DVec3; 2],
    /// How far from each end a character may begin or stop; metres.
    pub radius: f64,
    /// Whether it also leads back.
    pub is_two_way: bool,
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
    pub fn with_links(mut self, mut links: Vec<NavmeshLink>) -> Self {
        let is_near = |end: &DVec3| end.abs().cmple(DVec3::splat(FAR)).all();
        links.retain(|link| link.ends.iter().all(is_near));
        for link in &mut links {
            // A radius that is no number is none.
            link.radius = min(max(link.radius, 0.0), MAX_RADIUS);
        }
        self.links = links;
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
