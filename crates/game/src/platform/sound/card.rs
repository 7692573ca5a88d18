//! Plays the synthesiser through the sound card of Windows (WASAPI) or macOS (Core Audio).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{ErrorKind, SampleFormat, Stream};

use crate::platform::sound::frame::SoundFrame;
use crate::platform::sound::synth::Synth;

/// The card rests after about this time of silence. Smaller: it starts and stops between steps; larger: it stays awake longer.
const PATIENCE: Duration = Duration::from_secs(1);

type Heard = (SoundFrame, f32);

/// Starts the thread that plays the frames that it receives, with its volume. It ends if there is no sound card.
pub fn start() -> Sender<Heard> {
    let (sender, receiver) = channel();
    // Without a thread there is no sound, and the sender finds no receiver.
    let _ = thread::Builder::new()
        .name("sound".to_owned())
        .spawn(move || {
            // A card that is unplugged is lost. The next sound is played by the card that is then the default one.
            while let Ok(first) = receiver.recv() {
                let Some(card) = Card::open() else { return };
                card.play(first, &receiver);
            }
        });
    sender
}

/// The default sound card, which takes samples from a synthesiser on a separate thread.
struct Card {
    stream: Stream,
    synth: Sender<Heard>,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    silent: AtomicBool,
    lost: AtomicBool,
}

impl Card {
    fn open() -> Option<Self> {
        let device = cpal::default_host().default_output_device()?;
        let config = device.default_output_config().ok()?;
        // Both systems mix in this format.
        if config.sample_format() != SampleFormat::F32 {
            return None;
        }
        let config = config.config();
        let mut synth = Synth::new(config.sample_rate);
        let channels = usize::from(config.channels);
        let (sender, heard) = channel::<Heard>();
        let state = Arc::new(State::default());
        let (filled, failed) = (Arc::clone(&state), Arc::clone(&state));
        let fill = move |samples: &mut [f32], _: &_| {
            for (frame, volume) in heard.try_iter() {
                synth.hear(&frame, volume);
            }
            synth.fill(samples, channels);
            filled.silent.store(synth.is_silent(), Relaxed);
        };
        let fail = move |error: cpal::Error| {
            let goes_on = [
                ErrorKind::DeviceChanged,
                ErrorKind::Xrun,
                ErrorKind::RealtimeDenied,
            ];
            if !goes_on.contains(&error.kind()) {
                failed.lost.store(true, Relaxed);
            }
        };
        let stream = device.build_output_stream(config, fill, fail, None).ok()?;
        Some(Self {
            stream,
            synth: sender,
            state,
        })
    }

    /// Plays until the game ends or the card is lost. Rests while there is silence.
    fn play(&self, first: Heard, heard: &Receiver<Heard>) {
        let mut next = Some(first);
        let mut rests = true;
        while !self.state.lost.load(Relaxed) {
            if let Some(heard) = next.take() {
                // The card is not silent while a frame is on its way to the synthesiser.
                self.state.silent.store(false, Relaxed);
                if self.synth.send(heard).is_err() || (rests && self.stream.play().is_err()) {
                    return;
                }
                rests = false;
            }
            match heard.recv_timeout(PATIENCE) {
                Ok(heard) => next = Some(heard),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) if self.state.silent.load(Relaxed) => {
                    rests = self.stream.pause().is_ok();
                    let Ok(heard) = heard.recv() else { return };
                    next = Some(heard);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
