//! The render target of the level, which is the window itself, or an offscreen picture that is then stretched over the
//! window.
//!
//! An offscreen picture can have several samples per pixel or a lower resolution than the window, and can change both
//! while the game runs. A window cannot.

use macroquad::miniquad::{
    Bindings, PassAction, PipelineParams, RenderPass, TextureFormat, TextureId, TextureParams,
    VertexFormat, gl,
};

use crate::draw::adaptive_quality::Quality;
use crate::draw::renderer::target::program::{
    FULLSCREEN_VERTEX, Gpu, Program, fullscreen_triangle,
};

/// The parameter of `glGetIntegerv` for the maximum number of samples.
const GL_MAX_SAMPLES: u32 = 0x8D57;

/// An offscreen picture.
struct OffscreenTarget {
    size: (u32, u32),
    samples: u8,
    pass: RenderPass,
    /// The picture with one sample per pixel.
    texture: TextureId,
}

/// The render target of the level.
pub struct RenderTarget {
    program: Program,
    bindings: Bindings,
    max_samples: u8,
    /// `None` means the window itself.
    offscreen: Option<OffscreenTarget>,
}

impl RenderTarget {
    pub fn new(context: &mut Gpu) -> Result<Self, String> {
        let program = Program::new(
            context,
            (FULLSCREEN_VERTEX, FRAGMENT),
            &["picture"],
            &[],
            &[("corner", VertexFormat::Float2)],
            PipelineParams::default(),
        )?;
        let mut max_samples = 1;
        if context.info().features.resolve_attachments {
            // SAFETY: `context` proves that an OpenGL context is current on this thread. This parameter is one
            // integer, and the pointer is to one that lives through the call.
            unsafe { gl::glGetIntegerv(GL_MAX_SAMPLES, &mut max_samples) };
        }
        Ok(Self {
            program,
            bindings: fullscreen_triangle(context),
            max_samples: max_samples.clamp(1, 16) as u8,
            offscreen: None,
        })
    }

    /// Size of the target for a window of this size; pixels.
    pub fn size((width, height): (f32, f32), quality: Quality) -> (f32, f32) {
        let scaled = |length: f32| {
            (length * f32::from(quality.percent) / 100.0)
                .round()
                .max(1.0)
        };
        (scaled(width), scaled(height))
    }

    /// Begins a pass for a window of this size in pixels.
    pub fn begin(&mut self, context: &mut Gpu, window: (f32, f32), quality: Quality) {
        let direct = quality.samples.min(self.max_samples) == 1 && quality.percent == 100;
        self.begin_pass(context, window, quality, direct);
    }

    /// Begins a pass for a picture of this size in pixels that covers only a part of the window.
    pub fn begin_inset(&mut self, context: &mut Gpu, picture: (f32, f32), quality: Quality) {
        self.begin_pass(context, picture, quality, false);
    }

    /// Begins a pass, `direct` into the window or into an offscreen picture.
    fn begin_pass(
        &mut self,
        context: &mut Gpu,
        picture: (f32, f32),
        quality: Quality,
        direct: bool,
    ) {
        let (width, height) = Self::size(picture, quality);
        let size = (width as u32, height as u32);
        let samples = quality.samples.min(self.max_samples);
        let fits =
            |offscreen: &OffscreenTarget| offscreen.size == size && offscreen.samples == samples;
        if let Some(offscreen) = self
            .offscreen
            .take_if(|offscreen| direct || !fits(offscreen))
        {
            // This also deletes the textures of the pass.
            context.delete_render_pass(offscreen.pass);
        }
        if direct {
            context.begin_default_pass(PassAction::Nothing);
            return;
        }
        let offscreen = self
            .offscreen
            .get_or_insert_with(|| OffscreenTarget::new(context, size, samples));
        context.begin_pass(
            Some(offscreen.pass),
            PassAction::clear_color(0.0, 0.0, 0.0, 1.0),
        );
    }

    /// The render pass, to draw more into the target; `None` means the window.
    pub fn pass(&self) -> Option<RenderPass> {
        self.offscreen.as_ref().map(|offscreen| offscreen.pass)
    }

    /// Stretches an offscreen picture over the window.
    pub fn present(&mut self, context: &mut Gpu) {
        self.present_in(context, None);
    }

    /// Stretches an offscreen picture over this part of the window, given by left, bottom, width and height; physical
    /// pixels from the lower left. `None` means over all of it.
    pub fn present_in(&mut self, context: &mut Gpu, part: Option<[i32; 4]>) {
        let Some(offscreen) = &self.offscreen else {
            return;
        };
        self.bindings.images = vec![offscreen.texture];
        context.begin_default_pass(PassAction::Nothing);
        if let Some([x, y, width, height]) = part {
            context.apply_viewport(x, y, width, height);
            context.apply_scissor_rect(x, y, width, height);
        }
        context.apply_pipeline(&self.program.pipeline);
        context.apply_bindings(&self.bindings);
        context.draw(0, 3, 1);
        context.end_render_pass();
    }
}

impl OffscreenTarget {
    fn new(context: &mut Gpu, (width, height): (u32, u32), samples: u8) -> Self {
        let mut texture = |format, samples: u8| {
            context.new_render_texture(TextureParams {
                format,
                width,
                height,
                sample_count: i32::from(samples),
                ..TextureParams::default()
            })
        };
        let color = texture(TextureFormat::RGBA8, samples);
        // With 16 bits, surfaces a centimetre apart would show through each other from six metres on.
        let depth = texture(TextureFormat::Depth32, samples);
        let resolved = (samples > 1).then(|| texture(TextureFormat::RGBA8, 1));
        let resolves = resolved.as_ref().map(std::slice::from_ref);
        Self {
            size: (width, height),
            samples,
            pass: context.new_render_pass_mrt(&[color], resolves, Some(depth)),
            texture: resolved.unwrap_or(color),
        }
    }
}

const FRAGMENT: &str = r"#version 100
precision highp float;
uniform sampler2D picture;
varying vec2 at;
void main() {
    gl_FragColor = vec4(texture2D(picture, at).rgb, 1.0);
}
";
