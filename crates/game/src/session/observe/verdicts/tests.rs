//! Tests of the verdicts. One of them measures the same ticks directly, and compares the numbers.

use super::*;
use crate::session::Session;
use crate::test_support::{courtyard, play, walk, walking};
use sidle::geometry::angle::BinaryAngle;
use sidle::player::{Spawn, Tuning};

/// A session in the courtyard with ghosts of the other controllers. The player is at `position` and looks along `yaw_deg`.
fn session(position: [f64; 3], yaw_deg: f64, hz: u32, walk_speed: f64) -> Session {
    let mut level = courtyard();
    level.rules.spawn = Spawn {
        position: DVec3::from_array(position),
        yaw: BinaryAngle::from_degrees(yaw_deg),
        controller: Controller::Classic,
        ..level.rules.spawn
    };
    level.tuning = Tuning {
        walk_speed,
        ground_accel: f64::INFINITY,
        ..level.tuning
    };
    let mut session = Session::new(level, None, hz);
    session.set_ghosts(true);
    session
}

fn outcome(session: &Session, controller: Controller) -> Outcome {
    let mut verdicts = session.verdicts().iter();
    let verdict = verdicts.find(|verdict| verdict.controller == controller);
    verdict.expect("a verdict").outcome
}

fn measured(session: &Session, controller: Controller) -> (Tally, bool) {
    match outcome(session, controller) {
        Outcome::Measured { tally, tunnelled } => (tally, tunnelled),
        Outcome::Elsewhere => panic!("{controller:?} was elsewhere"),
    }
}

#[test]
fn without_a_contact_or_without_ghosts_there_is_no_verdict() {
    let mut alone = session([8.0, 0.5, 12.0], -60.0, 120, 5.0);
    alone.set_ghosts(false);
    walk(&mut alone, 240, 1.0, 0.0);
    assert!(alone.verdicts().is_empty());
    let mut free = session([0.0, 0.5, 16.0], 0.0, 120, 5.0);
    walk(&mut free, 60, 1.0, 0.0);
    assert!(free.verdicts().is_empty());
}

#[test]
fn each_controller_gets_a_verdict_and_the_swept_one_is_never_inside() {
    for hz in [30, 60, 120, 240, 360] {
        let mut session = session([7.0, 0.5, 12.0], -45.0, hz, 5.0);
        walk(&mut session, hz as usize * 2, 1.0, 0.0);
        let order: Vec<_> = session
            .verdicts()
            .iter()
            .map(|verdict| verdict.controller)
            .collect();
        assert_eq!(
            order,
            [Controller::Classic, Controller::Swept, Controller::Boxed],
            "{hz}"
        );
        let (swept, tunnelled) = measured(&session, Controller::Swept);
        assert!(!tunnelled && swept.deepest() < 1e-6, "{hz}");
        // Along a fence at 45 degrees, cos 45 degrees of the speed is left.
        let kept = swept.speed_kept().expect("a motion");
        assert!((0.69..0.76).contains(&kept), "{hz}: {kept}");
    }
}

#[test]
fn the_verdict_has_the_numbers_of_the_same_ticks_measured_alone() {
    let mut session = session([7.0, 0.5, 12.0], -45.0, 120, 5.0);
    let (mut tally, mut near) = (Tally::default(), Vec::new());
    let mut has_begun = false;
    for _ in 0..300 {
        let before = session.sim.player().position;
        let command = walking(&session.sim, 1.0, 0.0);
        play(&mut session, command);
        // Whoever touches it first begins the contact for all.
        let ghosts = session.ghosts.iter().map(|ghost| &ghost.sim);
        let mut sims = ghosts.chain([&session.sim]);
        has_begun |= sims.any(|sim| touched_walls(sim).next().is_some());
        if has_begun {
            tally.add_motion(before, &command, &session.sim);
            tally.add_overlap(&session.sim, &mut near);
        }
        // The verdicts are updated in these ticks.
        if has_begun && session.sim.ticks().is_multiple_of(30) {
            let (shown, _) = measured(&session, Controller::Classic);
            assert_eq!(shown, tally);
        }
    }
    assert!(has_begun);
}

#[test]
fn at_speed_the_classic_goes_through_and_the_swept_is_stopped() {
    let mut session = session([11.2, 0.5, -4.0], -90.0, 120, 100.0);
    walk(&mut session, 12, 1.0, 0.0);
    let (_, tunnelled) = measured(&session, Controller::Classic);
    assert!(tunnelled);
    let (swept, tunnelled) = measured(&session, Controller::Swept);
    assert!(!tunnelled && swept.speed_kept().is_some_and(|kept| kept < 0.5));
    // From now on it is elsewhere, until the ghosts restart.
    walk(&mut session, 60, 0.0, 0.0);
    session.resync_ghosts();
    walk(&mut session, 1, 1.0, 0.0);
    assert!(!session.verdicts().is_empty(), "the last verdict stays");
}

#[test]
fn a_controller_that_was_elsewhere_when_the_contact_began_gets_no_numbers() {
    let mut session = session([11.2, 0.5, -4.0], -90.0, 120, 100.0);
    walk(&mut session, 20, 1.0, 0.0);
    // Back with the classic, which is beyond the wall; the swept one is before it.
    let apart = session
        .ghosts
        .iter()
        .map(|ghost| ghost.player().position.x)
        .fold(f64::INFINITY, sidle::geometry::float::min);
    assert!(session.sim.player().position.x - apart > 1.0);
    walk(&mut session, 60, 0.0, 0.0);
    walk(&mut session, 300, -0.05, 0.0);
    assert_eq!(outcome(&session, Controller::Swept), Outcome::Elsewhere);
}

#[test]
fn a_rewind_ends_the_contact_and_a_new_history_forgets_it() {
    let mut session = session([7.0, 0.5, 12.0], -45.0, 120, 5.0);
    walk(&mut session, 200, 1.0, 0.0);
    let before = session.verdicts().to_vec();
    assert!(!before.is_empty());
    session.seek(crate::options::action::Seek::Ticks(-30));
    assert_eq!(
        session.verdicts(),
        before,
        "seeking shows, and measures nothing"
    );
    walk(&mut session, 2, 1.0, 0.0);
    let (tally, _) = measured(&session, Controller::Swept);
    let kept = tally.speed_kept().expect("a motion");
    assert!((0.5..1.0).contains(&kept), "measured anew: {kept}");
    session.set_hz(60);
    assert!(session.verdicts().is_empty());
}

#[test]
fn a_verdict_rounds_depths_to_visible_lengths() {
    for (depth, words) in [
        (0.0, "0 mm"),
        (4.9e-5, "0 mm"),
        (5.1e-5, "0.1 mm"),
        (0.0099, "9.9 mm"),
        (0.00996, "10 mm"),
        (0.012_3, "12 mm"),
        (1.5, "1500 mm"),
    ] {
        assert_eq!(millimetres(depth), words);
    }
    let still = Outcome::Measured {
        tally: Tally::default(),
        tunnelled: false,
    };
    assert_eq!(still.words(), "0 mm inside");
    assert_eq!(Outcome::Elsewhere.words(), "was too far away to compare");
}
