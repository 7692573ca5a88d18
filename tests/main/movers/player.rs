//! The effects of movers on a player, with every controller.

use crate::movers::*;

#[test]
fn a_player_on_top_is_carried_along() {
    each(|controller, hz, case| {
        let bus = mover_desc(
            &[[0.0, 0.5, 0.0], [6.0, 0.5, 0.0], [6.0, 0.5, 8.0]],
            DVec3::new(4.0, 1.0, 4.0),
        );
        let top = DVec3::new(1.0, 1.5, -0.5);
        let mut drive = drive(floor(), vec![bus], top, controller, hz);
        drive.run(0.1);
        let offset = |drive: &Drive| {
            drive.player().position - drive.mover(0).mover.obb(drive.distance(0)).center()
        };
        let before = offset(&drive);
        drive.run(5.0);
        assert!((drive.distance(0) - 10.2).abs() < 1e-9, "{case}");
        let moved = offset(&drive).distance(before);
        assert!(moved < 1e-3, "{case}: moved by {moved} m");
        assert_eq!(
            drive.player().ride.map(|ride| ride.platform),
            Some(BoxId(0))
        );
        assert!(drive.player().velocity.length() < 1e-6, "{case}");
    });
}

#[test]
fn a_lift_takes_a_player_up_and_down_again() {
    each(|controller, hz, case| {
        let lift = MoverDesc {
            on_end: PathEnd::Return,
            speed: 3.0,
            ..mover_desc(
                &[[0.0, 0.1, 0.0], [0.0, 6.1, 0.0]],
                DVec3::new(3.0, 0.2, 3.0),
            )
        };
        let mut drive = drive(floor(), vec![lift], DVec3::Y * 0.7, controller, hz);
        for _ in 0..40 {
            drive.run(0.1);
            let top = drive.distance(0) + 0.2;
            let height = drive.player().position.y - top;
            assert!(
                (height - 0.5).abs() < 2e-3,
                "{case}: {height} m over the lift"
            );
            assert_eq!(drive.player().ground.name(), "floor", "{case}");
        }
    });
}

#[test]
fn a_turning_platform_turns_the_player_with_it() {
    each(|controller, hz, case| {
        let bus = MoverDesc {
            turn: true,
            ..mover_desc(
                &[[0.0, 0.5, 0.0], [0.0, 0.5, -10.0], [10.0, 0.5, -10.0]],
                DVec3::new(3.0, 1.0, 5.0),
            )
        };
        let mut drive = drive(
            floor(),
            vec![bus],
            DVec3::new(1.0, 1.5, 1.5),
            controller,
            hz,
        );
        let place = |drive: &Drive| {
            let obb = drive.mover(0).mover.obb(drive.distance(0));
            (obb, obb.to_local(drive.player().position))
        };
        drive.run(0.2);
        let (_, before) = place(&drive);
        drive.run(7.8);
        let (obb, after) = place(&drive);
        assert!(after.distance(before) < 2e-3, "{case}: {after}");
        assert!((obb.axes() * DVec3::NEG_Z).distance(DVec3::X) < 1e-9);
    });
}

#[test]
fn a_jump_keeps_the_speed_of_the_platform() {
    each(|controller, hz, case| {
        let bus = MoverDesc {
            speed: 4.0,
            ..mover_desc(
                &[[0.0, 0.5, 0.0], [90.0, 0.5, 0.0]],
                DVec3::new(4.0, 1.0, 4.0),
            )
        };
        let start = DVec3::new(0.0, 1.5, 0.0);
        let mut drive = drive(floor(), vec![bus], start, controller, hz);
        drive.run(0.5);
        let before = drive.player().position.x - drive.distance(0);
        drive.command.jump = true;
        drive.run(1.0 / f64::from(hz));
        drive.command.jump = false;
        assert_eq!(drive.player().ride, None, "{case}");
        assert!((drive.player().velocity.x - 4.0).abs() < 1e-6, "{case}");
        drive.run(1.0);
        // The player has landed where it took off.
        assert!(drive.player().ride.is_some(), "{case}");
        let along = drive.player().position.x - drive.distance(0) - before;
        assert!(along.abs() < 1e-3, "{case}: {along}");
        assert!(drive.player().velocity.length() < 1e-6, "{case}");
    });
}

#[test]
fn the_side_of_a_mover_pushes_a_player_along() {
    each(|controller, hz, case| {
        let wall = mover_desc(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE);
        let player = DVec3::new(3.0, 0.5, 0.0);
        let mut drive = drive(floor(), vec![wall], player, controller, hz);
        drive.run(4.0);
        assert!((drive.distance(0) - 8.0).abs() < 1e-9, "{case}");
        let gap = drive.player().position.x - 0.5 - 9.0;
        assert!((-1e-3..2e-3).contains(&gap), "{case}: {gap}");
        assert!(drive.overlap() < 1.1e-3, "{case}: {}", drive.overlap());
    });
}

#[test]
fn a_player_with_a_wall_behind_stops_a_mover() {
    each(|controller, hz, case| {
        let mut shapes = floor();
        let wall = DVec3::new(0.1, 4.0, 8.0);
        add_block(&mut shapes, DVec3::new(6.05, 2.0, 0.0), wall);
        let press = mover_desc(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE);
        let player = DVec3::new(4.0, 0.5, 0.0);
        let mut drive = drive(shapes, vec![press], player, controller, hz);
        drive.run(4.0);
        assert_eq!(drive.mover(0).state.blocked_by, Some(Obstacle::Player));
        // The player takes the last 1 m between the mover and the wall.
        let distance = drive.distance(0);
        assert!((3.99..=4.001).contains(&distance), "{case}: {distance}");
        assert!(drive.overlap() < 2e-3, "{case}: {}", drive.overlap());
        assert!((drive.player().position.x - 5.5).abs() < 5e-3, "{case}");
        // When the player has walked out sideways, the mover goes on to the wall.
        drive.command.right = Axis::new(1.0);
        drive.command.yaw = sidle::geometry::angle::BinaryAngle::from_degrees(-90.0);
        drive.run(1.5);
        drive.command.right = Axis::ZERO;
        let blocked_by = drive.mover(0).state.blocked_by;
        assert_eq!(blocked_by, Some(Obstacle::Box(BoxId(0))), "{case}");
    });
}

#[test]
fn a_lift_stops_under_a_player_with_a_ceiling_above() {
    each(|controller, hz, case| {
        let mut shapes = floor();
        let slab = DVec3::new(6.0, 0.5, 6.0);
        add_block(&mut shapes, DVec3::Y * 4.25, slab);
        let lift = MoverDesc {
            on_hit: OnHit::Pass,
            ..mover_desc(
                &[[0.0, 0.1, 0.0], [0.0, 9.1, 0.0]],
                DVec3::new(3.0, 0.2, 3.0),
            )
        };
        let mut drive = drive(shapes, vec![lift], DVec3::Y * 0.7, controller, hz);
        drive.run(4.0);
        // The slab's lower side is at 4 m, above a player of 1 m and a lift of 0.2 m.
        let distance = drive.distance(0);
        assert!((2.79..=2.801).contains(&distance), "{case}: {distance}");
        assert_eq!(drive.mover(0).state.blocked_by, Some(Obstacle::Player));
        assert!(drive.overlap() < 2e-3, "{case}: {}", drive.overlap());
    });
}

#[test]
fn a_wall_stops_a_rider_and_never_lets_it_through() {
    each(|controller, hz, case| {
        let mut shapes = floor();
        // The gate lets the bus pass below, and blocks a player on the bus.
        let gate = DVec3::new(0.2, 4.0, 8.0);
        add_block(&mut shapes, DVec3::new(5.1, 3.1, 0.0), gate);
        let bus = MoverDesc {
            speed: 6.0,
            ..mover_desc(
                &[[0.0, 0.5, 0.0], [40.0, 0.5, 0.0]],
                DVec3::new(4.0, 1.0, 4.0),
            )
        };
        let mut drive = drive(shapes, vec![bus], DVec3::Y * 1.5, controller, hz);
        drive.run(5.0);
        assert!((drive.distance(0) - 30.0).abs() < 1e-9, "{case}");
        let player = drive.player();
        assert!(player.position.x <= 4.501, "{case}: {}", player.position);
        assert!(
            (player.position.y - 0.5).abs() < 2e-3,
            "{case}: not on the floor"
        );
    });
}

#[test]
fn a_fast_car_pushes_a_player_and_never_passes_through() {
    for speed in [30.0, 300.0, 3000.0] {
        each(|controller, hz, case| {
            let mut shapes = floor();
            let wall = DVec3::new(0.05, 6.0, 20.0);
            add_block(&mut shapes, DVec3::new(60.0, 3.0, 0.0), wall);
            let car = MoverDesc {
                speed,
                ..mover_desc(&[[0.0, 1.0, 0.0], [90.0, 1.0, 0.0]], CUBE)
            };
            let player = DVec3::new(20.0, 0.5, 0.0);
            let mut drive = drive(shapes, vec![car], player, controller, hz);
            drive.run(4.0);
            let x = drive.player().position.x;
            assert!(
                x < 59.5 + 2e-3,
                "{case} {speed} m/s: through the wall at {x}"
            );
            let front = drive.distance(0) + 1.0;
            assert!(
                x > front,
                "{case} {speed} m/s: through the car at {x}, {front}"
            );
            assert!(drive.overlap() < 2e-3, "{case}: {}", drive.overlap());
        });
    }
}

#[test]
fn a_mover_restarts_only_when_the_start_is_free() {
    each(|controller, hz, case| {
        let mut shapes = floor();
        // A slot, open towards -Z, that is a little wider than the player.
        for (x, z) in [(-1.0, 0.0), (1.0, 0.0), (0.0, 1.0)] {
            let size = DVec3::new(0.9, 3.0, 0.9);
            add_block(&mut shapes, DVec3::new(x, 1.5, z), size);
        }
        let stamp = MoverDesc {
            on_end: PathEnd::Restart,
            on_hit: OnHit::Pass,
            ..mover_desc(
                &[[0.0, 1.0, 0.0], [0.0, 6.0, 0.0]],
                DVec3::new(1.0, 1.9, 1.0),
            )
        };
        let player = DVec3::new(0.0, 0.5, -2.0);
        let mut drive = drive(shapes, vec![stamp], player, controller, hz);
        drive.run(1.2);
        drive.command.yaw = sidle::geometry::angle::BinaryAngle::from_degrees(180.0);
        drive.command.forward = Axis::new(1.0);
        drive.run(1.2);
        drive.command.forward = Axis::ZERO;
        let inside = drive.player().position;
        assert!(inside.z > -0.1, "{case}: not in the slot, at {inside}");
        drive.run(1.0);
        // The mover has been at its end since 2.5 s, and cannot restart.
        assert_eq!(drive.distance(0), 5.0, "{case}");
        assert_eq!(drive.mover(0).state.blocked_by, Some(Obstacle::Player));
        assert!(drive.player().position.distance(inside) < 1e-3, "{case}");
        drive.command.forward = Axis::new(-1.0);
        drive.run(1.0);
        assert!(
            drive.distance(0) < 2.0,
            "{case}: the mover has not restarted"
        );
    });
}

#[test]
fn a_mover_pushes_a_flying_player_too() {
    each(|controller, hz, case| {
        let wall = mover_desc(&[[0.0, 5.0, 0.0], [9.0, 5.0, 0.0]], CUBE);
        let player = DVec3::new(3.0, 5.2, 0.3);
        let mut drive = drive(floor(), vec![wall], player, controller, hz);
        drive.command.mode = Mode::Fly;
        drive.run(4.0);
        assert!((drive.distance(0) - 8.0).abs() < 1e-9, "{case}");
        let gap = drive.player().position.x - 0.5 - 9.0;
        assert!((-1e-3..2e-3).contains(&gap), "{case}: {gap}");
    });
}

#[test]
fn a_respawn_command_restarts_the_movers_and_a_fall_does_not() {
    let bus = mover_desc(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE);
    let nowhere = DVec3::new(500.0, 1.0, 0.0);
    let mut drive = drive(floor(), vec![bus], nowhere, Controller::Swept, 120);
    drive.run(2.0);
    // A fall of 21 m by 20 m/s² takes 1.45 s, so the player has fallen off once.
    assert!((drive.distance(0) - 4.0).abs() < 1e-9);
    drive.command.respawn = true;
    drive.run(1.0 / 120.0);
    assert_eq!(drive.distance(0), 0.0);
    assert_eq!(drive.sim.world().boxes()[0].center(), DVec3::Y);
}
