//! A mesh that is placed by a pose, with a separate tree.

use std::sync::Arc;

use glam::{DMat3, DVec3};

use super::super::bvh::Bvh;
use crate::geometry::{Aabb, Obb, Pose, Triangle};
use crate::query::INSIDE_BEYOND_EDGE;

/// How much larger the box around a mesh is, as a share of half its diagonal, since the classic controller's triangles
/// reach beyond their edges, none of which is longer than the diagonal.
const MARGIN: f64 = 2.5 * INSIDE_BEYOND_EDGE;

/// A mesh farther out than this lies outside of the tree over all that was added; metres. Half of what the tree takes.
const FAR: f64 = 5e11;

/// The triangles of a mesh where its pose puts them.
#[derive(Clone, Debug)]
pub struct Mesh {
    local: Arc<[Triangle]>,
    pose: Pose,
    triangles: Vec<Triangle>,
    around: Obb,
    pub bvh: Bvh,
}

/// Meshes with the same triangles in the same places are equal.
impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        self.triangles == other.triangles
    }
}

impl Mesh {
    /// `None` if there is no triangle, or one of them has no area where `pose` puts it.
    pub fn new(local: Arc<[Triangle]>, pose: &Pose) -> Option<Self> {
        let triangles = placed(&local, pose)?;
        let around = around(&triangles)?;
        let bvh = Bvh::built(&triangles, &[], &|_| true);
        Some(Self {
            local,
            pose: *pose,
            triangles,
            around,
            bvh,
        })
    }

    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Moves it. If one of its triangles has no area there, it stays, and `false` is returned.
    pub fn move_to(&mut self, pose: &Pose) -> bool {
        let moved = placed(&self.local, pose);
        let Some((moved, around)) = moved.and_then(|moved| {
            let around = around(&moved)?;
            Some((moved, around))
        }) else {
            return false;
        };
        let is_zoned_alike = Bvh::zones_alike(&self.triangles, &moved);
        (self.triangles, self.around) = (moved, around);
        self.pose = *pose;
        if is_zoned_alike {
            self.bvh
                .refit_triangles(0..self.triangles.len(), &self.triangles, &[]);
        } else {
            self.bvh = Bvh::built(&self.triangles, &[], &|_| true);
        }
        true
    }

    /// A box around it.
    pub fn around(&self) -> Obb {
        self.around
    }
}

/// A box around triangles; `None` if there is none.
fn around(triangles: &[Triangle]) -> Option<Obb> {
    let bounds = Aabb::from_points(triangles.iter().flat_map(Triangle::vertices))?;
    let far = bounds.min().abs().max(bounds.max().abs()).max_element();
    if far > FAR {
        return Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(FAR * 4.0));
    }
    let half = bounds.half_extents();
    Obb::new(
        bounds.center(),
        DMat3::IDENTITY,
        half + half.length() * MARGIN,
    )
}

/// The triangles where `pose` puts them. `None` if one has no area there.
fn placed(local: &[Triangle], pose: &Pose) -> Option<Vec<Triangle>> {
    let place = |triangle: &Triangle| {
        Triangle::new(
            triangle
                .vertices()
                .map(|vertex| pose.apply(vertex).as_vec3()),
        )
    };
    local.iter().map(place).collect()
}
