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

use data_encoding::BASE64URL_NOPAD;

pub use error::{MomentError, TooLong};

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
    /// When the text is longer than [`Self::ENCODED_LIMIT`].
    pub fn encode(&self) -> Result<String, TooLong> {
        let body = self.body();
        if body.len() > packed::MAX_BODY {
            return Err(TooLong { found: body.len() });
        }
        let mut bytes = vec![VERSION];
        bytes.extend(packed::pack(&body));
        let mut text = BASE64URL_NOPAD.encode(&bytes);
        text.push(END);
        if text.len() > Self::ENCODED_LIMIT {
            return Err(TooLong { found: text.len() });
        }
        Ok(text)
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
    /// When the text contains no moment, one of another version, or a damaged one.
    pub fn decode(text: &str) -> Result<Self, MomentError> {
        let (missing, text) = match text.rsplit_once(Self::KEY) {
            Some((_, text)) => (MomentError::CutOff, text),
            None => (MomentError::Foreign, text),
        };
        let is_foreign = |letter: char| !letter.is_ascii_alphanumeric() && !"-_".contains(letter);
        let text = text.trim_start().split(is_foreign).next();
        let text = text.unwrap_or_default().trim_end_matches(['-', '_']);
        let text = text.strip_suffix(END).ok_or(missing)?;
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes());
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
        Ok(Self {
            recording,
            path,
            text,
        })
    }
}

/// The form of `path` that is valid on other machines: see [`Moment::new`].
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
mod tests {
    use super::*;
    use crate::player::{Axis, Command, TickInput};
    use crate::replay::input_log::tests::random_inputs;
    use crate::replay::{Recorder, verify};
    use crate::sim::Sim;
    use crate::test_support::Random;
    use crate::world::World;

    const LEVEL: &str = include_str!("../../../levels/columns.toml");

    fn start() -> Sim {
        let (tuning, rules) = Default::default();
        Sim::new(World::default(), tuning, rules, 120)
    }

    /// The recording of `inputs` from tick `from` on.
    fn recording(inputs: &[TickInput], from: usize) -> Recording {
        let mut sim = start();
        for input in &inputs[..from] {
            sim.play(input);
        }
        let mut recorder = Recorder::new("Void", "void.toml", &sim);
        for input in &inputs[from..] {
            sim.play(input);
            recorder.add(&input.command, &sim);
        }
        recorder.recording()
    }

    fn moment() -> Moment {
        let inputs = random_inputs(&mut Random::new(1), 60);
        Moment::new(recording(&inputs, 0), "levels/columns.toml", LEVEL)
    }

    #[test]
    fn a_moment_survives_a_round_trip_and_replays_the_same_run() {
        let inputs = random_inputs(&mut Random::new(2), 90);
        for from in [0, 30] {
            let recording = recording(&inputs, from);
            let moment = Moment::new(recording.clone(), "a/b.toml", "# Grüße\n");
            let again = Moment::decode(&moment.encode().unwrap()).unwrap();
            assert_eq!((again.path(), again.text()), ("a/b.toml", "# Grüße\n"));
            assert_eq!(again, moment);
            let verified = verify(again.recording(), start()).unwrap();
            assert_eq!(verified.hash, recording.end);
            assert_eq!(verified.ticks, 90 - from as u64);
        }
    }

    #[test]
    fn a_moment_is_found_with_any_text_around_it() {
        let (moment, text) = (moment(), moment().encode().unwrap());
        for link in [
            text.clone(),
            format!("#moment={text}"),
            format!("https://example.org/sidle/?overlays=all#moment={text}"),
            format!("  #moment= {text}\r\n"),
            format!("Look: <https://example.org/#moment={text}>, it snags there"),
            format!("_https://example.org/#moment={text}_."),
            format!("sidle replay '#moment={text}'"),
            format!("#moment={text}&overlays=all"),
        ] {
            assert_eq!(Moment::decode(&link).as_ref(), Ok(&moment), "{link}");
        }
    }

    #[test]
    fn each_kind_of_invalid_text_has_its_own_error() {
        let text = moment().encode().unwrap();
        let error = |text: &str| Moment::decode(text).unwrap_err();
        for foreign in [
            "",
            "z",
            "  ",
            "levels/columns.toml",
            "https://example.org/#help",
        ] {
            let found = error(foreign);
            let expected = [MomentError::Foreign, MomentError::Damaged];
            assert!(expected.contains(&found), "{foreign}: {found}");
        }
        assert_eq!(error("#moment="), MomentError::CutOff);
        let half = format!("#moment={}", &text[..text.len() / 2]);
        assert!([MomentError::CutOff, MomentError::Damaged].contains(&error(&half)));
        assert_eq!(error(&text.replace("Q", "R")), MomentError::Damaged);
        // The version is in the first byte: 1 and 2 differ in the second letter.
        assert_eq!(
            error(&format!("Ag{}", &text[2..])),
            MomentError::Version { found: 2 }
        );
        assert!(
            error(&format!("Ag{}", &text[2..]))
                .to_string()
                .contains("newer version")
        );
    }

    #[test]
    fn an_invalid_body_with_a_valid_checksum_is_refused() {
        let decode_with_checksum = |body: &[u8]| {
            let whole = [&sum(body)[..], body].concat();
            let bytes = [&[VERSION][..], &packed::pack(&whole)].concat();
            Moment::decode(&format!("{}{END}", BASE64URL_NOPAD.encode(&bytes)))
        };
        let body = moment().body();
        assert_eq!(decode_with_checksum(&body[4..]), Ok(moment()));
        for (body, error) in [
            (&b""[..], MomentError::Impossible("level's path")),
            (b"\x04/etc\0", MomentError::Impossible("level's path")),
            (b"\x05../a", MomentError::Impossible("level's path")),
            (b"\x01a\x02\xff\xff", MomentError::Impossible("level")),
            (
                b"\x01a\x00",
                MomentError::Recording(crate::replay::RecordingError::Foreign),
            ),
        ] {
            assert_eq!(decode_with_checksum(body), Err(error), "{body:?}");
        }
    }

    #[test]
    fn random_changes_to_a_link_never_panic() {
        let (seed, mut random) = (8, Random::new(8));
        let good = moment().encode().unwrap();
        let letters: Vec<char> = ('!'..='~').collect();
        let mut refused = 0;
        for case in 0..2000 {
            let mut text: Vec<char> = good.chars().collect();
            if case % 4 == 0 {
                let length = random.below(200);
                text = (0..length)
                    .map(|_| letters[random.below(letters.len())])
                    .collect();
            }
            for _ in 0..1 + random.below(4) {
                let at = random.below(text.len() + 1);
                match random.below(3) {
                    0 => text.truncate(at),
                    1 => text.insert(at, letters[random.below(letters.len())]),
                    _ => text.extend_from_within(at..),
                }
            }
            let text: String = text.into_iter().collect();
            match Moment::decode(&text) {
                Ok(read) => assert_eq!(read, moment(), "seed {seed}, case {case}: {text}"),
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().contains('\n'), "{error}");
                }
            }
        }
        assert!(refused > 1900, "{refused}");
    }

    #[test]
    fn the_error_for_a_long_moment_states_the_limit() {
        let noise = |ticks: usize| {
            let inputs = random_inputs(&mut Random::new(3), ticks);
            Moment::new(recording(&inputs, 0), "a.toml", "")
        };
        assert!(noise(200).encode().is_ok());
        let error = noise(5000).encode().unwrap_err();
        assert!(error.found > Moment::ENCODED_LIMIT, "{error}");
        assert!(
            error
                .to_string()
                .contains("may have 8000\nrecord a shorter part"),
            "{error}"
        );
        // This text compresses to a short link, but its body is too long to be read.
        let endless = Moment {
            text: "\n".repeat(packed::MAX_BODY),
            ..noise(1)
        };
        assert!(endless.encode().is_err());
    }

    #[test]
    fn half_a_minute_of_keys_in_a_shipped_level_fits_into_a_message() {
        let ahead = |right: i32| {
            TickInput::from(Command {
                forward: Axis::new(1.0),
                right: Axis::new(f64::from(right)),
                ..Command::default()
            })
        };
        let inputs: Vec<_> = (0..30 * 120).map(|tick| ahead(tick / 40 % 3 - 1)).collect();
        let moment = Moment::new(recording(&inputs, 0), "levels/columns.toml", LEVEL);
        let length = moment.encode().unwrap().len();
        assert!(length < 700, "{length}");
    }

    #[test]
    fn a_moment_stores_no_private_part_of_a_path() {
        for (path, kept) in [
            ("levels/stairs.toml", "levels/stairs.toml"),
            ("./mine//hall.toml", "mine/hall.toml"),
            ("levels/../mine/hall.toml", "mine/hall.toml"),
            ("/home/me/sidle/levels/hall.toml", "levels/hall.toml"),
            ("../hall.toml", "levels/hall.toml"),
            ("C:\\me\\hall.toml", "levels/hall.toml"),
            ("levels\\hall.toml", "levels/hall.toml"),
            ("C:hall.toml", "levels/C hall.toml"),
            ("", "levels/level.toml"),
            ("a\nb.toml", "a b.toml"),
        ] {
            assert_eq!(portable(path), kept, "{path}");
            assert_eq!(portable(kept), kept);
        }
    }
}
