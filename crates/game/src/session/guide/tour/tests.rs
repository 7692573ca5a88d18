//! Tests of the tour: each step is noticed when it is done, and not before.

use super::*;
use crate::options::bindings::Bindings;
use crate::test_support::{self, courtyard, play};
use sidle::geometry::Segment;
use sidle::geometry::angle::BinaryAngle;
use sidle::player::{Axis, Spawn};

/// A session in the courtyard, in the state of the tour before its step `number`, at `position`.
fn at(number: usize, position: DVec3, controller: Controller, hz: u32) -> (Session, Tour) {
    let mut level = courtyard();
    level.rules.spawn = Spawn {
        position,
        controller,
        ..level.rules.spawn
    };
    let tour = Tour::after(number);
    let mut session = Session::new(level, None, hz);
    let tuning = tour.tuning(&session.tuning, hz);
    assert_eq!(session.retune(tuning), Ok(()));
    (session, tour)
}

/// Looks along `yaw_deg` and walks for `seconds`. Returns the step that has succeeded.
fn walk(
    (session, tour): &mut (Session, Tour),
    yaw_deg: f64,
    seconds: f64,
    command: Command,
) -> Option<TourStep> {
    let ticks = (seconds * f64::from(session.sim.hz())) as usize;
    for _ in 0..ticks {
        let before = session.sim.player().position;
        let command = Command {
            yaw: BinaryAngle::from_degrees(yaw_deg),
            forward: Axis::new(1.0),
            controller: session.sim.player().controller,
            ..command
        };
        play(session, command);
        let succeeded = tour.note(session, before, &command, false);
        if succeeded.is_some() {
            return succeeded;
        }
    }
    None
}

/// The task now of the player, who is classic.
fn task((session, tour): &(Session, Tour)) -> Option<TourTask> {
    tour.task(Controller::Classic, session.player_position())
}

/// How many steps come before `step`.
fn before(step: TourStep) -> usize {
    let steps = TourStep::ALL.iter();
    steps.take_while(|other| **other != step).count()
}

const ALL: [Controller; 3] = [Controller::Classic, Controller::Swept, Controller::Boxed];

#[test]
fn every_task_names_known_rows_only_and_every_step_has_a_place() {
    for task in TourTask::all() {
        assert_eq!(Bindings::default().unknown(task.words()), None);
    }
    // Every place is free: a body at rest there does not move.
    for step in TourStep::ALL {
        let place = step.place() + DVec3::Y * 0.5;
        let (mut session, _) = at(0, place, Controller::Swept, 120);
        test_support::walk(&mut session, 120, 0.0, 0.0);
        let moved = session.sim.player().position.distance(place);
        assert!(moved < 0.05, "{step:?}: {moved}");
    }
}

#[test]
fn who_walks_on_from_each_place_succeeds() {
    for (number, step) in TourStep::ALL.into_iter().enumerate() {
        let mut tour = at(
            number,
            step.place() + DVec3::Y * 0.5,
            Controller::Classic,
            120,
        );
        tour.0.set_ghosts(step == TourStep::Compare);
        let run = Command {
            fast: step == TourStep::Tunnel,
            ..Command::default()
        };
        // Farther, the player walks off the first crate again.
        let seconds = if step == TourStep::Climb { 1.15 } else { 3.0 };
        let succeeded = walk(&mut tour, step.heading_deg(), seconds, run);
        match step {
            // It is to be jumped onto, and to be seen from the side.
            TourStep::Climb => assert!(tour.0.sim.player().position.y > 1.3),
            TourStep::Tunnel => {
                assert_eq!(task(&tour), Some(TourTask::SeeTunnel));
            }
            _ => assert_eq!(succeeded, Some(step)),
        }
    }
}

#[test]
fn the_comparison_tells_the_controllers_apart() {
    let place = TourStep::Compare.place() + DVec3::Y * 0.5;
    let mut tour = at(4, place, Controller::Classic, 120);
    tour.0.set_ghosts(true);
    walk(
        &mut tour,
        TourStep::Compare.heading_deg(),
        3.0,
        Command::default(),
    );
    // The tour is over, and only the session continues.
    walk(
        &mut tour,
        TourStep::Compare.heading_deg(),
        2.0,
        Command::default(),
    );
    let depth = |controller| {
        let mut verdicts = tour.0.verdicts().iter();
        let verdict = verdicts.find(|verdict| verdict.controller == controller);
        match verdict.expect("a verdict").outcome {
            Outcome::Measured { deepest, .. } => deepest,
            other => panic!("{controller:?}: {}", other.words()),
        }
    };
    let [classic, swept, _] = ALL.map(depth);
    assert!(classic > 4e-3, "{classic}");
    assert!(swept < 1e-6, "{swept}");
}

#[test]
fn a_slide_along_the_fence_is_noticed_for_every_controller_and_rate() {
    for controller in ALL {
        for hz in [30, 60, 120, 240, 360] {
            let mut tour = at(0, DVec3::new(8.0, 0.5, 12.0), controller, hz);
            let step = walk(&mut tour, -40.0, 3.0, Command::default());
            assert_eq!(step, Some(TourStep::Slide), "{controller:?} {hz}");
        }
    }
}

#[test]
fn a_walk_in_the_open_or_straight_into_the_fence_is_no_slide() {
    for (start, yaw_deg) in [
        (DVec3::new(0.0, 0.5, 16.0), 0.0),
        (DVec3::new(7.0, 0.5, 12.0), -90.0),
    ] {
        let mut tour = at(0, start, Controller::Swept, 120);
        assert_eq!(walk(&mut tour, yaw_deg, 2.0, Command::default()), None);
    }
}

#[test]
fn a_slide_around_the_fountain_is_no_slide_along_the_fence() {
    for controller in ALL {
        for x in [0.0, 0.4, -1.5] {
            let mut tour = at(0, DVec3::new(x, 0.5, 16.0), controller, 120);
            let step = walk(&mut tour, 0.0, 8.0, Command::default());
            assert_eq!(step, None, "{controller:?} {x}");
        }
    }
}

#[test]
fn rest_in_the_corner_is_noticed_for_every_controller_and_rate() {
    for controller in ALL {
        for hz in [30, 60, 120, 240, 360] {
            let start = TourStep::Rest.place() + DVec3::new(0.1, 0.5, 2.0);
            let mut tour = at(before(TourStep::Rest), start, controller, hz);
            let step = walk(&mut tour, 2.0, 4.0, Command::default());
            assert_eq!(step, Some(TourStep::Rest), "{controller:?} {hz}");
        }
    }
}

#[test]
fn one_wall_alone_and_standing_still_are_no_rest() {
    let mut tour = at(
        before(TourStep::Rest),
        DVec3::new(7.0, 0.5, 12.0),
        Controller::Swept,
        120,
    );
    assert_eq!(walk(&mut tour, -90.0, 3.0, Command::default()), None);
}

#[test]
fn who_does_what_the_tasks_say_climbs_the_stair_and_the_first_crate_is_not_enough() {
    for controller in ALL {
        for hz in [30, 60, 120, 240, 360] {
            let start = TourStep::Climb.place() + DVec3::new(0.0, 0.5, 4.0);
            let mut tour = at(before(TourStep::Climb), start, controller, hz);
            let go = Command::default();
            assert_eq!(task(&tour), Some(TourTask::Do(TourStep::Climb)));
            assert_eq!(walk(&mut tour, 0.0, 1.0, go), None);
            assert_eq!(task(&tour), Some(TourTask::WalkUp));
            // Upwards, into the ring on the first crate.
            let tick = 1.0 / f64::from(hz);
            let mut ticks = 0;
            while tour.0.sim.player().position.z > 3.3 && ticks < 3 * hz {
                assert_eq!(walk(&mut tour, 0.0, tick, go), None);
                ticks += 1;
            }
            let what = format!("{controller:?} at {hz} Hz");
            let up = tour.0.sim.player().position;
            assert!((up.y - 1.4).abs() < 0.1, "on the first crate, {what}: {up}");
            assert_eq!(task(&tour), Some(TourTask::JumpAcross), "{what}");
            assert_eq!(walk(&mut tour, -90.0, 0.5, go), None);
            let jump = Command { jump: true, ..go };
            let step = walk(&mut tour, -90.0, 0.05, jump);
            let step = step.or_else(|| walk(&mut tour, -90.0, 1.0, go));
            assert_eq!(step, Some(TourStep::Climb), "{what}");
        }
    }
}

#[test]
fn a_run_at_the_thin_wall_leads_through_it_at_every_rate_and_from_every_distance() {
    for hz in [30, 60, 120, 240, 360] {
        for distance in 0..12 {
            let start = TourStep::Tunnel.place() + DVec3::new(0.1 * f64::from(distance), 0.5, 0.0);
            let mut tour = at(before(TourStep::Tunnel), start, Controller::Classic, hz);
            let run = Command {
                fast: true,
                ..Command::default()
            };
            assert_eq!(walk(&mut tour, -90.0, 0.5, run), None, "not seen yet");
            assert_eq!(task(&tour), Some(TourTask::SeeTunnel), "{hz} {distance}");
            let (session, tour) = &mut tour;
            let position = session.sim.player().position;
            let idle = session.sim.idle_command();
            play(session, idle);
            let seen = tour.note(session, position, &idle, true);
            assert_eq!(seen, Some(TourStep::Tunnel));
            assert_eq!(tour.tuning(&session.tuning, hz), session.tuning);
        }
    }
}

#[test]
fn who_goes_through_something_else_has_not_gone_through_the_wall() {
    let mut tunnels = 0;
    for distance in 0..12 {
        let start = TourStep::Slide.place() - DVec3::X * (1.0 + 0.1 * f64::from(distance));
        let mut tour = at(
            before(TourStep::Tunnel),
            start + DVec3::Y * 0.5,
            Controller::Classic,
            60,
        );
        let run = Command {
            fast: true,
            ..Command::default()
        };
        assert_eq!(walk(&mut tour, -90.0, 0.1, run), None);
        tunnels += usize::from(tour.0.sim.player().position.x > 9.4);
        assert_eq!(
            task(&tour),
            Some(TourTask::Do(TourStep::Tunnel)),
            "{distance}"
        );
    }
    assert!(tunnels > 2, "{tunnels}");
    assert!(is_near_wall(TourStep::Tunnel.place()) && !is_near_wall(TourStep::Slide.place()));
}

#[test]
fn the_swept_controller_is_asked_to_take_classic() {
    let tour = Tour::after(before(TourStep::Tunnel));
    let task = tour.task(Controller::Swept, TourStep::Tunnel.place());
    assert_eq!(task, Some(TourTask::TakeClassic));
}

#[test]
fn the_comparison_needs_ghosts_and_a_contact() {
    let mut tour = at(4, DVec3::new(7.0, 0.5, 6.0), Controller::Classic, 120);
    assert_eq!(walk(&mut tour, -50.0, 1.0, Command::default()), None);
    tour.0.set_ghosts(true);
    assert_eq!(
        walk(&mut tour, -50.0, 2.0, Command::default()),
        None,
        "elsewhere"
    );
    let (place, yaw) = (TourStep::Compare.place(), TourStep::Compare.heading_deg());
    for controller in ALL {
        for hz in [30, 60, 120, 240, 360] {
            tour = at(4, place + DVec3::Y * 0.5, controller, hz);
            tour.0.set_ghosts(true);
            let step = walk(&mut tour, yaw, 4.0, Command::default());
            assert_eq!(step, Some(TourStep::Compare), "{controller:?} {hz}");
            let middle = tour.0.sim.player().position;
            for ghost in tour.0.ghosts.iter() {
                let away = ghost.player().position.distance(middle);
                assert!(away < TOGETHER, "{controller:?} {hz}: {away}");
            }
        }
    }
    assert_eq!(tour.1.step(), None);
    assert_eq!(task(&tour), None);
}

#[test]
fn a_step_can_be_skipped_and_gone_back_to_and_its_place_is_gone_to() {
    let mut tour = Tour::after(0);
    tour.skip(-1);
    assert_eq!(tour.step(), Some(TourStep::Slide));
    for step in TourStep::ALL {
        assert_eq!(tour.step(), Some(step));
        let (mut session, _) = at(0, DVec3::new(0.0, 0.5, 16.0), Controller::Classic, 120);
        let yaw = BinaryAngle::from_degrees(step.heading_deg());
        assert_eq!(session.move_to(step.place(), yaw), Ok(()));
        test_support::walk(&mut session, 60, 0.0, 0.0);
        let player = session.sim.player();
        assert!(step.has_reached(player.position), "{step:?}: {player:?}");
        tour.skip(1);
    }
    assert_eq!(tour.step(), None);
    tour.skip(1);
    tour.skip(-1);
    assert_eq!(tour.step(), Some(TourStep::Compare));
}

#[test]
fn a_finished_tour_begins_anew_and_an_unfinished_one_goes_on() {
    assert_eq!(Tour::after(0).step(), Some(TourStep::Slide));
    assert_eq!(Tour::after(1).step(), Some(TourStep::Tunnel));
    assert_eq!(Tour::after(4).step(), Some(TourStep::Compare));
    assert_eq!(Tour::after(5).step(), Some(TourStep::Slide));
    assert_eq!(Tour::after(usize::MAX).step(), Some(TourStep::Slide));
}

#[test]
fn the_ring_and_the_arrow_lead_to_the_plank_then_up_it_and_then_to_the_second_crate() {
    let step = TourStep::Climb;
    let (place, tops) = (step.place(), [0.9, 1.8]);
    let leads_to = |position: DVec3| {
        assert_eq!(step.goal(position), step.ring(position));
        step.ring(position)
    };
    // From afar, and from beside the plank and behind the crates.
    for away in [
        DVec3::new(0.0, 0.5, 9.0),
        DVec3::new(1.6, 0.5, -3.0),
        DVec3::new(0.0, 0.5, -8.0),
    ] {
        assert_eq!(leads_to(place + away), place, "{away}");
    }
    let first = leads_to(place + DVec3::Y * 0.5);
    let half_up = DVec3::new(11.8, 0.9, 5.9);
    // Whoever stops at the edge of the first crate would pass the second one.
    for position in [half_up, DVec3::new(11.8, 1.39, 3.76)] {
        assert_eq!(leads_to(position), first);
    }
    // The middle of a sphere on the first crate, and in a jump from there.
    let second = leads_to(first + DVec3::Y * 0.5);
    assert_eq!(leads_to(first.midpoint(second) + DVec3::Y), second);
    assert!(second.x > first.x + 1.0, "at the right of it: {second}");
    let (session, _) = at(
        before(TourStep::Climb),
        place + DVec3::Y * 0.5,
        Controller::Swept,
        120,
    );
    // Where the level has the tops of the crates, and the plank below the way.
    let top = |point: DVec3| {
        let down = Segment::new(point.with_y(5.0), point.with_y(-1.0));
        let hit = session.sim.world().intersect_segment(&down);
        5.0 - 6.0 * hit.expect("something below").1.fraction
    };
    for (crate_top, middle) in tops.into_iter().zip([first, second]) {
        assert!((top(middle) - crate_top).abs() < 1e-3 && middle.y == crate_top);
    }
    let foot_and_end = &step.way()[1..3];
    for point in foot_and_end.iter().chain([&half_up]) {
        let above = point.with_y(0.0) + DVec3::Y * (top(*point) + 0.5);
        assert!(step.has_reached(above), "{above}");
    }
    for point in foot_and_end {
        assert!(
            (top(*point) - point.y).abs() < 0.02,
            "{point}: {}",
            top(*point)
        );
    }
}
