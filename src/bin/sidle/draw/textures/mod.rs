//! The textures of a level, decoded and ready for the GPU. Made on the loading thread.

pub mod header;
pub mod mipmaps;
pub mod packing;
pub mod prepare;
pub mod reduction;
pub mod srgb;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sidle::level::{Material, Scene, TextureImage, TextureWrap};

use crate::draw::textures::mipmaps::Alpha;

/// A texture of a level: an image, and how it is drawn.
pub struct TextureUse {
    pub image: Arc<TextureImage>,
    pub wrap: [TextureWrap; 2],
    pub alpha: Alpha,
}

/// What tells two textures apart: the address of the image, both wraps, and the bits of the cutoff.
type Key = (usize, [u8; 2], Option<u32>);

/// The textures of a level, which are numbered in the order of their first use.
#[derive(Default)]
pub struct TextureTable {
    pub uses: Vec<TextureUse>,
    numbers: BTreeMap<Key, u32>,
}

impl TextureTable {
    /// The textures of all models of `scene`.
    pub fn of_scene(scene: &Scene) -> Self {
        let mut table = Self::default();
        let mut seen = BTreeSet::new();
        for model in scene.models.iter().chain(&scene.mover_models) {
            let mesh = &model.mesh;
            if !seen.insert(Arc::as_ptr(mesh)) {
                continue;
            }
            for part in &mesh.parts {
                if let Some(material) = mesh
                    .material_of(part)
                    .filter(|_| !part.tex_coords.is_empty())
                {
                    table.add(material);
                }
            }
        }
        table
    }

    fn add(&mut self, material: &Material) {
        let (Some(texture), Some(key)) = (&material.texture, key(material)) else {
            return;
        };
        let uses = &mut self.uses;
        self.numbers.entry(key).or_insert_with(|| {
            uses.push(TextureUse {
                image: texture.image.clone(),
                wrap: texture.wrap,
                alpha: alpha(material),
            });
            uses.len() as u32 - 1
        });
    }

    /// The number of the texture of `material`, if it has one.
    pub fn number_of(&self, material: &Material) -> Option<u32> {
        self.numbers.get(&key(material)?).copied()
    }
}

fn key(material: &Material) -> Option<Key> {
    let texture = material.texture.as_ref()?;
    let cutoff = match alpha(material) {
        Alpha::Ignored => None,
        Alpha::Cutoff(cutoff) => Some(cutoff.to_bits()),
    };
    let wrap = texture.wrap.map(|wrap| wrap as u8);
    Some((Arc::as_ptr(&texture.image).addr(), wrap, cutoff))
}

/// The meaning of alpha in the texture of `material`, whose own alpha multiplies it.
fn alpha(material: &Material) -> Alpha {
    let cutoff = material
        .alpha_cutoff
        .map(|cutoff| cutoff / material.color[3]);
    match cutoff {
        // Nothing is below: not even a division of zero by zero.
        Some(cutoff) if cutoff > 0.0 => Alpha::Cutoff(cutoff),
        _ => Alpha::Ignored,
    }
}
