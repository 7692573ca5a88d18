//! The insides of solids, whose floor no player should reach.

use sidle::glam::DVec3;

use sidle::geometry::Segment;
use sidle::geometry::angle::sin_cos_deg;
use sidle::world::{ColliderId, World};

/// In how many level directions walls are looked for.
const DIRECTIONS: u32 = 8;

/// From how many of those directions, and up, one sees the back of a face inside of a solid. Where two solids touch, one of their
/// two faces in one place is seen. Fewer: a room with a flipped wall counts as a solid; more: the inside of touching solids counts as floor.
const LEAST_BACKS: usize = 6;

/// How far one sees; metres. Smaller: the inside of a large solid counts as floor; larger: faces in one place are told apart less well.
const FAR: f64 = 1e5;

/// Whether `position` lies inside of a solid, of any size: above and all around, one sees a face, and mostly its back. A room without a roof is no solid, even if all its walls are flipped.
pub(super) fn encloses(world: &World, position: DVec3) -> bool {
    // Whether the first face in this direction shows its back; `None`: there is nothing.
    let sees_back = |direction: DVec3| {
        let sight = Segment::new(position, position + direction * FAR);
        let (collider, _) = world.intersect_segment(&sight)?;
        Some(match collider {
            ColliderId::Triangle(id) => {
                let face = world.triangles().get(id.0 as usize);
                face.is_some_and(|face| face.plane().normal().dot(direction) > 0.0)
            }
            ColliderId::Box(_) => false,
        })
    };
    let around = (0..DIRECTIONS).map(|direction| {
        let (sin, cos) = sin_cos_deg(360.0 / f64::from(DIRECTIONS) * f64::from(direction));
        DVec3::new(sin, 0.0, cos)
    });
    let all: Option<Vec<bool>> = around.chain([DVec3::Y]).map(sees_back).collect();
    all.is_some_and(|all| all.into_iter().filter(|is_back| *is_back).count() >= LEAST_BACKS)
}

/// How far from `position` the lines of [`is_in_brush`] are, so that they miss the edges that faces share; metres.
const BESIDE: DVec3 = DVec3::new(0.00137, 0.00211, 0.00173);

/// Whether `position` lies in a brush of a map, also where brushes touch or overlap. Along each axis, a line from there then leaves more
/// brushes than it enters. All lines must say so, because curves and what other meshes add are not closed.
pub(super) fn is_in_brush(world: &World, position: DVec3) -> bool {
    let place = position + BESIDE;
    let mut left = [[0_i32; 2]; 3];
    for triangle in world.triangles() {
        let corners = triangle.vertices();
        for (axis, left) in left.iter_mut().enumerate() {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let side = |from: DVec3, to: DVec3| {
                (to[u] - from[u]) * (place[v] - from[v]) - (to[v] - from[v]) * (place[u] - from[u])
            };
            let [a, b, c] = corners;
            let sides = [side(a, b), side(b, c), side(c, a)];
            let is_met =
                sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0);
            if !is_met {
                continue;
            }
            let normal = triangle.plane().normal();
            let is_ahead = (a - place).dot(normal) * normal[axis] > 0.0;
            let leaves = is_ahead == (normal[axis] > 0.0);
            left[usize::from(is_ahead)] += if leaves { 1 } else { -1 };
        }
    }
    left.iter().flatten().all(|count| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::{Obb, Polyhedron, Triangle, tessellate::convex_hull};
    use sidle::glam::DMat3;

    fn triangle(corners: [DVec3; 3]) -> Option<Triangle> {
        Triangle::new(corners.map(|corner| corner.as_vec3()))
    }

    /// The faces of a box, seen from outside.
    fn cube(low: DVec3, high: DVec3) -> Vec<Triangle> {
        let half = (high - low) * 0.5;
        let cube = Obb::new(low + half, DMat3::IDENTITY, half);
        let cube = cube.and_then(|cube| Polyhedron::from_obb(&cube));
        let cube = cube.expect("a box");
        let corners: Vec<_> = cube.vertices().map(|corner| corner.as_vec3()).collect();
        convex_hull(&corners).expect("the hull of a box")
    }

    #[test]
    fn the_inside_of_a_solid_is_known_whatever_its_size() {
        for half in [1.0, 300.0, 800.0, 40_000.0] {
            let size = DVec3::new(half, 5.0, half);
            let world = World::new(cube(-size, size), Vec::new());
            for side in [-0.9, 0.0, 0.7] {
                let place = DVec3::new(side * half, -4.0, 0.3);
                assert!(encloses(&world, place), "{half} m: {place}");
            }
            assert!(!encloses(&world, DVec3::Y * 5.5), "{half} m");
        }
    }

    #[test]
    fn the_inside_of_touching_and_overlapping_brushes_is_told_from_the_room_between_them() {
        let mut faces = cube(DVec3::ZERO, DVec3::splat(2.0));
        faces.extend(cube(DVec3::X * 2.0, DVec3::new(4.0, 2.0, 2.0)));
        // A room between them and two more that overlap, below a curve.
        faces.extend(cube(DVec3::X * 6.0, DVec3::new(8.0, 2.0, 2.0)));
        faces.extend(cube(DVec3::X * 7.5, DVec3::new(9.5, 2.0, 2.0)));
        let sheet = [
            DVec3::new(3.5, 3.0, -1.0),
            DVec3::new(3.5, 3.0, 3.0),
            DVec3::new(7.0, 3.0, 1.0),
        ];
        faces.extend(triangle(sheet));
        let world = World::new(faces, Vec::new());
        for (x, is_inside) in [
            (1.0, true),
            (1.99, true),
            (3.0, true),
            (5.0, false),
            (7.0, true),
            (7.75, true),
            (9.0, true),
            (10.0, false),
        ] {
            let place = DVec3::new(x, 1.0, 1.0);
            assert_eq!(is_in_brush(&world, place), is_inside, "{x}");
        }
    }
}
