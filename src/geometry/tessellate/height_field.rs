//! A grid of heights as triangles.

use glam::{DVec3, Vec3};

use super::TessellationError;
use crate::geometry::Triangle;

/// As many triangles a height field has at most, those of 4097 by 4097 heights, which take 1.2 GB.
pub const MAX_TRIANGLES: usize = 1 << 25;

/// Which corners of each cell the edge between its two triangles joins. An engine that draws the field has chosen one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Diagonal {
    /// The first corner, at the smallest X and Z, and the last.
    #[default]
    Main,
    /// The other two.
    Anti,
}

/// The triangles of a grid of `heights`, row after row, with this number of `columns`.
///
/// # Arguments
/// - `heights` in metres above `origin`, where the first of them stands. Columns follow each other along X, and rows
///   along Z, by `spacing`, metres between two columns, and between two rows.
/// - Cell by cell, row after row, two triangles each, which face up. Cells share their corners to the bit, so the field has no
///   gaps inside. Neither have two fields that share a border, if `origin` of the second is
///   `origin + (columns - 1) * spacing` of the first along their row or column.
/// # Errors
/// [`NoGrid`](TessellationError::NoGrid), [`NotFinite`](TessellationError::NotFinite) for a height,
/// [`BadSize`](TessellationError::BadSize) for `origin` and `spacing`, [`TooLarge`](TessellationError::TooLarge) beyond
/// [`MAX_TRIANGLES`], and [`NoArea`](TessellationError::NoArea) far from zero, where `f32` is too coarse for the spacing.
/// # Example
/// ```
/// use sidle::geometry::tessellate::{Diagonal, height_field};
/// use sidle::{geometry::Sphere, glam::DVec3, world::World};
/// let ridge = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]; // three rows of two
/// let triangles = height_field(&ridge, 2, DVec3::ZERO, [4.0, 2.0], Diagonal::Main)?;
/// assert_eq!(triangles.len(), 4);
/// let world = World::new(triangles, vec![]);
/// let ball = Sphere::new(DVec3::new(2.0, 9.0, 2.0), 0.5).unwrap();
/// let (_, hit) = world.sweep_sphere(&ball, DVec3::NEG_Y * 9.0).unwrap();
/// assert!((hit.fraction * 9.0 - 7.5).abs() < 1e-9); // the ridge is 1 m high
/// # Ok::<(), sidle::geometry::tessellate::TessellationError>(())
/// ```
pub fn height_field(
    heights: &[f32],
    columns: usize,
    origin: DVec3,
    spacing: [f64; 2],
    diagonal: Diagonal,
) -> Result<Vec<Triangle>, TessellationError> {
    let is_grid =
        columns >= 2 && heights.len().is_multiple_of(columns) && heights.len() / columns >= 2;
    if !is_grid {
        return Err(TessellationError::NoGrid {
            heights: heights.len(),
            columns,
        });
    }
    let sizes_fit = spacing.iter().all(|size| size.is_finite() && *size > 0.0);
    if !origin.is_finite() || !sizes_fit {
        return Err(TessellationError::BadSize);
    }
    let rows = heights.len() / columns;
    let count = 2 * (rows - 1) * (columns - 1);
    if count > MAX_TRIANGLES {
        return Err(TessellationError::TooLarge);
    }
    if let Some(index) = heights.iter().position(|height| !height.is_finite()) {
        return Err(TessellationError::NotFinite { index });
    }
    let corner = |row: usize, column: usize| -> Vec3 {
        let height = f64::from(heights[row * columns + column]);
        let place = DVec3::new(column as f64 * spacing[0], height, row as f64 * spacing[1]);
        (origin + place).as_vec3()
    };
    let mut triangles = Vec::with_capacity(count);
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let (first, right) = (corner(row, column), corner(row, column + 1));
            let (below, last) = (corner(row + 1, column), corner(row + 1, column + 1));
            let both = match diagonal {
                Diagonal::Main => [[first, below, last], [first, last, right]],
                Diagonal::Anti => [[first, below, right], [right, below, last]],
            };
            for corners in both {
                let triangle = triangles.len();
                let made = Triangle::new(corners).ok_or(TessellationError::NoArea { triangle })?;
                triangles.push(made);
            }
        }
    }
    Ok(triangles)
}
