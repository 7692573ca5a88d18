//! The synthesiser: noise and sines that fade, made from the few numbers of a [`SoundFrame`].

use crate::platform::sound::frame::SoundFrame;

/// A fading sound is over below this loudness.
const SILENCE: f32 = 1e-4;

/// How long a step, a landing and a tick take to fade to a third; seconds.
const STEP_FADE: f32 = 0.035;
const LANDING_FADE: f32 = 0.09;
const TICK_FADE: f32 = 0.006;

/// How fast the loudness of scraping follows the speed; seconds. Smaller: it crackles; larger: it lags behind.
const SCRAPE_FADE: f32 = 0.02;

/// The pitches of a landing and of a tick; hertz.
const LANDING_PITCH: f32 = 70.0;
const TICK_PITCH: f32 = 2200.0;

/// The pitch of slow scraping, and how it rises with the speed; hertz, and hertz per m/s.
const SCRAPE_PITCH: f32 = 250.0;
const SCRAPE_PITCH_PER_SPEED: f32 = 110.0;

/// The speed from which scraping is as loud as it gets; m/s.
const FULL_SCRAPE: f32 = 6.0;

/// A speed or a pitch beyond this is limited; m/s and hertz.
const MAX_SPEED: f32 = 60.0;

/// The loudness of each sound beside the others.
const STEP_LEVEL: f32 = 0.5;
const LANDING_LEVEL: f32 = 0.9;
const TICK_LEVEL: f32 = 0.35;
const SCRAPE_LEVEL: f32 = 0.25;

/// A sound that fades: noise through a low-pass filter, and a sine.
#[derive(Clone, Copy, Debug, Default)]
struct Burst {
    level: f32,
    pitch: f32,
    /// From 0 to 1.
    phase: f32,
    filtered: f32,
}

impl Burst {
    fn begin(&mut self, level: f32, pitch: f32) {
        self.level = self.level.max(level);
        self.pitch = pitch;
    }

    /// The next sample; `noise` from -1 to 1, of which this share is heard.
    fn next(&mut self, noise: f32, share: f32, fade: f32, rate: f32) -> f32 {
        if self.level < SILENCE {
            *self = Self::default();
            return 0.0;
        }
        self.phase = (self.phase + self.pitch / rate).fract();
        self.filtered += (noise - self.filtered) * low_pass(self.pitch, rate);
        // Two parabolas sound like a sine.
        let half = self.phase * 2.0 - 1.0;
        let sine = 4.0 * half * (1.0 - half.abs());
        let sample = self.level * (self.filtered * share + sine * (1.0 - share));
        self.level *= 1.0 - 1.0 / (fade * rate);
        sample
    }
}

/// How much of the difference a low-pass filter follows in a sample.
fn low_pass(pitch: f32, rate: f32) -> f32 {
    let angle = std::f32::consts::TAU * pitch / rate;
    angle / (1.0 + angle)
}

/// Makes samples of what is heard.
#[derive(Clone, Debug)]
pub struct Synth {
    /// Samples per second.
    rate: f32,
    noise: u32,
    step: Burst,
    landing: Burst,
    tick: Burst,
    /// How fast the body scrapes, and how fast it is heard to; m/s.
    scrape_speed: f32,
    scrape: f32,
    /// The filters that leave a band of the noise.
    band: [f32; 2],
    volume: f32,
}

impl Synth {
    /// One that makes so many samples per second.
    pub fn new(rate: u32) -> Self {
        Self {
            rate: rate as f32,
            noise: 1,
            step: Burst::default(),
            landing: Burst::default(),
            tick: Burst::default(),
            scrape_speed: 0.0,
            scrape: 0.0,
            band: [0.0; 2],
            volume: 0.0,
        }
    }

    /// Plays what was heard in a frame from now on, at this volume from 0 to 1.
    pub fn hear(&mut self, heard: &SoundFrame, volume: f32) {
        // A number that is none counts as silence.
        let unit = |number: f32| if number > 0.0 { number.min(1.0) } else { 0.0 };
        self.volume = unit(volume);
        if unit(heard.step) > 0.0 {
            self.step.begin(unit(heard.step), heard.footing.pitch());
        }
        if unit(heard.landing) > 0.0 {
            self.landing.begin(unit(heard.landing), LANDING_PITCH);
        }
        if heard.contacts > 0 {
            self.tick.begin(1.0, TICK_PITCH);
        }
        self.scrape_speed = if heard.scrape > 0.0 {
            heard.scrape.min(MAX_SPEED)
        } else {
            0.0
        };
    }

    /// Whether nothing is heard any more.
    pub fn is_silent(&self) -> bool {
        let bursts = [&self.step, &self.landing, &self.tick];
        bursts.into_iter().all(|burst| burst.level < SILENCE)
            && self.scrape_speed == 0.0
            && self.scrape < SILENCE
    }

    /// Writes the next samples, from -1 to 1, each to all channels: those of a moment lie beside each other.
    pub fn fill(&mut self, samples: &mut [f32], channels: usize) {
        for moment in samples.chunks_mut(channels.max(1)) {
            moment.fill(self.next());
        }
    }

    fn next(&mut self) -> f32 {
        // A linear congruential generator: its upper bits are noise enough.
        self.noise = self
            .noise
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        let noise = (self.noise >> 8) as f32 / (1 << 23) as f32 - 1.0;
        let rate = self.rate;
        let mixed = self.step.next(noise, 0.8, STEP_FADE, rate) * STEP_LEVEL
            + self.landing.next(noise, 0.5, LANDING_FADE, rate) * LANDING_LEVEL
            + self.tick.next(noise, 0.2, TICK_FADE, rate) * TICK_LEVEL
            + self.next_scrape(noise) * SCRAPE_LEVEL;
        (mixed * self.volume).clamp(-1.0, 1.0)
    }

    fn next_scrape(&mut self, noise: f32) -> f32 {
        self.scrape += (self.scrape_speed - self.scrape) / (SCRAPE_FADE * self.rate);
        if self.scrape_speed == 0.0 && self.scrape < SILENCE {
            self.scrape = 0.0;
            self.band = [0.0; 2];
            return 0.0;
        }
        let pitch = SCRAPE_PITCH + SCRAPE_PITCH_PER_SPEED * self.scrape;
        let [high, low] = &mut self.band;
        *high += (noise - *high) * low_pass(pitch * 1.5, self.rate);
        *low += (*high - *low) * low_pass(pitch * 0.5, self.rate);
        let loudness = (self.scrape / FULL_SCRAPE).min(1.0);
        (*high - *low) * loudness.sqrt() * 2.0
    }
}

#[cfg(test)]
mod tests {
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

    /// How often the samples change their sign: more often at a higher pitch.
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
                    };
                    synth.hear(&heard, first);
                    synth.fill(&mut block, 1);
                    assert!(
                        block.iter().all(|it| (-1.0..=1.0).contains(it)),
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
}
