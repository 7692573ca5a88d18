//! Walks of the swept controller: steps, slopes, edges, and cases in which the classic controller
//! fails.

use crate::support::{
    RATES, Shapes, Walk, add_block, add_box, add_quad, flight_of_stairs, floor, ramp,
    shipped_level, stairs,
};
use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::{Controller, Ground, Tuning};
use sidle::sim::Sim;

/// At rest on the floor.
const STANDING: DVec3 = DVec3::new(0.0, 0.5, 0.0);

fn swept(shapes: Shapes, position: DVec3, hz: u32) -> Walk {
    Walk::tuned(shapes, position, Tuning::default(), hz).controller(Controller::Swept)
}

#[test]
fn a_walker_climbs_and_descends_ten_steps_at_every_tick_rate() {
    for hz in RATES {
        let walk = swept(stairs(0.2), STANDING, hz).stand(0.2).forward(3.0);
        let top = walk.position();
        assert!((top.y - 2.5).abs() < 1e-3, "{hz} Hz: at {top}");
        // 15 m ahead on a flat floor; the stairs may cost a little.
        assert!(top.z < -12.8, "{hz} Hz: at {top}");
        let grounds = walk.states.iter().skip(10);
        let airborne = grounds.filter(|state| state.ground == Ground::None).count();
        assert_eq!(airborne, 0, "{hz} Hz: left the ground on the way up");
        let up = walk.states.len();

        let walk = walk.facing(180.0).forward(3.0);
        let bottom = walk.position();
        assert!((bottom.y - 0.5).abs() < 1e-3, "{hz} Hz: at {bottom}");
        assert!(bottom.z > -2.0, "{hz} Hz: at {bottom}");
        let grounds = walk.states[up..].iter();
        let airborne = grounds.filter(|state| state.ground == Ground::None).count();
        assert_eq!(airborne, 0, "{hz} Hz: left the ground on the way down");
        assert!(walk.worst_overlap < 1e-9, "{hz} Hz: {}", walk.worst_overlap);
    }
}

#[test]
fn a_walk_from_the_spawn_begins_on_the_ground_at_every_tick_rate() {
    // 0.2 mm is less than the gap at which a body touches; 2 cm is in the air.
    for (height, jumps) in [(0.0, true), (2e-4, true), (0.02, false)] {
        let start = STANDING + DVec3::Y * height;
        let mut ends = Vec::new();
        for hz in [30, 60, 120, 240, 360, 480] {
            let walk = swept(floor(), start, hz).forward(1.0);
            ends.push(walk.position());
            let first = swept(floor(), start, hz)
                .jump(1.0 / f64::from(hz))
                .position();
            let case = format!("{hz} Hz, {height} m up: {first}");
            assert_eq!(first.y > start.y, jumps, "{case}");
        }
        let farthest = ends.iter().map(|end| end.distance(ends[0]));
        let farthest = farthest.fold(0.0, f64::max);
        let limit = if jumps { 1e-9 } else { 0.15 };
        assert!(farthest < limit, "{height} m up: {farthest} m apart");
    }
}

#[test]
fn a_step_higher_than_the_step_height_is_a_wall() {
    for hz in RATES {
        let walk = swept(stairs(0.36), STANDING, hz).stand(0.2).forward(2.0);
        let at = walk.position();
        assert!(at.y < 0.51 && at.z > -2.0, "{hz} Hz: at {at}");
    }
}

#[test]
fn a_walker_climbs_a_ramp_of_45_degrees_and_not_one_of_55() {
    for hz in RATES {
        for (slope, walked) in [
            (10.0, true),
            (30.0, true),
            (45.0, true),
            (49.0, true),
            (55.0, false),
            (70.0, false),
        ] {
            let start = DVec3::new(0.0, 0.5, 1.5);
            let walk = swept(ramp(slope), start, hz).stand(0.2).forward(3.0);
            let at = walk.position();
            for (tick, state) in walk.states.iter().enumerate().skip(2) {
                assert_eq!(
                    state.ground.name(),
                    "floor",
                    "{hz} Hz, {slope} degrees, tick {tick}"
                );
            }
            if walked {
                // The full speed along the slope, from where the sphere first touches it.
                let (sin, cos) = sin_cos_deg(slope);
                let climbed = (at.y - 0.5) / sin;
                let flat = 1.5 - 0.5 * (1.0 - cos) / sin;
                let rest = 15.0 - 5.0 / 24.0;
                assert!(
                    (climbed + flat - rest).abs() < 0.05,
                    "{hz} Hz, {slope} degrees: at {at}"
                );
            } else {
                assert!(at.y < 0.502, "{hz} Hz, {slope} degrees: climbed to {at}");
                let velocity = walk.velocity();
                assert!(velocity.length() < 1e-6, "{hz} Hz, {slope}: {velocity}");
            }
            assert!(walk.worst_overlap < 1e-9, "{hz} Hz, {slope} degrees");
        }
    }
}

#[test]
fn a_player_stands_still_on_a_slope_and_slides_down_a_steep_one() {
    for hz in RATES {
        let on_slope = |slope: f64| {
            let (sin, cos) = sin_cos_deg(slope);
            // Ten metres up, touching.
            DVec3::new(0.0, 10.0 * sin, -10.0 * cos) + DVec3::new(0.0, cos, sin) * 0.501
        };
        let walk = swept(ramp(40.0), on_slope(40.0), hz).stand(0.5);
        let before = walk.position();
        let walk = walk.stand(5.0);
        assert!(walk.position().distance(before) < 1e-9, "{hz} Hz: crept");
        assert_eq!(walk.ground(), "floor");

        let walk = swept(ramp(60.0), on_slope(60.0), hz).stand(0.3);
        assert_eq!(walk.ground(), "steep", "{hz} Hz");
        let speed = walk.velocity().length();
        // 20 m/s² along the slope, minus the millimetre of free fall at the start.
        let expected = 20.0 * sin_cos_deg(60.0).0 * 0.3;
        assert!(
            (speed / expected - 1.0).abs() < 0.03,
            "{hz} Hz: {speed}, not {expected}"
        );
    }
}

#[test]
fn a_walker_is_not_launched_off_the_end_of_a_ramp() {
    // Up 20 degrees onto a platform: the walker stays on the ground over the crest.
    let (sin, cos) = sin_cos_deg(20.0);
    let (top, far) = (4.0 * sin, -4.0 * cos);
    let mut shapes = floor();
    let (y, z) = (top as f32, far as f32);
    add_quad(
        &mut shapes,
        [[-9.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, y, z], [-9.0, y, z]],
    );
    add_quad(
        &mut shapes,
        [
            [-9.0, y, z],
            [9.0, y, z],
            [9.0, y, z - 40.0],
            [-9.0, y, z - 40.0],
        ],
    );
    for hz in RATES {
        let start = DVec3::new(0.0, 0.5, 2.0);
        let walk = swept(shapes.clone(), start, hz)
            .fast()
            .stand(0.2)
            .forward(2.0);
        for state in walk.states.iter().skip(2) {
            assert_eq!(
                state.ground.name(),
                "floor",
                "{hz} Hz: at {}",
                state.position
            );
            assert!(
                state.position.y < top + 0.501,
                "{hz} Hz: launched to {}",
                state.position
            );
        }
    }
}

#[test]
fn a_player_rolls_off_an_edge_and_enters_nothing() {
    for hz in RATES {
        let mut shapes = floor();
        add_box(
            &mut shapes,
            DVec3::new(0.0, 0.5, 0.0),
            DVec3::Y * 15.0,
            DVec3::new(4.0, 1.0, 4.0),
        );
        let walk = swept(shapes, DVec3::new(0.0, 1.6, 0.0), hz).stand(0.3);
        assert_eq!(walk.ground(), "floor");
        let walk = walk.forward(1.2);
        let at = walk.position();
        assert!((at.y - 0.5).abs() < 1e-3, "{hz} Hz: {at}");
        assert!(walk.worst_overlap < 1e-9, "{hz} Hz");
    }
}

#[test]
fn a_jump_is_as_high_as_the_formula() {
    for hz in RATES {
        let walk = swept(floor(), STANDING, hz).stand(0.2).jump(0.8);
        let heights = walk.states.iter().map(|state| state.position.y);
        let top = heights.fold(0.0, f64::max) - 0.5;
        // v² / 2g = 6.5² / 40 = 1.056 m; the top may lie between two ticks.
        assert!((top - 1.056).abs() < 2e-3, "{hz} Hz: {top}");
        assert_eq!(walk.ground(), "floor");
        assert!((walk.position().y - 0.5).abs() < 1e-4);
    }
}

#[test]
fn the_speed_along_a_fence_of_many_boxes_is_exact() {
    for hz in RATES {
        let mut shapes = floor();
        for panel in 0..20 {
            let center = DVec3::new(2.0, 0.4, -2.0 * f64::from(panel));
            add_block(&mut shapes, center, DVec3::new(0.08, 0.8, 2.0));
        }
        // Heading 45 degrees to the right, into the fence.
        let walk = swept(shapes, STANDING, hz).facing(-45.0).forward(2.0);
        let before = walk.position();
        let walk = walk.forward(3.0);
        let along = (walk.position() - before) / 3.0;
        let expected = 5.0 * sin_cos_deg(45.0).0;
        assert!(
            (along.length() / expected - 1.0).abs() < 1e-6,
            "{hz} Hz: {along}"
        );
        let at = walk.position();
        assert!((at.x - 1.46).abs() < 2e-4, "{hz} Hz: {at}");
    }
}

#[test]
fn the_pen_and_the_courtyard_contain_the_walker_who_never_enters_anything() {
    let level = shipped_level("courtyard");
    for (index, start) in [
        [15.0, 0.6, -16.5],
        [0.0, 0.5, 16.0],
        [-11.0, 0.6, 10.4],
        [0.0, 0.6, -12.0],
    ]
    .into_iter()
    .enumerate()
    {
        let mut rules = level.rules;
        rules.spawn.position = DVec3::from_array(start);
        let sim = Sim::new(level.world.clone(), level.tuning, rules, 120);
        let mut walk = Walk::start(sim).controller(Controller::Swept).fast();
        for turn in 0..40 {
            walk = walk.facing(f64::from(turn) * 67.0).forward(0.7);
            if turn % 5 == 0 {
                walk = walk.jump(0.3);
            }
        }
        assert!(walk.worst_overlap < 1e-9, "start {index}");
        for state in &walk.states {
            let at = state.position;
            assert!(
                at.y > 0.49 && at.x.abs() < 24.0 && at.z.abs() < 24.0,
                "{at}"
            );
            if index == 0 {
                assert!(
                    at.x > 12.0 && at.x < 18.0 && at.z < -15.0 && at.z > -21.0,
                    "out at {at}"
                );
            }
        }
    }
}

/// Runs off a platform's end at z = -2 and jumps `late` seconds after leaving the ground.
fn jump_late(late: f64, hz: u32) -> f64 {
    let mut shapes = floor();
    add_block(
        &mut shapes,
        DVec3::new(0.0, 2.0, 0.0),
        DVec3::new(4.0, 4.0, 4.0),
    );
    let mut walk = swept(shapes, DVec3::Y * 4.5, hz).stand(0.2);
    while walk.ground() == "floor" {
        walk = walk.forward(1.0 / f64::from(hz));
    }
    let walk = walk.forward(late);
    let left = walk.states.len();
    let walk = walk.jump(0.5);
    let heights = walk.states[left..].iter().map(|state| state.position.y);
    heights.fold(0.0, f64::max)
}

#[test]
fn a_jump_just_after_the_ledge_is_accepted_and_a_later_one_is_not() {
    for hz in RATES {
        assert!(
            jump_late(0.05, hz) > 5.0,
            "{hz} Hz: {}",
            jump_late(0.05, hz)
        );
        assert!(
            jump_late(0.15, hz) < 4.5,
            "{hz} Hz: {}",
            jump_late(0.15, hz)
        );
    }
}

#[test]
fn a_press_just_before_landing_jumps_once_on_landing() {
    for hz in RATES {
        for (height, jumps) in [(0.05, true), (0.8, false)] {
            // Falls from `height`; jump is pressed at the start.
            let walk = swept(floor(), STANDING + DVec3::Y * height, hz).jump(1.0);
            let heights = walk.states.iter().map(|state| state.position.y);
            let top = heights.skip(hz as usize / 5).fold(0.0, f64::max);
            assert_eq!(top > 1.3, jumps, "{hz} Hz, {height} m: up to {top}");
            assert_eq!(
                walk.stand(1.0).ground(),
                "floor",
                "{hz} Hz: jumps again and again"
            );
        }
    }
}

#[test]
fn stairs_as_steep_as_a_walkable_slope_are_climbed() {
    for hz in [30, 60, 120, 240] {
        for (rise, tread) in [
            (0.1, 0.3),
            (0.17, 0.29),
            (0.3, 0.4),
            (0.35, 0.4),
            (0.34, 0.3),
        ] {
            let walk = swept(flight_of_stairs(rise, tread), STANDING, hz);
            let top = walk.stand(0.2).forward(5.0).position();
            let expected = 0.5 + rise * 10.0;
            assert!(
                (top.y - expected).abs() < 1e-3,
                "{hz} Hz, {rise} / {tread}: at {top}"
            );
        }
    }
}

#[test]
fn a_jump_at_a_kerb_is_no_higher_than_from_its_top() {
    for rise in [0.1, 0.2, 0.35] {
        for wait in 0..30 {
            let mut shapes = floor();
            let center = DVec3::new(0.0, rise * 0.5, -12.0);
            add_block(&mut shapes, center, DVec3::new(8.0, rise, 20.0));
            let walk = swept(shapes, STANDING, 120).stand(0.2).forward(0.25);
            let walk = walk.forward(f64::from(wait) / 120.0).jump_ahead(0.6);
            let heights = walk.states.iter().map(|state| state.position.y);
            let top = heights.fold(0.0, f64::max);
            // v² / 2g above the top of the kerb.
            let highest = 0.5 + rise + 1.057;
            assert!(top < highest + 0.03, "{rise} m, {wait} ticks: up to {top}");
        }
    }
}

#[test]
fn a_player_who_lands_on_an_edge_stands_there() {
    for hz in [30, 60, 120, 240] {
        for beyond in [0.02, 0.05, 0.1, 0.15] {
            let mut shapes = Shapes::default();
            let center = DVec3::new(0.0, -5.0, 5.0);
            add_block(&mut shapes, center, DVec3::new(40.0, 10.0, 10.0));
            let start = DVec3::new(0.0, 1.0, -beyond);
            let walk = swept(shapes, start, hz).stand(1.0);
            assert_eq!(
                walk.ground(),
                "floor",
                "{hz} Hz, {beyond} m: {}",
                walk.position()
            );
            let velocity = walk.velocity();
            assert!(velocity.length() < 1e-6, "{hz} Hz, {beyond} m: {velocity}");
        }
    }
}

/// A corner of this inner angle at z = -5 that opens towards +Z, on a floor.
fn corner(angle_deg: f64) -> Shapes {
    let mut shapes = floor();
    let (sin, cos) = sidle::geometry::angle::sin_cos_deg(angle_deg * 0.5);
    for side in [-1.0, 1.0] {
        let way = DVec3::new(side * sin, 0.0, cos) * 20.0;
        let foot = DVec3::new(0.0, -1.0, -5.0);
        let [a, b] = [foot, foot + way].map(|point| point.as_vec3().to_array());
        let up = |[x, y, z]: [f32; 3]| [x, y + 4.0, z];
        add_quad(&mut shapes, [a, b, up(b), up(a)]);
    }
    shapes
}

#[test]
fn a_walker_pushed_into_a_corner_of_any_angle_comes_to_rest() {
    for angle in [30.0, 60.0, 90.0, 120.0, 135.0, 150.0, 165.0, 175.0] {
        for aside in [0.0, 0.3, -1.0] {
            for yaw in [0.0, 2.0] {
                for hz in RATES {
                    let start = DVec3::new(aside, 0.5, 0.0);
                    let walk = Walk::tuned(corner(angle), start, Tuning::default(), hz);
                    let walk = walk.controller(Controller::Swept).facing(yaw);
                    // In the bluntest corner the walker slides slowly along a wall to the crease.
                    let walk = walk.forward(30.0);
                    let arrived = walk.states.len();
                    let walk = walk.forward(1.0);
                    let states = walk.states[arrived..].windows(2);
                    let moved = states.map(|two| two[0].position.distance(two[1].position));
                    let most = moved.fold(0.0, f64::max);
                    let case = format!("{angle} deg, {aside} m aside, {yaw} deg, {hz} Hz");
                    assert!(most < 1e-6, "{case}: {most} m a tick");
                    assert!(walk.worst_overlap < 1e-4, "{case}: {}", walk.worst_overlap);
                }
            }
        }
    }
}
