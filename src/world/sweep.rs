//! The first surface that a moving sphere touches.

use glam::DVec3;

use super::{ColliderId, World};
use crate::geometry::Sphere;
use crate::query::{SweepHit, sweep_sphere_obb, sweep_sphere_triangle};
use crate::tolerance::GRAZING;

impl World {
    /// The first touch of `sphere`, moved by `motion`, with anything; of equally early ones the
    /// first by id.
    ///
    /// # Shapes
    /// - `motion` is the whole displacement, metres. Triangles are met from both sides; boxes are
    ///   solid.
    /// - Surfaces that the motion only grazes (by less than [`GRAZING`] of its length) do not stop
    ///   it: a sphere that touches a wall moves along it freely.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Sphere, Triangle}, glam::{DVec3, Vec3}, world::World};
    /// let mut world = World::default();
    /// world.add_triangle(Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap());
    /// let ball = Sphere::new(DVec3::new(1.0, 3.0, 1.0), 1.0).unwrap();
    /// let (_, hit) = world.sweep_sphere(&ball, DVec3::Y * -4.0).unwrap();
    /// assert_eq!((hit.fraction, hit.normal), (0.5, DVec3::Y));
    /// ```
    pub fn sweep_sphere(&self, sphere: &Sphere, motion: DVec3) -> Option<(ColliderId, SweepHit)> {
        let stops = |hit: &SweepHit| hit.normal.dot(motion) < -GRAZING * motion.length();
        let triangles = self.triangles_with_ids().filter_map(|(id, triangle)| {
            let hit = sweep_sphere_triangle(sphere, motion, triangle)?;
            Some((ColliderId::Triangle(id), hit))
        });
        let boxes = self.boxes_with_ids().filter_map(|(id, obb)| {
            let hit = sweep_sphere_obb(sphere, motion, obb)?;
            Some((ColliderId::Box(id), hit))
        });
        triangles
            .chain(boxes)
            .filter(|(_, hit)| stops(hit))
            .min_by(|(_, a), (_, b)| a.fraction.total_cmp(&b.fraction))
    }
}
