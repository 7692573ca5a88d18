//! Tests of `explanations.rs`.

use super::*;
use sidle::glam::DVec3;
use sidle::player::Event;
use sidle::world::{BoxId, ColliderId};

fn swept(events: &[Event]) -> String {
    reason(&TickBreakdown::new(events), Controller::Swept)
}

#[test]
fn every_stop_has_its_own_sentence() {
    let stops = [
        Stop::Still,
        Stop::Free,
        Stop::Blocked,
        Stop::Against,
        Stop::Between,
        Stop::Met,
        Stop::Exhausted,
        Stop::Refused,
    ];
    let text = stops.map(|stop| swept(&[Event::Stop(stop)]));
    for (at, sentence) in text.iter().enumerate() {
        assert!(sentence.ends_with('.'), "{sentence}");
        assert!(!text[..at].contains(sentence), "{sentence}");
    }
}

#[test]
fn a_corner_differs_from_a_wall() {
    let blocked = |planes: &[DVec3]| {
        let planes = planes.iter().map(|normal| Event::Plane { normal: *normal });
        let turn = Event::Turn {
            position: DVec3::ZERO,
            left: DVec3::Z,
            way: DVec3::ZERO,
            crease: None,
        };
        let events: Vec<_> = planes.chain([turn, Event::Stop(Stop::Blocked)]).collect();
        swept(&events)
    };
    assert!(blocked(&[DVec3::X]).contains("one surface"));
    assert!(blocked(&[DVec3::X, DVec3::Y]).contains("two surfaces"));
    assert!(blocked(&DVec3::AXES).contains("corner"));
}

#[test]
fn a_climbed_step_replaces_the_stop_and_followed_ground_is_added() {
    let text = swept(&[Event::Stop(Stop::Blocked), Event::Step { rise: 0.25 }]);
    assert_eq!(
        text,
        "Climbs a step, by 250.0 mm in this tick: up, ahead, and down."
    );
    let text = swept(&[Event::Stop(Stop::Free), Event::Snap { drop: 0.05 }]);
    assert_eq!(
        text,
        "Moved freely; nothing was hit. Then followed the ground 50.0 mm down."
    );
}

#[test]
fn a_failed_step_is_reported_once() {
    let tries = [Try::Up, Try::Over, Try::Down, Try::Follow];
    let parts = tries.map(|what| [Event::Try(what), Event::Stop(Stop::Met)]);
    let mut events: Vec<_> = parts.into_iter().flatten().collect();
    let failed = failed_attempts(&TickBreakdown::new(&events));
    assert_eq!(failed, ["tried a step", "looked for ground below"]);
    events.push(Event::Step { rise: 0.1 });
    assert_eq!(
        failed_attempts(&TickBreakdown::new(&events)),
        ["looked for ground below"]
    );
    events.push(Event::Snap { drop: 0.1 });
    assert_eq!(failed_attempts(&TickBreakdown::new(&events)), [""; 0]);
}

#[test]
fn pushes_are_counted_and_thrown_back_comes_first() {
    let to = DVec3::Z * 0.04;
    let from = DVec3::ZERO;
    let push = |offset: DVec3| Event::Push {
        collider: ColliderId::Box(BoxId(0)),
        offset,
        position: to + offset,
    };
    let classic = |events: &[Event]| reason(&TickBreakdown::new(events), Controller::Classic);
    let moved = Event::Move { from, to };
    assert!(classic(&[moved]).contains("nothing was hit"));
    assert!(classic(&[moved, push(DVec3::X)]).starts_with("Moved"));
    let twice = classic(&[moved, push(DVec3::X), push(DVec3::Z * -0.05)]);
    assert!(twice.starts_with("Thrown back by 10.0 mm"), "{twice}");
    let once = classic(&[moved, push(DVec3::X), push(DVec3::Y)]);
    assert!(once.contains("pushed 2 times"), "{once}");
}
