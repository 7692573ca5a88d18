//! Compression by deflate (RFC 1951) with the shipped levels as a preset dictionary.
//!
//! Most moments use a shipped level or one that is based on it. So the compressor first reads the
//! [`DICTIONARY`], whose output is dropped, and the decompressor has it before its own output. The text of
//! a level then becomes a few references into the dictionary. The courtyard's ten thousand characters
//! compress to a hundred bytes, instead of 3300.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The shipped levels at the time of version 1 of moments, and the level that `sidle new` writes. Of these
/// texts, the last 32 kB, because deflate cannot refer farther back. The dictionary never changes, even when
/// the levels do, because every existing link needs it.
const DICTIONARY: &[u8] = include_bytes!("levels-1.txt");

/// The compression level with the smallest and slowest result.
const COMPRESSION_LEVEL: i32 = 10;
/// The window bits for deflate without a zlib header.
const RAW_WINDOW_BITS: i32 = -15;

/// The greatest length of a body; bytes. Smaller: the text of a level may be too long; larger: a malicious
/// link takes more memory.
pub(super) const MAX_BODY: usize = 1 << 20;

/// Compresses `body`.
pub(super) fn pack(body: &[u8]) -> Vec<u8> {
    let mut packer = CompressorOxide::new(create_comp_flags_from_zip_params(
        COMPRESSION_LEVEL,
        RAW_WINDOW_BITS,
        0,
    ));
    compress_to_output(&mut packer, DICTIONARY, TDEFLFlush::Sync, |_| true);
    let mut packed = Vec::new();
    compress_to_output(&mut packer, body, TDEFLFlush::Finish, |bytes| {
        packed.extend(bytes);
        true
    });
    packed
}

/// The inverse of [`pack`]; `None` if `packed` is damaged, or its body is longer than [`MAX_BODY`].
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut body = DICTIONARY.to_vec();
    body.resize(DICTIONARY.len() + MAX_BODY, 0);
    let (status, taken, given) = decompress(
        &mut DecompressorOxide::new(),
        packed,
        &mut body,
        DICTIONARY.len(),
        TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
    );
    let whole = status == TINFLStatus::Done && taken == packed.len();
    whole.then(|| body[DICTIONARY.len()..][..given].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::fnv::Fnv;
    use crate::test_support::Random;

    #[test]
    fn the_dictionary_of_existing_links_is_unchanged() {
        let mut hash = Fnv::NEW;
        hash.bytes(DICTIONARY);
        assert_eq!(hash.0, 0x8C54_15F2_553E_7D41, "see the note at DICTIONARY");
    }

    #[test]
    fn random_bytes_and_text_from_the_dictionary_survive_a_round_trip() {
        let (seed, mut random) = (7, Random::new(7));
        for length in [0, 1, 2, 300, 40_000, MAX_BODY] {
            let noise: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            let known: Vec<u8> = DICTIONARY.iter().copied().cycle().take(length).collect();
            for body in [noise, known] {
                assert_eq!(
                    unpack(&pack(&body)),
                    Some(body),
                    "seed {seed}, {length} bytes"
                );
            }
        }
        assert_eq!(unpack(&pack(&vec![0; MAX_BODY + 1])), None);
    }

    #[test]
    fn a_shipped_level_compresses_to_less_than_a_tenth() {
        let level = include_bytes!("../../../levels/courtyard.toml");
        assert!(pack(level).len() < level.len() / 10);
    }
}
