//! The sun's shadow map: the depth of the level as seen from the sun, rendered again where something moves.
//!
//! Two channels of an ordinary texture hold the depth in 16 bits, which is 1 mm in a level of 50 m. Not every driver can
//! sample a depth texture.

use macroquad::math::Mat4;
use macroquad::miniquad::{
    Bindings, Comparison, FilterMode, MipmapFilterMode, PassAction, PipelineParams, RenderPass,
    RenderingBackend, TextureFormat, TextureId, TextureKind, TextureParams, TextureWrap,
    UniformType, UniformsSource, VertexFormat,
};

use crate::draw::renderer::bounds::{Bounds, Frustum};
use crate::draw::renderer::program::{FULLSCREEN_VERTEX, Program, fullscreen_triangle};
use crate::draw::renderer::scene_buffers::{ChangedGroups, Groups, SceneBuffers, scene_program};
use crate::draw::renderer::scene_shader::{PLACING, VERSION};

/// Side of the square texture; pixels. Larger: sharper shadows, and 4 bytes of GPU memory for each pixel more.
pub const SIZE: u32 = 3072;

/// The shadow map. Until it is rendered for the first time, nothing lies in shadow, and it takes no memory.
///
/// What stands still is rendered into a map of its own, which is kept. Where movers are, or were, that map is copied into a
/// second one, and the movers are added.
pub struct ShadowMap {
    /// The matrix from the scene to the texture's space, from -1 to 1 on all axes, with one scale for all axes so that
    /// slopes are preserved.
    projection: Mat4,
    /// Without any shadow.
    empty: TextureId,
    maps: Option<Maps>,
    chunks: Program,
    groups: Program,
    /// For movers: leaves the copy where it is nearer to the sun.
    movers: Program,
    copy: Program,
    /// A triangle that covers the whole map.
    whole: Bindings,
}

/// A texture, and the pass that renders it.
#[derive(Clone, Copy)]
struct Map {
    texture: TextureId,
    pass: RenderPass,
}

/// The textures, which share one depth buffer.
struct Maps {
    depth: TextureId,
    /// What stands still.
    still: Map,
    /// Everything, in a level with movers, and where the movers in it were.
    all: Option<(Map, Option<Bounds>)>,
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
        let scale = format!("const float SIZE = {SIZE}.0;\n");
        let mut program = |defines: &str, is_instanced: bool, images: &[&str]| {
            let vertex = [VERSION, defines, PLACING, VERTEX].concat();
            let fragment = [VERSION, defines, FRAGMENT_HEAD, &scale, FRAGMENT].concat();
            let sources = (&*vertex, &*fragment);
            scene_program(context, sources, is_instanced, images, &uniforms, params)
        };
        let chunks = program("", false, &[])?;
        let groups = program("#define INSTANCED\n", true, &[])?;
        let movers = program("#define INSTANCED\n#define MOVERS\n", true, &["still"])?;
        let copy = Program::new(
            context,
            (FULLSCREEN_VERTEX, COPY_FRAGMENT),
            &["still"],
            &[],
            &[("corner", VertexFormat::Float2)],
            PipelineParams::default(),
        )?;
        Ok(Self {
            projection,
            empty: context.new_texture_from_rgba8(1, 1, &UNSHADOWED),
            maps: None,
            chunks,
            groups,
            movers,
            copy,
            whole: fullscreen_triangle(context),
        })
    }

    /// The texture that holds the depth of everything.
    pub fn texture(&self) -> TextureId {
        self.maps
            .as_ref()
            .map_or(self.empty, |maps| match maps.all {
                Some((all, _)) => all.texture,
                None => maps.still.texture,
            })
    }

    /// The matrix from the scene to the texture's space.
    pub fn projection(&self) -> &Mat4 {
        &self.projection
    }

    /// Sets the projection of another level, whose shadows must then be rendered.
    pub fn set_projection(&mut self, projection: Mat4) {
        self.projection = projection;
    }

    /// Renders what has `changed` in the level as seen from the sun.
    pub fn render(
        &mut self,
        context: &mut dyn RenderingBackend,
        buffers: &SceneBuffers,
        changed: ChangedGroups,
    ) {
        let projection = self.projection;
        if changed.still {
            let maps = self.maps.get_or_insert_with(|| Maps::new(context));
            let still = maps.still;
            // What is in the other map is out of date everywhere.
            maps.set_movers(context, buffers.moving_bounds().is_some());
            self.render_still(context, buffers, still);
        }
        if !changed.still && !changed.moving {
            return;
        }
        let Some((still, (all, before))) = self.maps.as_mut().and_then(|maps| {
            let still = maps.still;
            maps.all.as_mut().map(|all| (still, all))
        }) else {
            return;
        };
        let now = buffers.moving_bounds();
        let places = before.map(|before| now.map_or(before, |now| now.union(before)));
        *before = now;
        let all = *all;
        let [left, bottom, width, height] = match places {
            Some(places) => footprint(&projection, &places),
            None => [0, 0, SIZE as i32, SIZE as i32],
        };
        if width <= 0 || height <= 0 {
            return;
        }
        context.begin_pass(Some(all.pass), PassAction::Nothing);
        context.apply_scissor_rect(left, bottom, width, height);
        context.clear(None, Some(1.0), None);
        context.apply_pipeline(&self.copy.pipeline);
        let whole = &self.whole;
        let images = [still.texture];
        context.apply_bindings_from_slice(&whole.vertex_buffers, whole.index_buffer, &images);
        context.draw(0, 3, 1);
        context.apply_pipeline(&self.movers.pipeline);
        context.apply_uniforms(UniformsSource::table(&projection.to_cols_array()));
        let frustum = Frustum::new(&projection);
        buffers.draw_groups(context, Groups::Moving, &frustum, &images);
        context.end_render_pass();
    }

    fn render_still(&self, context: &mut dyn RenderingBackend, buffers: &SceneBuffers, map: Map) {
        let frustum = Frustum::new(&self.projection);
        let projection = self.projection.to_cols_array();
        let action = PassAction::clear_color(1.0, 1.0, 1.0, 1.0);
        context.begin_pass(Some(map.pass), action);
        context.apply_pipeline(&self.chunks.pipeline);
        context.apply_uniforms(UniformsSource::table(&projection));
        buffers.draw_chunks(context, &frustum, &[]);
        context.apply_pipeline(&self.groups.pipeline);
        context.apply_uniforms(UniformsSource::table(&projection));
        buffers.draw_groups(context, Groups::Still, &frustum, &[]);
        context.end_render_pass();
    }
}

impl Map {
    fn new(context: &mut dyn RenderingBackend, depth: TextureId) -> Self {
        let texture = texture(context, TextureFormat::RGBA8);
        Self {
            texture,
            pass: context.new_render_pass(texture, Some(depth)),
        }
    }
}

impl Maps {
    fn new(context: &mut dyn RenderingBackend) -> Self {
        let depth = texture(context, TextureFormat::Depth);
        Self {
            depth,
            still: Map::new(context, depth),
            all: None,
        }
    }

    /// Notes whether the level has movers, and that nothing of it was rendered yet.
    fn set_movers(&mut self, context: &mut dyn RenderingBackend, has_movers: bool) {
        self.all = match self.all {
            Some((all, _)) => Some((all, None)),
            None if has_movers => Some((Map::new(context, self.depth), None)),
            None => None,
        };
    }
}

fn texture(context: &mut dyn RenderingBackend, format: TextureFormat) -> TextureId {
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
}

/// The part of the map in which `bounds` lie, one pixel larger on all sides: left, bottom, width and height; pixels.
fn footprint(projection: &Mat4, bounds: &Bounds) -> [i32; 4] {
    let corners = bounds.corners();
    let seen = Bounds::around(corners.map(|corner| projection.transform_point3(corner)));
    let pixel = |place: f32| ((place * 0.5 + 0.5).clamp(0.0, 1.0) * SIZE as f32) as i32;
    let low = [seen.min.x, seen.min.y].map(|place| (pixel(place) - 1).max(0));
    let high = [seen.max.x, seen.max.y].map(|place| (pixel(place) + 2).min(SIZE as i32));
    [low[0], low[1], high[0] - low[0], high[1] - low[1]]
}

const VERTEX: &str = r"
uniform mat4 projection;
varying float depth;
void main() {
    gl_Position = projection * vec4(placed(), 1.0);
    depth = gl_Position.z * 0.5 + 0.5;
}
";

const FRAGMENT_HEAD: &str = r"precision highp float;
varying float depth;
#ifdef MOVERS
uniform highp sampler2D still;
#endif
";

const FRAGMENT: &str = r"
void main() {
#ifdef MOVERS
    vec2 reached = texture2D(still, gl_FragCoord.xy / SIZE).rg;
    if (dot(reached, vec2(1.0, 1.0 / 255.0)) < depth) {
        discard;
    }
#endif
    // Red holds whole 255ths, green the remainder.
    float steps = clamp(depth, 0.0, 1.0) * 255.0;
    float rest = fract(steps);
    gl_FragColor = vec4((steps - rest) / 255.0, rest, 0.0, 1.0);
}
";

const COPY_FRAGMENT: &str = r"#version 100
precision highp float;
uniform sampler2D still;
varying vec2 at;
void main() {
    gl_FragColor = texture2D(still, at);
}
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::renderer::sun::{projection, seen_from_sun};
    use macroquad::math::Vec3;

    #[test]
    fn the_footprint_of_a_box_holds_all_its_points_and_stays_within_the_map() {
        let corners = Bounds {
            min: Vec3::splat(-20.0),
            max: Vec3::splat(20.0),
        };
        let projection = projection(seen_from_sun(corners.corners().into_iter()));
        for (center, half) in [
            (0.0, 0.1),
            (5.0, 3.0),
            (0.0, 19.0),
            (19.9, 4.0),
            (500.0, 1.0),
        ] {
            let bounds = Bounds {
                min: Vec3::splat(center - half),
                max: Vec3::splat(center + half),
            };
            let [left, bottom, width, height] = footprint(&projection, &bounds);
            let size = SIZE as i32;
            assert!(left >= 0 && bottom >= 0 && left + width <= size && bottom + height <= size);
            for corner in bounds.corners() {
                let seen = projection.transform_point3(corner);
                let [x, y] = [seen.x, seen.y].map(|place| (place * 0.5 + 0.5) * SIZE as f32);
                let in_map = |place: f32| (0.0..SIZE as f32).contains(&place);
                if in_map(x) && in_map(y) {
                    assert!(
                        x > left as f32 && x < (left + width) as f32,
                        "{center} {half}"
                    );
                    assert!(y > bottom as f32 && y < (bottom + height) as f32);
                }
            }
        }
    }
}
