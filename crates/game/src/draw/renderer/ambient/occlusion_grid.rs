//! How open the room around each place of a level is: a grid of cells, as a texture that the scene's shader samples.
//!
//! A cell holds the mean openness of all directions, and the mean of openness times direction. Of these four numbers
//! the shader makes the share of ambient light that reaches a surface of any normal, `mean + 2 * dot(directed,
//! normal)`. This is exact in the open, on a floor, and in a corner of two or three walls.
//!
//! Source: P.-P. Sloan et al., "Precomputed Radiance Transfer for Real-Time Rendering", 2002: spherical harmonics of the
//! first two bands, convolved with the cosine.

use macroquad::math::Vec3;

use sidle::geometry::packing::Packed;

use crate::draw::renderer::level::bounds::Bounds;

/// The least length of a cell; metres. Smaller: sharper corners, and more memory and time; larger: a thin wall lets the
/// darkness of a room through.
pub const MIN_CELL: f32 = 0.25;

/// The greatest length of a cell; metres. Larger levels have no grid. Smaller: fewer levels have one; larger: the darkness
/// of a room is seen in front of its outer walls.
const MAX_CELL: f32 = 1.0;

/// The most cells of a grid, 4 bytes each. Smaller: larger levels have coarser cells; larger: more memory of the GPU.
const MAX_CELLS: f32 = 4e6;

/// The longest side of the texture, because every WebGL 2 has this. Smaller: long levels have coarser cells.
const MAX_SIDE: u32 = 2048;

/// How far a surface is from the place where it takes its openness, in cells. Smaller: cells behind the surface count;
/// larger: corners become brighter.
pub const NORMAL_OFFSET: f32 = 0.75;

/// The cells around a level, so that the surfaces at its edge have neighbours in the open.
const PADDING: f32 = 2.0;

/// The bytes of a cell in the open, with no direction, and fully open.
pub const OPEN: [u8; 4] = [128, 128, 128, 255];

/// Where the cells of a grid are, in the scene and in its texture. Slices of one height lie side by side in the texture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridLayout {
    /// The lowest corner of the first cell; metres.
    pub corner: Vec3,
    /// The length of a cell; metres.
    pub cell: f32,
    /// The number of cells on each axis; at least 2.
    pub counts: [u32; 3],
    /// The number of slices in a row of the texture.
    pub columns: u32,
}

impl GridLayout {
    /// The grid with the smallest cells around `bounds`. `None` if there is nothing, or too much.
    pub fn around(bounds: &Bounds) -> Option<Self> {
        let size = bounds.max - bounds.min;
        if !size.is_finite() || size.min_element() < 0.0 {
            return None;
        }
        let mut cell = MIN_CELL;
        while cell <= MAX_CELL {
            if let Some(layout) = Self::with_cell(bounds, cell) {
                return Some(layout);
            }
            cell *= 1.1;
        }
        None
    }

    /// The grid with cells of this length around `bounds`. `None` if they are too many.
    fn with_cell(bounds: &Bounds, cell: f32) -> Option<Self> {
        let counts = ((bounds.max - bounds.min) / cell + 2.0 * PADDING).ceil();
        let counts = counts.to_array();
        if counts.iter().product::<f32>() > MAX_CELLS {
            return None;
        }
        let counts = counts.map(|count| count as u32);
        let [across, high, along] = counts;
        // About a square.
        let area = (across * along * high) as f32;
        let columns = (area.sqrt() / across as f32).round() as u32;
        let layout = Self {
            corner: bounds.min - cell * PADDING,
            cell,
            counts,
            columns: columns.clamp(1, high),
        };
        let fits = |side: &u32| *side <= MAX_SIDE;
        layout.texture_size().iter().all(fits).then_some(layout)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.counts.iter().map(|count| *count as usize).product()
    }

    /// Width and height of the texture.
    pub fn texture_size(&self) -> [u32; 2] {
        let [across, high, along] = self.counts;
        [across * self.columns, along * high.div_ceil(self.columns)]
    }

    /// The number of texels, a few more than cells.
    pub fn texel_count(&self) -> usize {
        let sides = self.texture_size().map(|side| side as usize);
        sides.iter().product()
    }

    /// The number of a cell.
    pub fn number(&self, [x, y, z]: [u32; 3]) -> usize {
        let [across, _, along] = self.counts.map(|count| count as usize);
        (y as usize * along + z as usize) * across + x as usize
    }

    /// The cell of a number.
    pub fn place(&self, number: usize) -> [u32; 3] {
        let [across, _, along] = self.counts.map(|count| count as usize);
        let rows = number / across;
        [number % across, rows / along, rows % along].map(|part| part as u32)
    }

    /// The middle of a cell; metres.
    pub fn center(&self, [x, y, z]: [u32; 3]) -> Vec3 {
        self.corner + (Vec3::new(x as f32, y as f32, z as f32) + 0.5) * self.cell
    }

    /// The texel of a cell. Slices of one height lie side by side.
    pub fn texel(&self, [x, y, z]: [u32; 3]) -> usize {
        let [across, _, along] = self.counts;
        let [width, _] = self.texture_size();
        let (column, row) = (y % self.columns, y / self.columns);
        ((row * along + z) * width + column * across + x) as usize
    }
}

impl Packed for GridLayout {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let Self {
            corner,
            cell,
            counts,
            columns,
        } = self;
        corner.to_array().pack(bytes);
        cell.pack(bytes);
        counts.pack(bytes);
        columns.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            corner: Vec3::from_array(Packed::unpack(bytes)?),
            cell: Packed::unpack(bytes)?,
            counts: Packed::unpack(bytes)?,
            columns: Packed::unpack(bytes)?,
        })
    }
}

/// A filled grid.
#[derive(Clone, Debug, PartialEq)]
pub struct OcclusionGrid {
    pub layout: GridLayout,
    /// The texels of its texture.
    pub texels: Vec<[u8; 4]>,
}

/// The view of a cell, as the mean openness of all directions, and the mean of openness times direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Openness {
    pub mean: f32,
    pub directed: Vec3,
}

impl Openness {
    /// The four bytes of a cell.
    pub fn to_bytes(self) -> [u8; 4] {
        // A component of the direction is at most 1/4: that of a half space.
        let component = |part: f32| (128.0 + part * 510.0).round().clamp(0.0, 255.0) as u8;
        let [x, y, z] = self.directed.to_array().map(component);
        [x, y, z, (self.mean * 255.0).round().clamp(0.0, 255.0) as u8]
    }
}

#[cfg(test)]
mod tests;
