//! First touch of a moving oriented box against a triangle.
//!
//! Source: as for two boxes in [`sweep_obb_obb`](fn@super::sweep_obb_obb), with the 13 axes of
//! [`overlap_obb_triangle`](fn@super::overlap_obb_triangle).

use glam::DVec3;

use super::axis_gap::{AxisSpan, first_touch};
use super::{
    ObbOverlap, ObbSweepHit, ObbTriangleAxis, overlap_obb_triangle, overlap_obb_triangle_axes,
};
use crate::geometry::float::{max, min};
use crate::geometry::{Obb, Triangle};

/// First touch of `obb`, moved by `motion` without rotation, with the fixed `triangle`.
///
/// # Arguments
/// - `motion` is the whole displacement, metres. The triangle is two-sided.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the box's `center` there, the `axis`, and the unit
/// `normal` from the triangle to the box. A box that touches or overlaps it at the start gives
/// `fraction == 0` if the motion goes deeper along the axis of least penetration. `None` if there is
/// no touch within the motion, or they touch at the start and separate.
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Triangle}, glam::{DMat3, DVec3, Vec3}, query::sweep_obb_triangle};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]).unwrap();
/// let cube = Obb::new(DVec3::new(2.0, 4.0, 2.0), DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // 3 m of 6 until the lower face is on the floor.
/// let hit = sweep_obb_triangle(&cube, DVec3::Y * -6.0, &floor).unwrap();
/// assert_eq!((hit.fraction, hit.center.y, hit.normal), (0.5, 1.0, DVec3::Y));
/// assert_eq!(sweep_obb_triangle(&cube, DVec3::X * 6.0, &floor), None);
/// ```
#[must_use]
pub fn sweep_obb_triangle(
    obb: &Obb,
    motion: DVec3,
    triangle: &Triangle,
) -> Option<ObbSweepHit<ObbTriangleAxis>> {
    if let ObbOverlap::Overlapping(gap) = overlap_obb_triangle(obb, triangle) {
        let goes_deeper = gap.direction.dot(motion) < 0.0;
        return goes_deeper.then(|| ObbSweepHit::new(obb, motion, gap, 0.0));
    }
    let (gap, fraction) = first_touch(obb_triangle_spans(obb, triangle), motion)?;
    Some(ObbSweepHit::new(obb, motion, gap, fraction))
}

/// The gap along each axis that can separate a box from a triangle, and the sum of their lengths along it.
pub(crate) fn obb_triangle_spans(
    obb: &Obb,
    triangle: &Triangle,
) -> impl Iterator<Item = AxisSpan<ObbTriangleAxis>> {
    let corners = triangle.vertices().map(|corner| corner - obb.center());
    let (to_box_space, half) = (obb.axes().transpose(), obb.half_extents());
    let gaps = overlap_obb_triangle_axes(obb, triangle)
        .into_iter()
        .flatten();
    gaps.map(move |gap| {
        let [a, b, c] = corners.map(|corner| gap.direction.dot(corner));
        let length = max(max(a, b), c) - min(min(a, b), c);
        let radius = half.dot((to_box_space * gap.direction).abs());
        (gap, length + 2.0 * radius)
    })
}

#[cfg(test)]
mod tests;
