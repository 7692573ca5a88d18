//! Materials of meshes: what a surface looks like. Nothing of them is simulated.

use std::sync::Arc;

/// The look of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its name in the file.
    pub name: String,
    /// Linear red, green, blue and opacity, each from 0 to 1. It multiplies the texture.
    pub color: [f32; 4],
    /// The picture on it, if it has one.
    pub texture: Option<Texture>,
    /// Cut-out: the surface has holes where its opacity is below this. They are not drawn, and still collide.
    pub alpha_cutoff: Option<f32>,
    /// Whether its back is also drawn.
    pub double_sided: bool,
}

/// A picture on a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// The picture. All textures of a level with the same file share it.
    pub image: Arc<TextureImage>,
    /// What is shown beyond its edges, to the left and right, above and below.
    pub wrap: [TextureWrap; 2],
}

/// What a texture shows beyond its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextureWrap {
    /// The picture again.
    #[default]
    Repeat,
    /// The edge.
    Clamp,
    /// The picture, mirrored every other time.
    Mirror,
}

/// A picture as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureImage {
    /// A name for messages: that of its file.
    pub name: String,
    /// The encoded picture, in any format. `None` if it cannot be read, which is reported: it is drawn as a checker.
    pub bytes: Option<Vec<u8>>,
}

/// The linear intensity of an intensity as displayed, both from 0 to 1, the transfer function of sRGB (IEC 61966-2-1).
///
/// The colours of MTL files are as displayed, those of [`Material`] are linear.
pub fn linear(displayed: f32) -> f32 {
    let displayed = f64::from(displayed);
    let linear = if displayed <= 0.040_45 {
        displayed / 12.92
    } else {
        libm::pow((displayed + 0.055) / 1.055, 2.4)
    };
    linear as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_as_displayed_become_linear() {
        assert_eq!([linear(0.0), linear(1.0)], [0.0, 1.0]);
        // Half as displayed is about a fifth of the light.
        assert!((linear(0.5) - 0.214_041).abs() < 1e-6);
        // The two branches meet.
        assert!((linear(0.040_45) - linear(0.040_451)).abs() < 1e-6);
    }
}
