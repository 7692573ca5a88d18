//! The renderer of the level: buffers and shaders for its meshes, the sky and the sun's shadow.
//!
//! macroquad's own meshes copy every vertex in every frame and end at 10 000 vertices. So the renderer uses miniquad
//! directly. It uploads the level once, in chunks, and draws those in view. Props and movers are instances. Each kind's
//! mesh is uploaded once. miniquad draws everything by the call for instances, so every system that runs the game has
//! it.
//!
//! [`level`] holds the meshes and the scene, [`shadows`] and [`ambient`] its light, [`debug`] the drawings of overlays in it,
//! [`flat`] text and panel over it, and [`target`] the shader programs and pictures of the graphics driver.

pub mod ambient;
pub mod debug;
pub mod flat;
pub mod level;
pub mod shadows;
pub mod target;

use macroquad::miniquad::{PassAction, RenderPass};

use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::world::World;

use crate::draw::adaptive_quality::Quality;
use crate::draw::camera::Camera;
use crate::draw::renderer::ambient::occlusion::Occlusion;
use crate::draw::renderer::debug::debug_geometry::DebugGeometry;
use crate::draw::renderer::debug::debug_renderer::{DebugRenderer, DebugView, MAP_LAYERS};
use crate::draw::renderer::flat::plan::{PlanBoxes, PlanRenderer, PlanView};
use crate::draw::renderer::level::bounds::Bounds;
use crate::draw::renderer::level::instances::Models;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::draw::renderer::level::scene::Scene;
use crate::draw::renderer::level::scene_buffers::parts;
use crate::draw::renderer::level::sky::Sky;
use crate::draw::renderer::target::program::{Gpu, gl_context};
use crate::draw::renderer::target::render_target::RenderTarget;
use crate::options::settings::values::Values;
use crate::options::surface_style::SurfaceStyle;
use crate::platform;

/// Draws the level, and the debug geometry over it.
pub struct Renderer {
    target: RenderTarget,
    /// The target of a picture in a corner of the window.
    inset: RenderTarget,
    /// The resolution of the level.
    pub quality: Quality,
    origin: DVec3,
    far: f32,
    sky: Sky,
    scene: Scene,
    debug_renderer: DebugRenderer,
    plan: PlanRenderer,
    /// The props and movers.
    pub models: Models,
    /// Whether a frame was drawn.
    has_drawn: bool,
    /// The vertical field of view; degrees.
    pub field_of_view_deg: f64,
}

impl Renderer {
    /// Uploads `level_mesh`.
    ///
    /// # Errors
    /// When the graphics backend is not OpenGL, or the driver rejects a shader.
    pub fn new(mut level_mesh: LevelMesh) -> Result<Self, String> {
        let context = gl_context();
        Ok(Self {
            target: RenderTarget::new(context)?,
            inset: RenderTarget::new(context)?,
            quality: Quality::FULL,
            origin: level_mesh.origin,
            far: far(&level_mesh),
            sky: Sky::new(context)?,
            scene: Scene::new(context, &mut level_mesh)?,
            debug_renderer: DebugRenderer::new(context)?,
            plan: PlanRenderer::new(context)?,
            models: level_mesh.models,
            has_drawn: false,
            field_of_view_deg: Values::default().field_of_view_deg,
        })
    }

    /// The number of parts in which `level_mesh` is uploaded.
    pub fn parts(level_mesh: &LevelMesh) -> usize {
        parts(level_mesh)
    }

    /// Uploads a part of `level_mesh`, which [`set_level`](Self::set_level) gets once all parts are there. Returns whether
    /// one was left.
    pub fn upload_part(&mut self, level_mesh: &LevelMesh) -> bool {
        self.scene.buffers.upload_part(gl_context(), level_mesh)
    }

    /// Drops the uploaded parts of a level that will not come.
    pub fn drop_parts(&mut self) {
        self.scene.buffers.drop_parts(gl_context());
    }

    /// Replaces the level. `is_same` says that the same level was loaded again.
    pub fn set_level(&mut self, mut level_mesh: LevelMesh, is_same: bool) {
        let context = gl_context();
        self.scene.set_level(context, &mut level_mesh, is_same);
        self.plan.clear(context);
        self.origin = level_mesh.origin;
        self.far = far(&level_mesh);
        self.models = level_mesh.models;
        platform::discard((level_mesh.chunks, level_mesh.textures));
    }

    /// Waits for the ambient occlusion, so that a picture does not depend on the time.
    pub fn finish_occlusion(&mut self) {
        self.scene.occlusion.finish(gl_context(), &self.models);
    }

    /// The ambient occlusion of the level.
    pub fn occlusion(&mut self) -> &mut Occlusion {
        &mut self.scene.occlusion
    }

    /// Forgets the world's triangles, some of which have moved.
    pub fn forget_world(&mut self) {
        let context = gl_context();
        self.plan.clear(context);
        self.scene.forget_collision(context);
    }

    /// Draws surfaces in `style` from now on.
    pub fn set_style(&mut self, style: SurfaceStyle) {
        self.scene.set_style(style);
    }

    /// Lets slippery surfaces look like ice, or not.
    pub fn set_icy(&mut self, is_icy: bool) {
        self.scene.is_icy = is_icy;
    }

    /// Takes the collision shapes from `world`, if they are drawn.
    pub fn update_collision(&mut self, world: &World) {
        if self.scene.shows_collision() {
            let context = gl_context();
            self.scene.update_collision(context, world, self.origin);
        }
    }

    /// The scene's origin; metres.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The camera at `eye` for this scene; `clearance` is the radius of the free room around the eye in metres.
    pub fn camera(&self, eye: DVec3, axes: &ViewAxes, clearance: f64) -> Camera {
        self.camera_of_size(eye, axes, clearance, self.picture_size())
    }

    /// The same camera for a picture of `size` pixels.
    pub fn camera_of_size(
        &self,
        eye: DVec3,
        axes: &ViewAxes,
        clearance: f64,
        size: (f32, f32),
    ) -> Camera {
        let radians = (self.field_of_view_deg as f32).to_radians();
        Camera::new(eye, self.origin, axes, (size, radians), clearance, self.far)
    }

    /// The camera of a section through the level, `cut` metres in front of `eye`; `field_of_view_deg` is vertical, and `size`
    /// that of the picture in pixels.
    pub fn section_camera(
        &self,
        (eye, axes): (DVec3, &ViewAxes),
        size: (f32, f32),
        field_of_view_deg: f64,
        cut: f64,
    ) -> Section {
        let radians = (field_of_view_deg as f32).to_radians();
        let camera = Camera::new(eye, self.origin, axes, (size, radians), f64::MAX, self.far);
        Section {
            camera: camera.cut_at(cut),
            marks: camera.cut_at(cut * NEAR_OF_MARKS),
        }
    }

    /// Size of the window's picture; pixels.
    pub fn picture_size(&self) -> (f32, f32) {
        RenderTarget::size(window_size(), self.quality)
    }

    /// Draws `picture` into the window.
    ///
    /// `add` draws more into the pass of the picture of this camera. [`present`](Self::present) copies it to the window.
    pub fn draw(&mut self, picture: &Picture, add: impl FnOnce(&Camera, Option<RenderPass>)) {
        let window = window_size();
        let context = gl_context();
        self.scene.update_models(context, &mut self.models);
        // The first frame comes at once: the next one adds antialiasing and shadows.
        let mut quality = self.quality;
        if std::mem::replace(&mut self.has_drawn, true) {
            self.scene.render_shadow(context, picture.camera.eye);
        } else {
            quality.samples = 1;
        }
        self.target.begin(context, window, quality);
        let pass = self.target.pass();
        self.draw_picture(context, picture, (false, pass), quality, add);
    }

    /// Draws `picture` over a part of the window, given by left, bottom, width and height; physical pixels from the
    /// lower left.
    pub fn draw_inset(&mut self, picture: &Picture, part: [i32; 4]) {
        self.draw_inset_with(picture, part, |_, _| ());
    }

    /// The same, with the drawings of `add` in the pass of the picture of this camera.
    fn draw_inset_with(
        &mut self,
        picture: &Picture,
        part: [i32; 4],
        add: impl FnOnce(&Camera, Option<RenderPass>),
    ) {
        let context = gl_context();
        self.scene.update_models(context, &mut self.models);
        let [_, _, width, height] = part.map(|length| length as f32);
        let quality = Quality {
            percent: 100,
            ..self.quality
        };
        self.inset.begin_inset(context, (width, height), quality);
        let pass = self.inset.pass();
        self.draw_picture(context, picture, (true, pass), quality, add);
        self.inset.present_in(context, Some(part));
    }

    /// Draws `panes` instead of one picture of the whole window, each over its part of the window, as for
    /// [`draw_inset`](Self::draw_inset). The shadows near the eye of the first are fine.
    /// `add` draws more into the pass of a picture of this camera.
    pub fn draw_panes<'d>(
        &mut self,
        panes: impl Iterator<Item = ([i32; 4], Picture<'d>)>,
        mut add: impl FnMut(&Camera, Option<RenderPass>),
    ) {
        for (number, (part, picture)) in panes.enumerate() {
            if number == 0 {
                let context = gl_context();
                self.scene.update_models(context, &mut self.models);
                self.scene.render_shadow(context, picture.camera.eye);
                self.has_drawn = true;
            }
            self.draw_inset_with(&picture, part, &mut add);
        }
    }

    /// Draws the level and the sky, what `add` draws, and debug geometry over them, into `pass`, which has begun, and ends it. The faces
    /// of debug geometry write depths, and would hide what is drawn behind them later.
    fn draw_picture(
        &mut self,
        context: &mut Gpu,
        picture: &Picture,
        (is_inset, pass): (bool, Option<RenderPass>),
        quality: Quality,
        add: impl FnOnce(&Camera, Option<RenderPass>),
    ) {
        let Picture {
            camera,
            marks,
            geometry,
            over,
        } = picture;
        self.scene.draw(context, camera, marks.is_some());
        // Last, so that pixels behind the level cost nothing.
        self.sky.draw(context, camera);
        context.end_render_pass();
        add(camera, pass);
        if let Some((geometry, scale)) = geometry {
            context.begin_pass(pass, PassAction::Nothing);
            let scale = scale * f32::from(quality.percent) / 100.0;
            if marks.is_some() {
                // Nothing of the level covers them.
                context.clear(None, Some(1.0), None);
            }
            let camera = marks.as_ref().unwrap_or(camera);
            self.debug_renderer
                .draw(context, camera, (geometry, *over, is_inset), scale);
            context.end_render_pass();
        }
    }

    /// Draws `world` from above over the picture; `scale` multiplies the widths of lines.
    pub fn draw_plan(&mut self, world: &World, scene: &PlanScene, scale: f32) {
        let context = gl_context();
        let PlanScene {
            view,
            boxes,
            layers,
        } = scene;
        self.plan.draw(context, (world, self.origin), boxes, view);
        let map_view = DebugView::from_above(view, self.origin);
        self.debug_renderer
            .draw_on_map(context, &map_view, layers, scale);
        context.end_render_pass();
    }

    /// Copies the level's picture to the window, so that text can be drawn over it.
    pub fn present(&mut self) {
        self.target.present(gl_context());
    }
}

/// A picture of the level.
pub struct Picture<'d> {
    pub camera: Camera,
    /// The camera of the debug geometry, if the other one cuts the level open.
    pub marks: Option<Camera>,
    /// Debug geometry over the level; the number multiplies the widths of lines.
    pub geometry: Option<(&'d DebugGeometry, f32)>,
    /// More of it, which no other picture of the frame has.
    pub over: Option<&'d DebugGeometry>,
}

/// The cameras of a section, one of the level, which is cut open, and one of the drawing over it, which is not.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    pub camera: Camera,
    pub marks: Camera,
}

/// The distance of the near plane of the drawing over a section; a share of the distance of the section.
const NEAR_OF_MARKS: f64 = 0.05;

/// The content of a plan view.
pub struct PlanScene<'d> {
    pub view: PlanView,
    pub boxes: PlanBoxes<'d>,
    /// The debug geometry over the plan, from the bottom.
    pub layers: [&'d DebugGeometry; MAP_LAYERS],
}

/// Size of the window; physical pixels.
fn window_size() -> (f32, f32) {
    use macroquad::window::{screen_dpi_scale, screen_height, screen_width};
    let dpi = screen_dpi_scale();
    (screen_width() * dpi, screen_height() * dpi)
}

/// Distance of the far plane; metres.
fn far(level_mesh: &LevelMesh) -> f32 {
    let Bounds { min, max } = level_mesh.bounds;
    ((max - min).length() * 2.0).clamp(400.0, 20_000.0)
}
