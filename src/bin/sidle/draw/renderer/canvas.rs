//! What the level is drawn onto: the window itself, or a picture of its own, which is then laid over the
//! window. That one can have several samples in each pixel, or fewer pixels than the window, and change
//! both while the game runs; a window cannot.

use macroquad::miniquad::{
    Bindings, FilterMode, MipmapFilterMode, PassAction, PipelineParams, RenderPass,
    RenderingBackend, TextureFormat, TextureId, TextureKind, TextureParams, TextureWrap,
    VertexFormat, gl,
};

use crate::draw::adaptive_quality::Quality;
use crate::draw::renderer::program::{Program, full_screen};

/// `glGet`'s name for the most samples that a picture can have.
const GL_MAX_SAMPLES: u32 = 0x8D57;

/// A picture of its own.
struct Picture {
    size: (u32, u32),
    samples: u8,
    pass: RenderPass,
    /// With one sample in each pixel.
    texture: TextureId,
}

/// What the level is drawn onto.
pub struct Canvas {
    program: Program,
    bindings: Bindings,
    most_samples: u8,
    /// `None`: the window itself.
    picture: Option<Picture>,
}

impl Canvas {
    pub fn new(context: &mut dyn RenderingBackend) -> Result<Self, String> {
        let program = Program::new(
            context,
            (VERTEX, FRAGMENT),
            &["picture"],
            &[],
            &[("corner", VertexFormat::Float2)],
            PipelineParams::default(),
        )?;
        let mut most = 1;
        if context.info().features.resolve_attachments {
            unsafe { gl::glGetIntegerv(GL_MAX_SAMPLES, &mut most) };
        }
        Ok(Self {
            program,
            bindings: full_screen(context),
            most_samples: most.clamp(1, 16) as u8,
            picture: None,
        })
    }

    /// Its own size for a window of `window` pixels; pixels.
    pub fn size((width, height): (f32, f32), quality: Quality) -> (f32, f32) {
        let scaled = |length: f32| {
            (length * f32::from(quality.percent) / 100.0)
                .round()
                .max(1.0)
        };
        (scaled(width), scaled(height))
    }

    /// Begins a picture for a window of `window` pixels.
    pub fn begin(
        &mut self,
        context: &mut dyn RenderingBackend,
        window: (f32, f32),
        quality: Quality,
    ) {
        let (width, height) = Self::size(window, quality);
        let size = (width as u32, height as u32);
        let samples = quality.samples.min(self.most_samples);
        let direct = samples == 1 && quality.percent == 100;
        let fits = |picture: &Picture| picture.size == size && picture.samples == samples;
        if let Some(picture) = self.picture.take_if(|picture| direct || !fits(picture)) {
            // With all that belongs to it.
            context.delete_render_pass(picture.pass);
        }
        if direct {
            context.begin_default_pass(PassAction::Nothing);
            return;
        }
        let picture = self
            .picture
            .get_or_insert_with(|| Picture::new(context, size, samples));
        context.begin_pass(
            Some(picture.pass),
            PassAction::clear_color(0.0, 0.0, 0.0, 1.0),
        );
    }

    /// Where more can be drawn onto it; `None`: onto the window.
    pub fn pass(&self) -> Option<RenderPass> {
        self.picture.as_ref().map(|picture| picture.pass)
    }

    /// Lays it over the window, if it is not the window.
    pub fn show(&mut self, context: &mut dyn RenderingBackend) {
        let Some(picture) = &self.picture else { return };
        self.bindings.images = vec![picture.texture];
        context.begin_default_pass(PassAction::Nothing);
        context.apply_pipeline(&self.program.pipeline);
        context.apply_bindings(&self.bindings);
        context.draw(0, 3, 1);
        context.end_render_pass();
    }
}

impl Picture {
    fn new(context: &mut dyn RenderingBackend, (width, height): (u32, u32), samples: u8) -> Self {
        let mut texture = |format, samples: u8| {
            context.new_render_texture(TextureParams {
                kind: TextureKind::Texture2D,
                format,
                wrap: TextureWrap::Clamp,
                min_filter: FilterMode::Linear,
                mag_filter: FilterMode::Linear,
                mipmap_filter: MipmapFilterMode::None,
                width,
                height,
                allocate_mipmaps: false,
                sample_count: i32::from(samples),
            })
        };
        let color = texture(TextureFormat::RGBA8, samples);
        let depth = texture(TextureFormat::Depth, samples);
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

const VERTEX: &str = r"#version 100
precision highp float;
attribute vec2 corner;
varying vec2 at;
void main() {
    gl_Position = vec4(corner, 0.0, 1.0);
    at = corner * 0.5 + 0.5;
}
";

const FRAGMENT: &str = r"#version 100
precision highp float;
uniform sampler2D picture;
varying vec2 at;
void main() {
    gl_FragColor = vec4(texture2D(picture, at).rgb, 1.0);
}
";
