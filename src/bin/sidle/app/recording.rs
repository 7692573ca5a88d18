//! Recordings: begun and ended by a key, saved where screenshots are, and opened.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError};

use sidle::replay::{Recorder, Recording};

use crate::platform;
use crate::app::Game;
use crate::draw::screenshot::free_name;
use crate::platform::terminal;
use crate::session::editor::confirmation::DiscardCause;
use crate::session::level_files::find_level;
use crate::session::run::{CommandSource, load_recording};

/// A recording on its way to the session.
pub(super) enum Opening {
    /// It is read, and its level is looked for.
    Reading(Receiver<Result<(Recording, PathBuf), String>>),
    /// Its level, at this path, is loaded.
    Loading(Box<Recording>, PathBuf),
}

impl Game {
    /// Opens the recording at `path`, in its level.
    pub(super) fn open_recording(&mut self, path: &Path) {
        let path = path.to_owned();
        self.opening = Some(Opening::Reading(platform::spawn(move || {
            let recording = load_recording(&path)?;
            let level = find_level(&recording.header.file, &path)?;
            Ok((recording, level))
        })));
    }

    /// Goes on with the recording that is being opened.
    pub(super) fn poll_recording(&mut self) {
        let Some(Opening::Reading(read)) = &self.opening else {
            return;
        };
        match read.try_recv() {
            Ok(Ok((recording, level))) => {
                self.opening = None;
                if self.confirm_discarding_edits(DiscardCause::Open) {
                    self.load_level(&level);
                    self.opening = Some(Opening::Loading(Box::new(recording), level));
                }
            }
            Ok(Err(message)) => {
                self.opening = None;
                self.hud.show_message(message);
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => self.opening = None,
        }
    }

    /// What is to be done in the level at `path`, which was just loaded, if that was opened for a recording.
    pub(super) fn take_opened(&mut self, path: &Path) -> Option<CommandSource> {
        let is_its =
            |opening: &mut Opening| matches!(opening, Opening::Loading(_, level) if level == path);
        match self.opening.take_if(is_its)? {
            Opening::Loading(recording, _) => Some(CommandSource::Recording(recording)),
            Opening::Reading(_) => None,
        }
    }

    /// Begins to record, or ends it.
    pub(super) fn toggle_recording(&mut self) {
        if self.session.recorded_seconds().is_some() {
            self.session.end_recording();
        } else {
            let file = self.level_file();
            self.session.start_recording(&file);
            self.show_message_with_keys("recording: {record} ends it");
        }
    }

    /// Saves the last minutes.
    pub(super) fn save_past(&mut self) {
        match self.session.record_history(&self.level_file(), usize::MAX) {
            Some(recorder) => self.save_recording(&recorder),
            None => self.hud.show_message("nothing has happened yet"),
        }
    }

    /// Saves the recording that has ended, if one has.
    pub(super) fn save_ended_recording(&mut self) {
        if let Some(recorder) = self.session.take_finished_recording() {
            self.save_recording(&recorder);
        }
    }

    fn save_recording(&mut self, recorder: &Recorder) {
        let path = free_name("sidle");
        let (ticks, hash) = (recorder.ticks(), recorder.hash());
        let seconds = ticks as f64 / f64::from(recorder.header().hz);
        let shown = path.display();
        let written = platform::write(&path, recorder.recording().encode());
        let written = written.map_err(|error| terminal::cannot_write(&path, &error));
        let told = written
            .and_then(|()| terminal::line(&format!("recorded {shown}: {ticks} ticks, hash {hash}")));
        self.hud.show_message(match told {
            Ok(()) => {
                let how = platform::replay_hint(&path);
                format!("wrote {shown}: {seconds:.1} s; {how}")
            }
            Err(message) => message,
        });
    }

    /// Where the level's file is.
    pub(super) fn level_file(&self) -> String {
        self.document.path().to_string_lossy().into_owned()
    }
}
