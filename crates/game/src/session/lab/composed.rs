//! The exhibits of convex polyhedra and of bodies composed of shapes.

use sidle::contact::Assembly;
use sidle::geometry::{Obb, Polyhedron, Pose, Shape, Sphere};
use sidle::glam::{DMat3, DVec3};

use crate::session::lab::body::LabBody;
use crate::session::lab::exhibit::{Exhibit, Lesson, ball, exhibit, ground, obb, settling};
use crate::session::lab::rounded::capsule;

/// A wedge, high at the back, with its sharp edge in front: 1.2 × 0.6 × 1 m, times `scale`.
pub(super) fn wedge(scale: f64) -> Option<Polyhedron> {
    let turned = Pose::new(DVec3::ZERO, DVec3::new(0.0, -35.0, 0.0))?;
    let half_extents = DVec3::new(0.6, 0.3, 0.5) * scale;
    Some(Polyhedron::wedge(half_extents)?.transformed(&turned))
}

pub(super) fn polyhedra() -> Option<Exhibit> {
    let names = ("polyhedra", "Polyhedron – polyhedron");
    let first = LabBody::Polyhedron(Polyhedron::octahedron(0.42)?);
    let second = LabBody::Polyhedron(wedge(1.0)?);
    let start = ([-0.05, 0.3, 0.1], [0.0, 20.0, 12.0]);
    exhibit(names, Lesson::Contacts, first, second, start)
}

pub(super) fn polyhedron_box() -> Option<Exhibit> {
    let names = ("polyhedron-box", "Polyhedron – box");
    let first = LabBody::Polyhedron(Polyhedron::octahedron(0.42)?);
    let second = LabBody::Obb(obb([1.0, 0.5, 0.8], [0.0, 30.0, 0.0])?);
    let start = ([0.1, 0.5, 0.1], [25.0, 20.0, 30.0]);
    exhibit(names, Lesson::Contacts, first, second, start)
}

pub(super) fn sphere_polyhedron() -> Option<Exhibit> {
    let names = ("sphere-polyhedron", "Sphere – polyhedron");
    let second = LabBody::Polyhedron(wedge(1.0)?);
    let start = ([-0.1, 0.22, 0.1], [0.0; 3]);
    exhibit(names, Lesson::Contacts, ball(0.35)?, second, start)
}

pub(super) fn polyhedron_half_space() -> Option<Exhibit> {
    let names = ("polyhedron-half-space", "Polyhedron – half-space");
    let first = LabBody::Polyhedron(Polyhedron::octahedron(0.5)?);
    let start = ([0.0, 0.55, 0.0], [14.0, 32.0, 18.0]);
    settling(exhibit(names, Lesson::Contacts, first, ground()?, start))
}

fn cuboid(x: f64, y: f64, z: f64) -> Option<Shape> {
    let half = DVec3::new(x, y, z) * 0.5;
    Obb::new(DVec3::ZERO, DMat3::IDENTITY, half).map(Shape::Obb)
}

fn at(x: f64, y: f64, z: f64) -> Option<Pose> {
    Pose::new(DVec3::new(x, y, z), DVec3::ZERO)
}

/// A dumbbell of two spheres and a box, and a table of five boxes.
pub(super) fn assemblies() -> Option<Exhibit> {
    let names = ("assemblies", "Assembly – assembly");
    let ball = Shape::Sphere(Sphere::new(DVec3::ZERO, 0.22)?);
    let dumbbell = Assembly::new(&[
        (ball.clone(), at(-0.42, 0.0, 0.0)?),
        (ball, at(0.42, 0.0, 0.0)?),
        (cuboid(0.5, 0.1, 0.1)?, Pose::IDENTITY),
    ])?;
    let leg = || cuboid(0.1, 0.6, 0.1);
    let table = Assembly::new(&[
        (cuboid(1.3, 0.1, 0.8)?, Pose::IDENTITY),
        (leg()?, at(-0.55, -0.35, -0.3)?),
        (leg()?, at(0.55, -0.35, -0.3)?),
        (leg()?, at(-0.55, -0.35, 0.3)?),
        (leg()?, at(0.55, -0.35, 0.3)?),
    ])?;
    let first = LabBody::Assembly(dumbbell, Pose::IDENTITY);
    let second = LabBody::Assembly(table, Pose::IDENTITY);
    let start = ([0.1, 0.24, 0.05], [0.0, 25.0, 4.0]);
    exhibit(names, Lesson::Contacts, first, second, start)
}

/// A hammer, a capsule with an octahedron for a head, and a trestle: a log on two wedges.
pub(super) fn mixed_assemblies() -> Option<Exhibit> {
    let names = ("assemblies-mixed", "Assemblies, mixed");
    let handle = Shape::Capsule(capsule(DVec3::X, 0.9, 0.07)?);
    let head = Shape::Polyhedron(Polyhedron::octahedron(0.28)?);
    let hammer = Assembly::new(&[(handle, Pose::IDENTITY), (head, at(-0.45, 0.0, 0.0)?)])?;
    let log = Shape::Capsule(capsule(DVec3::X, 1.0, 0.13)?);
    let foot = Shape::Polyhedron(wedge(0.55)?);
    let sideways = |x: f64, yaw_deg: f64| Pose::new(DVec3::new(x, -0.25, 0.0), DVec3::Y * yaw_deg);
    let trestle = Assembly::new(&[
        (log, Pose::IDENTITY),
        (foot.clone(), sideways(-0.45, 125.0)?),
        (foot, sideways(0.45, -55.0)?),
    ])?;
    let first = LabBody::Assembly(hammer, Pose::IDENTITY);
    let second = LabBody::Assembly(trestle, Pose::IDENTITY);
    let start = ([0.2, 0.16, 0.05], [0.0, 50.0, 8.0]);
    exhibit(names, Lesson::Contacts, first, second, start)
}
