//! The contact of a sphere with an oriented box.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. We add the case that the text
//! omits. A centre inside the box is pushed out through the nearest face. The text names one more axis
//! for the early out, from the centre of the box to that of the sphere. We leave it out, because the
//! closest point decides exactly right after the three axes of the box.

use glam::DVec3;

use super::{Contact, Feature};
use crate::geometry::{Obb, Sphere};
use crate::query::closest_obb_surface;

/// The contact of `sphere` (the player) with `obb` (the world). `None` if they do not touch.
///
/// # Returns
/// The box's point nearest to the sphere's centre, the normal from there to the centre, and the
/// depth `r - distance`. Just touching is a contact of depth 0. With the centre inside the box: the
/// nearest face's point, its normal, and `r` plus the distance to it.
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
#[must_use]
pub fn contact_sphere_obb(sphere: &Sphere, obb: &Obb) -> Option<Contact> {
    let beyond = obb.to_local(sphere.center()).abs() - obb.half_extents();
    // Early out: separated along one of the box's own axes.
    if beyond.max_element() > sphere.radius() {
        return None;
    }
    let surface = closest_obb_surface(obb, sphere.center());
    (surface.separation <= sphere.radius()).then(|| {
        Contact::new(
            surface.point,
            surface.normal,
            sphere.radius() - surface.separation,
            Feature::Surface,
            feature_towards(surface.local_normal),
        )
    })
}

/// The vertex, edge or face of the box in direction `away`, in box space, with the indices of its
/// [`Solid`](crate::geometry::Solid). The non-zero axes of `away` are those that are left.
fn feature_towards(away: DVec3) -> Feature {
    let left = [0, 1, 2].map(|axis: usize| away[axis] != 0.0);
    let up = [0, 1, 2].map(|axis: usize| usize::from(away[axis] > 0.0));
    match left {
        [true, true, true] => Feature::vertex(up[0] + 2 * up[1] + 4 * up[2]),
        [false, true, true] => Feature::edge(up[1] + 2 * up[2]),
        [true, false, true] => Feature::edge(4 + up[2] + 2 * up[0]),
        [true, true, false] => Feature::edge(8 + up[0] + 2 * up[1]),
        [_, true, _] => Feature::face(3 - up[1]),
        [_, _, true] => Feature::face(5 - up[2]),
        _ => Feature::face(1 - up[0]),
    }
}

#[cfg(test)]
mod tests;
