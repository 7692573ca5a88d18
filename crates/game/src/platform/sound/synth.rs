//! The synthesiser: noise and sines that fade, made from the few numbers of a [`SoundFrame`].
//!
//! A page makes the same sounds with the browser's own noise, filters and fades, in `web/sound.js`. Samples from here would
//! need a thread of the page's sound that the program cannot run on, or they would stutter whenever a frame is late.

use crate::platform::sound::frame::SoundFrame;

/// A fading sound is over below this loudness.
const SILENCE: f32 = 1e-4;

/// How long a step, a landing and a tick take to fade to a third; seconds.
const STEP_FADE: f32 = 0.035;
const LANDING_FADE: f32 = 0.09;
const TICK_FADE: f32 = 0.006;

/// How long each note of a success takes to fade to a third, and when the second begins; seconds.
const CHIME_FADE: f32 = 0.16;
const CHIME_GAP: f32 = 0.13;

/// How fast the loudness of scraping follows the speed; seconds. Smaller: it crackles; larger: it lags behind.
const SCRAPE_FADE: f32 = 0.02;

/// The pitches of a landing and of a tick; hertz.
const LANDING_PITCH: f32 = 70.0;
const TICK_PITCH: f32 = 2200.0;

/// The pitches of the notes of a success, a fifth apart; hertz.
const CHIME_PITCHES: [f32; 2] = [660.0, 990.0];

/// The pitch of slow scraping, and how it rises with the speed; hertz, and hertz per m/s.
const SCRAPE_PITCH: f32 = 250.0;
const SCRAPE_PITCH_PER_SPEED: f32 = 110.0;

/// The speed from which scraping is as loud as it gets; m/s.
const FULL_SCRAPE: f32 = 6.0;

/// A speed or a pitch beyond this is limited; m/s and hertz.
const MAX_SPEED: f32 = 60.0;

/// The loudness of each sound next to the others.
const STEP_LEVEL: f32 = 0.5;
const LANDING_LEVEL: f32 = 0.9;
const TICK_LEVEL: f32 = 0.35;
const SCRAPE_LEVEL: f32 = 0.25;
const CHIME_LEVEL: f32 = 0.4;

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

/// Makes samples of the sounds.
#[derive(Clone, Debug, Default)]
pub struct Synth {
    /// Samples per second.
    rate: f32,
    noise: u32,
    step: Burst,
    landing: Burst,
    tick: Burst,
    chime: [Burst; 2],
    /// How long until the second note begins; seconds. 0: none waits.
    chime_wait: f32,
    /// How fast the body scrapes, and how fast it is heard to; m/s.
    scrape_speed: f32,
    scrape: f32,
    /// The filters that leave a band of the noise.
    band: [f32; 2],
    volume: f32,
}

impl Synth {
    /// A synthesiser of `rate` samples per second.
    pub fn new(rate: u32) -> Self {
        Self {
            rate: rate as f32,
            noise: 1,
            ..Self::default()
        }
    }

    /// Plays the sounds of a frame from now on, at this volume from 0 to 1.
    pub fn hear(&mut self, heard: &SoundFrame, volume: f32) {
        // A number that is not positive, such as NaN, counts as silence.
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
        if heard.success {
            self.chime[0].begin(1.0, CHIME_PITCHES[0]);
            self.chime_wait = CHIME_GAP;
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
        let mut bursts = bursts.into_iter().chain(&self.chime);
        bursts.all(|burst| burst.level < SILENCE)
            && self.chime_wait == 0.0
            && self.scrape_speed == 0.0
            && self.scrape < SILENCE
    }

    /// Writes the next samples, from -1 to 1, each to all channels: those of a moment lie side by side.
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
            + self.next_chime() * CHIME_LEVEL
            + self.next_scrape(noise) * SCRAPE_LEVEL;
        (mixed * self.volume).clamp(-1.0, 1.0)
    }

    /// Two notes without noise, the second a little later.
    fn next_chime(&mut self) -> f32 {
        if self.chime_wait > 0.0 {
            self.chime_wait = (self.chime_wait - 1.0 / self.rate).max(0.0);
            if self.chime_wait == 0.0 {
                self.chime[1].begin(1.0, CHIME_PITCHES[1]);
            }
        }
        let [first, second] = &mut self.chime;
        first.next(0.0, 0.0, CHIME_FADE, self.rate) + second.next(0.0, 0.0, CHIME_FADE, self.rate)
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
mod tests;
