//! The level `challenges`: each feat is done with the controller that its sign names, and swept does only its own.

use sidle::sim::Sim;

use super::{BOXED, CLASSIC, SWEPT, walker};
use crate::support::{Walk, shipped_level};

/// A walk through the level from `position` on, ahead along -Z.
fn ahead(controller: sidle::player::Controller, position: [f64; 3]) -> Walk {
    walker(shipped_level("challenges"), controller, position, 0.0)
}

#[test]
fn the_pad_throws_classic_through_the_wall_however_it_is_entered_and_swept_against_it() {
    // From in front, at a slant, from a side, and from behind, up to the moment at which the pad throws.
    let ways = [
        ([-8.6, 9.0], 0.0, 0.8),
        ([-7.5, 9.01], 0.0, 0.8),
        ([-8.0, 9.03], 0.0, 1.2),
        ([-6.6, 8.1], 25.0, 0.7),
        ([-4.9, 5.2], 90.0, 0.8),
        ([-11.1, 5.0], -90.0, 0.8),
        ([-8.0, 2.2], 180.0, 0.6),
    ];
    for hz in [30, 60, 90, 120, 144] {
        for ([x, z], yaw_deg, seconds) in ways {
            let walk = |controller| {
                let mut level = shipped_level("challenges");
                level.rules.spawn.position = [x, 0.5, z].into();
                level.rules.spawn.controller = controller;
                let walk = Walk::start(Sim::of_level(level, hz).0).facing(yaw_deg);
                walk.forward(seconds).stand(1.5).position()
            };
            let through = walk(CLASSIC);
            let case = format!("{hz} Hz, {x}, {z}");
            assert!((-11.9..-3.1).contains(&through.z), "{case}: {through}");
            let stopped = walk(SWEPT);
            assert!(stopped.z > -2.6, "{case}: {stopped}");
        }
    }
}

#[test]
fn the_pad_in_the_room_leads_out_over_the_wall() {
    let inside = ahead(CLASSIC, [-8.0, 0.5, -11.3]).facing(90.0).forward(0.4);
    let outside = inside.stand(3.0).position();
    assert!(outside.y < 0.6 && outside.z > -2.5, "{outside}");
}

#[test]
fn classic_squeezes_through_a_gate_in_which_swept_and_boxed_stop() {
    for x in [0.0, 0.1, -0.2, 0.35] {
        let at = |controller| ahead(controller, [x, 0.5, 1.0]).forward(3.0).position();
        assert!(at(CLASSIC).z < -8.0, "{x}: {}", at(CLASSIC));
        for controller in [SWEPT, BOXED] {
            assert!(
                at(controller).z > -2.8,
                "{controller:?} {x}: {}",
                at(controller)
            );
        }
    }
}

#[test]
fn a_box_stands_on_the_end_of_the_ledge_where_a_sphere_sinks_or_falls() {
    let end = -4.5;
    let at = |controller| {
        let walk = ahead(controller, [8.0, 1.5, -1.0]).forward(0.74).stand(1.5);
        (walk.position(), walk.ground())
    };
    let (boxed, ground) = at(BOXED);
    assert_eq!(ground, "floor");
    assert!((boxed.y - 1.5).abs() < 1e-3, "{boxed}");
    assert!(end - boxed.z > 0.15, "{boxed}");
    for controller in [CLASSIC, SWEPT] {
        assert!(
            at(controller).0.y < 1.475,
            "{controller:?}: {}",
            at(controller).0
        );
    }
    // The ramp leads up to it.
    for controller in [CLASSIC, SWEPT, BOXED] {
        let walk = ahead(controller, [8.0, 0.5, 6.0]).forward(1.6).position();
        assert!(walk.y > 1.45 && walk.z < 0.0, "{controller:?}: {walk}");
    }
}

#[test]
fn only_swept_jumps_onto_the_block() {
    for seconds in [0.3, 0.35, 0.4, 0.5] {
        let highest = |controller| {
            let walk = ahead(controller, [12.5, 0.5, 13.6]).forward(seconds);
            let walk = walk.jump_ahead(0.75).stand(1.0);
            walk.position().y
        };
        assert!(highest(SWEPT) > 1.85, "{seconds}: {}", highest(SWEPT));
        for controller in [CLASSIC, BOXED] {
            assert!(highest(controller) < 0.6, "{controller:?} {seconds}");
        }
    }
}

#[test]
fn swept_is_stopped_by_the_wall_at_every_rate() {
    for hz in [30, 60, 240, 360] {
        let mut level = shipped_level("challenges");
        level.rules.spawn.position = [-8.0, 0.5, 9.0].into();
        level.rules.spawn.controller = SWEPT;
        let walk = Walk::start(Sim::of_level(level, hz).0);
        let at = walk.controller(SWEPT).forward(1.2).stand(1.0).position();
        assert!(at.z > -2.6, "{hz} Hz: {at}");
    }
}
