//! Tests of `eye.rs`.

use super::*;
use crate::options::action::Seek;
use crate::test_support::{courtyard, level, walk};

fn session(controller: Controller, hz: u32) -> Session {
    let mut level = courtyard();
    level.rules.spawn.controller = controller;
    Session::new(level, None, hz)
}

fn tick(session: &mut Session, forward: f64) {
    walk(session, 1, forward, 0.0);
    // Exactly the last tick is shown.
    session.accumulator = 1.0 / f64::from(session.sim.hz());
}

#[test]
fn a_person_above_a_sphere_or_box_changes_no_bit_and_no_history() {
    for controller in [Controller::Classic, Controller::Boxed] {
        let (mut camera, mut person) = (session(controller, 60), session(controller, 60));
        for step in 0..90 {
            if step % 30 == 10 {
                person.change_stature(controller).expect("room");
            }
            tick(&mut camera, 1.0);
            tick(&mut person, 1.0);
            assert_eq!(camera.sim.snapshot(), person.sim.snapshot());
        }
        assert_eq!(camera.clock().behind, person.clock().behind);
        person.seek(Seek::First);
        assert!(person.eye().is_finite());
    }
}

#[test]
fn the_eye_glides_up_to_human_height_and_back_at_every_tick_rate() {
    for controller in [Controller::Classic, Controller::Swept, Controller::Boxed] {
        for hz in [30, 120, 360] {
            let mut session = session(controller, hz);
            tick(&mut session, 0.0);
            for (stature, height) in [(Stature::Person, 1.65), (Stature::Camera, 0.5)] {
                let before = session.eye().y;
                assert_eq!(session.change_stature(controller), Ok(stature));
                assert!(
                    (session.eye().y - before).abs() < 1e-9,
                    "{controller:?} {hz}"
                );
                for _ in 0..hz {
                    tick(&mut session, 0.0);
                }
                let eye = session.eye().y;
                assert!((eye - height).abs() < 0.01, "{controller:?} {hz}: {eye}");
                let feet = session.sim.player().position.y - session.sim.tuning().radius;
                assert!(feet.abs() < 0.01, "{controller:?} {hz}: {feet}");
            }
        }
    }
}

#[test]
fn the_body_follows_the_controller_and_leads_back_to_that_of_the_level() {
    let mut session = session(Controller::Swept, 60);
    let own = *session.sim.tuning();
    assert_eq!(
        session.change_stature(Controller::Swept),
        Ok(Stature::Person)
    );
    assert_eq!(session.sim.tuning().body, BodyShape::Capsule);
    for controller in [Controller::Boxed, Controller::Swept, Controller::Classic] {
        assert!(session.suit_body_to(controller));
        assert!(controller.suits(session.sim.tuning().body));
    }
    assert_eq!(
        session.change_stature(Controller::Classic),
        Ok(Stature::Camera)
    );
    assert_eq!(*session.sim.tuning(), own);
}

#[test]
fn a_sphere_that_sees_as_a_person_becomes_a_person_after_it_was_a_camera() {
    let mut level = courtyard();
    level.rules.spawn.controller = Controller::Swept;
    level.scene.eye = Some(sidle::level::Eye::Head);
    let mut session = Session::new(level, None, 60);
    let own = *session.sim.tuning();
    assert_eq!(
        (session.stature(), own.body),
        (Stature::Person, BodyShape::Sphere)
    );
    assert!(!session.has_chosen_stature());
    for _ in 0..2 {
        let chosen = session.change_stature(Controller::Swept);
        assert_eq!((chosen, *session.sim.tuning()), (Ok(Stature::Camera), own));
        let chosen = session.change_stature(Controller::Swept);
        assert_eq!(chosen, Ok(Stature::Person));
        assert_eq!(session.sim.tuning().body, BodyShape::Capsule);
    }
    // It keeps that body when another controller has moved the level's.
    assert!(session.suit_body_to(Controller::Classic));
    assert_eq!(*session.sim.tuning(), own);
    assert!(session.has_chosen_stature() && session.suit_body_to(Controller::Swept));
    assert_eq!(session.sim.tuning().body, BodyShape::Capsule);
}

#[test]
fn a_change_of_the_levels_player_keeps_the_place_the_feet_and_a_chosen_person() {
    // A passage of 0.8 m, into which the level's own sphere does not fit.
    let edited = |player: &str| {
        Session::new(
            level(&format!(
                "format = 1\nname = \"Test\"\nspawn.position = [0, 0.5, 3]\n{player}\n\
                 [[prop]]\nkind = \"block\"\nposition = [0, -0.5, 0]\nscale = [9, 1, 9]\n\
                 [[prop]]\nkind = \"block\"\nposition = [-0.9, 1, 0]\nscale = [1, 2, 2]\n\
                 [[prop]]\nkind = \"block\"\nposition = [0.9, 1, 0]\nscale = [1, 2, 2]\n"
            )),
            None,
            60,
        )
    };
    let mut before = edited("");
    before
        .change_stature(Controller::Swept)
        .expect("room for a person");
    walk(&mut before, 40, 1.0, 0.0);
    let place = before.sim.player().position;
    assert!(place.z.abs() < 1.0, "in the passage: {place}");
    for player in [
        "player.walk_speed = 6",
        "player.radius = 0.45",
        "player.eye = \"head\"",
        "player.height = 1.8",
        "",
    ] {
        let now = edited(player).continued_from(&mut before);
        let (is, was) = (now.sim.tuning(), before.sim.tuning());
        assert_eq!(now.stature(), Stature::Person, "{player}");
        assert_eq!((is.body, is.radius), (was.body, was.radius), "{player}");
        assert_eq!(now.sim.player().position, place, "{player}");
        assert!(!now.sim.respawned(), "{player}");
        assert_eq!(is.walk_speed, now.tuning.walk_speed, "{player}");
        before = now;
    }
    // A real change of size keeps the feet in place, and where it does not fit, the player is back at the start.
    let mut slim = edited("player.radius = 0.35");
    walk(&mut slim, 40, 1.0, 0.0);
    let feet = slim.feet();
    let mut slimmer = edited("player.radius = 0.2").continued_from(&mut slim);
    assert!(slimmer.feet().distance(feet) < 1e-9 && !slimmer.sim.respawned());
    assert!(edited("").continued_from(&mut slimmer).sim.respawned());
}
