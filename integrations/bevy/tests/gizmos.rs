//! What the gizmos show of a body that is pressed into a wall at a slant: where the lines are, and which way they point.

use bevy_color::LinearRgba;
use bevy_gizmos::gizmos::GizmoBuffer;
use bevy_math::{DMat3, DVec3, Vec3};
use bevy_sidle::gizmos::{LEFT, PLANE, TraceGizmos, WAY, draw_trace};
use sidle::geometry::Obb;
use sidle::player::{Axis, Command, PlayerState, Scratch, Trace, Tuning, advance};
use sidle::world::World;

/// Half of a millimetre: bodies keep a distance of less than that.
const NEAR: f32 = 5e-4;

/// The gizmos of the last of many ticks, seen from `origin`: a floor is at y = 0, a wall at z = -3.
fn at_the_wall(origin: DVec3) -> GizmoBuffer<TraceGizmos, ()> {
    let slab = |center, half| Obb::new(center, DMat3::IDENTITY, half).expect("a box");
    let floor = slab(DVec3::NEG_Y, DVec3::new(50.0, 1.0, 50.0));
    let wall = slab(DVec3::new(0.0, 1.0, -3.5), DVec3::new(50.0, 1.0, 0.5));
    let world = World::new(vec![], vec![floor, wall]);
    let (tuning, mut scratch, mut trace) = (Tuning::default(), Scratch::new(), Trace::new());
    let mut state = PlayerState {
        position: DVec3::Y * tuning.radius,
        ..PlayerState::default()
    };
    let slanted = Command {
        forward: Axis::new(1.0),
        right: Axis::new(0.5),
        ..Command::default()
    };
    for _ in 0..128 {
        let dt = 1.0 / 64.0;
        let trace = Some(&mut trace);
        advance(
            &world,
            &tuning,
            &mut state,
            &slanted,
            dt,
            &mut scratch,
            trace,
        );
    }
    let mut gizmos = GizmoBuffer::new();
    draw_trace(&mut gizmos, &trace, tuning.radius, origin);
    gizmos
}

/// The lines of this colour, in the order in which they were drawn. An arrow is its shaft and the strokes of its tip.
fn lines(gizmos: &GizmoBuffer<TraceGizmos, ()>, color: impl Into<LinearRgba>) -> Vec<[Vec3; 2]> {
    let color = color.into();
    let ends = gizmos.list_positions.chunks_exact(2);
    let colors = gizmos.list_colors.chunks_exact(2);
    ends.zip(colors)
        .filter(|(_, colors)| colors[0] == color)
        .map(|(ends, _)| [ends[0], ends[1]])
        .collect()
}

#[test]
fn planes_lie_on_the_wall_and_on_the_floor() {
    let gizmos = at_the_wall(DVec3::ZERO);
    let rims = gizmos.strip_positions.iter().filter(|at| at.is_finite());
    let (wall, floor): (Vec<Vec3>, Vec<Vec3>) = rims.partition(|at| at.z < -2.9);
    assert!(!wall.is_empty() && !floor.is_empty());
    assert!(wall.iter().all(|at| (at.z + 3.0).abs() < NEAR), "{wall:?}");
    assert!(floor.iter().all(|at| at.y.abs() < NEAR), "{floor:?}");
    // Their normals point at the body.
    let normals = lines(&gizmos, PLANE);
    let points = |way: Vec3| {
        let mut normals = normals.iter();
        normals.any(|[from, to]| (*to - *from).normalize().distance(way) < NEAR)
    };
    assert!(points(Vec3::Z) && points(Vec3::Y), "{normals:?}");
}

#[test]
fn what_is_left_points_into_the_wall_and_the_way_along_it() {
    let gizmos = at_the_wall(DVec3::ZERO);
    let [from, to] = lines(&gizmos, LEFT)[0];
    let left = (to - from).normalize();
    // The velocity along the wall is kept from the tick before; into the wall, only this tick's acceleration counts.
    assert!(left.z < -0.1 && left.x > 0.9, "{left}");
    let ways = lines(&gizmos, WAY);
    let along = |[from, to]: &[Vec3; 2]| (*to - *from).normalize().distance(Vec3::X) < 1e-3;
    assert!(ways.iter().any(along), "{ways:?}");
}

#[test]
fn the_picture_is_relative_to_the_origin() {
    let origin = DVec3::new(5.0, 0.5, -2.5);
    let (here, there) = (at_the_wall(DVec3::ZERO), at_the_wall(origin));
    assert_eq!(here.list_positions.len(), there.list_positions.len());
    for (here, there) in here.list_positions.iter().zip(&there.list_positions) {
        assert!((*here - origin.as_vec3()).distance(*there) < 1e-5);
    }
}
