//! How movers drive and stop.

use crate::movers::*;

#[test]
fn a_mover_stops_returns_or_restarts_at_the_end_of_its_path() {
    let path = [[0.0, 1.0, 0.0], [10.0, 1.0, 0.0]];
    let ends = |on_end, seconds: f64| {
        let desc = MoverDesc {
            on_end,
            ..mover_desc(&path, CUBE)
        };
        let mut drive = drive(floor(), vec![desc], FAR, Controller::Swept, 120);
        drive.run(seconds);
        drive.distance(0)
    };
    // 10 m at 2 m/s take 5 s.
    assert!((ends(PathEnd::Stop, 4.0) - 8.0).abs() < 1e-9);
    assert_eq!(ends(PathEnd::Stop, 7.0), 10.0);
    assert!((ends(PathEnd::Return, 7.0) - 6.0).abs() < 1e-9);
    assert!(
        (ends(PathEnd::Return, 11.0) - 2.0).abs() < 1e-9,
        "the second round"
    );
    assert!((ends(PathEnd::Restart, 7.0) - 4.0).abs() < 1e-9);
}

#[test]
fn a_mover_that_hits_a_box_stops_returns_or_passes() {
    let path = [[0.0, 1.0, 0.0], [10.0, 1.0, 0.0]];
    let hits = |on_hit, seconds| {
        let mut shapes = floor();
        // The box's near side is at x = 6. The cube of 2 m touches it after 5 m, which take 2.5 s.
        add_block(&mut shapes, DVec3::new(7.0, 1.0, 0.5), CUBE);
        let desc = MoverDesc {
            on_hit,
            ..mover_desc(&path, CUBE)
        };
        let mut drive = drive(shapes, vec![desc], FAR, Controller::Swept, 120);
        drive.run(seconds);
        let boxes = drive.sim.world().boxes();
        let apart = match overlap_obb_obb(&boxes[0], &boxes[1]) {
            ObbOverlap::Apart(gap) | ObbOverlap::Overlapping(gap) => gap.separation,
        };
        (drive.distance(0), drive.mover(0).state.blocked_by, apart)
    };
    let (distance, blocked_by, apart) = hits(OnHit::Stop, 4.0);
    assert_eq!(blocked_by, Some(Obstacle::Box(BoxId(0))));
    assert!((4.998..=5.0001).contains(&distance), "{distance}");
    assert!(apart > -2e-4 && apart < 2e-3, "{apart}");
    let (distance, blocked_by, _) = hits(OnHit::Return, 4.0);
    assert_eq!(blocked_by, None);
    assert!((1.98..2.02).contains(&distance), "{distance}");
    let (distance, blocked_by, apart) = hits(OnHit::Pass, 3.5);
    assert!((distance - 7.0).abs() < 1e-9 && blocked_by.is_none());
    assert!(apart < -1.0);
}

#[test]
fn a_blocked_mover_goes_on_when_the_obstacle_drives_away() {
    let slow = mover_desc(&[[-4.0, 1.0, 0.0], [20.0, 1.0, 0.0]], CUBE);
    // The crossing mover blocks the path from 4 s to 6 s, just when the slow one arrives.
    let crossing = MoverDesc {
        on_hit: OnHit::Pass,
        ..mover_desc(&[[6.0, 1.0, -9.5], [6.0, 1.0, 10.0]], CUBE)
    };
    let mut drive = drive(floor(), vec![slow, crossing], FAR, Controller::Swept, 120);
    drive.run(5.0);
    assert_eq!(
        drive.mover(0).state.blocked_by,
        Some(Obstacle::Box(BoxId(1)))
    );
    assert!((7.99..=8.001).contains(&drive.distance(0)));
    drive.run(3.0);
    assert_eq!(drive.mover(0).state.blocked_by, None);
    assert!(drive.distance(0) > 10.0);
}

#[test]
fn no_speed_lets_a_mover_jump_over_a_thin_box() {
    let mut shapes = floor();
    let sheet = DVec3::new(0.02, 4.0, 4.0);
    add_block(&mut shapes, DVec3::new(40.0, 1.0, 0.0), sheet);
    let bullet = MoverDesc {
        speed: 5000.0,
        ..mover_desc(&[[0.0, 1.0, 0.0], [90.0, 1.0, 0.0]], CUBE * 0.1)
    };
    let mut drive = drive(shapes, vec![bullet], FAR, Controller::Swept, 60);
    drive.run(1.0);
    assert_eq!(
        drive.mover(0).state.blocked_by,
        Some(Obstacle::Box(BoxId(0)))
    );
    assert!((drive.distance(0) - 39.89).abs() < 2e-3);
}

#[test]
fn a_car_with_an_aabb_crashes_where_one_with_an_obb_passes() {
    // A car of 2 x 4 m drives along a diagonal between two parallel walls that are 2.4 m apart.
    let crashed = |boxes| {
        let mut shapes = floor();
        for side in [-1.0, 1.0] {
            let aside = DVec3::new(1.0, 0.0, 1.0).normalize() * (1.2 + 0.25) * side;
            let center = DVec3::new(10.0, 1.0, -10.0) + aside;
            let size = DVec3::new(0.5, 2.0, 6.0);
            add_box(&mut shapes, center, DVec3::Y * -45.0, size);
        }
        let car = MoverDesc {
            turn: true,
            ..mover_desc(
                &[[0.0, 1.0, 0.0], [20.0, 1.0, -20.0]],
                DVec3::new(2.0, 1.5, 4.0),
            )
        };
        let mut drive = drive(shapes, vec![car], FAR, Controller::Swept, 120);
        drive.sim.set_box_fit(boxes);
        drive.run(15.0);
        drive.mover(0).state.blocked_by.is_some()
    };
    assert!(!crashed(BoxFit::Oriented));
    assert!(crashed(BoxFit::Aligned));
}

#[test]
fn the_state_hash_includes_the_movers() {
    let hash = |speed| {
        let bus = MoverDesc {
            speed,
            ..mover_desc(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE)
        };
        let mut drive = drive(floor(), vec![bus], FAR, Controller::Swept, 120);
        let mut hash = StateHash::new();
        for _ in 0..10 {
            drive.sim.tick(&drive.command);
            hash.add(&drive.sim);
        }
        hash.to_string()
    };
    assert_eq!(hash(2.0), hash(2.0));
    assert_ne!(hash(2.0), hash(2.5));
}
