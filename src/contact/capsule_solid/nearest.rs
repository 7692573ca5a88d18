//! Where a segment and a convex solid are nearest, or the shortest way of the segment out of it.

use glam::DVec3;

use crate::contact::Feature;
use crate::contact::solid_solid::height_above;
use crate::geometry::float::{max, min};
use crate::geometry::{Segment, Solid};
use crate::query::{closest_segment_point, closest_segment_segment};
use crate::tolerance::{FACE_PREFERENCE, MIN_DISTANCE, PARALLEL_EDGES, SAME_NORMAL_COS};

/// Where an axis and a solid are nearest, or how the axis leaves the solid.
pub(super) struct Nearest {
    /// The fraction of the axis.
    pub fraction: f64,
    /// The point of the solid; metres.
    pub point: DVec3,
    /// Unit normal from the solid to the axis.
    pub normal: DVec3,
    /// The distance from the solid to the axis; metres, negative inside.
    pub separation: f64,
    /// The feature of the solid.
    pub feature: Feature,
}

/// Where `axis` and `solid` are nearest. Inside, the shortest way out. `None` if the solid has no
/// feature.
pub(super) fn nearest(axis: &Segment, solid: &dyn Solid) -> Option<Nearest> {
    let inside = clip(axis, solid, None).is_some();
    let outside = if inside {
        None
    } else {
        closest(axis, solid).filter(|nearest| nearest.separation > MIN_DISTANCE)
    };
    outside.or_else(|| way_out(axis, solid))
}

/// The part of `segment` below all faces of `solid` except `skipped`, two fractions in order.
pub(super) fn clip(
    segment: &Segment,
    solid: &dyn Solid,
    skipped: Option<usize>,
) -> Option<[f64; 2]> {
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
