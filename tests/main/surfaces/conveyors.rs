//! Surfaces that carry or slow down those who stand on them.

use crate::surfaces::*;

#[test]
fn a_conveyor_carries_whoever_stands_on_it_at_its_speed() {
    for (controller, tuning, name) in walkers() {
        for hz in RATES {
            for speed in [0.0, 0.01, 2.0, 12.0] {
                let case = format!("{name}, {hz} Hz, {speed} m/s");
                let conveyor = SurfaceRules {
                    conveyor: DVec3::new(speed, 3.0, 0.0),
                    ..USUAL
                };
                let belt = world(vec![], vec![floor()], 1, conveyor);
                let start = DVec3::Y * (tuning.radius + 5e-5);
                let mut walk = Walk::new(&belt, tuning, controller, hz, start);
                // It has to slow down to the speed of the belt first.
                walk.run(0.5, Command::default());
                let from = walk.state.position;
                walk.run(1.0, Command::default());
                let made = walk.state.position - from;
                assert!((made.x - speed).abs() < 1e-6, "{case}: {made}");
                assert!(made.y.abs() < 2e-4, "{case}: {made}");
                // Relative to the belt, the player is at rest.
                assert!(walk.state.velocity.length() < 1e-6, "{case}");
                walk.run(1.0, ahead());
                let made = walk.state.position - from;
                assert!((made.x - speed * 2.0).abs() < 1e-6, "{case}: {made}");
                assert!((-5.1..-4.0).contains(&made.z), "{case}: {made}");
            }
        }
    }
}

#[test]
fn who_jumps_off_a_conveyor_or_leaves_it_keeps_its_velocity_and_a_wall_stops_it() {
    for (controller, tuning, name) in walkers() {
        for hz in RATES {
            let case = format!("{name}, {hz} Hz");
            let belt = slab([-50.0, -1.0, -50.0], [2.0, 0.0, 50.0]);
            let conveyor = SurfaceRules {
                conveyor: DVec3::X * 3.0,
                ..USUAL
            };
            let cliff = world(vec![], vec![belt], 1, conveyor);
            let start = DVec3::Y * (tuning.radius + 5e-5);
            let mut walk = Walk::new(&cliff, tuning, controller, hz, start - DVec3::X * 9.0);
            walk.run(0.1, Command::default());
            walk.tick(Command {
                jump: true,
                ..Command::default()
            });
            assert!((walk.state.velocity.x - 3.0).abs() < 1e-9, "{case}");
            // It lands on the belt, and is at rest there.
            walk.run(0.75, Command::default());
            assert!(walk.state.ground.stands(), "{case}");
            assert!(
                walk.state.velocity.x.abs() < 1e-9,
                "{case}: {}",
                walk.state.velocity
            );
            let mut walk = Walk::new(&cliff, tuning, controller, hz, start + DVec3::X * 1.0);
            walk.run(0.8, Command::default());
            assert!(!walk.state.ground.stands(), "{case}: {:?}", walk.state);
            // The classic sphere is pushed back a little where it rolls over the edge.
            let least = if controller == Controller::Swept {
                2.3
            } else {
                0.5
            };
            let speed = walk.state.velocity.x;
            assert!((least..3.0 + 1e-9).contains(&speed), "{case}: {speed}");

            let wall = slab([1.0, 0.0, -9.0], [2.0, 5.0, 9.0]);
            let blocked = world(vec![], vec![wall, belt], 1, conveyor);
            let mut walk = Walk::new(&blocked, tuning, controller, hz, start);
            walk.run(2.0, Command::default());
            let at = walk.state.position;
            assert!((at.x - (1.0 - tuning.radius)).abs() < 1e-3, "{case}: {at}");
            assert!((at.y - tuning.radius).abs() < 1e-3, "{case}: {at}");
        }
    }
}

#[test]
fn friction_scales_the_acceleration_on_the_ground() {
    for (controller, tuning, name) in walkers() {
        for hz in RATES {
            for friction in [0.0, 0.01, 0.1, 0.5] {
                let case = format!("{name}, {hz} Hz, friction {friction}");
                let ice = world(vec![], vec![floor()], 1, SurfaceRules { friction, ..USUAL });
                let start = DVec3::Y * (tuning.radius + 5e-5);
                let mut walk = Walk::new(&ice, tuning, controller, hz, start);
                walk.run(0.2, Command::default());
                walk.run(0.1, ahead());
                // v = friction·a·t, up to the speed of a walk.
                let accel = tuning.ground_accel * friction;
                let ticks = f64::from((0.1 * f64::from(hz)) as u32);
                let expected = (accel * ticks / f64::from(hz)).min(tuning.walk_speed);
                let speed = walk.state.velocity.length();
                assert!(
                    (speed - expected).abs() < 1e-6,
                    "{case}: {speed}, {expected}"
                );
                // At 0, who has speed keeps it.
                walk.state.velocity = DVec3::X * 2.0;
                walk.tick(Command::default());
                let expected = (2.0 - accel / f64::from(hz)).max(0.0);
                let speed = walk.state.velocity.x;
                assert!((speed - expected).abs() < 1e-6, "{case}: {speed}");
                // Infinite acceleration is still none on perfect ice.
                walk.tuning.ground_accel = f64::INFINITY;
                walk.tick(ahead());
                let speed = walk.state.velocity.z.abs();
                let all = if friction == 0.0 {
                    0.0
                } else {
                    tuning.walk_speed
                };
                assert!((speed - all).abs() < 1e-6, "{case}: {speed}");
            }
        }
    }
}
