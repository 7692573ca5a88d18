//! The bytes of a glTF file: in the file itself, in others beside it, or as text.

use std::path::Path;

use data_encoding::BASE64;

use super::json::{Document, Item, Read};
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
    pub fn read(document: &Document<'_>, from: Bytes<'_>) -> Read<Self> {
        let all = document.root.list("buffers")?;
        let mut total = 0_u64;
        for buffer in &all {
            total = total.saturating_add(buffer.require("byteLength")?.index()? as u64);
            if total > from.most {
                let most = from.most / 1_000_000;
                let message = format!("all buffers up to this one have {} MB", total / 1_000_000);
                return Err(buffer
                    .error(message)
                    .with_help(format!("expected at most {most} MB")));
            }
        }
        let buffers = all.iter().enumerate();
        let buffers = buffers.map(|(number, buffer)| read_buffer(number, buffer, from));
        let buffers = buffers.collect::<Read<_>>()?;
        Ok(Self { buffers })
    }

    /// The bytes of a `bufferView`, and the distance of its elements if it says so.
    pub fn view(&self, document: &Document<'_>, index: &Item<'_>) -> Read<(&[u8], Option<usize>)> {
        let (_, view) = document.entry("bufferViews", index)?;
        let (number, _) = document.entry("buffers", &view.require("buffer")?)?;
        let buffer = self.buffers.get(number).map_or(&[][..], Vec::as_slice);
        let start = view.index_or("byteOffset", 0)?;
        let length = view.require("byteLength")?.index()?;
        let end = start.checked_add(length);
        let bytes = end.and_then(|end| buffer.get(start..end)).ok_or_else(|| {
            let size = buffer.len();
            let message = format!(
                "its {length} bytes from byte {start} on reach beyond `buffers[{number}]`, which has {size}"
            );
            view.error(message).with_help("export the file again: it is damaged")
        })?;
        let stride = view.get("byteStride").map(|stride| stride.index());
        Ok((bytes, stride.transpose()?))
    }
}

fn read_buffer(number: usize, buffer: &Item<'_>, from: Bytes<'_>) -> Read<Vec<u8>> {
    let length = buffer.require("byteLength")?.index()?;
    let mut bytes = match (buffer.get("uri"), from.bin) {
        (Some(uri), _) => read_uri(&uri, from.files, from.folder)?,
        (None, Some(bin)) if number == 0 => bin.to_vec(),
        (None, _) => {
            let message = "it has no `uri`, and the file has no bytes for it";
            let help = "only the first buffer of a GLB lies in the file itself; export it again";
            return Err(buffer.error(message).with_help(help));
        }
    };
    if bytes.len() < length {
        let message = format!("it says {length} bytes, and has {}", bytes.len());
        return Err(buffer
            .error(message)
            .with_help("copy or export the file again"));
    }
    bytes.truncate(length);
    Ok(bytes)
}

/// The bytes that a `uri` holds or names.
fn read_uri(uri: &Item<'_>, files: &dyn Files, folder: &Path) -> Read<Vec<u8>> {
    let text = uri.text()?;
    if text.starts_with("data:") {
        return inline_bytes(text).map_err(|why| uri.error(why));
    }
    let name = file_name(uri)?;
    let path = folder.join(&name);
    files.read(&path).map_err(|error| {
        let shown = display_name(&path);
        let message = format!("cannot read `{shown}`: {}", reason(&error));
        let needs = "a `.gltf` needs the files that it names beside it; a `.glb` needs none";
        let nearest = nearest_file(&path, &["bin"], files);
        uri.error(message)
            .with_help(nearest.unwrap_or_else(|| needs.to_owned()))
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

/// The name of the file that a `uri` names, without the escapes of addresses.
pub(super) fn file_name(uri: &Item<'_>) -> Read<String> {
    let text = uri.text()?;
    if text.contains("://") {
        let message = "it names an address of a network, which is never read";
        return Err(uri
            .error(message)
            .with_help("put the file beside this one, and name it"));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
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
    String::from_utf8(bytes).map_err(|_| uri.error("it names no file").with_help("use UTF-8"))
}
