//! A moment is a recording and the level in which it was made, encoded as a text that fits into a link.
//!
//! The text is for the fragment of a URL, the part after `#`. A browser gives the fragment to the page, but
//! sends it to no server. The text is the [`VERSION`] and the body, compressed by [`packed`], in base64
//! with `-` and `_` (RFC 4648, section 5), and then [`END`]. The body, with counts and texts as in a
//! [recording's file](super::encode):
//!
//! | what | bytes |
//! |---|---|
//! | FNV-1a of all bytes after, the upper half | 4 |
//! | the level's path: count and text | |
//! | the level's text: count and text | |
//! | the recording, as in a file | the rest |

mod error;
mod packed;

use crate::order::set_of;
use std::collections::BTreeSet;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

pub use error::{MomentError, MomentLimit, TooLong};

use super::Recording;
use super::bytes::{Reader, push_number};
use super::fnv::Fnv;

/// The number of this format and of the dictionary of [`packed`]. A change of either needs another number,
/// because existing links remain in use.
const VERSION: u8 = 1;

/// The last letter of every moment. Base64 may end in `-` or `_`, which a program that finds links in a
/// text takes for punctuation. A moment without this letter at its end was cut off.
const END: char = 'z';

/// A recording and the level in which it was made: enough to replay it on another machine.
///
/// # Example
/// ```
/// use sidle::{replay::{Moment, Recorder}, sim::Sim, world::World};
/// let sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// let recording = Recorder::new("Void", "void.toml", &sim).recording();
/// let moment = Moment::new(recording, "/home/me/levels/void.toml", "format = 1\n");
/// assert_eq!(moment.path(), "levels/void.toml");
/// let link = format!("see https://example.org/#moment={}.", moment.encode().unwrap());
/// assert_eq!(Moment::decode(&link), Ok(moment));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    recording: Recording,
    path: String,
    text: String,
}

impl Moment {
    /// The text before a moment in a link.
    pub const KEY: &str = "#moment=";

    /// The greatest length of an encoded moment; characters.
    ///
    /// Smaller: fewer moments have a link; larger: more links are cut off in transfer. Browsers accept much
    /// more: 2 MB in Chromium (its "URL display guidelines"), 1 MB in Firefox
    /// (`network.standard-url.max-length`), and about 80 000 characters in Safari, by measurement. No
    /// server receives a fragment. But people paste links into other places: a command line of Windows,
    /// where `cmd` accepts 8191 characters, or a message, where Discord accepts 2000 and Slack 40 000.
    /// RFC 9110, section 4.1, recommends that every recipient accept 8000. That is about ten seconds of a
    /// mouse that never rests, or minutes of keys.
    pub const ENCODED_LIMIT: usize = 8000;

    /// The most ticks of a moment, more than two hours at 120 ticks per second.
    ///
    /// A few characters stand for any number of ticks without input. Smaller: a long race has no link; larger: a malicious link
    /// takes longer to replay.
    pub const MAX_TICKS: u64 = 1 << 20;

    /// The most distinct characters of a moment's level text.
    ///
    /// A program draws the picture of each when it is first seen. Smaller: a long text in Chinese has no link; larger: a
    /// malicious link takes more time and memory.
    pub const MAX_DISTINCT_CHARACTERS: usize = 2000;

    /// The moment of `recording` in the level with this `text`, whose file is at `path`.
    ///
    /// A path relative to the project, or to its page, stays as it is. Of any other path only the file name
    /// is kept, in `levels`. The recording's checks are left out, since they are two bytes per tick that do
    /// not compress. So a replay detects a difference, but not the tick in which it began.
    #[must_use]
    pub fn new(recording: Recording, path: &str, text: &str) -> Self {
        Self {
            recording: Recording {
                checks: Vec::new(),
                ..recording
            },
            path: portable(path),
            text: text.to_owned(),
        }
    }

    /// The recording, without checks.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The level's path, relative to the project or to its page, with `/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The level's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Encodes the moment as the text for a link.
    ///
    /// # Errors
    /// When there is more in it than a link may hold. [`MomentLimit`] lists the limits.
    pub fn encode(&self) -> Result<String, TooLong> {
        self.check_limits()?;
        let body = self.body();
        if body.len() > packed::MAX_BODY {
            return Err(TooLong {
                limit: MomentLimit::Characters,
                found: body.len() as u64,
            });
        }
        let mut bytes = vec![VERSION];
        bytes.extend(packed::pack(&body));
        let mut text = BASE64_URL_SAFE_NO_PAD.encode(&bytes);
        text.push(END);
        MomentLimit::Characters.check(text.len() as u64)?;
        Ok(text)
    }

    /// Checks what only the content shows.
    fn check_limits(&self) -> Result<(), TooLong> {
        MomentLimit::Ticks.check(self.recording.inputs.ticks())?;
        let distinct: BTreeSet<char> = set_of(self.text.chars());
        MomentLimit::DistinctCharacters.check(distinct.len() as u64)
    }

    fn body(&self) -> Vec<u8> {
        let mut body = vec![0; 4]; // The checksum is not known yet.
        for text in [&self.path, &self.text] {
            push_number(&mut body, text.len() as u64);
            body.extend(text.as_bytes());
        }
        body.extend(self.recording.encode());
        let sum = sum(&body[4..]);
        body[..4].copy_from_slice(&sum);
        body
    }

    /// Decodes the moment in `text`, which may be a whole link with other text around it.
    ///
    /// Takes no more memory than a few megabytes, and never panics.
    ///
    /// # Errors
    /// When the text contains no moment, one of another version, a damaged one, or one with more than a link may hold.
    pub fn decode(text: &str) -> Result<Self, MomentError> {
        let (missing, text) = match text.rsplit_once(Self::KEY) {
            Some((_, text)) => (MomentError::CutOff, text),
            None => (MomentError::Foreign, text),
        };
        let is_foreign = |letter: char| !letter.is_ascii_alphanumeric() && !"-_".contains(letter);
        let text = text.trim_start().split(is_foreign).next();
        let text = text.unwrap_or_default().trim_end_matches(['-', '_']);
        let text = text.strip_suffix(END).ok_or(missing)?;
        // Before anything is unpacked.
        let characters = text.len() + END.len_utf8();
        MomentLimit::Characters
            .check(characters as u64)
            .map_err(MomentError::TooLong)?;
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text.as_bytes());
        let bytes = bytes.map_err(|_| MomentError::Damaged)?;
        let (version, packed) = bytes.split_first().ok_or(MomentError::Damaged)?;
        if *version != VERSION {
            return Err(MomentError::Version { found: *version });
        }
        let body = packed::unpack(packed).ok_or(MomentError::Damaged)?;
        Self::read(&body)
    }

    fn read(body: &[u8]) -> Result<Self, MomentError> {
        let mut reader = Reader(body);
        let written = reader.array();
        if written != Some(sum(reader.0)) {
            return Err(MomentError::Damaged);
        }
        let impossible = MomentError::Impossible;
        let path = text(&mut reader).filter(|path| portable(path) == *path);
        let path = path.ok_or(impossible("level's path"))?;
        let text = text(&mut reader).ok_or(impossible("level"))?;
        let recording = Recording::decode(reader.0).map_err(MomentError::Recording)?;
        let moment = Self {
            recording,
            path,
            text,
        };
        moment.check_limits().map_err(MomentError::TooLong)?;
        Ok(moment)
    }
}

/// The form of `path` that is valid on other machines. See [`Moment::new`].
fn portable(path: &str) -> String {
    let mut parts = Vec::new();
    // The path may be from another system: `C:\levels\hall.toml`.
    let mut elsewhere = path.starts_with(['/', '\\']) || path.contains(':');
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => elsewhere |= parts.pop().is_none(),
            part => parts.push(part.replace(char::is_control, " ")),
        }
    }
    match parts.pop() {
        None => "levels/level.toml".to_owned(),
        Some(name) if elsewhere => format!("levels/{}", name.replace(':', " ")),
        Some(name) => {
            parts.push(name);
            parts.join("/")
        }
    }
}

fn text(reader: &mut Reader<'_>) -> Option<String> {
    let length = reader.number()?;
    String::from_utf8(reader.take(length)?.to_vec()).ok()
}

fn sum(bytes: &[u8]) -> [u8; 4] {
    let mut hash = Fnv::NEW;
    hash.bytes(bytes);
    ((hash.0 >> 32) as u32).to_le_bytes()
}

#[cfg(test)]
mod tests;
