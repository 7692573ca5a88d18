//! A recording that is being opened: first it is read, then its level is loaded.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError};

use sidle::replay::Recording;

use crate::platform;
use crate::session::load::LevelSource;
use crate::session::recordings::{find_level, load_recording, recorded_source};

/// The recording that is being opened, if there is one.
#[derive(Default)]
pub enum RecordingOpening {
    #[default]
    Idle,
    /// The recording is read, and its level is searched.
    Reading(Receiver<Result<(Recording, LevelSource), String>>),
    /// The level at this path is loaded.
    LoadingLevel(Box<Recording>, PathBuf),
}

impl RecordingOpening {
    /// Begins to read the recording at `path`.
    pub fn begin(path: &Path) -> Self {
        let path = path.to_owned();
        Self::Reading(platform::spawn(move || {
            let recording = load_recording(&path)?;
            let level = find_level(&recording.header.file, &path)?;
            let source = recorded_source(&level, &recording.header);
            Ok((recording, source))
        }))
    }

    /// The recording and its level, or its fault, once it is read.
    pub fn poll(&mut self) -> Option<Result<(Recording, LevelSource), String>> {
        let Self::Reading(reader) = self else {
            return None;
        };
        let result = match reader.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        *self = Self::Idle;
        result
    }

    /// The recording, if the level at `path` was loaded for it.
    pub fn take_for(&mut self, path: &Path) -> Option<Box<Recording>> {
        if !matches!(self, Self::LoadingLevel(_, level) if level == path) {
            return None;
        }
        match std::mem::take(self) {
            Self::LoadingLevel(recording, _) => Some(recording),
            Self::Idle | Self::Reading(_) => None,
        }
    }

    /// Gives up the recording that is being opened. Returns whether there was one.
    pub fn cancel(&mut self) -> bool {
        !matches!(std::mem::take(self), Self::Idle)
    }
}
