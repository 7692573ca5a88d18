//! The race that zones time.

use super::{ahead, effects, flyer, gate, go};
use sidle::player::{Command, Controller, Mode};
use sidle::sim::{Race, Sim, ZoneEffect};
use sidle::world::{World, ZoneAction};

/// Gates 3 m apart along -Z, each 1 m thick, passed at 5 m/s.
fn course(actions: &[ZoneAction]) -> Sim {
    let gates = actions.iter().zip(1..);
    let gates = gates.map(|(action, place)| gate(*action, -3.0 * f64::from(place), 1.0));
    flyer(
        World::default(),
        gates.collect(),
        Controller::Swept,
        5.0,
        60,
    )
}

const START: ZoneAction = ZoneAction::Start;
const CHECKPOINT: ZoneAction = ZoneAction::Checkpoint;
const FINISH: ZoneAction = ZoneAction::Finish;

#[test]
fn the_clock_stands_in_the_start_runs_behind_it_and_stops_at_the_finish() {
    let mut sim = course(&[START, FINISH]);
    // 3 m take 36 ticks: the middle of the start.
    go(&mut sim, 1.0, 36);
    assert_eq!(sim.race(), Race::Ready);
    go(&mut sim, 0.0, 500);
    assert_eq!(sim.race(), Race::Ready);
    let left = sim.ticks();
    let mut last = 0;
    while let Race::Ready | Race::Running { .. } = sim.race() {
        sim.tick(&ahead(&sim, 1.0));
        let ticks = sim.race().ticks().expect("a race");
        assert!(ticks == 0 && last == 0 || ticks == last + 1, "{ticks}");
        last = ticks;
    }
    // The body is in the start for 1 m more, 12 ticks, and at the finish after 2 m. Rounding may add a tick to each.
    let finished = Race::Finished { ticks: last };
    assert_eq!(sim.race(), finished);
    assert!((24..=25).contains(&(sim.ticks() - left)));
    assert!((12..=14).contains(&last), "{last}");
    go(&mut sim, 1.0, 500);
    assert_eq!(sim.race(), finished);
}

#[test]
fn checkpoints_count_in_their_order_and_the_finish_wants_all() {
    let mut sim = course(&[START, CHECKPOINT, CHECKPOINT, FINISH]);
    let events = go(&mut sim, 1.0, 180);
    let [.., finish] = effects(&events)[..] else {
        panic!("{events:?}")
    };
    assert!(matches!(finish, (3, ZoneEffect::Finish { .. })));

    let mut sim = course(&[START, CHECKPOINT, FINISH, CHECKPOINT]);
    let events = go(&mut sim, 1.0, 160);
    assert_eq!(
        effects(&events)[2..],
        [
            (1, ZoneEffect::Checkpoint { number: 1 }),
            (2, ZoneEffect::Missed { next: 2 }),
            (3, ZoneEffect::Checkpoint { number: 2 }),
        ]
    );
    // Back through the finish, which now counts.
    let events = go(&mut sim, -1.0, 60);
    let [(3, ZoneEffect::Notice), (2, ZoneEffect::Finish { .. })] = effects(&events)[..] else {
        panic!("{events:?}")
    };
}

#[test]
fn a_later_checkpoint_does_not_count_before_an_earlier_one_and_a_passed_one_only_once() {
    let gates = [
        gate(START, -3.0, 1.0),
        gate(CHECKPOINT, -9.0, 1.0),
        gate(CHECKPOINT, -6.0, 1.0),
    ];
    let mut sim = flyer(World::default(), gates.into(), Controller::Swept, 5.0, 60);
    let events = go(&mut sim, 1.0, 130);
    assert_eq!(
        effects(&events)[2..],
        [
            (2, ZoneEffect::Missed { next: 1 }),
            (1, ZoneEffect::Checkpoint { number: 1 }),
        ]
    );
    let events = go(&mut sim, -1.0, 60);
    assert_eq!(
        effects(&events),
        [
            (1, ZoneEffect::Notice),
            (2, ZoneEffect::Checkpoint { number: 2 }),
        ]
    );
}

#[test]
fn entering_the_start_again_begins_a_new_race() {
    let mut sim = course(&[START, CHECKPOINT, FINISH]);
    go(&mut sim, 1.0, 80);
    assert!(matches!(sim.race(), Race::Running { checkpoints: 1, .. }));
    go(&mut sim, -1.0, 44);
    assert_eq!(sim.race(), Race::Ready);
    go(&mut sim, 1.0, 20);
    assert!(matches!(sim.race(), Race::Running { checkpoints: 0, .. }));
}

#[test]
fn a_line_within_a_start_begins_no_race_before_the_start_is_left() {
    let zones = vec![gate(START, -10.0, 8.0), gate(START, -10.0, 1e-3)];
    for speed in [5.0, 60.0] {
        let mut sim = flyer(
            World::default(),
            zones.clone(),
            Controller::Swept,
            speed,
            30,
        );
        while sim.player().position.z > -12.5 {
            sim.tick(&ahead(&sim, 1.0));
            assert!(!matches!(sim.race(), Race::Running { .. }), "{speed}");
        }
        assert_eq!(sim.race(), Race::Ready, "{speed}");
        go(&mut sim, 1.0, 60);
        assert!(matches!(sim.race(), Race::Running { .. }), "{speed}");
    }
}

#[test]
fn no_race_begins_without_a_start() {
    let mut sim = course(&[CHECKPOINT, FINISH]);
    let events = go(&mut sim, 1.0, 120);
    let expected = [(0, ZoneEffect::Notice), (1, ZoneEffect::Notice)];
    assert_eq!(effects(&events), expected);
    assert_eq!(sim.race(), Race::None);
}

#[test]
fn a_respawn_another_mode_controller_or_rate_ends_a_race() {
    let endings: [fn(&mut Sim); 4] = [
        |sim| {
            sim.tick(&Command {
                respawn: true,
                ..sim.idle_command()
            });
        },
        |sim| {
            sim.tick(&Command {
                mode: Mode::Walk,
                ..sim.idle_command()
            });
        },
        |sim| {
            sim.tick(&Command {
                controller: Controller::Classic,
                ..sim.idle_command()
            });
        },
        |sim| sim.set_hz(240),
    ];
    for (at, end) in endings.into_iter().enumerate() {
        let mut sim = course(&[START, FINISH]);
        go(&mut sim, 1.0, 55);
        assert!(matches!(sim.race(), Race::Running { .. }), "{at}");
        end(&mut sim);
        assert_eq!(sim.race(), Race::None, "{at}");
        // The finish does not count then.
        let events = go(&mut sim, 1.0, 60);
        let finishes = |effect: &ZoneEffect| matches!(effect, ZoneEffect::Finish { .. });
        let mut effects = events.iter().map(|(_, _, effect)| effect);
        assert!(!effects.any(finishes), "{at}");
    }
    // The same rate changes nothing.
    let mut sim = course(&[START, FINISH]);
    go(&mut sim, 1.0, 55);
    sim.set_hz(60);
    assert!(matches!(sim.race(), Race::Running { .. }));
}

#[test]
fn a_round_course_lists_its_finish_before_its_start() {
    let line = |action| gate(action, -3.0, 1.0);
    let zones = vec![line(FINISH), line(START), gate(CHECKPOINT, -9.0, 1.0)];
    let mut sim = flyer(World::default(), zones, Controller::Swept, 5.0, 60);
    go(&mut sim, 1.0, 108);
    let events = go(&mut sim, -1.0, 72);
    let [
        (0, ZoneEffect::Finish { ticks }),
        (1, ZoneEffect::Ready),
        ..,
    ] = effects(&events)[..]
    else {
        panic!("{events:?}")
    };
    assert!(ticks > 60, "{ticks}");
}
