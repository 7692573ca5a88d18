//! The bytes of a glTF file: in the file itself, in others beside it, or as text.

use std::path::Path;

use ::gltf::Buffer;
use ::gltf::buffer::Source;
use data_encoding::BASE64;

use super::json::{Document, GltfError, Read};
use crate::level::Files;
use crate::level::open::{display_name, nearest_file, reason};

/// Where the bytes of a file come from.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'b> {
    pub files: &'b dyn Files,
    pub folder: &'b Path,
    /// The bytes inside of a GLB.
    pub bin: Option<&'b [u8]>,
    /// The most bytes of all buffers together.
    pub most: u64,
}

/// The bytes of all buffers of a file.
pub(super) struct Buffers {
    buffers: Vec<Vec<u8>>,
}

impl Buffers {
    /// Reads all buffers of `document`.
    pub fn read(document: &Document, from: Bytes<'_>) -> Read<Self> {
        let mut total = 0_u64;
        for (number, buffer) in document.root().buffers.iter().enumerate() {
            total = total.saturating_add(buffer.byte_length.0);
            if total > from.most {
                let (most, total) = (from.most / 1_000_000, total / 1_000_000);
                let message = format!("all buffers up to this one have {total} MB");
                return Err(GltfError::at(format!("buffers[{number}]"), message)
                    .with_help(format!("expected at most {most} MB")));
            }
        }
        let buffers = document.gltf.buffers();
        let buffers = buffers.map(|buffer| read_buffer(&buffer, from));
        let buffers = buffers.collect::<Read<_>>()?;
        Ok(Self { buffers })
    }

    /// The bytes of a buffer.
    pub fn get(&self, buffer: &Buffer<'_>) -> Option<&[u8]> {
        self.buffers.get(buffer.index()).map(Vec::as_slice)
    }

    /// The bytes of `bufferViews[number]`, which the file has.
    pub fn view(&self, document: &Document, number: usize) -> Read<&[u8]> {
        let Some(view) = document.root().buffer_views.get(number) else {
            return Ok(&[]);
        };
        let of = view.buffer.value();
        let buffer = self.buffers.get(of).map_or(&[][..], Vec::as_slice);
        let (start, length) = (view.byte_offset.unwrap_or_default().0, view.byte_length.0);
        let end = start.checked_add(length);
        if end.is_none_or(|end| end > buffer.len() as u64) {
            let size = buffer.len();
            let message = format!(
                "its {length} bytes from byte {start} on reach beyond `buffers[{of}]`, which has {size}"
            );
            return Err(GltfError::damaged(
                format!("bufferViews[{number}]"),
                message,
            ));
        }
        let bytes = buffer.get(start as usize..(start + length) as usize);
        Ok(bytes.unwrap_or_default())
    }
}

fn read_buffer(buffer: &Buffer<'_>, from: Bytes<'_>) -> Read<Vec<u8>> {
    let (number, length) = (buffer.index(), buffer.length());
    let path = format!("buffers[{number}]");
    let mut bytes = match (buffer.source(), from.bin) {
        (Source::Uri(uri), _) => read_uri(&format!("{path}.uri"), uri, from.files, from.folder)?,
        (Source::Bin, Some(bin)) if number == 0 => bin.to_vec(),
        (Source::Bin, _) => {
            let message = "it has no `uri`, and the file has no bytes for it";
            let help = "only the first buffer of a GLB lies in the file itself; export it again";
            return Err(GltfError::at(path, message).with_help(help));
        }
    };
    if bytes.len() < length {
        let message = format!("it says {length} bytes, and has {}", bytes.len());
        return Err(GltfError::at(path, message).with_help("copy or export the file again"));
    }
    bytes.truncate(length);
    Ok(bytes)
}

/// The bytes that the `uri` at `at` holds or names.
fn read_uri(at: &str, uri: &str, files: &dyn Files, folder: &Path) -> Read<Vec<u8>> {
    if uri.starts_with("data:") {
        return inline_bytes(uri).map_err(|why| GltfError::at(at, why));
    }
    let name = file_name(at, uri)?;
    let path = folder.join(&name);
    files.read(&path).map_err(|error| {
        let shown = display_name(&path);
        let message = format!("cannot read `{shown}`: {}", reason(&error));
        let needs = "a `.gltf` needs the files that it names beside it; a `.glb` needs none";
        let nearest = nearest_file(&path, &["bin"], files);
        GltfError::at(at, message).with_help(nearest.unwrap_or_else(|| needs.to_owned()))
    })
}

/// The bytes of a text such as `data:application/octet-stream;base64,AAAA`.
pub(super) fn inline_bytes(text: &str) -> Result<Vec<u8>, String> {
    let (_, encoded) = text
        .split_once(";base64,")
        .ok_or("expected `data:TYPE;base64,` and the bytes")?;
    // Some programs pad it, break its lines, or leave the last bits as they were.
    let mut lenient = BASE64.specification();
    lenient.padding = None;
    lenient.check_trailing_bits = false;
    lenient.ignore.push_str(" \t\r\n");
    let encoding = lenient.encoding().map_err(|error| error.to_string())?;
    let encoded = encoded.trim_end().trim_end_matches('=').as_bytes();
    encoding
        .decode(encoded)
        .map_err(|error| format!("character {} of its bytes is no base64", error.position + 1))
}

/// The name of the file that the `uri` at `at` names, without the escapes of addresses.
pub(super) fn file_name(at: &str, uri: &str) -> Read<String> {
    if uri.contains("://") {
        let message = "it names an address of a network, which is never read";
        return Err(
            GltfError::at(at, message).with_help("put the file beside this one, and name it")
        );
    }
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|digits| core::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = behind.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes)
        .map_err(|_| GltfError::at(at, "it names no file").with_help("use UTF-8"))
}
