//! The sun's shadow map: the depth of the level as seen from the sun, rendered again where something moves.
//!
//! It has two halves, side by side in one texture. The far one shows the whole level, the near one the surroundings of
//! the eye, several times as large. So a shader samples one texture, and decides only where.
//!
//! Two channels of an ordinary texture hold the depth in 16 bits, which is 1 mm in a level of 50 m. Not every driver can
//! sample a depth texture.

use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{
    Bindings, FilterMode, PassAction, PipelineParams, RenderPass, TextureFormat, TextureId,
    TextureParams, UniformsSource, VertexFormat,
};

use crate::draw::renderer::level::bounds::{Bounds, Frustum};
use crate::draw::renderer::level::scene_buffers::{ChangedGroups, Groups, SceneBuffers};
use crate::draw::renderer::shadows::near_shadow::Near;
use crate::draw::renderer::shadows::shadow_casters::{Caster, caster_program};
use crate::draw::renderer::target::program::{
    FULLSCREEN_VERTEX, Gpu, Program, fullscreen_triangle,
};
use crate::draw::renderer::target::program_cache::ProgramCache;

/// Side of each half; pixels. Larger: sharper shadows, and 8 bytes of GPU memory for each pixel more.
pub const SIZE: u32 = 2048;

/// The shadow map. Until it is rendered for the first time, nothing lies in shadow, and it takes no memory.
///
/// Static things are rendered into a separate map, which is kept. Where movers are, or were, that map is copied into a
/// second one, and the movers are added.
pub struct ShadowMap {
    /// The matrix from the scene to the texture's space, from -1 to 1 on all axes, with one scale for all axes so that
    /// slopes are preserved.
    projection: Mat4,
    near: Option<Near>,
    /// Without any shadow.
    empty: TextureId,
    maps: Option<Maps>,
    casters: ProgramCache<Caster>,
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
    /// The static things.
    still: Map,
    /// Everything, in a level with movers, and where the movers in each half were. `None` if that half is out of date.
    all: Option<(Map, [Option<Bounds>; 2])>,
}

/// The halves, which are rendered one by one.
const FAR: usize = 0;
const NEAR: usize = 1;

/// A pixel that is beyond every depth.
const UNSHADOWED: [u8; 4] = [255; 4];

impl ShadowMap {
    /// A shadow map with this projection of the sun.
    pub fn new(context: &mut Gpu, projection: Mat4) -> Result<Self, String> {
        let mut casters = ProgramCache::new(caster_program);
        let is_cut_out = false;
        for caster in [
            Caster::Chunks { is_cut_out },
            Caster::Props { is_cut_out },
            Caster::Movers { is_cut_out },
        ] {
            casters.require(context, caster)?;
        }
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
            near: None,
            empty: context.new_texture_from_rgba8(1, 1, &UNSHADOWED),
            maps: None,
            casters,
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

    /// The place of the near half for the shader: its middle in the far half's space, from 0 to 1, and its magnification.
    pub fn near(&self) -> [f32; 4] {
        match (self.near, &self.maps) {
            (
                Some(Near {
                    center,
                    magnification,
                }),
                Some(_),
            ) => {
                let [x, y] = center.map(|place| place * 0.5 + 0.5);
                [x, y, magnification, 0.0]
            }
            // Nothing is that far away.
            _ => [1e6, 1e6, 1.0, 0.0],
        }
    }

    /// Sets the projection of another level, whose shadows must then be rendered.
    pub fn set_projection(&mut self, projection: Mat4) {
        self.projection = projection;
        self.near = None;
    }

    /// Renders the `changed` parts of the level as seen from the sun, and new parts near `eye`.
    pub fn render(
        &mut self,
        context: &mut Gpu,
        buffers: &SceneBuffers,
        changed: ChangedGroups,
        eye: Vec3,
    ) {
        let wanted = Near::around(&self.projection, eye);
        let stays = match (&self.near, &wanted) {
            (Some(now), Some(wanted)) => now.may_stay_for(wanted, &self.projection),
            (now, wanted) => now.is_none() && wanted.is_none(),
        };
        if !stays {
            self.near = wanted;
        }
        let renewed = [
            changed.still,
            self.near.is_some() && (changed.still || !stays),
        ];
        if renewed.contains(&true) {
            let maps = self.maps.get_or_insert_with(|| Maps::new(context));
            maps.renew(context, buffers.moving_bounds().is_some(), renewed);
            let still = maps.still;
            for half in [FAR, NEAR].into_iter().filter(|half| renewed[*half]) {
                self.render_still(context, buffers, still, half);
            }
        }
        let halves = [true, self.near.is_some()];
        for half in [FAR, NEAR] {
            if halves[half] && (renewed[half] || changed.moving) {
                self.render_movers(context, buffers, half);
            }
        }
    }

    /// The matrix from the scene to a half.
    fn projection_of(&self, half: usize) -> Mat4 {
        match self.near.filter(|_| half == NEAR) {
            Some(near) => near.projection(&self.projection),
            None => self.projection,
        }
    }

    fn render_still(&mut self, context: &mut Gpu, buffers: &SceneBuffers, map: Map, half: usize) {
        let (side, left) = (SIZE as i32, half as i32 * SIZE as i32);
        context.begin_pass(Some(map.pass), PassAction::Nothing);
        context.apply_viewport(left, 0, side, side);
        context.apply_scissor_rect(left, 0, side, side);
        context.clear(Some((1.0, 1.0, 1.0, 1.0)), Some(1.0), None);
        for is_cut_out in [false, true] {
            self.draw_casters(context, buffers, (Caster::Chunks { is_cut_out }, half), &[]);
            self.draw_casters(context, buffers, (Caster::Props { is_cut_out }, half), &[]);
        }
        context.end_render_pass();
    }

    /// Copies the static things of a half to where movers are or were, and adds the movers.
    fn render_movers(&mut self, context: &mut Gpu, buffers: &SceneBuffers, half: usize) {
        let projection = self.projection_of(half);
        let Some((still, (all, before))) = self.maps.as_mut().and_then(|maps| {
            let still = maps.still;
            maps.all.as_mut().map(|all| (still, all))
        }) else {
            return;
        };
        let before = &mut before[half];
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
        let start = half as i32 * SIZE as i32;
        context.begin_pass(Some(all.pass), PassAction::Nothing);
        context.apply_scissor_rect(start + left, bottom, width, height);
        context.clear(None, Some(1.0), None);
        context.apply_pipeline(&self.copy.pipeline);
        let whole = &self.whole;
        let images = [still.texture];
        context.apply_bindings_from_slice(&whole.vertex_buffers, whole.index_buffer, &images);
        context.draw(0, 3, 1);
        context.apply_viewport(start, 0, SIZE as i32, SIZE as i32);
        for is_cut_out in [false, true] {
            let caster = Caster::Movers { is_cut_out };
            self.draw_casters(context, buffers, (caster, half), &images);
        }
        context.end_render_pass();
    }

    fn draw_casters(
        &mut self,
        context: &mut Gpu,
        buffers: &SceneBuffers,
        (caster, half): (Caster, usize),
        images: &[TextureId],
    ) {
        let projection = self.projection_of(half);
        let surfaces = caster.surfaces();
        let drawn = buffers.surfaces(caster.is_instanced());
        if !drawn.iter().any(|surface| surfaces.contains(surface)) {
            return;
        }
        let Some(program) = self.casters.get(context, caster) else {
            return;
        };
        context.apply_pipeline(&program.pipeline);
        context.apply_uniforms(UniformsSource::table(&projection.to_cols_array()));
        let frustum = Frustum::new(&projection);
        match caster {
            Caster::Chunks { .. } => buffers.draw_chunks(context, surfaces, &frustum, images),
            Caster::Props { .. } => {
                buffers.draw_groups(context, (Groups::Still, surfaces), &frustum, images);
            }
            Caster::Movers { .. } => {
                buffers.draw_groups(context, (Groups::Moving, surfaces), &frustum, images);
            }
        }
    }
}

impl Map {
    fn new(context: &mut Gpu, depth: TextureId) -> Self {
        let texture = texture(context, TextureFormat::RGBA8);
        Self {
            texture,
            pass: context.new_render_pass(texture, Some(depth)),
        }
    }
}

impl Maps {
    fn new(context: &mut Gpu) -> Self {
        let depth = texture(context, TextureFormat::Depth);
        Self {
            depth,
            still: Map::new(context, depth),
            all: None,
        }
    }

    /// Notes whether the level has movers, and which halves are `renewed`, because their movers are out of date.
    fn renew(&mut self, context: &mut Gpu, has_movers: bool, renewed: [bool; 2]) {
        if self.all.is_none() && has_movers {
            self.all = Some((Map::new(context, self.depth), [None; 2]));
        }
        if let Some((_, places)) = &mut self.all {
            for (place, _) in places
                .iter_mut()
                .zip(renewed)
                .filter(|(_, renewed)| *renewed)
            {
                *place = None;
            }
        }
    }
}

fn texture(context: &mut Gpu, format: TextureFormat) -> TextureId {
    context.new_render_texture(TextureParams {
        format,
        min_filter: FilterMode::Nearest,
        mag_filter: FilterMode::Nearest,
        width: 2 * SIZE,
        height: SIZE,
        ..TextureParams::default()
    })
}

/// The part of a half in which `bounds` lie, one pixel larger on all sides, as left, bottom, width and height;
/// pixels.
fn footprint(projection: &Mat4, bounds: &Bounds) -> [i32; 4] {
    let corners = bounds.corners();
    let seen = Bounds::around(corners.map(|corner| projection.transform_point3(corner)));
    let pixel = |place: f32| ((place * 0.5 + 0.5).clamp(0.0, 1.0) * SIZE as f32) as i32;
    let low = [seen.min.x, seen.min.y].map(|place| (pixel(place) - 1).max(0));
    let high = [seen.max.x, seen.max.y].map(|place| (pixel(place) + 2).min(SIZE as i32));
    [low[0], low[1], high[0] - low[0], high[1] - low[1]]
}

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
    use crate::draw::renderer::level::sun::{projection, seen_from_sun};

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
