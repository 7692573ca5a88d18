//! Tests of `mover.rs`.

use super::*;

/// A car of 2 x 1 x 4 m that stands on its origin.
fn car(points: &[(f64, f64, f64)], on_end: PathEnd) -> Mover {
    let points = points.iter().map(|(x, y, z)| DVec3::new(*x, *y, *z));
    let corners = [DVec3::new(-1.0, 0.0, -2.0), DVec3::new(1.0, 1.0, 2.0)];
    Mover::new(MoverDesc {
        path: Polyline::new(points).unwrap(),
        speed: 1.0,
        bounds: Aabb::from_points(corners).unwrap(),
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
        turn: true,
        on_end,
        on_hit: OnHit::Stop,
    })
    .unwrap()
}

#[test]
fn a_mover_along_minus_z_is_not_rotated_and_uphill_its_nose_points_up() {
    let level = car(&[(0.0, 0.0, 0.0), (0.0, 0.0, -9.0)], PathEnd::Stop);
    assert_eq!(level.obb(3.0).axes(), DMat3::IDENTITY);
    let uphill = car(&[(0.0, 0.0, 0.0), (0.0, 3.0, -4.0)], PathEnd::Stop);
    let axes = uphill.obb(2.5).axes();
    assert!((axes * DVec3::NEG_Z).abs_diff_eq(DVec3::new(0.0, 0.6, -0.8), 1e-15));
    assert!((axes * DVec3::X).abs_diff_eq(DVec3::X, 1e-15));
}

#[test]
fn a_lift_does_not_turn() {
    let lift = car(&[(0.0, 0.0, 0.0), (0.0, 5.0, 0.0)], PathEnd::Return);
    assert_eq!(lift.obb(2.0).axes(), DMat3::IDENTITY);
    assert_eq!(lift.obb(2.0).center(), DVec3::new(0.0, 2.5, 0.0));
}

#[test]
fn the_heading_turns_round_a_corner_without_a_jump() {
    let mover = car(
        &[(0.0, 0.0, 0.0), (0.0, 0.0, -10.0), (10.0, 0.0, -10.0)],
        PathEnd::Stop,
    );
    let ahead = |distance| mover.obb(distance).axes() * DVec3::NEG_Z;
    assert_eq!(ahead(7.9), DVec3::NEG_Z);
    assert!(ahead(12.1).abs_diff_eq(DVec3::X, 1e-15));
    // At the corner, both axles are 2 m away from it.
    let half = DVec3::new(1.0, 0.0, -1.0).normalize();
    assert!(ahead(10.0).abs_diff_eq(half, 1e-15));
    let mut last = ahead(0.0);
    for step in 1..2000 {
        let next = ahead(f64::from(step) * 0.01);
        assert!(last.distance(next) < 0.01, "{step}");
        last = next;
    }
}

#[test]
fn a_loop_has_no_seam() {
    let corners = [
        (0.0, 0.0, 0.0),
        (0.0, 0.0, -10.0),
        (10.0, 0.0, -10.0),
        (0.0, 0.0, 0.0),
    ];
    let round = car(&corners, PathEnd::Restart);
    assert!(round.is_loop());
    let length = round.desc().path.length();
    let (start, end) = (round.obb(0.0), round.obb(length));
    assert!(start.center().abs_diff_eq(end.center(), 1e-12));
    assert!(start.axes().abs_diff_eq(end.axes(), 1e-12));
    // A path to and fro does have one: both axles are then at the end of the path.
    assert!(!car(&corners, PathEnd::Return).is_loop());
}

#[test]
fn a_path_that_doubles_back_still_has_a_heading() {
    let mover = car(
        &[(0.0, 0.0, 0.0), (5.0, 0.0, 0.0), (0.0, 0.0, 0.0)],
        PathEnd::Stop,
    );
    assert_eq!(mover.obb(5.0).axes() * DVec3::NEG_Z, DVec3::NEG_X);
}
