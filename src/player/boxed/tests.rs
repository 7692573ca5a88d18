//! Tests of `boxed.rs`.

use super::*;
use crate::geometry::Triangle;
use crate::geometry::angle::BinaryAngle;
use crate::world::{BoxId, ColliderId, World};
use glam::{DMat3, Vec3};

fn prop(center: DVec3, size: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, size * 0.5).unwrap()
}

fn pushed(world: &World, from: DVec3, motion: DVec3) -> (PlayerState, Trace) {
    let mut state = PlayerState {
        position: from,
        velocity: motion,
        ..Default::default()
    };
    let mut trace = Trace::new();
    let (tuning, scratch) = (Tuning::default(), &mut Scratch::new());
    let traced = Some(&mut trace);
    move_and_push(world, &tuning, &mut state, motion, scratch, traced);
    (state, trace)
}

/// Two crates of 2 m side by side along Z, with their near faces at x = 1.
fn two_crates(first_z: f64) -> World {
    let crates = [first_z, -first_z].map(|z| prop(DVec3::new(0.0, 0.0, z), DVec3::splat(2.0)));
    World::new(vec![], crates.to_vec())
}

#[test]
fn the_box_ends_against_the_face_and_keeps_its_slide() {
    // The box moves from x = 1.7 by -0.6 and touches at 1.5. The 0.3 m along the face are kept.
    let world = two_crates(-1.0);
    let (state, trace) = pushed(
        &world,
        DVec3::new(1.7, 0.0, -1.0),
        DVec3::new(-0.6, 0.0, 0.3),
    );
    assert!(
        (state.position - DVec3::new(1.5, 0.0, -0.7)).length() < 1e-15,
        "{}",
        state.position
    );
    assert_eq!(state.velocity, DVec3::new(0.0, 0.0, 0.3));
    let pushes: Vec<_> = trace.pushes().map(|(collider, _)| collider).collect();
    assert_eq!(pushes, [ColliderId::Box(BoxId(0))]);
}

#[test]
fn the_end_of_the_next_crate_does_not_stop_the_box_in_either_order() {
    for first_z in [-1.0, 1.0] {
        // The box slides along the first crate and passes the seam at z = 0 within this motion.
        let world = two_crates(first_z);
        let (state, _) = pushed(
            &world,
            DVec3::new(1.5, 0.0, -0.6),
            DVec3::new(-0.2, 0.0, 0.2),
        );
        assert!(
            (state.position - DVec3::new(1.5, 0.0, -0.4)).length() < 1e-15,
            "{}",
            state.position
        );
    }
}

#[test]
fn at_a_corner_the_face_that_was_reached_last_counts() {
    // The box reaches the side x = 1 after 0.1 of 0.4 m, and the end z = 1 after 0.3 of 0.4 m.
    let world = World::new(vec![], vec![prop(DVec3::ZERO, DVec3::splat(2.0))]);
    let (state, _) = pushed(
        &world,
        DVec3::new(1.6, 0.0, 1.8),
        DVec3::new(-0.4, 0.0, -0.4),
    );
    assert!(
        (state.position - DVec3::new(1.2, 0.0, 1.5)).length() < 1e-15,
        "{}",
        state.position
    );
}

#[test]
fn a_box_that_turns_into_a_wall_is_pushed_away() {
    let world = two_crates(-1.0);
    let mut state = PlayerState {
        position: DVec3::new(1.5, 0.0, -1.0),
        yaw: BinaryAngle::from_degrees(45.0),
        ..Default::default()
    };
    let rest = |state: &mut PlayerState, tuning: &Tuning| {
        move_and_push(
            &world,
            tuning,
            state,
            DVec3::ZERO,
            &mut Scratch::new(),
            None,
        );
        state.position.x
    };
    let upright = Tuning {
        box_turns: false,
        ..Tuning::default()
    };
    assert_eq!(rest(&mut state, &upright), 1.5);
    assert!((rest(&mut state, &Tuning::default()) - 1.0 - 0.5_f64.sqrt()).abs() < 1e-9);
}

#[test]
fn a_trace_does_not_change_the_motion() {
    let wall = [
        Vec3::new(0.0, -9.0, -9.0),
        Vec3::new(0.0, 9.0, -9.0),
        Vec3::new(0.0, 0.0, 9.0),
    ];
    let world = World::new(vec![Triangle::new(wall).unwrap()], vec![]);
    let (from, motion) = (DVec3::X * 0.6, DVec3::new(-0.3, 0.0, 0.1));
    let (traced, trace) = pushed(&world, from, motion);
    let mut untraced = PlayerState {
        position: from,
        velocity: motion,
        ..Default::default()
    };
    let (tuning, scratch) = (Tuning::default(), &mut Scratch::new());
    move_and_push(&world, &tuning, &mut untraced, motion, scratch, None);
    assert_eq!(traced, untraced);
    assert_eq!(trace.pushes().count(), 1);
}
