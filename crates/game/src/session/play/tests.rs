//! Tests of a session: rewinding, and the chart.

use super::*;
use crate::test_support::{courtyard, play, walk};
use sidle::player::{Axis, Command, Controller, Mode};

#[test]
fn rewind_discards_a_future_anomaly() {
    let mut session = Session::new(courtyard(), None, 60);
    // Straight down, through the floor.
    let fall = |session: &mut Session, down: f64| {
        let command = Command {
            mode: Mode::Fly,
            controller: Controller::Classic,
            up: Axis::new(-down),
            ..session.sim.idle_command()
        };
        play(session, command);
    };
    let swift = Tuning {
        fly_speed: 120.0,
        ..*session.sim.tuning()
    };
    assert_eq!(session.retune(swift), Ok(()));
    (0..5).for_each(|_| fall(&mut session, 0.0));
    fall(&mut session, 1.0);
    assert_eq!(session.anomaly().map(|anomaly| anomaly.tick), Some(6));
    // Seeking to an earlier tick keeps it. Resuming there discards it.
    session.seek(Seek::Ticks(-3));
    assert_eq!(session.anomaly().map(|anomaly| anomaly.tick), Some(6));
    fall(&mut session, 0.0);
    assert_eq!(session.anomaly(), None);
    // Clearing the history discards it too.
    fall(&mut session, 1.0);
    assert_eq!(session.anomaly().map(|anomaly| anomaly.tick), Some(5));
    session.set_hz(120);
    assert_eq!(session.anomaly(), None);
}

#[test]
fn opening_the_chart_late_fills_in_earlier_ticks_and_leaves_the_state_unchanged() {
    let mut session = Session::new(courtyard(), None, 60);
    session.set_ghosts(true);
    walk(&mut session, 100, 1.0, 0.0);
    let states = |session: &Session| (session.sim.snapshot(), session.ghosts.states());
    let now = states(&session);
    session.toggle_chart();
    assert_eq!(states(&session), now);
    let chart = session.chart.as_ref().expect("an open chart");
    assert!(chart.covers(2, 100) && chart.series().len() == 3);
    // A crate put onto the player's path changes earlier ticks when they are simulated again, but not the present.
    let here = session.sim.player().position;
    let prop = session
        .prop_placements()
        .next()
        .expect("the test level has props");
    let placement = Placement {
        position: here + DVec3::Z * 3.0,
        ..prop
    };
    session.place_prop(0, &placement);
    session.toggle_chart();
    session.toggle_chart();
    assert_eq!(states(&session), now);
}
