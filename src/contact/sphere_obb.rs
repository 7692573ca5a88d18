//! The contact of a sphere with an oriented box.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. We add what the text leaves
//! out: a centre inside the box leaves through the face with the least way to go.

use super::Contact;
use crate::geometry::{Obb, Sphere};
use crate::query::closest_obb_face;

/// The contact of `sphere` (the player) with `obb` (the world). `None`: they do not touch.
///
/// # Returns
/// The box's point nearest to the sphere's centre, the normal from there to the centre, and the
/// depth `r - distance`; just touching is a contact of depth 0. With the centre inside the box:
/// the point on the face with the least way out, that face's normal, and `r` plus that way.
///
/// # Example
/// ```
/// use sidle::{contact::contact_sphere_obb, geometry::{Obb, Sphere}, glam::{DMat3, DVec3}};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let ball = Sphere::new(DVec3::new(1.25, 0.0, 0.0), 0.5).unwrap();
/// let contact = contact_sphere_obb(&ball, &unit).unwrap();
/// assert_eq!((contact.point, contact.normal, contact.depth), (DVec3::X, DVec3::X, 0.25));
/// assert_eq!(contact_sphere_obb(&ball.at(DVec3::X * 2.0), &unit), None);
/// ```
pub fn contact_sphere_obb(sphere: &Sphere, obb: &Obb) -> Option<Contact> {
    let half = obb.half_extents();
    let center = obb.to_local(sphere.center());
    // Early out: apart along one of the box's own axes.
    if (center.abs() - half).max_element() > sphere.radius() {
        return None;
    }

    let clamped = center.clamp(-half, half);
    let away = center - clamped;
    let distance = away.length();
    if distance > sphere.radius() {
        return None;
    }
    // A centre this near to the surface has no direction of its own left.
    if distance > f64::MIN_POSITIVE {
        let normal = obb.axes() * (away / distance);
        let point = obb.to_world(clamped);
        return Some(Contact {
            point,
            normal,
            depth: sphere.radius() - distance,
        });
    }

    // Inside: out through the nearest face.
    let face = closest_obb_face(obb, sphere.center());
    Some(Contact {
        point: face.point,
        normal: face.normal,
        depth: sphere.radius() + face.distance,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;
    use crate::query::closest_obb_point;
    use crate::test_support::Random;
    use glam::{DMat3, DVec3};

    fn unit() -> Obb {
        Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap()
    }

    fn contact(center: DVec3, radius: f64) -> Option<Contact> {
        contact_sphere_obb(&Sphere::new(center, radius).unwrap(), &unit())
    }

    #[test]
    fn face_edge_and_corner_each_give_their_own_normal() {
        let face = contact(DVec3::new(0.0, 1.4, 0.0), 0.5).unwrap();
        assert_eq!(face.normal, DVec3::Y);
        assert!((face.depth - 0.1).abs() < 1e-15);
        // Off an edge by (0.3, 0.4): 0.5 m away, direction (0.6, 0.8).
        let edge = contact(DVec3::new(1.3, 1.4, 0.0), 0.75).unwrap();
        assert!(edge.normal.abs_diff_eq(DVec3::new(0.6, 0.8, 0.0), 1e-12));
        assert!((edge.depth - 0.25).abs() < 1e-12);
        let corner = contact(DVec3::splat(1.1), 0.5).unwrap();
        assert!(corner.normal.abs_diff_eq(DVec3::ONE.normalize(), 1e-12));
    }

    #[test]
    fn just_touching_is_a_contact_and_just_apart_is_none() {
        assert_eq!(contact(DVec3::new(1.5, 0.0, 0.0), 0.5).unwrap().depth, 0.0);
        assert_eq!(contact(DVec3::new(1.5 + 1e-9, 0.0, 0.0), 0.5), None);
        // Past the early out (each axis within reach), and yet beside the corner.
        assert_eq!(contact(DVec3::splat(1.4), 0.5), None);
    }

    #[test]
    fn a_centre_inside_leaves_through_the_nearest_face() {
        let inside = contact(DVec3::new(0.2, -0.9, 0.3), 0.5).unwrap();
        assert_eq!(inside.normal, DVec3::NEG_Y);
        assert!(inside.point.abs_diff_eq(DVec3::new(0.2, -1.0, 0.3), 1e-15));
        assert!((inside.depth - 0.6).abs() < 1e-15);
        // Dead centre: any face would do, and it is always the same one.
        assert_eq!(contact(DVec3::ZERO, 0.5).unwrap().normal, DVec3::X);
    }

    #[test]
    fn moving_out_by_the_depth_always_makes_them_just_touch() {
        let mut random = Random::new(11);
        let mut inside = 0;
        for case in 0..20_000 {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(1.0).abs() + 0.05;
            let obb = Obb::new(random.vec3(3.0), rotation, half).unwrap();
            let sphere = Sphere::new(obb.center() + random.vec3(2.0), 0.6).unwrap();
            let nearest = closest_obb_point(&obb, sphere.center()).distance(sphere.center());
            let Some(contact) = contact_sphere_obb(&sphere, &obb) else {
                assert!(nearest > 0.6, "seed 11, case {case}: missed at {nearest}");
                continue;
            };
            inside += usize::from(nearest < 1e-12);
            assert!((contact.normal.length() - 1.0).abs() < 1e-9);
            let out = sphere.center() + contact.normal * contact.depth;
            let gap = closest_obb_point(&obb, out).distance(out);
            assert!((gap - 0.6).abs() < 1e-9, "seed 11, case {case}: gap {gap}");
        }
        assert!(inside > 300, "only {inside} cases had the centre inside");
    }
}
