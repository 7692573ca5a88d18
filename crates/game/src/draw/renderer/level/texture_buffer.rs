//! Textures on the GPU, uploaded a few rows at a time so that no frame waits for a large one.
//!
//! miniquad uploads none of our mipmaps, so this calls OpenGL. miniquad remembers which texture is bound, so every
//! change ends with a call of miniquad that binds the texture which it remembers again.

use macroquad::miniquad::{
    MipmapFilterMode, RawId, TextureAccess, TextureId, TextureParams, TextureSource,
    TextureWrap as GlWrap, gl,
};

use sidle::level::TextureWrap;

use crate::draw::renderer::target::program::Gpu;
use crate::draw::textures::mipmaps::Texels;
use crate::draw::textures::prepare::DrawnTexture;

/// How many bytes are uploaded at once. Smaller: more calls; larger: a frame waits longer.
const SLICE: usize = 1 << 19;

/// The parameters of OpenGL's extension for textures that are seen at a grazing angle.
const GL_TEXTURE_MAX_ANISOTROPY: u32 = 0x84fe;
const GL_MAX_TEXTURE_MAX_ANISOTROPY: u32 = 0x84ff;

/// The most samples along the direction in which a texture is squeezed. Larger: sharper floors in the distance, and slower.
const MAX_ANISOTROPY: i32 = 4;

/// A texture on the GPU.
pub struct TextureBuffer {
    pub id: TextureId,
    pub is_cut_out: bool,
    /// The levels that are too large for the driver.
    skipped: usize,
    /// The next upload: a level among those that are not skipped, and its row.
    next: (usize, u32),
}

impl TextureBuffer {
    /// Reserves memory for `texture`, whose texels are uploaded later.
    pub fn new(context: &mut Gpu, texture: &DrawnTexture) -> Self {
        let largest = driver_limit(gl::GL_MAX_TEXTURE_SIZE).max(64) as u32;
        let fits = |level: &Texels| level.size.iter().all(|length| *length <= largest);
        let skipped = texture.levels.iter().position(fits).unwrap_or(0);
        let levels = &texture.levels[skipped..];
        let [width, height] = levels.first().map_or([1, 1], |level| level.size);
        let id = context.new_texture(
            TextureAccess::Static,
            TextureSource::Empty,
            TextureParams {
                wrap: GlWrap::Repeat,
                mipmap_filter: MipmapFilterMode::Linear,
                width,
                height,
                ..TextureParams::default()
            },
        );
        bind(context, id);
        for (number, level) in levels.iter().enumerate().skip(1) {
            let [width, height] = level.size.map(|length| length as i32);
            let format = gl::GL_RGBA;
            // SAFETY: `context` proves that an OpenGL context is current on this thread. A null pointer reserves memory
            // and copies nothing.
            unsafe {
                gl::glTexImage2D(
                    gl::GL_TEXTURE_2D,
                    number as i32,
                    format as i32,
                    width,
                    height,
                    0,
                    format,
                    gl::GL_UNSIGNED_BYTE,
                    std::ptr::null(),
                );
            }
        }
        let anisotropy = driver_limit(GL_MAX_TEXTURE_MAX_ANISOTROPY).min(MAX_ANISOTROPY);
        if anisotropy > 1 {
            // SAFETY: as above. The driver has just named the parameter's largest value, so it knows it.
            unsafe {
                gl::glTexParameteri(gl::GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY, anisotropy);
            }
        }
        let [across, down] = texture.wrap.map(gl_wrap);
        context.texture_set_wrap(id, across, down);
        Self {
            id,
            is_cut_out: texture.is_cut_out,
            skipped,
            next: (0, 0),
        }
    }

    /// Uploads some rows. Returns whether there were any left.
    pub fn upload_slice(&mut self, context: &mut Gpu, texture: &DrawnTexture) -> bool {
        let (number, row) = self.next;
        let Some(level) = texture.levels.get(self.skipped + number) else {
            return false;
        };
        let [width, height] = level.size;
        let rows = rows_at_once(width).min(height - row);
        let start = row as usize * width as usize * 4;
        let bytes = &level.bytes[start..][..rows as usize * width as usize * 4];
        bind(context, self.id);
        // SAFETY: `context` proves that an OpenGL context is current on this thread. `bytes` has four bytes for each texel
        // of these rows, without gaps between them, and lives through the call.
        unsafe {
            gl::glPixelStorei(gl::GL_UNPACK_ALIGNMENT, 1);
            gl::glTexSubImage2D(
                gl::GL_TEXTURE_2D,
                number as i32,
                0,
                row as i32,
                width as i32,
                rows as i32,
                gl::GL_RGBA,
                gl::GL_UNSIGNED_BYTE,
                bytes.as_ptr().cast(),
            );
        }
        let [across, down] = texture.wrap.map(gl_wrap);
        context.texture_set_wrap(self.id, across, down);
        self.next = if row + rows < height {
            (number, row + rows)
        } else {
            (number + 1, 0)
        };
        true
    }
}

/// The number of slices in which `texture` is uploaded.
pub fn slices(texture: &DrawnTexture) -> usize {
    let slices = texture.levels.iter().map(|level| {
        let [width, height] = level.size;
        height.div_ceil(rows_at_once(width)) as usize
    });
    slices.sum()
}

/// How many rows of this width are uploaded at once.
fn rows_at_once(width: u32) -> u32 {
    (SLICE / (width as usize * 4)).max(1) as u32
}

/// Binds the texture without miniquad's knowledge.
fn bind(context: &mut Gpu, id: TextureId) {
    // SAFETY: the texture was made by this context, and is not a render buffer.
    let raw = unsafe { context.texture_raw_id(id) };
    // Elsewhere than on Apple's systems, there is no other kind.
    #[allow(irrefutable_let_patterns)]
    let RawId::OpenGl(name) = raw else { return };
    // SAFETY: `context` proves that an OpenGL context is current on this thread, and the name is that of its texture.
    unsafe {
        gl::glActiveTexture(gl::GL_TEXTURE0);
        gl::glBindTexture(gl::GL_TEXTURE_2D, name);
    }
}

fn gl_wrap(wrap: TextureWrap) -> GlWrap {
    match wrap {
        TextureWrap::Repeat => GlWrap::Repeat,
        TextureWrap::Clamp => GlWrap::Clamp,
        TextureWrap::Mirror => GlWrap::Mirror,
    }
}

/// A limit of the driver; 0 if it does not know the parameter.
fn driver_limit(parameter: u32) -> i32 {
    let mut limit = 0;
    // SAFETY: the callers have an OpenGL context that is current on this thread. The parameters are one integer each, and
    // the pointer is to one that lives through the call.
    unsafe { gl::glGetIntegerv(parameter, &mut limit) };
    limit
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn texture(size: [u32; 2]) -> DrawnTexture {
        let bytes = Vec::new();
        DrawnTexture {
            levels: Arc::new(vec![Texels { size, bytes }]),
            wrap: [TextureWrap::Repeat; 2],
            is_cut_out: false,
        }
    }

    #[test]
    fn a_large_texture_is_uploaded_in_many_slices() {
        assert_eq!(slices(&texture([1, 1])), 1);
        // A slice holds 131072 texels.
        assert_eq!(slices(&texture([512, 256])), 1);
        assert_eq!(slices(&texture([512, 257])), 2);
        assert_eq!(slices(&texture([8192, 8192])), 512);
        // A row is never cut.
        assert_eq!(slices(&texture([1 << 26, 1])), 1);
        assert_eq!(slices(&texture([1 << 20, 3])), 3);
    }
}
