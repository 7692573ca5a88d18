//! Contacts of a box, polyhedron or capsule with a half-space or a two-sided plane.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13: each vertex below the surface
//! is a contact. The text has no capsules; we treat a capsule's two ends as its vertices.

use super::{Contact, ContactBuffer, Feature};
use crate::geometry::{HalfSpace, Obb, OrientedCapsule, Plane, Polyhedron, Solid, Sphere};

/// Appends the contacts of `obb` with `half_space`: one per vertex on or below the surface. Returns
/// how many were added.
///
/// A box on a face has 4, a box on an edge 2, a box on a vertex 1.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_obb_half_space}, glam::{DMat3, DVec3}};
/// use sidle::geometry::{HalfSpace, Obb, Plane};
/// let ground = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap());
/// let cube = Obb::new(DVec3::Y * 0.75, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let mut buffer = ContactBuffer::new(8);
/// assert_eq!(contact_obb_half_space(&cube, &ground, &mut buffer), 4);
/// assert!(buffer.contacts().iter().all(|contact| contact.depth == 0.25));
/// ```
pub fn contact_obb_half_space(
    obb: &Obb,
    half_space: &HalfSpace,
    buffer: &mut ContactBuffer,
) -> usize {
    contact_solid_half_space(obb, half_space, buffer)
}

/// Appends the contacts of `polyhedron` with `half_space`: one per vertex on or below the surface.
/// Returns how many were added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_polyhedron_half_space}, glam::DVec3};
/// use sidle::geometry::{HalfSpace, Plane, Polyhedron};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let faces = [&[0, 2, 1][..], &[0, 1, 3], &[0, 3, 2], &[1, 2, 3]];
/// let tetrahedron = Polyhedron::new(corners, &faces).unwrap();
/// let ground = HalfSpace::new(Plane::new(DVec3::Y * 0.25, DVec3::Y).unwrap());
/// let mut buffer = ContactBuffer::new(8);
/// assert_eq!(contact_polyhedron_half_space(&tetrahedron, &ground, &mut buffer), 3);
/// ```
pub fn contact_polyhedron_half_space(
    polyhedron: &Polyhedron,
    half_space: &HalfSpace,
    buffer: &mut ContactBuffer,
) -> usize {
    contact_solid_half_space(polyhedron, half_space, buffer)
}

fn contact_solid_half_space(
    solid: &dyn Solid,
    half_space: &HalfSpace,
    buffer: &mut ContactBuffer,
) -> usize {
    buffer.append((0..solid.vertex_count()).filter_map(|number| {
        let corner = solid.vertex(number);
        let (normal, depth) = (half_space.surface().normal(), half_space.depth(corner));
        let point = corner + normal * depth;
        let contact = || {
            Contact::new(
                point,
                normal,
                depth,
                Feature::vertex(number),
                Feature::face(0),
            )
        };
        (depth >= 0.0).then(contact)
    }))
}

/// Appends the contacts of `obb` with the two-sided `plane`. The plane pushes towards the side of
/// the box's centre; to its front when the centre is in the plane. Returns how many were added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_obb_plane}, glam::{DMat3, DVec3}};
/// use sidle::geometry::{Obb, Plane};
/// let sheet = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let below = Obb::new(DVec3::Y * -0.75, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let mut buffer = ContactBuffer::new(8);
/// assert_eq!(contact_obb_plane(&below, &sheet, &mut buffer), 4);
/// assert_eq!(buffer.contacts()[0].normal, DVec3::NEG_Y);
/// ```
pub fn contact_obb_plane(obb: &Obb, plane: &Plane, buffer: &mut ContactBuffer) -> usize {
    let near_side = HalfSpace::facing(plane, obb.center());
    // Away from the plane, no vertex is beyond it.
    contact_obb_half_space(obb, &near_side, buffer)
}

/// Appends the contacts of `polyhedron` with the two-sided `plane`. The plane pushes towards the
/// side of the mean of its vertices; to its front when that is in the plane. Returns how many were
/// added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_polyhedron_plane}, glam::{DMat3, DVec3}};
/// use sidle::geometry::{Obb, Plane, Polyhedron};
/// let sheet = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let below = Obb::new(DVec3::Y * -0.75, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let below = Polyhedron::from_obb(&below).unwrap();
/// let mut buffer = ContactBuffer::new(8);
/// assert_eq!(contact_polyhedron_plane(&below, &sheet, &mut buffer), 4);
/// assert_eq!(buffer.contacts()[0].normal, DVec3::NEG_Y);
/// ```
pub fn contact_polyhedron_plane(
    polyhedron: &Polyhedron,
    plane: &Plane,
    buffer: &mut ContactBuffer,
) -> usize {
    let near_side = HalfSpace::facing(plane, polyhedron.center());
    contact_polyhedron_half_space(polyhedron, &near_side, buffer)
}

/// Appends the contacts of `capsule` with `half_space`: one per end (0 at the start of the axis, 1
/// at its end) that reaches the surface. Returns how many were added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_half_space}, glam::DVec3};
/// use sidle::geometry::{Capsule, HalfSpace, Plane};
/// let wall = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::X).unwrap());
/// let person = Capsule::new(DVec3::X * 0.25, 0.5, 1.0).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// // An upright wall.
/// assert_eq!(contact_capsule_half_space(&person.into(), &wall, &mut buffer), 2);
/// ```
pub fn contact_capsule_half_space(
    capsule: &OrientedCapsule,
    half_space: &HalfSpace,
    buffer: &mut ContactBuffer,
) -> usize {
    let axis = capsule.axis();
    // A capsule without a length is a sphere, with a single end.
    let ends = if axis.start == axis.end { 1 } else { 2 };
    buffer.append((0..ends).filter_map(|number| {
        let center = if number == 0 { axis.start } else { axis.end };
        let sphere = Sphere::new(center, capsule.radius())?;
        let contact = super::contact_sphere_half_space(&sphere, half_space)?;
        Some(Contact {
            first: Feature::vertex(number),
            ..contact
        })
    }))
}

/// Appends the contacts of `capsule` with the two-sided `plane`. The plane pushes towards the side
/// of the capsule's centre; to its front when the centre is in the plane. Returns how many were
/// added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_plane}, glam::DVec3};
/// use sidle::geometry::{Capsule, Plane};
/// let sheet = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let hanging = Capsule::new(DVec3::Y * -2.0, 0.5, 1.75).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// assert_eq!(contact_capsule_plane(&hanging.into(), &sheet, &mut buffer), 1);
/// let contact = buffer.contacts()[0];
/// assert_eq!((contact.normal, contact.depth), (DVec3::NEG_Y, 0.25));
/// ```
pub fn contact_capsule_plane(
    capsule: &OrientedCapsule,
    plane: &Plane,
    buffer: &mut ContactBuffer,
) -> usize {
    let near_side = HalfSpace::facing(plane, capsule.center());
    contact_capsule_half_space(capsule, &near_side, buffer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Capsule, rotation_from_degrees};
    use crate::test_support::{Random, directions};
    use glam::DVec3;

    fn ground() -> HalfSpace {
        HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap())
    }

    /// The contacts of a unit cube rotated by `degrees`, with its centre at `height`.
    fn cube(degrees: DVec3, height: f64) -> Vec<Contact> {
        let center = DVec3::new(5.0, height, -5.0);
        let obb = Obb::new(center, rotation_from_degrees(degrees), DVec3::splat(0.5)).unwrap();
        let mut buffer = ContactBuffer::new(8);
        contact_obb_half_space(&obb, &ground(), &mut buffer);
        buffer.contacts().to_vec()
    }

    #[test]
    fn a_face_has_four_contacts_an_edge_two_a_corner_one_a_sunken_box_eight() {
        assert_eq!(cube(DVec3::ZERO, 0.5).len(), 4, "just touching");
        assert_eq!(cube(DVec3::ZERO, 0.5 + 1e-9).len(), 0);
        // On an edge, the centre is half a diagonal up: 0.7071.
        assert_eq!(cube(DVec3::Z * 45.0, 0.7).len(), 2);
        // On a corner, half the space diagonal: 0.866. The tilt is the arc tangent of 1/√2.
        assert_eq!(cube(DVec3::new(35.264, 0.0, 45.0), 0.86).len(), 1);
        assert_eq!(cube(DVec3::splat(20.0), -3.0).len(), 8);
    }

    #[test]
    fn the_features_are_the_lower_corners_in_order() {
        let features: Vec<Feature> = cube(DVec3::ZERO, 0.4)
            .iter()
            .map(|contact| contact.first)
            .collect();
        // The lower corners are those without the bit of Y.
        assert_eq!(features, [0, 1, 4, 5].map(Feature::Vertex));
        let contact = cube(DVec3::ZERO, 0.4)[0];
        assert_eq!(contact.kind(), crate::contact::ContactKind::PointFace);
        assert!((contact.depth - 0.1).abs() < 1e-15);
        assert!(contact.point.abs_diff_eq(DVec3::new(4.5, 0.0, -5.5), 1e-15));
    }

    #[test]
    fn a_full_buffer_keeps_the_first_contacts() {
        let obb = Obb::new(DVec3::ZERO, glam::DMat3::IDENTITY, DVec3::ONE).unwrap();
        let mut buffer = ContactBuffer::new(3);
        assert_eq!(contact_obb_half_space(&obb, &ground(), &mut buffer), 3);
        assert!(buffer.overflowed());
        assert_eq!(contact_obb_half_space(&obb, &ground(), &mut buffer), 0);
        let kept: Vec<Feature> = buffer
            .contacts()
            .iter()
            .map(|contact| contact.first)
            .collect();
        assert_eq!(kept, [0, 1, 4].map(Feature::Vertex));
        buffer.clear();
        assert!(buffer.contacts().is_empty() && !buffer.overflowed());
    }

    #[test]
    fn no_sampled_point_is_deeper_than_the_deepest_contact() {
        let mut random = Random::new(107);
        let samples = directions(3000);
        let (mut boxes, mut capsules) = (0, 0);
        for case in 0..500 {
            let plane = Plane::new(random.vec3(1.0), random.vec3(1.0)).unwrap();
            let ground = HalfSpace::new(plane);
            let half = random.vec3(1.0).abs();
            let obb = Obb::new(
                random.vec3(2.0),
                rotation_from_degrees(random.vec3(180.0)),
                half,
            )
            .unwrap();
            // The sphere's samples, scaled to the box, nearly reach every corner, and far beyond.
            let surface = samples
                .iter()
                .map(|way| obb.to_world((*way * 9.0).clamp(-DVec3::ONE, DVec3::ONE) * half));
            let sampled = surface
                .map(|point| ground.depth(point))
                .fold(f64::NEG_INFINITY, f64::max);
            let mut buffer = ContactBuffer::new(8);
            let count = contact_obb_half_space(&obb, &ground, &mut buffer);
            assert_eq!(count, buffer.contacts().len());
            match buffer.deepest() {
                Some(contact) => {
                    boxes += 1;
                    assert!(
                        (contact.depth - sampled).abs() < 1e-9,
                        "seed 107, case {case}"
                    );
                    let below = (0..8).filter(|corner| ground.depth(obb.vertex(*corner)) >= 0.0);
                    assert_eq!(below.count(), count, "seed 107, case {case}");
                }
                None => assert!(sampled < 0.0, "seed 107, case {case}: {sampled}"),
            }

            let capsule = Capsule::new(random.vec3(2.0), 0.4, random.signed().abs() + 0.1).unwrap();
            let ends = [capsule.axis().start, capsule.axis().end];
            let surface = ends
                .iter()
                .flat_map(|end| samples.iter().map(|way| *end + *way * 0.4));
            let sampled = surface
                .map(|point| ground.depth(point))
                .fold(f64::NEG_INFINITY, f64::max);
            buffer.clear();
            contact_capsule_half_space(&capsule.into(), &ground, &mut buffer);
            match buffer.deepest() {
                Some(contact) => {
                    capsules += 1;
                    let missed = contact.depth - sampled;
                    assert!(
                        (-1e-9..1e-3).contains(&missed),
                        "seed 107, case {case}: {missed}"
                    );
                }
                None => assert!(sampled < 0.0, "seed 107, case {case}: {sampled}"),
            }
        }
        assert!(boxes > 150 && capsules > 150, "{boxes} {capsules}");
    }
}
