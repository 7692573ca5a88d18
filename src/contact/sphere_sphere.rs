//! The contact of two spheres, on the line of their centres.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. Concentric spheres have no
//! line of centres; their normal is +Y, the direction that a player expects. The book's code, as
//! summarised, has no contact there, and none where spheres just touch.

use glam::DVec3;

use super::{Contact, Feature};
use crate::geometry::Sphere;
use crate::geometry::float::max;

/// The contact of `first` with `second`. `None` if they do not touch.
///
/// # Returns
/// The point of `second` nearest to the centre of `first`, the normal from centre to centre (+Y for
/// concentric spheres), and the depth `r1 + r2 - distance`. Just touching is a contact of depth 0.
/// # Example
/// ```
/// use sidle::{contact::contact_sphere_sphere, geometry::Sphere, glam::DVec3};
/// let ball = Sphere::new(DVec3::ZERO, 1.0).unwrap();
/// let contact = contact_sphere_sphere(&ball.at(DVec3::X * 1.5), &ball).unwrap();
/// assert_eq!((contact.point, contact.normal, contact.depth), (DVec3::X, DVec3::X, 0.5));
/// assert_eq!(contact_sphere_sphere(&ball.at(DVec3::X * 2.5), &ball), None);
/// ```
#[must_use]
pub fn contact_sphere_sphere(first: &Sphere, second: &Sphere) -> Option<Contact> {
    let between = first.center() - second.center();
    let reach = first.radius() + second.radius();
    if between.length_squared() > reach * reach {
        return None;
    }
    let normal = between.try_normalize().unwrap_or(DVec3::Y);
    let point = second.center() + normal * second.radius();
    let depth = max(reach - between.length(), 0.0);
    Some(Contact::new(
        point,
        normal,
        depth,
        Feature::Surface,
        Feature::Surface,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    fn contact(between: DVec3) -> Option<Contact> {
        let far = DVec3::splat(1e3);
        let second = Sphere::new(far, 2.0).unwrap();
        contact_sphere_sphere(&Sphere::new(far + between, 1.0).unwrap(), &second)
    }

    #[test]
    fn touching_counts_just_apart_does_not_and_concentric_spheres_push_up() {
        assert_eq!(contact(DVec3::Z * 3.0).unwrap().depth, 0.0);
        assert_eq!(contact(DVec3::Z * (3.0 + 1e-9)), None);
        let same = contact(DVec3::ZERO).unwrap();
        assert_eq!((same.normal, same.depth), (DVec3::Y, 3.0));
    }

    #[test]
    fn moving_out_by_the_depth_makes_them_touch_and_swapping_flips_the_normal() {
        let mut random = Random::new(101);
        let mut found = 0;
        for case in 0..5000 {
            let second = Sphere::new(random.vec3(1.0), 0.1 + random.signed().abs()).unwrap();
            let first = Sphere::new(random.vec3(2.0), 0.1 + random.signed().abs()).unwrap();
            let gap = first.center().distance(second.center()) - first.radius() - second.radius();
            let Some(contact) = contact_sphere_sphere(&first, &second) else {
                assert!(gap > -1e-12, "seed 101, case {case}: missed {gap}");
                continue;
            };
            found += 1;
            let out = first.center() + contact.normal * contact.depth;
            let touching = out.distance(second.center()) - first.radius() - second.radius();
            assert!(touching.abs() < 1e-12, "seed 101, case {case}: {touching}");
            let on_first = contact.point_on_first().distance(first.center()) - first.radius();
            assert!(on_first.abs() < 1e-12, "seed 101, case {case}");
            let other = contact_sphere_sphere(&second, &first).unwrap().swapped();
            assert!(other.point.abs_diff_eq(contact.point, 1e-12));
            assert!(other.normal.abs_diff_eq(contact.normal, 1e-12));
        }
        assert!(found > 500, "{found}");
    }
}
