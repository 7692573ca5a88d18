//! The ambient occlusion of a level: baked on a thread after the level is shown, uploaded a little in each frame, then faded
//! in. A page has no such thread, and no ambient occlusion.
//!
//! What stands still darkens everything: meshes, signs and props where the level has them. What moves is darkened, but
//! darkens nothing, and a prop that is moved leaves its darkness behind until the level is loaded again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use macroquad::math::Vec3;
use macroquad::miniquad::{
    FilterMode, MipmapFilterMode, RenderingBackend, TextureAccess, TextureFormat, TextureId,
    TextureKind, TextureParams, TextureSource, TextureWrap, UniformType,
};

use crate::draw::renderer::occlusion_bake::bake;
use crate::draw::renderer::occlusion_grid::{GridLayout, NORMAL_OFFSET, OPEN, OcclusionGrid};
use crate::platform;
use crate::platform::Instant;

/// How many texels are uploaded in a frame. Smaller: it takes more frames; larger: a frame waits longer.
const SLICE: usize = 1 << 17;

/// How long it takes until the ambient occlusion has its full strength; seconds.
const FADE: f32 = 0.5;

/// The ambient occlusion on the GPU.
pub struct Occlusion {
    /// Everywhere open.
    open: TextureId,
    baking: Option<Baking>,
    shown: Option<GridTexture>,
}

/// A thread that fills a grid.
struct Baking {
    is_cancelled: Arc<AtomicBool>,
    receiver: Receiver<Option<OcclusionGrid>>,
}

impl Drop for Baking {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

/// A grid on the GPU.
struct GridTexture {
    texture: TextureId,
    grid: OcclusionGrid,
    arrival: Arrival,
}

/// How far a grid has come.
#[derive(Clone, Copy)]
enum Arrival {
    /// So many rows of texels are uploaded.
    Uploading(u32),
    /// Complete since then.
    FadingIn(Instant),
    /// At full strength.
    Shown,
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
}

impl Occlusion {
    pub fn new(context: &mut dyn RenderingBackend) -> Self {
        Self {
            open: context.new_texture_from_rgba8(1, 1, &OPEN),
            baking: None,
            shown: None,
        }
    }

    /// Drops the ambient occlusion of the level before, and starts that of the still triangles of another one.
    pub fn start(&mut self, context: &mut dyn RenderingBackend, triangles: Vec<[Vec3; 3]>) {
        if let Some(shown) = self.shown.take() {
            context.delete_texture(shown.texture);
        }
        // The thread of the level before stops.
        self.baking = None;
        if triangles.is_empty() {
            return;
        }
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let flag = is_cancelled.clone();
        let bake = move || bake(&triangles, || flag.load(Ordering::Relaxed));
        self.baking = Some(Baking {
            is_cancelled,
            receiver: platform::spawn(bake),
        });
    }

    /// Waits for the grid that is baked, and shows it at full strength.
    pub fn finish(&mut self, context: &mut dyn RenderingBackend) {
        if let Some(baking) = self.baking.take() {
            let grid = baking.receiver.recv().ok().flatten();
            self.shown = grid.map(|grid| GridTexture::new(context, grid));
        }
        if let Some(shown) = &mut self.shown {
            while shown.upload_slice(context) {}
            shown.arrival = Arrival::Shown;
        }
    }

    /// Takes a baked grid, and uploads a part of it.
    pub fn advance(&mut self, context: &mut dyn RenderingBackend) {
        if let Some(baking) = &self.baking
            && let Ok(grid) = baking.receiver.try_recv()
        {
            self.baking = None;
            self.shown = grid.map(|grid| GridTexture::new(context, grid));
        }
        if let Some(shown) = &mut self.shown {
            shown.upload_slice(context);
            shown.arrival = match shown.arrival {
                Arrival::FadingIn(since) if since.elapsed().as_secs_f32() > FADE => Arrival::Shown,
                other => other,
            };
        }
    }

    pub fn texture(&self) -> TextureId {
        self.shown.as_ref().map_or(self.open, |shown| shown.texture)
    }

    pub fn uniforms(&self) -> OcclusionUniforms {
        let strength = |shown: &GridTexture| match shown.arrival {
            Arrival::Uploading(_) => None,
            Arrival::FadingIn(since) => Some((since.elapsed().as_secs_f32() / FADE).min(1.0)),
            Arrival::Shown => Some(1.0),
        };
        let shown = self.shown.as_ref();
        let Some((shown, strength)) = shown.and_then(|shown| Some((shown, strength(shown)?)))
        else {
            return OcclusionUniforms {
                grid_corner: [0.0, 0.0, 0.0, 1.0],
                grid_counts: [1.0; 4],
                grid_texel: [1.0, 1.0, 0.0, 0.0],
            };
        };
        let GridLayout {
            corner,
            cell,
            counts,
            columns,
        } = shown.grid.layout;
        let [across, high, along] = counts.map(|count| count as f32);
        let [width, height] = shown.grid.layout.texture_size();
        OcclusionUniforms {
            grid_corner: [corner.x, corner.y, corner.z, 1.0 / cell],
            grid_counts: [across, high, along, columns as f32],
            grid_texel: [
                1.0 / width as f32,
                1.0 / height as f32,
                strength,
                NORMAL_OFFSET,
            ],
        }
    }
}

impl GridTexture {
    /// Reserves memory for `grid`.
    fn new(context: &mut dyn RenderingBackend, grid: OcclusionGrid) -> Self {
        let [width, height] = grid.layout.texture_size();
        let texture = context.new_texture(
            TextureAccess::Static,
            TextureSource::Empty,
            TextureParams {
                kind: TextureKind::Texture2D,
                format: TextureFormat::RGBA8,
                wrap: TextureWrap::Clamp,
                min_filter: FilterMode::Linear,
                mag_filter: FilterMode::Linear,
                mipmap_filter: MipmapFilterMode::None,
                width,
                height,
                allocate_mipmaps: false,
                sample_count: 1,
            },
        );
        Self {
            texture,
            grid,
            arrival: Arrival::Uploading(0),
        }
    }

    /// Uploads some rows. Returns whether there were any left.
    fn upload_slice(&mut self, context: &mut dyn RenderingBackend) -> bool {
        let Arrival::Uploading(row) = self.arrival else {
            return false;
        };
        let [width, height] = self.grid.layout.texture_size();
        let most = (SLICE / width as usize).max(1) as u32;
        let rows = most.min(height - row);
        let start = row as usize * width as usize;
        let texels = &self.grid.texels[start..start + (rows * width) as usize];
        let bytes = texels.as_flattened();
        let slice = [row, width, rows].map(|number| number as i32);
        context.texture_update_part(self.texture, 0, slice[0], slice[1], slice[2], bytes);
        self.arrival = Arrival::Uploading(row + rows);
        if row + rows == height {
            self.arrival = Arrival::FadingIn(Instant::now());
            self.grid.texels = Vec::new();
        }
        true
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
    return mix(1.0, clamp(share, 0.0, 1.0), grid_texel.z);
}
";
