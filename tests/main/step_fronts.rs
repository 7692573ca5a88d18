//! Steps whose front is rounded, leans back or overhangs: whether a walker climbs one follows from its geometry, never from the
//! speed or the tick rate. The soak family `fronts` compares random flights with a body that is placed along them.

mod boards;

use crate::support::{Shapes, Walk, add_quad, cases, floor, swept_sim};
use sidle::geometry::angle::BinaryAngle;
use sidle::glam::{DVec2, DVec3};
use sidle::player::{Axis, BodyShape, Command, Controller, Event, PlayerState, Tuning};

const RATES: [u32; 6] = [20, 30, 60, 120, 240, 360];

const SPEEDS: [f64; 5] = [0.2, 1.0, 2.0, 5.0, 30.0];

/// The body, its radius, and how high a step is.
pub(super) const BODIES: [(BodyShape, f64, f64); 7] = [
    (BodyShape::Sphere, 0.5, 0.3),
    (BodyShape::Sphere, 0.3, 0.35),
    (BodyShape::Capsule, 0.3, 0.2),
    (BodyShape::Capsule, 0.3, 0.33),
    (BodyShape::Capsule, 0.1, 0.3),
    (BodyShape::Box, 0.3, 0.2),
    (BodyShape::Box, 0.3, 0.33),
];

/// How many sweeps a tick needs at most to refuse a step. More: a walker along a rim costs far more than one on the floor.
const MAX_SWEEPS: usize = 80;

/// Where the fronts begin.
pub(super) const FOOT: f64 = -1.0;

/// A floor with a step whose front has this outline, ahead and up from its foot.
pub(super) fn step(outline: &[DVec2]) -> Shapes {
    let mut shapes = floor();
    let at = |place: DVec2, side: f64| {
        let corner = DVec3::new(side * 8.0, place.y, FOOT - place.x);
        corner.as_vec3().to_array()
    };
    let top = outline[outline.len() - 1];
    let tread = [top, top + DVec2::X * 80.0];
    for pair in outline.windows(2).chain([&tread[..]]) {
        let (a, b) = (pair[0], pair[1]);
        add_quad(
            &mut shapes,
            [at(a, -1.0), at(a, 1.0), at(b, 1.0), at(b, -1.0)],
        );
    }
    shapes
}

/// An upright front whose edge is an arc of `radius` with `facets`.
fn rounded(height: f64, radius: f64, facets: u32) -> Vec<DVec2> {
    let arc = (0..=facets).map(|facet| {
        let (sin, cos) =
            sidle::geometry::angle::sin_cos_deg(90.0 * f64::from(facet) / f64::from(facets));
        DVec2::new(radius * (1.0 - cos), height - radius * (1.0 - sin))
    });
    let is_low = radius < height;
    is_low
        .then_some(DVec2::ZERO)
        .into_iter()
        .chain(arc)
        .collect()
}

/// A front that leans back by `lean_deg` from upright.
pub(super) fn leaning(height: f64, lean_deg: f64) -> Vec<DVec2> {
    let (sin, cos) = sidle::geometry::angle::sin_cos_deg(lean_deg);
    vec![DVec2::ZERO, DVec2::new(height * sin / cos, height)]
}

pub(super) fn tuning((body, radius, height): (BodyShape, f64, f64), walk_speed: f64) -> Tuning {
    Tuning {
        body,
        radius,
        walk_speed,
        ground_accel: f64::INFINITY,
        snap_distance: height + 0.02,
        ..Tuning::default()
    }
}

/// A walker that has pressed against the step for long enough to be on top of it.
fn climb(outline: &[DVec2], tuning: Tuning, hz: u32, phase: f64) -> Walk {
    let before = 0.02 + phase * 0.05;
    let overhang = outline.iter().map(|place| -place.x).fold(0.0, f64::max);
    let start = DVec3::new(
        0.0,
        tuning.radius + 1e-4,
        FOOT + overhang + tuning.radius + before,
    );
    let walk = Walk::tuned(step(outline), start, tuning, hz).controller(Controller::Swept);
    let depth = outline[outline.len() - 1].x.max(0.0);
    let ticks = 4.0 / f64::from(hz);
    walk.stand(0.05)
        .forward((before + overhang + tuning.radius * 1.8 + depth) / tuning.walk_speed + ticks)
}

fn feet(walk: &Walk) -> f64 {
    walk.position().y - walk.sim.tuning().radius
}

/// All fronts of a step that is climbed, with their names.
pub(super) fn fronts(height: f64) -> Vec<(String, Vec<DVec2>)> {
    let mut fronts = Vec::new();
    for (radius, facets) in [
        (0.02, 1),
        (0.02, 4),
        (0.05, 12),
        (0.1, 2),
        (height, 3),
        (height, 8),
    ] {
        fronts.push((
            format!("rounded by {radius} m in {facets}"),
            rounded(height, radius, facets),
        ));
    }
    for lean in [-20.0, 2.0, 4.0, 10.0, 20.0, 35.0] {
        fronts.push((format!("leaning by {lean} degrees"), leaning(height, lean)));
    }
    fronts
}

#[test]
fn a_walker_climbs_a_step_with_any_front_at_every_speed_and_tick_rate_and_comes_down_on_the_ground()
{
    let mut wrong = Vec::new();
    for body in BODIES {
        for (name, front) in fronts(body.2) {
            for speed in SPEEDS {
                for hz in RATES {
                    for phase in 0..cases(1, 8) {
                        let phase = phase as f64 / 8.0 + speed * 0.013 + f64::from(hz) * 0.0007;
                        let walk = climb(&front, tuning(body, speed), hz, phase % 1.0);
                        let case = format!("{body:?}, {name}, {speed} m/s, {hz} Hz");
                        if (feet(&walk) - body.2).abs() > 2e-3 {
                            wrong.push(format!("{case}: feet at {}", feet(&walk)));
                            continue;
                        }
                        assert!(
                            walk.worst_overlap < 1e-9,
                            "{case}: {} m deep",
                            walk.worst_overlap
                        );
                        let back = (FOOT - walk.position().z + body.1 * 2.0) / speed + 0.1;
                        let top = walk.states.len();
                        let walk = walk.facing(180.0).forward(back);
                        let in_the_air = walk.states[top..]
                            .iter()
                            .filter(|state| !state.ground.stands());
                        let in_the_air = in_the_air.count();
                        if in_the_air > 0 || feet(&walk) > 2e-3 {
                            wrong.push(format!(
                                "{case}: {in_the_air} ticks in the air, feet at {}",
                                feet(&walk)
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(40)]
    );
}

/// How far ahead a tick leads at least that goes up a step; metres.
const LEAST_STEP: f64 = 1e-3;

#[test]
fn a_tick_at_a_step_leads_farther_than_asked_by_no_more_than_its_depth_and_a_quarter_of_the_radius()
{
    let mut most = 0.0_f64;
    for body in BODIES {
        for (name, front) in fronts(body.2) {
            let places = || front.iter().map(|place| place.x);
            let depth = places().fold(0.0, f64::max) - places().fold(0.0, f64::min);
            for speed in SPEEDS {
                let tuning = tuning(body, speed);
                let (slope_sin, _) = sidle::geometry::angle::sin_cos_deg(tuning.max_slope_deg);
                let allowed = depth + tuning.radius * (1.0 - slope_sin);
                for hz in RATES {
                    let asked = f64::max(speed / f64::from(hz), LEAST_STEP);
                    for phase in 0..cases(1, 8) {
                        let phase = (phase as f64 / 8.0 + speed * 0.013) % 1.0;
                        let walk = climb(&front, tuning, hz, phase);
                        let excess = |pair: &[PlayerState]| {
                            f64::max(pair[0].position.z - pair[1].position.z - asked, 0.0)
                        };
                        let excess = walk.states.windows(2).map(excess).fold(0.0, f64::max);
                        most = most.max(excess / allowed);
                        let case = format!("{body:?}, {name}, {speed} m/s, {hz} Hz");
                        assert!(excess <= allowed, "{case}: {excess} m of {allowed} m");
                    }
                }
            }
        }
    }
    assert!(most > 0.5, "the bound is loose: {most}");
}

#[test]
fn a_walker_rests_before_a_front_that_rises_above_the_step_height() {
    for body in BODIES {
        let leans = [-20.0, 0.0, 4.0, 20.0, 35.0].map(|lean| leaning(0.352, lean));
        // The upper part of an arc can be walked on, so a tread begins where the arc does.
        let arcs =
            [(0.02, 4), (0.05, 12)].map(|(radius, facets)| rounded(0.352 + radius, radius, facets));
        for (number, front) in leans.into_iter().chain(arcs).enumerate() {
            for speed in SPEEDS {
                for hz in [20, 60, 240] {
                    let walk = climb(&front, tuning(body, speed), hz, 0.5);
                    let case = format!("{body:?}, front {number}, {speed} m/s, {hz} Hz");
                    let highest = walk.states.iter().map(|state| state.position.y);
                    let highest = highest.fold(f64::MIN, f64::max) - body.1;
                    assert!(highest < 1e-3, "{case}: feet at {highest}");
                    let place = walk.position();
                    let walk = walk.forward(3.0 / f64::from(hz));
                    let moved = walk.position().distance(place);
                    assert!(moved < 1e-6, "{case}: moves by {moved}");
                }
            }
        }
    }
}

/// Steps one behind the other, each with the outline of its front, and treads of this length between them.
fn flight(fronts: &[Vec<DVec2>], tread: f64) -> Vec<DVec2> {
    let (mut outline, mut foot) = (Vec::new(), DVec2::ZERO);
    for front in fronts {
        outline.extend(front.iter().map(|place| foot + *place));
        foot = outline[outline.len() - 1] + DVec2::X * tread;
    }
    outline.dedup();
    outline
}

#[test]
fn whoever_runs_over_a_rounded_edge_climbs_no_step_behind_it_that_is_too_high() {
    // A run over the edge leads into the air, from where the next edge is lower.
    for upper in [0.351, 0.36] {
        let outline = flight(
            &[rounded(0.34, 0.02, 4), vec![DVec2::ZERO, DVec2::Y * upper]],
            0.4,
        );
        for (speed, hz) in SPEEDS.iter().flat_map(|speed| RATES.map(|hz| (*speed, hz))) {
            for phase in 0..cases(2, 16) {
                let body = (BodyShape::Capsule, 0.49, 0.35);
                let start = 0.6 + phase as f64 * 0.011 + speed * 0.013;
                let start = DVec3::new(0.0, 0.4901, FOOT + start);
                let walk = Walk::tuned(step(&outline), start, tuning(body, speed), hz);
                let walk = walk.controller(Controller::Swept).stand(0.05);
                let walk = walk.forward(2.0 / speed + 4.0 / f64::from(hz));
                let highest = walk.states.iter().filter(|state| state.ground.stands());
                let highest = highest
                    .map(|state| state.position.y - 0.49)
                    .fold(0.0, f64::max);
                assert!(highest < 0.343, "{upper}, {speed} m/s, {hz} Hz: {highest}");
            }
        }
    }
}

#[test]
fn a_large_body_rolls_down_steep_stairs_with_rounded_edges_on_the_ground() {
    let outline = flight(&[0; 4].map(|_| rounded(0.32, 0.02, 6)), 0.204);
    let top = outline[outline.len() - 1];
    for hz in RATES {
        for speed in [1.0, 2.83, 6.0] {
            let body = (BodyShape::Capsule, 0.7175, 0.587);
            let start = DVec3::new(0.0, top.y + 0.7176, FOOT - top.x - 0.3);
            let tuning = Tuning {
                height: 1.93,
                step_height: 0.587,
                ..tuning(body, speed)
            };
            let walk = Walk::tuned(step(&outline), start, tuning, hz);
            let walk = walk.controller(Controller::Swept).stand(0.05);
            let walk = walk.facing(180.0).forward(4.0 / speed);
            let in_air = walk.states.iter().filter(|state| !state.ground.stands());
            assert_eq!(in_air.count(), 0, "{speed} m/s, {hz} Hz");
            assert!(feet(&walk) < 1e-3, "{speed} m/s, {hz} Hz: {}", feet(&walk));
        }
    }
}

#[test]
fn a_turned_box_follows_the_upright_front_of_a_high_step_down_with_its_edge() {
    // Below the rounding, an edge of the body goes down along the front, over whose faces it never is.
    for (height, radius, hz) in [(0.5396, 0.2449, 240), (0.45, 0.3, 60), (0.6, 0.25, 30)] {
        let outline = flight(&[0; 3].map(|_| rounded(height, 0.02, 7)), 0.306);
        let top = outline[outline.len() - 1];
        for slant in [3.0, 6.0, 20.0, 45.0] {
            let tuning = Tuning {
                step_height: height,
                ..tuning((BodyShape::Box, radius, height), 1.93)
            };
            let start = DVec3::new(0.0, top.y + radius + 1e-4, FOOT - top.x - 0.3);
            let walk = Walk::tuned(step(&outline), start, tuning, hz);
            let walk = walk.controller(Controller::Swept).stand(0.05);
            let walk = walk.facing(180.0 + slant).forward(2.0);
            let in_air = walk.states.iter().filter(|state| !state.ground.stands());
            let case = format!("{height} m, {radius} m, {hz} Hz, {slant} degrees");
            assert_eq!(in_air.count(), 0, "{case}");
            assert!(feet(&walk) < 1e-3, "{case}: {}", feet(&walk));
        }
    }
}

/// Steps of `height` with a chamfer up to `foot`, whose treads are `tread` metres deep and rise ahead by `tilt_deg`, and then level
/// ground.
fn tilted_flight(height: f64, foot: DVec2, tread: f64, tilt_deg: f64, steps: u32) -> Vec<DVec2> {
    let (sin, cos) = sidle::geometry::angle::sin_cos_deg(tilt_deg);
    let mut outline = vec![DVec2::ZERO];
    for step in 1..=steps {
        let start = outline[outline.len() - 1];
        outline.push(start + foot);
        outline.push(start + DVec2::new(foot.x, height));
        if step < steps {
            outline.push(start + DVec2::new(foot.x + tread, height + tread * sin / cos));
        }
    }
    outline.dedup();
    outline
}

#[test]
fn a_runner_up_a_tilted_tread_climbs_the_step_behind_it_from_where_that_stops_it() {
    // The next edge is higher than a step above the place where the tick begins.
    let outline = tilted_flight(0.1098, DVec2::new(0.0446, 0.0308), 0.5384, 7.138, 3);
    let (top, hz, speed) = (outline[outline.len() - 1], 39, 10.1877);
    for phase in 0..60 {
        let start = 0.3321 + f64::from(phase) * 0.0044;
        let tuning = Tuning {
            step_height: 0.137_816,
            ..tuning((BodyShape::Sphere, 0.192_943, 0.14), speed)
        };
        let start = DVec3::new(0.0, tuning.radius + 1e-4, FOOT + start);
        let walk = Walk::tuned(step(&outline), start, tuning, hz);
        let walk = walk.controller(Controller::Swept).stand(0.05);
        let walk = walk.forward(5.0 / speed);
        let feet = feet(&walk);
        assert!((feet - top.y).abs() < 2e-3, "phase {phase}: {feet}");
    }
}

#[test]
fn a_runner_whom_the_edge_of_a_tilted_tread_turns_up_stays_on_the_ground_of_stairs_that_go_down() {
    for (tilt, radius) in [(-4.8, 0.3), (-15.0, 0.06), (12.0, 0.3), (-10.0, 0.17)] {
        let outline = tilted_flight(0.2, DVec2::new(0.03, 0.05), 0.45, tilt, 4);
        let top = outline[outline.len() - 1];
        for (hz, speed) in [(20, 10.0), (20, 23.7), (30, 20.0), (60, 27.0)] {
            for phase in 0..cases(8, 40) {
                let body = (BodyShape::Capsule, radius, 0.35);
                let behind = 0.3 + phase as f64 * 0.1;
                let start = DVec3::new(0.0, top.y + radius + 1e-4, FOOT - top.x - behind);
                let walk = Walk::tuned(step(&outline), start, tuning(body, speed), hz);
                let walk = walk.controller(Controller::Swept).stand(0.05);
                let walk = walk.facing(180.0).forward(6.0 / speed);
                let case = format!("{tilt} degrees, {radius} m, {speed} m/s, {hz} Hz, {behind} m");
                let in_air = walk.states.iter().filter(|state| !state.ground.stands());
                assert_eq!(in_air.count(), 0, "{case}");
                assert!(feet(&walk) < 2e-3, "{case}: {}", feet(&walk));
            }
        }
    }
}

#[test]
fn a_runner_whom_the_edge_of_a_tread_turns_up_flies_onto_no_step_that_is_too_high() {
    // On these treads, which rise ahead, the next step is higher than one from where it stops a runner.
    for (radius, tilt) in [(0.1879, 2.75), (0.25, 3.5), (0.12, 4.5)] {
        let (height, tread) = (0.132, 0.279);
        let outline = tilted_flight(height, DVec2::ZERO, tread, tilt, 3);
        for (speed, hz) in [(16.56, 20), (12.0, 20), (25.0, 30), (30.0, 60)] {
            for (number, slant) in [0.0, 30.0, 44.8, 60.0].into_iter().enumerate() {
                for phase in 0..cases(12, 100) {
                    let tuning = Tuning {
                        step_height: 0.134_187,
                        ..tuning((BodyShape::Sphere, radius, 0.134), speed)
                    };
                    let before = radius + 0.08 + phase as f64 * 0.011 + number as f64 * 0.003;
                    let start = DVec3::new(0.0, radius + 1e-4, FOOT + before);
                    let walk = Walk::tuned(step(&outline), start, tuning, hz);
                    let walk = walk.controller(Controller::Swept).stand(0.05);
                    let walk = walk.facing(slant).forward(0.25);
                    let standing = walk.states.iter().filter(|state| state.ground.stands());
                    let highest = standing.map(|state| state.position.y - radius);
                    let highest = highest.fold(0.0, f64::max);
                    let case =
                        format!("{radius} m, {tilt}, {speed} m/s, {hz} Hz, {slant}, {before} m");
                    assert!(highest < height * 1.5, "{case}: {highest}");
                }
            }
        }
    }
}

#[test]
fn a_rim_that_is_a_little_too_high_is_refused_with_few_sweeps() {
    // As that of a fountain: an edge just above the height of a step, a chamfer, a top, and lower ground behind.
    let (edge, height) = (0.36, 0.42);
    let chamfer = DVec2::new(height - edge, height);
    let top = DVec2::new(0.4, height);
    let outline = [
        DVec2::ZERO,
        DVec2::Y * edge,
        chamfer,
        top,
        DVec2::new(0.4, 0.26),
    ];
    for (body, radius) in [(BodyShape::Sphere, 0.5), (BodyShape::Capsule, 0.3)] {
        let tuning = tuning((body, radius, 0.35), 5.0);
        let start = DVec3::new(0.0, radius + 1e-4, FOOT + radius + 0.05);
        let mut sim = swept_sim(step(&outline).world(), tuning, start, 60);
        sim.set_tracing(true);
        let command = Command {
            forward: Axis::new(1.0),
            yaw: BinaryAngle::from_degrees(20.0),
            controller: Controller::Swept,
            ..Command::default()
        };
        for _ in 0..60 {
            sim.tick(&command);
            let events = sim.trace().events().iter();
            let sweeps = events.filter(|event| matches!(event, Event::Sweep { .. }));
            let sweeps = sweeps.count();
            assert!(sweeps <= MAX_SWEEPS, "{body:?}: {sweeps} sweeps");
        }
        let feet = sim.player().position.y - radius;
        assert!(feet < 1e-3, "{body:?}: {feet}");
    }
}
