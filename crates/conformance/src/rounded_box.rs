//! How far an upright box, with sharp or with rounded edges, is from shapes, and how deep it is in them.
//!
//! Two convex shapes that are apart are nearest at a corner of one of them, or between an edge of each. So all pairs are tried.

use sidle::geometry::Obb;
use sidle::glam::DVec3;

use crate::oracle::{Oracle, triangle_distance};

/// The axes of an upright box.
const UPRIGHT: [DVec3; 3] = DVec3::AXES;

/// A path is looked at in steps of at least this share of a box's width. Smaller: such tests take longer; larger: the tip of something
/// may be passed between two of them.
const PATH_STEP: f64 = 0.05;

/// An upright box whose edges are rounded: all points within `rounding` of a smaller box.
#[derive(Clone, Copy, Debug)]
pub struct RoundedBox {
    /// From its reference point up to its middle; metres.
    pub up_to_middle: f64,
    /// The half extents of the smaller box; metres.
    pub core: DVec3,
    /// The radius of its edges; metres.
    pub rounding: f64,
}

impl RoundedBox {
    /// The square box of a player: `half_width` above its bottom is its reference point, and it is `rise` higher than wide. Its
    /// edges have a radius of 10 mm, or of a quarter of its width if that is less.
    pub fn of_player(half_width: f64, rise: f64) -> Self {
        let rounding = (half_width * 0.5).min(0.01);
        Self {
            up_to_middle: rise * 0.5,
            core: DVec3::splat(half_width - rounding) + DVec3::Y * (rise * 0.5),
            rounding,
        }
    }

    /// How far it reaches against a unit vector from its middle; metres.
    pub fn reach(&self, normal: DVec3) -> f64 {
        self.rounding + self.core.dot(normal.abs())
    }

    fn middle(&self, place: DVec3) -> DVec3 {
        place + DVec3::Y * self.up_to_middle
    }
}

impl Oracle {
    /// How deep an upright box is in the deepest surface or solid, along the axis that separates both with the least motion;
    /// metres, 0 if it is in none.
    pub fn box_depth(&self, middle: DVec3, half: DVec3) -> f64 {
        let (mut deepest, reach) = (0.0_f64, half.length());
        let near = |other: DVec3, other_reach: f64| other.distance(middle) <= reach + other_reach;
        let faces = self.faces.iter();
        for face in faces.filter(|face| near(face.middle, face.reach)) {
            deepest = deepest.max(triangle_overlap(&face.corners, middle, half));
        }
        let boxes = self.boxes.iter();
        for obb in boxes.filter(|obb| near(obb.center(), obb.half_extents().length())) {
            deepest = deepest.max(box_overlap(obb, middle, half));
        }
        deepest
    }

    /// The distance of a rounded box at `place` from the nearest surface or solid; metres. Negative: how deep it is in the deepest.
    pub fn rounded_box_distance(&self, body: &RoundedBox, place: DVec3) -> f64 {
        self.core_distance_up_to(body, place, f64::INFINITY) - body.rounding
    }

    /// How deep a rounded box at `place` is in the deepest surface or solid; metres, 0 if it is in none.
    pub fn rounded_box_depth(&self, body: &RoundedBox, place: DVec3) -> f64 {
        body.rounding - self.core_distance_up_to(body, place, body.rounding)
    }

    /// How deep a rounded box is in something anywhere on the straight path, found by conservative steps; metres, 0 if it is in
    /// nothing. No step is longer than the distance left, unless that is a small share of the width.
    pub fn rounded_box_depth_on_path(&self, body: &RoundedBox, from: DVec3, to: DVec3) -> f64 {
        let (length, far) = (from.distance(to), body.core.x);
        let (mut gone, mut nearest) = (0.0, body.rounding);
        loop {
            let share = if length > 0.0 { gone / length } else { 0.0 };
            let distance = self.core_distance_up_to(body, from.lerp(to, share), far);
            nearest = nearest.min(distance);
            if gone >= length {
                return body.rounding - nearest;
            }
            let step = (distance - body.rounding).max(body.core.x * 2.0 * PATH_STEP);
            gone = (gone + step).min(length);
        }
    }

    /// The distance of the core of a rounded box from the nearest shape, or `limit` if that is less. Negative: how deep the core is in
    /// the deepest one.
    fn core_distance_up_to(&self, body: &RoundedBox, place: DVec3, limit: f64) -> f64 {
        let (middle, half) = (body.middle(place), body.core);
        let mut nearest = limit;
        for face in &self.faces {
            let [a, b, c] = face.corners;
            // Neither the boxes around both nor the core and the plane of the triangle are farther apart than both are. An upright
            // box around a large slope says little, and the plane of a small triangle.
            let normal = || (b - a).cross(c - a).normalize_or_zero();
            if gap(middle, half, a.min(b).min(c), a.max(b).max(c)) < nearest
                && apart_along(normal(), a - middle, half) < nearest
            {
                nearest = nearest.min(triangle_separation(&face.corners, middle, half));
            }
        }
        for obb in &self.boxes {
            let reach = obb.axes().abs() * obb.half_extents();
            let sides = box_axes(obb).into_iter().zip(obb.half_extents().to_array());
            let mut gaps =
                sides.map(|(axis, own)| apart_along(axis, obb.center() - middle, half) - own);
            if gap(middle, half, obb.center() - reach, obb.center() + reach) < nearest
                && gaps.all(|gap| gap < nearest)
            {
                nearest = nearest.min(box_separation(obb, middle, half));
            }
        }
        nearest
    }
}

/// How far an upright box is from a place that is `offset` from its middle, along a unit vector; metres, negative if it reaches beyond.
fn apart_along(normal: DVec3, offset: DVec3, half: DVec3) -> f64 {
    normal.dot(offset).abs() - half.dot(normal.abs())
}

/// The distance of an upright box from the upright box between two corners; metres, 0 if they meet.
fn gap(middle: DVec3, half: DVec3, low: DVec3, high: DVec3) -> f64 {
    let beyond = (low - middle - half).max(middle - half - high);
    beyond.max(DVec3::ZERO).length()
}

/// The distance of a triangle from an upright box; metres. Negative: how deep they overlap.
fn triangle_separation(corners_of: &[DVec3; 3], middle: DVec3, half: DVec3) -> f64 {
    let depth = triangle_overlap(corners_of, middle, half);
    if depth > 0.0 {
        return -depth;
    }
    let [a, b, c] = *corners_of;
    let own = corners(middle, UPRIGHT, half);
    let from_own = own.map(|corner| triangle_distance(corners_of, corner));
    let from_others = corners_of.map(|corner| (corner - middle).abs() - half);
    let from_others = from_others.map(|beyond| beyond.max(DVec3::ZERO).length());
    let between = between_edges(&box_edges(&own), &[[a, b], [b, c], [c, a]]);
    let least = from_own.into_iter().chain(from_others);
    least.fold(between, f64::min)
}

/// The distance of two boxes of which one is upright; metres. Negative: how deep they overlap.
fn box_separation(obb: &Obb, middle: DVec3, half: DVec3) -> f64 {
    let depth = box_overlap(obb, middle, half);
    if depth > 0.0 {
        return -depth;
    }
    let own = corners(middle, UPRIGHT, half);
    let theirs = corners(obb.center(), box_axes(obb), obb.half_extents());
    let outside = |beyond: DVec3| beyond.max(DVec3::ZERO).length();
    let from_own = own.map(|corner| {
        let local = obb.axes().transpose() * (corner - obb.center());
        outside(local.abs() - obb.half_extents())
    });
    let from_theirs = theirs.map(|corner| outside((corner - middle).abs() - half));
    let between = between_edges(&box_edges(&own), &box_edges(&theirs));
    let least = from_own.into_iter().chain(from_theirs);
    least.fold(between, f64::min)
}

/// The least distance between inner points of two edges; infinite if none of them cross as seen along the way between them.
fn between_edges(first: &[[DVec3; 2]], second: &[[DVec3; 2]]) -> f64 {
    let pairs = first
        .iter()
        .flat_map(|one| second.iter().map(move |other| (one, other)));
    let distances = pairs.filter_map(|([from, to], [start, end])| {
        let (along, edge, apart) = (*to - *from, *end - *start, *start - *from);
        let across = along.cross(edge);
        let squared = across.length_squared();
        if squared <= 1e-24 * along.length_squared() * edge.length_squared() {
            return None;
        }
        let shares = [edge, along].map(|other| apart.cross(other).dot(across) / squared);
        let are_inside = shares.iter().all(|share| (0.0..=1.0).contains(share));
        are_inside.then(|| (apart.dot(across) / squared.sqrt()).abs())
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// The twelve edges of a box with these corners, which differ in one direction.
fn box_edges(corners: &[DVec3; 8]) -> [[DVec3; 2]; 12] {
    core::array::from_fn(|edge| {
        let (axis, place) = (edge / 4, edge % 4);
        let bit = 1 << axis;
        // The other two bits are those of `place`.
        let from = (place & (bit - 1)) | ((place & !(bit - 1)) << 1);
        [corners[from], corners[from | bit]]
    })
}

/// How much a triangle and an upright box overlap along the axis where they overlap least; metres, 0 if they are apart.
fn triangle_overlap(corners_of: &[DVec3; 3], middle: DVec3, half: DVec3) -> f64 {
    let [a, b, c] = *corners_of;
    let own = corners(middle, UPRIGHT, half);
    let normal = (b - a).cross(c - a);
    let edges = [b - a, c - b, a - c];
    overlap(&own, corners_of, &UPRIGHT, &edges, &[normal])
}

/// The same for two boxes.
fn box_overlap(obb: &Obb, middle: DVec3, half: DVec3) -> f64 {
    let own = corners(middle, UPRIGHT, half);
    let theirs = box_axes(obb);
    let points = corners(obb.center(), theirs, obb.half_extents());
    overlap(&own, &points, &UPRIGHT, &theirs, &theirs)
}

fn box_axes(obb: &Obb) -> [DVec3; 3] {
    let axes = obb.axes();
    [axes.x_axis, axes.y_axis, axes.z_axis]
}

/// The corners of a box. Bit 0, 1 or 2 of the number of a corner says on which side of the first, second or third axis it is.
fn corners(center: DVec3, axes: [DVec3; 3], half: DVec3) -> [DVec3; 8] {
    core::array::from_fn(|number| {
        let place = |axis: usize| {
            let side = if number & (1 << axis) == 0 { -1.0 } else { 1.0 };
            axes[axis] * (half[axis] * side)
        };
        center + place(0) + place(1) + place(2)
    })
}

/// How much two convex sets of points overlap along the axis where they overlap least; 0 if they are apart. The axes are
/// `faces` of the second, the edges of the first, and the cross products of the edges of both.
fn overlap(
    first: &[DVec3],
    second: &[DVec3],
    edges: &[DVec3; 3],
    other_edges: &[DVec3; 3],
    faces: &[DVec3],
) -> f64 {
    let crossed = edges
        .iter()
        .flat_map(|edge| other_edges.iter().map(|other| edge.cross(*other)));
    let axes = faces.iter().copied().chain(*edges).chain(crossed);
    let span = |points: &[DVec3], axis: DVec3| {
        let places = points.iter().map(|point| point.dot(axis));
        places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
            (low.min(place), high.max(place))
        })
    };
    let mut least = f64::INFINITY;
    for axis in axes
        .filter(|axis| axis.length() > 1e-9)
        .map(DVec3::normalize)
    {
        let ((low, high), (other_low, other_high)) = (span(first, axis), span(second, axis));
        let depth = (high - other_low).min(other_high - low);
        if depth <= 0.0 {
            return 0.0;
        }
        least = least.min(depth);
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::{Triangle, rotation_from_degrees};
    use sidle::glam::DMat3;

    /// A box of 0.6 m by 0.6 m by 1.8 m.
    fn person() -> RoundedBox {
        RoundedBox::of_player(0.3, 1.2)
    }

    fn block(center: DVec3, axes: DMat3, half: DVec3) -> Oracle {
        Oracle::new(&[], &[Obb::new(center, axes, half).expect("a box")])
    }

    #[test]
    fn faces_edges_and_corners_of_a_rounded_box_have_their_distances() {
        let wall = block(DVec3::X * 2.0, DMat3::IDENTITY, DVec3::ONE);
        let at = |place: DVec3| wall.rounded_box_distance(&person(), place);
        // The wall begins at x = 1. Face to face, 0.2 m apart and 0.05 m in.
        assert!((at(DVec3::X * 0.5) - 0.2).abs() < 1e-12);
        assert!((at(DVec3::X * 0.75) + 0.05).abs() < 1e-12);
        // Upright edge to upright edge: the centres of the arcs are 0.03 m and 0.04 m away from it.
        let edge = DVec3::new(1.0 - 0.29 - 0.03, 0.0, 1.0 + 0.29 + 0.04);
        assert!((at(edge) - 0.04).abs() < 1e-12);
        // Corner to corner, of which the wall's is at (1, 1, 1): 0.02, 0.01 and 0.02 m away, so 0.03 m.
        let corner = DVec3::new(1.0 - 0.29 - 0.02, 1.0 + 0.29 + 0.01, 1.0 + 0.29 + 0.02);
        assert!((at(corner) - 0.02).abs() < 1e-12);
        assert!(at(corner - DVec3::new(-0.02, 0.01, 0.02)) < -0.009);
    }

    #[test]
    fn crossing_edges_and_triangles_have_their_distances() {
        // A slab whose nearest edge is upright at x = 1, and a triangle with the same edge.
        let turned = rotation_from_degrees(DVec3::Y * 45.0);
        let slab = block(
            DVec3::X * (1.0 + 2.0_f64.sqrt()),
            turned,
            DVec3::new(1.0, 9.0, 1.0),
        );
        let distance = slab.rounded_box_distance(&person(), DVec3::X * 0.5);
        assert!((distance - 0.2).abs() < 1e-12, "{distance}");
        let corners = [[1.0, -3.0, 0.0], [1.0, 3.0, 0.0], [4.0, 0.0, 0.0]];
        let triangle = Triangle::new(corners.map(|corner| DVec3::from_array(corner).as_vec3()));
        let sheet = Oracle::new(&[triangle.expect("a triangle")], &[]);
        let distance = sheet.rounded_box_distance(&person(), DVec3::X * 0.5);
        assert!((distance - 0.2).abs() < 1e-12, "{distance}");
        // 2 mm beyond the edge of the core, which has a radius of 10 mm.
        let place = DVec3::new(1.0 - 0.29 - 0.006, 0.0, 0.29 + 0.008);
        let depth = sheet.rounded_box_depth(&person(), place);
        assert!(depth.abs() < 1e-12, "{depth}");
    }

    #[test]
    fn a_sheet_on_the_way_is_found_where_neither_end_touches_it() {
        let sheet = block(DVec3::X * 2.0, DMat3::IDENTITY, DVec3::new(1e-3, 9.0, 9.0));
        let on_path =
            |to: f64| sheet.rounded_box_depth_on_path(&person(), DVec3::ZERO, DVec3::X * to);
        assert!(on_path(4.0) > 0.2);
        assert_eq!(on_path(1.69), 0.0);
    }

    #[test]
    fn random_boxes_and_triangles_are_as_far_as_a_search_for_their_nearest_points_says() {
        let mut random = crate::random::Random::new(3);
        for case in 0..300 {
            let turn = rotation_from_degrees(random.direction() * 180.0);
            let half = DVec3::splat(0.5) + random.direction() * 0.4;
            let center = random.direction() * 2.2;
            let (body, oracle) = (person(), block(center, turn, half));
            // Clamping to one of them and to the other in turn comes ever nearer to their distance.
            let mut point = center;
            let mut distance = f64::INFINITY;
            for _ in 0..20_000 {
                let on_core = (point - body.middle(DVec3::ZERO)).clamp(-body.core, body.core);
                let on_core = on_core + body.middle(DVec3::ZERO);
                let local = turn.transpose() * (on_core - center);
                point = center + turn * local.clamp(-half, half);
                distance = on_core.distance(point);
            }
            let found = oracle.rounded_box_distance(&body, DVec3::ZERO) + body.rounding;
            assert!(
                (found.max(0.0) - distance).abs() < 1e-4,
                "case {case}: {found} and {distance}"
            );
        }
    }
}
