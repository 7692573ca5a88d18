//! Draws the level with the shaders of [`scene_shader`](super::scene_shader).

use macroquad::miniquad::{
    Comparison, PipelineParams, RenderingBackend, UniformType, UniformsSource,
};

use crate::draw::camera::Camera;
use crate::draw::renderer::level_mesh::LevelMesh;
use crate::draw::renderer::mesh_buffer::MeshBuffer;
use crate::draw::renderer::program::{Program, SKY_GLSL, ViewUniforms};
use crate::draw::renderer::scene_shader::{
    DEPTH_FRAGMENT, DEPTH_VERTEX, FRAGMENT_HEAD, FRAGMENT_MAIN, VARYINGS, VERTEX_HEAD, VERTEX_MAIN,
};
use crate::draw::renderer::shadow_map::{SIZE, ShadowMap};
use crate::draw::renderer::vertices::Vertex;

/// The meshes of the level on the GPU, with their shaders and shadow.
pub struct Scene {
    /// Depth only, before everything else.
    depth: Program,
    plain: Program,
    /// For sides with a frame.
    trimmed: Program,
    /// The vertices that never move, in parts.
    static_meshes: Vec<MeshBuffer>,
    /// The first parts of the next level, uploaded before it replaces this one.
    uploaded: Vec<MeshBuffer>,
    dynamic_mesh: Option<MeshBuffer>,
    shadow_map: ShadowMap,
    /// Whether something has changed since the shadow map was rendered.
    shadow_is_due: bool,
}

/// The number of vertices in a part of the static mesh, a multiple of 3; 6 MB. Smaller: more draw calls; larger: an upload
/// delays its frame.
pub const PART_VERTICES: usize = 3 << 15;

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
        let texel = format!("const float TEXEL = 1.0 / {SIZE}.0;\n");
        let params = PipelineParams {
            depth_test: Comparison::LessOrEqual,
            depth_write: true,
            ..Default::default()
        };
        let vertex = [VERTEX_HEAD, VARYINGS, VERTEX_MAIN].concat();
        let mut lit = |define| {
            let head = [FRAGMENT_HEAD, define, VARYINGS].concat();
            let fragment = [&head, &texel, SKY_GLSL, FRAGMENT_MAIN].concat();
            Program::new(
                context,
                (&vertex, &fragment),
                &["shadow_map"],
                &uniforms,
                &Vertex::LAYOUT,
                params,
            )
        };
        let (plain, trimmed) = (lit("")?, lit("#define TRIM\n")?);
        let depth = Program::new(
            context,
            (DEPTH_VERTEX, DEPTH_FRAGMENT),
            &[],
            &uniforms[..1],
            &Vertex::LAYOUT,
            PipelineParams {
                color_write: (false, false, false, false),
                ..params
            },
        )?;
        let mut scene = Self {
            depth,
            plain,
            trimmed,
            static_meshes: Vec::new(),
            uploaded: Vec::new(),
            dynamic_mesh: None,
            shadow_map: ShadowMap::new(context, level_mesh.shadow_projection)?,
            shadow_is_due: true,
        };
        scene.set_level(context, level_mesh);
        Ok(scene)
    }

    /// Uploads one more part of the static vertices of a level that [`set_level`](Self::set_level) gets later. Returns
    /// whether there was one left.
    pub fn upload_part(
        &mut self,
        context: &mut dyn RenderingBackend,
        level_mesh: &LevelMesh,
    ) -> bool {
        let mut parts = level_mesh.static_vertices.chunks(PART_VERTICES);
        let part = parts.nth(self.uploaded.len());
        let mesh = part.map(|vertices| MeshBuffer::upload(context, vertices));
        let is_left = mesh.is_some();
        self.uploaded.extend(mesh);
        is_left
    }

    /// Drops the parts of a level that will not come.
    pub fn drop_parts(&mut self, context: &mut dyn RenderingBackend) {
        for mesh in self.uploaded.drain(..) {
            mesh.delete(context);
        }
    }

    /// Replaces the level, and uploads what is left of it.
    pub fn set_level(&mut self, context: &mut dyn RenderingBackend, level_mesh: &LevelMesh) {
        for mesh in self.meshes() {
            mesh.delete(context);
        }
        while self.upload_part(context, level_mesh) {}
        self.static_meshes = std::mem::take(&mut self.uploaded);
        let count = level_mesh.dynamic.vertices.len();
        self.dynamic_mesh = (count > 0).then(|| MeshBuffer::streamed(context, count));
        self.shadow_map.projection = level_mesh.shadow_projection;
        self.shadow_is_due = true;
    }

    /// Renders the shadow map, if something has changed.
    pub fn render_shadow(&mut self, context: &mut dyn RenderingBackend) {
        if std::mem::take(&mut self.shadow_is_due) {
            let meshes = self.static_meshes.iter().chain(&self.dynamic_mesh);
            self.shadow_map.render(context, meshes);
        }
    }

    fn meshes(&self) -> impl Iterator<Item = &MeshBuffer> {
        self.static_meshes.iter().chain(&self.dynamic_mesh)
    }

    /// Replaces the vertices of the dynamic mesh.
    pub fn update_dynamic(&mut self, context: &mut dyn RenderingBackend, vertices: &[Vertex]) {
        if let Some(mesh) = &mut self.dynamic_mesh {
            mesh.update(context, vertices);
            self.shadow_is_due = true;
        }
    }

    pub fn draw(&self, context: &mut dyn RenderingBackend, camera: &Camera) {
        let eye = camera.eye;
        let uniforms = Uniforms {
            view_projection: camera.view_projection().to_cols_array(),
            shadow_projection: self.shadow_map.projection.to_cols_array(),
            view: ViewUniforms::new(camera),
            eye: [eye.x, eye.y, eye.z, 0.0],
            picture: [camera.size.0, camera.size.1, 0.0, 0.0],
        };
        context.apply_pipeline(&self.depth.pipeline);
        for mesh in self.meshes() {
            context.apply_bindings(&mesh.bindings(vec![]));
            context.apply_uniforms(UniformsSource::table(&uniforms.view_projection));
            context.draw(0, mesh.count(), 1);
        }
        for mesh in self.meshes() {
            let plain = mesh.plain();
            let parts = [
                (&self.plain, 0, plain),
                (&self.trimmed, plain, mesh.count() - plain),
            ];
            for (program, first, count) in parts {
                context.apply_pipeline(&program.pipeline);
                context.apply_bindings(&mesh.bindings(vec![self.shadow_map.texture]));
                context.apply_uniforms(UniformsSource::table(&uniforms));
                context.draw(first, count, 1);
            }
        }
    }
}
