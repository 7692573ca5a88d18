//! A world as a floor plan. Walls are cut at a height, and the tops of boxes are seen from above.

use glam::DVec3;

use crate::geometry::{Obb, Triangle};

/// The line along which a triangle crosses the level plane at `height`; metres. `None` if it does not cross it.
///
/// # Example
/// ```
/// use sidle::{geometry::Triangle, glam::{DVec3, Vec3}, world::floor_plan};
/// let wall = Triangle::new([Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 2.0]).unwrap();
/// let line = floor_plan::cut_triangle(&wall, 1.0);
/// assert_eq!(line, Some([DVec3::new(2.0, 1.0, 0.0), DVec3::Y]));
/// ```
#[must_use]
pub fn cut_triangle(triangle: &Triangle, height: f64) -> Option<[DVec3; 2]> {
    cut(&triangle.vertices(), height)
}

/// The outline of a box in the level plane at `height`, one line for each face that crosses it; metres.
pub fn cut_box(obb: &Obb, height: f64) -> impl Iterator<Item = [DVec3; 2]> {
    faces(obb).filter_map(move |(_, face)| cut(&face, height))
}

/// The line along which a convex polygon crosses the level plane at `height`.
fn cut(corners: &[DVec3], height: f64) -> Option<[DVec3; 2]> {
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(next);
    let mut crossings = edges.filter_map(|(start, end)| crossing(*start, *end, height));
    Some([crossings.next()?, crossings.next()?])
}

/// The point where an edge crosses the level plane at `height`.
fn crossing(start: DVec3, end: DVec3, height: f64) -> Option<DVec3> {
    let (start_height, end_height) = (start.y - height, end.y - height);
    ((start_height < 0.0) != (end_height < 0.0))
        .then(|| start.lerp(end, start_height / (start_height - end_height)))
}

/// The height of a box's highest corner; metres.
#[must_use]
pub fn top(obb: &Obb) -> f64 {
    let rises = obb.half_extents() * obb.axes().row(1).abs();
    obb.center().y + rises.element_sum()
}

/// The corners of the faces of a box that are seen from above; metres.
pub fn faces_above(obb: &Obb) -> impl Iterator<Item = [DVec3; 4]> {
    // An upright face is no more than a line from above, whichever way rounding turns its normal.
    let visible = faces(obb).filter(|(normal, _)| normal.y > 1e-3);
    visible.map(|(_, face)| face)
}

/// The faces of a box with their normals, the negative one of each axis first.
fn faces(obb: &Obb) -> impl Iterator<Item = (DVec3, [DVec3; 4])> {
    let half = obb.half_extents();
    let signed_axes = (0..3).flat_map(|axis: usize| [(axis, -1.0), (axis, 1.0)]);
    signed_axes.map(move |(axis, sign)| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let corner = |u: f64, v: f64| {
            let mut local = DVec3::ZERO;
            local[axis] = half[axis] * sign;
            (local[next], local[last]) = (half[next] * u, half[last] * v);
            obb.to_world(local)
        };
        let corners = [
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ];
        (obb.axes().col(axis) * sign, corners)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat3, Vec3};

    #[test]
    fn a_wall_is_cut_in_a_line_and_a_floor_not_at_all() {
        // A triangle 2 m high, which is half as wide at half its height.
        let wall = Triangle::new([Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 2.0]).unwrap();
        let floor = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap();
        let line = [DVec3::new(2.0, 1.0, 0.0), DVec3::Y];
        assert_eq!(cut_triangle(&wall, 1.0), Some(line));
        assert_eq!(cut_triangle(&wall, 2.5), None);
        assert_eq!(cut_triangle(&floor, 1.0), None);
    }

    #[test]
    fn a_box_is_cut_in_a_ring_and_has_one_face_above() {
        let obb = Obb::new(DVec3::Y, DMat3::IDENTITY, DVec3::new(2.0, 1.0, 3.0)).unwrap();
        let ring: Vec<_> = cut_box(&obb, 0.5).collect();
        let length: f64 = ring.iter().map(|[start, end]| start.distance(*end)).sum();
        assert_eq!((ring.len(), length), (4, 20.0));
        assert_eq!(cut_box(&obb, 2.5).count(), 0);
        assert_eq!(top(&obb), 2.0);
        let above: Vec<_> = faces_above(&obb).collect();
        assert_eq!(above.len(), 1);
        assert!(above[0].iter().all(|corner| corner.y == 2.0));
    }
}
