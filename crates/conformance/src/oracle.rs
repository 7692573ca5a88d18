//! The brute-force reference, which measures distances to all shapes by the plainest method.

use sidle::geometry::{Obb, Triangle};
use sidle::glam::DVec3;

/// A deeper overlap is a violation; metres.
pub const MAX_DEPTH: f64 = 1e-4;

/// A triangle, with a ball around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) corners: [DVec3; 3],
    pub(crate) middle: DVec3,
    pub(crate) reach: f64,
}

/// All shapes of a world, tested one by one.
#[derive(Debug)]
pub struct Oracle {
    pub(crate) faces: Vec<Face>,
    pub(crate) boxes: Vec<Obb>,
}

impl Oracle {
    /// The oracle of these shapes.
    pub fn new(triangles: &[Triangle], boxes: &[Obb]) -> Self {
        let face = |triangle: &Triangle| {
            let corners = triangle.vertices();
            let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
            let far = |corner: DVec3| corner.distance(middle);
            let reach = corners.map(far).into_iter().fold(0.0, f64::max) * (1.0 + 1e-12);
            Face {
                corners,
                middle,
                reach,
            }
        };
        Self {
            faces: triangles.iter().map(face).collect(),
            boxes: boxes.to_vec(),
        }
    }

    /// The distance of an upright segment of length `segment_length` above `base` from the nearest surface or
    /// solid; metres.
    pub fn segment_distance(&self, base: DVec3, segment_length: f64) -> f64 {
        self.segment_distance_up_to(base, segment_length, f64::INFINITY)
    }

    /// The distance of the segment, or `limit` if that is less. A small limit saves time.
    fn segment_distance_up_to(&self, base: DVec3, segment_length: f64, limit: f64) -> f64 {
        let (middle, half) = (
            base + DVec3::Y * (segment_length * 0.5),
            segment_length * 0.5,
        );
        let top = base + DVec3::Y * segment_length;
        let mut nearest = limit;
        for face in &self.faces {
            // Nothing on the segment and on the face is nearer than this.
            if face.middle.distance(middle) - face.reach - half < nearest {
                let distance = if segment_length == 0.0 {
                    triangle_distance(&face.corners, base)
                } else {
                    segment_triangle_distance(&face.corners, base, top)
                };
                nearest = nearest.min(distance);
            }
        }
        for obb in &self.boxes {
            let reach = obb.half_extents().length();
            if obb.center().distance(middle) - reach - half < nearest {
                nearest = nearest.min(segment_box_distance(obb, base, top));
            }
        }
        nearest
    }

    /// The distance of `point` from the nearest surface or solid; metres.
    pub fn distance(&self, point: DVec3) -> f64 {
        self.segment_distance(point, 0.0)
    }

    /// An oracle of the shapes that reach into the box from `low` to `high`. All later questions must be about
    /// places in this box.
    pub fn within(&self, low: DVec3, high: DVec3) -> Self {
        let outside = |middle: DVec3, reach: f64| {
            let (low, high) = (low - reach, high + reach);
            middle.cmpgt(high).any() || middle.cmplt(low).any()
        };
        let (faces, boxes) = (self.faces.iter(), self.boxes.iter());
        let near_box = |obb: &&Obb| !outside(obb.center(), obb.half_extents().length());
        Self {
            faces: faces
                .filter(|face| !outside(face.middle, face.reach))
                .copied()
                .collect(),
            boxes: boxes.filter(near_box).copied().collect(),
        }
    }

    /// The corners of the box around all shapes.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        let corners = self.faces.iter().flat_map(|face| face.corners);
        let ends = self.boxes.iter().flat_map(|obb| {
            let reach = DVec3::splat(obb.half_extents().length());
            [obb.center() - reach, obb.center() + reach]
        });
        let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        corners.chain(ends).fold(start, |(low, high), point| {
            (low.min(point), high.max(point))
        })
    }

    /// Replaces the boxes, because some of them have moved.
    pub fn set_boxes(&mut self, boxes: &[Obb]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
    }

    /// The least distance anywhere on the straight path, found by conservative steps. None is
    /// longer than the distance left, so nothing is skipped.
    pub fn nearest_on_path(&self, from: DVec3, to: DVec3, radius: f64, segment_length: f64) -> f64 {
        let length = from.distance(to);
        let (mut gone, mut nearest) = (0.0, f64::INFINITY);
        loop {
            let share = if length > 0.0 { gone / length } else { 0.0 };
            let place = from.lerp(to, share);
            let distance = self.segment_distance_up_to(place, segment_length, radius * 4.0);
            nearest = nearest.min(distance);
            if gone >= length {
                return nearest;
            }
            gone = (gone + (distance - radius).max(radius * 0.2)).min(length);
        }
    }
}

/// The distance of `point` from a triangle. It is that from the plane over the face, and that from the nearest
/// edge elsewhere.
pub(crate) fn triangle_distance([a, b, c]: &[DVec3; 3], point: DVec3) -> f64 {
    // With a corner as the origin, far coordinates cost no digits.
    let (ab, ac, ap) = (*b - *a, *c - *a, point - *a);
    let normal = ab.cross(ac);
    let inside = normal.cross(ab).dot(ap) >= 0.0
        && ac.cross(normal).dot(ap) >= 0.0
        && normal.cross(*c - *b).dot(point - *b) >= 0.0;
    if inside {
        return (normal.dot(ap) / normal.length()).abs();
    }
    let edge = |from: &DVec3, to: &DVec3| point_edge_distance(point, *from, *to);
    edge(a, b).min(edge(b, c)).min(edge(c, a))
}

/// The distance of a point from the segment between two others, which may be equal.
pub fn point_edge_distance(point: DVec3, from: DVec3, to: DVec3) -> f64 {
    let along = to - from;
    let length_squared = along.length_squared().max(f64::MIN_POSITIVE);
    let share = ((point - from).dot(along) / length_squared).clamp(0.0, 1.0);
    (from + along * share).distance(point)
}

/// The distance of a segment from a triangle. It is 0 if the segment crosses the face. Otherwise an end of the
/// segment or an edge of the face is nearest.
fn segment_triangle_distance(corners: &[DVec3; 3], low: DVec3, high: DVec3) -> f64 {
    let [a, b, c] = *corners;
    let normal = (b - a).cross(c - a);
    let (below, above) = (normal.dot(low - a), normal.dot(high - a));
    if below * above < 0.0 {
        let point = low.lerp(high, below / (below - above));
        let inside = |from: DVec3, to: DVec3| normal.cross(to - from).dot(point - from) >= 0.0;
        if inside(a, b) && inside(b, c) && inside(c, a) {
            return 0.0;
        }
    }
    let ends = triangle_distance(corners, low).min(triangle_distance(corners, high));
    let edges = [(a, b), (b, c), (c, a)];
    let to_edge = |(from, to)| segment_edge_distance(low, high, from, to);
    edges.into_iter().map(to_edge).fold(ends, f64::min)
}

/// The distance between the inner points of two segments, or from an end of the second to the first. The
/// caller tests the ends of the first.
fn segment_edge_distance(low: DVec3, high: DVec3, from: DVec3, to: DVec3) -> f64 {
    let (along, edge, between) = (high - low, to - from, low - from);
    let across = along.cross(edge);
    let squared = across.length_squared();
    let on_first = |point: DVec3| {
        let share = (point - low).dot(along) / along.length_squared();
        low.lerp(high, share.clamp(0.0, 1.0)).distance(point)
    };
    let ends = on_first(from).min(on_first(to));
    if squared <= 1e-24 * along.length_squared() * edge.length_squared() {
        return ends;
    }
    let first = edge.cross(between).dot(across) / squared;
    let second = along.cross(between).dot(across) / squared;
    if (0.0..=1.0).contains(&first) && (0.0..=1.0).contains(&second) {
        return ends.min(low.lerp(high, first).distance(from.lerp(to, second)));
    }
    ends
}

/// In the box's own space the squared distance is a parabola between the places where the segment crosses
/// the plane of a face, so the least of all parabolas' least values is exact.
fn segment_box_distance(obb: &Obb, from: DVec3, to: DVec3) -> f64 {
    let local = |point: DVec3| obb.axes().transpose() * (point - obb.center());
    let (start, half) = (local(from), obb.half_extents());
    let motion = local(to) - start;
    let outside = |share: f64| ((start + motion * share).abs() - half).max(DVec3::ZERO);
    let mut places = [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    for axis in 0..3 {
        for (place, side) in [(2 + axis, -half[axis]), (5 + axis, half[axis])] {
            let share = (side - start[axis]) / motion[axis];
            places[place] = if share > 0.0 && share < 1.0 {
                share
            } else {
                1.0
            };
        }
    }
    places.sort_unstable_by(f64::total_cmp);
    let mut nearest = outside(0.0).length();
    for pair in places.windows(2) {
        let beyond = outside((pair[0] + pair[1]) * 0.5);
        let middle = start + motion * ((pair[0] + pair[1]) * 0.5);
        let (mut slope, mut bend) = (0.0, 0.0);
        for axis in 0..3 {
            if beyond[axis] > 0.0 {
                let face = half[axis] * middle[axis].signum();
                slope += motion[axis] * (start[axis] - face);
                bend += motion[axis] * motion[axis];
            }
        }
        let lowest = if bend > 0.0 { -slope / bend } else { pair[0] };
        let lowest = lowest.max(pair[0]).min(pair[1]);
        nearest = nearest
            .min(outside(lowest).length())
            .min(outside(pair[1]).length());
    }
    nearest
}
