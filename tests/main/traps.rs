//! A walker that presses on into a gap, into a wedge or up a ramp under a ceiling comes to rest or moves on. When it rests, so does
//! its reported velocity. The soak family `traps` tries random ones.

use crate::support::{Shapes, Walk, add_box, add_quad, cases, floor};
use sidle::geometry::Triangle;
use sidle::glam::{DVec3, Vec3};
use sidle::player::{BodyShape, Controller, Tuning};

/// The tick rates, and how long a player presses; seconds.
const RATES: [u32; 4] = [30, 60, 120, 360];
const PRESS: f64 = 2.0;

/// The greatest way of a body at rest in one tick; metres.
const STILL: f64 = 1e-6;

fn body(shape: BodyShape, radius: f64, ground_accel: f64) -> Tuning {
    Tuning {
        body: shape,
        radius,
        ground_accel,
        ..Tuning::default()
    }
}

/// Presses ahead from `start`, and says who neither rests nor moves on straight.
fn press(
    trap: fn() -> Shapes,
    tuning: Tuning,
    start: DVec3,
    yaw_deg: f64,
    hz: u32,
) -> Option<String> {
    let walk = Walk::tuned(trap(), start, tuning, hz).controller(Controller::Swept);
    let walk = walk.facing(yaw_deg).forward(PRESS);
    let pressed = walk.states.len();
    let walk = walk.forward(8.0 / f64::from(hz));
    let watched = &walk.states[pressed - 1..];
    let way = watched
        .windows(2)
        .map(|pair| pair[1].position.distance(pair[0].position))
        .fold(0.0, f64::max);
    let speed = watched
        .iter()
        .map(|state| state.velocity.length())
        .fold(0.0, f64::max);
    let rests = way < STILL && speed < STILL * f64::from(hz);
    let gone = watched[0]
        .position
        .distance(watched[watched.len() - 1].position);
    let moves_on = way >= STILL && gone > way * 0.9 * (watched.len() - 1) as f64;
    (!rests && !moves_on).then(|| {
        format!(
            "{:?} from {start} at {yaw_deg} degrees and {hz} Hz: {way} m, {speed} m/s",
            tuning.body
        )
    })
}

/// Presses into `trap` with several bodies at all rates.
fn all_rest_or_move_on(trap: fn() -> Shapes, yaws: &[f64]) {
    let mut wrong = Vec::new();
    for (shape, radius) in [
        (BodyShape::Capsule, 0.3),
        (BodyShape::Sphere, 0.5),
        (BodyShape::Box, 0.3),
    ] {
        for accel in [60.0, f64::INFINITY] {
            for hz in RATES {
                for yaw in yaws {
                    let count = cases(3, 40);
                    for number in 0..count {
                        let aside = (number as f64 / count as f64 - 0.4) * 0.15;
                        let start = DVec3::new(aside, radius + 1e-4, -1.0 + aside * 0.3);
                        let tuning = body(shape, radius, accel);
                        wrong.extend(press(trap, tuning, start, *yaw, hz));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

fn two_posts() -> Shapes {
    let mut shapes = floor();
    for side in [-1.0, 1.0] {
        let center = DVec3::new(side * 0.1 + side * 0.29, 1.0, -3.5);
        add_box(
            &mut shapes,
            center,
            DVec3::Y * 45.0,
            DVec3::new(0.4, 2.0, 0.4),
        );
    }
    shapes
}

fn ramp_below_a_ceiling() -> Shapes {
    let mut shapes = floor();
    let slab = DVec3::new(12.0, 0.1, 12.0);
    let ceiling = DVec3::new(0.0, 2.6, -2.0);
    add_box(
        &mut shapes,
        DVec3::Z * -2.0,
        DVec3::new(45.0, 8.0, 0.0),
        slab,
    );
    add_box(&mut shapes, ceiling, DVec3::new(-50.0, 3.0, 0.0), slab);
    shapes
}

/// One slope that can just be walked on, and one that is a little too steep, nearly parallel to it.
fn two_slopes() -> Shapes {
    let mut shapes = floor();
    let slab = DVec3::new(10.0, 0.1, 10.0);
    add_box(
        &mut shapes,
        DVec3::Z * -2.0,
        DVec3::new(50.0, -3.0, 0.0),
        slab,
    );
    add_box(
        &mut shapes,
        DVec3::Z * -2.03,
        DVec3::new(50.5, 6.0, 0.0),
        slab,
    );
    shapes
}

/// A slope of 50 degrees, the limit, which a slab of triangles that is a little steeper crosses at 60 degrees.
fn two_slopes_that_cross() -> Shapes {
    let mut shapes = floor();
    let slab = DVec3::new(5.0, 0.05, 5.0);
    let center = DVec3::new(0.029_794_574, -0.032_139_38, -1.323_048_115);
    add_box(&mut shapes, center, DVec3::new(50.0, -51.0, 0.0), slab);
    let low = [[-4.4021, -3.1121, 3.2777], [5.4992, -3.1121, 1.8765]];
    let high = [[4.3936, 3.0326, -5.9357], [-5.5077, 3.0326, -4.5345]];
    let top = [[-4.3936, -3.0326, 3.3378], [5.5077, -3.0326, 1.9366]];
    add_quad(&mut shapes, [low[0], low[1], top[1], top[0]]);
    add_quad(&mut shapes, [top[0], top[1], high[0], high[1]]);
    shapes
}

#[test]
fn whoever_presses_into_the_gap_of_two_posts_rests_or_moves_on() {
    all_rest_or_move_on(two_posts, &[0.0, 5.0]);
}

#[test]
fn whoever_presses_uphill_under_a_ceiling_that_comes_down_rests_or_moves_on() {
    all_rest_or_move_on(ramp_below_a_ceiling, &[0.0, 5.0]);
}

#[test]
fn whoever_presses_on_between_two_slopes_about_the_limit_rests_or_moves_on() {
    tremble_nowhere(two_slopes, 0.5, 5.0, DVec3::new(0.1, 0.5001, -0.2));
    tremble_nowhere(two_slopes_that_cross, 0.3, 4.1, DVec3::Y * 0.3001);
}

/// Presses ahead from `start` with a sphere. A walker that finds its way up is no longer in the trap, so only what trembles
/// counts.
fn tremble_nowhere(trap: fn() -> Shapes, radius: f64, walk_speed: f64, start: DVec3) {
    for hz in [30, 60, 75, 120, 360] {
        let tuning = Tuning {
            walk_speed,
            ..body(BodyShape::Sphere, radius, 60.0)
        };
        let walk = Walk::tuned(trap(), start, tuning, hz).controller(Controller::Swept);
        let walk = walk.forward(PRESS);
        let back = walk.states.windows(2).filter(|pair| {
            let way = pair[1].position - pair[0].position;
            way.z > STILL && pair[1].ground.stands()
        });
        let back = back.count();
        assert!(
            back <= 1,
            "{start} at {walk_speed} m/s, {hz} Hz: goes back {back} times"
        );
    }
}

/// Three scraps of a mesh: a slope that ends at an edge, one that stands behind that edge like a wall, and one that leans over
/// both.
fn edge_before_a_wall() -> Shapes {
    let mut shapes = floor();
    let slope = [
        [-1.218_450_2, 0.148_392_59, -2.179_762],
        [0.051_695_384, 0.023_832_154, -1.783_269_5],
        [-0.378_308_68, -0.293_041_62, -1.400_589_7],
    ];
    let wall = [
        [-0.788_991_3, 0.829_178_4, -2.839_5],
        [-1.607_205_3, 0.671_709_9, -2.081_234],
        [-0.197_139_68, 0.828_023_85, -3.002_858_2],
    ];
    let leaning = [
        [-0.454_997_27, 1.032_114, -1.516_356_2],
        [-1.209_344_7, 0.657_036_66, -0.682_504_06],
        [-2.212_851_8, 1.241_670_8, -1.974_005_5],
    ];
    for scrap in [leaning, wall, slope] {
        let scrap = Triangle::new(scrap.map(Vec3::from_array));
        shapes.triangles.push(scrap.expect("a face with an area"));
    }
    shapes
}

#[test]
fn whoever_a_wall_leads_aside_over_an_edge_is_not_thrown_up_and_comes_to_rest() {
    for (hz, yaw_deg, ground_accel) in [
        (30, 34.130_197_686_320_884, 60.0),
        (30, 34.630_197_686_320_884, 60.0),
        (30, 34.630_197_686_320_884, 20.0),
        (30, 35.130_197_686_320_884, 60.0),
        (60, 34.130_197_686_320_884, 20.0),
        (60, 36.130_197_686_320_884, 60.0),
        (90, 35.130_197_686_320_884, 60.0),
        (144, 34.630_197_686_320_884, 60.0),
    ] {
        let tuning = Tuning {
            walk_speed: 4.701_889_469_345_864,
            ..body(BodyShape::Capsule, 0.4, ground_accel)
        };
        let start = DVec3::Y * 0.4001;
        let walk = Walk::tuned(edge_before_a_wall(), start, tuning, hz);
        let walk = walk.controller(Controller::Swept).facing(yaw_deg);
        let walk = walk.forward(PRESS * 2.0).forward(24.0 / f64::from(hz));
        let last = &walk.states[walk.states.len() - 25..];
        let ways = last
            .windows(2)
            .map(|pair| pair[1].position.distance(pair[0].position));
        let (path, gone) = (
            ways.sum::<f64>(),
            last[24].position.distance(last[0].position),
        );
        assert!(
            path < STILL * 24.0 || gone > path * 0.5,
            "{yaw_deg} degrees, {ground_accel} m/s², {hz} Hz: {path} m, and {gone} m away"
        );
    }
}
