//! The contact of a sphere with a half-space or a two-sided plane.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. On the way from the half-space to
//! the plane, the text has a slip. It finds a collision where the distance is greater than the radius,
//! and means where it is less.

use super::{Contact, Feature};
use crate::geometry::{HalfSpace, Plane, Sphere};

/// The contact of `sphere` with `half_space`. `None` if the sphere is above it.
///
/// # Returns
/// The projection of the centre on the surface, the surface's normal, and the depth `r - distance`. The
/// depth has no limit. Just touching is a contact of depth 0.
/// # Example
/// ```
/// use sidle::{contact::contact_sphere_half_space, geometry::{HalfSpace, Plane, Sphere}, glam::DVec3};
/// let ground = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap());
/// let ball = Sphere::new(DVec3::Y * -3.0, 1.0).unwrap();
/// let contact = contact_sphere_half_space(&ball, &ground).unwrap();
/// assert_eq!((contact.point, contact.normal, contact.depth), (DVec3::ZERO, DVec3::Y, 4.0));
/// ```
#[must_use]
pub fn contact_sphere_half_space(sphere: &Sphere, half_space: &HalfSpace) -> Option<Contact> {
    let center_depth = half_space.depth(sphere.center());
    let depth = sphere.radius() + center_depth;
    let normal = half_space.surface().normal();
    let point = sphere.center() + normal * center_depth;
    (depth >= 0.0).then(|| Contact::new(point, normal, depth, Feature::Surface, Feature::face(0)))
}

/// The contact of `sphere` with the two-sided `plane`. The plane pushes the sphere to the side that its
/// centre is on, or to the front if the centre is in the plane. `None` if they do not touch.
///
/// # Example
/// ```
/// use sidle::{contact::contact_sphere_plane, geometry::{Plane, Sphere}, glam::DVec3};
/// let sheet = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let ball = Sphere::new(DVec3::Y * -0.75, 1.0).unwrap();
/// let contact = contact_sphere_plane(&ball, &sheet).unwrap();
/// assert_eq!((contact.point, contact.normal, contact.depth), (DVec3::ZERO, DVec3::NEG_Y, 0.25));
/// assert_eq!(contact_sphere_plane(&ball.at(DVec3::Y * -3.0), &sheet), None);
/// ```
#[must_use]
pub fn contact_sphere_plane(sphere: &Sphere, plane: &Plane) -> Option<Contact> {
    contact_sphere_half_space(sphere, &HalfSpace::facing(plane, sphere.center()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{Random, directions};
    use glam::DVec3;

    #[test]
    fn just_touching_counts_and_the_nearer_side_pushes() {
        let plane = Plane::new(DVec3::X, DVec3::X).unwrap();
        let ball = |x: f64| Sphere::new(DVec3::new(x, 5.0, 5.0), 0.5).unwrap();
        let ground = HalfSpace::new(plane);
        assert_eq!(
            contact_sphere_half_space(&ball(1.5), &ground)
                .unwrap()
                .depth,
            0.0
        );
        assert_eq!(contact_sphere_half_space(&ball(1.5 + 1e-9), &ground), None);
        for (x, side, depth) in [(1.25, 1.0, 0.25), (0.75, -1.0, 0.25), (1.0, 1.0, 0.5)] {
            let contact = contact_sphere_plane(&ball(x), &plane).unwrap();
            assert_eq!(
                (contact.normal, contact.depth),
                (DVec3::X * side, depth),
                "x = {x}"
            );
            assert_eq!(contact.point, DVec3::new(1.0, 5.0, 5.0));
        }
        assert_eq!(contact_sphere_plane(&ball(0.5 - 1e-9), &plane), None);
    }

    #[test]
    fn no_sampled_point_of_the_sphere_is_deeper() {
        let mut random = Random::new(103);
        let samples = directions(4000);
        let mut found = 0;
        for case in 0..500 {
            let plane = Plane::new(random.vec3(1.0), random.vec3(1.0)).unwrap();
            let ground = HalfSpace::new(plane);
            let sphere = Sphere::new(random.vec3(2.0), 0.2 + random.signed().abs()).unwrap();
            let surface = samples
                .iter()
                .map(|direction| sphere.center() + *direction * sphere.radius());
            let deepest = surface
                .map(|point| ground.depth(point))
                .fold(f64::NEG_INFINITY, f64::max);
            match contact_sphere_half_space(&sphere, &ground) {
                Some(contact) => {
                    found += 1;
                    // The deepest point lies between the samples, close to one of them.
                    let beyond_samples = contact.depth - deepest;
                    assert!(
                        (-1e-9..2e-3).contains(&beyond_samples),
                        "seed 103, case {case}: {beyond_samples}"
                    );
                    assert!((ground.depth(contact.point_on_first()) - contact.depth).abs() < 1e-9);
                }
                None => assert!(deepest < 0.0, "seed 103, case {case}: missed {deepest}"),
            }
        }
        assert!(found > 150, "{found}");
    }
}
