//! Draws the level with the shaders of [`scene_shader`](super::scene_shader).

use macroquad::math::Vec3;
use macroquad::miniquad::{Comparison, PipelineParams, UniformType, UniformsSource};

use sidle::glam::DVec3;
use sidle::world::World;

use crate::draw::camera::Camera;
use crate::draw::renderer::ambient::occlusion::{OCCLUSION_GLSL, Occlusion, OcclusionUniforms};
use crate::draw::renderer::debug::collision_view::CollisionView;
use crate::draw::renderer::level::bounds::Frustum;
use crate::draw::renderer::level::instances::Models;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::draw::renderer::level::scene_buffers::{
    ChangedGroups, Groups, SceneBuffers, scene_program,
};
use crate::draw::renderer::level::scene_shader::{
    DEPTH_FRAGMENT, DEPTH_VERTEX, FRAGMENT_HEAD, FRAGMENT_MAIN, PLACING, VARYINGS, VERSION,
    VERTEX_MAIN, VERTEX_UNIFORMS,
};
use crate::draw::renderer::level::surface::{Surface, Variant};
use crate::draw::renderer::shadows::shadow_map::{SIZE, ShadowMap};
use crate::draw::renderer::target::program::{Gpu, Program, SKY_GLSL, ViewUniforms};
use crate::draw::renderer::target::program_cache::ProgramCache;
use crate::options::surface_style::SurfaceStyle;

/// The level on the GPU, with its shaders and its shadow.
pub struct Scene {
    /// Depth only, before everything else: for chunks, and for groups.
    depth: Program,
    depth_of_groups: Program,
    lit: ProgramCache<Variant>,
    pub buffers: SceneBuffers,
    collision: CollisionView,
    style: SurfaceStyle,
    /// Whether slippery surfaces look like ice.
    pub is_icy: bool,
    shadow_map: ShadowMap,
    pub occlusion: Occlusion,
    /// The changes since the shadow map was rendered.
    unshaded: ChangedGroups,
}

/// The uniforms, in the order of their declaration.
#[repr(C)]
struct Uniforms {
    view_projection: [f32; 16],
    shadow_projection: [f32; 16],
    view: ViewUniforms,
    /// Position of the eye; the fourth component is 1 if slippery surfaces look like ice.
    eye: [f32; 4],
    /// Width and height of the picture; pixels.
    picture: [f32; 4],
    /// The place of the near half of the shadow map.
    near_shadow: [f32; 4],
    occlusion: OcclusionUniforms,
}

impl Uniforms {
    fn layout() -> Vec<(&'static str, UniformType)> {
        let mut uniforms = vec![
            ("view_projection", UniformType::Mat4),
            ("shadow_projection", UniformType::Mat4),
        ];
        uniforms.extend(ViewUniforms::LAYOUT);
        uniforms.extend([
            ("eye", UniformType::Float4),
            ("picture", UniformType::Float4),
            ("near_shadow", UniformType::Float4),
        ]);
        uniforms.extend(OcclusionUniforms::LAYOUT);
        uniforms
    }
}

const PARAMS: fn() -> PipelineParams = || PipelineParams {
    depth_test: Comparison::LessOrEqual,
    depth_write: true,
    ..Default::default()
};

/// The program that draws surfaces in light and shadow.
fn lit_program(context: &mut Gpu, variant: Variant) -> Result<Program, String> {
    let texel = format!("const float TEXEL = 1.0 / {SIZE}.0;\n");
    let defines = &*variant.defines();
    let vertex = [
        VERSION,
        defines,
        PLACING,
        VERTEX_UNIFORMS,
        VARYINGS,
        VERTEX_MAIN,
    ];
    let fragment = [
        VERSION,
        defines,
        FRAGMENT_HEAD,
        VARYINGS,
        &texel,
        SKY_GLSL,
        OCCLUSION_GLSL,
        FRAGMENT_MAIN,
    ];
    let sources = (&*vertex.concat(), &*fragment.concat());
    let is_textured = variant.surface.is_textured();
    let images: &[&str] = if is_textured {
        &["shadow_map", "occlusion_grid", "base_color"]
    } else {
        &["shadow_map", "occlusion_grid"]
    };
    let kind = (variant.is_instanced, is_textured);
    let uniforms = Uniforms::layout();
    scene_program(context, sources, kind, images, &uniforms, PARAMS())
}

fn depth_program(context: &mut Gpu, is_instanced: bool) -> Result<Program, String> {
    let params = PipelineParams {
        color_write: (false, false, false, false),
        ..PARAMS()
    };
    let defines = if is_instanced {
        "#define INSTANCED\n"
    } else {
        ""
    };
    let vertex = [VERSION, defines, PLACING, DEPTH_VERTEX].concat();
    let sources = (&*vertex, DEPTH_FRAGMENT);
    let uniforms = &Uniforms::layout()[..1];
    scene_program(
        context,
        sources,
        (is_instanced, false),
        &[],
        uniforms,
        params,
    )
}

impl Scene {
    pub fn new(context: &mut Gpu, level_mesh: &mut LevelMesh) -> Result<Self, String> {
        let mut lit = ProgramCache::new(lit_program);
        for (is_instanced, surface) in [
            (false, Surface::Plain),
            (true, Surface::Plain),
            (true, Surface::Trimmed),
        ] {
            let variant = Variant {
                is_instanced,
                surface,
                style: SurfaceStyle::Materials,
                is_section: false,
            };
            lit.require(context, variant)?;
        }
        let mut scene = Self {
            depth: depth_program(context, false)?,
            depth_of_groups: depth_program(context, true)?,
            lit,
            buffers: SceneBuffers::default(),
            collision: CollisionView::default(),
            style: SurfaceStyle::default(),
            is_icy: true,
            shadow_map: ShadowMap::new(context, level_mesh.shadow_projection)?,
            occlusion: Occlusion::new(context),
            unshaded: ChangedGroups::default(),
        };
        scene.set_level(context, level_mesh, false);
        Ok(scene)
    }

    /// Replaces the level, and uploads the rest of it. Takes its occluders. `is_same`: it is the same level, loaded
    /// again.
    pub fn set_level(&mut self, context: &mut Gpu, level_mesh: &mut LevelMesh, is_same: bool) {
        self.buffers.set_level(context, level_mesh);
        let occluders = std::mem::take(&mut level_mesh.occluders);
        let level = (occluders, level_mesh.origin);
        self.occlusion.set_level(context, level, is_same);
        self.collision.clear(context);
        self.shadow_map.set_projection(level_mesh.shadow_projection);
        self.unshaded.still = true;
    }

    /// Draws surfaces in `style` from now on.
    pub fn set_style(&mut self, style: SurfaceStyle) {
        let collides = |style| style == SurfaceStyle::Collision;
        // All that is drawn casts shadows.
        self.unshaded.still |= collides(style) != collides(self.style);
        self.style = style;
    }

    /// Whether collision shapes are drawn.
    pub fn shows_collision(&self) -> bool {
        self.style == SurfaceStyle::Collision
    }

    /// Forgets the collision shapes, which have changed.
    pub fn forget_collision(&mut self, context: &mut Gpu) {
        self.collision.clear(context);
        self.unshaded.still |= self.shows_collision();
    }

    /// Uploads a part of the collision shapes in `world`, and the boxes as they are now.
    pub fn update_collision(&mut self, context: &mut Gpu, world: &World, origin: DVec3) {
        let changed = self.collision.update(context, world, origin);
        self.unshaded.still |= changed.still;
        self.unshaded.moving |= changed.moving;
    }

    /// Uploads the props and movers that have moved, and continues the ambient occlusion.
    pub fn update_models(&mut self, context: &mut Gpu, models: &mut Models) {
        let changed = self.buffers.update_groups(context, models);
        self.unshaded.still |= changed.still;
        self.unshaded.moving |= changed.moving;
        if changed.still {
            self.occlusion.note_change(context);
        }
        self.occlusion.advance(context, models);
    }

    /// Renders the shadow map for a view from `eye`, as far as something has changed.
    pub fn render_shadow(&mut self, context: &mut Gpu, eye: Vec3) {
        let changed = std::mem::take(&mut self.unshaded);
        let buffers = shown(self.style, &self.buffers, &self.collision);
        self.shadow_map.render(context, buffers, changed, eye);
    }

    /// Draws the level as `camera` sees it. In a section, the inner sides of faces are hatched.
    pub fn draw(&mut self, context: &mut Gpu, camera: &Camera, is_section: bool) {
        let (eye, projection) = (camera.eye, camera.view_projection());
        let uniforms = Uniforms {
            view_projection: projection.to_cols_array(),
            shadow_projection: self.shadow_map.projection().to_cols_array(),
            view: ViewUniforms::new(camera),
            eye: [eye.x, eye.y, eye.z, f32::from(u8::from(self.is_icy))],
            picture: [camera.size.0, camera.size.1, 0.0, 0.0],
            near_shadow: self.shadow_map.near(),
            occlusion: match self.style {
                // It comes from what is drawn otherwise.
                SurfaceStyle::Collision => OcclusionUniforms::NONE,
                _ => self.occlusion.uniforms(),
            },
        };
        let frustum = Frustum::new(&projection);
        let buffers = shown(self.style, &self.buffers, &self.collision);
        // Cut-outs are not among them: their holes are found when they are drawn.
        let opaque = [Surface::Plain, Surface::Trimmed, Surface::Textured];
        context.apply_pipeline(&self.depth.pipeline);
        context.apply_uniforms(UniformsSource::table(&uniforms.view_projection));
        buffers.draw_chunks(context, &opaque, &frustum, &[]);
        if !buffers.surfaces(true).is_empty() {
            context.apply_pipeline(&self.depth_of_groups.pipeline);
            context.apply_uniforms(UniformsSource::table(&uniforms.view_projection));
            buffers.draw_groups(context, (Groups::All, &opaque), &frustum, &[]);
        }
        let images = [self.shadow_map.texture(), self.occlusion.texture()];
        let style = match self.style {
            SurfaceStyle::Collision => SurfaceStyle::Materials,
            style => style,
        };
        for surface in Surface::ALL {
            for is_instanced in [false, true] {
                if !buffers.surfaces(is_instanced).contains(&surface) {
                    continue;
                }
                let variant = Variant {
                    is_instanced,
                    surface,
                    style,
                    is_section,
                };
                let Some(program) = self.lit.get(context, variant) else {
                    continue;
                };
                context.apply_pipeline(&program.pipeline);
                context.apply_uniforms(UniformsSource::table(&uniforms));
                if is_instanced {
                    let groups = (Groups::All, &[surface][..]);
                    buffers.draw_groups(context, groups, &frustum, &images);
                } else {
                    buffers.draw_chunks(context, &[surface], &frustum, &images);
                }
            }
        }
    }
}

/// The drawing in `style`.
fn shown<'b>(
    style: SurfaceStyle,
    level: &'b SceneBuffers,
    collision: &'b CollisionView,
) -> &'b SceneBuffers {
    match style {
        SurfaceStyle::Collision => collision.buffers(),
        _ => level,
    }
}
