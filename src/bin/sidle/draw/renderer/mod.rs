//! Draws the level: static buffers on the GPU, a shader of our own, the sky, and the sun's shadow.
//!
//! macroquad's own mesh drawing copies every vertex in every frame and stops at 10 000, so the
//! level goes through miniquad instead: uploaded once, drawn with one call.

pub mod canvas;
pub mod drawing;
pub mod instances;
pub mod interface;
pub mod line_buffer;
pub mod mesh_buffer;
pub mod plan;
pub mod scene;
pub mod scene_shader;
pub mod shadow;
pub mod sky;

use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{
    Backend, Bindings, BufferLayout, BufferSource, BufferType, BufferUsage, PipelineParams,
    RenderPass, RenderingBackend, ShaderMeta, ShaderSource, UniformBlockLayout, UniformDesc,
    UniformType, VertexAttribute, VertexFormat,
};
use macroquad::window::get_internal_gl;

use sidle::geometry::Placement;
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::world::World;

use crate::draw::camera::Camera;
use crate::draw::quality::Quality;
use crate::draw::renderer::canvas::Canvas;
use crate::draw::renderer::drawing::Moving;
use crate::draw::renderer::line_buffer::{LineBuffer, Sight};
use crate::draw::renderer::plan::Plan;
use crate::draw::renderer::scene::Scene;
use crate::draw::renderer::sky::Sky;
use crate::options::settings::values::Values;

pub use drawing::Drawing;
pub use line_buffer::Marks;
pub use plan::PlanBox;
pub use plan::PlanView;

/// Where the sun stands; not yet of unit length.
const SUN: Vec3 = Vec3::new(0.55, 0.8, 0.5);

/// The level on the GPU.
pub struct Renderer {
    canvas: Canvas,
    /// How finely it is drawn.
    pub quality: Quality,
    origin: DVec3,
    far: f32,
    sky: Sky,
    scene: Scene,
    lines: LineBuffer,
    plan: Plan,
    moving: Moving,
    lifts_props: bool,
    /// Vertical; degrees.
    pub field_of_view_deg: f64,
}

impl Renderer {
    /// Uploads `drawing`.
    ///
    /// # Errors
    /// When the graphics are not OpenGL's, or the driver refuses a shader.
    pub fn new(drawing: Drawing) -> Result<Self, String> {
        let mut gl = unsafe { get_internal_gl() };
        gl.flush();
        let context = &mut *gl.quad_context;
        Ok(Self {
            canvas: Canvas::new(context)?,
            quality: Quality::FULL,
            origin: drawing.origin,
            far: far(&drawing),
            sky: Sky::new(context)?,
            scene: Scene::new(context, &drawing)?,
            lines: LineBuffer::new(context)?,
            plan: Plan::new(context)?,
            moving: drawing.moving,
            lifts_props: drawing.lifts_props,
            field_of_view_deg: Values::default().field_of_view_deg,
        })
    }

    /// Takes `drawing` in the place of the level before.
    pub fn enter(&mut self, drawing: Drawing) {
        let mut gl = unsafe { get_internal_gl() };
        gl.flush();
        self.scene.show(&mut *gl.quad_context, &drawing);
        self.plan.forget(&mut *gl.quad_context);
        self.origin = drawing.origin;
        self.far = far(&drawing);
        self.moving = drawing.moving;
        self.lifts_props = drawing.lifts_props;
    }

    /// Whether the level's props are drawn as what moves.
    pub fn lifts_props(&self) -> bool {
        self.lifts_props
    }

    /// What everything is drawn relative to; metres.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The camera at `eye` for this renderer's scene; `radius` is that of the free room around it.
    pub fn camera(&self, eye: DVec3, axes: &ViewAxes, radius: f64) -> Camera {
        let size = Canvas::size(window_size(), self.quality);
        let radians = (self.field_of_view_deg as f32).to_radians();
        Camera::new(eye, self.origin, axes, (size, radians), radius, self.far)
    }

    /// Puts what moves where it is now, in the order of the level: its props, if they are lifted, and its
    /// movers.
    pub fn place(&mut self, placements: impl Iterator<Item = Placement>) {
        self.moving.place(placements);
    }

    /// Draws sky and level, behind everything that is drawn later in the frame, and `marks` over them,
    /// with lines whose width counts so many pixels. What is then drawn into [`pass`](Self::pass) stands
    /// in the level; [`show`](Self::show) ends it.
    pub fn draw(&mut self, camera: &Camera, marks: Option<(&Marks, f32)>) {
        let mut gl = unsafe { get_internal_gl() };
        gl.flush();
        let context = &mut *gl.quad_context;
        if let Some(vertices) = self.moving.take_moved(self.origin) {
            self.scene.move_to(context, vertices);
        }
        self.canvas.begin(context, window_size(), self.quality);
        self.scene.draw(context, camera);
        // Last, so that it costs nothing where the level covers it.
        self.sky.draw(context, camera);
        if let Some((marks, scale)) = marks {
            let scale = scale * f32::from(self.quality.percent) / 100.0;
            self.lines.draw(context, camera, marks, scale);
        }
        context.end_render_pass();
    }

    /// Draws `world` from above over the picture, with lines whose width counts so many pixels.
    pub fn draw_plan(&mut self, world: &World, drawing: &PlanDrawing, scale: f32) {
        let mut gl = unsafe { get_internal_gl() };
        gl.flush();
        let context = &mut *gl.quad_context;
        let PlanDrawing { view, boxes, .. } = drawing;
        self.plan.draw(context, (world, self.origin), boxes, view);
        let flat = Sight::from_above(view, self.origin);
        for marks in drawing.layers {
            self.lines.draw_flat(context, &flat, marks, scale);
        }
        context.end_render_pass();
    }

    /// Where more can be drawn that stands in the level; `None`: in the window.
    pub fn pass(&self) -> Option<RenderPass> {
        self.canvas.pass()
    }

    /// Shows the level in the window, so that text can be drawn over it.
    pub fn show(&mut self) {
        let mut gl = unsafe { get_internal_gl() };
        gl.flush();
        self.canvas.show(&mut *gl.quad_context);
    }
}

/// The level from above, with what is drawn over it.
pub struct PlanDrawing<'d> {
    pub view: PlanView,
    pub boxes: &'d [PlanBox],
    /// From what is drawn first.
    pub layers: [&'d Marks; 3],
}

/// Of the window; pixels.
fn window_size() -> (f32, f32) {
    use macroquad::window::{screen_dpi_scale, screen_height, screen_width};
    let dpi = screen_dpi_scale();
    (screen_width() * dpi, screen_height() * dpi)
}

/// How far one can see; metres.
fn far(drawing: &Drawing) -> f32 {
    let [min, max] = drawing.reach;
    ((max - min).length() * 2.0).clamp(400.0, 20_000.0)
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

/// One triangle that covers the whole picture.
fn full_screen(context: &mut dyn RenderingBackend) -> Bindings {
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
