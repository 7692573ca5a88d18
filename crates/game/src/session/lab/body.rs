//! The shapes of the lab, as one type.

use sidle::contact::{
    Assembly, ContactBuffer, contact_assembly_assembly, contact_capsule_triangle,
    contact_shape_shape,
};
use sidle::geometry::{
    HalfSpace, Obb, OrientedCapsule, Plane, Polyhedron, Pose, Segment, Shape, Solid, Sphere,
    Triangle, float,
};
use sidle::glam::DVec3;

/// One shape of a pair.
#[derive(Clone, Debug)]
pub enum LabBody {
    Sphere(Sphere),
    Capsule(OrientedCapsule),
    Obb(Obb),
    Polyhedron(Polyhedron),
    HalfSpace(HalfSpace),
    Plane(Plane),
    /// The corners of a convex polygon.
    Polygon(Vec<DVec3>),
    Segment(Segment),
    /// The shapes of a body, and the body's pose.
    Assembly(Assembly, Pose),
}

impl LabBody {
    /// The shape, moved and turned by `pose`.
    pub fn transformed(&self, pose: &Pose) -> Self {
        match self {
            Self::Sphere(sphere) => Self::Sphere(sphere.transformed(pose)),
            Self::Capsule(capsule) => Self::Capsule(capsule.transformed(pose)),
            Self::Obb(obb) => Self::Obb(obb.transformed(pose)),
            Self::Polyhedron(polyhedron) => Self::Polyhedron(polyhedron.transformed(pose)),
            Self::HalfSpace(half_space) => Self::HalfSpace(half_space.transformed(pose)),
            Self::Plane(plane) => Self::Plane(plane.transformed(pose)),
            Self::Polygon(corners) => {
                Self::Polygon(corners.iter().map(|corner| pose.apply(*corner)).collect())
            }
            Self::Segment(Segment { start, end }) => {
                Self::Segment(Segment::new(pose.apply(*start), pose.apply(*end)))
            }
            Self::Assembly(assembly, own) => Self::Assembly(assembly.clone(), pose.compose(own)),
        }
    }

    /// The shape as a solid, whose contacts the cache can match by features.
    pub fn solid(&self) -> Option<&dyn Solid> {
        match self {
            Self::Obb(obb) => Some(obb),
            Self::Polyhedron(polyhedron) => Some(polyhedron),
            Self::HalfSpace(half_space) => Some(half_space),
            _ => None,
        }
    }

    /// The shape as a part of an assembly.
    fn shape(&self) -> Option<Shape> {
        match self {
            Self::Sphere(sphere) => Some(Shape::Sphere(*sphere)),
            Self::Capsule(capsule) => Some(Shape::Capsule(*capsule)),
            Self::Obb(obb) => Some(Shape::Obb(*obb)),
            Self::Polyhedron(polyhedron) => Some(Shape::Polyhedron(polyhedron.clone())),
            Self::HalfSpace(half_space) => Some(Shape::HalfSpace(*half_space)),
            Self::Plane(plane) => Some(Shape::Plane(*plane)),
            _ => None,
        }
    }

    /// The greatest distance of a point of the shape from its origin; metres. 0 for unbounded shapes.
    pub fn reach(&self) -> f64 {
        let farthest = |corners: &mut dyn Iterator<Item = DVec3>| {
            corners.map(DVec3::length).fold(0.0, float::max)
        };
        match self {
            Self::Sphere(sphere) => sphere.radius(),
            Self::Capsule(capsule) => {
                let Segment { start, end } = capsule.axis();
                float::max(start.length(), end.length()) + capsule.radius()
            }
            Self::Obb(obb) => obb.half_extents().length(),
            Self::Polyhedron(polyhedron) => farthest(&mut polyhedron.vertices()),
            Self::Assembly(assembly, _) => {
                let bounds = assembly.shapes(&Pose::IDENTITY);
                let bounds = bounds.filter_map(|shape| shape.bounding_sphere());
                let reach = bounds.map(|sphere| sphere.center().length() + sphere.radius());
                reach.fold(0.0, float::max)
            }
            Self::Segment(Segment { start, end }) => float::max(start.length(), end.length()),
            Self::Polygon(corners) => farthest(&mut corners.iter().copied()),
            Self::HalfSpace(_) | Self::Plane(_) => 0.0,
        }
    }
}

/// Appends the contacts of `first` with `second`, by the library's generator for this pair.
pub fn find_contacts(first: &LabBody, second: &LabBody, found: &mut ContactBuffer) {
    match (first, second) {
        (LabBody::Capsule(a), LabBody::Polygon(corners)) => {
            if let Some(b) = triangle(corners) {
                contact_capsule_triangle(a, &b, found);
            }
        }
        (LabBody::Assembly(a, at), LabBody::Assembly(b, there)) => {
            contact_assembly_assembly(a, at, b, there, found);
        }
        (a, b) => {
            if let (Some(a), Some(b)) = (a.shape(), b.shape()) {
                contact_shape_shape(&a, &b, found);
            }
        }
    }
}

/// The triangle with these corners, which it rounds to `f32` as the meshes of a level do.
pub fn triangle(corners: &[DVec3]) -> Option<Triangle> {
    let corners: [DVec3; 3] = corners.try_into().ok()?;
    Triangle::new(corners.map(|corner| corner.as_vec3()))
}
