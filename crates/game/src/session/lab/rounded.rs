//! The exhibits of capsules.

use sidle::geometry::{HalfSpace, OrientedCapsule, Plane, Segment};
use sidle::glam::DVec3;

use crate::session::lab::body::LabBody;
use crate::session::lab::composed::wedge;
use crate::session::lab::exhibit::{Exhibit, Lesson, ball, exhibit, obb};

/// A capsule around the origin, as long as `length` between the centres of its hemispheres.
pub(super) fn capsule(along: DVec3, length: f64, radius: f64) -> Option<OrientedCapsule> {
    let half = along * (length * 0.5);
    OrientedCapsule::new(Segment::new(-half, half), radius)
}

fn upright() -> Option<LabBody> {
    capsule(DVec3::Y, 0.6, 0.25).map(LabBody::Capsule)
}

fn lying() -> Option<LabBody> {
    capsule(DVec3::X, 0.8, 0.2).map(LabBody::Capsule)
}

fn sloping_plane() -> Option<Plane> {
    Plane::new(DVec3::ZERO, DVec3::new(0.3, 1.0, 0.2))
}

pub(super) fn capsule_half_space() -> Option<Exhibit> {
    let names = ("capsule-half-space", "Capsule – half-space");
    let slope = LabBody::HalfSpace(HalfSpace::new(sloping_plane()?));
    let start = ([0.0, 0.5, 0.0], [0.0; 3]);
    exhibit(names, Lesson::Contacts, upright()?, slope, start)
}

pub(super) fn capsule_plane() -> Option<Exhibit> {
    let names = ("capsule-plane", "Capsule – plane, both sides");
    let plane = LabBody::Plane(sloping_plane()?);
    let start = ([0.05, 0.12, 0.0], [0.0, 30.0, 0.0]);
    exhibit(names, Lesson::Contacts, lying()?, plane, start)
}

pub(super) fn capsule_sphere() -> Option<Exhibit> {
    let names = ("capsule-sphere", "Capsule – sphere");
    let start = ([-0.5, 0.45, 0.0], [0.0, 0.0, 25.0]);
    exhibit(names, Lesson::Contacts, upright()?, ball(0.35)?, start)
}

/// Two parallel logs, one on the other. Turned, they touch at one point.
pub(super) fn capsule_capsule() -> Option<Exhibit> {
    let names = ("capsule-capsule", "Capsule – capsule");
    let second = LabBody::Capsule(capsule(DVec3::X, 1.2, 0.3)?);
    let start = ([0.25, 0.42, 0.1], [0.0; 3]);
    exhibit(names, Lesson::Contacts, lying()?, second, start)
}

/// A log that lies on a box and reaches over its rim.
pub(super) fn capsule_box() -> Option<Exhibit> {
    let names = ("capsule-box", "Capsule – box");
    let second = LabBody::Obb(obb([0.9, 0.6, 0.7], [0.0, 30.0, 0.0])?);
    let start = ([0.35, 0.46, 0.0], [0.0, 20.0, 0.0]);
    exhibit(names, Lesson::Contacts, lying()?, second, start)
}

pub(super) fn capsule_triangle() -> Option<Exhibit> {
    let names = ("capsule-triangle", "Capsule – triangle, both sides");
    let corners = [[-0.95, -0.1, 0.7], [0.95, -0.1, 0.5], [0.1, 0.15, -0.9]];
    let second = LabBody::Polygon(corners.map(DVec3::from_array).to_vec());
    let start = ([0.0, 0.35, 0.1], [0.0, 0.0, 35.0]);
    exhibit(names, Lesson::Contacts, upright()?, second, start)
}

pub(super) fn capsule_polyhedron() -> Option<Exhibit> {
    let names = ("capsule-polyhedron", "Capsule – polyhedron");
    let second = LabBody::Polyhedron(wedge(1.0)?);
    let start = ([-0.05, 0.12, 0.1], [0.0, 55.0, 30.0]);
    exhibit(names, Lesson::Contacts, lying()?, second, start)
}
