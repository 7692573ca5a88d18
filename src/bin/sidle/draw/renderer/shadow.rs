//! The sun's shadow: the level seen from the sun, drawn once, and again when something in it moved.
//!
//! The depth is packed into two channels of an ordinary texture, which every driver can read back,
//! unlike a depth texture: 16 bits, 1 mm in a yard of 50 m.

use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{
    Comparison, FilterMode, MipmapFilterMode, PassAction, PipelineParams, RenderPass,
    RenderingBackend, TextureFormat, TextureId, TextureKind, TextureParams, TextureWrap,
    UniformType, UniformsSource,
};

use crate::draw::renderer::mesh_buffer::{MeshBuffer, Vertex};
use crate::draw::renderer::program::{Program, SUN, columns};

/// Size of the square texture; pixels. Larger: sharper shadows, and 4 bytes of the graphics card's
/// memory for each pixel.
pub const SIZE: u32 = 3072;

/// Farther from the middle than this the sun throws no shadow; metres. Larger: coarser shadows.
const REACH: f32 = 60.0;

/// The drawn shadow.
pub struct Shadow {
    pub texture: TextureId,
    /// From the scene to the texture's space: across and depth alike from -1 to 1, and both scaled
    /// alike, so that a slope there is a slope in the scene.
    pub projection: Mat4,
    pass: RenderPass,
    program: Program,
}

impl Shadow {
    /// No shadow yet, of a scene whose corners are `positions`.
    pub fn new(
        context: &mut dyn RenderingBackend,
        positions: impl Iterator<Item = Vec3>,
    ) -> Result<Self, String> {
        let projection = projection(positions);
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
        Ok(Self {
            texture: color,
            projection,
            pass,
            program,
        })
    }

    /// Turns to a scene whose corners are `positions`.
    pub fn aim(&mut self, positions: impl Iterator<Item = Vec3>) {
        self.projection = projection(positions);
    }

    /// Draws `meshes` as the sun sees them.
    pub fn cast<'m>(
        &self,
        context: &mut dyn RenderingBackend,
        meshes: impl Iterator<Item = &'m MeshBuffer>,
    ) {
        let action = PassAction::clear_color(1.0, 1.0, 1.0, 1.0);
        context.begin_pass(Some(self.pass), action);
        context.apply_pipeline(&self.program.pipeline);
        for mesh in meshes {
            context.apply_bindings(&mesh.bindings(vec![]));
            context.apply_uniforms(UniformsSource::table(&columns(&self.projection)));
            context.draw(0, mesh.count(), 1);
        }
        context.end_render_pass();
    }
}

/// The sun's view: the smallest cube around all `positions` with one side towards the sun, or around
/// those near the origin, where the spawn is.
fn projection(positions: impl Iterator<Item = Vec3>) -> Mat4 {
    // Walls mostly stand along the axes: with Z upwards in the picture, the cube is smallest.
    let view = Mat4::look_to_rh(Vec3::ZERO, -SUN.normalize(), Vec3::Z);
    let reach = Vec3::splat(REACH);
    let seen = positions.map(|position| view.transform_point3(position).clamp(-reach, reach));
    let (min, max) = seen.fold((reach, -reach), |(min, max), seen| {
        (min.min(seen), max.max(seen))
    });
    let center = (min + max) * 0.5;
    // A little more, so that the filter finds light beyond the last shadow.
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
    // Red holds whole 255ths, green what is left of one.
    float steps = clamp(depth, 0.0, 1.0) * 255.0;
    float rest = fract(steps);
    gl_FragColor = vec4((steps - rest) / 255.0, rest, 0.0, 1.0);
}
";
