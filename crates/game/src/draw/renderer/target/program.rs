//! Shader programs, and the parts that several of them share.

use macroquad::math::Vec3;
use macroquad::miniquad::{
    Backend, Bindings, BlendFactor, BlendState, BlendValue, BufferLayout, BufferSource, BufferType,
    BufferUsage, Equation, PipelineParams, RenderingBackend, ShaderMeta, ShaderSource, TextureId,
    TextureParams, UniformBlockLayout, UniformDesc, UniformType, VertexAttribute, VertexFormat,
    VertexStep,
};
use macroquad::window::get_internal_gl;

use crate::draw::camera::Camera;

/// The direction to the sun; not normalized.
pub const SUN_DIRECTION: Vec3 = Vec3::new(0.55, 0.8, 0.5);

/// The graphics of miniquad.
pub type Gpu = dyn RenderingBackend;

/// The graphics context, after everything that macroquad was told to draw.
pub fn gl_context() -> &'static mut Gpu {
    // SAFETY: macroquad creates its context before the game starts and keeps it until the window closes. Only the
    // window's thread draws, and no caller uses the context while it calls a function of macroquad or this one again.
    let mut gl = unsafe { get_internal_gl() };
    gl.flush();
    gl.quad_context
}

/// A shader with its pipeline.
pub struct Program {
    pub pipeline: macroquad::miniquad::Pipeline,
}

impl Program {
    pub fn new(
        context: &mut Gpu,
        sources: (&str, &str),
        images: &[&str],
        uniforms: &[(&str, UniformType)],
        attributes: &[(&'static str, VertexFormat)],
        params: PipelineParams,
    ) -> Result<Self, String> {
        let attributes: Vec<_> = attributes
            .iter()
            .map(|(name, format)| VertexAttribute::new(name, *format))
            .collect();
        let layouts = [BufferLayout::default()];
        let meta = shader_meta(images, uniforms);
        Self::with_layouts(context, sources, meta, &layouts, &attributes, params)
    }

    /// A program whose vertices come from several buffers.
    pub fn with_layouts(
        context: &mut Gpu,
        (vertex, fragment): (&str, &str),
        meta: ShaderMeta,
        layouts: &[BufferLayout],
        attributes: &[VertexAttribute],
        params: PipelineParams,
    ) -> Result<Self, String> {
        let backend = context.info().backend;
        if !matches!(backend, Backend::OpenGl) {
            return Err(format!(
                "the graphics backend is {backend:?}; the shaders need OpenGL"
            ));
        }
        let shader = context
            .new_shader(ShaderSource::Glsl { vertex, fragment }, meta)
            .map_err(|error| format!("the graphics driver refuses a shader: {error}"))?;
        let pipeline = context.new_pipeline(layouts, attributes, shader, params);
        Ok(Self { pipeline })
    }
}

/// The blending of a colour over those behind it, by its opacity.
pub fn blend_over() -> BlendState {
    BlendState::new(
        Equation::Add,
        BlendFactor::Value(BlendValue::SourceAlpha),
        BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
    )
}

/// A smoothed texture of this size, of pixels with four bytes each, which does not repeat.
pub fn clamped_texture(context: &mut Gpu, [width, height]: [u32; 2], pixels: &[u8]) -> TextureId {
    let params = TextureParams {
        width,
        height,
        ..TextureParams::default()
    };
    context.new_texture_from_data_and_format(pixels, params)
}

/// The layout of a buffer with the data of each instance.
pub fn instance_layout() -> BufferLayout {
    BufferLayout {
        step_func: VertexStep::PerInstance,
        ..BufferLayout::default()
    }
}

/// Draws [`fullscreen_triangle`]: `at` is the place in the picture, from 0 to 1.
pub const FULLSCREEN_VERTEX: &str = r"#version 100
precision highp float;
attribute vec2 corner;
varying vec2 at;
void main() {
    gl_Position = vec4(corner, 0.0, 1.0);
    at = corner * 0.5 + 0.5;
}
";

/// A triangle that covers the whole picture.
pub fn fullscreen_triangle(context: &mut Gpu) -> Bindings {
    let corners: [f32; 6] = [-1.0, -1.0, 3.0, -1.0, -1.0, 3.0];
    let usage = BufferUsage::Immutable;
    let corners = BufferSource::slice(&corners);
    let order = BufferSource::slice(&[0_u16, 1, 2]);
    Bindings {
        vertex_buffers: vec![context.new_buffer(BufferType::VertexBuffer, usage, corners)],
        index_buffer: context.new_buffer(BufferType::IndexBuffer, usage, order),
        images: vec![],
    }
}

pub fn shader_meta(images: &[&str], uniforms: &[(&str, UniformType)]) -> ShaderMeta {
    ShaderMeta {
        images: images.iter().map(|name| (*name).to_owned()).collect(),
        uniforms: UniformBlockLayout {
            uniforms: uniforms
                .iter()
                .map(|(name, kind)| UniformDesc::new(name, *kind))
                .collect(),
        },
    }
}

/// The view, for the shaders of sky and scene, in the order of the uniforms' declaration.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ViewUniforms {
    look: [f32; 4],
    right: [f32; 4],
    up: [f32; 4],
    sun: [f32; 4],
}

impl ViewUniforms {
    pub const LAYOUT: [(&'static str, UniformType); 4] = [
        ("look", UniformType::Float4),
        ("right", UniformType::Float4),
        ("up", UniformType::Float4),
        ("sun", UniformType::Float4),
    ];

    pub fn new(camera: &Camera) -> Self {
        let vector = |v: Vec3| [v.x, v.y, v.z, 0.0];
        Self {
            look: vector(camera.look),
            right: vector(camera.right * camera.half_width),
            up: vector(camera.up * camera.half_height),
            sun: vector(SUN_DIRECTION.normalize()),
        }
    }
}

/// GLSL that sky and scene share, the colour of the horizon, into which the fog fades, and the conversion from linear
/// light to displayed colour.
pub const SKY_GLSL: &str = r"
const vec3 HORIZON = vec3(0.66, 0.75, 0.81);
vec3 to_display(vec3 linear) {
    // The square root is cheap, and close to the sRGB curve.
    return sqrt(clamp(linear, 0.0, 1.0));
}
";
