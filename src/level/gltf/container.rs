//! The two forms of a glTF file: JSON alone, or a GLB of JSON and bytes in chunks.
//!
//! Source: Khronos Group, "glTF 2.0 Specification", section 4, 2021.

use serde_json::Value;

use super::json::{GltfError, Read};
use crate::level::source::Source;
use crate::level::{Diagnostic, Severity};

/// The first bytes of a GLB.
pub(super) const MAGIC: &[u8; 4] = b"glTF";

const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;
const JSON_CHUNK: &[u8; 4] = b"JSON";
const BIN_CHUNK: &[u8; 4] = b"BIN\0";

/// The parts of a file.
pub(super) struct Container<'b> {
    pub json: &'b [u8],
    /// The bytes of the first buffer, which only a GLB has.
    pub bin: Option<&'b [u8]>,
    pub is_glb: bool,
}

/// The parts of the file `bytes`.
pub(super) fn split(bytes: &[u8], is_named_glb: bool) -> Read<Container<'_>> {
    if !bytes.starts_with(MAGIC) {
        if is_named_glb {
            let message = "this is no GLB: it does not begin with `glTF`";
            let help = "export it again as glTF Binary, or name a text `.gltf`";
            return Err(GltfError::new(message).with_help(help));
        }
        return Ok(Container {
            json: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes),
            bin: None,
            is_glb: false,
        });
    }
    let cut_off = |what: &str| {
        let message = format!("this GLB is cut off: {what}");
        GltfError::new(message).with_help("copy or export it again")
    };
    let number = |at: usize| {
        let bytes = bytes.get(at..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    };
    let (Some(version), Some(length)) = (number(4), number(8)) else {
        return Err(cut_off("its header has 12 bytes"));
    };
    if version != 2 {
        return Err(other_version(&version.to_string()));
    }
    let length = length as usize;
    let Some(mut rest) = bytes.get(HEADER_BYTES..length.max(HEADER_BYTES)) else {
        return Err(cut_off(&format!(
            "its header says {length} bytes, and it has {}",
            bytes.len()
        )));
    };
    let (mut json, mut bin) = (None, None);
    while rest.len() >= CHUNK_HEADER_BYTES {
        let (header, behind) = rest.split_at(CHUNK_HEADER_BYTES);
        let (size, kind) = header.split_at(4);
        let size = size
            .first_chunk()
            .map_or(0, |size| u32::from_le_bytes(*size)) as usize;
        let Some((chunk, behind)) = behind.split_at_checked(size) else {
            let (kind, left) = (kind.escape_ascii(), behind.len());
            return Err(cut_off(&format!(
                "its chunk `{kind}` says {size} bytes, and {left} are left"
            )));
        };
        if kind == JSON_CHUNK && json.is_none() {
            json = Some(chunk);
        } else if kind == BIN_CHUNK && bin.is_none() {
            bin = Some(chunk);
        }
        // Chunks begin at multiples of four.
        rest = behind.get(size.wrapping_neg() % 4..).unwrap_or_default();
    }
    let json = json.ok_or_else(|| cut_off("it has no chunk `JSON`"))?;
    let is_glb = true;
    Ok(Container { json, bin, is_glb })
}

/// A file of another version of the format.
pub(super) fn other_version(version: &str) -> GltfError {
    GltfError::new(format!(
        "this file has version {version} of glTF; expected 2.0"
    ))
    .with_help("export it again as glTF 2.0")
}

/// The values of the JSON of the file `name`.
pub(super) fn parse(name: &str, container: &Container<'_>) -> Result<Value, Box<Diagnostic>> {
    let error = match serde_json::from_slice(container.json) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    // The words without their place.
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or_default();
    let message = format!("this is no JSON: {words}");
    if container.is_glb {
        let (line, column) = (error.line(), error.column());
        let message = format!("line {line}, column {column} of its JSON: {message}");
        return Err(Box::new(
            Diagnostic::of_file(name, message).with_help("export it again"),
        ));
    }
    // Columns are counted in bytes.
    let source = Source::of_mesh(name, container.json.to_vec())?;
    let starts = source.text().split_inclusive('\n').map(str::len);
    let start: usize = starts.take(error.line().saturating_sub(1)).sum();
    let at = start + error.column().saturating_sub(1);
    let label = "expected the next part of a JSON text";
    Err(Box::new(source.diagnostic(
        Severity::Error,
        at..at + 1,
        message,
        label,
    )))
}
