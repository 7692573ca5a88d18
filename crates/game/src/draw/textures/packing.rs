//! Packs prepared textures for another instance of the program.

use std::sync::Arc;

use sidle::geometry::packing::Packed;

use crate::draw::textures::mipmaps::Texels;
use crate::draw::textures::prepare::DrawnTexture;
use crate::session::load::PREPARED;

/// The tags of the parts: a texture, one of its sizes, some bytes of it, and a texture with the sizes of an earlier one.
const TEXTURE: u8 = PREPARED + 16;
const LEVEL: u8 = PREPARED + 17;
const BYTES: u8 = PREPARED + 18;
const SAME_IMAGE: u8 = PREPARED + 19;

/// The bytes of a part. Smaller: more messages; larger: a frame waits longer while one is unpacked.
const PART: usize = 1 << 18;

/// Packs `textures`; images that several of them share are packed once.
pub fn pack_textures(textures: &[DrawnTexture], emit: &mut dyn FnMut(&[u8])) {
    for (number, texture) in textures.iter().enumerate() {
        let mut earlier = textures[..number].iter();
        let same = earlier.position(|other| Arc::ptr_eq(&other.levels, &texture.levels));
        let mut head = vec![if same.is_some() { SAME_IMAGE } else { TEXTURE }];
        texture.wrap.iter().for_each(|wrap| wrap.pack(&mut head));
        texture.is_cut_out.pack(&mut head);
        if let Some(same) = same {
            (same as u64).pack(&mut head);
        }
        emit(&head);
        let levels = texture.levels.iter().filter(|_| same.is_none());
        for level in levels {
            let mut head = vec![LEVEL];
            level.size.pack(&mut head);
            emit(&head);
            for bytes in level.bytes.chunks(PART) {
                emit(&[&[BYTES], bytes].concat());
            }
        }
    }
}

/// Adds a part to `textures`. `None` if it is damaged.
pub fn unpack_texture(textures: &mut Vec<DrawnTexture>, tag: u8, mut rest: &[u8]) -> Option<()> {
    match tag {
        TEXTURE | SAME_IMAGE => {
            let wrap = [Packed::unpack(&mut rest)?, Packed::unpack(&mut rest)?];
            let is_cut_out = Packed::unpack(&mut rest)?;
            let levels = if tag == SAME_IMAGE {
                let same = u64::unpack(&mut rest)? as usize;
                textures.get(same)?.levels.clone()
            } else {
                Arc::default()
            };
            textures.push(DrawnTexture {
                levels,
                wrap,
                is_cut_out,
            });
        }
        LEVEL => {
            let size: [u32; 2] = Packed::unpack(&mut rest)?;
            let bytes = Vec::new();
            levels(textures)?.push(Texels { size, bytes });
        }
        BYTES => {
            let level = levels(textures)?.last_mut()?;
            if level.bytes.is_empty() {
                level.bytes.reserve_exact(length(level)?);
            }
            level.bytes.extend_from_slice(rest);
        }
        _ => return None,
    }
    Some(())
}

/// The sizes of the texture that arrives.
fn levels(textures: &mut [DrawnTexture]) -> Option<&mut Vec<Texels>> {
    Arc::get_mut(&mut textures.last_mut()?.levels)
}

/// The number of bytes of a size.
fn length(level: &Texels) -> Option<usize> {
    let [width, height] = level.size.map(|length| length as usize);
    width.checked_mul(height)?.checked_mul(4)
}

/// Whether all bytes have arrived.
pub fn is_whole(textures: &[DrawnTexture]) -> bool {
    textures.iter().all(|texture| {
        let last = texture.levels.last();
        let mut levels = texture.levels.iter();
        last.is_some_and(|last| last.size == [1, 1])
            && levels.all(|level| Some(level.bytes.len()) == length(level))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::textures::mipmaps::{Alpha, mipmaps};
    use sidle::level::TextureWrap;

    #[test]
    fn textures_survive_being_handed_over() {
        let image = Texels {
            size: [300, 301],
            bytes: (0..300 * 301 * 4_u32).map(|at| (at % 251) as u8).collect(),
        };
        let levels = Arc::new(mipmaps(image, 0, Alpha::Ignored));
        let texture = |wrap, is_cut_out| DrawnTexture {
            levels: levels.clone(),
            wrap,
            is_cut_out,
        };
        let textures = [
            texture([TextureWrap::Repeat, TextureWrap::Clamp], false),
            texture([TextureWrap::Mirror; 2], true),
        ];
        let (mut back, mut bytes) = (Vec::new(), 0);
        pack_textures(&textures, &mut |part| {
            assert!(back.is_empty() || is_whole(&back) == (part[0] == SAME_IMAGE));
            bytes += part.len();
            unpack_texture(&mut back, part[0], &part[1..]).expect("a whole part");
        });
        assert_eq!(back, textures);
        assert!(is_whole(&back) && Arc::ptr_eq(&back[0].levels, &back[1].levels));
        // A third more for the smaller copies, and packed once.
        assert!(bytes < 300 * 301 * 4 * 4 / 3 + 1000);
    }

    #[test]
    fn damaged_parts_are_refused() {
        let mut textures = Vec::new();
        for (tag, rest) in [
            (TEXTURE, &[0, 0][..]),
            (LEVEL, &[0; 8]),
            (BYTES, &[1]),
            (99, &[]),
        ] {
            assert!(unpack_texture(&mut textures, tag, rest).is_none(), "{tag}");
        }
        let same = [0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0];
        assert!(unpack_texture(&mut textures, SAME_IMAGE, &same).is_none());
    }
}
