//! Resolves one contact by moving and rotating a body: a demonstration.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 14, "nonlinear projection": the
//! body's inertia divides the correction into translation and rotation. We use no masses. The
//! second shape is fixed, and the body's inertia is the same about every axis.

use super::Contact;
use crate::geometry::Pose;
use crate::geometry::float::max;

/// The pose of the first body after one contact has pushed it out. Translation and rotation
/// together move its touching point out by the depth (the rotation to first order).
///
/// This demonstrates one contact at a time. It is not physics, because there is no velocity,
/// friction or momentum. Applied in every tick to the deepest contact of a box, it makes the box
/// settle, which fills a [`ContactCache`](super::ContactCache).
///
/// # Arguments
/// - `pose`: the body rotates about its position, which should be the centre of mass.
/// - `gyration`: the body's radius of gyration, metres; about 0.41 of a cube's side. Smaller: it
///   rotates more and moves less; infinite: it only moves.
/// # Example
/// ```
/// use sidle::contact::{contact_sphere_half_space, resolve_contact};
/// use sidle::{geometry::{HalfSpace, Plane, Pose, Sphere}, glam::DVec3};
/// let ground = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap());
/// let ball = Sphere::new(DVec3::Y * 0.75, 1.0).unwrap();
/// let contact = contact_sphere_half_space(&ball, &ground).unwrap();
/// // The contact is straight below the centre, so there is no rotation: it rises by the 0.25 m.
/// let pose = resolve_contact(&Pose::new(ball.center(), DVec3::ZERO).unwrap(), &contact, 0.6);
/// assert_eq!(pose.position(), DVec3::Y);
/// ```
#[must_use]
pub fn resolve_contact(pose: &Pose, contact: &Contact, gyration: f64) -> Pose {
    let arm = contact.point_on_first() - pose.position();
    // The rotation per metre of push along the normal. It moves the point by its square.
    let turn = arm.cross(contact.normal) / max(gyration * gyration, f64::MIN_POSITIVE);
    let carried = turn.cross(arm).dot(contact.normal);
    let share = contact.depth / (1.0 + carried);
    pose.translated_and_rotated(contact.normal * share, turn * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Feature;
    use crate::test_support::Random;
    use glam::DVec3;

    #[test]
    fn the_touching_point_moves_out_by_the_depth() {
        let mut random = Random::new(139);
        for case in 0..1000 {
            let pose = Pose::new(random.vec3(5.0), random.vec3(180.0)).unwrap();
            let touching = random.vec3(1.0);
            let (normal, depth) = (random.vec3(1.0).normalize(), 1e-4);
            let point = pose.apply(touching) + normal * depth;
            let contact = Contact::new(point, normal, depth, Feature::Vertex(0), Feature::Face(0));
            let after = resolve_contact(&pose, &contact, 0.4);
            let left = (point - after.apply(touching)).dot(normal);
            // Second order: the square of a rotation of up to 2.5e-4 on an arm of up to 1.7 m.
            assert!(left.abs() < 2e-7, "seed 139, case {case}: {left}");
        }
    }

    #[test]
    fn an_infinite_gyration_only_moves_and_zero_gyration_gives_a_finite_rotation() {
        let pose = Pose::IDENTITY;
        let contact = Contact::new(
            DVec3::X,
            DVec3::Y,
            0.5,
            Feature::Vertex(0),
            Feature::Face(0),
        );
        let moved = resolve_contact(&pose, &contact, f64::INFINITY);
        assert_eq!(
            (moved.position(), moved.rotation()),
            (DVec3::Y * 0.5, pose.rotation())
        );
        let turned = resolve_contact(&pose, &contact, 1e-9);
        assert!(turned.position().length() < 1e-9 && turned.rotation().is_finite());
    }
}
