//! A level as architects draw a floor: what stands through a height is cut there, what is below is seen
//! from above. What the map in the window and the pictures of `sidle compare` have in common.

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::world::World;

/// Where the triangles of `world` pass through `height`: a line for each that does.
pub fn cuts(world: &World, height: f64) -> impl Iterator<Item = [DVec3; 2]> {
    let triangles = world.triangles().iter();
    triangles.filter_map(move |triangle| cut(&triangle.vertices(), height))
}

/// The outline of a box where it passes through `height`: a line for each face that does.
pub fn box_cuts(obb: &Obb, height: f64) -> impl Iterator<Item = [DVec3; 2]> {
    faces(obb).filter_map(move |(_, face)| cut(&face, height))
}

/// Where a convex shape passes through `height`.
fn cut(corners: &[DVec3], height: f64) -> Option<[DVec3; 2]> {
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(next);
    let mut crossings = edges.filter_map(|(start, end)| crossing(*start, *end, height));
    Some([crossings.next()?, crossings.next()?])
}

/// Where an edge passes through this height.
fn crossing(start: DVec3, end: DVec3, height: f64) -> Option<DVec3> {
    let (below, above) = (start.y - height, end.y - height);
    ((below < 0.0) != (above < 0.0)).then(|| start.lerp(end, below / (below - above)))
}

/// The height of a box's highest corner.
pub fn top(obb: &Obb) -> f64 {
    let reach = obb.half_extents() * obb.axes().row(1).abs();
    obb.center().y + reach.element_sum()
}

/// The faces of a box that are seen from above.
pub fn faces_above(obb: &Obb) -> impl Iterator<Item = [DVec3; 4]> {
    let seen = faces(obb).filter(|(normal, _)| normal.y > 1e-3);
    seen.map(|(_, face)| face)
}

/// The faces of a box with their normals, the negative one of each axis first.
fn faces(obb: &Obb) -> impl Iterator<Item = (DVec3, [DVec3; 4])> {
    let half = obb.half_extents();
    let sides = (0..3).flat_map(|axis: usize| [(axis, -1.0), (axis, 1.0)]);
    sides.map(move |(axis, side)| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let corner = |u: f64, v: f64| {
            let mut local = DVec3::ZERO;
            local[axis] = half[axis] * side;
            (local[next], local[last]) = (half[next] * u, half[last] * v);
            obb.to_world(local)
        };
        let corners = [
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ];
        (obb.axes().col(axis) * side, corners)
    })
}

/// The largest of 1, 2 and 5 times a power of ten that is not above `metres`: the length of a scale. What
/// has no such length, such as that of a window that is hidden, is told as it is.
pub fn round_below(metres: f64) -> f64 {
    if !metres.is_normal() || metres < 0.0 {
        return metres;
    }
    let mut power = 1.0;
    while power > metres {
        power /= 10.0;
    }
    while power * 10.0 <= metres {
        power *= 10.0;
    }
    let factors = [5.0, 2.0, 1.0];
    let fits = |factor: &f64| factor * power <= metres;
    factors.into_iter().find(fits).unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::Triangle;
    use sidle::glam::{DMat3, Vec3};

    #[test]
    fn the_scale_is_a_round_number() {
        assert_eq!(
            [9.9, 10.0, 0.3, 4.9].map(round_below),
            [5.0, 10.0, 0.2, 2.0]
        );
        assert_eq!([0.0, f64::INFINITY].map(round_below), [0.0, f64::INFINITY]);
    }

    #[test]
    fn a_wall_is_cut_in_a_line_and_a_floor_not_at_all() {
        // Upright, 2 m high: half as wide at half its height.
        let wall = Triangle::new([Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 2.0]).unwrap();
        let floor = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap();
        let world = World::new(vec![wall, floor], vec![]);
        let lines: Vec<_> = cuts(&world, 1.0).collect();
        assert_eq!(lines, [[DVec3::new(2.0, 1.0, 0.0), DVec3::Y]]);
        assert_eq!(cuts(&world, 2.5).count(), 0);
    }

    #[test]
    fn a_box_is_cut_in_a_ring_and_has_one_face_above() {
        let obb = Obb::new(DVec3::Y, DMat3::IDENTITY, DVec3::new(2.0, 1.0, 3.0)).unwrap();
        let ring: Vec<_> = box_cuts(&obb, 0.5).collect();
        let length: f64 = ring.iter().map(|[start, end]| start.distance(*end)).sum();
        assert_eq!((ring.len(), length), (4, 20.0));
        assert_eq!(box_cuts(&obb, 2.5).count(), 0);
        assert_eq!(top(&obb), 2.0);
        let above: Vec<_> = faces_above(&obb).collect();
        assert_eq!(above.len(), 1);
        assert!(above[0].iter().all(|corner| corner.y == 2.0));
    }
}
