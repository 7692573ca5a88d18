//! Draws the level: static buffers on the GPU, a shader of our own, the sky, and the sun's shadow.
//!
//! macroquad's own mesh drawing copies every vertex in every frame and stops at 10 000, so the
//! level goes through miniquad instead: uploaded once, drawn with one call.

mod instances;
mod line_buffer;
mod mesh_buffer;
mod scene;
mod shadow;
mod sky;

use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{
    Backend, BufferLayout, PipelineParams, RenderingBackend, ShaderMeta, ShaderSource,
    UniformBlockLayout, UniformDesc, UniformType, VertexAttribute, VertexFormat,
};
use macroquad::window::get_internal_gl;

use sidle::geometry::Placement;
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::level::Model;

use super::camera::Camera;
use super::convert::to_drawn;
use line_buffer::LineBuffer;
pub use line_buffer::{Face, Line, Marks};
use mesh_buffer::MeshBuffer;
use scene::Scene;
use shadow::Shadow;
use sky::Sky;

/// Where the sun stands; not yet of unit length.
const SUN: Vec3 = Vec3::new(0.55, 0.8, 0.5);

/// The level on the GPU.
pub struct Renderer {
    /// Everything is drawn relative to this point near the spawn, where 32 bits are finest.
    origin: DVec3,
    far: f32,
    sky: Sky,
    scene: Scene,
    lines: LineBuffer,
    moving: Moving,
}

/// What moves.
struct Moving {
    models: Vec<Model>,
    vertices: Vec<mesh_buffer::Vertex>,
    /// Whether the models stand elsewhere than they are drawn.
    moved: bool,
}

impl Renderer {
    /// Uploads `models`, to be seen mostly from around `center`. The models of `moving` are to be moved
    /// along `paths`.
    ///
    /// # Errors
    /// When the graphics are not OpenGL's, or the driver refuses a shader.
    pub fn new(
        models: &[Model],
        moving: Vec<Model>,
        paths: impl Iterator<Item = DVec3> + Clone,
        center: DVec3,
    ) -> Result<Self, String> {
        // Multiples of 5 m, so that the drawn grid stays on whole coordinates.
        let origin = (center / 5.0).round() * 5.0;
        let vertices = mesh_buffer::build(models, origin);
        let moving = Moving {
            vertices: mesh_buffer::build(&moving, origin),
            models: moving,
            moved: true,
        };
        let mut gl = unsafe { get_internal_gl() };
        gl.flush();
        let context = &mut *gl.quad_context;
        let mesh = MeshBuffer::upload(context, &vertices);
        let moves = !moving.models.is_empty();
        let moving_mesh = moves.then(|| MeshBuffer::streamed(context, moving.vertices.len()));
        let positions = || {
            let all = vertices.iter().chain(&moving.vertices);
            let points = paths.clone().map(|point| to_drawn(point - origin));
            all.map(mesh_buffer::Vertex::place).chain(points)
        };
        let shadow = Shadow::new(context, positions())?;
        Ok(Self {
            origin,
            far: (diagonal(positions()) * 2.0).clamp(400.0, 20_000.0),
            sky: Sky::new(context)?,
            scene: Scene::new(context, mesh, moving_mesh, shadow)?,
            lines: LineBuffer::new(context)?,
            moving,
        })
    }

    /// What everything is drawn relative to; metres.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The camera at `eye` for this renderer's scene; `radius` is that of the free room around it.
    pub fn camera(&self, eye: DVec3, axes: &ViewAxes, radius: f64) -> Camera {
        let dpi = macroquad::window::screen_dpi_scale();
        let size = (
            macroquad::window::screen_width() * dpi,
            macroquad::window::screen_height() * dpi,
        );
        Camera::new(eye, self.origin, axes, size, radius, self.far)
    }

    /// Puts what moves where it is now, in the order of the models.
    pub fn place(&mut self, placements: impl Iterator<Item = Placement>) {
        for (model, placement) in self.moving.models.iter_mut().zip(placements) {
            self.moving.moved |= model.placement != placement;
            model.placement = placement;
        }
    }

    /// Draws sky and level, behind everything that is drawn later in the frame, and `marks` over them,
    /// with lines whose width counts so many pixels.
    pub fn draw(&mut self, camera: &Camera, marks: Option<(&Marks, f32)>) {
        let mut gl = unsafe { get_internal_gl() };
        gl.flush();
        let context = &mut *gl.quad_context;
        if std::mem::take(&mut self.moving.moved) {
            let Moving {
                models, vertices, ..
            } = &mut self.moving;
            vertices.clear();
            mesh_buffer::add(vertices, models, self.origin);
            self.scene.move_to(context, vertices);
        }
        context.begin_default_pass(macroquad::miniquad::PassAction::Nothing);
        self.scene.draw(context, camera);
        // Last, so that it costs nothing where the level covers it.
        self.sky.draw(context, camera);
        if let Some((marks, scale)) = marks {
            self.lines.draw(context, camera, marks, scale);
        }
        context.end_render_pass();
    }
}

/// From the lowest to the highest corner of the box around all `positions`; metres.
fn diagonal(positions: impl Iterator<Item = Vec3> + Clone) -> f32 {
    let min = positions.clone().reduce(Vec3::min).unwrap_or_default();
    let max = positions.reduce(Vec3::max).unwrap_or_default();
    (max - min).length()
}

/// A shader with its pipeline.
struct Program {
    pipeline: macroquad::miniquad::Pipeline,
}

impl Program {
    fn new(
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
    fn with_layouts(
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

fn shader_meta(images: &[&str], uniforms: &[(&str, UniformType)]) -> ShaderMeta {
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
struct ViewUniforms {
    look: [f32; 4],
    right: [f32; 4],
    up: [f32; 4],
    sun: [f32; 4],
}

impl ViewUniforms {
    const LAYOUT: [(&'static str, UniformType); 4] = [
        ("look", UniformType::Float4),
        ("right", UniformType::Float4),
        ("up", UniformType::Float4),
        ("sun", UniformType::Float4),
    ];

    fn new(camera: &Camera) -> Self {
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
fn columns(matrix: &Mat4) -> [f32; 16] {
    matrix.to_cols_array()
}

/// What the shaders of sky and scene share: the horizon's colour, which is the fog's too, so that far
/// things fade into what is behind them, and the way from light to what is displayed.
const SKY_GLSL: &str = r"
const vec3 HORIZON = vec3(0.66, 0.75, 0.81);
vec3 to_display(vec3 linear) {
    // The root is near enough to the display's curve, and cheap.
    return sqrt(clamp(linear, 0.0, 1.0));
}
";
