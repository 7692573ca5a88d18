//! The inputs of a script or a recording. While there are any, they replace live input.

use sidle::player::TickInput;

/// The remaining inputs of a script or a recording.
#[derive(Default)]
pub struct Playback {
    inputs: Option<Box<dyn Iterator<Item = TickInput>>>,
}

/// The next step of a playback.
pub enum PlaybackStep {
    Input(TickInput),
    /// The inputs are used up.
    Ended,
    /// Nothing is played back.
    Idle,
}

impl Playback {
    /// Plays back `inputs`, or nothing.
    pub fn new(inputs: Option<Box<dyn Iterator<Item = TickInput>>>) -> Self {
        Self { inputs }
    }

    pub fn is_active(&self) -> bool {
        self.inputs.is_some()
    }

    /// Drops the remaining inputs.
    pub fn stop(&mut self) {
        self.inputs = None;
    }

    /// Takes the next input. After the last one, returns `Ended` once, then `Idle`.
    pub fn next_step(&mut self) -> PlaybackStep {
        let Some(inputs) = &mut self.inputs else {
            return PlaybackStep::Idle;
        };
        match inputs.next() {
            Some(input) => PlaybackStep::Input(input),
            None => {
                self.stop();
                PlaybackStep::Ended
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_playback_ends_once_after_its_last_input() {
        let inputs = std::iter::once(TickInput::default());
        let mut playback = Playback::new(Some(Box::new(inputs)));
        assert!(matches!(playback.next_step(), PlaybackStep::Input(_)));
        assert!(playback.is_active());
        assert!(matches!(playback.next_step(), PlaybackStep::Ended));
        assert!(matches!(playback.next_step(), PlaybackStep::Idle));
        assert!(!playback.is_active());
    }
}
