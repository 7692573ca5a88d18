//! Which surfaces are near a sphere, exactly.

use glam::DVec3;

use super::{ColliderId, World};
use crate::contact::contact_sphere_obb;
use crate::geometry::{Plane, Sphere};
use crate::query::{closest_obb_point, closest_triangle_point};

/// A surface near the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Whose surface it is.
    pub collider: ColliderId,
    /// Its point nearest to the sphere's centre; metres.
    pub point: DVec3,
    /// Unit normal from there to the centre: from the world to the player.
    pub normal: DVec3,
    /// The gap between sphere and surface; metres; negative where they overlap.
    pub separation: f64,
}

impl World {
    /// Fills `found` with every surface no farther from `sphere` than `reach`, by id.
    ///
    /// # Shapes
    /// - `reach` in metres, 0 or more. Triangles are met from both sides; boxes are solid.
    /// - `found` is emptied first; its memory is used again.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Sphere, Triangle}, glam::{DVec3, Vec3}, world::World};
    /// let mut world = World::default();
    /// world.add_triangle(Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap());
    /// let ball = Sphere::new(DVec3::new(0.25, 0.75, 0.25), 0.5).unwrap();
    /// let mut found = Vec::new();
    /// world.surfaces_near(&ball, 0.5, &mut found);
    /// assert_eq!((found[0].normal, found[0].separation), (DVec3::Y, 0.25));
    /// ```
    pub fn surfaces_near(&self, sphere: &Sphere, reach: f64, found: &mut Vec<Surface>) {
        found.clear();
        let limit = sphere.radius() + reach;
        for (id, triangle) in self.triangles_with_ids() {
            let plane = triangle.plane();
            let distance = plane.signed_distance(sphere.center());
            if distance.abs() > limit {
                continue;
            }
            let point = closest_triangle_point(triangle, sphere.center());
            let surface = surface_at(ColliderId::Triangle(id), point, sphere, plane, distance);
            if surface.separation <= reach {
                found.push(surface);
            }
        }
        for (id, obb) in self.boxes_with_ids() {
            let collider = ColliderId::Box(id);
            if let Some(contact) = contact_sphere_obb(sphere, obb) {
                let (point, normal) = (contact.point, contact.normal);
                found.push(Surface {
                    collider,
                    point,
                    normal,
                    separation: -contact.depth,
                });
                continue;
            }
            let point = closest_obb_point(obb, sphere.center());
            let distance = point.distance(sphere.center());
            if distance <= limit {
                let normal = (sphere.center() - point) / distance;
                let separation = distance - sphere.radius();
                found.push(Surface {
                    collider,
                    point,
                    normal,
                    separation,
                });
            }
        }
    }

    /// How deep `sphere` is in the world at worst; metres; 0 when it is clear of everything.
    ///
    /// Only for checking: it looks at everything there is.
    pub fn worst_overlap(&self, sphere: &Sphere) -> f64 {
        let mut found = Vec::new();
        self.surfaces_near(sphere, 0.0, &mut found);
        found
            .iter()
            .map(|surface| -surface.separation)
            .fold(0.0, f64::max)
    }
}

/// The surface of a triangle whose nearest point is `point`.
fn surface_at(
    collider: ColliderId,
    point: DVec3,
    sphere: &Sphere,
    plane: &Plane,
    plane_distance: f64,
) -> Surface {
    let away = sphere.center() - point;
    let distance = away.length();
    // Over the face, and where the centre lies on the triangle, the plane's own normal is exact.
    let side = if plane_distance < 0.0 { -1.0 } else { 1.0 };
    let over_face = distance <= plane_distance.abs() * (1.0 + 1e-9);
    let (normal, distance) = if over_face {
        (plane.normal() * side, plane_distance.abs())
    } else {
        (away / distance, distance)
    };
    Surface {
        collider,
        point,
        normal,
        separation: distance - sphere.radius(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Obb, Triangle};
    use crate::world::{BoxId, TriangleId};
    use glam::{DMat3, Vec3};

    fn floor_and_crate() -> World {
        let mut world = World::default();
        let [a, b, c, d] =
            [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
        world.add_triangle(Triangle::new([a, b, c]).unwrap());
        world.add_triangle(Triangle::new([a, c, d]).unwrap());
        world.add_box(Obb::new(DVec3::new(3.0, 1.0, 0.0), DMat3::IDENTITY, DVec3::ONE).unwrap());
        world
    }

    fn near(center: DVec3, reach: f64) -> Vec<Surface> {
        let mut found = Vec::new();
        floor_and_crate().surfaces_near(&Sphere::new(center, 0.5).unwrap(), reach, &mut found);
        found
    }

    #[test]
    fn everything_within_reach_is_found_by_id() {
        // 0.1 m above the floor, over its diagonal, 0.2 m from the crate's side at x = 2.
        let found = near(DVec3::new(1.3, 0.6, 1.3), 10.0);
        let ids: Vec<_> = found.iter().map(|surface| surface.collider).collect();
        assert_eq!(
            ids,
            [
                ColliderId::Triangle(TriangleId(0)),
                ColliderId::Triangle(TriangleId(1)),
                ColliderId::Box(BoxId(0)),
            ]
        );
        assert!((found[0].separation - 0.1).abs() < 1e-12);
        assert_eq!(found[0].normal, DVec3::Y);
    }

    #[test]
    fn a_centre_on_the_surface_still_has_a_normal() {
        let found = near(DVec3::new(-1.0, 0.0, 2.0), 0.0);
        assert_eq!(found[0].normal, DVec3::Y);
        assert_eq!(found[0].separation, -0.5);
    }

    #[test]
    fn a_triangle_is_met_from_below_too() {
        let found = near(DVec3::new(-1.0, -0.4, 2.0), 0.0);
        assert_eq!(found[0].normal, DVec3::NEG_Y);
        assert!((found[0].separation + 0.1).abs() < 1e-12);
    }

    #[test]
    fn the_worst_overlap_is_the_deepest_one() {
        let world = floor_and_crate();
        let at = |x, y| world.worst_overlap(&Sphere::new(DVec3::new(x, y, 0.0), 0.5).unwrap());
        assert_eq!(at(-3.0, 2.0), 0.0);
        assert!((at(-3.0, 0.3) - 0.2).abs() < 1e-12);
        // Just inside the crate's side: 0.1 m in, and the radius on top.
        assert!((at(2.1, 1.0) - 0.6).abs() < 1e-12);
    }
}
