//! The same walks with every controller.

use crate::support::{RATES, Shapes, Walk, add_block, add_quad, add_sheet, floor, shipped_level};
use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::{Controller, Tuning};
use sidle::sim::Sim;
use sidle::tolerance::CONTACT_GAP;

/// At rest on the floor.
const STANDING: DVec3 = DVec3::new(0.0, 0.5, 0.0);

/// Runs the same walk with every controller at every tick rate. `check` gets the name of the case.
fn every_walk(
    shapes: &Shapes,
    from: DVec3,
    walk: impl Fn(Walk) -> Walk,
    check: impl Fn(&str, &Walk),
) {
    for (name, controller) in Controller::NAMES {
        for hz in RATES {
            let start = Walk::tuned(shapes.clone(), from, Tuning::default(), hz);
            let walked = walk(start.controller(controller));
            check(&format!("{name} at {hz} Hz"), &walked);
        }
    }
}

#[test]
fn a_fall_ends_standing_on_the_floor() {
    let walk = |walk: Walk| walk.stand(2.0);
    every_walk(&floor(), DVec3::Y * 20.0, walk, |case, walk| {
        let height = walk.position().y;
        assert!((height - 0.5).abs() < 1e-4, "{case}: {height}");
        assert_eq!(walk.ground(), "floor", "{case}");
        assert_eq!(walk.velocity(), DVec3::ZERO, "{case}");
    });
}

#[test]
fn a_jump_is_as_high_as_the_formula_and_ends_where_it_began() {
    let walk = |walk: Walk| walk.stand(0.1).jump(0.9);
    every_walk(&floor(), STANDING, walk, |case, walk| {
        let top = walk
            .states
            .iter()
            .map(|state| state.position.y)
            .fold(0.0, f64::max);
        // 6.5² / 40 m; the top may lie between two ticks.
        assert!((top - 0.5 - 1.05625).abs() < 2e-3, "{case}: {top}");
        let at = walk.position();
        assert!((at - STANDING).length() < 1e-4, "{case}: {at}");
    });
}

#[test]
fn a_walker_slides_along_a_wall_of_many_triangles_at_the_tangential_speed() {
    let mut shapes = floor();
    let corner = DVec3::new(-20.0, 0.0, -3.0);
    add_sheet(&mut shapes, corner, DVec3::X * 40.0, DVec3::Y * 5.0, 40);
    let walk = |walk: Walk| walk.facing(-45.0).forward(1.5);
    every_walk(&shapes, STANDING, walk, |case, walk| {
        let expected = 5.0 * sin_cos_deg(45.0).0;
        let velocity = walk.velocity();
        assert!(
            (velocity.x / expected - 1.0).abs() < 1e-3,
            "{case}: {velocity}"
        );
        assert!(
            velocity.y.abs() < 1e-9 && velocity.z.abs() < 1e-9,
            "{case}: {velocity}"
        );
        assert!(walk.worst_overlap < 1e-9, "{case}: {}", walk.worst_overlap);
    });
}

#[test]
fn a_crate_as_high_as_the_body_stops_a_walker_who_walks_straight_at_it() {
    let mut shapes = floor();
    add_block(&mut shapes, DVec3::new(0.0, 0.5, -3.0), DVec3::splat(1.0));
    let walk = |walk: Walk| walk.forward(2.0);
    every_walk(&shapes, STANDING, walk, |case, walk| {
        let place = walk.position();
        assert!(
            (place - DVec3::new(0.0, 0.5, -2.0)).length() < 2e-4,
            "{case}: {place}"
        );
    });
}

#[test]
fn a_thin_wall_stops_a_walker_and_at_300_metres_per_second_only_the_swept_body() {
    let mut shapes = Shapes::default();
    for (z, x) in [(-5.0, 20.0), (-5.05, -20.0)] {
        let corners = [[-x, -20.0, z], [x, -20.0, z], [x, 20.0, z], [-x, 20.0, z]];
        add_quad(&mut shapes, corners);
    }
    for (name, controller) in Controller::NAMES {
        let end = |fly_speed| {
            let tuning = Tuning {
                fly_speed,
                ..Tuning::default()
            };
            let walk = Walk::tuned(shapes.clone(), DVec3::ZERO, tuning, 120);
            let walk = walk.controller(controller).fly().forward(0.5);
            walk.position().z
        };
        let (slow, fast) = (end(10.0), end(300.0));
        let sweeps = controller == Controller::Swept;
        let rests = |z: f64| (z + 4.5).abs() < if sweeps { CONTACT_GAP } else { 1e-9 };
        assert!(rests(slow), "{name}: {slow}");
        if sweeps {
            assert!(rests(fast), "{name}: {fast}");
        } else {
            // Without a sweep, 2.5 m per tick carry the whole body past both faces.
            assert!(fast < -100.0, "{name}: {fast}");
        }
    }
}

#[test]
fn the_shipped_pen_has_no_way_out_on_foot() {
    let middle = DVec3::new(15.0, 0.5, -18.0);
    for (name, controller) in Controller::NAMES {
        let mut level = shipped_level("courtyard");
        level.rules.spawn.position = middle;
        let sim = Sim::of_level(level, Sim::DEFAULT_HZ).0;
        let mut walk = Walk::start(sim).controller(controller).stand(0.2);
        for turn in 0..60 {
            walk = walk.facing(f64::from(turn) * 47.0).forward(1.5).jump(0.4);
            let at = walk.position();
            let away = (at - middle).abs();
            assert!(
                away.x < 3.0 && away.z < 3.0,
                "{name}: out of the pen at {at}"
            );
        }
    }
}
