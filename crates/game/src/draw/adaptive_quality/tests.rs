//! Tests of the quality that adapts to the time of frames.

use super::*;

/// The sequence of qualities when a frame takes `seconds`.
fn qualities(mut adaptive: AdaptiveQuality, seconds: impl Fn(Quality) -> f64) -> Vec<(u8, u8)> {
    let mut seen = vec![];
    for _ in 0..1000 {
        let Quality { samples, percent } = adaptive.quality();
        if seen.last() != Some(&(samples, percent)) {
            seen.push((samples, percent));
        }
        adaptive.end_frame(seconds(adaptive.quality()));
    }
    seen
}

#[test]
fn fast_frames_keep_the_best_quality() {
    assert_eq!(
        qualities(AdaptiveQuality::new(None, 4, None), |_| 1.0 / 60.0),
        [(4, 100)]
    );
}

/// The next pseudo-random number from 0 to 1. Source: G. Marsaglia, "Xorshift RNGs", 2003.
fn next(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as f64 / (1_u64 << 53) as f64
}

/// The length of a frame whose pixels take `pixels` seconds at the finest quality.
fn cost(quality: Quality, pixels: f64) -> f64 {
    let share = f64::from(quality.percent) / 100.0;
    0.004 + pixels * share * share * f64::from(quality.samples) / 4.0
}

/// Plays for `seconds`, while a frame takes the time that `length` gives. Returns the share of the time at each
/// quality.
fn play(
    adaptive: &mut AdaptiveQuality,
    seconds: f64,
    mut length: impl FnMut(f64, Quality) -> f64,
) -> Vec<f64> {
    let mut shares = vec![0.0; adaptive.qualities.len()];
    let mut time = 0.0;
    while time < seconds {
        let frame = length(time, adaptive.quality());
        shares[adaptive.current] += frame / seconds;
        adaptive.end_frame(frame);
        time += frame;
    }
    shares
}

#[test]
fn slow_frames_lower_the_quality_until_they_are_fast_enough() {
    for (samples, percent, expected) in [
        (None, None, [(4, 100), (1, 100), (1, 75)].as_slice()),
        // A fixed number of samples, and a fixed resolution, never change.
        (Some(4), None, &[(4, 100), (4, 75), (4, 50)]),
        (Some(1), Some(100), &[(1, 100)]),
    ] {
        let mut adaptive = AdaptiveQuality::new(samples, 4, percent);
        let mut seen = Vec::new();
        let length = |_, quality: Quality| {
            if seen.last() != Some(&(quality.samples, quality.percent)) {
                seen.push((quality.samples, quality.percent));
            }
            cost(quality, 0.072)
        };
        play(&mut adaptive, 20.0, length);
        assert!(seen.starts_with(expected), "{seen:?}");
        // A finer quality is tried now and then, but less and less often.
        let shares = play(&mut adaptive, 600.0, |_, quality| cost(quality, 0.072));
        let at_last = shares[shares.len().min(expected.len()) - 1];
        assert!(at_last > 0.97, "{shares:?}");
    }
}

#[test]
fn the_best_quality_comes_back_when_the_load_falls() {
    for hz in [30.0001_f64, 60.0, 144.0, 1e6] {
        let mut adaptive = AdaptiveQuality::new(None, 4, None);
        // The screen shows a frame at its next refresh only.
        let shown = |frame: f64| (frame * hz - 1e-6).ceil() / hz;
        play(&mut adaptive, 60.0, |_, quality| shown(cost(quality, 0.2)));
        assert!(adaptive.current > 0 || hz < 31.0, "{hz}");
        play(&mut adaptive, 200.0, |_, quality| {
            shown(cost(quality, 0.004))
        });
        let shares = play(&mut adaptive, 20.0, |_, quality| {
            shown(cost(quality, 0.004))
        });
        assert_eq!(adaptive.current, 0, "{hz} {shares:?}");
    }
}

#[test]
fn a_burst_of_slow_frames_is_forgotten() {
    for burst in [0.1, 0.5, 1.0, 3.0, 8.0] {
        let mut adaptive = AdaptiveQuality::new(None, 4, None);
        play(&mut adaptive, 20.0, |time, _| {
            if (2.0..2.0 + burst).contains(&time) {
                0.05
            } else {
                0.016
            }
        });
        let shares = play(&mut adaptive, 60.0, |_, _| 0.016);
        assert!(
            adaptive.current == 0 && shares[0] > 0.8,
            "{burst}: {shares:?}"
        );
    }
}

#[test]
fn a_step_that_noise_has_undone_is_tried_again() {
    let mut adaptive = AdaptiveQuality::new(None, 4, None);
    // Another program takes all the time while the first step is judged.
    play(&mut adaptive, 10.0, |_, _| 0.08);
    assert_eq!(adaptive.current, 0);
    play(&mut adaptive, 120.0, |_, quality| cost(quality, 0.072));
    assert!(adaptive.current >= 2, "{}", adaptive.current);
}

#[test]
fn noise_around_fast_frames_changes_nothing_for_long() {
    let mut state = 0x5EED_u64;
    for noise in [0.1, 0.3, 0.5] {
        let mut adaptive = AdaptiveQuality::new(None, 4, None);
        let shares = play(&mut adaptive, 300.0, |_, _| {
            0.014 * (1.0 + noise * (2.0 * next(&mut state) - 1.0))
        });
        assert!(shares[0] > 0.95, "{noise}: {shares:?}");
    }
}

#[test]
fn noise_around_the_limit_does_not_make_the_picture_flicker() {
    let mut state = 0x5EED_u64;
    let mut adaptive = AdaptiveQuality::new(None, 4, None);
    let (mut changes, mut before) = (0, adaptive.quality());
    play(&mut adaptive, 600.0, |_, quality| {
        changes += u32::from(quality != before);
        before = quality;
        cost(quality, 0.0145) * (0.8 + 0.4 * next(&mut state))
    });
    assert!(changes < 60, "{changes} in ten minutes");
}

#[test]
fn a_30_hz_screen_returns_to_the_best_quality() {
    let seen = qualities(AdaptiveQuality::new(None, 4, None), |_| 1.0 / 30.0);
    assert_eq!(seen, [(4, 100), (1, 100), (4, 100)]);
}

#[test]
fn very_slow_frames_are_judged_early() {
    let mut adaptive = AdaptiveQuality::new(None, 4, None);
    for _ in 0..2 * MIN_FRAMES_PER_SAMPLE {
        assert_eq!(adaptive.quality().samples, 4);
        adaptive.end_frame(1.0);
    }
    assert_eq!(adaptive.quality().samples, 1);
}

#[test]
fn single_long_frames_are_ignored_and_reset_restores_the_best_quality() {
    let mut adaptive = AdaptiveQuality::new(None, 4, None);
    for frame in 0..500 {
        adaptive.end_frame(if frame % 20 == 0 { 0.2 } else { 0.01 });
    }
    assert_eq!(adaptive.quality().samples, 4);
    for _ in 0..60 {
        adaptive.end_frame(0.05);
    }
    assert_eq!(adaptive.quality().samples, 1);
    adaptive.reset();
    assert_eq!(adaptive.quality().samples, 4);
}
