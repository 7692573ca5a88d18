//! Tests of `eye.rs`.

use super::*;
use crate::options::action::Seek;
use crate::test_support::{courtyard, walk};

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
