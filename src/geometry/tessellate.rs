//! Shapes as triangles: height fields, convex hulls and cylinders for a [`World`](crate::world::World).
//!
//! A world has triangles and boxes, since its queries are exact against these. Each function here checks its input and
//! makes the triangles of one shape, closed and counter-clockwise from outside, in the place that its input says.
//! [`World::new`](crate::world::World::new) takes them as they are, and
//! [`World::add_mesh`](crate::world::World::add_mesh) with a pose. Triangles stop a body from both sides, and there is
//! nothing between them. A body that starts inside a hull touches only what it reaches.
//!
//! | shape | function | how exact |
//! |---|---|---|
//! | a grid of heights | [`height_field()`] | exact at each height, flat triangles between them |
//! | the smallest convex solid around points | [`convex_hull()`] | exact |
//! | an upright cylinder | [`cylinder()`] | a prism, as far from the cylinder as [`cylinder_error`] says |

mod convex_hull;
mod cylinder;
mod height_field;

use core::fmt;

pub use convex_hull::convex_hull;
#[cfg(feature = "level")]
pub(crate) use convex_hull::{HullError, hull_faces};
pub use cylinder::{CylinderFit, MAX_SIDES, cylinder, cylinder_error};
pub use height_field::{Diagonal, MAX_TRIANGLES, height_field};

/// Why a shape has no triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TessellationError {
    /// The height or point with this index is not finite.
    NotFinite {
        /// The index in the list.
        index: usize,
    },
    /// A place is not finite, or a size is not finite and positive.
    BadSize,
    /// The heights do not fill rows of the same length, or there are fewer than two rows or columns.
    NoGrid {
        /// How many heights there are.
        heights: usize,
        /// How many there should be in each row.
        columns: usize,
    },
    /// A cylinder has no such number of sides.
    BadSides {
        /// The number.
        sides: u32,
    },
    /// The points lie in a plane, or so nearly that only rounding keeps them apart.
    Flat,
    /// The shape has too many triangles, or takes too long.
    TooLarge,
    /// This triangle has no area in `f32`, where the shape lies.
    NoArea {
        /// Its index among those of the shape.
        triangle: usize,
    },
}

impl fmt::Display for TessellationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { index } => {
                write!(
                    formatter,
                    "number {index} of the list is not finite: leave it out, or replace it"
                )
            }
            Self::BadSize => write!(
                formatter,
                "a place or a size is out of range: every number must be finite, and every size positive"
            ),
            Self::NoGrid { heights, columns } => write!(
                formatter,
                "{heights} heights are no grid with {columns} columns: give whole rows, at least two of two heights each"
            ),
            Self::BadSides { sides } => {
                write!(
                    formatter,
                    "a cylinder of {sides} sides is not possible: take 3 to {MAX_SIDES}"
                )
            }
            Self::Flat => write!(
                formatter,
                "all points lie in a plane: a hull needs a volume"
            ),
            Self::TooLarge => write!(
                formatter,
                "the shape has too many triangles: divide it into parts"
            ),
            Self::NoArea { triangle } => write!(
                formatter,
                "triangle {triangle} has no area: it is too thin, or too far from zero for its size; \
                 make it there, and place it with `World::add_mesh`"
            ),
        }
    }
}

impl core::error::Error for TessellationError {}

#[cfg(test)]
mod tests;
