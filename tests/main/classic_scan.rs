//! The classic controller finds its colliders through the tree, and pushes as if it tested all of them.

use crate::random::Random;
use sidle::contact::contact_sphere_obb;
use sidle::geometry::{Obb, Sphere, Triangle, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::player::{PlayerState, Scratch, Tuning, classic};
use sidle::query::{
    PolygonTouch, overlap_sphere_polygon, separate_sphere_plane, separate_sphere_plane_one_sided,
};
use sidle::world::{BuildQuality, World};

/// Where the pushes of all colliders, tested one after the other, leave a sphere at `position`; how many
/// pushed.
fn scan(world: &World, tuning: &Tuning, mut position: DVec3) -> (DVec3, usize) {
    let mut pushes = 0;
    let at = |position| Sphere::new(position, tuning.radius).expect("a sphere");
    for triangle in world.triangles() {
        let (sphere, plane) = (at(position), &triangle.plane());
        let factor = tuning.edge_radius_factor;
        let found = overlap_sphere_polygon(&sphere, plane, &triangle.vertices(), factor);
        if found.is_ok_and(|overlap| overlap.touch != PolygonTouch::Miss) {
            position += if tuning.one_sided {
                separate_sphere_plane_one_sided(&sphere, plane)
            } else {
                separate_sphere_plane(&sphere, plane)
            };
            pushes += 1;
        }
    }
    for obb in world.boxes() {
        let contact = contact_sphere_obb(&at(position), obb);
        if let Some(contact) = contact.filter(|contact| contact.depth > 0.0) {
            position += contact.normal * contact.depth;
            pushes += 1;
        }
    }
    (position, pushes)
}

/// A triangle near `middle`: of any shape, a sliver, or one with a very long edge.
fn triangle(random: &mut Random, middle: DVec3, size: f64) -> Option<Triangle> {
    let a = middle + random.vec3(size);
    let (along, across) = (random.vec3(size), random.vec3(size));
    let (b, c) = match random.below(4) {
        0 => (a + along, a + along * 0.5 + across * 1e-3),
        1 => (a + along * 40.0, a + across),
        _ => (a + along, a + across),
    };
    Triangle::new([a, b, c].map(|corner| corner.as_vec3()))
}

fn obb(random: &mut Random, middle: DVec3, size: f64) -> Option<Obb> {
    let half = random.vec3(size).abs() + DVec3::splat(size * 0.01);
    let axes = rotation_from_degrees(random.vec3(180.0));
    Obb::new(middle + random.vec3(size * 2.0), axes, half)
}

/// A point next to an edge of `triangle`: up to 1.2 % of the edge's length outside or inside.
fn beside_an_edge(random: &mut Random, triangle: &Triangle, radius: f64) -> DVec3 {
    let [a, b, c] = triangle.vertices();
    let share = 0.5 + random.signed() * 0.5;
    let outward = ((b - a).cross(triangle.plane().normal())).normalize_or_zero();
    let outward = if outward.dot(c - a) > 0.0 {
        -outward
    } else {
        outward
    };
    let next_to_edge = a + (b - a) * share + outward * (a.distance(b) * random.signed() * 0.012);
    next_to_edge + triangle.plane().normal() * (radius * random.signed())
}

#[test]
fn the_tree_excludes_no_collider_that_pushes() {
    let mut random = Random::new(47);
    let (mut moves, mut pushed, mut by_many, mut outside) = (0, 0, 0, 0);
    for case in 0..4000 {
        let size = [0.01, 1.0, 30.0, 5e3][case % 4];
        let origin = random.vec3([0.0, 1e3, 1e6][case / 4 % 3]);
        let count = [1, 12, 150][case / 12 % 3];
        let spread = size * [1.0, 6.0][case / 36 % 2];
        let near = |random: &mut Random| origin + random.vec3(spread);
        let triangles = (0..count).filter_map(|_| {
            let middle = near(&mut random);
            triangle(&mut random, middle, size)
        });
        let triangles: Vec<_> = triangles.collect();
        let boxes = (0..count / 4).filter_map(|_| {
            let middle = near(&mut random);
            obb(&mut random, middle, size * 0.3)
        });
        let boxes: Vec<_> = boxes.collect();
        let quality = [BuildQuality::Fast, BuildQuality::Best][case / 72 % 2];
        let world = World::with_quality(triangles, boxes, quality);
        let tuning = Tuning {
            radius: size * [0.02, 0.3, 2.0][random.below(3)],
            edge_radius_factor: [0.0, 0.5, 1.0, 2.0][random.below(4)],
            one_sided: random.below(2) == 0,
            ..Tuning::default()
        };
        let mut scratch = Scratch::new();
        for _ in 0..6 {
            let one = world
                .triangles()
                .get(random.below(world.triangles().len().max(1)));
            let to = match one {
                Some(one) if random.below(2) == 0 => {
                    beside_an_edge(&mut random, one, tuning.radius)
                }
                _ => near(&mut random),
            };
            let from = to - random.vec3(size);
            let mut state = PlayerState {
                position: from,
                ..PlayerState::default()
            };
            let motion = to - from;
            classic::move_and_push(&world, &tuning, &mut state, motion, &mut scratch, None);
            let (expected, pushes) = scan(&world, &tuning, from + motion);
            assert_eq!(state.position, expected, "case {case}, {pushes} pushes");
            moves += 1;
            pushed += usize::from(pushes > 0);
            by_many += usize::from(pushes > 3);
            let farthest = tuning.radius;
            let gap = world.worst_overlap(Sphere::new(from + motion, farthest).expect("a sphere"));
            outside += usize::from(pushes > 0 && gap == 0.0);
        }
    }
    assert!(
        pushed * 4 > moves && by_many > 1000 && outside > 20,
        "{pushed} of {moves} pushed, {by_many} by many, {outside} from outside all edges"
    );
}
