//! The contacts of a capsule with a convex solid, by brute force over all faces and edges.
//!
//! A capsule is a segment, its axis, with a radius around it. Outside of the solid, the nearest
//! points of axis and solid give the contact, as for a sphere. An axis that enters the solid leaves
//! it by the minimum translation: over a face, or across an edge. I. Millington, *Game Physics
//! Engine Development*, ch. 13, has no capsules; the naive search over all features is its own.
//!
//! A capsule that lies on a face has a second contact, so that it rests on both ends: those of the
//! part of the axis that is above the face.

use glam::DVec3;

use super::solid_solid::height_above;
use super::{Contact, ContactBuffer, Feature};
use crate::geometry::float::{max, min};
use crate::geometry::{Obb, OrientedCapsule, Polyhedron, Segment, Solid, Sphere};
use crate::query::{closest_segment_point, closest_segment_segment};
use crate::tolerance::{FACE_PREFERENCE, MIN_DISTANCE, PARALLEL_EDGES, SAME_NORMAL_COS};

/// Appends the contacts of `capsule` with `obb`: the deepest, and a second one where the capsule
/// lies on a face. Returns how many were added.
///
/// # Returns
/// Just touching is a contact of depth 0. An axis inside the box leaves it by the shortest way.
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_obb}, glam::{DMat3, DVec3}};
/// use sidle::geometry::{Obb, OrientedCapsule, Segment};
/// let table = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // A log of 0.5 m lies on the table, and over its rim: it sinks in by 0.25 m.
/// let axis = Segment::new(DVec3::Y * 1.25, DVec3::new(3.0, 1.25, 0.0));
/// let log = OrientedCapsule::new(axis, 0.5).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// assert_eq!(contact_capsule_obb(&log, &table, &mut buffer), 2);
/// let [middle, rim] = buffer.contacts() else { unreachable!() };
/// assert_eq!((middle.point, middle.normal, middle.depth), (DVec3::Y, DVec3::Y, 0.25));
/// assert!(rim.point.distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-9);
/// ```
pub fn contact_capsule_obb(
    capsule: &OrientedCapsule,
    obb: &Obb,
    buffer: &mut ContactBuffer,
) -> usize {
    contact_capsule_solid(capsule, obb, buffer)
}

/// Appends the contacts of `capsule` with `polyhedron`, as [`contact_capsule_obb`] does for boxes.
/// Returns how many were added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_polyhedron}, glam::DVec3};
/// use sidle::geometry::{OrientedCapsule, Polyhedron, Segment};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let faces = [&[0, 2, 1][..], &[0, 1, 3], &[0, 3, 2], &[1, 2, 3]];
/// let tetrahedron = Polyhedron::new(corners, &faces).unwrap();
/// let axis = Segment::new(DVec3::Y * 1.25, DVec3::Y * 3.0);
/// let pole = OrientedCapsule::new(axis, 0.5).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// contact_capsule_polyhedron(&pole, &tetrahedron, &mut buffer);
/// assert_eq!((buffer.contacts()[0].point, buffer.contacts()[0].depth), (DVec3::Y, 0.25));
/// ```
pub fn contact_capsule_polyhedron(
    capsule: &OrientedCapsule,
    polyhedron: &Polyhedron,
    buffer: &mut ContactBuffer,
) -> usize {
    contact_capsule_solid(capsule, polyhedron, buffer)
}

/// The contact of `sphere` with `polyhedron`, as [`contact_sphere_obb`](super::contact_sphere_obb)
/// finds it for boxes. `None`: they do not touch.
///
/// # Example
/// ```
/// use sidle::{contact::contact_sphere_polyhedron, glam::{DMat3, DVec3}};
/// use sidle::geometry::{Obb, Polyhedron, Sphere};
/// let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let cube = Polyhedron::from_obb(&cube).unwrap();
/// let ball = Sphere::new(DVec3::X * 1.25, 0.5).unwrap();
/// let contact = contact_sphere_polyhedron(&ball, &cube).unwrap();
/// assert_eq!((contact.normal, contact.depth), (DVec3::X, 0.25));
/// ```
#[must_use]
pub fn contact_sphere_polyhedron(sphere: &Sphere, polyhedron: &Polyhedron) -> Option<Contact> {
    let center = Segment::new(sphere.center(), sphere.center());
    let nearest = nearest(&center, polyhedron)?;
    let depth = sphere.radius() - nearest.separation;
    (depth >= 0.0).then(|| {
        let (point, normal) = (nearest.point, nearest.normal);
        Contact::new(point, normal, depth, Feature::Surface, nearest.feature)
    })
}

/// Where an axis and a solid are nearest, or how the axis leaves the solid.
pub(super) struct Nearest {
    /// The fraction of the axis.
    fraction: f64,
    /// The point of the solid; metres.
    point: DVec3,
    /// Unit normal from the solid to the axis.
    normal: DVec3,
    /// The distance from the solid to the axis; metres, negative inside.
    separation: f64,
    /// The feature of the solid.
    feature: Feature,
}

/// Appends the contacts of `capsule` with `solid`. Returns how many were added.
pub(super) fn contact_capsule_solid(
    capsule: &OrientedCapsule,
    solid: &dyn Solid,
    buffer: &mut ContactBuffer,
) -> usize {
    let (axis, radius) = (capsule.axis(), capsule.radius());
    let Some(nearest) = nearest(&axis, solid) else {
        return 0;
    };
    let depth = radius - nearest.separation;
    if depth < 0.0 {
        return 0;
    }
    let Nearest { point, normal, .. } = nearest;
    let side = side_touching(nearest.fraction, nearest.feature);
    let first = Contact::new(point, normal, depth, side, nearest.feature);
    let second = match nearest.feature {
        Feature::Face(face) => other_end_on_face(capsule, solid, face.into(), &first),
        _ => None,
    };
    buffer.append([Some(first), second].into_iter().flatten())
}

/// The feature of a capsule at `fraction` of its axis where it touches `other`. A round end is a
/// vertex to what is flat or round, and a surface to edges and vertices.
pub(super) fn side_touching(fraction: f64, other: Feature) -> Feature {
    match other {
        Feature::Face(_) | Feature::Surface if fraction == 0.0 => Feature::vertex(0),
        Feature::Face(_) | Feature::Surface if fraction == 1.0 => Feature::vertex(1),
        _ => Feature::Surface,
    }
}

/// The contact at the other end of the axis, clipped to the face. `None`: it does not reach the
/// face.
fn other_end_on_face(
    capsule: &OrientedCapsule,
    solid: &dyn Solid,
    face: usize,
    first: &Contact,
) -> Option<Contact> {
    let (axis, plane) = (capsule.axis(), solid.face(face));
    let normal = plane.normal();
    let on_plane = |point: DVec3| point - normal * plane.signed_distance(point);
    let shadow = Segment::new(on_plane(axis.start), on_plane(axis.end));
    let clipped = clip(&shadow, solid, Some(face))?;
    let farther = |fraction: &f64| shadow.point_at(*fraction).distance(first.point);
    let fraction = clipped
        .into_iter()
        .max_by(|a, b| farther(a).total_cmp(&farther(b)))?;
    let depth = capsule.radius() - plane.signed_distance(axis.point_at(fraction));
    let feature = Feature::face(face);
    let side = side_touching(fraction, feature);
    let point = shadow.point_at(fraction);
    (depth >= 0.0 && farther(&fraction) > MIN_DISTANCE)
        .then(|| Contact::new(point, normal, depth, side, feature))
}

/// The part of `segment` below all faces of `solid` except `skipped`: two fractions in order.
fn clip(segment: &Segment, solid: &dyn Solid, skipped: Option<usize>) -> Option<[f64; 2]> {
    let (mut from, mut to) = (0.0, 1.0);
    for face in (0..solid.face_count()).filter(|face| Some(*face) != skipped) {
        let plane = solid.face(face);
        let above = |point| plane.signed_distance(point) - MIN_DISTANCE;
        let (start, end) = (above(segment.start), above(segment.end));
        if start > 0.0 && end > 0.0 {
            return None;
        }
        if start > 0.0 {
            from = max(from, start / (start - end));
        } else if end > 0.0 {
            to = min(to, start / (start - end));
        }
    }
    (from <= to).then_some([from, to])
}

/// Where `axis` and `solid` are nearest. Inside, the shortest way out. `None`: the solid has no
/// feature.
fn nearest(axis: &Segment, solid: &dyn Solid) -> Option<Nearest> {
    let inside = clip(axis, solid, None).is_some();
    let outside = if inside {
        None
    } else {
        closest(axis, solid).filter(|nearest| nearest.separation > MIN_DISTANCE)
    };
    outside.or_else(|| way_out(axis, solid))
}

/// The closest points of `axis` and a `solid` that it does not enter.
fn closest(axis: &Segment, solid: &dyn Solid) -> Option<Nearest> {
    let mut best: Option<Nearest> = None;
    let mut consider = |nearest: Nearest| {
        let beaten = |best: &Nearest| nearest.separation < best.separation - MIN_DISTANCE;
        if best.as_ref().is_none_or(beaten) {
            best = Some(nearest);
        }
    };
    // An end above a face, then the edges.
    for (fraction, end) in [(0.0, axis.start), (1.0, axis.end)] {
        for face in 0..solid.face_count() {
            let plane = solid.face(face);
            let (normal, separation) = (plane.normal(), plane.signed_distance(end));
            let point = end - normal * separation;
            if separation > 0.0 && height_above(solid, point) <= MIN_DISTANCE {
                let feature = Feature::face(face);
                consider(Nearest {
                    fraction,
                    point,
                    normal,
                    separation,
                    feature,
                });
            }
        }
    }
    for number in 0..solid.edge_count() {
        let edge = solid.edge(number).segment;
        let pair = closest_segment_segment(axis, &edge);
        let away = pair.on_first - pair.on_second;
        let separation = away.length();
        if separation > 0.0 {
            consider(Nearest {
                fraction: closest_segment_point(axis, pair.on_second).fraction,
                point: pair.on_second,
                normal: away / separation,
                separation,
                feature: Feature::edge(number),
            });
        }
    }
    best.map(|nearest| Nearest {
        feature: feature_at(solid, &nearest),
        ..nearest
    })
}

/// The feature of the solid that is touched: the face that looks along the normal, else the vertex
/// at the point, else the edge.
fn feature_at(solid: &dyn Solid, nearest: &Nearest) -> Feature {
    let faces = |face: &usize| {
        let plane = solid.face(*face);
        plane.normal().dot(nearest.normal) >= SAME_NORMAL_COS
            && plane.signed_distance(nearest.point) >= -MIN_DISTANCE
    };
    let meets = |vertex: &usize| solid.vertex(*vertex).distance(nearest.point) <= MIN_DISTANCE;
    let face = (0..solid.face_count()).find(faces).map(Feature::face);
    let vertex = || (0..solid.vertex_count()).find(meets).map(Feature::vertex);
    face.or_else(vertex).unwrap_or(nearest.feature)
}

/// The shortest way of `axis` out of `solid`: over a face, or across an edge. These are the faces
/// of the solid swept along the axis. Of ways that differ by less than [`FACE_PREFERENCE`], it is
/// the first, faces before edges.
fn way_out(axis: &Segment, solid: &dyn Solid) -> Option<Nearest> {
    let mut best: Option<Nearest> = None;
    let mut consider = |nearest: Nearest| {
        // The least depth is the greatest separation.
        let beaten = |best: &Nearest| nearest.separation > best.separation + FACE_PREFERENCE;
        if best.as_ref().is_none_or(beaten) {
            best = Some(nearest);
        }
    };
    for face in 0..solid.face_count() {
        let plane = solid.face(face);
        let [start, end] = [axis.start, axis.end].map(|end| plane.signed_distance(end));
        let (fraction, lowest, separation) = if end < start {
            (1.0, axis.end, end)
        } else {
            (0.0, axis.start, start)
        };
        let normal = plane.normal();
        consider(Nearest {
            fraction,
            point: lowest - normal * separation,
            normal,
            separation,
            feature: Feature::face(face),
        });
    }
    let along = axis.end - axis.start;
    for number in 0..solid.edge_count() {
        let edge = solid.edge(number).segment;
        let other = edge.end - edge.start;
        let across = along.cross(other);
        let length = across.length();
        if length <= PARALLEL_EDGES * (along.length() * other.length()) {
            continue;
        }
        for normal in [across / length, across / -length] {
            let height = normal.dot(edge.start);
            let outermost =
                |vertex: usize| normal.dot(solid.vertex(vertex)) <= height + MIN_DISTANCE;
            if !(0..solid.vertex_count()).all(outermost) {
                continue;
            }
            let separation = normal.dot(axis.start) - height;
            let out = normal * -separation;
            let moved = Segment::new(axis.start + out, axis.end + out);
            let point = closest_segment_segment(&moved, &edge).on_second;
            consider(Nearest {
                fraction: closest_segment_point(&moved, point).fraction,
                point,
                normal,
                separation,
                feature: Feature::edge(number),
            });
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{ContactKind, contact_capsule_triangle};
    use crate::geometry::{Pose, Triangle};
    use crate::test_support::{Random, directions};
    use glam::{DMat3, Vec3};

    /// A convex solid as the set of points below planes, `normal · point <= reach`.
    type Planes = Vec<(DVec3, f64)>;

    /// The distance from a point to the solid below all `planes`: the nearest of its projections on
    /// each plane, on the line of each two and on the point of each three that is below all.
    fn distance_to_point(planes: &Planes, point: DVec3) -> f64 {
        let below = |place: DVec3| planes.iter().all(|(n, reach)| n.dot(place) <= reach + 1e-9);
        if below(point) {
            return 0.0;
        }
        let mut least = f64::INFINITY;
        let mut consider = |place: DVec3| {
            if place.is_finite() && below(place) {
                least = least.min(place.distance(point));
            }
        };
        for (i, (a, at_a)) in planes.iter().enumerate() {
            consider(point - *a * (a.dot(point) - at_a));
            for (j, (b, at_b)) in planes.iter().enumerate().skip(i + 1) {
                // point - α·a - β·b, on both planes.
                let (cosine, da, db) = (a.dot(*b), a.dot(point) - at_a, b.dot(point) - at_b);
                let squared_sine = 1.0 - cosine * cosine;
                if squared_sine > 1e-12 {
                    let alpha = (da - cosine * db) / squared_sine;
                    let beta = (db - cosine * da) / squared_sine;
                    consider(point - *a * alpha - *b * beta);
                }
                for (c, at_c) in planes.iter().skip(j + 1) {
                    let matrix = DMat3::from_cols(*a, *b, *c).transpose();
                    if matrix.determinant().abs() > 1e-9 {
                        consider(matrix.inverse() * DVec3::new(*at_a, *at_b, *at_c));
                    }
                }
            }
        }
        least
    }

    /// The distance from a segment to the solid: convex along the segment.
    fn distance(planes: &Planes, axis: &Segment) -> f64 {
        let at = |fraction: f64| axis.start * (1.0 - fraction) + axis.end * fraction;
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..80 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if distance_to_point(planes, at(a)) < distance_to_point(planes, at(b)) {
                high = b;
            } else {
                low = a;
            }
        }
        distance_to_point(planes, at((low + high) * 0.5))
    }

    /// Compares the deepest contact with the planes and the corners. Returns whether they touch,
    /// and whether the axis enters the solid.
    fn check(
        found: &[Contact],
        capsule: &OrientedCapsule,
        planes: &Planes,
        corners: &[DVec3],
        case: &str,
    ) -> (bool, bool) {
        let (axis, radius) = (capsule.axis(), capsule.radius());
        let outside = distance(planes, &axis);
        let Some(contact) = found.first() else {
            assert!(outside > radius - 1e-7, "{case}: {outside} {radius}");
            return (false, false);
        };
        let tell = || format!("{case}: {contact:?}, {outside} m outside");
        assert!((contact.normal.length() - 1.0).abs() < 1e-9, "{}", tell());
        assert!(
            distance_to_point(planes, contact.point) < 1e-7 || outside < 1e-7,
            "{}",
            tell()
        );
        let enters = outside < 1e-7;
        if !enters {
            assert!(
                (radius - outside - contact.depth).abs() < 1e-6,
                "{}",
                tell()
            );
        }
        // Moving by the depth separates.
        let out = contact.normal * contact.depth;
        let moved = Segment::new(axis.start + out, axis.end + out);
        assert!(distance(planes, &moved) > radius - 1e-6, "{}", tell());
        // No sampled direction separates by less.
        let overlap = |way: &DVec3| {
            let top = corners
                .iter()
                .map(|it| it.dot(*way))
                .fold(f64::NEG_INFINITY, f64::max);
            top - axis.start.dot(*way).min(axis.end.dot(*way)) + radius
        };
        let sampled = directions(400)
            .iter()
            .map(overlap)
            .fold(f64::INFINITY, f64::min);
        assert!(contact.depth < sampled + 1e-6, "{}, {sampled}", tell());
        (true, enters)
    }

    fn any_capsule(random: &mut Random, case: usize) -> OrientedCapsule {
        let start = random.vec3(1.1);
        let end = match case % 5 {
            0 => start,
            1 => start + DVec3::X * random.signed(),
            2 => start + DVec3::Y * random.signed() * 3.0,
            _ => random.vec3(1.6),
        };
        OrientedCapsule::new(Segment::new(start, end), 0.05 + random.vec3(0.6).x.abs()).unwrap()
    }

    fn all(of: impl Fn(&mut ContactBuffer) -> usize) -> Vec<Contact> {
        let mut buffer = ContactBuffer::new(4);
        assert_eq!(of(&mut buffer), buffer.contacts().len());
        buffer.contacts().to_vec()
    }

    #[test]
    fn boxes_agree_with_a_search_over_their_planes() {
        let mut random = Random::new(167);
        let (mut touching, mut entering) = (0, 0);
        for case in 0..600 {
            let half = random.vec3(1.0).abs() + 0.05;
            let turn = if case % 3 == 0 {
                DVec3::ZERO
            } else {
                random.vec3(180.0)
            };
            let pose = Pose::new(random.vec3(0.3), turn).unwrap();
            let obb = Obb::new(pose.position(), pose.rotation(), half).unwrap();
            let mut planes = Planes::new();
            let mut corners = Vec::new();
            for axis in 0..3 {
                let normal = pose.rotation().col(axis);
                let middle = normal.dot(pose.position());
                planes.push((normal, middle + half[axis]));
                planes.push((-normal, half[axis] - middle));
            }
            for bits in 0..8 {
                let sign = |bit: i32| if bits & bit == 0 { -1.0 } else { 1.0 };
                corners.push(pose.apply(half * DVec3::new(sign(1), sign(2), sign(4))));
            }
            let capsule = any_capsule(&mut random, case);
            let found = all(|buffer| contact_capsule_obb(&capsule, &obb, buffer));
            let name = format!("seed 167, case {case}");
            let (touches, enters) = check(&found, &capsule, &planes, &corners, &name);
            touching += u32::from(touches);
            entering += u32::from(enters);
        }
        assert!(touching > 200 && entering > 100, "{touching} {entering}");
    }

    #[test]
    fn polyhedra_and_spheres_agree_with_a_search_over_their_planes() {
        let octahedron = Polyhedron::octahedron(1.0).unwrap();
        let mut random = Random::new(173);
        let (mut touching, mut entering, mut spheres) = (0, 0, 0);
        for case in 0..500 {
            let pose = Pose::new(random.vec3(0.3), random.vec3(180.0)).unwrap();
            let solid = octahedron.transformed(&pose);
            let signs = [-1.0, 1.0];
            let each = signs.map(|x| signs.map(|y| signs.map(|z| DVec3::new(x, y, z))));
            let normals = each.into_iter().flatten().flatten();
            let plane = |way: DVec3| {
                let normal = pose.rotation() * way / 3.0_f64.sqrt();
                (normal, normal.dot(pose.position()) + 1.0 / 3.0_f64.sqrt())
            };
            let planes: Planes = normals.map(plane).collect();
            let corners: Vec<_> = solid.vertices().collect();
            let capsule = any_capsule(&mut random, case);
            let found = all(|buffer| contact_capsule_polyhedron(&capsule, &solid, buffer));
            let name = format!("seed 173, case {case}");
            let (touches, enters) = check(&found, &capsule, &planes, &corners, &name);
            touching += u32::from(touches);
            entering += u32::from(enters);
            let ball = Sphere::new(capsule.axis().start, capsule.radius()).unwrap();
            let contact = contact_sphere_polyhedron(&ball, &solid);
            let found: Vec<Contact> = contact.into_iter().collect();
            let (touches, _) = check(&found, &ball.into(), &planes, &corners, &name);
            spheres += u32::from(touches);
        }
        assert!(
            touching > 100 && entering > 50 && spheres > 50,
            "{touching} {entering} {spheres}"
        );
    }

    #[test]
    fn triangles_agree_with_a_search_over_their_planes() {
        let mut random = Random::new(179);
        let (mut touching, mut entering) = (0, 0);
        for case in 0..1500 {
            let corners = [0; 3].map(|_| random.vec3(1.5).as_vec3());
            let Some(triangle) = Triangle::new(corners) else {
                continue;
            };
            let [a, b, c] = corners.map(|corner| corner.as_dvec3());
            let normal = (b - a).cross(c - a).normalize();
            let mut planes = vec![(normal, normal.dot(a)), (-normal, -normal.dot(a))];
            for [from, to] in [[a, b], [b, c], [c, a]] {
                let side = (to - from).cross(normal).normalize();
                planes.push((side, side.dot(from)));
            }
            let capsule = any_capsule(&mut random, case);
            let found = all(|buffer| contact_capsule_triangle(&capsule, &triangle, buffer));
            let name = format!("seed 179, case {case}");
            let (touches, enters) = check(&found, &capsule, &planes, &[a, b, c], &name);
            touching += u32::from(touches);
            entering += u32::from(enters);
            for contact in &found {
                let known = match contact.second {
                    Feature::Face(number) => number < 2,
                    Feature::Edge(number) | Feature::Vertex(number) => number < 3,
                    Feature::Surface => false,
                };
                assert!(known, "{name}: {contact:?}");
            }
        }
        assert!(touching > 100 && entering > 50, "{touching} {entering}");
    }

    #[test]
    fn a_lying_capsule_has_two_contacts_a_standing_one_and_one_on_an_edge_a_single_one() {
        let table = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(2.0)).unwrap();
        let capsule = |start: [f64; 3], end: [f64; 3]| {
            let axis = Segment::new(start.into(), end.into());
            let capsule = OrientedCapsule::new(axis, 0.5).unwrap();
            all(|buffer| contact_capsule_obb(&capsule, &table, buffer))
        };
        let features = |found: &[Contact]| -> Vec<(Feature, Feature)> {
            found
                .iter()
                .map(|contact| (contact.first, contact.second))
                .collect()
        };
        let top = Feature::Face(2);
        let lying = capsule([-1.0, 2.4, 0.0], [1.0, 2.4, 0.0]);
        let ends = [0, 1].map(|end| (Feature::Vertex(end), top));
        assert_eq!(features(&lying), ends);
        assert!(
            lying
                .iter()
                .all(|contact| (contact.depth - 0.1).abs() < 1e-12)
        );
        // Tilted, the upper end does not reach the table.
        let tilted = capsule([-1.0, 2.4, 0.0], [1.0, 2.6, 0.0]);
        assert_eq!(features(&tilted), ends[..1]);
        let standing = capsule([0.0, 2.4, 0.0], [0.0, 4.0, 0.0]);
        assert_eq!(features(&standing), ends[..1]);
        // Over both rims: neither end is above the table.
        let wide = capsule([-5.0, 2.4, 0.0], [5.0, 2.4, 0.0]);
        assert_eq!(features(&wide), [(Feature::Surface, top); 2]);
        assert_eq!(wide[0].kind(), ContactKind::FaceFace);
        // Aslant across an edge, at 45 degrees: its axis is √0.02 away from the edge.
        let edge = capsule([1.6, 2.6, 0.0], [2.6, 1.6, 0.0]);
        assert_eq!(edge.len(), 1);
        assert_eq!(edge[0].kind(), ContactKind::EdgeFace);
        assert!(
            (edge[0].depth - (0.5 - 0.02_f64.sqrt())).abs() < 1e-12,
            "{edge:?}"
        );
        assert_eq!(capsule([-1.0, 2.5, 0.0], [1.0, 2.5, 0.0])[1].depth, 0.0);
        assert!(capsule([-1.0, 2.5 + 1e-9, 0.0], [1.0, 2.5 + 1e-9, 0.0]).is_empty());
    }

    #[test]
    fn an_axis_in_the_plane_of_a_triangle_leaves_to_a_side() {
        let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap();
        let axis = Segment::new(DVec3::new(0.5, 0.0, 0.5), DVec3::new(1.5, 0.0, 1.0));
        let log = OrientedCapsule::new(axis, 0.25).unwrap();
        let found = all(|buffer| contact_capsule_triangle(&log, &floor, buffer));
        assert_eq!(found.len(), 2);
        for contact in &found {
            assert_eq!((contact.normal, contact.depth), (DVec3::Y, 0.25));
            assert_eq!(contact.second, Feature::Face(0));
        }
    }
}
