//! Tests of `mod.rs`: which ticks a picture has.

use super::*;
use clap::Parser;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    clip: ClipArguments,
}

fn arguments(more: &[&str]) -> ClipArguments {
    let line = ["clip", "a.sidle", "a.gif"].iter().chain(more);
    Line::parse_from(line).clip
}

#[test]
fn frames_lie_evenly_between_the_first_and_the_last() {
    let span = Span::of(&arguments(&["--from", "1", "--to", "1.2"]), 120, 600).expect("frames");
    assert_eq!(span.ticks, [120, 125, 130, 134, 139, 144]);
    // The whole recording, from its first tick to its last.
    let span = Span::of(&arguments(&["--fps", "2"]), 120, 120).expect("frames");
    assert_eq!(span.ticks, [1, 60, 120]);
    // More frames than ticks, and an end beyond that of the recording.
    let span = Span::of(&arguments(&["--fps", "50", "--to", "9"]), 10, 1).expect("frames");
    assert_eq!(span.ticks, [1; 6]);
}

#[test]
fn a_slow_picture_has_more_frames_and_that_of_a_contact_has_each_tick_around_it() {
    let slow = ["--from", "1", "--to", "1.1", "--slow", "2"];
    let span = Span::of(&arguments(&slow), 120, 600).expect("frames");
    assert_eq!(span.ticks, [120, 122, 125, 127, 130, 132]);
    let around = |more: &[&str], contact: f64, is_still: bool| {
        let mut arguments = arguments(more);
        arguments.show_contact(contact, is_still);
        arguments
    };
    let ticks = |contact: f64, all: u64| {
        let span = Span::of(&around(&[], contact, false), 120, all);
        let ticks = span.expect("frames").ticks;
        (ticks[0], *ticks.last().expect("a frame"), ticks.len())
    };
    assert_eq!(ticks(2.0, 600), (192, 276, 88));
    // At the ends of the recording.
    assert_eq!(ticks(0.0, 600), (1, 36, 38));
    assert_eq!(ticks(5.0, 600), (552, 600, 51));
    let still = Span::of_still(&around(&[], 2.0, true), 120, 600).expect("a frame");
    assert_eq!(still.ticks, [240]);
    let asked = around(&["--from", "1"], 2.0, false);
    assert_eq!((asked.from, asked.to, asked.slow), (Some(1.0), None, None));
}

#[test]
fn a_part_that_is_not_there_is_refused() {
    let refused =
        |more: &[&str], all: u64| Span::of(&arguments(more), 120, all).expect_err("no frames");
    assert!(refused(&[], 0).contains("no tick"));
    assert!(refused(&["--from", "2"], 120).contains("ends after 1.000 s"));
    assert!(refused(&["--from", "0.5", "--to", "0.4"], 120).contains("a later time"));
    assert!(refused(&[], u64::MAX).contains("--from"));
    let long = Span::of(&arguments(&[]), 120, 1200 * 120).expect("frames");
    assert!(
        long.check_pixels([640, 400])
            .expect_err("too long")
            .contains("100 million")
    );
}
