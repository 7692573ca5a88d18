//! Hands a loaded level from a worker of the page to the game.

#![cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page has workers")
)]

use std::path::PathBuf;

use sidle::geometry::packing::Packed;
use sidle::level::{FIRST_FREE_TAG, Level, LevelUnpacker, MeshGuess, pack_level};
use sidle::replay::StaticHash;

use crate::platform;
use crate::session::load::limits::Limits;
use crate::session::load::loader::{Loaded, Prepare, Stamps, load, watchable};
use crate::session::load::loading::{LoadStatus, load_with_status};
use crate::session::load::source::LevelSource;

/// The tags of messages that are not of the level itself.
const STATUS: u8 = FIRST_FREE_TAG;
const TEXT: u8 = FIRST_FREE_TAG + 1;
const FILE: u8 = FIRST_FREE_TAG + 2;
const HASH: u8 = FIRST_FREE_TAG + 3;
const END: u8 = FIRST_FREE_TAG + 4;
/// The first tag of the data prepared with a level.
pub const PREPARED: u8 = FIRST_FREE_TAG + 5;

/// The data prepared with a level, in a form that can be handed over.
pub trait Handover: Sized {
    /// The part that has arrived so far.
    type Arriving: Default;

    /// Packs it into chunks, whose tags begin at [`PREPARED`].
    fn pack(&self, emit: &mut dyn FnMut(&[u8]));

    /// Adds a chunk. `None` if it is damaged.
    fn add(arriving: &mut Self::Arriving, chunk: &[u8]) -> Option<()>;

    /// Completes the data prepared with `level`. `None` if something is missing.
    fn finish(arriving: Self::Arriving, level: &Level) -> Option<Self>;
}

/// Nothing is prepared.
impl Handover for () {
    type Arriving = ();

    fn pack(&self, _: &mut dyn FnMut(&[u8])) {}

    fn add((): &mut (), _: &[u8]) -> Option<()> {
        None
    }

    fn finish((): (), _: &Level) -> Option<()> {
        Some(())
    }
}

/// The request to load `source` within `limits`. `None` for levels that the game itself has, which are small.
pub fn pack_request(source: &LevelSource, limits: Limits) -> Option<Vec<u8>> {
    let (path, text) = match source {
        LevelSource::File(path) | LevelSource::Mesh { path, .. } => (path, None),
        LevelSource::Edited { path, text } | LevelSource::Link { path, text } => {
            (path, Some(text.clone()))
        }
        LevelSource::BuiltIn(_) | LevelSource::StandIn => return None,
    };
    let mut request = Vec::new();
    matches!(source, LevelSource::Link { .. }).pack(&mut request);
    path.to_string_lossy().into_owned().pack(&mut request);
    text.pack(&mut request);
    let space = match source {
        LevelSource::Mesh { space, .. } => Some(*space),
        _ => None,
    };
    space.pack(&mut request);
    (limits == Limits::Lifted).pack(&mut request);
    Some(request)
}

/// The source and the limits of a request. `None` if it is damaged.
fn unpack_request(mut request: &[u8]) -> Option<(LevelSource, Limits)> {
    let is_link = bool::unpack(&mut request)?;
    let path = PathBuf::from(String::unpack(&mut request)?);
    let (text, space) = (Packed::unpack(&mut request)?, Packed::unpack(&mut request)?);
    let source = match (text, space) {
        (Some(text), _) if is_link => LevelSource::Link { path, text },
        (Some(text), _) => LevelSource::Edited { path, text },
        (None, Some(space)) => LevelSource::Mesh { path, space },
        (None, None) => LevelSource::File(path),
    };
    let limits = match Packed::unpack(&mut request)? {
        true => Limits::Lifted,
        false => Limits::Own,
    };
    Some((source, limits))
}

/// In a worker, loads the level of `request`, and calls `send` with each message for the game. Once all files have
/// arrived that the level names; before, nothing but the status is sent, and the caller repeats the call.
pub fn serve<P: Handover>(request: &[u8], prepare: Prepare<P>, send: &dyn Fn(&[u8])) {
    let Some((source, limits)) = unpack_request(request) else {
        return;
    };
    let loaded = load_with_status(source, limits, prepare, &|status| {
        let mut message = vec![STATUS];
        (status.to_number() as u64).pack(&mut message);
        send(&message);
    });
    if platform::has_pending_files() {
        return;
    }
    platform::forget_decoded_images();
    let mut text = vec![TEXT];
    loaded.text.pack(&mut text);
    loaded.guess.pack(&mut text);
    send(&text);
    for (path, stamp) in &loaded.files {
        let mut file = vec![FILE];
        path.to_string_lossy().into_owned().pack(&mut file);
        pack_stamp(stamp.as_ref(), &mut file);
        send(&file);
    }
    let level = loaded.level.as_ref();
    pack_level(
        level.map(|(level, _)| level),
        &loaded.diagnostics,
        loaded.excess.as_ref(),
        &mut |chunk| send(chunk),
    );
    if let Some((level, prepared)) = level {
        let mut hash = vec![HASH];
        StaticHash::of_level(level).bits().pack(&mut hash);
        send(&hash);
        prepared.pack(&mut |chunk| send(chunk));
    }
    send(&[END]);
}

/// In the worker that audits, loads the level of `request`, and calls `send` with each chunk of it, and then with its
/// path. Before all files have arrived that the level names, nothing is sent, and the caller repeats the call.
/// `web/auditor` takes the chunks.
pub fn serve_bare(request: &[u8], send: &dyn Fn(&[u8])) {
    let Some((source, limits)) = unpack_request(request) else {
        return;
    };
    let path = source.path().to_string_lossy().into_owned();
    let prepare: Prepare<()> = |_, _| ();
    let loaded = load(source, limits, prepare, &mut |_| ());
    if platform::has_pending_files() {
        return;
    }
    let level = loaded.level.as_ref().map(|(level, ())| level);
    let excess = loaded.excess.as_ref();
    pack_level(level, &loaded.diagnostics, excess, &mut |chunk| send(chunk));
    let mut message = vec![FIRST_FREE_TAG];
    path.pack(&mut message);
    send(&message);
}

/// A page's stamp is a number.
#[cfg(target_arch = "wasm32")]
fn pack_stamp(stamp: Option<&platform::FileStamp>, bytes: &mut Vec<u8>) {
    stamp.copied().pack(bytes);
}

#[cfg(target_arch = "wasm32")]
fn unpack_stamp(_: &str, bytes: &mut &[u8]) -> Option<Option<platform::FileStamp>> {
    Packed::unpack(bytes)
}

/// A disk has no workers, only tests. There, the receiver takes the stamp itself.
#[cfg(not(target_arch = "wasm32"))]
fn pack_stamp(_: Option<&platform::FileStamp>, _: &mut Vec<u8>) {}

#[cfg(not(target_arch = "wasm32"))]
fn unpack_stamp(path: &str, _: &mut &[u8]) -> Option<Option<platform::FileStamp>> {
    Some(platform::file_stamp(path.as_ref()))
}

/// Whether a level has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    More,
    Complete,
}

/// A loaded level that comes in messages.
pub struct Arriving<P: Handover> {
    /// The progress of the worker; `None` if it sends the level.
    status: Option<LoadStatus>,
    level: LevelUnpacker,
    prepared: P::Arriving,
    text: String,
    guess: Option<MeshGuess>,
    files: Stamps,
    static_hash: Option<StaticHash>,
}

impl<P: Handover> Default for Arriving<P> {
    fn default() -> Self {
        Self {
            status: Some(LoadStatus::default()),
            level: LevelUnpacker::default(),
            prepared: P::Arriving::default(),
            text: String::new(),
            guess: None,
            files: Stamps::new(),
            static_hash: None,
        }
    }
}

impl<P: Handover> Arriving<P> {
    /// The progress of the worker; `None` if it sends the level.
    pub fn status(&self) -> Option<LoadStatus> {
        self.status
    }

    /// Adds a message. `None` if it is damaged.
    pub fn add(&mut self, message: &[u8]) -> Option<Arrival> {
        let (tag, mut rest) = message.split_first()?;
        match *tag {
            STATUS => {
                let number = u64::unpack(&mut rest)? as usize;
                self.status = Some(LoadStatus::of_number(number));
                return Some(Arrival::More);
            }
            TEXT => {
                self.text = Packed::unpack(&mut rest)?;
                self.guess = Packed::unpack(&mut rest)?;
            }
            FILE => {
                let path = String::unpack(&mut rest)?;
                let stamp = unpack_stamp(&path, &mut rest)?;
                self.files.insert(path.into(), stamp);
            }
            HASH => {
                let bits = Packed::unpack(&mut rest)?;
                self.static_hash = Some(StaticHash::from_bits(bits));
            }
            END => return Some(Arrival::Complete),
            PREPARED.. => P::add(&mut self.prepared, message)?,
            _ => self.level.add(message)?,
        }
        self.status = None;
        Some(Arrival::More)
    }

    /// The level of `source`, once it is complete. `None` if something is missing.
    pub fn finish(self, source: LevelSource) -> Option<Loaded<P>> {
        let loaded = self.level.finish()?;
        let level = match loaded.level {
            Some(level) => {
                let prepared = P::finish(self.prepared, &level)?;
                Some((level, prepared))
            }
            None => None,
        };
        // The worker has put a link's text only among the files of the worker.
        let is_link = matches!(source, LevelSource::Link { .. });
        let files = if is_link {
            watchable(&source, self.files)
        } else {
            self.files
        };
        Some(Loaded {
            source,
            level,
            diagnostics: loaded.diagnostics,
            excess: loaded.excess,
            text: self.text,
            guess: self.guess,
            files,
            static_hash: self.static_hash,
        })
    }
}

#[cfg(test)]
mod tests;
