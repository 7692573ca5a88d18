//! Waders in streams: how far the current carries those who stand in it.

use super::*;

/// A stream along x whose surface is at 0, over ground at `bottom`.
fn stream(bottom: f64) -> (World, [Zone; 1]) {
    let ground = slab([-90.0, bottom - 1.0, -90.0], [90.0, bottom, 90.0]);
    (World::new(vec![], vec![ground]), lake(DVec3::X * 2.0))
}

/// One who stands on ground at `bottom`.
fn wader<'w>(
    (world, zones): &'w (World, [Zone; 1]),
    (tuning, controller): (Tuning, Controller),
    hz: u32,
    bottom: f64,
) -> Swimmer<'w> {
    let at = DVec3::Y * (bottom + tuning.radius + 0.001);
    let mut wader = Swimmer::new(world, zones, tuning, hz, at);
    wader.state.controller = controller;
    wader.run(0.5, Command::default());
    assert!(wader.state.ground.stands(), "{:?}", wader.state);
    wader
}

#[test]
fn a_stream_carries_waders_the_faster_the_deeper_they_stand() {
    for (tuning, controller) in tunings().into_iter().zip(CONTROLLERS) {
        let (bottom, line) = heights(&tuning, &PlayerState::default());
        for hz in RATES {
            for share in [0.0, 0.1, 0.5, 0.9] {
                let ground = share * (bottom - line);
                let place = stream(ground);
                let mut wader = wader(&place, (tuning, controller), hz, ground);
                let start = wader.state.position;
                wader.run(1.0, Command::default());
                let way = wader.state.position - start;
                assert!((way.x - 2.0 * share).abs() < 2e-3, "{share} {hz}: {way}");
                assert!(way.z == 0.0 && way.y.abs() < 1e-3, "{share} {hz}: {way}");
                assert!(wader.state.ground.stands());
            }
        }
    }
}

#[test]
fn one_who_walks_through_a_ford_is_carried_along_without_a_jerk() {
    // Across the stream, down into the deep, and up again.
    let ramp = |tilt: f64, z: f64| {
        let turn = rotation_from_degrees(DVec3::X * tilt);
        let down = turn * DVec3::NEG_Y;
        Obb::new(DVec3::Z * z + down, turn, DVec3::new(90.0, 1.0, 40.0)).expect("a box")
    };
    let world = World::new(vec![], vec![ramp(20.0, -8.0), ramp(-20.0, 8.0)]);
    let zones = lake(DVec3::X * 2.0);
    for tuning in tunings() {
        for hz in RATES {
            let start = DVec3::new(0.0, 1.5, 9.0);
            let mut wader = Swimmer::new(&world, &zones, tuning, hz, start);
            let (mut speed, mut fastest, mut swam) = (0.0, 0.0, false);
            for _ in 0..9 * hz {
                let before = wader.state.position.x;
                wader.tick(ahead(0.0));
                let now = (wader.state.position.x - before) * f64::from(hz);
                let jerk: f64 = now - speed;
                assert!(
                    jerk.abs() < 0.2 + 6.0 / f64::from(hz),
                    "{hz}: from {speed} to {now}"
                );
                (speed, fastest) = (now, f64::max(fastest, now));
                swam |= wader
                    .trace
                    .events()
                    .iter()
                    .any(|event| matches!(event, Event::Swim { .. }));
            }
            assert!(swam && fastest > 1.8 && fastest < 2.01, "{hz}: {fastest}");
            assert!(
                wader.feet() > 0.0 && speed.abs() < 1e-3,
                "{hz}: {:?}",
                wader.state
            );
        }
    }
}

#[test]
fn who_jumps_off_the_ground_of_a_stream_keeps_its_speed() {
    let [_, tuning] = tunings();
    let (bottom, line) = heights(&tuning, &PlayerState::default());
    let ground = 0.5 * (bottom - line);
    let place = stream(ground);
    let mut wader = wader(&place, (tuning, Controller::Swept), 120, ground);
    assert!(wader.state.velocity.length() < 1e-9);
    wader.tick(Command {
        jump: true,
        ..Command::default()
    });
    let velocity = wader.state.velocity;
    assert!(
        (velocity.x - 1.0).abs() < 1e-2 && velocity.y > 1.0,
        "{velocity}"
    );
}

#[test]
fn a_stream_presses_waders_against_walls_and_lifts_nobody() {
    let wall = slab([1.0, -9.0, -90.0], [2.0, 9.0, 90.0]);
    let ground = slab([-90.0, -2.0, -90.0], [90.0, -0.5, 90.0]);
    let world = World::new(vec![], vec![wall, ground]);
    for current in [DVec3::X * 1e3, DVec3::Y * 1e3, DVec3::new(9.0, 1e3, 0.0)] {
        let zones = lake(current);
        for hz in RATES {
            let mut wader = Swimmer::new(&world, &zones, tunings()[1], hz, DVec3::NEG_Y * 0.15);
            wader.run(1.0, Command::default());
            let edge = wader.state.position.x + wader.tuning.radius;
            assert!(
                edge < 1.0 && (wader.feet() + 0.5).abs() < 1e-3,
                "{:?}",
                wader.state
            );
            assert!((edge > 0.9) == (current.x > 0.0), "{:?}", wader.state);
        }
    }
}
