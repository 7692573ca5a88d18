//! Tests of `time_bar.rs`.

use super::*;
use crate::options::bindings::Bindings;
use crate::session::play::{RaceClock, RaceTime};

#[test]
fn the_bar_is_shown_only_while_paused_or_slowed_down() {
    let usual = Clock {
        paused: false,
        slowdown: 1,
        tick: 240,
        behind: 239,
        ahead: 0,
        hz: 120,
        recorded: None,
        is_elsewhere: false,
    };
    assert!(!usual.is_visible());
    assert_eq!(Bindings::default().unknown(usual.key_hints(true)), None);
    let shown = |clock: Clock| (clock.is_visible(), clock.headline());
    let slow = Clock {
        slowdown: 8,
        ..usual
    };
    assert_eq!(shown(slow), (true, "time runs at 1/8".into()));
    let paused = Clock {
        paused: true,
        ..usual
    };
    assert_eq!(shown(paused), (true, "paused at tick 240".into()));
    let keys = Bindings::default().expand_keys(paused.key_hints(true));
    assert_eq!(
        keys,
        "P go on   , . step   Page Up Page Down 10 s   or the bar"
    );
    let back = Clock {
        tick: 210,
        ahead: 30,
        ..paused
    };
    assert_eq!(shown(back), (true, "tick 210, 0.25 s back".into()));
}

#[test]
fn the_end_of_the_bar_leaves_room_for_all_that_is_shown() {
    let viewport = Viewport::new(1280.0, 720.0);
    let clock = |paused, recorded| Clock {
        paused,
        slowdown: 1,
        tick: 240,
        behind: 239,
        ahead: 0,
        hz: 120,
        recorded,
        is_elsewhere: false,
    };
    let ends = [
        (false, None),
        (false, Some(1.0)),
        (true, None),
        (true, Some(1.0)),
    ]
    .map(|(paused, recorded)| end(&viewport, &clock(paused, recorded), None));
    assert_eq!(ends, [0.0, 39.0, 72.0, 104.0]);
    let race = RaceView::Clock(
        RaceClock {
            time: RaceTime { ticks: 0, hz: 120 },
            checkpoints: (0, 3),
            best: None,
            medal: None,
        },
        None,
    );
    let with_race = end(&viewport, &clock(true, Some(1.0)), Some(&race));
    assert_eq!(with_race, race_clock::end(&viewport, &race, 104.0));
    assert_eq!(ends[2], place(&viewport, 0.0).bottom());
}

#[test]
fn the_mouse_may_miss_the_bar_a_little_and_selects_a_fraction() {
    let bar = Rect::new(100.0, 50.0, 200.0, 3.0);
    assert!(contains(bar, (100.0, 51.0)) && contains(bar, (305.0, 42.0)));
    assert!(!contains(bar, (150.0, 30.0)) && !contains(bar, (80.0, 51.0)));
    let fractions = [20.0, 100.0, 150.0, 300.0, 900.0].map(|x| fraction_at(bar, x));
    assert_eq!(fractions, [0.0, 0.0, 0.25, 1.0, 1.0]);
}

#[test]
fn the_length_of_a_recording_has_minutes_and_seconds() {
    assert_eq!(recorded_time(0.0), "recording 0:00.0");
    assert_eq!(recorded_time(62.58), "recording 1:02.5");
}

#[test]
fn keys_without_room_are_left_out_whole() {
    let keys = "P go on   , . step   or the bar";
    let shown = |room: usize| fitting(keys, |keys| keys.len() <= room);
    assert_eq!(shown(99), keys);
    assert_eq!(shown(30), "P go on   , . step");
    assert_eq!(shown(8), "P go on");
    assert_eq!(shown(3), "");
}
