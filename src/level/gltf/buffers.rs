//! The bytes of a glTF file: in the file itself, in others next to it, or as text.

use std::path::Path;

use ::gltf::Buffer;
use ::gltf::buffer::{Source, View};
use base64::DecodeError;
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::engine::{DecodePaddingMode, Engine};

use super::json::{GltfError, Read};
use crate::level::files::{Files, display_name, nearest_file, reason};

/// Some programs pad the text of bytes, or leave its last bits as they were.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A glTF file, and what is around it.
#[derive(Clone, Copy)]
pub struct GltfFile<'f> {
    /// Its name for messages.
    pub name: &'f str,
    pub path: &'f Path,
    pub files: &'f dyn Files,
    /// The most bytes of its buffers, and of all pictures.
    pub most_bytes: u64,
    /// Whether faces push to their front only.
    pub one_sided: bool,
}

impl<'f> GltfFile<'f> {
    /// Where the files that it names are.
    pub fn folder(&self) -> &'f Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
}

/// The bytes of all buffers of a file.
pub(super) struct Buffers(Vec<Vec<u8>>);

impl Buffers {
    /// Reads all buffers of `document`; `bin`: the bytes inside of a GLB.
    pub fn read(document: &::gltf::Document, bin: Option<&[u8]>, file: GltfFile<'_>) -> Read<Self> {
        let mut total = 0_u64;
        let read = document.buffers().map(|buffer| {
            let path = format!("buffers[{}]", buffer.index());
            total = total.saturating_add(buffer.length() as u64);
            if total > file.most_bytes {
                let (most, total) = (file.most_bytes / 1_000_000, total / 1_000_000);
                let message = format!("all buffers up to this one have {total} MB");
                let help = format!("expected at most {most} MB");
                return Err(GltfError::at(path, message).with_help(help));
            }
            read_buffer(&buffer, &path, bin, file)
        });
        Ok(Self(read.collect::<Read<_>>()?))
    }

    /// The bytes of a buffer.
    pub fn get(&self, buffer: &Buffer<'_>) -> &[u8] {
        self.0.get(buffer.index()).map_or(&[], Vec::as_slice)
    }

    /// The bytes of a view, unless it reaches beyond its buffer.
    pub fn view(&self, view: &View<'_>) -> Read<&[u8]> {
        let buffer = self.get(&view.buffer());
        let (start, length) = (view.offset(), view.length());
        let end = start.checked_add(length);
        let bytes = end.and_then(|end| buffer.get(start..end));
        bytes.ok_or_else(|| {
            let (of, size) = (view.buffer().index(), buffer.len());
            let its = format!("its {length} bytes from byte {start} on");
            let message = format!("{its} reach beyond `buffers[{of}]`, which has {size}");
            GltfError::damaged(format!("bufferViews[{}]", view.index()), message)
        })
    }
}

fn read_buffer(
    buffer: &Buffer<'_>,
    path: &str,
    bin: Option<&[u8]>,
    file: GltfFile<'_>,
) -> Read<Vec<u8>> {
    let mut bytes = match (buffer.source(), bin) {
        (Source::Uri(uri), _) => read_uri(&format!("{path}.uri"), uri, file)?,
        (Source::Bin, Some(bin)) if buffer.index() == 0 => bin.to_vec(),
        (Source::Bin, _) => {
            let message = "it has no `uri`, and the file has no bytes for it";
            let help = "only the first buffer of a GLB lies in the file itself; export it again";
            return Err(GltfError::at(path, message).with_help(help));
        }
    };
    let (length, found) = (buffer.length(), bytes.len());
    if found < length {
        let message = format!("it says {length} bytes, and has {found}");
        return Err(GltfError::at(path, message).with_help("copy or export the file again"));
    }
    // Many buffers may name one large file.
    bytes.truncate(length);
    bytes.shrink_to_fit();
    Ok(bytes)
}

/// The bytes that the `uri` at `at` holds or names.
fn read_uri(at: &str, uri: &str, file: GltfFile<'_>) -> Read<Vec<u8>> {
    if uri.starts_with("data:") {
        return inline_bytes(at, uri);
    }
    let path = file.folder().join(file_name(at, uri)?);
    file.files.read(&path).map_err(|error| {
        let shown = display_name(&path);
        let message = format!("cannot read `{shown}`: {}", reason(&error));
        let needs = "a `.gltf` needs the files that it names in its folder; a `.glb` needs none";
        let nearest = nearest_file(&path, &["bin"], file.files);
        GltfError::at(at, message).with_help(nearest.unwrap_or_else(|| needs.to_owned()))
    })
}

/// The bytes of the `uri` at `at`, such as `data:application/octet-stream;base64,AAAA`.
pub(super) fn inline_bytes(at: &str, uri: &str) -> Read<Vec<u8>> {
    let Some((_, encoded)) = uri.split_once(";base64,") else {
        let message = "expected `data:TYPE;base64,` and the bytes";
        return Err(GltfError::damaged(at, message));
    };
    let encoded = encoded.trim_end().trim_end_matches('=');
    // Some programs break its lines.
    let is_break = |letter: &u8| b" \t\r\n".contains(letter);
    let letters: Vec<u8> = encoded.bytes().filter(|letter| !is_break(letter)).collect();
    LENIENT.decode(&letters).map_err(|error| {
        let wrong = match error {
            DecodeError::InvalidByte(place, _) => place,
            // One letter alone is left at the end.
            _ => letters.len() - 1,
        };
        let mut places = encoded
            .bytes()
            .enumerate()
            .filter(|(_, letter)| !is_break(letter));
        let character = places.nth(wrong).map_or(0, |(place, _)| place) + 1;
        GltfError::damaged(
            at,
            format!("character {character} of its bytes is no base64"),
        )
    })
}

/// The name of the file that the `uri` at `at` names, without the escapes of addresses.
pub(super) fn file_name(at: &str, uri: &str) -> Read<String> {
    if uri.contains("://") {
        let message = "it names an address of a network, which is never read";
        let help = "put the file into the same folder, and name it";
        return Err(GltfError::at(at, message).with_help(help));
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let (mut bytes, mut rest) = (Vec::with_capacity(uri.len()), uri.as_bytes());
    while let [first, behind @ ..] = rest {
        let escaped = match rest {
            [b'%', high, low, ..] => digit(*high).zip(digit(*low)),
            _ => None,
        };
        bytes.push(escaped.map_or(*first, |(high, low)| (16 * high + low) as u8));
        let skipped = if escaped.is_some() { 2 } else { 0 };
        rest = behind.get(skipped..).unwrap_or_default();
    }
    let name = String::from_utf8(bytes);
    name.map_err(|_| GltfError::at(at, "it names no file").with_help("use UTF-8"))
}
