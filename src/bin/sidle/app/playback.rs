//! The commands of a script or a recording, which come before live input.

use sidle::player::Command;

/// The commands of a script or a recording that are left.
#[derive(Default)]
pub struct Playback {
    commands: Option<Box<dyn Iterator<Item = Command>>>,
}

/// The next step of a playback.
pub enum PlaybackStep {
    Command(Command),
    /// The commands are used up.
    Ended,
    /// Nothing is played back.
    Idle,
}

impl Playback {
    /// Plays back `commands`, or nothing.
    pub fn new(commands: Option<Box<dyn Iterator<Item = Command>>>) -> Self {
        Self { commands }
    }

    pub fn is_active(&self) -> bool {
        self.commands.is_some()
    }

    /// Drops the commands that are left.
    pub fn stop(&mut self) {
        self.commands = None;
    }

    /// Takes the next command. The end is reported once.
    pub fn next_step(&mut self) -> PlaybackStep {
        let Some(commands) = &mut self.commands else {
            return PlaybackStep::Idle;
        };
        match commands.next() {
            Some(command) => PlaybackStep::Command(command),
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
    fn a_playback_ends_once_after_its_last_command() {
        let commands = std::iter::once(Command::default());
        let mut playback = Playback::new(Some(Box::new(commands)));
        assert!(matches!(playback.next_step(), PlaybackStep::Command(_)));
        assert!(playback.is_active());
        assert!(matches!(playback.next_step(), PlaybackStep::Ended));
        assert!(matches!(playback.next_step(), PlaybackStep::Idle));
        assert!(!playback.is_active());
    }
}
