//! Terrains: grey pictures of heights, as triangles.
//!
//! Each pixel is a corner, and two triangles span each square of four. Black is at the bottom of the terrain, white at its top. The
//! first row of the picture is the edge towards -Z, and its first column the one towards -X, so that the picture is the map of the
//! terrain as seen from above.

mod png;

use glam::{DVec3, Vec3};

use crate::geometry::PackedNormal;
use crate::geometry::float::clamp;
use crate::level::meshes::{Material, Mesh, MeshPart, bounds_of};

/// The name of the material of all terrains, for `[surfaces]`.
const MATERIAL: &str = "terrain";

/// The most corners: those of 4096 × 4096. Larger: the corners would be closer than what a player feels, in a world that takes 8 GB.
const MAX_SAMPLES: u64 = 1 << 24;

/// How much memory each number of a pixel takes while the picture is decoded, two bytes of it twice; and its height.
const CHANNEL_MEMORY: u64 = 4;
const HEIGHT_MEMORY: u64 = 4;

/// Grass where it is flat, rock where it is steep; linear red, green and blue.
const GRASS: [f64; 3] = [59.0, 81.0, 30.0];
const ROCK: [f64; 3] = [81.0, 67.0, 50.0];

/// The heights of the normal between which grass becomes rock: those of 44° and 32°.
const ROCK_TO_GRASS: [f64; 2] = [0.72, 0.85];

/// What a terrain takes, by the header of its picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TerrainCost {
    pub triangles: u64,
    /// Besides that of its triangles; bytes.
    pub memory: u64,
}

/// Why a picture is no terrain, for an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoTerrain {
    /// After the name of the file.
    pub message: String,
    pub help: &'static str,
}

/// What the picture `bytes` takes as a terrain. Nothing for what is no picture, which reading it reports.
pub(super) fn terrain_cost(bytes: &[u8]) -> TerrainCost {
    let Some(header) = png::header(bytes) else {
        return TerrainCost::default();
    };
    let (width, height) = (u64::from(header.columns), u64::from(header.rows));
    let samples = width.saturating_mul(height);
    let channels = header.channels().map_or(0, |(channels, _)| channels as u64);
    if samples > MAX_SAMPLES || channels == 0 {
        return TerrainCost::default();
    }
    TerrainCost {
        triangles: width.saturating_sub(1) * height.saturating_sub(1) * 2,
        memory: samples * (channels * CHANNEL_MEMORY + HEIGHT_MEMORY),
    }
}

/// The picture `bytes` as the mesh of a terrain of this `size` in metres, whose middle at the height of black is the origin.
///
/// # Errors
/// Why the picture is no terrain.
pub(super) fn read_terrain(bytes: &[u8], size: DVec3) -> Result<Mesh, NoTerrain> {
    let heights = Heights::decode(bytes, size)?;
    let part = heights.part();
    let material = Material {
        name: MATERIAL.to_owned(),
        color: [1.0; 4],
        texture: None,
        alpha_cutoff: None,
        double_sided: false,
    };
    let parts = vec![part];
    // There is at least one square.
    let bounds = bounds_of(&parts).ok_or_else(damaged)?;
    Ok(Mesh {
        parts,
        materials: vec![material],
        bounds,
    })
}

fn damaged() -> NoTerrain {
    NoTerrain {
        message: "is damaged or cut off".to_owned(),
        help: "save the picture again",
    }
}

fn refused(message: String, help: &'static str) -> NoTerrain {
    NoTerrain { message, help }
}

/// A picture as corners.
struct Heights {
    size: DVec3,
    columns: usize,
    rows: usize,
    /// Row by row, from 0 to 1.
    heights: Vec<f32>,
}

impl Heights {
    fn decode(bytes: &[u8], size: DVec3) -> Result<Self, NoTerrain> {
        const AS_GREY: &str = "save it as a grey picture without transparency: in GIMP, Image, Mode, Grayscale, and then export";
        let header = png::header(bytes).ok_or_else(|| {
            refused(
                "is no PNG".to_owned(),
                "export the heights as a grey PNG of 8 or 16 bits",
            )
        })?;
        let (columns, rows) = (header.columns as usize, header.rows as usize);
        let not_grey = |what| refused(format!("{what}, and heights are grey"), AS_GREY);
        let (channels, has_alpha) = header.channels().ok_or_else(|| not_grey("has colours"))?;
        if !matches!(header.bits, 8 | 16) {
            let message = format!("has {} bits a pixel, too few for heights", header.bits);
            return Err(refused(message, "save it with 8 or 16 bits, better 16"));
        }
        if header.is_interlaced {
            let message = "is interlaced".to_owned();
            return Err(refused(message, "save it without interlacing"));
        }
        if columns < 2 || rows < 2 {
            let message = format!("has {columns} × {rows} pixels, and each square needs four");
            return Err(refused(message, "make it at least 2 × 2 pixels large"));
        }
        if (columns as u64).saturating_mul(rows as u64) > MAX_SAMPLES {
            let message = format!("has {columns} × {rows} pixels, more than {MAX_SAMPLES}");
            return Err(refused(
                message,
                "make it smaller, such as 4096 × 4096 pixels, or cut it into several terrains",
            ));
        }
        let texels = png::pixels(bytes, header).ok_or_else(damaged)?;
        let size_of = usize::from(header.bits / 8);
        let numbers = texels.chunks_exact(size_of);
        // Paint programs save grey as equal red, green and blue.
        let is_alpha = |at: usize| has_alpha && at % channels == channels - 1;
        for (at, number) in numbers.clone().enumerate() {
            if is_alpha(at) && number.iter().any(|byte| *byte != 0xFF) {
                return Err(not_grey("has transparency"));
            }
            let grey = at - at % channels;
            if !is_alpha(at) && *number != texels[grey * size_of..(grey + 1) * size_of] {
                return Err(not_grey("has colours"));
            }
        }
        let heights = numbers.step_by(channels).map(|number| match *number {
            [high, low] => f32::from(u16::from_be_bytes([high, low])) / 65535.0,
            _ => f32::from(number[0]) / 255.0,
        });
        let heights = heights.collect();
        Ok(Self {
            size,
            columns,
            rows,
            heights,
        })
    }

    /// The triangles, row by row. A square is cut from its corner at -X and -Z to that at +X and +Z.
    fn part(&self) -> MeshPart {
        let Self { columns, rows, .. } = *self;
        let count = (columns - 1) * (rows - 1) * 2;
        let mut part = MeshPart {
            name: MATERIAL.to_owned(),
            material: Some(0),
            triangles: Vec::with_capacity(count),
            tex_coords: Vec::new(),
            normals: Vec::with_capacity(count),
            colors: Vec::with_capacity(count),
        };
        // Two rows of corners at a time, since all would take as much memory again.
        let mut above = self.row(0);
        for row in 1..rows {
            let below = self.row(row);
            for column in 1..columns {
                let square = [
                    &above[column - 1],
                    &below[column - 1],
                    &below[column],
                    &above[column],
                ];
                for corners in [[0, 1, 2], [0, 2, 3]] {
                    let corners = corners.map(|corner| square[corner]);
                    part.triangles.push(corners.map(|corner| corner.at));
                    part.normals.push(corners.map(|corner| corner.normal));
                    part.colors.push(corners.map(|corner| corner.color));
                }
            }
            above = below;
        }
        part
    }

    fn row(&self, row: usize) -> Vec<Corner> {
        (0..self.columns)
            .map(|column| self.corner(column, row))
            .collect()
    }

    fn corner(&self, column: usize, row: usize) -> Corner {
        let normal = self.normal(column, row);
        Corner {
            at: self.at(column, row).as_vec3(),
            normal: PackedNormal::new(normal),
            color: color_of(normal),
        }
    }

    fn at(&self, column: usize, row: usize) -> DVec3 {
        let share = |at: usize, count: usize| at as f64 / (count - 1) as f64;
        let height = self.heights[row * self.columns + column];
        let unit = DVec3::new(
            share(column, self.columns) - 0.5,
            f64::from(height),
            share(row, self.rows) - 0.5,
        );
        unit * self.size
    }

    /// The normal of the surface through the neighbours.
    fn normal(&self, column: usize, row: usize) -> DVec3 {
        let (last_column, last_row) = (self.columns - 1, self.rows - 1);
        let along_x =
            self.at((column + 1).min(last_column), row) - self.at(column.saturating_sub(1), row);
        let along_z =
            self.at(column, (row + 1).min(last_row)) - self.at(column, row.saturating_sub(1));
        along_z.cross(along_x).try_normalize().unwrap_or(DVec3::Y)
    }
}

/// A corner of a terrain.
struct Corner {
    at: Vec3,
    normal: PackedNormal,
    color: [u8; 4],
}

/// The colour of ground with this unit `normal`.
fn color_of(normal: DVec3) -> [u8; 4] {
    let [rock, grass] = ROCK_TO_GRASS;
    let share = clamp((normal.y - rock) / (grass - rock), 0.0, 1.0);
    let channel = |at: usize| (ROCK[at] + (GRASS[at] - ROCK[at]) * share).round() as u8;
    [channel(0), channel(1), channel(2), 255]
}

#[cfg(test)]
mod tests;
