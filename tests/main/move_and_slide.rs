//! The guarantees of `move_and_slide`: a body keeps its speed along walls, it comes to rest in corners, and
//! neither the order nor the kind of the shapes matters.

use crate::support::{Shapes, add_sheet};
use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::player::{Body, MoveSettings, Scratch, SlideEnd, move_and_slide};
use sidle::world::{BoxId, ColliderId, Filter, World};

const RADIUS: f64 = 0.3;

/// The positions after each of `moves` moves by `motion` from `start`.
fn path(world: &World, start: DVec3, motion: DVec3, moves: usize) -> Vec<DVec3> {
    let body = Body::sphere(RADIUS).expect("a positive radius");
    let (settings, mut scratch, mut position) = (MoveSettings::FLIGHT, Scratch::new(), start);
    let mut step = || {
        let scratch = &mut scratch;
        position = move_and_slide(world, body, position, motion, &settings, scratch, None).position;
        position
    };
    (0..moves).map(|_| step()).collect()
}

/// A floor at y = 0 from -10 to 10, in cells of 0.25 m.
fn tessellated_floor() -> Shapes {
    let mut shapes = Shapes::default();
    let corner = DVec3::new(-10.0, 0.0, -10.0);
    add_sheet(&mut shapes, corner, DVec3::Z * 20.0, DVec3::X * 20.0, 80);
    shapes
}

#[test]
fn a_slide_along_a_tessellated_wall_keeps_the_tangential_speed_without_wobble() {
    // A wall with a slope of 3 : 4, whose corners are all exact in f32, in cells of about 0.3 m.
    let mut shapes = Shapes::default();
    let (u, v) = (DVec3::new(22.5, 0.0, 30.0), DVec3::Y * 30.0);
    add_sheet(&mut shapes, (u + v) * -0.5, u, v, 120);
    let world = shapes.world();
    let (along, normal) = (u.normalize(), world.triangles()[0].plane().normal());
    let start = normal * 0.4;
    for angle in (5..=85).step_by(5) {
        let (sin, cos) = sin_cos_deg(f64::from(angle));
        // 5 m/s at 60 Hz, at `angle` to the normal.
        let length = 5.0 / 60.0;
        let motion = (along * sin - normal * cos) * length;
        let positions = path(&world, start, motion, 150);
        let moves = positions.windows(2).skip(50);
        for pair in moves.clone() {
            let kept = (pair[1] - pair[0]).dot(along) / (length * sin);
            assert!((kept - 1.0).abs() < 5e-4, "{angle} degrees: {kept} kept");
        }
        let heights = positions[50..].iter().map(|position| position.dot(normal));
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), height| {
            (low.min(height), high.max(height))
        });
        assert!(
            high - low < 1e-6,
            "{angle} degrees: wobbles by {}",
            high - low
        );
        assert!((low - RADIUS).abs() < 1e-4, "{angle} degrees: at {low}");
    }
}

#[test]
fn a_slide_over_a_tessellated_floor_has_exact_speed_and_height() {
    let world = tessellated_floor().world();
    for heading in [0.0, 17.0, 45.0, 90.0, 133.7] {
        let (sin, cos) = sin_cos_deg(heading);
        // 5 m/s at 60 Hz, with a downward part as from gravity.
        let level = DVec3::new(sin, 0.0, cos) * (5.0 / 60.0);
        let positions = path(&world, DVec3::Y * 0.31, level - DVec3::Y * 0.02, 100);
        for pair in positions.windows(2).skip(2) {
            let moved = pair[1] - pair[0];
            assert!(moved.abs_diff_eq(level, 1e-9), "{heading}: {moved} m");
        }
        let last = positions[99].y;
        assert!((positions[10].y - last).abs() < 1e-9, "{heading}");
        assert!((last - RADIUS).abs() < 1e-4, "{heading}: at {last}");
    }
}

#[test]
fn a_body_pushed_into_a_corner_comes_to_rest() {
    for degrees in [5, 10, 24, 30, 45, 60, 90, 120, 135, 150, 165, 175] {
        let (sin, cos) = sin_cos_deg(f64::from(degrees) * 0.5);
        // Two walls of many cells meet at the Y axis and open towards +Z.
        let mut shapes = Shapes::default();
        for side in [-1.0, 1.0] {
            let arm = DVec3::new(sin * side, 0.0, cos) * 20.0;
            add_sheet(&mut shapes, DVec3::Y * -5.0, arm, DVec3::Y * 10.0, 16);
        }
        let world = shapes.world();
        for aside in [0.0, 0.1, -0.37] {
            let distance = RADIUS / sin + 0.5;
            let motion = DVec3::new(aside, 0.0, -1.0) * 0.05;
            let positions = path(&world, DVec3::Z * distance, motion, 300);
            // A push at a wider angle than the corner's meets only one wall, so the body slides on.
            let slides = aside.abs() * sin > cos;
            if slides {
                continue;
            }
            for pair in positions[100..].windows(2) {
                let residual = pair[0].distance(pair[1]);
                assert!(
                    residual < 1e-6,
                    "{degrees} degrees, {aside}: {residual} m per move"
                );
            }
        }
    }
}

#[test]
fn a_funnel_of_three_and_four_walls_stops_the_body_and_lets_it_out() {
    for walls in [3, 4] {
        let mut shapes = Shapes::default();
        for wall in 0..walls {
            let turn = |step: f64| {
                let around = 360.0 * (f64::from(wall) + step) / f64::from(walls);
                rotation_from_degrees(DVec3::Y * around) * DVec3::new(3.0, 4.0, 0.0)
            };
            let face = [DVec3::ZERO, turn(1.0), turn(0.0)].map(|corner| corner.as_vec3());
            shapes.triangles.extend(Triangle::new(face));
        }
        let world = shapes.world();
        let down = path(&world, DVec3::new(0.3, 3.0, 0.2), DVec3::Y * -0.05, 200);
        let (before, last) = (down[198], down[199]);
        assert!(
            before.distance(last) < 1e-6,
            "{walls} walls: {before} {last}"
        );
        // The body is at rest on the axis, and can move up freely.
        assert!(
            last.x.abs() < 1e-3 && last.z.abs() < 1e-3,
            "{walls}: {last}"
        );
        let up = path(&world, last, DVec3::Y * 0.05, 1)[0];
        assert!(
            up.abs_diff_eq(last + DVec3::Y * 0.05, 1e-12),
            "{walls} walls: {up}"
        );
    }
}

#[test]
fn a_slide_past_a_box_and_past_its_twelve_triangles_is_the_same() {
    let rotation = rotation_from_degrees(DVec3::new(20.0, 35.0, -15.0));
    let half = DVec3::new(1.3, 0.4, 0.8);
    let obb = Obb::new(DVec3::ZERO, rotation, half).expect("a box");
    let mut shapes = Shapes::default();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let corner = |u: f64, v: f64| {
                let mut place = [side; 3];
                place[(axis + 1) % 3] = u;
                place[(axis + 2) % 3] = v;
                (rotation * (half * DVec3::from_array(place))).as_vec3()
            };
            let [a, b, c, d] =
                [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(u, v)| corner(u, v));
            shapes.triangles.extend(Triangle::new([a, b, c]));
            shapes.triangles.extend(Triangle::new([a, c, d]));
        }
    }
    let (as_box, as_mesh) = (World::new(vec![], vec![obb]), shapes.world());
    for (number, start) in [
        DVec3::new(3.0, 0.3, 0.2),
        DVec3::new(-0.4, 3.0, 0.3),
        DVec3::new(0.5, -0.2, -3.0),
        DVec3::new(2.0, 1.5, 1.0),
        DVec3::new(-2.0, -1.0, 1.2),
    ]
    .into_iter()
    .enumerate()
    {
        let motion = (-start + DVec3::new(0.3, 0.2, -0.4)).normalize() * 0.04;
        let (boxed, meshed) = (
            path(&as_box, start, motion, 150),
            path(&as_mesh, start, motion, 150),
        );
        for (tick, (a, b)) in boxed.iter().zip(&meshed).enumerate() {
            assert!(
                a.distance(*b) < 1e-5,
                "start {number}, tick {tick}: {a} and {b}"
            );
        }
    }
}

#[test]
fn the_order_of_the_triangles_changes_no_bit() {
    let mut shapes = tessellated_floor();
    add_sheet(
        &mut shapes,
        DVec3::new(-10.0, -1.0, 2.0),
        DVec3::X * 20.0,
        DVec3::new(0.0, 3.0, 0.5),
        40,
    );
    add_sheet(
        &mut shapes,
        DVec3::new(3.0, -1.0, -10.0),
        DVec3::Z * 20.0,
        DVec3::new(0.4, 3.0, 0.0),
        33,
    );
    let count = shapes.triangles.len();
    let mut shuffled = Shapes::default();
    // 7919 is a prime that does not divide the count, so every triangle occurs once.
    assert_ne!(count % 7919, 0);
    shuffled.triangles = (0..count)
        .map(|place| shapes.triangles[place * 7919 % count])
        .collect();
    let (world, shuffled) = (shapes.world(), shuffled.world());
    let (start, motion) = (DVec3::new(0.0, 0.6, 0.0), DVec3::new(0.06, -0.02, 0.05));
    assert_eq!(
        path(&world, start, motion, 200),
        path(&shuffled, start, motion, 200)
    );
}

#[test]
fn no_speed_passes_through_a_thin_wall() {
    let mut shapes = Shapes::default();
    add_sheet(
        &mut shapes,
        DVec3::new(-5.0, -5.0, 0.0),
        DVec3::X * 10.0,
        DVec3::Y * 10.0,
        1,
    );
    let world = shapes.world();
    for speed in [1e-3, 1.0, 1e3, 1e6] {
        let end = path(&world, DVec3::new(0.1, 0.2, 1.0), DVec3::Z * -speed, 3)[2];
        assert!(end.z > RADIUS, "{speed} m in one move: {end}");
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let world = tessellated_floor().world();
    let body = Body::sphere(RADIUS).expect("a positive radius");
    let (settings, mut scratch) = (MoveSettings::FLIGHT, Scratch::new());
    for bad in [f64::NAN, f64::INFINITY] {
        let motion = DVec3::new(0.0, bad, 0.0);
        let (start, scratch) = (DVec3::Y, &mut scratch);
        let result = move_and_slide(&world, body, start, motion, &settings, scratch, None);
        assert_eq!((result.position, result.end), (start, SlideEnd::Refused));
    }
}

#[test]
fn a_body_inside_a_crate_is_pushed_out_and_never_through_a_wall() {
    // A crate of 1 m on a floor, before a wall; the body starts inside the crate.
    let mut shapes = Shapes::default();
    let turn = rotation_from_degrees(DVec3::Y * 10.0);
    let center = DVec3::new(0.0, 0.5, 0.0);
    shapes
        .boxes
        .extend(Obb::new(center, turn, DVec3::splat(0.5)));
    let corner = DVec3::new(-5.0, 0.0, -5.0);
    add_sheet(&mut shapes, corner, DVec3::Z * 10.0, DVec3::X * 10.0, 5);
    let corner = DVec3::new(0.62, 0.0, -5.0);
    add_sheet(&mut shapes, corner, DVec3::Z * 10.0, DVec3::Y * 3.0, 5);
    let world = shapes.world();
    for start in [
        DVec3::new(0.1, 0.4, 0.3),
        // The shortest push leads into the wall.
        DVec3::new(0.3, 0.4, 0.0),
        // The second shortest push leads below the floor.
        DVec3::new(0.2, 0.1, 0.0),
    ] {
        check_leaves_the_crate(&world, start);
    }
}

fn check_leaves_the_crate(world: &World, start: DVec3) {
    let end = path(world, start, DVec3::ZERO, 5)[4];
    let sphere = sidle::geometry::Sphere::new(end, RADIUS).expect("a sphere");
    assert_eq!(world.worst_overlap(sphere), 0.0, "at {end}");
    assert!(end.x < 0.62, "through the wall: {end}");
}

#[test]
fn a_slide_is_as_exact_ten_kilometres_from_the_origin() {
    let far = Vec3::new(1e4, 0.0, -1e4);
    let mut shapes = Shapes::default();
    let corner = far.as_dvec3() - DVec3::new(8.0, 0.0, 8.0);
    add_sheet(&mut shapes, corner, DVec3::Z * 16.0, DVec3::X * 16.0, 16);
    let world = shapes.world();
    let level = DVec3::new(0.05, 0.0, 0.03);
    let start = far.as_dvec3() + DVec3::Y * 0.3;
    let positions = path(&world, start, level - DVec3::Y * 0.01, 60);
    for pair in positions.windows(2) {
        assert!(
            (pair[1] - pair[0]).abs_diff_eq(level, 1e-9),
            "{}",
            pair[1] - pair[0]
        );
    }
}

#[test]
fn an_excluded_collider_does_not_stop_a_move() {
    let wall = |z: f64| {
        let half = DVec3::new(9.0, 9.0, 0.5);
        Obb::new(DVec3::NEG_Z * z, rotation_from_degrees(DVec3::ZERO), half).expect("a wall")
    };
    let world = World::new(vec![], vec![wall(2.0), wall(6.0)]);
    let body = Body::sphere(RADIUS).expect("a positive radius");
    let mut scratch = Scratch::new();
    let mut end = |filter| {
        let (settings, world) = (MoveSettings::FLIGHT, world.filtered(filter));
        let (start, motion, scratch) = (DVec3::ZERO, DVec3::NEG_Z * 9.0, &mut scratch);
        let result = move_and_slide(world, body, start, motion, &settings, scratch, None);
        let touching: Vec<_> = result.contacts.touching().iter().collect();
        assert_eq!(touching.len(), 1);
        (result.position.z, touching[0].collider)
    };
    let [first, second] = [0, 1].map(|id| ColliderId::Box(BoxId(id)));
    // The face of each wall is 0.5 m before its middle, and the centre stops 0.3 m before the face.
    for (filter, z, stops) in [
        (Filter::ALL, -1.2, first),
        (Filter::except(first), -5.2, second),
        (Filter::except(second), -1.2, first),
    ] {
        let (position, touched) = end(filter);
        assert!((position - z).abs() < 1e-3, "{filter:?}: {position}");
        assert_eq!(touched, stops, "{filter:?}");
    }
}

/// How far bodies get in a second along Z through a corridor whose right wall is turned about `axis` by
/// `angle` radians, as a part of what was asked: the least of all bodies and tick rates.
fn share_of_the_way(width: f64, axis: DVec3, angle: f64) -> f64 {
    let half = DVec3::new(1.0, 20.0, 20.0);
    let middle = DVec3::X * (width * 0.5 + 1.0);
    let turn = DMat3::from_axis_angle(axis, angle);
    let left = Obb::new(-middle, DMat3::IDENTITY, half).expect("a wall");
    let right = Obb::new(middle, turn, half).expect("a wall");
    let world = World::new(vec![], vec![left, right]);
    let sphere = Body::sphere(RADIUS).expect("a positive radius");
    let capsule = Body::capsule(RADIUS, 1.75).expect("taller than wide");
    let mut least = f64::INFINITY;
    for body in [sphere, capsule] {
        for hz in [30, 60, 120, 360] {
            for side in [-1.0, 0.0, 1.0] {
                for way in [DVec3::Z, DVec3::new(0.5, 0.0, -1.0)] {
                    let start = DVec3::X * (side * 0.4 * (width - 2.0 * RADIUS));
                    let motion = way * (3.0 / f64::from(hz));
                    let (settings, mut scratch) = (MoveSettings::FLIGHT, Scratch::new());
                    let mut position = start;
                    for _ in 0..hz {
                        let scratch = &mut scratch;
                        position = move_and_slide(
                            &world, body, position, motion, &settings, scratch, None,
                        )
                        .position;
                    }
                    let part = (position.z - start.z) / (3.0 * way.z);
                    least = least.min(part);
                }
            }
        }
    }
    least
}

#[test]
fn a_body_with_a_micrometre_to_spare_moves_between_nearly_parallel_walls() {
    for width in [
        0.600_001, 0.600_002, 0.600_01, 0.6001, 0.6002, 0.6003, 0.6005,
    ] {
        for angle in [0.0, 1e-12, 1e-10, 1e-9, 1e-8, -1e-8, 1e-7, -1e-7] {
            for axis in DVec3::AXES {
                let part = share_of_the_way(width, axis, angle);
                assert!(part > 0.999, "{width} m, {angle} about {axis}: {part}");
            }
        }
    }
}
