//! Recordings: begun and ended by a key, and saved where screenshots are.

use std::path::Path;

use sidle::level::TEST_LEVEL;
use sidle::replay::Recorder;

use super::Game;
use crate::play::screenshot::free_name;
use crate::{host, report};

impl Game {
    /// Begins to record, or ends it.
    pub(super) fn toggle_recording(&mut self) {
        if self.stage.recorded_seconds().is_some() {
            self.stage.end_recording();
        } else {
            let file = self.level_file();
            self.stage.record(&file);
            self.say_with_keys("recording: {record} ends it");
        }
    }

    /// Saves the last minutes.
    pub(super) fn save_past(&mut self) {
        match self.stage.past(&self.level_file()) {
            Some(recorder) => self.save_recording(&recorder),
            None => self.hud.say("nothing has happened yet"),
        }
    }

    /// Saves the recording that has ended, if one has.
    pub(super) fn save_ended_recording(&mut self) {
        if let Some(recorder) = self.stage.take_recording() {
            self.save_recording(&recorder);
        }
    }

    fn save_recording(&mut self, recorder: &Recorder) {
        let path = free_name("sidle");
        let (ticks, hash) = (recorder.ticks(), recorder.hash());
        let seconds = ticks as f64 / f64::from(recorder.header().hz);
        let shown = path.display();
        let written = host::give(&path, recorder.recording().encode());
        let written = written.map_err(|error| report::cannot_write(&path, &error));
        let told = written
            .and_then(|()| report::line(&format!("recorded {shown}: {ticks} ticks, hash {hash}")));
        self.hud.say(match told {
            Ok(()) => format!("wrote {shown}: {seconds:.1} s; `sidle replay {shown}` plays it"),
            Err(message) => message,
        });
    }

    /// Where the level's file is.
    fn level_file(&self) -> String {
        let path = self.path.as_deref();
        let path = path.unwrap_or(Path::new(TEST_LEVEL));
        path.to_string_lossy().into_owned()
    }
}
