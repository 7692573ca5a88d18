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
    static_mesh: MeshBuffer,
    dynamic_mesh: Option<MeshBuffer>,
    shadow_map: ShadowMap,
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
        let (static_mesh, dynamic_mesh) = upload(context, level_mesh);
        let scene = Self {
            depth,
            plain,
            trimmed,
            static_mesh,
            dynamic_mesh,
            shadow_map: ShadowMap::new(context, level_mesh.positions())?,
        };
        scene.shadow_map.render(context, scene.meshes());
        Ok(scene)
    }

    /// Replaces the level.
    pub fn set_level(&mut self, context: &mut dyn RenderingBackend, level_mesh: &LevelMesh) {
        for mesh in self.meshes() {
            mesh.delete(context);
        }
        (self.static_mesh, self.dynamic_mesh) = upload(context, level_mesh);
        self.shadow_map.fit(level_mesh.positions());
        self.shadow_map.render(context, self.meshes());
    }

    fn meshes(&self) -> impl Iterator<Item = &MeshBuffer> {
        core::iter::once(&self.static_mesh).chain(&self.dynamic_mesh)
    }

    /// Replaces the vertices of the dynamic mesh.
    pub fn update_dynamic(&mut self, context: &mut dyn RenderingBackend, vertices: &[Vertex]) {
        if let Some(mesh) = &mut self.dynamic_mesh {
            mesh.update(context, vertices);
            self.shadow_map.render(context, self.meshes());
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

fn upload(
    context: &mut dyn RenderingBackend,
    level_mesh: &LevelMesh,
) -> (MeshBuffer, Option<MeshBuffer>) {
    let count = level_mesh.dynamic.vertices.len();
    let dynamic_mesh = (count > 0).then(|| MeshBuffer::streamed(context, count));
    (
        MeshBuffer::upload(context, &level_mesh.static_vertices),
        dynamic_mesh,
    )
}
