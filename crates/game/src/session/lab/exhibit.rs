//! The exhibits of the lab: pairs of shapes at instructive starts.

use sidle::geometry::{HalfSpace, Obb, Plane, Pose, Segment, Sphere};
use sidle::glam::DVec3;

use crate::session::lab::body::LabBody;
use crate::session::lab::{composed, rounded};

/// The lesson of an exhibit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// The tests of the classic text, from the classification to the push-out: a sphere against a polygon.
    Polygon,
    /// The first touch of a moving shape.
    Sweep,
    /// The intersection of a segment with a shape.
    Segment,
    /// The separating axis test.
    Axes,
    /// The motion of a sphere in steps, together with its sweep.
    Steps,
    /// The box around a turned box, and the turned box without its rotation.
    Bounds,
    /// The projection of a box on an axis.
    Projection,
    /// The matrix and the quaternion of a box.
    Transform,
    /// The 144 tests of edges against faces, together with the 15 axes.
    EdgesAndFaces,
    /// The contact of two boxes, ours and as the text has it.
    AsWritten,
    /// The contacts of two shapes.
    Contacts,
}

/// A pair of shapes.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// The name on the command line.
    pub name: &'static str,
    pub title: &'static str,
    pub lesson: Lesson,
    /// The shape that keys move, around its own origin.
    pub first: LabBody,
    /// The fixed shape, relative to the exhibit's origin.
    pub second: LabBody,
    /// The first shape's pose at the start, relative to the exhibit's origin.
    pub start: Pose,
    /// Whether the first shape settles on the second at the start.
    pub settles: bool,
}

/// All exhibits, in order.
pub fn exhibits() -> Vec<Exhibit> {
    // An exhibit with invalid shapes would be left out; a test counts them.
    [
        sphere_polygon(),
        sphere_polygon_edge(),
        sphere_plane_sweep(),
        sphere_plane_steps(),
        sphere_sphere_sweep(),
        sphere_box_sweep(),
        box_box_sweep(),
        ray_plane(),
        segment_polygon(),
        segment_box(),
        sphere_sphere(),
        sphere_half_space(),
        sphere_plane(),
        sphere_box(),
        sphere_in_box(),
        rounded::capsule_half_space(),
        rounded::capsule_plane(),
        rounded::capsule_sphere(),
        rounded::capsule_capsule(),
        rounded::capsule_box(),
        rounded::capsule_triangle(),
        rounded::capsule_polyhedron(),
        box_projection(),
        box_matrix(),
        box_aabb(),
        box_plane(),
        box_half_space(),
        box_box(),
        crossed_boxes(),
        box_box_as_written(),
        box_edges(),
        box_triangle(),
        composed::polyhedra(),
        composed::polyhedron_box(),
        composed::sphere_polyhedron(),
        composed::polyhedron_half_space(),
        composed::assemblies(),
        composed::mixed_assemblies(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

pub(super) fn exhibit(
    (name, title): (&'static str, &'static str),
    lesson: Lesson,
    first: LabBody,
    second: LabBody,
    (position, turn_deg): ([f64; 3], [f64; 3]),
) -> Option<Exhibit> {
    Some(Exhibit {
        name,
        title,
        lesson,
        first,
        second,
        start: Pose::new(DVec3::from_array(position), DVec3::from_array(turn_deg))?,
        settles: false,
    })
}

/// The exhibit, whose first shape settles on the second at the start.
pub(super) fn settling(exhibit: Option<Exhibit>) -> Option<Exhibit> {
    exhibit.map(|exhibit| Exhibit {
        settles: true,
        ..exhibit
    })
}

pub(super) fn ball(radius: f64) -> Option<LabBody> {
    Sphere::new(DVec3::ZERO, radius).map(LabBody::Sphere)
}

pub(super) fn obb(size: [f64; 3], turn_deg: [f64; 3]) -> Option<Obb> {
    let turned = Pose::new(DVec3::ZERO, DVec3::from_array(turn_deg))?;
    Obb::new(
        DVec3::ZERO,
        turned.rotation(),
        DVec3::from_array(size) * 0.5,
    )
}

fn level_plane() -> Option<Plane> {
    Plane::new(DVec3::ZERO, DVec3::Y)
}

pub(super) fn ground() -> Option<LabBody> {
    Some(LabBody::HalfSpace(HalfSpace::new(level_plane()?)))
}

/// A pentagon that leans back and faces the spawn.
fn pentagon() -> Option<LabBody> {
    let corners = [
        [0.0, 0.85],
        [-0.95, 0.3],
        [-0.6, -0.7],
        [0.6, -0.7],
        [0.95, 0.3],
    ];
    let leaning = Pose::new(DVec3::ZERO, DVec3::new(-35.0, 0.0, 0.0))?;
    let corners = corners.map(|[x, y]| leaning.apply(DVec3::new(x, y, 0.0)));
    Some(LabBody::Polygon(corners.to_vec()))
}

fn sphere_polygon() -> Option<Exhibit> {
    let names = ("sphere-polygon", "Sphere – polygon");
    let start = ([0.18, 0.3, 0.12], [0.0; 3]);
    exhibit(names, Lesson::Polygon, ball(0.5)?, pentagon()?, start)
}

/// The sphere's centre is outside of the polygon, nearer to an edge than half the radius.
fn sphere_polygon_edge() -> Option<Exhibit> {
    let names = ("sphere-polygon-edge", "Sphere – polygon, at an edge");
    let start = ([0.9, -0.12, 0.27], [0.0; 3]);
    exhibit(names, Lesson::Polygon, ball(0.5)?, pentagon()?, start)
}

fn sphere_plane_sweep() -> Option<Exhibit> {
    let names = ("sphere-plane-sweep", "Sphere – plane, sweep");
    let start = ([-0.85, 0.75, 0.0], [0.0, 0.0, -40.0]);
    exhibit(
        names,
        Lesson::Sweep,
        ball(0.25)?,
        LabBody::Plane(level_plane()?),
        start,
    )
}

/// The sphere jumps over the plane between two steps.
fn sphere_plane_steps() -> Option<Exhibit> {
    let names = ("sphere-plane-steps", "Sphere – plane, motion in steps");
    let second = LabBody::Plane(level_plane()?);
    let start = ([-0.75, 0.3, 0.0], [0.0, 0.0, -50.0]);
    exhibit(names, Lesson::Steps, ball(0.12)?, second, start)
}

fn sphere_sphere_sweep() -> Option<Exhibit> {
    let names = ("sphere-sphere-sweep", "Sphere – sphere, sweep");
    let start = ([-1.1, 0.35, 0.0], [0.0, 0.0, -12.0]);
    exhibit(names, Lesson::Sweep, ball(0.25)?, ball(0.4)?, start)
}

fn sphere_box_sweep() -> Option<Exhibit> {
    let names = ("sphere-box-sweep", "Sphere – box, sweep");
    let second = LabBody::Obb(obb([0.7, 0.6, 0.7], [0.0, 30.0, 12.0])?);
    let start = ([-1.15, 0.55, 0.25], [0.0, 0.0, -20.0]);
    exhibit(names, Lesson::Sweep, ball(0.25)?, second, start)
}

fn box_box_sweep() -> Option<Exhibit> {
    let names = ("box-box-sweep", "Box – box, sweep");
    // The sweep is along the box's own X axis.
    let first = LabBody::Obb(obb([0.5, 0.3, 0.4], [20.0, 35.0, 0.0])?);
    let second = LabBody::Obb(obb([0.6, 0.6, 0.6], [0.0, 25.0, 10.0])?);
    let start = ([-1.1, 0.4, 0.2], [0.0, 0.0, -18.0]);
    exhibit(names, Lesson::Sweep, first, second, start)
}

fn box_triangle() -> Option<Exhibit> {
    let names = ("box-triangle", "Box – triangle");
    let first = LabBody::Obb(obb([0.6, 0.45, 0.5], [0.0; 3])?);
    let corners = [[-0.95, -0.1, 0.7], [0.95, -0.1, 0.5], [0.1, 0.15, -0.9]];
    let second = LabBody::Polygon(corners.map(DVec3::from_array).to_vec());
    let start = ([0.0, 0.25, 0.1], [15.0, 30.0, 18.0]);
    exhibit(names, Lesson::Axes, first, second, start)
}

/// A segment along X, where turning is visible.
fn segment() -> LabBody {
    LabBody::Segment(Segment::new(DVec3::X * -0.8, DVec3::X * 0.8))
}

fn ray_plane() -> Option<Exhibit> {
    let names = ("ray-plane", "Ray – plane");
    let second = LabBody::Plane(Plane::new(DVec3::ZERO, DVec3::new(0.3, 1.0, 0.2))?);
    let start = ([0.05, 0.15, 0.1], [0.0, 20.0, -55.0]);
    exhibit(names, Lesson::Segment, segment(), second, start)
}

fn segment_polygon() -> Option<Exhibit> {
    let names = ("segment-polygon", "Segment – polygon");
    let start = ([0.15, 0.25, 0.1], [0.0, 65.0, 20.0]);
    exhibit(names, Lesson::Segment, segment(), pentagon()?, start)
}

fn segment_box() -> Option<Exhibit> {
    let names = ("segment-box", "Segment – box");
    let second = LabBody::Obb(obb([0.9, 0.6, 0.7], [0.0, 25.0, 0.0])?);
    let start = ([-0.5, 0.3, 0.3], [0.0, 20.0, -22.0]);
    exhibit(names, Lesson::Segment, segment(), second, start)
}

fn sphere_sphere() -> Option<Exhibit> {
    let names = ("sphere-sphere", "Sphere – sphere");
    let start = ([-0.42, 0.42, 0.0], [0.0; 3]);
    exhibit(names, Lesson::Contacts, ball(0.35)?, ball(0.4)?, start)
}

fn sphere_half_space() -> Option<Exhibit> {
    let names = ("sphere-half-space", "Sphere – half-space");
    let start = ([0.0, 0.28, 0.0], [0.0; 3]);
    exhibit(names, Lesson::Contacts, ball(0.4)?, ground()?, start)
}

fn sphere_plane() -> Option<Exhibit> {
    let names = ("sphere-plane", "Sphere – plane, both sides");
    let leaning = Plane::new(DVec3::ZERO, DVec3::new(0.5, 1.0, 0.35))?;
    let start = ([0.05, 0.2, 0.0], [0.0; 3]);
    exhibit(
        names,
        Lesson::Contacts,
        ball(0.4)?,
        LabBody::Plane(leaning),
        start,
    )
}

fn sphere_box() -> Option<Exhibit> {
    let names = ("sphere-box", "Sphere – box");
    let second = LabBody::Obb(obb([0.9, 0.6, 0.7], [0.0, 30.0, 0.0])?);
    let start = ([-0.5, 0.5, 0.25], [0.0; 3]);
    exhibit(names, Lesson::Contacts, ball(0.35)?, second, start)
}

fn sphere_in_box() -> Option<Exhibit> {
    let names = ("sphere-in-box", "Sphere in a box");
    let second = LabBody::Obb(obb([1.2, 0.9, 1.0], [0.0, 30.0, 0.0])?);
    let start = ([0.12, 0.2, 0.0], [0.0; 3]);
    exhibit(names, Lesson::Contacts, ball(0.2)?, second, start)
}

fn box_half_space() -> Option<Exhibit> {
    let names = ("box-half-space", "Box – half-space");
    let first = LabBody::Obb(obb([0.9, 0.6, 0.7], [0.0; 3])?);
    let start = ([0.0, 0.65, 0.0], [14.0, 32.0, 18.0]);
    settling(exhibit(names, Lesson::Contacts, first, ground()?, start))
}

fn box_plane() -> Option<Exhibit> {
    let names = ("box-plane", "Box – plane, both sides");
    let first = LabBody::Obb(obb([0.7, 0.5, 0.6], [0.0; 3])?);
    let leaning = Plane::new(DVec3::ZERO, DVec3::new(0.3, 1.0, 0.2))?;
    let start = ([0.05, 0.2, 0.0], [10.0, 30.0, 5.0]);
    exhibit(
        names,
        Lesson::Contacts,
        first,
        LabBody::Plane(leaning),
        start,
    )
}

fn box_projection() -> Option<Exhibit> {
    let names = ("box-projection", "A box on an axis");
    let first = LabBody::Obb(obb([0.7, 0.4, 0.5], [0.0; 3])?);
    let axis = Segment::new(DVec3::new(-1.1, -0.6, 0.0), DVec3::new(1.1, -0.2, 0.0));
    let start = ([0.05, 0.35, 0.0], [20.0, 35.0, 15.0]);
    let second = LabBody::Segment(axis);
    exhibit(names, Lesson::Projection, first, second, start)
}

fn box_matrix() -> Option<Exhibit> {
    let names = ("box-matrix", "A box's matrix and quaternion");
    let first = LabBody::Obb(obb([0.7, 0.4, 0.5], [0.0; 3])?);
    let marker = Sphere::new(DVec3::new(0.65, 0.45, 0.2), 0.06)?;
    let start = ([-0.25, 0.05, 0.0], [15.0, 30.0, 10.0]);
    let second = LabBody::Sphere(marker);
    exhibit(names, Lesson::Transform, first, second, start)
}

/// A plank, turned so that the two boxes along the axes differ most.
fn box_aabb() -> Option<Exhibit> {
    let names = ("box-aabb", "Two boxes called AABB");
    let first = LabBody::Obb(obb([1.2, 0.3, 0.4], [0.0; 3])?);
    let second = LabBody::Obb(obb([0.3, 0.5, 0.3], [0.0; 3])?.transformed(&Pose::new(
        DVec3::new(0.65, 0.3, 0.35),
        DVec3::new(0.0, 20.0, 0.0),
    )?));
    let start = ([-0.1, 0.2, 0.0], [0.0, 40.0, 12.0]);
    exhibit(names, Lesson::Bounds, first, second, start)
}

fn box_edges() -> Option<Exhibit> {
    let names = ("box-edges", "Box – box, 144 tests or 15");
    let first = LabBody::Obb(obb([0.6, 0.45, 0.5], [0.0; 3])?);
    let second = LabBody::Obb(obb([0.9, 0.5, 0.8], [0.0, 15.0, 0.0])?);
    let start = ([0.35, 0.35, 0.2], [15.0, 40.0, 12.0]);
    exhibit(names, Lesson::EdgesAndFaces, first, second, start)
}

fn box_box() -> Option<Exhibit> {
    let names = ("box-box", "Box – box");
    let first = LabBody::Obb(obb([0.6, 0.45, 0.5], [0.0; 3])?);
    let second = LabBody::Obb(obb([1.3, 0.4, 1.1], [0.0, 15.0, 0.0])?);
    let start = ([0.05, 0.62, 0.05], [15.0, 40.0, 12.0]);
    settling(exhibit(names, Lesson::Contacts, first, second, start))
}

fn crossed_boxes() -> Option<Exhibit> {
    let names = ("crossed-boxes", "Box – box, edge on edge");
    // Two beams on their edges, the upper one across the lower one.
    let first = LabBody::Obb(obb([1.2, 0.36, 0.36], [0.0; 3])?);
    let second = LabBody::Obb(obb([0.36, 0.36, 1.3], [0.0, 0.0, 45.0])?);
    let start = ([0.0, 0.45, 0.0], [45.0, 20.0, 0.0]);
    exhibit(names, Lesson::Contacts, first, second, start)
}

/// A corner of each cube is a little below the top face of the other.
fn box_box_as_written() -> Option<Exhibit> {
    let names = ("box-box-as-written", "Box – box, the edges as written");
    let first = LabBody::Obb(obb([0.6; 3], [0.0; 3])?);
    let second = LabBody::Obb(obb([0.6; 3], [0.0; 3])?);
    let start = ([0.3, 0.525, 0.3], [0.0; 3]);
    exhibit(names, Lesson::AsWritten, first, second, start)
}

/// Checks the name of an exhibit on a command line.
///
/// # Errors
/// A message with all names.
pub fn parse_exhibit(text: &str) -> Result<String, String> {
    let all = exhibits();
    let names = all.iter().map(|one| one.name);
    if names.clone().any(|name| name == text) {
        return Ok(text.to_owned());
    }
    let names: Vec<_> = names.collect();
    let names = names.join(", ");
    Err(format!("there is no exhibit `{text}`; there are: {names}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_exhibits_are_built_and_have_unique_names() {
        let all = exhibits();
        assert_eq!(all.len(), 38);
        for (number, one) in all.iter().enumerate() {
            let bare = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(one.name.chars().all(bare), "{}", one.name);
            assert!(all[..number].iter().all(|other| other.name != one.name));
        }
    }
}
