//! The classic controller on and off the ground: starts, jumps, ramps, kerbs and edges.

use sidle::glam::DVec3;
use sidle::player::Tuning;

use crate::support::{RATES, Shapes, Walk, add_block, add_floor, add_quad, floor, ramp};

/// At rest on the floor.
const STANDING: DVec3 = DVec3::new(0.0, 0.5, 0.0);

#[test]
fn a_start_from_rest_covers_the_same_distance_at_every_tick_rate() {
    for hz in RATES {
        let walk = Walk::tuned(floor(), STANDING, Tuning::default(), hz)
            .stand(0.1)
            .forward(2.0);
        // 5 m/s at 60 m/s² take 1/12 s and 5/24 m; then 5 m/s for the rest of the two seconds.
        let expected = 5.0 / 24.0 + 5.0 * (2.0 - 1.0 / 12.0);
        let at = walk.position();
        assert!((at.z + expected).abs() < 1e-9, "{hz} Hz: {at}");
        assert!((walk.position().y - 0.5).abs() < 1e-12);
        assert!(walk.top_speed() <= 5.0 + 1e-9);
    }
}

#[test]
fn a_jump_is_as_high_as_the_formula_and_ends_where_it_began() {
    for hz in RATES {
        let walk = Walk::tuned(floor(), STANDING, Tuning::default(), hz)
            .stand(0.1)
            .jump(1.0);
        let top = walk
            .states
            .iter()
            .map(|state| state.position.y)
            .fold(0.0, f64::max);
        // 6.5² / (2·20) = 1.05625 m; the highest tick is within half a tick of the top.
        let half_tick = 0.5 / f64::from(hz);
        let missed = 0.5 * 20.0 * half_tick * half_tick;
        assert!(
            top <= 1.55625 + 1e-9 && top >= 1.55625 - missed - 1e-9,
            "{hz} Hz: {top}"
        );
        assert!((walk.position().y - 0.5).abs() < 1e-9);
        assert_eq!(walk.ground(), "floor");
        let flight = walk
            .states
            .iter()
            .filter(|state| state.ground.name() == "none")
            .count();
        // 2·6.5 / 20 = 0.65 s in the air, exact to the tick.
        assert!(
            (flight as f64 / f64::from(hz) - 0.65).abs() <= 1.0 / f64::from(hz) + 1e-9,
            "{flight} ticks"
        );
    }
}

#[test]
fn a_walker_climbs_ramps_up_to_the_slope_limit_at_full_speed_and_no_steeper_ones() {
    for hz in RATES {
        for slope_deg in [15.0, 30.0, 45.0] {
            let start = DVec3::new(0.0, 0.5, 2.0);
            let walk = Walk::tuned(ramp(slope_deg), start, Tuning::default(), hz).forward(1.5);
            let before = walk.position();
            let walk = walk.forward(1.0);
            let climbed = (walk.position() - before).length();
            assert!(
                (climbed - 5.0).abs() < 1e-6,
                "{hz} Hz, {slope_deg}: {climbed} m in a second"
            );
            let ticks = walk.states.len() - hz as usize;
            assert!(
                walk.states[ticks..]
                    .iter()
                    .all(|state| state.ground.name() == "floor")
            );
            assert!(
                walk.top_speed() <= 5.0 + 1e-9,
                "{hz} Hz, {slope_deg}: {}",
                walk.top_speed()
            );
        }
        let steep =
            Walk::tuned(ramp(60.0), DVec3::new(0.0, 0.5, 2.0), Tuning::default(), hz).forward(5.0);
        let at = steep.position();
        assert!(at.y < 0.9, "{hz} Hz: climbed to {at}");
    }
}

#[test]
fn a_walker_stays_on_the_ground_down_a_ramp() {
    for hz in RATES {
        for slope_deg in [15.0, 30.0, 45.0] {
            let (sin, cos) = sidle::geometry::angle::sin_cos_deg(slope_deg);
            // 20 m up the ramp, touching it, walking down and on over the floor.
            let start = DVec3::new(0.0, 20.0 * sin + 0.5 * cos, -20.0 * cos + 0.5 * sin);
            let walk = Walk::tuned(ramp(slope_deg), start, Tuning::default(), hz)
                .stand(0.2)
                .facing(180.0)
                .forward(5.0);
            let left: Vec<_> = walk
                .states
                .iter()
                .enumerate()
                .skip(2)
                .filter(|(_, state)| state.ground.name() != "floor")
                .map(|(tick, _)| tick)
                .collect();
            assert!(
                left.is_empty(),
                "{hz} Hz, {slope_deg}: in the air at ticks {left:?}"
            );
            assert!(walk.position().z > 3.0 && (walk.position().y - 0.5).abs() < 1e-6);
        }
    }
}

#[test]
fn a_player_stands_still_on_a_ramp_and_slides_on_a_steep_one() {
    for (slope_deg, slides) in [(20.0, false), (45.0, false), (60.0, true)] {
        let (sin, cos) = sidle::geometry::angle::sin_cos_deg(slope_deg);
        let start = DVec3::new(0.0, 10.0 * sin + 0.5 * cos, -10.0 * cos + 0.5 * sin);
        let walk = Walk::on(ramp(slope_deg), start).stand(0.1);
        let settled = walk.position();
        let walk = walk.stand(1.0);
        let slid = (walk.position() - settled).length();
        assert_eq!(slid > 1e-9, slides, "{slope_deg} degrees: slid {slid} m");
        assert_eq!(
            walk.states[6].ground.name(),
            if slides { "steep" } else { "floor" }
        );
    }
}

#[test]
fn a_player_falls_over_the_edge_of_a_platform_and_lands() {
    let mut world = floor();
    add_block(
        &mut world,
        DVec3::new(0.0, 1.0, 0.0),
        DVec3::new(6.0, 2.0, 6.0),
    );
    let walk = Walk::on(world, DVec3::new(0.0, 2.5, 0.0)).forward(2.0);
    let at = walk.position();
    assert!((at.y - 0.5).abs() < 1e-9, "{at}");
    assert!(walk.position().z < -4.0);
    let grounds: Vec<_> = walk
        .states
        .iter()
        .map(|state| state.ground.name())
        .collect();
    assert!(grounds.contains(&"none"));
    assert_eq!(grounds.last(), Some(&"floor"));
    assert!(walk.worst_overlap < 1e-9);
}

#[test]
fn a_jump_keeps_its_speed_in_the_air_and_a_wall_removes_only_the_normal_part() {
    let mut world = floor();
    add_quad(
        &mut world,
        [
            [-50.0, 0.0, -3.0],
            [50.0, 0.0, -3.0],
            [50.0, 9.0, -3.0],
            [-50.0, 9.0, -3.0],
        ],
    );
    let walk = Walk::on(world, STANDING)
        .facing(-45.0)
        .forward(0.5)
        .jump(0.3);
    let velocity = walk.velocity();
    let expected = 5.0 * sidle::geometry::angle::sin_cos_deg(45.0).0;
    assert!((velocity.x - expected).abs() < 1e-9, "{velocity}");
    assert_eq!(walk.ground(), "none");
}

#[test]
fn a_player_who_falls_through_a_hole_respawns() {
    let mut world = Shapes::default();
    add_floor(&mut world);
    let over_the_rim = DVec3::new(0.0, 0.5, -99.0);
    let walk = Walk::on(world, over_the_rim).forward(3.0);
    let lowest = walk
        .states
        .iter()
        .map(|state| state.position.y)
        .fold(0.0, f64::min);
    assert!((-20.0..-10.0).contains(&lowest), "{lowest}");
    assert!(
        walk.states
            .windows(2)
            .any(|pair| pair[1].position == over_the_rim && pair[0].position.y < -10.0)
    );
}

/// A flat crate of 3 by 3 metres on the floor, with its near side at z = -2.
fn kerb(height: f64) -> Shapes {
    let mut world = floor();
    let center = DVec3::new(0.0, height * 0.5, -3.5);
    add_block(&mut world, center, DVec3::new(3.0, height, 3.0));
    world
}

#[test]
fn a_walker_rolls_over_low_kerbs_and_stops_at_higher_ones_at_every_tick_rate() {
    for hz in RATES {
        for height in [0.05, 0.1, 0.15] {
            let walk = Walk::tuned(kerb(height), STANDING, Tuning::default(), hz).forward(0.7);
            let at = walk.position();
            assert!(at.z < -3.0, "{hz} Hz, {height}: stopped at {at}");
            assert!(
                walk.worst_overlap < 1e-3,
                "{hz} Hz, {height}: {} deep",
                walk.worst_overlap
            );
        }
        for height in [0.22, 0.3, 0.4, 0.6, 1.5] {
            let walk = Walk::tuned(kerb(height), STANDING, Tuning::default(), hz).forward(2.0);
            let at = walk.position();
            assert!(at.z > -2.0, "{hz} Hz, {height}: passed to {at}");
            assert!(
                walk.worst_overlap < 1e-3,
                "{hz} Hz, {height}: {} deep",
                walk.worst_overlap
            );
            assert_eq!(walk.ground(), "floor", "{hz} Hz, {height}");
            let velocity = walk.velocity();
            assert!(velocity.length() < 0.6, "{hz} Hz, {height}: {velocity}");
            let last = &walk.states[walk.states.len() - hz as usize..];
            let heights = last.iter().map(|state| state.position.y);
            let highest = heights.fold(0.0, f64::max);
            assert!(highest < 0.51, "{hz} Hz, {height}: bobs up to {highest}");
        }
    }
}

#[test]
fn a_walker_off_the_edge_of_a_crate_enters_nothing() {
    for hz in RATES {
        for height in [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.6, 1.0] {
            let start = DVec3::new(0.0, height + 0.5, -3.5);
            let walk = Walk::tuned(kerb(height), start, Tuning::default(), hz)
                .stand(0.1)
                .forward(1.5);
            let at = walk.position();
            assert!((at.y - 0.5).abs() < 1e-9, "{hz} Hz, {height}: {at}");
            assert!(
                walk.worst_overlap < 1e-3,
                "{hz} Hz, {height}: {} deep",
                walk.worst_overlap
            );
        }
    }
}

#[test]
fn a_jump_leaves_a_ramp_however_fast_the_player_runs_up() {
    for slope_deg in [15.0, 30.0, 45.0] {
        let (sin, cos) = sidle::geometry::angle::sin_cos_deg(slope_deg);
        let walk = Walk::on(ramp(slope_deg), DVec3::new(0.0, 0.5, 2.0)).forward(1.5);
        let ticks = walk.states.len();
        let walk = walk.jump(0.4);
        // Height above the ramp, perpendicular to it, minus the radius.
        let above = |state: &sidle::player::PlayerState| {
            state.position.y * cos + state.position.z * sin - 0.5
        };
        let hop = walk.states[ticks..].iter().map(above).fold(0.0, f64::max);
        // Without a ramp the hop is v² / 2g; perpendicular to the ramp, both v and g shrink by the
        // cosine.
        let expected = 6.5 * 6.5 / 40.0 * cos;
        assert!(
            (hop / expected - 1.0).abs() < 0.05,
            "{slope_deg}: {hop} m, expected {expected}"
        );
    }
}

#[test]
fn a_player_who_lands_from_flight_keeps_no_flight_speed() {
    let walk = Walk::on(floor(), DVec3::Y * 5.0)
        .fly()
        .facing(0.0)
        .forward(0.3);
    assert!(walk.velocity().length() > 7.0);
    let highest = walk.position().y;
    let walk = walk.on_foot().stand(1.0);
    assert!(
        walk.states
            .iter()
            .all(|state| state.position.y <= highest + 1e-9)
    );
    assert!((walk.position().y - 0.5).abs() < 1e-9);
}

#[test]
fn ground_that_the_sum_of_angles_accepts_beyond_an_edge_allows_a_jump() {
    // A sheet of 48 m that ends at x = 0. The sphere's centre is beyond it, within 0.8 % of 48 m.
    let mut world = floor();
    let (far, side) = (-48.0, 24.0);
    add_quad(
        &mut world,
        [
            [far, 2.0, -side],
            [far, 2.0, side],
            [0.0, 2.0, side],
            [0.0, 2.0, -side],
        ],
    );
    let walk = Walk::on(world, DVec3::new(0.1, 2.6, 0.0)).stand(0.5);
    assert_eq!(walk.ground(), "floor");
    let walk = walk.jump(0.1);
    assert!(walk.position().y > 3.0, "{}", walk.position());
}

#[test]
fn a_player_between_two_steep_slopes_stands_and_can_jump_out() {
    // A trench along Z with 60 degrees on both sides.
    let mut world = Shapes::default();
    let (w, h) = (5.0, 8.66);
    add_quad(
        &mut world,
        [
            [-w, h, -9.0],
            [-w, h, 9.0],
            [0.0, 0.0, 9.0],
            [0.0, 0.0, -9.0],
        ],
    );
    add_quad(
        &mut world,
        [[0.0, 0.0, -9.0], [0.0, 0.0, 9.0], [w, h, 9.0], [w, h, -9.0]],
    );
    for hz in RATES {
        let start = DVec3::new(0.2, 3.0, 0.0);
        let walk = Walk::tuned(world.clone(), start, Tuning::default(), hz).stand(2.0);
        assert_eq!(walk.ground(), "floor", "{hz} Hz");
        // Wedged at r / cos 60 above the bottom, and at rest.
        let at = walk.position();
        assert!(at.abs_diff_eq(DVec3::Y, 2e-3), "{hz} Hz: {at}");
        let walk = walk.jump(0.2);
        assert!(walk.position().y > 1.8, "{hz} Hz: {}", walk.position());
    }
}
