//! Sound: what is heard in a frame, and where it is played.
//!
//! A thread synthesises it (`synth`). On Linux it gives the sound to ALSA, which is loaded when it is first needed (`alsa`), on other
//! systems to the sound card (`card`). A page is told the numbers, and makes the sound itself (web/sound.js). Nothing waits for a sound,
//! and a computer without a sound card has none.

#[cfg(target_os = "linux")]
mod alsa;
#[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
mod card;
#[cfg(not(target_arch = "wasm32"))]
mod synth;

#[cfg(target_os = "linux")]
use alsa::start;
#[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
use card::start;

/// What the player walks on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Footing {
    /// Triangles of the level.
    #[default]
    Stone,
    /// A prop.
    Wood,
    /// A mover.
    Metal,
    /// Steep surfaces that carry together.
    Gravel,
}

impl Footing {
    /// How bright a step sounds; hertz.
    pub fn pitch(self) -> f32 {
        match self {
            Self::Stone => 420.0,
            Self::Wood => 210.0,
            Self::Metal => 760.0,
            Self::Gravel => 1400.0,
        }
    }
}

/// What is heard in a frame. The default is silence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoundFrame {
    /// The loudness of a footstep, from 0 to 1, and what it was made on.
    pub step: f32,
    pub footing: Footing,
    /// The loudness of a landing, from 0 to 1.
    pub landing: f32,
    /// The number of contacts that have begun.
    pub contacts: u32,
    /// How fast the body scrapes along something; m/s.
    pub scrape: f32,
}

impl SoundFrame {
    /// Whether nothing is heard.
    pub fn is_silent(&self) -> bool {
        self.step == 0.0 && self.landing == 0.0 && self.contacts == 0 && self.scrape == 0.0
    }
}

/// Where sound is played. Opened with the first sound.
#[derive(Default)]
pub struct Sound {
    #[cfg(not(target_arch = "wasm32"))]
    player: Option<std::sync::mpsc::Sender<(SoundFrame, f32)>>,
    /// Whether something was heard in the last frame.
    sounded: bool,
}

impl Sound {
    /// Plays what was heard in a frame, at this volume from 0 to 1.
    pub fn play(&mut self, heard: SoundFrame, volume: f64) {
        let silent = heard.is_silent() || volume <= 0.0;
        let heard = if silent { SoundFrame::default() } else { heard };
        // The first silence ends a scrape; further ones say nothing.
        if !silent || self.sounded {
            self.send(heard, volume as f32);
        }
        self.sounded = !silent;
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn send(&mut self, heard: SoundFrame, volume: f32) {
        let player = self.player.get_or_insert_with(start);
        // Without a sound card, nobody receives it.
        let _ = player.send((heard, volume));
    }

    #[cfg(target_arch = "wasm32")]
    fn send(&mut self, heard: SoundFrame, volume: f32) {
        let SoundFrame {
            step,
            footing,
            landing,
            contacts,
            scrape,
        } = heard;
        let pitch = footing.pitch();
        crate::platform::notify_page(&format!(
            "sound {volume} {step} {pitch} {landing} {contacts} {scrape}"
        ));
    }
}
