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
    let length = length.map_or(HEADER_BYTES, |length| u32::from_le_bytes(*length) as usize);
    // The crate subtracts the header from the length without a look, and takes bytes behind the end for a chunk.
    let whole = bytes.get(..length).filter(|_| length >= HEADER_BYTES);
    let help = "copy or export it again";
    let Some(whole) = whole else {
        let found = bytes.len();
        let message = format!("this GLB is cut off: it says {length} bytes, and has {found}");
        return Err(GltfError::new(message).with_help(help));
    };
    match Glb::from_slice(whole) {
        Ok(Glb { json, bin, .. }) => Ok(Container {
            json,
            bin,
            is_glb: true,
        }),
        Err(::gltf::Error::Binary(Error::Version(version))) => Err(other_version(version)),
        Err(error) => Err(GltfError::new(format!("this GLB is damaged: {error}")).with_help(help)),
    }
}

/// A file of another version of the format.
pub(super) fn other_version(version: impl core::fmt::Display) -> GltfError {
    let message = format!("this file has version {version} of glTF; expected 2.0");
    GltfError::new(message).with_help("export it again as glTF 2.0")
}

#[cfg(test)]
mod tests;
