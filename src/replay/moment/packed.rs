//! Bytes made small, and back: deflate (RFC 1951), which has read the shipped levels before.
//!
//! Most moments are of a shipped level, or of one that began as one. So the packer is given
//! [`LEVELS`] first, of which the result is left out, and the unpacker has them before what it writes: what
//! a level says is then a few references into them. Of the courtyard's ten thousand characters a hundred
//! are left, of 3300 without.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The levels as they were when version 1 of moments was made, and what `sidle new` writes: the last
/// 32 kB, which is as far back as deflate can refer to. They never change, whatever becomes of the levels:
/// every link needs them as they were.
const LEVELS: &[u8] = include_bytes!("levels-1.txt");

/// As small as it gets, whatever time that takes, and without a header.
const BEST: i32 = 10;
const RAW: i32 = -15;

/// A body does not become longer; bytes. Smaller: the text of a level may be too long; larger: a hostile
/// link takes more memory.
pub(super) const LONGEST: usize = 1 << 20;

/// `body`, made small.
pub(super) fn pack(body: &[u8]) -> Vec<u8> {
    let mut packer = CompressorOxide::new(create_comp_flags_from_zip_params(BEST, RAW, 0));
    compress_to_output(&mut packer, LEVELS, TDEFLFlush::Sync, |_| true);
    let mut packed = Vec::new();
    compress_to_output(&mut packer, body, TDEFLFlush::Finish, |bytes| {
        packed.extend(bytes);
        true
    });
    packed
}

/// [`pack`] taken back; `None` for what is damaged, or longer than anybody writes.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut body = LEVELS.to_vec();
    body.resize(LEVELS.len() + LONGEST, 0);
    let (status, taken, given) = decompress(
        &mut DecompressorOxide::new(),
        packed,
        &mut body,
        LEVELS.len(),
        TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
    );
    let whole = status == TINFLStatus::Done && taken == packed.len();
    whole.then(|| body[LEVELS.len()..][..given].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::fnv::Fnv;
    use crate::test_support::Random;

    #[test]
    fn the_levels_that_links_refer_to_are_what_they_were() {
        let mut hash = Fnv::NEW;
        hash.bytes(LEVELS);
        assert_eq!(hash.0, 0x8C54_15F2_553E_7D41, "see the note at LEVELS");
    }

    #[test]
    fn what_is_packed_comes_back_whether_the_levels_know_it_or_not() {
        let (seed, mut random) = (7, Random::new(7));
        for length in [0, 1, 2, 300, 40_000, LONGEST] {
            let noise: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            let known: Vec<u8> = LEVELS.iter().copied().cycle().take(length).collect();
            for body in [noise, known] {
                assert_eq!(
                    unpack(&pack(&body)),
                    Some(body),
                    "seed {seed}, {length} bytes"
                );
            }
        }
        assert_eq!(unpack(&pack(&vec![0; LONGEST + 1])), None);
    }

    #[test]
    fn a_shipped_level_is_next_to_nothing() {
        let level = include_bytes!("../../../levels/courtyard.toml");
        assert!(pack(level).len() < level.len() / 10);
    }
}
