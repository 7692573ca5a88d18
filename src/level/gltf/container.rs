//! The two forms of a glTF file: JSON alone, or a GLB of JSON and bytes in chunks.
//!
//! Source: Khronos Group, "glTF 2.0 Specification", section 4, 2021.

use std::borrow::Cow;

use ::gltf::Glb;
use ::gltf::binary::Error;

use super::json::{GltfError, Read};

/// The first bytes of a GLB.
pub(super) const MAGIC: &[u8; 4] = b"glTF";

const HEADER_BYTES: usize = 12;

/// The parts of a file.
pub(super) struct Container<'b> {
    pub json: Cow<'b, [u8]>,
    /// The bytes of the first buffer, which only a GLB has.
    pub bin: Option<Cow<'b, [u8]>>,
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
            json: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).into(),
            bin: None,
            is_glb: false,
        });
    }
    let length = bytes.get(8..).and_then(|rest| rest.first_chunk());
    let length = length.map_or(0, |length| u32::from_le_bytes(*length) as usize);
    // The crate subtracts the header from the length without a look, and takes bytes behind the end for a chunk.
    let whole = match bytes.get(..length.max(HEADER_BYTES)) {
        Some(whole) if length >= HEADER_BYTES => whole,
        _ if bytes.len() >= HEADER_BYTES && length > bytes.len() => bytes,
        _ => return Err(cut_off("its header has 12 bytes")),
    };
    match Glb::from_slice(whole) {
        Ok(Glb { json, bin, .. }) => Ok(Container {
            json,
            bin,
            is_glb: true,
        }),
        Err(::gltf::Error::Binary(error)) => {
            let has_json = whole.get(16..20) == Some(b"JSON");
            Err(explained(&error, [length, bytes.len()], has_json))
        }
        Err(other) => Err(GltfError::new(other.to_string())),
    }
}

fn cut_off(what: &str) -> GltfError {
    GltfError::new(format!("this GLB is cut off: {what}")).with_help("copy or export it again")
}

/// Why a GLB that says to have `length` bytes, and has `found`, is not read.
fn explained(error: &Error, [length, found]: [usize; 2], has_json: bool) -> GltfError {
    match error {
        Error::Version(version) => other_version(&version.to_string()),
        Error::Length { .. } => cut_off(&format!(
            "its header says {length} bytes, and it has {found}"
        )),
        Error::ChunkLength {
            ty,
            length,
            length_read,
        } => {
            let kind = match ty {
                ::gltf::binary::ChunkType::Json => "JSON",
                ::gltf::binary::ChunkType::Bin => "BIN",
            };
            cut_off(&format!(
                "its chunk `{kind}` says {length} bytes, and {length_read} are left"
            ))
        }
        _ if has_json => GltfError::new("behind the chunk `JSON` of this GLB is none named `BIN`")
            .with_help("export it again"),
        _ => cut_off("it has no chunk `JSON`"),
    }
}

/// A file of another version of the format.
pub(super) fn other_version(version: &str) -> GltfError {
    GltfError::new(format!(
        "this file has version {version} of glTF; expected 2.0"
    ))
    .with_help("export it again as glTF 2.0")
}

#[cfg(test)]
mod tests;
