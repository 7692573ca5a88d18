//! The ambient occlusion of a level on the GPU: baked in the background once the level has been still for a moment,
//! uploaded a little in each frame, then faded in.
//!
//! Things that stand still darken everything, such as meshes, signs and props. Things that move are darkened, but
//! darken nothing. A level that is loaded again, or whose props are moved, keeps its ambient occlusion until the new
//! one has come.

use macroquad::math::Vec3;
use macroquad::miniquad::{
    TextureAccess, TextureFormat, TextureId, TextureParams, TextureSource, UniformType,
};

use sidle::glam::DVec3;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::ambient::occluders::Occluders;
use crate::draw::renderer::ambient::occlusion_grid::{
    GridLayout, NORMAL_OFFSET, OPEN, OcclusionGrid,
};
use crate::draw::renderer::ambient::occlusion_job::{OcclusionJob, Progress};
use crate::draw::renderer::level::instances::Models;
use crate::draw::renderer::target::program::Gpu;
use crate::platform::Instant;

/// How long the level must be still before its ambient occlusion is baked; seconds. Smaller: every step of an edit begins
/// it anew, and it competes with the first frames; larger: the darkness of a prop stays behind for longer.
const STILL: f32 = 0.5;

/// How many texels are uploaded in a frame. Smaller: it takes more frames; larger: a frame waits longer.
const SLICE: usize = 1 << 17;

/// How long it takes until the ambient occlusion has its full strength; seconds.
const FADE: f32 = 0.5;

/// The ambient occlusion on the GPU.
pub struct Occlusion {
    /// Whether the player wants ambient occlusion.
    pub is_on: bool,
    /// A grid that is open everywhere, for levels without one.
    open: TextureId,
    occluders: Occluders,
    /// The scene's origin; metres.
    origin: DVec3,
    /// When the level last changed, until it is baked as it is now.
    changed: Option<Instant>,
    job: Option<OcclusionJob>,
    uploading: Option<Upload>,
    shown: Option<GridTexture>,
}

/// The upload of a grid, and how many rows of texels are done.
struct Upload {
    target: GridTexture,
    texels: Vec<[u8; 4]>,
    rows: u32,
}

/// A grid on the GPU.
struct GridTexture {
    texture: TextureId,
    layout: GridLayout,
    /// The scene's origin when it was baked; metres.
    origin: DVec3,
    /// Since when it fades in. `None` means at full strength.
    fades_since: Option<Instant>,
}

/// The uniforms, in the order of their declaration.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct OcclusionUniforms {
    /// The lowest corner of the grid, and the number of cells of a metre.
    grid_corner: [f32; 4],
    /// The number of cells on each axis, and that of slices in a row of the texture.
    grid_counts: [f32; 4],
    /// The size of a texel, the strength, and how far a surface is from the place where it takes its openness, in cells.
    grid_texel: [f32; 4],
}

impl OcclusionUniforms {
    pub const LAYOUT: [(&'static str, UniformType); 3] = [
        ("grid_corner", UniformType::Float4),
        ("grid_counts", UniformType::Float4),
        ("grid_texel", UniformType::Float4),
    ];

    /// Everything is open.
    pub const NONE: Self = Self {
        grid_corner: [0.0, 0.0, 0.0, 1.0],
        grid_counts: [1.0; 4],
        grid_texel: [1.0, 1.0, 0.0, 0.0],
    };
}

impl Occlusion {
    pub fn new(context: &mut Gpu) -> Self {
        Self {
            is_on: true,
            open: context.new_texture_from_rgba8(1, 1, &OPEN),
            occluders: Occluders::default(),
            origin: DVec3::ZERO,
            changed: None,
            job: None,
            uploading: None,
            shown: None,
        }
    }

    /// Replaces the level. If it is the same one, loaded again, it keeps its ambient occlusion for a while.
    pub fn set_level(
        &mut self,
        context: &mut Gpu,
        (occluders, origin): (Occluders, DVec3),
        is_same: bool,
    ) {
        (self.occluders, self.origin) = (occluders, origin);
        if !is_same && let Some(shown) = self.shown.take() {
            context.delete_texture(shown.texture);
        }
        self.note_change(context);
    }

    /// Notes that something that stands still has changed. An unfinished bake of the level before is given up.
    pub fn note_change(&mut self, context: &mut Gpu) {
        self.changed = Some(Instant::now());
        self.job = None;
        if let Some(upload) = self.uploading.take() {
            context.delete_texture(upload.target.texture);
        }
    }

    /// Leaves the processors to the level that is being loaded. The bake follows later, if no level comes.
    pub fn postpone(&mut self) {
        if self.job.take().is_some() || self.changed.is_some() {
            self.changed = Some(Instant::now());
        }
    }

    /// Whether the next frames change the picture by themselves.
    pub fn is_busy(&self) -> bool {
        let fades = |shown: &GridTexture| shown.fades_since.is_some();
        let works = self.changed.is_some() || self.job.is_some() || self.uploading.is_some();
        self.is_on && (works || self.shown.as_ref().is_some_and(fades))
    }

    /// Begins to bake the level once it is still, with its `models` as they are now; takes the grid, and uploads a part of it.
    pub fn advance(&mut self, context: &mut Gpu, models: &Models) {
        if !self.is_on {
            return;
        }
        if self
            .changed
            .take_if(|since| since.elapsed().as_secs_f32() > STILL)
            .is_some()
        {
            self.begin(context, models);
        }
        if let Some(job) = &mut self.job
            && let Progress::Ended(grid) = job.poll()
        {
            self.job = None;
            self.take(context, grid);
        }
        self.upload_slice(context);
        if let Some(shown) = &mut self.shown {
            shown
                .fades_since
                .take_if(|since| since.elapsed().as_secs_f32() > FADE);
        }
    }

    /// Waits for the grid, and shows it at full strength.
    pub fn finish(&mut self, context: &mut Gpu, models: &Models) {
        if !self.is_on {
            return;
        }
        if self.changed.take().is_some() {
            self.begin(context, models);
        }
        if let Some(job) = self.job.take() {
            self.take(context, job.wait());
        }
        while self.uploading.is_some() {
            self.upload_slice(context);
        }
        if let Some(shown) = &mut self.shown {
            shown.fades_since = None;
        }
    }

    fn begin(&mut self, context: &mut Gpu, models: &Models) {
        let triangles = self.occluders.triangles(models);
        self.job = triangles.and_then(OcclusionJob::begin);
        if self.job.is_none() {
            self.take(context, None);
        }
    }

    /// Begins to upload a baked grid. Without one, the level has no ambient occlusion.
    fn take(&mut self, context: &mut Gpu, grid: Option<OcclusionGrid>) {
        if let Some(OcclusionGrid { layout, texels }) = grid {
            self.uploading = Some(Upload {
                target: GridTexture::new(context, layout, self.origin),
                texels,
                rows: 0,
            });
        } else if let Some(shown) = self.shown.take() {
            context.delete_texture(shown.texture);
        }
    }

    /// Uploads some rows. After the last ones, shows the grid in place of the one before.
    fn upload_slice(&mut self, context: &mut Gpu) {
        let Some(upload) = &mut self.uploading else {
            return;
        };
        let target = &upload.target;
        let [width, height] = target.layout.texture_size();
        let max_rows = (SLICE / width as usize).max(1) as u32;
        let rows = max_rows.min(height - upload.rows);
        let start = (upload.rows * width) as usize;
        let texels = &upload.texels[start..start + (rows * width) as usize];
        let [top, across, down] = [upload.rows, width, rows].map(|number| number as i32);
        context.texture_update_part(target.texture, 0, top, across, down, texels.as_flattened());
        upload.rows += rows;
        if upload.rows < height {
            return;
        }
        let Some(Upload { mut target, .. }) = self.uploading.take() else {
            return;
        };
        target.fades_since = match self.shown.take() {
            Some(before) => {
                context.delete_texture(before.texture);
                before.fades_since
            }
            None => Some(Instant::now()),
        };
        self.shown = Some(target);
    }

    pub fn texture(&self) -> TextureId {
        self.shown.as_ref().map_or(self.open, |shown| shown.texture)
    }

    pub fn uniforms(&self) -> OcclusionUniforms {
        let Some(shown) = self.shown.as_ref().filter(|_| self.is_on) else {
            return OcclusionUniforms::NONE;
        };
        let fading = shown.fades_since;
        let strength = fading.map_or(1.0, |since| since.elapsed().as_secs_f32() / FADE);
        let GridLayout {
            corner,
            cell,
            counts,
            columns,
        } = shown.layout;
        let Vec3 { x, y, z } = corner + to_render_vec3(shown.origin - self.origin);
        let [across, high, along] = counts.map(|count| count as f32);
        let [width, height] = shown.layout.texture_size().map(|side| side as f32);
        OcclusionUniforms {
            grid_corner: [x, y, z, 1.0 / cell],
            grid_counts: [across, high, along, columns as f32],
            grid_texel: [1.0 / width, 1.0 / height, strength.min(1.0), NORMAL_OFFSET],
        }
    }
}

impl GridTexture {
    /// Reserves memory for a grid.
    fn new(context: &mut Gpu, layout: GridLayout, origin: DVec3) -> Self {
        let [width, height] = layout.texture_size();
        let texture = context.new_texture(
            TextureAccess::Static,
            TextureSource::Empty,
            TextureParams {
                format: TextureFormat::RGBA8,
                width,
                height,
                ..TextureParams::default()
            },
        );
        Self {
            texture,
            layout,
            origin,
            fades_since: None,
        }
    }
}

/// GLSL: the share of ambient light that reaches the surface with this `normal`.
pub const OCCLUSION_GLSL: &str = r"
// The openness at a place of a slice of the grid.
vec4 grid_slice(vec2 place, float number) {
    float row = floor((number + 0.5) / grid_counts.w);
    vec2 first = vec2(number - row * grid_counts.w, row) * grid_counts.xz;
    return texture2D(occlusion_grid, (first + place) * grid_texel.xy);
}

// Linear between the eight cells around a place in front of the surface.
float openness(vec3 normal) {
    if (grid_texel.z == 0.0) {
        return 1.0;
    }
    vec3 place = (eye.xyz + ray - grid_corner.xyz) * grid_corner.w + normal * grid_texel.w;
    place = clamp(place, vec3(0.5), grid_counts.xyz - 0.5);
    float low = min(floor(place.y - 0.5), grid_counts.y - 2.0);
    vec4 open = mix(grid_slice(place.xz, low), grid_slice(place.xz, low + 1.0), place.y - 0.5 - low);
    float share = open.a + dot(open.rgb - 128.0 / 255.0, normal);
    // Surfaces that hide the sky return a part of the light.
    return mix(1.0, mix(0.2, 1.0, clamp(share, 0.0, 1.0)), grid_texel.z);
}
";
