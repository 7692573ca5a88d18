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
pub mod program;
pub mod scene;
pub mod scene_shader;
pub mod shadow;
pub mod sky;

use macroquad::miniquad::RenderPass;

use sidle::geometry::Placement;
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::world::World;

use crate::draw::adaptive_quality::Quality;
use crate::draw::camera::Camera;
use crate::draw::renderer::canvas::Canvas;
use crate::draw::renderer::drawing::Moving;
use crate::draw::renderer::line_buffer::{LineBuffer, Sight};
use crate::draw::renderer::plan::Plan;
use crate::draw::renderer::program::graphics;
use crate::draw::renderer::scene::Scene;
use crate::draw::renderer::sky::Sky;
use crate::options::settings::values::Values;

pub use drawing::Drawing;
pub use line_buffer::Marks;
pub use plan::PlanBox;
pub use plan::PlanView;

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
        let mut gl = graphics();
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
        let mut gl = graphics();
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
        let mut gl = graphics();
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
        let mut gl = graphics();
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
        let mut gl = graphics();
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
