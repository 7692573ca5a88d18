//! The textures of a level, decoded and ready for the GPU. Made on the loading thread.

pub mod header;
pub mod mipmaps;
pub mod packing;
pub mod prepare;
pub mod reduction;
pub mod srgb;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sidle::level::{Material, Mesh, Scene, TextureImage, TextureWrap};

use crate::draw::textures::mipmaps::Alpha;

/// A texture of a level: an image, and how it is drawn.
pub struct TextureUse {
    pub image: Arc<TextureImage>,
    pub wrap: [TextureWrap; 2],
    pub alpha: Alpha,
}

/// The identity of a texture: the address of the image, both wraps, and the bits of the cutoff.
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
        let models = scene.models.iter().chain(&scene.mover_models);
        let mut seen = BTreeSet::new();
        let meshes = models.map(|model| &model.mesh);
        Self::of_meshes(meshes.filter_map(|mesh| seen.insert(Arc::as_ptr(mesh)).then_some(&**mesh)))
    }

    /// The textures of `meshes`.
    pub fn of_meshes<'m>(meshes: impl IntoIterator<Item = &'m Mesh>) -> Self {
        let mut table = Self::default();
        for mesh in meshes {
            for part in &mesh.parts {
                let material = mesh.material_of(part);
                // A texture needs places.
                if let Some(material) = material.filter(|_| !part.tex_coords.is_empty()) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::level::Texture;

    fn material(image: &Arc<TextureImage>, wrap: TextureWrap, cutoff: Option<f32>) -> Material {
        Material {
            name: String::new(),
            color: [1.0; 4],
            texture: Some(Texture {
                image: image.clone(),
                wrap: [wrap, TextureWrap::Repeat],
            }),
            alpha_cutoff: cutoff,
            double_sided: false,
        }
    }

    #[test]
    fn materials_share_a_texture_if_they_draw_it_alike() {
        let image = |name: &str| {
            Arc::new(TextureImage {
                name: name.to_owned(),
                bytes: None,
            })
        };
        let (bricks, leaves) = (image("bricks"), image("leaves"));
        let materials = [
            material(&bricks, TextureWrap::Repeat, None),
            material(&bricks, TextureWrap::Clamp, None),
            material(&leaves, TextureWrap::Repeat, Some(0.5)),
            material(&leaves, TextureWrap::Repeat, Some(0.25)),
            material(&bricks, TextureWrap::Repeat, Some(0.0)),
        ];
        let mut table = TextureTable::default();
        materials.iter().for_each(|material| table.add(material));
        let numbers = materials.iter().map(|material| table.number_of(material));
        let numbers: Vec<_> = numbers.flatten().collect();
        // Nothing has an alpha below zero.
        assert_eq!(numbers, [0, 1, 2, 3, 0]);
        assert_eq!(table.uses.len(), 4);
        let other = material(&image("bricks"), TextureWrap::Repeat, None);
        assert_eq!(table.number_of(&other), None);
    }

    #[test]
    fn the_alpha_of_a_material_multiplies_that_of_its_texture() {
        let image = Arc::new(TextureImage {
            name: String::new(),
            bytes: None,
        });
        let alpha_of = |own: f32, cutoff: f32| {
            let mut material = material(&image, TextureWrap::Repeat, Some(cutoff));
            material.color[3] = own;
            alpha(&material)
        };
        assert_eq!(alpha_of(1.0, 0.5), Alpha::Cutoff(0.5));
        assert_eq!(alpha_of(0.5, 0.25), Alpha::Cutoff(0.5));
        assert_eq!(alpha_of(0.0, 0.5), Alpha::Cutoff(f32::INFINITY));
        assert_eq!(alpha_of(0.0, 0.0), Alpha::Ignored);
        assert_eq!(alpha_of(1.0, f32::NAN), Alpha::Ignored);
    }
}
