//! The formulas of Quake and Source, tick by tick, through [`advance`].

use glam::{DMat3, DVec3};

use crate::geometry::Obb;
use crate::geometry::angle::{BinaryAngle, sin_cos_deg};
use crate::player::{AirControl, Axis, Command, PlayerState, Scratch, Tuning, advance};
use crate::world::World;

const RATES: [u32; 4] = [30, 60, 120, 360];

fn tuning(preset: AirControl) -> Tuning {
    let mut tuning = Tuning {
        walk_speed: 8.13,
        radius: 0.4,
        ..Tuning::default()
    };
    preset.apply(&mut tuning);
    tuning
}

fn level(vector: DVec3) -> f64 {
    vector.with_y(0.0).length()
}

/// Keys ahead, with the heading towards `wish`.
fn ahead(wish: DVec3) -> Command {
    Command {
        forward: Axis::new(1.0),
        yaw: BinaryAngle::from_radians(libm::atan2(-wish.x, -wish.z)),
        ..Command::default()
    }
}

/// The level speed after a tick in the air at `speed`, with keys whose direction has this cosine to the flight.
fn fly(tuning: &Tuning, speed: f64, cos: f64, hz: u32) -> f64 {
    let mut player = PlayerState {
        position: DVec3::Y * 100.0,
        velocity: DVec3::X * speed,
        ..PlayerState::default()
    };
    let wish = DVec3::new(cos, 0.0, (1.0 - cos * cos).sqrt());
    let (world, dt) = (World::default(), 1.0 / f64::from(hz));
    advance(
        &world,
        tuning,
        &mut player,
        &ahead(wish),
        dt,
        &mut Scratch::new(),
        None,
    );
    level(player.velocity)
}

#[test]
fn a_strafe_jump_gains_as_much_as_the_formula_says_and_no_other_direction_gains_more() {
    let quake = tuning(AirControl::Quake);
    for hz in RATES {
        for speed in [9.0_f64, 20.0, 100.0] {
            let w = quake.walk_speed;
            let a = quake.air_gain * w / f64::from(hz);
            let best = (speed * speed + 2.0 * a * w - a * a).sqrt();
            let found = fly(&quake, speed, (w - a) / speed, hz);
            assert!(
                (found - best).abs() < 1e-8,
                "{hz}, {speed}: {found}, {best}"
            );
            for step in 0..=200 {
                let cos = f64::from(step - 100) * 0.01;
                assert!(
                    fly(&quake, speed, cos, hz) < best + 1e-8,
                    "{hz}, {speed}, {cos}"
                );
            }
            // Straight ahead, keys add nothing.
            assert!((fly(&quake, speed, 1.0, hz) - speed).abs() < 1e-8);
        }
    }
}

#[test]
fn keys_in_the_air_of_source_add_at_most_its_cap() {
    let source = tuning(AirControl::Source);
    let cap = source.air_speed_cap;
    assert!((cap * 39.37 - 30.0).abs() < 0.01);
    for hz in [30, 60, 100] {
        // The gain of a tick is beyond the cap there.
        assert!(source.air_gain * source.walk_speed / f64::from(hz) > cap);
        for speed in [5.0_f64, 30.0] {
            let best = (speed * speed + cap * cap).sqrt();
            assert!((fly(&source, speed, 0.0, hz) - best).abs() < 1e-8);
            for step in 0..=200 {
                let cos = f64::from(step - 100) * 0.01;
                assert!(fly(&source, speed, cos, hz) < best + 1e-8);
            }
        }
        assert!((fly(&source, 0.0, 1.0, hz) - cap).abs() < 1e-8);
    }
}

#[test]
fn a_run_has_the_walking_speed_and_stops_by_friction() {
    let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(200.0, 1.0, 200.0));
    let world = World::new(vec![], floor.into_iter().collect());
    for preset in [AirControl::Quake, AirControl::Source] {
        let (tuning, mut scratch) = (tuning(preset), Scratch::new());
        for hz in RATES {
            let dt = 1.0 / f64::from(hz);
            let mut player = PlayerState {
                position: DVec3::Y * 0.4,
                ..PlayerState::default()
            };
            for _ in 0..hz * 3 {
                advance(
                    &world,
                    &tuning,
                    &mut player,
                    &ahead(DVec3::X),
                    dt,
                    &mut scratch,
                    None,
                );
            }
            assert!(
                (level(player.velocity) - 8.13).abs() < 1e-9,
                "{hz}: {player:?}"
            );
            let still = Command::default();
            let mut speed = level(player.velocity);
            while speed > 0.0 {
                advance(&world, &tuning, &mut player, &still, dt, &mut scratch, None);
                let drop = f64::max(speed, tuning.stop_speed) * tuning.ground_friction * dt;
                speed = f64::max(speed - drop, 0.0);
                assert!((level(player.velocity) - speed).abs() < 1e-9);
            }
            assert_eq!(player.velocity, DVec3::ZERO);
        }
    }
}

#[test]
fn jumps_that_are_pressed_in_time_keep_the_speed_of_a_strafe() {
    let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(999.0, 1.0, 999.0));
    let world = World::new(vec![], floor.into_iter().collect());
    let (tuning, mut scratch) = (tuning(AirControl::Quake), Scratch::new());
    let mut player = PlayerState {
        position: DVec3::Y * 0.4,
        velocity: DVec3::X * 8.13,
        ..PlayerState::default()
    };
    let (dt, w) = (1.0 / 125.0, tuning.walk_speed);
    for _ in 0..125 * 10 {
        let flight = player.velocity.with_y(0.0);
        let cos = (w * (1.0 - dt) / flight.length()).min(1.0);
        let (along, sin) = (flight.normalize(), (1.0 - cos * cos).sqrt());
        let wish = along * cos + along.cross(DVec3::Y) * sin;
        let command = Command {
            jump: true,
            ..ahead(wish)
        };
        advance(
            &world,
            &tuning,
            &mut player,
            &command,
            dt,
            &mut scratch,
            None,
        );
    }
    // Each second adds about 2·w² to the square of the speed.
    let expected = (w * w * (1.0 + 2.0 * 10.0)).sqrt();
    assert!(
        (level(player.velocity) / expected - 1.0).abs() < 0.02,
        "{player:?}"
    );
}

/// A surfer on a ramp of `deg` degrees that looks up and towards +Z, after two seconds, and the energy that it has lost.
fn surf(deg: f64, hz: u32, keys: bool) -> (PlayerState, f64) {
    let (sin, cos) = sin_cos_deg(deg);
    let normal = DVec3::new(0.0, cos, sin);
    let axes = DMat3::from_cols(DVec3::X, normal, DVec3::X.cross(normal));
    let ramp = Obb::new(-normal, axes, DVec3::new(100.0, 1.0, 60.0)).expect("a box");
    let (world, tuning) = (World::new(vec![], vec![ramp]), tuning(AirControl::Source));
    let mut player = PlayerState {
        position: DVec3::NEG_X * 90.0 + normal * 0.4001,
        velocity: DVec3::X * 15.0,
        ..PlayerState::default()
    };
    let energy = |player: &PlayerState| {
        player.velocity.length_squared() * 0.5 + tuning.gravity * player.position.y
    };
    let (before, mut scratch) = (energy(&player), Scratch::new());
    let command = match keys {
        true => ahead(DVec3::NEG_Z),
        false => Command::default(),
    };
    for _ in 0..hz * 2 {
        let dt = 1.0 / f64::from(hz);
        advance(
            &world,
            &tuning,
            &mut player,
            &command,
            dt,
            &mut scratch,
            None,
        );
    }
    (player, before - energy(&player))
}

#[test]
fn a_surfer_loses_no_speed_on_a_slope_that_nobody_stands_on() {
    for hz in [60, 66, 120, 360] {
        for deg in [52.0, 60.0, 70.0] {
            // Down the slope, all of the height becomes speed.
            let (slid, lost) = surf(deg, hz, false);
            assert!(
                slid.position.y < -9.0 && slid.velocity.x > 15.0 - 1e-6,
                "{slid:?}"
            );
            assert!(lost.abs() < 0.3, "{hz}, {deg}: {lost}");
            // Keys into the slope hold the surfer higher, at the full speed along it.
            let (held, _) = surf(deg, hz, true);
            assert!(held.velocity.x > 15.0 - 1e-6, "{hz}, {deg}: {held:?}");
            assert!(
                held.position.y > slid.position.y + 3.0,
                "{hz}, {deg}: {held:?}"
            );
        }
    }
}
