//! Sound: the sounds of a frame, and where they are played.
//!
//! A thread synthesises it (`synth`). On Linux it gives the sound to ALSA, which is loaded when it is first needed
//! (`alsa`), on other systems to the sound card (`card`). A page receives the numbers, and makes the sound itself
//! (web/sound.js). Nothing waits for a sound, and a computer without a sound card plays none.

#[cfg(target_os = "linux")]
mod alsa;
#[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
mod card;
mod frame;
#[cfg(not(target_arch = "wasm32"))]
mod synth;

#[cfg(target_os = "linux")]
use alsa::start;
#[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
use card::start;

pub use frame::{Footing, SoundFrame};

/// Where sound is played. Opened with the first sound.
#[derive(Default)]
pub struct Sound {
    #[cfg(not(target_arch = "wasm32"))]
    player: Option<std::sync::mpsc::Sender<(SoundFrame, f32)>>,
    /// Whether something was heard in the last frame.
    sounded: bool,
}

impl Sound {
    /// Plays the sounds of a frame, at this volume from 0 to 1.
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
            success,
        } = heard;
        let (pitch, success) = (footing.pitch(), u8::from(success));
        crate::platform::notify_page(&format!(
            "sound {volume} {step} {pitch} {landing} {contacts} {scrape} {success}"
        ));
    }
}
