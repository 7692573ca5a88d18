//! An upright cylinder as a prism.

use glam::{DVec3, Vec3};

use super::TessellationError;
use crate::geometry::Triangle;
use crate::geometry::angle::{cos_deg, sin_cos_deg};

/// As many sides a cylinder has at most. The prism is then within 5 millionths of the radius.
pub const MAX_SIDES: u32 = 1024;

/// On which side of the cylinder's surface the prism is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CylinderFit {
    /// The prism's edges are on the surface, and its faces inside, so a body comes nearer than the cylinder would let
    /// it.
    #[default]
    Inside,
    /// The prism's faces touch the surface, and its edges are outside, so no body comes nearer than the surface.
    Outside,
}

/// How far the surface of a prism with this number of `sides` is from that of its cylinder at most; metres. It is inside or outside, as
/// `fit` says. For less than three sides it is infinite.
///
/// # Example
/// ```
/// use sidle::geometry::tessellate::{CylinderFit, cylinder_error};
/// let error = |sides| cylinder_error(1.0, sides, CylinderFit::Inside);
/// assert!((error(3) - 0.5).abs() < 1e-12); // an equilateral triangle in a circle
/// assert!((0.0191..0.0193).contains(&error(16)) && error(1024) < 5e-6);
/// ```
#[must_use]
pub fn cylinder_error(radius: f64, sides: u32, fit: CylinderFit) -> f64 {
    if sides < 3 {
        return f64::INFINITY;
    }
    let cosine = cos_deg(180.0 / f64::from(sides));
    match fit {
        CylinderFit::Inside => radius * (1.0 - cosine),
        CylinderFit::Outside => radius * (1.0 / cosine - 1.0),
    }
}

/// The triangles of an upright prism in the place of a cylinder around `center`.
///
/// # Arguments
/// - `radius` and `half_height` of the cylinder; metres. An edge of the prism is at +X of its axis.
/// - [`cylinder_error`] says how far the prism of this number of `sides` is from the cylinder; top and bottom are exact.
/// # Errors
/// [`BadSides`](TessellationError::BadSides) unless there are 3 to [`MAX_SIDES`], [`BadSize`](TessellationError::BadSize) for
/// the other numbers, and [`NoArea`](TessellationError::NoArea) if `f32` is too coarse for the sides, or they are too narrow.
/// # Example
/// ```
/// use sidle::geometry::tessellate::{CylinderFit, cylinder};
/// use sidle::{geometry::Sphere, glam::DVec3, world::World};
/// let column = cylinder(DVec3::ZERO, 1.0, 2.0, 16, CylinderFit::Inside)?;
/// assert_eq!(column.len(), 60); // 16 sides of two, top and bottom of 14 each
/// let world = World::new(column, vec![]);
/// let ball = Sphere::new(DVec3::X * 5.0, 0.5).unwrap();
/// let (_, hit) = world.sweep_sphere(&ball, DVec3::NEG_X * 5.0).unwrap();
/// assert!((hit.fraction * 5.0 - 3.5).abs() < 1e-6); // at the edge at +X
/// # Ok::<(), sidle::geometry::tessellate::TessellationError>(())
/// ```
pub fn cylinder(
    center: DVec3,
    radius: f64,
    half_height: f64,
    sides: u32,
    fit: CylinderFit,
) -> Result<Vec<Triangle>, TessellationError> {
    if !(3..=MAX_SIDES).contains(&sides) {
        return Err(TessellationError::BadSides { sides });
    }
    let sizes_fit = [radius, half_height]
        .iter()
        .all(|size| size.is_finite() && *size > 0.0);
    if !center.is_finite() || !sizes_fit {
        return Err(TessellationError::BadSize);
    }
    let reach = match fit {
        CylinderFit::Inside => radius,
        CylinderFit::Outside => radius + cylinder_error(radius, sides, fit),
    };
    let ring = |height: f64| -> Vec<Vec3> {
        let corner = |number: u32| {
            let (sin, cos) = sin_cos_deg(360.0 * f64::from(number) / f64::from(sides));
            (center + DVec3::new(cos * reach, height, -sin * reach)).as_vec3()
        };
        (0..sides).map(corner).collect()
    };
    let (bottom, top) = (ring(-half_height), ring(half_height));
    let count = bottom.len();
    let mut faces = Vec::with_capacity(4 * count - 4);
    for at in 0..count {
        let next = (at + 1) % count;
        faces.push([bottom[at], bottom[next], top[next]]);
        faces.push([bottom[at], top[next], top[at]]);
    }
    // From edge to edge, so that the triangles of top and bottom lie side by side, and form no fan.
    let (mut low, mut high) = (0, count - 1);
    while high - low >= 2 {
        let middle = if (low + high) % 2 == (count - 1) % 2 {
            low + 1
        } else {
            high - 1
        };
        faces.push([top[low], top[middle], top[high]]);
        faces.push([bottom[high], bottom[middle], bottom[low]]);
        if middle == low + 1 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let made = faces.into_iter().enumerate();
    made.map(|(triangle, corners)| {
        Triangle::new(corners).ok_or(TessellationError::NoArea { triangle })
    })
    .collect()
}
