//! Tests of `synth.rs`.

use super::*;
use crate::platform::sound::frame::Footing;

const RATE: u32 = 44_100;

/// A second of what is heard once, in blocks as they are played.
fn second(synth: &mut Synth, heard: &SoundFrame) -> Vec<f32> {
    synth.hear(heard, 1.0);
    let mut samples = vec![9.0; RATE as usize];
    samples
        .chunks_mut(441)
        .for_each(|block| synth.fill(block, 1));
    samples
}

fn loudest(samples: &[f32]) -> f32 {
    samples
        .iter()
        .fold(0.0, |loudest, sample| sample.abs().max(loudest))
}

/// How often the samples change their sign, more often at a higher pitch.
fn crossings(samples: &[f32]) -> usize {
    samples
        .windows(2)
        .filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0))
        .count()
}

#[test]
fn who_stands_still_hears_exactly_nothing() {
    let mut synth = Synth::new(RATE);
    assert_eq!(loudest(&second(&mut synth, &SoundFrame::default())), 0.0);
    assert!(synth.is_silent());
}

#[test]
fn a_contact_ticks_and_a_step_and_a_landing_are_heard_and_fade_to_nothing() {
    let contact = SoundFrame {
        contacts: 1,
        ..SoundFrame::default()
    };
    let step = SoundFrame {
        step: 0.5,
        ..SoundFrame::default()
    };
    let landing = SoundFrame {
        landing: 0.5,
        ..SoundFrame::default()
    };
    for heard in [contact, step, landing] {
        let mut synth = Synth::new(RATE);
        let samples = second(&mut synth, &heard);
        assert!(loudest(&samples[..4410]) > 0.02, "{heard:?}");
        assert_eq!(loudest(&samples[RATE as usize - 441..]), 0.0, "{heard:?}");
        assert!(synth.is_silent());
    }
}

#[test]
fn scraping_lasts_while_it_goes_on_and_rises_with_the_speed() {
    let scrape = |speed| SoundFrame {
        scrape: speed,
        ..SoundFrame::default()
    };
    let mut synth = Synth::new(RATE);
    let slow = second(&mut synth, &scrape(1.0));
    let fast = second(&mut synth, &scrape(10.0));
    let half = RATE as usize / 2;
    assert!(loudest(&slow[half..]) > 0.01);
    assert!(crossings(&fast[half..]) > crossings(&slow[half..]) * 3 / 2);
    assert!(loudest(&fast[half..]) > loudest(&slow[half..]));
    let after = second(&mut synth, &SoundFrame::default());
    assert_eq!(loudest(&after[half..]), 0.0);
}

#[test]
fn every_channel_hears_the_same_for_as_long_at_every_rate() {
    let landing = SoundFrame {
        landing: 0.5,
        ..SoundFrame::default()
    };
    for (rate, channels) in [(8_000, 1), (44_100, 2), (48_000, 6), (192_000, 2)] {
        let mut synth = Synth::new(rate);
        synth.hear(&landing, 1.0);
        let mut samples = vec![9.0; rate as usize * channels];
        synth.fill(&mut samples, channels);
        let moments = || samples.chunks(channels);
        assert!(moments().all(|moment| moment.iter().all(|sample| *sample == moment[0])));
        let heard = moments().take_while(|moment| moment[0] != 0.0).count();
        let last = moments()
            .rposition(|moment| moment[0].abs() > 1e-3)
            .unwrap();
        let seconds = last as f32 / rate as f32;
        assert!(
            heard > 1 && (0.4..0.8).contains(&seconds),
            "{rate}: {seconds} s"
        );
    }
}

#[test]
fn whatever_is_heard_no_sample_leaves_the_range() {
    let numbers = [0.0, 1e-30, 1.0, 1e30, -1.0, f32::NAN, f32::INFINITY];
    let mut synth = Synth::new(RATE);
    let mut block = [0.0; 512];
    for (at, first) in numbers.into_iter().enumerate() {
        for second in numbers {
            for footing in [Footing::Stone, Footing::Gravel, Footing::Metal] {
                let heard = SoundFrame {
                    step: first,
                    footing,
                    landing: second,
                    contacts: at as u32 * 1000,
                    scrape: second,
                    success: at % 2 == 0,
                };
                synth.hear(&heard, first);
                synth.fill(&mut block, 1);
                assert!(
                    block.iter().all(|sample| (-1.0..=1.0).contains(sample)),
                    "{heard:?}"
                );
            }
        }
    }
}

#[test]
fn at_volume_0_nothing_is_heard() {
    let mut synth = Synth::new(RATE);
    let heard = SoundFrame {
        step: 1.0,
        scrape: 5.0,
        ..SoundFrame::default()
    };
    synth.hear(&heard, 0.0);
    let mut block = [9.0; 512];
    synth.fill(&mut block, 1);
    assert_eq!(loudest(&block), 0.0);
}

#[test]
fn a_success_is_two_notes_of_which_the_second_is_higher() {
    let success = SoundFrame {
        success: true,
        ..SoundFrame::default()
    };
    let mut synth = Synth::new(RATE);
    let samples = second(&mut synth, &success);
    let gap = (CHIME_GAP * RATE as f32) as usize;
    let (first, second_note) = (&samples[..gap], &samples[2 * gap..3 * gap]);
    assert!(loudest(first) > 0.1 && loudest(second_note) > 0.1);
    assert!(crossings(second_note) > crossings(first) * 5 / 4);
    second(&mut synth, &SoundFrame::default());
    assert!(synth.is_silent());
}
