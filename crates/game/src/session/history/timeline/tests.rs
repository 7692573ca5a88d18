//! Tests of the timeline: every tick that it seeks has the bits of the first time.

use super::*;
use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Controller, Ground, OuterStep};
use sidle::sim::OuterLog;
use sidle::world::World;

fn falling() -> Sim {
    Sim::new(
        World::default(),
        Default::default(),
        Default::default(),
        120,
    )
}

/// The state after each of `count` ticks, which differ from one another.
fn simulate(timeline: &mut Timeline, sim: &mut Sim, count: usize) -> Vec<PlayerState> {
    let live = (0..count).map(|tick| {
        let command = Command {
            forward: Axis::new((tick % 7) as f64 / 7.0),
            ..Command::default()
        };
        let input = command.into();
        timeline.tick(sim, &mut Ghosts::default(), &input, GhostMode::Off, None);
        *sim.player()
    });
    live.collect()
}

#[test]
fn seeking_in_any_order_reproduces_every_tick_bit_exactly() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    let states = simulate(&mut timeline, &mut sim, 100);
    assert_eq!(timeline.ticks_behind_and_ahead(), (99, 0));
    let mut at = 100_isize;
    for step in [-1, -1, 1, -40, 3, 3, -60, 90, -99, 98, -33, 1, 65, 7] {
        timeline.seek_by(&mut sim, &mut Ghosts::default(), step);
        at = (at + step).clamp(1, 100);
        assert_eq!(*sim.player(), states[at as usize - 1], "after {step}");
        assert_eq!(sim.ticks(), at as u64);
        assert_eq!(
            timeline.ticks_behind_and_ahead(),
            (at as usize - 1, 100 - at as usize)
        );
    }
}

#[test]
fn resuming_at_an_earlier_tick_replaces_the_ticks_after_it() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    let states = simulate(&mut timeline, &mut sim, 70);
    timeline.seek_by(&mut sim, &mut Ghosts::default(), -30);
    let others = simulate(&mut timeline, &mut sim, 50);
    assert_eq!(timeline.ticks_behind_and_ahead(), (89, 0));
    timeline.seek_by(&mut sim, &mut Ghosts::default(), -50);
    assert_eq!(*sim.player(), states[39]);
    timeline.seek_by(&mut sim, &mut Ghosts::default(), 10);
    assert_eq!(*sim.player(), others[9]);
}

#[test]
fn old_ticks_are_dropped() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    let states = simulate(&mut timeline, &mut sim, MAX_TICKS + 40);
    let (behind, ahead) = timeline.ticks_behind_and_ahead();
    assert!(behind < MAX_TICKS && behind > MAX_TICKS - 2 * KEYFRAME_TICKS && ahead == 0);
    timeline.seek_by(&mut sim, &mut Ghosts::default(), isize::MIN);
    assert_eq!(timeline.ticks_behind_and_ahead().0, 0);
    assert_eq!(*sim.player(), states[MAX_TICKS + 40 - 1 - behind]);
    timeline.seek_by(&mut sim, &mut Ghosts::default(), isize::MAX);
    assert_eq!(Some(sim.player()), states.last());
}

#[test]
fn resimulating_the_shown_tick_traces_it() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    timeline.resimulate(&mut sim);
    sim.set_tracing(false);
    for count in [1, 32, 40] {
        simulate(&mut timeline, &mut sim, count);
        let jump = Command {
            respawn: true,
            ..Command::default()
        };
        let (jump, none) = (jump.into(), &mut Ghosts::default());
        timeline.tick(&mut sim, none, &jump, GhostMode::Off, None);
        let (now, silent) = (sim.snapshot(), sim.trace().events().len());
        sim.set_tracing(true);
        timeline.resimulate(&mut sim);
        assert_eq!((sim.snapshot(), silent), (now, 0), "after {count}");
        assert!(!sim.trace().events().is_empty(), "after {count}");
        sim.set_tracing(false);
    }
}

#[test]
fn resimulating_to_another_result_keeps_the_state() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    simulate(&mut timeline, &mut sim, 10);
    // A tick that is not in the timeline.
    sim.tick(&Command::default());
    let now = sim.snapshot();
    timeline.resimulate(&mut sim);
    assert_eq!(sim.snapshot(), now);
}

#[test]
fn a_review_passes_the_kept_ones_of_the_ticks_and_changes_nothing() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    let reviewed = |timeline: &Timeline, sim: &mut Sim, ticks| {
        let (now, traces) = (sim.snapshot(), sim.is_tracing());
        let mut passed = Vec::new();
        timeline.review(sim, ticks, |before, _, sim| {
            assert!(sim.is_tracing());
            passed.push((sim.ticks(), *before, *sim.player()));
        });
        assert_eq!((sim.snapshot(), sim.is_tracing()), (now, traces));
        passed
    };
    assert_eq!(reviewed(&timeline, &mut sim, 0..=9), []);
    sim.set_tracing(false);
    let states = simulate(&mut timeline, &mut sim, 100);
    for (ticks, expected) in [
        (30..=36, 30..=36),
        (1..=1, 1..=1),
        (0..=3, 1..=3),
        (90..=400, 90..=100),
        (20..=99, 20..=99),
    ] {
        let passed = reviewed(&timeline, &mut sim, ticks);
        assert!(passed.iter().map(|(tick, ..)| *tick).eq(expected));
        for (tick, before, after) in passed {
            assert_eq!(after, states[tick as usize - 1]);
            assert!(tick == 1 || before == states[tick as usize - 2]);
        }
    }
    // Ticks after the shown one are also kept.
    timeline.seek_by(&mut sim, &mut Ghosts::default(), -60);
    assert_eq!(reviewed(&timeline, &mut sim, 38..=45).len(), 8);
}

#[test]
fn an_empty_timeline_shows_nothing() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    timeline.seek_by(&mut sim, &mut Ghosts::default(), -1);
    assert_eq!(
        (sim.ticks(), timeline.ticks_behind_and_ahead()),
        (0, (0, 0))
    );
    assert_eq!(timeline.input(), None);
}

#[test]
fn seeking_reproduces_the_ghosts_of_every_tick() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    let mut ghosts = Ghosts::default();
    let mut live = Vec::new();
    for tick in 0..200 {
        let ghost_mode = match tick {
            0..40 | 150.. => GhostMode::Off,
            90 => GhostMode::Resync,
            _ => GhostMode::On,
        };
        let command = Command {
            forward: Axis::new((tick % 7) as f64 / 7.0),
            ..Command::default()
        };
        timeline.tick(&mut sim, &mut ghosts, &command.into(), ghost_mode, None);
        live.push(ghosts.states());
    }
    let there = |states: &GhostStates| states.iter().flatten().count();
    assert_eq!(
        [there(&live[39]), there(&live[40]), there(&live[150])],
        [0, 2, 0]
    );
    let mut at = 200_isize;
    for step in [-150, 1, -11, -20, 90, 30, 60, -100] {
        timeline.seek_by(&mut sim, &mut ghosts, step);
        at += step;
        let (then, now) = (&live[at as usize - 1], ghosts.states());
        assert!(then.iter().flatten().eq(now.iter().flatten()), "at {at}");
    }
}

#[test]
fn a_recording_of_the_history_ends_at_the_shown_tick() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    let level = ("Void", "void.toml", LevelHash::of(&sim));
    assert!(timeline.past(&sim, level, MAX_TICKS).is_none());
    simulate(&mut timeline, &mut sim, MAX_TICKS + 40);
    timeline.seek_by(&mut sim, &mut Ghosts::default(), -20);
    let past = |most| timeline.past(&sim, level, most).expect("a past");
    let mut longest = past(MAX_TICKS);
    for most in [MAX_TICKS, 1000, 33, 0] {
        let recorder = past(most).finish();
        let recording = recorder.recording();
        let began = recording.header.state.as_ref().unwrap().tick;
        assert_eq!(began + recorder.ticks(), sim.ticks());
        let verified = sidle::replay::verify(&recording, falling()).unwrap();
        assert_eq!(verified.hash, recorder.hash());
        // A longer past gives the same recording, in one go or in many.
        longest.restart(most);
        while !longest.advance(std::time::Duration::from_micros(50)) {}
        assert_eq!(longest.recorder().recording(), recording, "{most}");
    }
    // A recording starts at the first multiple of 32 that leaves `most` ticks or less up to MAX_TICKS + 20.
    assert_eq!(
        [1000, 33, 0].map(|most| past(most).finish().ticks()),
        [980, 20, 20]
    );
}

#[test]
fn a_mover_that_has_ended_does_not_repeat_what_it_did_before_a_rewind() {
    let (mut timeline, mut sim) = (Timeline::default(), falling());
    let mut log = OuterLog::default();
    for tick in 0..10_u32 {
        let step = OuterStep {
            position: DVec3::X * f64::from(tick + 1),
            velocity: DVec3::ZERO,
            ground: Ground::None,
        };
        log.push(tick.into(), step);
    }
    sim.set_outer_log(log);
    // No mover of the command line answers.
    let mut movers = Movers::default();
    let input = Command {
        controller: Controller::Outer(0),
        ..Command::default()
    }
    .into();
    let mut play = |timeline: &mut Timeline, sim: &mut Sim, repeats: bool| {
        movers.player_repeats = repeats;
        let (ghosts, off) = (&mut Ghosts::default(), GhostMode::Off);
        timeline.tick(sim, ghosts, &input, off, Some(&mut movers));
        sim.player().position.x
    };
    let repeated = [0; 10].map(|_| play(&mut timeline, &mut sim, true));
    assert_eq!(repeated[9], 10.0);
    timeline.seek_by(&mut sim, &mut Ghosts::default(), -5);
    assert_eq!(play(&mut timeline, &mut sim, true), 6.0);
    timeline.seek_by(&mut sim, &mut Ghosts::default(), -1);
    assert_eq!(play(&mut timeline, &mut sim, false), 5.0);
    assert!(sim.outer_log().step_after(5).is_none());
    assert!(sim.outer_log().step_after(4).is_some());
}
