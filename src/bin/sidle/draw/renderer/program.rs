//! Shader programs, and what their sources share.

use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{
    Backend, Bindings, BufferLayout, BufferSource, BufferType, BufferUsage, PipelineParams,
    RenderingBackend, ShaderMeta, ShaderSource, UniformBlockLayout, UniformDesc, UniformType,
    VertexAttribute, VertexFormat,
};
use macroquad::window::{InternalGlContext, get_internal_gl};

use crate::draw::camera::Camera;

/// Where the sun stands; not yet of unit length.
pub const SUN: Vec3 = Vec3::new(0.55, 0.8, 0.5);

/// macroquad's graphics context.
pub fn graphics() -> InternalGlContext<'static> {
    // SAFETY: macroquad creates its context before the game starts and keeps it until the window closes. Only the
    // window's thread draws, and no caller keeps the context while it calls a function that asks for it again.
    unsafe { get_internal_gl() }
}

/// A shader with its pipeline.
pub struct Program {
    pub pipeline: macroquad::miniquad::Pipeline,
}

impl Program {
    pub fn new(
        context: &mut dyn RenderingBackend,
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
        context: &mut dyn RenderingBackend,
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

/// One triangle that covers the whole picture.
pub fn full_screen(context: &mut dyn RenderingBackend) -> Bindings {
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

/// What the shaders of sky and scene know of the view; laid out as the uniforms are.
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
            sun: vector(SUN.normalize()),
        }
    }
}

/// The columns of a matrix, as uniforms take them.
pub fn columns(matrix: &Mat4) -> [f32; 16] {
    matrix.to_cols_array()
}

/// What the shaders of sky and scene share: the horizon's colour, which is the fog's too, so that far
/// things fade into what is behind them, and the way from light to what is displayed.
pub const SKY_GLSL: &str = r"
const vec3 HORIZON = vec3(0.66, 0.75, 0.81);
vec3 to_display(vec3 linear) {
    // The root is near enough to the display's curve, and cheap.
    return sqrt(clamp(linear, 0.0, 1.0));
}
";
