//! Tests of `explanations.rs`.

use super::*;
use crate::view::side::figures::Unit;
use sidle::glam::DVec3;
use sidle::player::Event;
use sidle::world::{BoxId, ColliderId};

/// Events whose places do not matter.
fn breakdown(events: &[Event]) -> TickBreakdown {
    TickBreakdown::new(events, DVec3::ZERO)
}

/// Figures of a motion of which something was taken, and that led `back`.
fn figures(back: Option<&str>) -> Figures {
    let length = || "1.0 mm".to_owned();
    Figures {
        asked: length(),
        taken: Some(length()),
        moved: length(),
        parts: None,
        thrown_back: back.map(str::to_owned),
        unit: Unit::TenthOfMillimetre,
    }
}

fn swept(events: &[Event]) -> String {
    reason(
        &breakdown(events),
        [Controller::Swept; 2],
        2,
        (&figures(None), None),
    )
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
fn a_body_that_takes_over_inside_of_something_has_not_moved_in() {
    let push = Event::Push {
        collider: ColliderId::Box(BoxId(0)),
        offset: DVec3::Z,
        position: DVec3::Z,
    };
    let of = |before| {
        let told = (&figures(None), None);
        reason(&breakdown(&[push]), [before, Controller::Boxed], 1, told)
    };
    assert!(of(Controller::Boxed).starts_with("Moved in first"));
    assert_eq!(of(Controller::Classic), SWAPPED);
}

#[test]
fn a_corner_differs_from_a_wall() {
    let blocked = |planes: &[DVec3], walls: usize| {
        let planes = planes.iter().map(|normal| Event::Plane { normal: *normal });
        let turn = Event::Turn {
            position: DVec3::ZERO,
            left: DVec3::Z,
            way: DVec3::ZERO,
            crease: None,
        };
        let events: Vec<_> = planes.chain([turn, Event::Stop(Stop::Blocked)]).collect();
        reason(
            &breakdown(&events),
            [Controller::Swept; 2],
            walls,
            (&figures(None), None),
        )
    };
    assert!(blocked(&[DVec3::X], 1).contains("one surface"));
    assert!(blocked(&[DVec3::X, DVec3::Y], 2).contains("two surfaces"));
    assert!(blocked(&DVec3::AXES, 3).contains("corner"));
    // The floor in front of a wall makes no corner.
    assert!(blocked(&DVec3::AXES, 1).contains("one surface"));
}

#[test]
fn a_climbed_step_replaces_the_stop_and_followed_ground_is_added() {
    let text = swept(&[Event::Stop(Stop::Blocked), Event::Step { rise: 0.25 }]);
    assert_eq!(
        text,
        "Climbs a step, by 250 mm in this tick: up, ahead, and down."
    );
    let rises = [0.2, 0.3].map(|rise| Event::Step { rise });
    assert_eq!(swept(&rises), "Climbs 2 steps, by 500 mm in this tick.");
    let text = swept(&[Event::Stop(Stop::Free), Event::Snap { drop: 0.05 }]);
    assert_eq!(
        text,
        "Moved freely; nothing was hit. Then followed the ground 50.0 mm down."
    );
}

#[test]
fn a_motion_that_only_the_floor_limited_is_free_and_one_that_was_not_asked_for_stays() {
    let free = |stop| {
        reason(
            &breakdown(&[Event::Stop(stop)]),
            [Controller::Swept; 2],
            0,
            (&figures(None), None),
        )
    };
    assert_eq!(free(Stop::Free), "Moved freely; nothing was hit.");
    assert!(free(Stop::Still).contains("stays"));
    assert!(free(Stop::Exhausted).contains("dropped"));
}

#[test]
fn a_jump_and_a_push_off_the_ground_are_told() {
    assert_eq!(take_off(&breakdown(&[Event::Jump])), Some("Jumps."));
    let pushed = take_off(&breakdown(&[Event::Launch]));
    assert!(pushed.unwrap().starts_with("Pushed off the ground"));
    let (collider, normal) = (ColliderId::Box(BoxId(0)), DVec3::X);
    let kicked = take_off(&breakdown(&[Event::WallJump { collider, normal }]));
    assert!(kicked.unwrap().starts_with("Jumps off the wall"));
    assert_eq!(take_off(&breakdown(&[Event::Stop(Stop::Free)])), None);
}

#[test]
fn a_ladder_is_told_with_the_way_that_the_keys_lead() {
    for (rise, way) in [
        (1.0, "lead up"),
        (-0.5, "lead down"),
        (0.0, "Holds a ladder"),
    ] {
        let climb = Event::Climb {
            collider: ColliderId::Box(BoxId(0)),
            normal: DVec3::X,
            rise,
        };
        let text = swept(&[Event::Stop(Stop::Free), climb]);
        assert!(text.contains(way), "{text}");
    }
}

#[test]
fn a_ledge_that_took_over_is_told() {
    let (collider, normal) = (ColliderId::Box(BoxId(0)), DVec3::X);
    let text = swept(&[Event::Stop(Stop::Free), Event::Mantle { collider, normal }]);
    assert!(text.starts_with("A ledge took over"), "{text}");
}

#[test]
fn a_swim_is_told_unless_something_was_hit() {
    let swim = Event::Swim { depth: 1.0 };
    let events = [swim, Event::Stop(Stop::Free)];
    for (walls, swam) in [(0, true), (1, false)] {
        let told = (&figures(None), None);
        let text = reason(&breakdown(&events), [Controller::Swept; 2], walls, told);
        assert_eq!(text.starts_with("Swam: "), swam, "{text}");
    }
}

#[test]
fn a_failed_step_is_reported_once() {
    let tries = [Try::Up, Try::Over, Try::Down, Try::Follow];
    let parts = tries.map(|what| [Event::Try(what), Event::Stop(Stop::Met)]);
    let mut events: Vec<_> = parts.into_iter().flatten().collect();
    let failed = failed_attempts(&breakdown(&events));
    assert_eq!(failed, ["tried a step", "looked for ground below"]);
    events.push(Event::Step { rise: 0.1 });
    assert_eq!(
        failed_attempts(&breakdown(&events)),
        ["looked for ground below"]
    );
    events.push(Event::Snap { drop: 0.1 });
    assert_eq!(failed_attempts(&breakdown(&events)), [""; 0]);
}

#[test]
fn a_program_is_not_said_to_have_met_nothing() {
    let still = breakdown(&[]);
    let told = |walls, back| {
        reason(
            &still,
            [Controller::Outer(0); 2],
            walls,
            (&figures(back), None),
        )
    };
    let text = told(1, None);
    assert!(text.starts_with("Moved by a program"), "{text}");
    assert!(text.contains("The surface there takes"), "{text}");
    assert!(told(2, None).contains("The 2 surfaces there take"));
    assert!(told(1, Some("9 mm")).ends_with("That is 9 mm back, against the keys."));
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
    let thrown = |events: &[Event], back: Option<&str>| {
        reason(
            &breakdown(events),
            [Controller::Classic; 2],
            1,
            (&figures(back), None),
        )
    };
    let classic = |events: &[Event]| thrown(events, None);
    let moved = Event::Move { from, to };
    assert!(classic(&[moved]).contains("nothing was hit"));
    assert!(classic(&[moved, push(DVec3::X)]).starts_with("Moved"));
    let twice = thrown(&[moved, push(DVec3::X)], Some("10.0 mm"));
    assert!(twice.starts_with("Thrown back by 10.0 mm"), "{twice}");
    let once = classic(&[moved, push(DVec3::X), push(DVec3::Y)]);
    assert!(once.contains("pushed 2 times"), "{once}");
}

#[test]
fn a_slide_of_which_nothing_is_taken_is_not_said_to_remove_something() {
    let taken = figures(None);
    let none = Figures {
        taken: None,
        ..taken.clone()
    };
    let planes = [
        Event::Plane { normal: DVec3::X },
        Event::Turn {
            position: DVec3::ZERO,
            left: DVec3::Z,
            way: DVec3::Z,
            crease: None,
        },
        Event::Stop(Stop::Free),
    ];
    let of = |figures| {
        reason(
            &breakdown(&planes),
            [Controller::Swept; 2],
            1,
            (figures, None),
        )
    };
    assert!(of(&taken).contains("motion into"), "{}", of(&taken));
    assert!(of(&none).contains("nothing was removed"), "{}", of(&none));
}
