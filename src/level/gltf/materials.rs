//! The materials of a glTF file, with their pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec2;

use super::buffers::{Buffers, file_name, inline_bytes};
use super::json::{Document, GltfError, Item, Read};
use crate::geometry::angle::sin_cos_deg;
use crate::level::images::{ImageFiles, Images, MissingImage};
use crate::level::{Material, Texture, TextureImage, TextureWrap};

/// A material, and how its texture lies on a surface.
#[derive(Clone, Debug)]
pub(super) struct GltfMaterial {
    pub look: Material,
    pub laid: Laid,
    /// Whether it is half transparent, which is not drawn.
    pub is_blended: bool,
}

/// How a texture lies on a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    /// The number of the texture coordinates, `TEXCOORD_0` or another.
    pub tex_coords: usize,
    /// How they are changed.
    pub transform: UvTransform,
}

/// A change of texture coordinates: two columns and an offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct UvTransform {
    x: Vec2,
    y: Vec2,
    offset: Vec2,
}

impl UvTransform {
    const IDENTITY: Self = Self {
        x: Vec2::X,
        y: Vec2::Y,
        offset: Vec2::ZERO,
    };

    pub fn apply(&self, uv: Vec2) -> Vec2 {
        let placed = self.x * uv.x + self.y * uv.y + self.offset;
        if placed.is_finite() {
            placed
        } else {
            Vec2::ZERO
        }
    }

    /// That of `KHR_texture_transform`.
    fn read(item: &Item<'_>) -> Read<Self> {
        let vec2 = |numbers: [f64; 2]| Vec2::from_array(numbers.map(|it| it as f32));
        let offset = vec2(item.numbers_or("offset", [0.0; 2])?);
        let scale = vec2(item.numbers_or("scale", [1.0; 2])?);
        let rotation = item.get("rotation").map_or(Ok(0.0), |it| it.number())?;
        let degrees = rotation * (180.0 / core::f64::consts::PI);
        let (sin, cos) = sin_cos_deg(degrees);
        let (sin, cos) = (sin as f32, cos as f32);
        Ok(Self {
            x: Vec2::new(cos, -sin) * scale.x,
            y: Vec2::new(sin, cos) * scale.y,
            offset,
        })
    }
}

/// Reads the materials of a file that are used, with the pictures that they name.
pub(super) struct Materials<'m, 'j> {
    document: &'m Document<'j>,
    buffers: &'m Buffers,
    images: &'m mut Images,
    files: ImageFiles<'m>,
    /// The name of the file, for pictures inside of it.
    name: &'m str,
    /// The materials that were read, and by their numbers in the file their numbers among those.
    all: Vec<GltfMaterial>,
    numbers: BTreeMap<usize, usize>,
    /// The pictures that were read, by their numbers.
    known: BTreeMap<usize, Arc<TextureImage>>,
    /// Why pictures are not shown.
    missing: Vec<GltfError>,
}

impl<'m, 'j> Materials<'m, 'j> {
    pub fn new(
        document: &'m Document<'j>,
        buffers: &'m Buffers,
        images: &'m mut Images,
        files: ImageFiles<'m>,
        name: &'m str,
    ) -> Self {
        Self {
            document,
            buffers,
            images,
            files,
            name,
            all: Vec::new(),
            numbers: BTreeMap::new(),
            known: BTreeMap::new(),
            missing: Vec::new(),
        }
    }

    /// The number of the material that `index` names, among all that are used.
    pub fn number(&mut self, index: &Item<'j>) -> Read<usize> {
        let (number, item) = self.document.entry("materials", index)?;
        if let Some(known) = self.numbers.get(&number) {
            return Ok(*known);
        }
        let material = self.read(number, &item)?;
        self.numbers.insert(number, self.all.len());
        self.all.push(material);
        Ok(self.all.len() - 1)
    }

    /// How the texture of a material that is used is laid, if it has one.
    pub fn laid(&self, number: usize) -> Option<Laid> {
        let material = self.all.get(number)?;
        material.look.texture.as_ref()?;
        Some(material.laid)
    }

    /// All materials that are used, and why pictures are not shown.
    pub fn finish(self) -> (Vec<GltfMaterial>, Vec<GltfError>) {
        (self.all, self.missing)
    }

    fn read(&mut self, number: usize, item: &Item<'j>) -> Read<GltfMaterial> {
        let name = match item.get("name") {
            Some(name) => name.text()?.to_owned(),
            None => format!("materials[{number}]"),
        };
        // Older files have the other model of reflection.
        let other = item.get("extensions");
        let other = other.and_then(|it| it.get("KHR_materials_pbrSpecularGlossiness"));
        let (base, color, texture) = match (item.get("pbrMetallicRoughness"), other) {
            (_, Some(other)) => (Some(other), "diffuseFactor", "diffuseTexture"),
            (base, None) => (base, "baseColorFactor", "baseColorTexture"),
        };
        let base = base.as_ref();
        let color = base.map_or(Ok([1.0; 4]), |it| it.numbers_or(color, [1.0; 4]))?;
        let mut color = color.map(|part| (part as f32).clamp(0.0, 1.0));
        let mode = item.get("alphaMode").map(|mode| mode.text()).transpose()?;
        let alpha_cutoff = match mode {
            Some("MASK") => {
                let cutoff = item.get("alphaCutoff").map_or(Ok(0.5), |it| it.number())?;
                Some(cutoff as f32)
            }
            _ => None,
        };
        if alpha_cutoff.is_none() {
            color[3] = 1.0;
        }
        let texture = base.and_then(|base| base.get(texture));
        let (mut tex_coords, mut transform) = (0, UvTransform::IDENTITY);
        if let Some(texture) = &texture {
            tex_coords = texture.index_or("texCoord", 0)?;
            let extension = texture.get("extensions");
            let extension = extension.and_then(|it| it.get("KHR_texture_transform"));
            if let Some(extension) = extension {
                tex_coords = extension.index_or("texCoord", tex_coords)?;
                transform = UvTransform::read(&extension)?;
            }
        }
        let texture = match &texture {
            Some(texture) => Some(self.texture(&texture.require("index")?)?),
            None => None,
        };
        Ok(GltfMaterial {
            look: Material {
                name,
                color,
                texture,
                alpha_cutoff,
                double_sided: item.is_true("doubleSided"),
            },
            laid: Laid {
                tex_coords,
                transform,
            },
            is_blended: mode == Some("BLEND"),
        })
    }

    fn texture(&mut self, index: &Item<'j>) -> Read<Texture> {
        let (_, texture) = self.document.entry("textures", index)?;
        let mut wrap = [TextureWrap::Repeat; 2];
        if let Some(sampler) = texture.get("sampler") {
            let (_, sampler) = self.document.entry("samplers", &sampler)?;
            for (wrap, key) in wrap.iter_mut().zip(["wrapS", "wrapT"]) {
                *wrap = match sampler.index_or(key, 10_497)? {
                    33_071 => TextureWrap::Clamp,
                    33_648 => TextureWrap::Mirror,
                    _ => TextureWrap::Repeat,
                };
            }
        }
        let image = match texture.get("source") {
            Some(source) => {
                let (number, image) = self.document.entry("images", &source)?;
                self.image(number, &image)
            }
            None => {
                let help = "export the file with PNG or JPEG pictures";
                let error = texture.error("it has no picture as PNG or JPEG");
                self.missing.push(error.with_help(help));
                Images::missing(self.name.to_owned())
            }
        };
        Ok(Texture { image, wrap })
    }

    /// The picture of `images[number]`; a picture without bytes if it cannot be read.
    fn image(&mut self, number: usize, item: &Item<'j>) -> Arc<TextureImage> {
        if let Some(known) = self.known.get(&number) {
            return known.clone();
        }
        let name = format!("{}, images[{number}]", self.name);
        let image = self.read_image(&name, item).unwrap_or_else(|error| {
            self.missing.push(error);
            Images::missing(name)
        });
        self.known.insert(number, image.clone());
        image
    }

    fn read_image(&mut self, name: &str, item: &Item<'j>) -> Read<Arc<TextureImage>> {
        let uri = item.get("uri");
        let bytes = match &uri {
            Some(uri) if uri.text()?.starts_with("data:") => {
                inline_bytes(uri.text()?).map_err(|why| uri.error(why))?
            }
            Some(uri) => {
                let (image, missing) = self.images.of_file(&file_name(uri)?, self.files);
                self.report(uri, missing);
                return Ok(image);
            }
            None => {
                let view = item.require("bufferView")?;
                self.buffers.view(self.document, &view)?.0.to_vec()
            }
        };
        let most_bytes = self.files.most_bytes;
        let (image, missing) = self.images.of_bytes(name.to_owned(), bytes, most_bytes);
        self.report(item, missing);
        Ok(image)
    }

    fn report(&mut self, item: &Item<'j>, missing: Option<MissingImage>) {
        if let Some(MissingImage { message, help }) = missing {
            let message = item.error(message).message;
            self.missing.push(GltfError { message, help });
        }
    }
}
