//! The sun's shadow map: the depth of the level as seen from the sun, rendered again when something moves.
//!
//! Two channels of an ordinary texture hold the depth in 16 bits, which is 1 mm in a level of 50 m. Not every driver can
//! sample a depth texture.

use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{
    Comparison, FilterMode, MipmapFilterMode, PassAction, PipelineParams, RenderPass,
    RenderingBackend, TextureFormat, TextureId, TextureKind, TextureParams, TextureWrap,
    UniformType, UniformsSource,
};

use crate::draw::renderer::mesh_buffer::MeshBuffer;
use crate::draw::renderer::program::{Program, SUN_DIRECTION};
use crate::draw::renderer::vertices::Vertex;

/// Side of the square texture; pixels. Larger: sharper shadows, and 4 bytes of GPU memory for each pixel more.
pub const SIZE: u32 = 3072;

/// Geometry farther from the origin than this casts no shadow; metres. Larger: coarser shadows.
const MAX_DISTANCE: f32 = 60.0;

/// The shadow map. Until it is rendered for the first time, nothing lies in shadow, and it takes no memory.
pub struct ShadowMap {
    pub texture: TextureId,
    /// The matrix from the scene to the texture's space, from -1 to 1 on all axes, with one scale for all axes so that
    /// slopes are preserved.
    pub projection: Mat4,
    /// `None` before the first rendering.
    pass: Option<RenderPass>,
    program: Program,
}

/// A pixel that is beyond every depth.
const UNSHADOWED: [u8; 4] = [255; 4];

impl ShadowMap {
    /// A shadow map with this projection of the sun.
    pub fn new(context: &mut dyn RenderingBackend, projection: Mat4) -> Result<Self, String> {
        let params = PipelineParams {
            depth_test: Comparison::LessOrEqual,
            depth_write: true,
            ..Default::default()
        };
        let uniforms = [("projection", UniformType::Mat4)];
        let program = Program::new(
            context,
            (VERTEX, FRAGMENT),
            &[],
            &uniforms,
            &Vertex::LAYOUT,
            params,
        )?;
        Ok(Self {
            texture: context.new_texture_from_rgba8(1, 1, &UNSHADOWED),
            projection,
            pass: None,
            program,
        })
    }

    /// The pass that renders it.
    fn pass(&mut self, context: &mut dyn RenderingBackend) -> RenderPass {
        if let Some(pass) = self.pass {
            return pass;
        }
        context.delete_texture(self.texture);
        let mut texture = |format| {
            context.new_render_texture(TextureParams {
                kind: TextureKind::Texture2D,
                format,
                wrap: TextureWrap::Clamp,
                min_filter: FilterMode::Nearest,
                mag_filter: FilterMode::Nearest,
                mipmap_filter: MipmapFilterMode::None,
                width: SIZE,
                height: SIZE,
                allocate_mipmaps: false,
                sample_count: 1,
            })
        };
        let (color, depth) = (texture(TextureFormat::RGBA8), texture(TextureFormat::Depth));
        self.texture = color;
        *self
            .pass
            .insert(context.new_render_pass(color, Some(depth)))
    }

    /// Renders `meshes` as seen from the sun.
    pub fn render<'m>(
        &mut self,
        context: &mut dyn RenderingBackend,
        meshes: impl Iterator<Item = &'m MeshBuffer>,
    ) {
        let action = PassAction::clear_color(1.0, 1.0, 1.0, 1.0);
        let pass = self.pass(context);
        context.begin_pass(Some(pass), action);
        context.apply_pipeline(&self.program.pipeline);
        for mesh in meshes {
            context.apply_bindings(&mesh.bindings(vec![]));
            context.apply_uniforms(UniformsSource::table(&self.projection.to_cols_array()));
            context.draw(0, mesh.count(), 1);
        }
        context.end_render_pass();
    }
}

/// The projection of the sun for a scene with these corners: the smallest cube with one side towards the sun around the `positions`, which are clamped
/// to [`MAX_DISTANCE`].
pub fn projection(positions: impl Iterator<Item = Vec3>) -> Mat4 {
    // Most walls run along the axes, so the cube is smallest with Z upwards in the picture.
    let view = Mat4::look_to_rh(Vec3::ZERO, -SUN_DIRECTION.normalize(), Vec3::Z);
    let limit = Vec3::splat(MAX_DISTANCE);
    let seen = positions.map(|position| view.transform_point3(position).clamp(-limit, limit));
    let (min, max) = seen.fold((limit, -limit), |(min, max), seen| {
        (min.min(seen), max.max(seen))
    });
    let center = (min + max) * 0.5;
    // A margin, so that the filter finds light beyond the last shadow.
    let half = ((max - min).max_element() * 0.5).max(0.5) * 1.01;
    Mat4::orthographic_rh_gl(-half, half, -half, half, -half, half)
        * Mat4::from_translation(-center)
        * view
}

const VERTEX: &str = r"#version 100
precision highp float;
attribute vec3 position;
uniform mat4 projection;
varying float depth;
void main() {
    gl_Position = projection * vec4(position, 1.0);
    depth = gl_Position.z * 0.5 + 0.5;
}
";

const FRAGMENT: &str = r"#version 100
precision highp float;
varying float depth;
void main() {
    // Red holds whole 255ths, green the remainder.
    float steps = clamp(depth, 0.0, 1.0) * 255.0;
    float rest = fract(steps);
    gl_FragColor = vec4((steps - rest) / 255.0, rest, 0.0, 1.0);
}
";
