//! A crouch in the air that pulls up the feet, as an option.

use sidle::glam::DVec3;
use sidle::player::{Command, Tuning};
use sidle::sim::Sim;

use crate::body_size::{RATES, ahead, low, overlap, person, stand, tick};
use crate::support::{add_box, floor, swept_sim};

/// How much lower the person is while it crouches; metres.
const DEPTH: f64 = 0.75;

fn lifting() -> Tuning {
    Tuning {
        crouch_lifts_feet: true,
        ..person()
    }
}

/// A person who has jumped straight up a moment ago.
fn jumper(tuning: Tuning, hz: u32) -> Sim {
    let mut sim = swept_sim(floor().world(), tuning, DVec3::Y * 0.3001, hz);
    tick(&mut sim, 0.2, stand());
    sim.tick(&Command {
        jump: true,
        ..stand()
    });
    tick(&mut sim, 0.2, stand());
    sim
}

#[test]
fn a_crouch_in_the_air_pulls_up_the_feet_and_the_head_flies_on_as_before() {
    for hz in RATES {
        let mut plain = jumper(lifting(), hz);
        let mut low_one = plain.clone();
        for _ in 0..hz / 10 {
            plain.tick(&stand());
            low_one.tick(&low());
            let feet = low_one.player().position - plain.player().position;
            assert!(feet.abs_diff_eq(DVec3::Y * DEPTH, 1e-9), "{hz} Hz: {feet}");
            assert_eq!(low_one.player().velocity, plain.player().velocity);
            assert!(low_one.player().crouched);
        }
        // Up again in the air, the feet go down as far.
        plain.tick(&stand());
        low_one.tick(&stand());
        let (one, other) = (low_one.player(), plain.player());
        assert!(
            !one.crouched && one.position.abs_diff_eq(other.position, 1e-9),
            "{hz} Hz"
        );
    }
}

#[test]
fn a_crouch_jump_reaches_a_ledge_that_a_jump_does_not_and_overlaps_nothing() {
    for hz in RATES {
        for (tuning, command, height, reaches) in [
            (lifting(), low(), 1.6, true),
            (lifting(), stand(), 1.6, false),
            (person(), low(), 1.6, false),
            (lifting(), low(), 2.3, false),
        ] {
            let mut shapes = floor();
            let center = DVec3::new(0.0, height * 0.5, -4.0);
            add_box(
                &mut shapes,
                center,
                DVec3::ZERO,
                DVec3::new(8.0, height, 4.0),
            );
            let mut sim = swept_sim(shapes.world(), tuning, DVec3::Y * 0.3001, hz);
            // Against the ledge, up, and crouched from the top of the jump on.
            tick(&mut sim, 0.6, ahead(stand()));
            sim.tick(&Command {
                jump: true,
                ..ahead(stand())
            });
            tick(&mut sim, 0.2, ahead(stand()));
            tick(&mut sim, 0.6, ahead(command));
            tick(&mut sim, 0.4, ahead(stand()));
            let case = format!("{hz} Hz, {height} m, {}", sim.player().position);
            assert_eq!(sim.player().position.y > height, reaches, "{case}");
            assert!(!sim.player().crouched && overlap(&sim) <= 1e-6, "{case}");
        }
    }
}

#[test]
fn who_lands_crouched_or_has_no_room_below_stands_up_upwards() {
    for hz in RATES {
        let mut sim = jumper(lifting(), hz);
        tick(&mut sim, 1.0, low());
        assert!(sim.player().ground.stands() && sim.player().crouched);
        let feet = sim.player().position;
        sim.tick(&stand());
        assert!(
            !sim.player().crouched && sim.player().position == feet,
            "{hz} Hz"
        );
        // On the ground, a crouch keeps the feet.
        sim.tick(&low());
        assert!(
            sim.player().crouched && sim.player().position == feet,
            "{hz} Hz"
        );
    }
}
