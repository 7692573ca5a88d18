//! Bodies composed of primitive shapes.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13: each primitive has an offset
//! from its body, and collision geometry is separate from what is drawn. Bounding spheres reject
//! most pairs before a contact generator runs.

use super::{
    ContactBuffer, contact_capsule_capsule, contact_capsule_half_space, contact_capsule_obb,
    contact_capsule_plane, contact_capsule_polyhedron, contact_capsule_sphere,
    contact_obb_half_space, contact_obb_obb, contact_obb_plane, contact_polyhedron_half_space,
    contact_polyhedron_obb, contact_polyhedron_plane, contact_polyhedron_polyhedron,
    contact_sphere_half_space, contact_sphere_obb, contact_sphere_plane, contact_sphere_polyhedron,
    contact_sphere_sphere,
};
use crate::geometry::float::max;
use crate::geometry::{Pose, Shape, Sphere};

/// Appends the contacts of any two shapes. Returns how many were added.
///
/// Two unbounded shapes (half-spaces, planes) have no contacts. The table in
/// [`contact`](crate::contact) lists the contacts of each pair.
///
/// # Example
/// ```
/// use sidle::contact::{ContactBuffer, contact_shape_shape};
/// use sidle::{geometry::{HalfSpace, Plane, Shape, Sphere}, glam::DVec3};
/// let ground = Shape::HalfSpace(HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap()));
/// let ball = Shape::Sphere(Sphere::new(DVec3::Y * 0.75, 1.0).unwrap());
/// let mut buffer = ContactBuffer::new(8);
/// contact_shape_shape(&ground, &ball, &mut buffer);
/// // The normal points from the second shape, the ball, to the first, the ground.
/// assert_eq!(buffer.contacts()[0].normal, DVec3::NEG_Y);
/// ```
pub fn contact_shape_shape(first: &Shape, second: &Shape, buffer: &mut ContactBuffer) -> usize {
    use Shape::{Capsule, HalfSpace, Obb, Plane, Polyhedron, Sphere};
    match (first, second) {
        (Sphere(a), Sphere(b)) => buffer.append(contact_sphere_sphere(a, b)),
        (Sphere(a), Obb(b)) => buffer.append(contact_sphere_obb(a, b)),
        (Sphere(a), Polyhedron(b)) => buffer.append(contact_sphere_polyhedron(a, b)),
        (Sphere(a), HalfSpace(b)) => buffer.append(contact_sphere_half_space(a, b)),
        (Sphere(a), Plane(b)) => buffer.append(contact_sphere_plane(a, b)),
        (Capsule(a), Sphere(b)) => buffer.append(contact_capsule_sphere(a, b)),
        (Capsule(a), Capsule(b)) => contact_capsule_capsule(a, b, buffer),
        (Capsule(a), Obb(b)) => contact_capsule_obb(a, b, buffer),
        (Capsule(a), Polyhedron(b)) => contact_capsule_polyhedron(a, b, buffer),
        (Capsule(a), HalfSpace(b)) => contact_capsule_half_space(a, b, buffer),
        (Capsule(a), Plane(b)) => contact_capsule_plane(a, b, buffer),
        (Obb(a), Obb(b)) => buffer.append(contact_obb_obb(a, b)),
        (Obb(a), HalfSpace(b)) => contact_obb_half_space(a, b, buffer),
        (Obb(a), Plane(b)) => contact_obb_plane(a, b, buffer),
        (Polyhedron(a), Obb(b)) => buffer.append(contact_polyhedron_obb(a, b)),
        (Polyhedron(a), Polyhedron(b)) => buffer.append(contact_polyhedron_polyhedron(a, b)),
        (Polyhedron(a), HalfSpace(b)) => contact_polyhedron_half_space(a, b, buffer),
        (Polyhedron(a), Plane(b)) => contact_polyhedron_plane(a, b, buffer),
        (HalfSpace(_) | Plane(_), HalfSpace(_) | Plane(_)) => 0,
        (Sphere(_), Capsule(_))
        | (Obb(_), Sphere(_) | Capsule(_) | Polyhedron(_))
        | (Polyhedron(_), Sphere(_) | Capsule(_))
        | (HalfSpace(_) | Plane(_), Sphere(_) | Capsule(_) | Obb(_) | Polyhedron(_)) => {
            let added = contact_shape_shape(second, first, buffer);
            for contact in buffer.last_mut(added) {
                *contact = contact.swapped();
            }
            added
        }
    }
}

/// A rigid body composed of shapes, each with an offset from the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    parts: Vec<Part>,
    /// The farthest reach of any part from the body's origin; infinite if a part is unbounded.
    reach: f64,
}

/// A shape in body space, and its bounding sphere.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    shape: Shape,
    bounds: Option<Sphere>,
}

impl Assembly {
    /// The body with these shapes, each with its offset from the body.
    ///
    /// `None` for more than 65536 shapes.
    pub fn new(parts: &[(Shape, Pose)]) -> Option<Self> {
        let part = |(shape, offset): &(Shape, Pose)| {
            let shape = shape.transformed(offset);
            let bounds = shape.bounding_sphere();
            Part { shape, bounds }
        };
        let parts: Vec<Part> = parts.iter().map(part).collect();
        let reach = |part: &Part| {
            part.bounds.map_or(f64::INFINITY, |sphere| {
                sphere.center().length() + sphere.radius()
            })
        };
        let few = parts.len() <= usize::from(u16::MAX) + 1;
        few.then(|| Self {
            reach: parts.iter().map(reach).fold(0.0, max),
            parts,
        })
    }

    /// The number of parts.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether it has no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The shapes in world space for a body with this pose, in order.
    pub fn shapes(&self, pose: &Pose) -> impl Iterator<Item = Shape> {
        self.parts.iter().map(|part| part.shape.transformed(pose))
    }
}

/// Appends the contacts of every part of `first` with every part of `second` at these poses.
/// Returns how many were added. The `parts` of each contact name the two parts that touch.
///
/// # Example
/// ```
/// use sidle::contact::{Assembly, ContactBuffer, contact_assembly_assembly};
/// use sidle::{geometry::{HalfSpace, Plane, Pose, Shape, Sphere}, glam::DVec3};
/// let at = |x: f64| Pose::new(DVec3::X * x, DVec3::ZERO).unwrap();
/// let ball = Shape::Sphere(Sphere::new(DVec3::ZERO, 0.5).unwrap());
/// let dumbbell = Assembly::new(&[(ball.clone(), at(-1.0)), (ball, at(1.0))]).unwrap();
/// let ground = Shape::HalfSpace(HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap()));
/// let ground = Assembly::new(&[(ground, Pose::IDENTITY)]).unwrap();
/// let mut buffer = ContactBuffer::new(8);
/// let pose = Pose::new(DVec3::Y * 0.25, DVec3::ZERO).unwrap();
/// contact_assembly_assembly(&dumbbell, &pose, &ground, &Pose::IDENTITY, &mut buffer);
/// assert_eq!(buffer.contacts()[1].parts, [1, 0]);
/// ```
pub fn contact_assembly_assembly(
    first: &Assembly,
    first_pose: &Pose,
    second: &Assembly,
    second_pose: &Pose,
    buffer: &mut ContactBuffer,
) -> usize {
    let between = first_pose.position().distance(second_pose.position());
    if between > first.reach + second.reach {
        return 0;
    }
    let mut added = 0;
    for (number, part) in first.parts.iter().enumerate() {
        let bounds = part.bounds.map(|sphere| sphere.transformed(first_pose));
        let shape = part.shape.transformed(first_pose);
        for (other_number, other) in second.parts.iter().enumerate() {
            let other_bounds = other.bounds.map(|sphere| sphere.transformed(second_pose));
            if let (Some(a), Some(b)) = (bounds, other_bounds)
                && contact_sphere_sphere(&a, &b).is_none()
            {
                continue;
            }
            let other_shape = other.shape.transformed(second_pose);
            let found = contact_shape_shape(&shape, &other_shape, buffer);
            for contact in buffer.last_mut(found) {
                contact.parts = [number as u16, other_number as u16];
            }
            added += found;
        }
    }
    added
}

#[cfg(test)]
mod tests;
