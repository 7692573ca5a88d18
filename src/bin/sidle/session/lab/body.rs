//! The shapes that are shown, all under one roof.

use sidle::contact::{
    Assembly, ContactBuffer, contact_assembly_assembly, contact_capsule_half_space,
    contact_polyhedron_polyhedron, contact_shape_shape,
};
use sidle::geometry::float;
use sidle::geometry::{
    Capsule, HalfSpace, Obb, Plane, Polyhedron, Pose, Segment, Shape, Solid, Sphere,
};
use sidle::glam::DVec3;

/// One shape of a pair.
#[derive(Clone, Debug)]
pub enum LabBody {
    Sphere(Sphere),
    /// Always upright, however its pose is turned.
    Capsule(Capsule),
    Obb(Obb),
    Polyhedron(Polyhedron),
    HalfSpace(HalfSpace),
    Plane(Plane),
    /// The corners of a convex polygon.
    Polygon(Vec<DVec3>),
    Segment(Segment),
    /// The shapes on a body, and where that is.
    Assembly(Assembly, Pose),
}

impl LabBody {
    /// The same shape on a body with this pose.
    pub fn transformed(&self, pose: &Pose) -> Self {
        match self {
            Self::Sphere(sphere) => Self::Sphere(sphere.transformed(pose)),
            Self::Capsule(capsule) => Self::Capsule(capsule.at(pose.apply(capsule.base()))),
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

    /// As a solid, whose corners, edges and faces a cache knows again.
    pub fn solid(&self) -> Option<&dyn Solid> {
        match self {
            Self::Obb(obb) => Some(obb),
            Self::Polyhedron(polyhedron) => Some(polyhedron),
            Self::HalfSpace(half_space) => Some(half_space),
            _ => None,
        }
    }

    /// As a part of an assembly.
    fn shape(&self) -> Option<Shape> {
        match self {
            Self::Sphere(sphere) => Some(Shape::Sphere(*sphere)),
            Self::Obb(obb) => Some(Shape::Obb(*obb)),
            Self::HalfSpace(half_space) => Some(Shape::HalfSpace(*half_space)),
            Self::Plane(plane) => Some(Shape::Plane(*plane)),
            _ => None,
        }
    }

    /// How far it reaches from the place of its pose; metres. 0 for what has no end or no inside.
    pub fn reach(&self) -> f64 {
        let farthest = |corners: &mut dyn Iterator<Item = DVec3>| {
            corners.map(DVec3::length).fold(0.0, float::max)
        };
        match self {
            Self::Sphere(sphere) => sphere.radius(),
            Self::Obb(obb) => obb.half_extents().length(),
            Self::Polyhedron(polyhedron) => farthest(&mut polyhedron.vertices().iter().copied()),
            Self::Assembly(assembly, _) => {
                let bounds = assembly.shapes(&Pose::IDENTITY);
                let bounds = bounds.filter_map(|shape| shape.bounding_sphere());
                let reach = bounds.map(|sphere| sphere.center().length() + sphere.radius());
                reach.fold(0.0, float::max)
            }
            _ => 0.0,
        }
    }
}

/// Appends the contacts of `first` with `second` that the library's generator of this pair finds.
pub fn find_contacts(first: &LabBody, second: &LabBody, found: &mut ContactBuffer) {
    match (first, second) {
        (LabBody::Capsule(a), LabBody::HalfSpace(b)) => {
            contact_capsule_half_space(a, b, found);
        }
        (LabBody::Polyhedron(a), LabBody::Polyhedron(b)) => {
            found.append(contact_polyhedron_polyhedron(a, b));
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
