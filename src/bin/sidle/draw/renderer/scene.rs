//! Draws the level with the shaders of [`scene_shader`](super::scene_shader).

use macroquad::miniquad::{
    Comparison, PipelineParams, RenderingBackend, UniformType, UniformsSource,
};

use crate::draw::camera::Camera;
use crate::draw::renderer::bounds::Frustum;
use crate::draw::renderer::instances::Models;
use crate::draw::renderer::level_mesh::LevelMesh;
use crate::draw::renderer::program::{Program, SKY_GLSL, ViewUniforms};
use crate::draw::renderer::scene_buffers::{ChangedGroups, Groups, SceneBuffers, scene_program};
use crate::draw::renderer::scene_shader::{
    DEPTH_FRAGMENT, DEPTH_VERTEX, FRAGMENT_HEAD, FRAGMENT_MAIN, PLACING, VARYINGS, VERSION,
    VERTEX_MAIN, VERTEX_UNIFORMS,
};
use crate::draw::renderer::shadow_map::{SIZE, ShadowMap};

/// The level on the GPU, with its shaders and its shadow.
pub struct Scene {
    /// Depth only, before everything else: for chunks, and for groups.
    depth: Program,
    depth_of_groups: Program,
    chunks: Program,
    plain_groups: Program,
    /// For sides with a frame.
    trimmed_groups: Program,
    buffers: SceneBuffers,
    shadow_map: ShadowMap,
    /// What has changed since the shadow map was rendered.
    unshaded: ChangedGroups,
}

/// The uniforms, in the order of their declaration.
#[repr(C)]
struct Uniforms {
    view_projection: [f32; 16],
    shadow_projection: [f32; 16],
    view: ViewUniforms,
    /// Position of the eye; the fourth component is unused.
    eye: [f32; 4],
    /// Width and height of the picture; pixels.
    picture: [f32; 4],
}

impl Scene {
    pub fn new(context: &mut dyn RenderingBackend, level_mesh: &LevelMesh) -> Result<Self, String> {
        let mut uniforms = vec![
            ("view_projection", UniformType::Mat4),
            ("shadow_projection", UniformType::Mat4),
        ];
        uniforms.extend(ViewUniforms::LAYOUT);
        uniforms.extend([
            ("eye", UniformType::Float4),
            ("picture", UniformType::Float4),
        ]);
        let params = PipelineParams {
            depth_test: Comparison::LessOrEqual,
            depth_write: true,
            ..Default::default()
        };
        let texel = format!("const float TEXEL = 1.0 / {SIZE}.0;\n");
        let mut lit = |is_instanced: bool, defines: &str| {
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
                FRAGMENT_MAIN,
            ];
            let sources = (&*vertex.concat(), &*fragment.concat());
            let images = ["shadow_map"];
            scene_program(context, sources, is_instanced, &images, &uniforms, params)
        };
        let chunks = lit(false, "")?;
        let plain_groups = lit(true, "#define INSTANCED\n")?;
        let trimmed_groups = lit(true, "#define INSTANCED\n#define TRIM\n")?;
        let depth_params = PipelineParams {
            color_write: (false, false, false, false),
            ..params
        };
        let mut depth = |is_instanced: bool, defines: &str| {
            let vertex = [VERSION, defines, PLACING, DEPTH_VERTEX].concat();
            let sources = (&*vertex, DEPTH_FRAGMENT);
            let uniforms = &uniforms[..1];
            scene_program(context, sources, is_instanced, &[], uniforms, depth_params)
        };
        let mut scene = Self {
            depth: depth(false, "")?,
            depth_of_groups: depth(true, "#define INSTANCED\n")?,
            chunks,
            plain_groups,
            trimmed_groups,
            buffers: SceneBuffers::default(),
            shadow_map: ShadowMap::new(context, level_mesh.shadow_projection)?,
            unshaded: ChangedGroups::default(),
        };
        scene.set_level(context, level_mesh);
        Ok(scene)
    }

    /// Uploads one more part of a level that [`set_level`](Self::set_level) gets later. Returns whether there was one left.
    pub fn upload_part(
        &mut self,
        context: &mut dyn RenderingBackend,
        level_mesh: &LevelMesh,
    ) -> bool {
        self.buffers.upload_part(context, level_mesh)
    }

    /// Drops the parts of a level that will not come.
    pub fn drop_parts(&mut self, context: &mut dyn RenderingBackend) {
        self.buffers.drop_parts(context);
    }

    /// Replaces the level, and uploads what is left of it.
    pub fn set_level(&mut self, context: &mut dyn RenderingBackend, level_mesh: &LevelMesh) {
        self.buffers.set_level(context, level_mesh);
        self.shadow_map.set_projection(level_mesh.shadow_projection);
        self.unshaded.still = true;
    }

    /// Uploads the props and movers that have moved.
    pub fn update_models(&mut self, context: &mut dyn RenderingBackend, models: &mut Models) {
        let changed = self.buffers.update_groups(context, models);
        self.unshaded.still |= changed.still;
        self.unshaded.moving |= changed.moving;
    }

    /// Renders the shadow map, as far as something has changed.
    pub fn render_shadow(&mut self, context: &mut dyn RenderingBackend) {
        let changed = std::mem::take(&mut self.unshaded);
        self.shadow_map.render(context, &self.buffers, changed);
    }

    pub fn draw(&self, context: &mut dyn RenderingBackend, camera: &Camera) {
        let (eye, projection) = (camera.eye, camera.view_projection());
        let uniforms = Uniforms {
            view_projection: projection.to_cols_array(),
            shadow_projection: self.shadow_map.projection().to_cols_array(),
            view: ViewUniforms::new(camera),
            eye: [eye.x, eye.y, eye.z, 0.0],
            picture: [camera.size.0, camera.size.1, 0.0, 0.0],
        };
        let frustum = Frustum::new(&projection);
        let buffers = &self.buffers;
        context.apply_pipeline(&self.depth.pipeline);
        context.apply_uniforms(UniformsSource::table(&uniforms.view_projection));
        buffers.draw_chunks(context, &frustum, &[]);
        if buffers.has(Groups::All) {
            context.apply_pipeline(&self.depth_of_groups.pipeline);
            context.apply_uniforms(UniformsSource::table(&uniforms.view_projection));
            buffers.draw_groups(context, Groups::All, &frustum, &[]);
        }
        let shadow = [self.shadow_map.texture()];
        context.apply_pipeline(&self.chunks.pipeline);
        context.apply_uniforms(UniformsSource::table(&uniforms));
        buffers.draw_chunks(context, &frustum, &shadow);
        for (program, groups) in [
            (&self.plain_groups, Groups::Plain),
            (&self.trimmed_groups, Groups::Trimmed),
        ] {
            if buffers.has(groups) {
                context.apply_pipeline(&program.pipeline);
                context.apply_uniforms(UniformsSource::table(&uniforms));
                buffers.draw_groups(context, groups, &frustum, &shadow);
            }
        }
    }
}
