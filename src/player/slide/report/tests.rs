//! Tests of the report of a slide: its events, its creases, and why it ends.

use super::*;
use crate::geometry::Obb;
use crate::player::{Body, Candidate, Finding, MoveSettings, Scratch, Trace, move_and_slide};
use crate::query::closest_cone_point;
use crate::world::{BoxId, ColliderId, World};
use glam::DMat3;

#[test]
fn a_crease_is_the_edge_between_two_blocking_planes() {
    let of = |planes: &[DVec3], left| crease(planes, left, closest_cone_point(planes, left));
    let (floor, wall, end) = (DVec3::Y, DVec3::X, DVec3::Z);
    let ahead = DVec3::new(-3.0, -4.0, -5.0);
    assert_eq!(of(&[floor, wall], ahead), Some(DVec3::NEG_Z));
    // One plane alone blocks the motion, although two are touched.
    assert_eq!(of(&[floor, wall], DVec3::new(-3.0, 0.0, 5.0)), None);
    assert_eq!(of(&[floor], ahead), None);
    // The planes allow all of the motion, or none of it.
    assert_eq!(of(&[floor, wall], -ahead), None);
    assert_eq!(of(&[floor, wall, end], ahead), None);
    // Straight into a corner of two walls no motion is left, but the walls still have an edge.
    let straight = DVec3::new(-1.0, 0.0, -1.0);
    assert_eq!(of(&[wall, end], straight).map(DVec3::abs), Some(DVec3::Y));
}

/// A floor whose top is at 0, and a wall whose face is at x = 1.
fn floor_and_wall() -> World {
    let solid = |center: DVec3| Obb::new(center, DMat3::IDENTITY, DVec3::splat(9.0)).unwrap();
    World::new(vec![], vec![solid(DVec3::Y * -9.0), solid(DVec3::X * 10.0)])
}

fn moved(from: DVec3, motion: DVec3) -> Trace {
    let (body, world) = (Body::sphere(0.5).unwrap(), floor_and_wall());
    let (settings, mut scratch, mut trace) =
        (MoveSettings::default(), Scratch::new(), Trace::new());
    let traced = Some(&mut trace);
    let _ = move_and_slide(&world, body, from, motion, &settings, &mut scratch, traced);
    trace
}

fn stop(trace: &Trace) -> Stop {
    match trace.events().last() {
        Some(Event::Stop(stop)) => *stop,
        other => panic!("the last event is {other:?}"),
    }
}

#[test]
fn events_of_a_slide_are_in_order() {
    // Free for 0.3 m, then along the wall with the rest; each turn comes before its sweep.
    let trace = moved(DVec3::new(0.2, 0.6, 0.0), DVec3::new(0.6, 0.0, 0.6));
    let words: Vec<&str> = trace.events().iter().map(word).collect();
    let expected = "gather turn sweep plane turn sweep stop";
    assert_eq!(words.join(" "), expected);
    let Event::Turn { left, way, .. } = trace.events()[4] else {
        panic!("no turn")
    };
    assert!(left.abs_diff_eq(DVec3::new(0.3, 0.0, 0.3), 1e-3), "{left}");
    assert!(way.abs_diff_eq(DVec3::new(0.0, 0.0, 0.3), 1e-3), "{way}");
    assert_eq!(stop(&trace), Stop::Free);
    let [floor, wall] = [0, 1].map(|id| ColliderId::Box(BoxId(id)));
    let candidate = |collider, finding| Candidate { collider, finding };
    assert_eq!(
        trace.candidates(),
        [
            candidate(floor, Finding::Apart),
            candidate(wall, Finding::Acted)
        ]
    );
}

fn word(event: &Event) -> &'static str {
    match event {
        Event::Gather { .. } => "gather",
        Event::Plane { .. } => "plane",
        Event::Turn { .. } => "turn",
        Event::Sweep { .. } => "sweep",
        Event::Stop(_) => "stop",
        _ => "else",
    }
}

#[test]
fn each_way_to_end_a_motion_has_its_stop_reason() {
    let (touching, apart) = (DVec3::new(0.4999, 0.6, 0.0), DVec3::new(-3.0, 3.0, 0.0));
    assert_eq!(stop(&moved(apart, DVec3::ZERO)), Stop::Still);
    assert_eq!(stop(&moved(apart, DVec3::Z)), Stop::Free);
    assert_eq!(stop(&moved(touching, DVec3::X)), Stop::Blocked);
    let nowhere = DVec3::splat(f64::NAN);
    assert_eq!(stop(&moved(apart, nowhere)), Stop::Refused);
}

#[test]
fn a_move_without_a_trace_has_the_same_result() {
    let (body, world) = (Body::sphere(0.5).unwrap(), floor_and_wall());
    let (from, motion) = (DVec3::new(0.2, 0.6, 0.0), DVec3::new(0.6, 0.0, 0.6));
    let (settings, mut trace) = (MoveSettings::default(), Trace::new());
    let [mut first, mut second] = [Scratch::new(), Scratch::new()];
    let untraced = move_and_slide(&world, body, from, motion, &settings, &mut first, None);
    let traced = Some(&mut trace);
    let traced = move_and_slide(&world, body, from, motion, &settings, &mut second, traced);
    assert_eq!(untraced, traced);
    assert_eq!(untraced.contacts.touching().len(), 1);
    assert_eq!((trace.events().len(), trace.candidates().len()), (7, 2));
}
