//! First touch of a moving oriented box against another.
//!
//! Source: the separating axes of [`overlap_obb_obb`](fn@super::overlap_obb_obb) in motion: M.
//! Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999, for axis-aligned boxes. Along
//! each axis the boxes overlap during an interval of time, and they touch when the last interval
//! begins. Oriented boxes have 15 axes where aligned ones have 3.

use glam::DVec3;

use super::axis_gap::{AxisSpan, first_touch};
use super::{AxisGap, ObbAxis, ObbOverlap, overlap_obb_obb, overlap_obb_obb_axes};
use crate::geometry::Obb;

/// The first touch of a moving box.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObbSweepHit<Axis = ObbAxis> {
    /// The fraction of the motion until the touch, in [0, 1].
    pub fraction: f64,
    /// The moving box's centre at the touch; metres.
    pub center: DVec3,
    /// The axis along which the shapes touch last: whose faces or edges meet.
    pub axis: Axis,
    /// Unit normal from the fixed shape to the moving box.
    pub normal: DVec3,
}

impl<Axis> ObbSweepHit<Axis> {
    /// The touch of `obb` along the axis of `gap` after this fraction of `motion`.
    pub(super) fn new(obb: &Obb, motion: DVec3, gap: AxisGap<Axis>, fraction: f64) -> Self {
        Self {
            fraction,
            center: obb.center() + motion * fraction,
            axis: gap.axis,
            normal: gap.direction,
        }
    }
}

/// First touch of `obb`, moved by `motion` without rotation, with the fixed box `other`.
///
/// # Arguments
/// - `motion` is the whole displacement, metres. If both boxes move, pass the relative motion.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the box's `center` there, the `axis`, and the unit
/// `normal` from `other` to `obb`. Boxes that touch or overlap at the start give `fraction == 0` if
/// the motion goes deeper along the axis of least penetration. `None` if there is no touch within
/// the motion, or the boxes touch at the start and separate.
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, query::sweep_obb_obb};
/// let cube = |x: f64| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // 6 m between the centres, 2 m at the touch: 4 m of 8.
/// let hit = sweep_obb_obb(&cube(-6.0), DVec3::X * 8.0, &cube(0.0)).unwrap();
/// assert_eq!((hit.fraction, hit.center, hit.normal), (0.5, DVec3::X * -2.0, DVec3::NEG_X));
/// assert_eq!(sweep_obb_obb(&cube(-6.0), DVec3::Y * 8.0, &cube(0.0)), None);
/// ```
#[must_use]
pub fn sweep_obb_obb(obb: &Obb, motion: DVec3, other: &Obb) -> Option<ObbSweepHit> {
    if let ObbOverlap::Overlapping(gap) = overlap_obb_obb(obb, other) {
        let goes_in = gap.direction.dot(motion) < 0.0;
        return goes_in.then(|| ObbSweepHit::new(obb, motion, gap, 0.0));
    }
    let (gap, fraction) = first_touch(obb_obb_spans(obb, other), motion)?;
    Some(ObbSweepHit::new(obb, motion, gap, fraction))
}

/// The spans of two boxes along all axes that can separate them.
pub(crate) fn obb_obb_spans(obb: &Obb, other: &Obb) -> impl Iterator<Item = AxisSpan<ObbAxis>> {
    let between = obb.center() - other.center();
    let gaps = overlap_obb_obb_axes(obb, other).into_iter().flatten();
    gaps.map(move |gap| {
        let radii = gap.direction.dot(between) - gap.separation;
        (gap, 2.0 * radii)
    })
}

#[cfg(test)]
mod tests;
