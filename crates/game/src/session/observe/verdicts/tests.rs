//! Tests of the verdicts. One of them measures the same ticks directly, and compares the numbers.

use super::*;
use crate::options::action::Seek;
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

/// How deep the controller was inside, and the share of the asked way that it moved at the end.
fn measured(session: &Session, controller: Controller) -> (f64, Option<f64>) {
    match outcome(session, controller) {
        Outcome::Measured { deepest, kept } => (deepest, kept),
        other => panic!("{controller:?}: {}", other.words()),
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
        let (deepest, kept) = measured(&session, Controller::Swept);
        assert!(deepest < 1e-6, "{hz}");
        // Along a fence at 45 degrees, cos 45 degrees of the speed is left.
        let kept = kept.expect("a motion");
        assert!((0.70..0.72).contains(&kept), "{hz}: {kept}");
    }
}

#[test]
fn the_verdict_has_the_numbers_of_the_same_ticks_measured_alone() {
    let mut session = session([7.0, 0.5, 12.0], -45.0, 120, 5.0);
    let (mut deepest, mut near) = (0.0, Vec::new());
    let mut ways = Vec::new();
    let (mut has_begun, mut has_touched) = (false, false);
    for _ in 0..300 {
        let before = session.sim.player().position;
        let command = walking(&session.sim, 1.0, 0.0);
        play(&mut session, command);
        // Whoever touches it first begins the contact for all.
        let ghosts = session.ghosts.iter().map(|ghost| &ghost.sim);
        let mut sims = ghosts.chain([&session.sim]);
        has_begun |= sims.any(|sim| touched_walls(sim).next().is_some());
        let mut tally = Tally::default();
        tally.add_motion(before, &command, &session.sim);
        tally.add_overlap(&session.sim, &mut near);
        if has_begun {
            deepest = float::max(deepest, tally.deepest());
        }
        if has_touched {
            ways.push(tally);
        }
        has_touched |= touched_walls(&session.sim).next().is_some();
        // The verdicts are updated in these ticks.
        if has_begun && session.sim.ticks().is_multiple_of(30) {
            // A quarter of a second.
            let end = Tally::sum(&ways[ways.len().saturating_sub(30)..]);
            let expected = (deepest, end.speed_kept());
            assert_eq!(measured(&session, Controller::Classic), expected);
        }
    }
    assert!(has_begun);
}

#[test]
fn at_speed_the_classic_goes_through_and_the_swept_is_stopped() {
    let mut session = session([11.2, 0.5, -4.0], -90.0, 120, 100.0);
    walk(&mut session, 12, 1.0, 0.0);
    let tunnelled = |session: &Session| outcome(session, Controller::Classic) == Outcome::Tunnelled;
    assert!(tunnelled(&session));
    // However long the key is held.
    let words = || outcome(&session, Controller::Swept).words();
    assert_eq!(words(), "never inside, at rest at the end");
    // The swept one is elsewhere now, until the ghosts restart.
    walk(&mut session, 60, 0.0, 0.0);
    assert!(tunnelled(&session), "the last verdict stays");
    session.resync_ghosts();
    walk(&mut session, 1, 1.0, 0.0);
    assert!(session.verdicts().is_empty(), "all are together again");
}

#[test]
fn a_tick_of_touch_alone_measures_no_way_and_a_body_that_came_to_rest_rests() {
    let mut session = session([11.2, 0.5, -4.0], -90.0, 120, 100.0);
    while session.verdicts().is_empty() {
        walk(&mut session, 1, 1.0, 0.0);
    }
    walk(&mut session, 60, 0.0, 0.0);
    assert_eq!(outcome(&session, Controller::Swept).words(), "never inside");
    // Along a fence, and then straight into it.
    let mut session = self::session([7.0, 0.5, 12.0], -45.0, 120, 5.0);
    walk(&mut session, 240, 1.0, 0.0);
    let (_, kept) = measured(&session, Controller::Swept);
    assert!(kept.is_some_and(|kept| kept > 0.5), "{kept:?}");
    walk(&mut session, 120, 1.0, 1.0);
    let (_, kept) = measured(&session, Controller::Swept);
    assert!(kept.is_some_and(|kept| kept < MOVES), "{kept:?}");
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
    let swept = outcome(&session, Controller::Swept);
    assert!(matches!(swept, Outcome::Elsewhere { apart } if apart > 1.0));
}

#[test]
fn a_box_that_was_put_into_a_wall_gets_no_numbers_until_the_next_contact() {
    // Into the sharp corner, where a box does not fit.
    let mut session = session([-16.4, 0.5, 13.2], 90.0, 120, 5.0);
    session.set_ghosts(false);
    walk(&mut session, 120, 1.0, 0.0);
    session.set_ghosts(true);
    walk(&mut session, 60, 1.0, 0.0);
    let words = |controller| outcome(&session, controller).words();
    assert_eq!(
        words(Controller::Boxed),
        "began inside a wall: not compared"
    );
    // The classic was there before, and a ball fits where a ball was.
    assert!(words(Controller::Classic).contains("inside, "));
    assert!(words(Controller::Swept).contains("inside, "));
    // All together again, farther away.
    session.resync_ghosts();
    walk(&mut session, 120, -1.0, 0.0);
    session.resync_ghosts();
    walk(&mut session, 240, 1.0, 0.0);
    measured(&session, Controller::Boxed);
}

#[test]
fn a_rewind_shows_the_verdicts_of_its_tick_and_ends_the_contact_and_a_new_history_forgets_it() {
    let mut session = session([7.0, 0.5, 12.0], -45.0, 120, 5.0);
    walk(&mut session, 170, 1.0, 0.0);
    let earlier = session.verdicts().to_vec();
    walk(&mut session, 60, 1.0, 0.0);
    let later = session.verdicts().to_vec();
    assert!(!earlier.is_empty() && earlier != later);
    session.seek(Seek::First);
    assert!(session.verdicts().is_empty());
    session.seek(Seek::Last);
    assert_eq!(session.verdicts(), later);
    session.seek(Seek::Ticks(-60));
    assert_eq!(session.verdicts(), earlier);
    walk(&mut session, 32, 1.0, 0.0);
    let (_, kept) = measured(&session, Controller::Swept);
    let kept = kept.expect("a motion");
    assert!((0.5..1.0).contains(&kept), "measured anew: {kept}");
    session.seek(Seek::Last);
    assert_ne!(session.verdicts(), later, "that future was discarded");
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
    let words = |deepest, kept| Outcome::Measured { deepest, kept }.words();
    assert_eq!(words(0.0, None), "never inside");
    assert_eq!(
        words(0.012, Some(0.71)),
        "at most 12 mm inside, 71 % of the way at the end"
    );
    let away = Outcome::Elsewhere { apart: 1.04 };
    assert_eq!(away.words(), "was 1.0 m away: not compared");
}
