//! Recordings: started, ended, saved and opened.

use std::path::Path;

use sidle::replay::Recorder;

use crate::app::Game;
use crate::app::level::opening::RecordingOpening;
use crate::draw::screenshot::free_name;
use crate::platform;
use crate::platform::terminal;
use crate::session::editor::DiscardCause;
use crate::session::load::LevelSource;
use crate::session::play::full_recording;

impl Game {
    /// Continues to open a recording.
    pub(in crate::app) fn poll_recording(&mut self) {
        match self.slot.opening.poll() {
            Some(Ok((recording, source))) if self.may_lose_edits(DiscardCause::Open) => {
                let level = source.path().to_owned();
                if let LevelSource::Mesh { space, .. } = source {
                    self.slot.reloader.keep_space(&level, space);
                }
                self.load_level(&level);
                let recording = Box::new(recording);
                self.slot.opening = RecordingOpening::LoadingLevel(recording, level);
            }
            Some(Err(message)) => self.show_message(message),
            Some(Ok(_)) | None => {}
        }
    }

    /// Opens the recording at `path`, in its level.
    pub(in crate::app) fn open_recording(&mut self, path: &Path) {
        self.slot.opening = RecordingOpening::begin(path);
    }

    /// Starts a recording, or ends the one that runs.
    pub(in crate::app) fn toggle_recording(&mut self) {
        if self.session.recorded_seconds().is_some() {
            self.session.end_recording();
        } else {
            self.session.start_recording(&self.slot.file());
            self.show_message_with_keys("recording: {record} ends it");
        }
    }

    /// Saves the recording that has just ended, if there is one.
    pub(in crate::app) fn save_ended_recording(&mut self) {
        if let Some(recorder) = self.session.take_finished_recording() {
            self.save_recording(&recorder);
        }
    }

    pub(in crate::app) fn save_recording(&mut self, recorder: &Recorder) {
        let path = free_name("sidle");
        let (ticks, hash) = (recorder.ticks(), recorder.hash());
        let seconds = ticks as f64 / f64::from(recorder.header().hz);
        let shown = path.display();
        let written = platform::write(&path, recorder.recording().encode());
        let written = written.map_err(|error| terminal::cannot_write(&path, &error));
        let printed = written.and_then(|()| {
            terminal::line(&format!("recorded {shown}: {ticks} ticks, hash {hash}"))
        });
        // A full recording has ended by itself.
        let why = if recorder.is_full() {
            full_recording(ticks) + "; "
        } else {
            String::new()
        };
        self.show_message(match printed {
            Ok(()) => {
                let how = platform::replay_hint(&path);
                format!("{why}wrote {shown}: {seconds:.1} s; {how}")
            }
            Err(message) => message,
        });
    }
}
