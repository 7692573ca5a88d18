//! The sun's shadow: the level seen from the sun, drawn once, since nothing in it moves.
//!
//! The depth is packed into two channels of an ordinary texture, which every driver can read back,
//! unlike a depth texture: 16 bits, 3 mm in a yard of 50 m.

use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{
    Comparison, FilterMode, MipmapFilterMode, PassAction, PipelineParams, RenderingBackend,
    TextureFormat, TextureId, TextureKind, TextureParams, TextureWrap, UniformType, UniformsSource,
};

use super::mesh_buffer::{MeshBuffer, Vertex};
use super::{Bounds, Program, SUN, columns};

/// Size of the square texture; pixels.
const SIZE: u32 = 2048;

/// Farther from the middle than this the sun throws no shadow; metres. Larger: coarser shadows.
const REACH: f32 = 60.0;

/// The drawn shadow.
pub struct Shadow {
    pub texture: TextureId,
    /// From the scene to the texture's space, -1 to 1.
    pub projection: Mat4,
    /// Size of one texel on a surface that faces the sun; metres.
    pub texel: f32,
}

impl Shadow {
    /// Draws `mesh` as the sun sees it.
    pub fn cast(
        context: &mut dyn RenderingBackend,
        mesh: &MeshBuffer,
        bounds: Bounds,
    ) -> Result<Self, String> {
        let reach = bounds.radius.min(REACH);
        // The middle of a small level, and the spawn (the origin) of a vast one.
        let center = if bounds.radius <= REACH {
            bounds.center
        } else {
            Vec3::ZERO
        };
        let sun = SUN.normalize();
        let projection = Mat4::orthographic_rh_gl(-reach, reach, -reach, reach, 0.0, 4.0 * reach)
            * Mat4::look_to_rh(center + sun * (2.0 * reach), -sun, Vec3::Y);

        let texture = |context: &mut dyn RenderingBackend, format| {
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
        let color = texture(context, TextureFormat::RGBA8);
        let depth = texture(context, TextureFormat::Depth);
        let pass = context.new_render_pass(color, Some(depth));
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

        context.begin_pass(Some(pass), PassAction::clear_color(1.0, 1.0, 1.0, 1.0));
        context.apply_pipeline(&program.pipeline);
        context.apply_bindings(&mesh.bindings(vec![]));
        context.apply_uniforms(UniformsSource::table(&columns(&projection)));
        context.draw(0, mesh.count(), 1);
        context.end_render_pass();
        Ok(Self {
            texture: color,
            projection,
            texel: 2.0 * reach / SIZE as f32,
        })
    }
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
    // Red holds whole 255ths, green what is left of one.
    float steps = clamp(depth, 0.0, 1.0) * 255.0;
    float rest = fract(steps);
    gl_FragColor = vec4((steps - rest) / 255.0, rest, 0.0, 1.0);
}
";
