//! Tests of races: their times, their ghosts, and which of them is the best.

use super::*;
use crate::options::action::Seek;
use crate::test_support::{self, level, play};
use sidle::level::Level;
use sidle::player::{Controller, Tuning};
use sidle::sim::Sim;

/// A straight course of 8 m between start and finish.
fn course() -> Level {
    let text = "format = 1\nname = \"Course\"\n[spawn]\nposition = [0, 0.5, 0]\n[[prop]]\nkind = \"crate\"\n\
                    position = [0, -0.5, 0]\nscale = [99, 1, 99]\n\
                    [[zone]]\nposition = [0, 1, 0]\nsize = [4, 2, 2]\non_enter = \"start\"\n\
                    [[zone]]\nposition = [0, 1, -10]\nsize = [4, 2, 1]\non_enter = \"finish\"\n";
    level(text)
}

/// Walks ahead for `ticks`, `share` of the full speed.
fn walk(session: &mut Session, ticks: usize, share: f64) {
    test_support::walk(session, ticks, share, 0.0);
}

fn respawn(session: &mut Session) {
    let command = Command {
        respawn: true,
        ..session.sim.idle_command()
    };
    play(session, command);
}

/// A session that has finished a race, and its recording.
fn finished() -> (Session, Recording) {
    let mut session = Session::new(course(), None, 60);
    walk(&mut session, 30, 0.0);
    walk(&mut session, 200, 0.5);
    assert!(session.take_finished_race().is_none(), "not yet");
    walk(&mut session, 100, 0.5);
    let recording = session.take_finished_race().expect("a race");
    assert!(session.take_finished_race().is_none(), "once");
    (session, recording)
}

#[test]
fn times_are_exact_and_compared_across_tick_rates() {
    let time = |ticks, hz| RaceTime { ticks, hz };
    assert_eq!(time(0, 60).to_string(), "0:00.000");
    assert_eq!(time(7501, 120).to_string(), "1:02.508");
    assert_eq!(
        time(u64::MAX, 1).to_string(),
        format!("{}:15.000", u64::MAX / 60)
    );
    assert!(time(59, 60).beats(time(120, 120)) && !time(60, 60).beats(time(120, 120)));
    assert!(time(119, 120).beats(time(60, 60)));
}

#[test]
fn a_race_is_recorded_from_the_start_to_the_finish() {
    let (session, recording) = finished();
    let Race::Finished { ticks } = session.sim.race() else {
        panic!("{:?}", session.sim.race())
    };
    assert_eq!(recorded_time(&recording), Some(RaceTime { ticks, hz: 60 }));
    let (mut sim, _) = Sim::of_level(course(), 60);
    recording.header.begin(&mut sim).expect("the same level");
    recording.inputs.iter().for_each(|input| sim.play(&input));
    assert_eq!(sim.race(), Race::Finished { ticks });
}

#[test]
fn the_ghost_of_the_best_race_runs_as_it_was_recorded() {
    let (mut session, recording) = finished();
    assert!(!session.knows_best_race());
    assert_eq!(session.medal(recorded_time(&recording).unwrap()), None);
    session.set_best_race(Some(&recording));
    assert_eq!(session.best_time(), recorded_time(&recording));
    assert_eq!(session.race_ghost(), None);
    respawn(&mut session);
    // The race of the ghost begins when the body has left the start.
    walk(&mut session, 20, 0.0);
    assert_eq!(session.race_ghost(), None);
    while session.race_ghost().is_none() {
        walk(&mut session, 1, 1.0);
    }
    let (begin, whose) = session.race_ghost().expect("a ghost");
    assert_eq!(whose, "your best");
    assert!((-1.6..-1.4).contains(&begin.z), "{begin}");
    // Twice as fast as the ghost: at the finish the player is 3.5 m or more ahead.
    walk(&mut session, 86, 1.0);
    session.snap_to_last_tick();
    assert!(matches!(session.sim.race(), Race::Running { .. }));
    let (ghost, own) = (
        session.race_ghost().expect("a ghost").0,
        session.sim.player().position,
    );
    assert!(ghost.z - own.z > 3.0, "{ghost} {own}");
    walk(&mut session, 60, 1.0);
    let better = session.take_finished_race().expect("a race");
    let times = [&better, &recording].map(|run| recorded_time(run).expect("a time"));
    assert!(times[0].beats(times[1]) && !times[1].beats(times[0]));
    // The same run, step by step.
    session.set_best_race(Some(&better));
    respawn(&mut session);
    walk(&mut session, 20, 0.0);
    for _ in 0..80 {
        walk(&mut session, 1, 1.0);
        session.snap_to_last_tick();
        if let Race::Running { .. } = session.sim.race() {
            let (ghost, _) = session.race_ghost().expect("a ghost");
            let apart = ghost.distance(session.sim.player().position);
            assert!(apart < 0.15, "{apart}");
        }
    }
}

#[test]
fn a_race_of_another_class_level_or_tuning_is_no_best_one() {
    let (mut session, recording) = finished();
    let mut others = [(); 4].map(|()| recording.clone());
    others[0].header.level_hash = sidle::replay::LevelHash::from_bits(1);
    others[1].header.tuning.walk_speed += 1.0;
    others[2].header.state = None;
    if let Some(state) = &mut others[3].header.state {
        state.player.controller = Controller::Classic;
    }
    for other in others {
        session.set_best_race(Some(&other));
        assert_eq!(session.best_time(), None);
    }
    session.set_best_race(Some(&recording));
    assert!(session.best_time().is_some());
    let classic = Command {
        controller: Controller::Classic,
        ..session.sim.idle_command()
    };
    play(&mut session, classic);
    assert!(!session.knows_best_race());
    assert_eq!(session.best_time(), None);
}

#[test]
fn a_race_that_was_not_wholly_run_does_not_count() {
    let changes: [fn(&mut Session); 4] = [
        |session| session.discount_race(),
        |session| {
            let tuning = Tuning {
                walk_speed: 9.0,
                ..*session.sim.tuning()
            };
            assert_eq!(session.retune(tuning), Ok(()));
        },
        |session| {
            let mut again = Session::new(course(), None, 60);
            again = again.continued_from(session);
            *session = again;
        },
        |session| {
            let placement = session.prop_placements().next().expect("a prop");
            assert!(session.place_prop(0, &placement));
        },
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut session = Session::new(course(), None, 60);
        walk(&mut session, 100, 0.5);
        assert!(matches!(session.sim.race(), Race::Running { .. }));
        change(&mut session);
        walk(&mut session, 300, 0.5);
        assert!(matches!(session.sim.race(), Race::Finished { .. }), "{at}");
        assert!(session.take_finished_race().is_none(), "{at}");
    }
}

#[test]
fn rewinding_takes_the_clock_and_the_recording_back() {
    let mut session = Session::new(course(), None, 60);
    walk(&mut session, 150, 0.5);
    let clock = |session: &Session| session.race_clock().expect("a race").time.ticks;
    let then = clock(&session);
    session.seek(Seek::Ticks(-40));
    assert_eq!(clock(&session), then - 40);
    walk(&mut session, 300, 1.0);
    let recording = session.take_finished_race().expect("a race");
    let (mut sim, _) = Sim::of_level(course(), 60);
    recording.header.begin(&mut sim).expect("the same level");
    recording.inputs.iter().for_each(|input| sim.play(&input));
    let time = recorded_time(&recording).expect("a time");
    assert_eq!(sim.race(), Race::Finished { ticks: time.ticks });
    // Before the start, the race is given up.
    let mut session = Session::new(course(), None, 60);
    walk(&mut session, 100, 0.5);
    session.seek(Seek::First);
    walk(&mut session, 5, 0.0);
    assert_eq!(session.sim.race(), Race::Ready);
    assert!(session.race.recorder.is_none());
}

#[test]
fn the_result_of_a_race_has_its_splits_against_the_ghost_and_is_shown_for_a_while() {
    let (mut session, recording) = finished();
    session.set_best_race(Some(&recording));
    respawn(&mut session);
    assert!(session.shown_race_result().is_none() && session.ticks_since_start().is_none());
    walk(&mut session, 20, 0.0);
    while !matches!(session.sim.race(), Race::Finished { .. }) {
        walk(&mut session, 1, 1.0);
    }
    let better = session.take_finished_race().expect("a race");
    let time = recorded_time(&better).expect("a time");
    let result = session.race_result(time, Some(&better));
    assert_eq!((result.ghost, result.splits.len()), (Some("your best"), 1));
    let before = recorded_time(&recording).expect("a time");
    let ahead = (before.ticks as f64 - time.ticks as f64) / 60.0;
    assert_eq!(result.splits[0].behind, Some(-ahead));
    session.show_race_result(result);
    walk(&mut session, 60, 0.0);
    assert!(session.shown_race_result().is_some());
    // In the middle of the race, there is none.
    session.seek(Seek::Ticks(-90));
    assert!(session.shown_race_result().is_none());
    session.seek(Seek::Last);
    walk(&mut session, 60 * RESULT_SECONDS as usize, 0.0);
    assert!(session.shown_race_result().is_none());
}

#[test]
fn the_way_back_into_the_start_leads_to_where_the_clock_stood_at_zero() {
    let (mut session, _) = finished();
    let ticks = session.ticks_since_start().expect("a start");
    session.seek(Seek::Ticks(-(ticks as isize)));
    assert_eq!(session.sim.race(), Race::Ready);
    assert_eq!(session.ticks_since_start(), None);
    walk(&mut session, 300, 1.0);
    let again = session.take_finished_race().expect("a race that counts");
    let (mut sim, _) = Sim::of_level(course(), 60);
    again.header.begin(&mut sim).expect("the same level");
    again.inputs.iter().for_each(|input| sim.play(&input));
    assert!(matches!(sim.race(), Race::Finished { .. }));
}

#[test]
fn a_start_that_was_rewound_or_forgotten_is_none_to_go_back_to() {
    let (mut session, _) = finished();
    respawn(&mut session);
    walk(&mut session, 5, 0.0);
    assert_eq!(session.sim.race(), Race::Ready);
    // Back into the race before, which then goes on for longer than the respawn was away.
    session.seek(Seek::Ticks(-120));
    assert!(matches!(session.sim.race(), Race::Running { .. }));
    walk(&mut session, 200, 0.5);
    assert!(matches!(session.sim.race(), Race::Finished { .. }));
    assert_eq!(session.ticks_since_start(), None);
    let (mut session, _) = finished();
    assert!(session.ticks_since_start().is_some());
    session.forget_start();
    assert_eq!(session.ticks_since_start(), None);
}
