//! The materials of a glTF file, with their pictures.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use ::gltf::json::validation::Checked;
use ::gltf::material::AlphaMode;
use ::gltf::texture::{Info, TextureTransform, WrappingMode};
use glam::Vec2;

use super::buffers::{Buffers, GltfFile, file_name, inline_bytes};
use super::json::{Document, GltfError, Read};
use crate::geometry::angle::sin_cos_deg;
use crate::level::meshes::{
    ImageFiles, Images, Material, MissingImage, Texture, TextureImage, TextureWrap,
};

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
    pub tex_coords: u32,
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
    fn of(extension: &TextureTransform<'_>) -> Self {
        let [scale_x, scale_y] = extension.scale();
        let degrees = f64::from(extension.rotation()) * (180.0 / core::f64::consts::PI);
        let (sin, cos) = sin_cos_deg(degrees);
        let (sin, cos) = (sin as f32, cos as f32);
        Self {
            x: Vec2::new(cos, -sin) * scale_x,
            y: Vec2::new(sin, cos) * scale_y,
            offset: Vec2::from_array(extension.offset()),
        }
    }
}

/// Reads the materials of a file that are used, with the pictures that they name.
pub(super) struct Materials<'m> {
    file: &'m ::gltf::Document,
    /// The textures whose only picture is not read, see [`Document::unread`].
    unread: &'m BTreeMap<usize, (&'static str, usize)>,
    buffers: &'m Buffers,
    images: &'m mut Images,
    around: GltfFile<'m>,
    /// The materials that were read, and by their numbers in the file their numbers among those.
    all: Vec<GltfMaterial>,
    numbers: BTreeMap<usize, usize>,
    /// The pictures that were read, by their numbers.
    known: BTreeMap<usize, Arc<TextureImage>>,
    /// Why pictures are not shown, as far as each is named.
    missing: Vec<GltfError>,
}

impl<'m> Materials<'m> {
    pub fn new(
        document: &'m Document,
        buffers: &'m Buffers,
        images: &'m mut Images,
        around: GltfFile<'m>,
    ) -> Self {
        Self {
            file: &document.gltf,
            unread: &document.unread,
            buffers,
            images,
            around,
            all: Vec::new(),
            numbers: BTreeMap::new(),
            known: BTreeMap::new(),
            missing: Vec::new(),
        }
    }

    /// The number of a material among all that are used; `None` if it is the one of primitives without a material.
    pub fn number(&mut self, material: &::gltf::Material<'_>) -> Option<usize> {
        let number = material.index()?;
        if let Some(known) = self.numbers.get(&number) {
            return Some(*known);
        }
        let read = self.read(number, material);
        self.numbers.insert(number, self.all.len());
        self.all.push(read);
        Some(self.all.len() - 1)
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

    fn read(&mut self, number: usize, material: &::gltf::Material<'_>) -> GltfMaterial {
        let name = material.name().map(str::to_owned);
        // Older files have the other model of reflection.
        let base = material.pbr_metallic_roughness();
        let (color, laid) = match material.pbr_specular_glossiness() {
            Some(other) => (other.diffuse_factor(), other.diffuse_texture()),
            None => (base.base_color_factor(), base.base_color_texture()),
        };
        let mut color = color.map(|part| part.clamp(0.0, 1.0));
        let alpha_cutoff = match material.alpha_mode() {
            AlphaMode::Mask => Some(material.alpha_cutoff().unwrap_or(0.5)),
            AlphaMode::Opaque | AlphaMode::Blend => None,
        };
        if alpha_cutoff.is_none() {
            color[3] = 1.0;
        }
        let transform = laid.as_ref().and_then(Info::texture_transform);
        let tex_coords = laid.as_ref().map_or(0, Info::tex_coord);
        let other = transform.as_ref().and_then(TextureTransform::tex_coord);
        GltfMaterial {
            look: Material {
                name: name.unwrap_or_else(|| format!("materials[{number}]")),
                color,
                texture: laid.map(|laid| self.texture(&laid.texture())),
                alpha_cutoff,
                double_sided: material.double_sided(),
            },
            laid: Laid {
                tex_coords: other.unwrap_or(tex_coords),
                transform: transform.map_or(UvTransform::IDENTITY, |transform| {
                    UvTransform::of(&transform)
                }),
            },
            is_blended: material.alpha_mode() == AlphaMode::Blend,
        }
    }

    fn texture(&mut self, texture: &::gltf::Texture<'_>) -> Texture {
        let mut wrap = [TextureWrap::Repeat; 2];
        // Not by the crate, which panics at old ways to wrap that some files have.
        let sampler = texture.sampler().index();
        if let Some(sampler) = sampler.and_then(|at| self.file.as_json().samplers.get(at)) {
            wrap = [sampler.wrap_s, sampler.wrap_t].map(|mode| match mode {
                Checked::Valid(WrappingMode::ClampToEdge) => TextureWrap::Clamp,
                Checked::Valid(WrappingMode::MirroredRepeat) => TextureWrap::Mirror,
                _ => TextureWrap::Repeat,
            });
        }
        let image = match texture.source() {
            Some(image) => self.image(image.index()),
            None => {
                let error = self.unread_picture(texture.index());
                self.name_missing(error);
                Images::missing(self.around.name.to_owned())
            }
        };
        Texture { image, wrap }
    }

    /// Why the texture of this number has no picture.
    fn unread_picture(&self, number: usize) -> GltfError {
        let path = format!("textures[{number}]");
        let Some((format, image)) = self.unread.get(&number) else {
            let error = GltfError::at(path, "it has no picture as PNG or JPEG");
            return error.with_help("export the file with PNG or JPEG pictures");
        };
        let image = self.file.as_json().images.get(*image);
        let uri = image.and_then(|image| image.uri.as_deref());
        let uri = uri.filter(|uri| !uri.starts_with("data:"));
        let uri = uri.and_then(|uri| file_name(&path, uri).ok());
        let name = uri.or_else(|| image?.name.clone());
        let name = name.map_or(String::new(), |name| format!(" `{name}`"));
        let message = format!("its picture{name} is a {format}, which is not read");
        GltfError::at(path, message).with_help(
            "export the file with PNG or JPEG pictures, or convert them; Godot's export has a choice of the image format",
        )
    }

    /// The picture `images[number]`; a picture without bytes if it cannot be read.
    fn image(&mut self, number: usize) -> Arc<TextureImage> {
        if let Some(known) = self.known.get(&number) {
            return known.clone();
        }
        let path = format!("images[{number}]");
        let name = format!("{}, {path}", self.around.name);
        let image = self.read_image(&name, &path, number);
        let image = image.unwrap_or_else(|error| {
            self.name_missing(error);
            Images::missing(name)
        });
        self.known.insert(number, image.clone());
        image
    }

    fn read_image(&mut self, name: &str, path: &str, number: usize) -> Read<Arc<TextureImage>> {
        // The crate's own source of a picture panics without a type or bytes, which are not needed.
        let json = self.file.as_json().images.get(number);
        let view = json.and_then(|json| json.buffer_view);
        let view = view.and_then(|view| self.file.views().nth(view.value()));
        let at = format!("{path}.uri");
        let bytes = match (json.and_then(|json| json.uri.as_deref()), view) {
            (Some(uri), _) if uri.starts_with("data:") => Cow::Owned(inline_bytes(&at, uri)?),
            (Some(uri), _) => {
                let around = ImageFiles {
                    files: self.around.files,
                    folder: self.around.folder(),
                    most_bytes: self.around.most_bytes,
                };
                let (image, missing) = self.images.of_file(&file_name(&at, uri)?, around);
                self.report(&at, missing);
                return Ok(image);
            }
            (None, Some(view)) => Cow::Borrowed(self.buffers.view(&view)?),
            (None, None) => {
                let message = "expected a `uri`, or a `bufferView` that the file has";
                return Err(GltfError::at(path, message));
            }
        };
        let most_bytes = self.around.most_bytes;
        let (image, missing) = self.images.of_bytes(name.to_owned(), bytes, most_bytes);
        self.report(path, missing);
        Ok(image)
    }

    fn name_missing(&mut self, error: GltfError) {
        let GltfError { message, help } = error;
        let named = self.images.name_missing(MissingImage { message, help });
        let named = named.map(|MissingImage { message, help }| GltfError { message, help });
        self.missing.extend(named);
    }

    fn report(&mut self, path: &str, missing: Option<MissingImage>) {
        if let Some(MissingImage { message, help }) = missing {
            let message = GltfError::at(path, message).message;
            self.missing.push(GltfError { message, help });
        }
    }
}

#[cfg(test)]
mod tests;
