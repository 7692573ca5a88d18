//! The level itself, drawn by the shaders of [`scene_shader`](super::scene_shader).

use macroquad::miniquad::{
    Comparison, PipelineParams, RenderingBackend, UniformType, UniformsSource,
};

use crate::draw::camera::Camera;
use crate::draw::renderer::drawing::Drawing;
use crate::draw::renderer::mesh_buffer::{MeshBuffer, Vertex};
use crate::draw::renderer::program::{Program, SKY_GLSL, ViewUniforms, columns};
use crate::draw::renderer::scene_shader::{
    DEPTH_FRAGMENT, DEPTH_VERTEX, FRAGMENT_HEAD, FRAGMENT_MAIN, VARYINGS, VERTEX_HEAD, VERTEX_MAIN,
};
use crate::draw::renderer::shadow::{SIZE, Shadow};

pub struct Scene {
    /// Before all: only how deep everything is.
    depth: Program,
    plain: Program,
    /// What has a frame on its sides.
    trimmed: Program,
    still: MeshBuffer,
    moving: Option<MeshBuffer>,
    shadow: Shadow,
}

/// All uniforms, laid out as they are declared.
#[repr(C)]
struct Uniforms {
    view_projection: [f32; 16],
    shadow_projection: [f32; 16],
    view: ViewUniforms,
    /// Where the eye is; the fourth is not used.
    eye: [f32; 4],
    /// Width and height of the picture; pixels.
    picture: [f32; 4],
}

impl Scene {
    pub fn new(context: &mut dyn RenderingBackend, drawing: &Drawing) -> Result<Self, String> {
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
        let (still, moving) = upload(context, drawing);
        let scene = Self {
            depth,
            plain,
            trimmed,
            still,
            moving,
            shadow: Shadow::new(context, drawing.positions())?,
        };
        scene.shadow.cast(context, scene.meshes());
        Ok(scene)
    }

    /// Takes `drawing` in the place of what there was.
    pub fn show(&mut self, context: &mut dyn RenderingBackend, drawing: &Drawing) {
        for mesh in self.meshes() {
            mesh.delete(context);
        }
        (self.still, self.moving) = upload(context, drawing);
        self.shadow.aim(drawing.positions());
        self.shadow.cast(context, self.meshes());
    }

    fn meshes(&self) -> impl Iterator<Item = &MeshBuffer> {
        core::iter::once(&self.still).chain(&self.moving)
    }

    /// What moves is now made of `vertices`.
    pub fn move_to(&mut self, context: &mut dyn RenderingBackend, vertices: &[Vertex]) {
        if let Some(moving) = &mut self.moving {
            moving.update(context, vertices);
            self.shadow.cast(context, self.meshes());
        }
    }

    pub fn draw(&self, context: &mut dyn RenderingBackend, camera: &Camera) {
        let eye = camera.eye;
        let uniforms = Uniforms {
            view_projection: columns(&camera.view_projection()),
            shadow_projection: columns(&self.shadow.projection),
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
                context.apply_bindings(&mesh.bindings(vec![self.shadow.texture]));
                context.apply_uniforms(UniformsSource::table(&uniforms));
                context.draw(first, count, 1);
            }
        }
    }
}

fn upload(
    context: &mut dyn RenderingBackend,
    drawing: &Drawing,
) -> (MeshBuffer, Option<MeshBuffer>) {
    let count = drawing.moving.vertices.len();
    let moving = (count > 0).then(|| MeshBuffer::streamed(context, count));
    (MeshBuffer::upload(context, &drawing.still), moving)
}
