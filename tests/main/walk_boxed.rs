//! Walks of the boxed controller in small worlds, whose ends are given by formulas, and the limits of
//! the controller.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::{DVec3, Vec3Swizzles};
use sidle::player::{Controller, Tuning};
use sidle::query::{ObbOverlap, overlap_obb_obb};
use sidle::sim::Sim;

use crate::support::{
    RATES, Shapes, Walk, add_block, add_box, add_sheet, floor, ramp, shipped_level,
};

/// At rest on the floor.
const STANDING: DVec3 = DVec3::new(0.0, 0.5, 0.0);

/// A player box that does not turn with the view.
fn upright() -> Tuning {
    Tuning {
        box_turns: false,
        ..Tuning::default()
    }
}

fn boxed(shapes: Shapes, position: DVec3, tuning: Tuning, hz: u32) -> Walk {
    Walk::tuned(shapes, position, tuning, hz).controller(Controller::Boxed)
}

/// The deepest penetration of the player's box into any prop, over all ticks.
fn deepest(walk: &Walk) -> f64 {
    let props = walk.sim.world().boxes();
    let depths = walk.states.iter().flat_map(|state| {
        let player = walk.sim.tuning().obb(state.position, state.yaw);
        let player = player.expect("a finite box");
        props
            .iter()
            .map(move |prop| match overlap_obb_obb(&player, prop) {
                ObbOverlap::Apart(_) => 0.0,
                ObbOverlap::Overlapping(gap) => -gap.separation,
            })
    });
    depths.fold(0.0, f64::max)
}

/// Panels of 2 m in a row along X, with their near faces at z = -2.96, in the order of `xs`.
fn fence(xs: impl Iterator<Item = i32>) -> Shapes {
    let mut shapes = floor();
    for panel in xs {
        let center = DVec3::new(f64::from(panel) * 2.0, 0.4, -3.0);
        add_block(&mut shapes, center, DVec3::new(2.0, 0.8, 0.08));
    }
    shapes
}

#[test]
fn along_a_fence_the_speed_along_it_is_kept_whatever_the_order_of_its_panels() {
    let orders: [fn() -> Shapes; 2] = [|| fence(-20..20), || fence((-20..20).rev())];
    for hz in RATES {
        for (order, shapes) in orders.iter().enumerate() {
            for (turns, tuning) in [(true, Tuning::default()), (false, upright())] {
                let case = format!("{hz} Hz, order {order}, turns: {turns}");
                let walk = boxed(shapes(), STANDING, tuning, hz)
                    .facing(-45.0)
                    .forward(2.0);
                let before = walk.position();
                let walk = walk.forward(2.0);
                let along = (walk.position() - before) / 2.0;
                let expected = 5.0 * sin_cos_deg(45.0).0;
                assert!((along.x / expected - 1.0).abs() < 0.01, "{case}: {along}");
                // A box rotated by 45 degrees meets the fence with an edge, half a diagonal ahead.
                let reach = if turns { 0.5_f64.sqrt() } else { 0.5 };
                let off = walk.position().z - (reach - 2.96);
                assert!(off.abs() < 1e-6, "{case}: {off}");
                assert_eq!(walk.ground(), "floor", "{case}");
                assert!(deepest(&walk) < 1e-3, "{case}: {}", deepest(&walk));
            }
        }
    }
}

#[test]
fn the_box_stays_out_of_rotated_and_scaled_crates_at_walking_speed() {
    for hz in RATES {
        for (turn, size) in [
            (DVec3::new(0.0, 33.0, 0.0), DVec3::new(1.0, 2.0, 3.0)),
            (DVec3::new(20.0, 45.0, 10.0), DVec3::new(2.0, 1.5, 0.6)),
            (DVec3::new(-35.0, 12.0, 60.0), DVec3::new(0.7, 3.0, 1.2)),
        ] {
            for aim in [-0.9, -0.3, 0.0, 0.4, 1.1] {
                for tuning in [Tuning::default(), upright()] {
                    let mut world = floor();
                    add_box(&mut world, DVec3::new(0.0, 1.2, -4.0), turn, size);
                    let start = STANDING + DVec3::X * aim;
                    let walk = boxed(world, start, tuning, hz).facing(20.0).forward(3.0);
                    let overlap = deepest(&walk);
                    let case = format!("{hz} Hz, {turn}, {size}, from {aim}");
                    assert!(overlap < 1e-3, "{case}: {overlap} m deep");
                }
            }
        }
    }
}

#[test]
fn the_box_walks_over_a_floor_of_many_triangles_without_a_bump() {
    for hz in RATES {
        for heading in [0.0, 17.0, 45.0, 90.0, 133.7, -60.0] {
            let mut shapes = Shapes::default();
            let corner = DVec3::new(-10.0, 0.0, -10.0);
            add_sheet(&mut shapes, corner, DVec3::Z * 20.0, DVec3::X * 20.0, 80);
            // From a fall, landing while running.
            let walk = boxed(shapes, DVec3::Y * 0.8, Tuning::default(), hz)
                .facing(heading)
                .forward(1.5);
            let settled = &walk.states[(hz / 2) as usize..];
            for pair in settled.windows(2) {
                let case = format!("{hz} Hz, {heading} degrees, at {}", pair[1].position);
                assert!((pair[1].position.y - 0.5).abs() < 1e-9, "{case}");
                let speed = (pair[1].position - pair[0].position).length() * f64::from(hz);
                assert!((speed - 5.0).abs() < 1e-6, "{case}: {speed} m/s");
            }
            for pair in walk.states.windows(2) {
                let (before, after) = (pair[0].velocity, pair[1].velocity);
                let (before, after) = (before.xz().length(), after.xz().length());
                assert!(
                    after >= before - 1e-9,
                    "{hz} Hz, {heading}: {before} to {after} m/s"
                );
            }
        }
    }
}

#[test]
fn the_box_falls_along_a_wall_of_many_triangles_without_catching() {
    let mut shapes = floor();
    let corner = DVec3::new(-10.0, 0.0, -3.0);
    add_sheet(&mut shapes, corner, DVec3::X * 20.0, DVec3::Y * 20.0, 80);
    for (tuning, reach) in [
        (upright(), 0.5),
        (Tuning::default(), 0.75_f64.sqrt() / 2.0 + 0.25),
    ] {
        let start = DVec3::new(0.0, 12.0, reach - 3.0);
        // Pressed against the wall all the way: 11.5 m at 20 m/s² take √1.15 s.
        let walk = boxed(shapes.clone(), start, tuning, 120)
            .facing(-30.0)
            .forward(1.06);
        let at = walk.position();
        assert!(at.y < 0.8 && walk.ground() == "none", "{at}");
        let walk = walk.forward(0.1);
        let at = walk.position();
        assert!((at.y - 0.5).abs() < 1e-9, "{at}");
        assert!((at.z + 3.0 - reach).abs() < 1e-6, "{at}");
    }
}

#[test]
fn a_box_at_rest_does_not_move() {
    let mut crates = floor();
    add_box(
        &mut crates,
        DVec3::new(0.0, 0.5, 0.0),
        DVec3::Y * 30.0,
        DVec3::ONE,
    );
    let (sin, cos) = sin_cos_deg(20.0);
    let slope = DVec3::new(0.0, 10.0 * sin / cos + 2.0, -10.0);
    for (shapes, start) in [
        (floor(), DVec3::Y * 0.7),
        (crates, DVec3::Y * 2.0),
        (ramp(20.0), slope),
    ] {
        let walk = boxed(shapes, start, Tuning::default(), 120)
            .facing(10.0)
            .stand(1.0);
        assert_eq!(walk.ground(), "floor");
        let settled = walk.position();
        let walk = walk.stand(2.0);
        let crept = walk.position().distance(settled);
        assert!(crept < 1e-9, "from {start}: {crept} m");
    }
}

#[test]
fn the_box_jumps_onto_a_crate_stands_there_and_walks_off() {
    for hz in RATES {
        let mut shapes = floor();
        add_box(
            &mut shapes,
            DVec3::new(0.0, 0.4, -2.0),
            DVec3::Y * 25.0,
            DVec3::new(2.0, 0.8, 2.0),
        );
        let walk = boxed(shapes, STANDING, Tuning::default(), hz)
            .stand(0.1)
            .jump_ahead(0.5);
        let walk = walk.stand(0.6);
        let at = walk.position();
        assert!((at.y - 1.3).abs() < 1e-9, "{hz} Hz: {at}");
        assert_eq!(walk.ground(), "floor");
        let walk = walk.forward(2.0);
        let at = walk.position();
        assert!((at.y - 0.5).abs() < 1e-9, "{hz} Hz: {at}");
        assert!(walk.position().z < -5.0);
        assert!(deepest(&walk) < 1e-3, "{hz} Hz: {}", deepest(&walk));
    }
}

#[test]
fn the_box_walks_up_and_down_ramps_and_slides_on_steep_ones() {
    for hz in RATES {
        for slope_deg in [15.0, 30.0, 45.0] {
            let walk = boxed(
                ramp(slope_deg),
                DVec3::new(0.0, 0.5, 3.0),
                Tuning::default(),
                hz,
            );
            let up = walk.stand(0.1).forward(4.0);
            let (sin, _) = sin_cos_deg(slope_deg);
            let rise = up.position().y - 0.5;
            assert!(rise > 15.0 * sin, "{hz} Hz, {slope_deg}: {rise} m up");
            let walked = up.states.len();
            let down = up.facing(180.0).forward(5.0);
            let in_the_air = down.states[walked..]
                .iter()
                .filter(|state| state.ground.name() != "floor");
            assert_eq!(in_the_air.count(), 0, "{hz} Hz, {slope_deg}");
            assert!(
                (down.position().y - 0.5).abs() < 1e-6,
                "{}",
                down.position()
            );
        }
    }
    let walk = boxed(
        ramp(60.0),
        DVec3::new(0.0, 20.0, -10.0),
        Tuning::default(),
        120,
    )
    .stand(0.5);
    assert_eq!(walk.ground(), "steep");
    let height = walk.position().y;
    assert!(walk.stand(0.2).position().y < height - 0.3);
}

#[test]
fn the_box_follows_the_ground_down_small_drops() {
    let mut shapes = floor();
    add_block(
        &mut shapes,
        DVec3::new(0.0, 0.05, 0.0),
        DVec3::new(4.0, 0.1, 4.0),
    );
    let walk = boxed(shapes, DVec3::Y * 0.6, upright(), 120)
        .stand(0.1)
        .forward(2.0);
    assert!(
        walk.states
            .iter()
            .skip(12)
            .all(|state| state.ground.name() == "floor")
    );
    assert!((walk.position().y - 0.5).abs() < 1e-9 && walk.position().z < -4.0);
}

/// Two walls with a passage of `width` between them along -Z, from z = -3 to -9, rotated about Y by
/// `turn_deg` around its mouth.
fn passage(width: f64, turn_deg: f64) -> Shapes {
    let mut shapes = floor();
    let (sin, cos) = sin_cos_deg(turn_deg);
    for side in [-1.0, 1.0] {
        let (right, ahead) = (side * (width * 0.5 + 1.0), -3.0);
        let center = DVec3::new(
            right * cos + ahead * sin,
            1.0,
            ahead * cos - right * sin - 3.0,
        );
        add_box(
            &mut shapes,
            center,
            DVec3::Y * turn_deg,
            DVec3::new(2.0, 2.0, 6.0),
        );
    }
    shapes
}

#[test]
fn a_turning_box_fits_through_an_oblique_passage_and_a_fixed_box_does_not() {
    // 1.2 m for a box of 1 m, at 45 degrees: a fixed box is √2 m wide there.
    let far = |tuning, turn_deg: f64| {
        let (sin, cos) = sin_cos_deg(turn_deg);
        let start = DVec3::new(2.0 * sin, 0.5, 2.0 * cos - 3.0);
        let walk = boxed(passage(1.2, turn_deg), start, tuning, 120)
            .facing(turn_deg)
            .forward(3.0);
        (start - walk.position()).dot(DVec3::new(sin, 0.0, cos))
    };
    assert!(far(Tuning::default(), 45.0) > 10.0);
    assert!(far(upright(), 45.0) < 3.0);
    assert!(far(upright(), 0.0) > 10.0);
    // A box that turns with the view does not enter a straight passage while it faces 45 degrees.
    let sideways = |tuning| {
        let start = DVec3::new(0.0, 0.5, -2.0);
        let walk = boxed(passage(1.2, 0.0), start, tuning, 120)
            .facing(45.0)
            .forward(4.0);
        walk.position().z
    };
    assert!(sideways(Tuning::default()) > -3.0);
}

#[test]
fn turning_beside_a_wall_pushes_the_box_away() {
    let walk = boxed(
        fence(-5..5),
        DVec3::new(0.0, 0.5, -2.46),
        Tuning::default(),
        120,
    );
    let walk = walk.stand(0.1).facing(45.0).stand(0.1);
    let expected = 0.5_f64.sqrt() - 2.96;
    let at = walk.position();
    assert!((at.z - expected).abs() < 1e-9, "{at}");
    let mut walk = walk;
    walk.states.drain(..13);
    assert!(deepest(&walk) < 1e-9, "{}", deepest(&walk));
}

#[test]
fn contacts_are_reported_with_points_and_normals() {
    let walk = boxed(
        fence(-5..5),
        DVec3::new(1.0, 0.5, 0.0),
        Tuning::default(),
        120,
    )
    .forward(1.5);
    let touching = walk.sim.contacts().touching();
    let fences: Vec<_> = touching
        .iter()
        .filter(|touch| touch.normal == DVec3::Z)
        .collect();
    // In front of the seam at x = 1 it touches two panels, and one or two triangles of the floor.
    assert_eq!(fences.len(), 2, "{touching:?}");
    assert!(
        fences
            .iter()
            .all(|touch| (touch.point.z + 2.96).abs() < 1e-12)
    );
    let floors = touching
        .iter()
        .filter(|touch| touch.normal == DVec3::Y)
        .count();
    assert_eq!(floors + fences.len(), touching.len(), "{touching:?}");
    assert!(floors > 0);
}

#[test]
fn no_walker_leaves_the_courtyard_and_none_is_thrown() {
    for tuning in [Tuning::default(), upright()] {
        let level = shipped_level("courtyard");
        let sim = Sim::new(level.world, tuning, level.rules, Sim::DEFAULT_HZ);
        let mut walk = Walk::start(sim).controller(Controller::Boxed).on_foot();
        for turn in 0..90 {
            // Multiples of 137.5 degrees hardly repeat a direction.
            walk = walk.facing(f64::from(turn) * 137.5).stand(0.1).forward(3.0);
            if turn % 3 == 0 {
                walk = walk.jump(0.3);
            }
            let position = walk.position();
            assert!(
                position.x.abs() < 24.0 && position.z.abs() < 24.0,
                "over the wall at {position}"
            );
            assert!(position.y > 0.4, "through the ground at {position}");
        }
        // Only a turn may push the corners of the box out, from 0.5 m to half a diagonal.
        let most = if tuning.box_turns {
            0.5_f64.sqrt() - 0.5
        } else {
            0.0
        };
        for pair in walk.states.windows(2) {
            let speed = pair[0].velocity.length().max(pair[1].velocity.length());
            let mut way = pair[1].position - pair[0].position;
            if pair[1].ground.stands() && way.y >= -tuning.snap_distance - speed / 120.0 {
                // It has followed the ground down, from where its speed has led.
                way.y = way.y.max(0.0);
            }
            let thrown = way.length() - speed / 120.0;
            assert!(thrown < most + 1e-3, "by {thrown} to {}", pair[1].position);
        }
        assert!(deepest(&walk) < 1e-9, "{}", deepest(&walk));
    }
}

#[test]
fn a_kerb_of_five_centimetres_stops_the_box() {
    let mut shapes = floor();
    add_block(
        &mut shapes,
        DVec3::new(0.0, 0.0, -4.0),
        DVec3::new(8.0, 0.1, 2.0),
    );
    let walk = boxed(shapes, STANDING, upright(), 120).forward(2.0);
    let at = walk.position();
    assert!((at - DVec3::new(0.0, 0.5, -2.5)).length() < 1e-9, "{at}");
}

#[test]
fn a_box_flatter_than_its_fall_per_tick_goes_through_the_floor() {
    // After a fall of 8 m the speed is √320 m/s: 0.15 m per tick, three times the box's half
    // height.
    let flat = Tuning {
        box_half_extents: Some(DVec3::new(0.5, 0.02, 0.5)),
        ..Tuning::default()
    };
    let fall = |tuning| {
        boxed(floor(), DVec3::Y * 8.0, tuning, 120)
            .stand(1.5)
            .position()
            .y
    };
    assert!(fall(flat) < -1.0, "{}", fall(flat));
    assert!((fall(Tuning::default()) - 0.5).abs() < 1e-9);
}
