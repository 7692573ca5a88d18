//! Tests of the classic controller: where it comes to rest, and its known flaws.

use super::*;
use crate::world::World;
use glam::Vec3;

/// A wall in the plane x = 0 facing +X, from z = -4 to 4 and y = -4 to 4, as two triangles.
fn wall() -> World {
    let [a, b, c, d] =
        [(-4.0, 4.0), (-4.0, -4.0), (4.0, -4.0), (4.0, 4.0)].map(|(y, z)| Vec3::new(0.0, y, z));
    let wall = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).unwrap());
    assert_eq!(wall[0].plane().normal(), DVec3::X);
    World::new(wall.to_vec(), vec![])
}

fn pushed(world: &World, tuning: &Tuning, from: DVec3, motion: DVec3) -> (PlayerState, Trace) {
    let mut state = PlayerState {
        position: from,
        velocity: motion,
        ..Default::default()
    };
    let mut trace = Trace::new();
    let (scratch, traced) = (&mut Scratch::new(), Some(&mut trace));
    move_and_push(world, tuning, &mut state, motion, scratch, traced);
    (state, trace)
}

#[test]
fn the_sphere_comes_to_rest_at_exactly_its_radius_and_keeps_its_slide() {
    let (state, trace) = pushed(
        &wall(),
        &Tuning::default(),
        DVec3::X,
        DVec3::new(-0.8, 0.0, 0.3),
    );
    assert!(
        (state.position - DVec3::new(0.5, 0.0, 0.3)).length() < 1e-15,
        "{}",
        state.position
    );
    assert_eq!(state.velocity, DVec3::new(0.0, 0.0, 0.3));
    assert_eq!(
        trace.pushes().count(),
        1,
        "the first push is enough for the second triangle"
    );
}

#[test]
fn a_centre_that_passes_the_plane_is_pushed_out_on_the_far_side_a_known_flaw() {
    let (state, _) = pushed(&wall(), &Tuning::default(), DVec3::X, DVec3::X * -1.1);
    assert!((state.position.x + 0.5).abs() < 1e-15);
}

#[test]
fn one_sided_faces_bring_it_back_to_the_front() {
    let one_sided = Tuning {
        one_sided: true,
        ..Tuning::default()
    };
    let (state, _) = pushed(&wall(), &one_sided, DVec3::X, DVec3::X * -1.4);
    assert!((state.position.x - 0.5).abs() < 1e-15);
    // A sphere farther than r behind the plane is out of reach, and stays there.
    let (state, _) = pushed(&wall(), &one_sided, DVec3::X, DVec3::X * -1.6);
    assert!((state.position.x + 0.6).abs() < 1e-15);
}

#[test]
fn edges_are_tested_with_the_tuned_share_of_the_radius() {
    // 0.3 m above the wall's upper edge, 1 mm off its plane: within r, beyond r / 2.
    let above = DVec3::new(1e-3, 4.3, 0.0);
    let (state, trace) = pushed(&wall(), &Tuning::default(), above, DVec3::ZERO);
    assert_eq!((state.position, trace.pushes().count()), (above, 0));
    let whole = Tuning {
        edge_radius_factor: 1.0,
        ..Tuning::default()
    };
    let (state, _) = pushed(&wall(), &whole, above, DVec3::ZERO);
    assert!(
        (state.position.x - 0.5).abs() < 1e-15,
        "the edge below throws the sphere aside"
    );
}

#[test]
fn the_trace_has_the_side_of_every_triangle_and_the_tests() {
    let (_, trace) = pushed(&wall(), &Tuning::default(), DVec3::X * 0.4, DVec3::ZERO);
    let sides = trace.sides();
    assert_eq!((sides.front, sides.intersects, sides.behind), (1, 1, 0));
    let [
        Event::Move { .. },
        Event::Gather { .. },
        Event::Polygon { triangle, overlap },
        ..,
    ] = *trace.events()
    else {
        panic!("no test traced")
    };
    assert_eq!(
        (triangle, overlap.touch),
        (TriangleId(0), PolygonTouch::Face)
    );
    assert_eq!(overlap.projected, DVec3::ZERO);
}

#[test]
fn no_velocity_is_left_in_an_acute_corner() {
    // The wall at x = 0, and a box whose side is turned away from it by 40 degrees. Clipping the
    // velocity by one after the other would leave a part of it.
    let rotation = crate::geometry::rotation_from_degrees(DVec3::Y * 40.0);
    let center = DVec3::new(1.0, 0.0, -1.0) + rotation * DVec3::X * 2.0;
    let leaning = Obb::new(center, rotation, DVec3::new(2.0, 4.0, 4.0)).unwrap();
    let world = World::new(wall().triangles().to_vec(), vec![leaning]);
    let mut state = PlayerState {
        position: DVec3::new(0.6, 0.0, 1.5),
        ..Default::default()
    };
    for _ in 0..300 {
        state.velocity = DVec3::new(-0.3, 0.0, -1.0) * 5.0;
        let motion = state.velocity / 120.0;
        let (tuning, scratch) = (Tuning::default(), &mut Scratch::new());
        move_and_push(&world, &tuning, &mut state, motion, scratch, None);
    }
    assert!(state.velocity.length() < 1e-9, "{}", state.velocity);
}

#[test]
fn a_trace_does_not_change_the_motion() {
    let from = PlayerState {
        position: DVec3::X * 0.3,
        velocity: DVec3::NEG_X,
        ..Default::default()
    };
    let (mut traced, mut untraced) = (from, from);
    let (tuning, mut trace) = (Tuning::default(), Trace::new());
    let (scratch, on) = (&mut Scratch::new(), Some(&mut trace));
    move_and_push(&wall(), &tuning, &mut traced, DVec3::Z, scratch, on);
    move_and_push(&wall(), &tuning, &mut untraced, DVec3::Z, scratch, None);
    assert_eq!(traced, untraced);
    assert_eq!(trace.pushes().count(), 1);
}
