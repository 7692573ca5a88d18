//! Writes GLB files.

use ::gltf::Glb;
use ::gltf::binary::Header;

/// The GLB with this JSON and these bytes.
pub fn glb(json: Vec<u8>, bytes: Vec<u8>) -> Vec<u8> {
    let header = Header {
        magic: *b"glTF",
        version: 2,
        // The crate computes it.
        length: 0,
    };
    let (json, bin) = (json.into(), Some(bytes.into()));
    // A vector takes all bytes.
    Glb { header, json, bin }.to_vec().unwrap_or_default()
}
