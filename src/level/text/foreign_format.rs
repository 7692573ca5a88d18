//! Files of other formats, known by their first bytes.

/// A format that is neither a level nor a mesh as text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ForeignFormat {
    /// What a user calls such a file.
    pub name: &'static str,
    /// What to do with it, where `{file}` stands for its name.
    pub repair: &'static str,
}

const SAVE_AS_UTF8: &str = "save it as UTF-8";
const EXPORT: &str = "export it as glTF (`.glb`) or OBJ";
const NO_MESH: &str = "a mesh names its pictures; name the mesh here";
const HEIGHTS: &str =
    "`sidle new --from {file}` makes hills of it; a mesh names its pictures, so name the mesh here";

/// Binary formats, by their first bytes.
const BINARY: [(&[u8], ForeignFormat); 13] = [
    (b"\xff\xfe\0\0", format("UTF-32 text", SAVE_AS_UTF8)),
    (b"\xff\xfe", format("UTF-16 text", SAVE_AS_UTF8)),
    (b"\xfe\xff", format("UTF-16 text", SAVE_AS_UTF8)),
    (
        b"glTF",
        format("a GLB file", "give its name the ending `.glb`"),
    ),
    (b"BLENDER", format("a Blender file", EXPORT)),
    (b"Kaydara FBX Binary", format("an FBX file", EXPORT)),
    (b"\x89PNG", format("a picture (PNG)", HEIGHTS)),
    (b"\xff\xd8\xff", format("a picture (JPEG)", NO_MESH)),
    (b"GIF8", format("a picture (GIF)", NO_MESH)),
    (b"PK\x03\x04", format("a ZIP archive", "unpack it first")),
    (
        b"\x1f\x8b",
        format(
            "a compressed file (gzip)",
            "unpack it first; export a Blender file as glTF or OBJ",
        ),
    ),
    (
        b"\x28\xb5\x2f\xfd",
        format(
            "a compressed file (Zstandard)",
            "unpack it first; export a Blender file as glTF or OBJ",
        ),
    ),
    (b"%PDF", format("a PDF file", "name a level or a mesh")),
];

/// Formats of meshes as text, by how they begin. Some of these words may also begin a level.
const MESH_TEXT: [(&str, ForeignFormat); 6] = [
    ("ply\n", format("a PLY mesh", EXPORT)),
    ("ply\r", format("a PLY mesh", EXPORT)),
    ("solid ", format("an STL mesh", EXPORT)),
    ("; FBX", format("an FBX file", EXPORT)),
    ("<", format("an XML file, such as COLLADA", EXPORT)),
    (
        "{",
        format("a JSON file", "give a glTF file's name the ending `.gltf`"),
    ),
];

const fn format(name: &'static str, repair: &'static str) -> ForeignFormat {
    ForeignFormat { name, repair }
}

/// The format of a file that begins with `bytes`, if it is a known one and no text.
pub(super) fn binary_format(bytes: &[u8]) -> Option<&'static ForeignFormat> {
    let known = BINARY.iter().find(|(magic, _)| bytes.starts_with(magic));
    // Latin letters in UTF-16 without a mark.
    let is_utf16 = matches!(bytes, [0, a, 0, b, ..] | [a, 0, b, 0, ..] if *a > 0 && *b > 0);
    match known {
        Some((_, format)) => Some(format),
        None => is_utf16.then_some(&BINARY[1].1),
    }
}

/// The format of a mesh that begins with `text`, if it is a known one other than OBJ.
pub(super) fn mesh_text_format(text: &str) -> Option<&'static ForeignFormat> {
    let known = MESH_TEXT.iter().find(|(start, _)| text.starts_with(start));
    known.map(|(_, format)| format)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        for (bytes, expected) in [
            (&b"glTF\x02\0\0\0"[..], Some("a GLB file")),
            (b"BLENDER-v300", Some("a Blender file")),
            (b"\xff\xfef\0o\0", Some("UTF-16 text")),
            (b"\xff\xfe\0\0f\0\0\0", Some("UTF-32 text")),
            (b"f\0o\0r\0", Some("UTF-16 text")),
            (b"\0f\0o\0r", Some("UTF-16 text")),
            (b"", None),
            (b"\0\0\0\0", None),
            (b"format = 1", None),
            (b"glT", None),
        ] {
            let found = binary_format(bytes).map(|format| format.name);
            assert_eq!(found, expected, "{bytes:?}");
        }
        for (text, expected) in [
            ("ply\nformat ascii 1.0", Some("a PLY mesh")),
            ("solid cube\nfacet", Some("an STL mesh")),
            ("<?xml version", Some("an XML file, such as COLLADA")),
            ("v 1 2 3", None),
        ] {
            let found = mesh_text_format(text).map(|format| format.name);
            assert_eq!(found, expected, "{text}");
        }
    }
}
