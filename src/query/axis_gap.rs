//! What a test by separating axes answers: apart along one axis, or how to get apart.

use glam::DVec3;

use super::ObbAxis;
use crate::geometry::order::larger;
use crate::tolerance::FACE_PREFERENCE;

/// How far two shapes are apart, or overlap, along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisGap<Axis = ObbAxis> {
    /// Which axis.
    pub axis: Axis,
    /// Unit direction, from the second shape to the first.
    pub direction: DVec3,
    /// The gap along the direction: metres, positive apart, negative overlapping.
    pub separation: f64,
}

impl<Axis> AxisGap<Axis> {
    /// The gap along `direction` between what reaches from `low` to `high` there, seen from the other's
    /// middle, and the other, which reaches `radius` to both sides. The direction is turned so that the
    /// other leaves the shorter way; when both are equally long it stays.
    pub(super) fn new(axis: Axis, direction: DVec3, [low, high]: [f64; 2], radius: f64) -> Self {
        let (ahead, behind) = (low - radius, -high - radius);
        Self {
            axis,
            direction: if ahead > behind {
                -direction
            } else {
                direction
            },
            separation: larger(ahead, behind),
        }
    }
}

/// What a test of a box by separating axes found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObbOverlap<Axis = ObbAxis> {
    /// Apart, along the first axis of the order that shows it.
    Apart(AxisGap<Axis>),
    /// Overlapping or just touching: the axis of least penetration. Moving the first shape along the
    /// direction by as much as the separation is below zero makes them just touch.
    Overlapping(AxisGap<Axis>),
}

/// Goes through the `first` gap, `faces`, then `edges`. The first axis that shows a gap ends it; else the
/// shallowest one is the way out, and an axis of two edges only if it is shallower by
/// [`FACE_PREFERENCE`].
pub(super) fn first_gap_or_shallowest<Axis: Copy>(
    first: AxisGap<Axis>,
    faces: impl Iterator<Item = AxisGap<Axis>>,
    edges: impl Iterator<Item = AxisGap<Axis>>,
) -> ObbOverlap<Axis> {
    let mut least = first;
    for gap in core::iter::once(first).chain(faces) {
        if gap.separation > 0.0 {
            return ObbOverlap::Apart(gap);
        }
        if gap.separation > least.separation {
            least = gap;
        }
    }
    let mut bar = least.separation + FACE_PREFERENCE;
    for gap in edges {
        if gap.separation > 0.0 {
            return ObbOverlap::Apart(gap);
        }
        if gap.separation > bar {
            (least, bar) = (gap, gap.separation);
        }
    }
    ObbOverlap::Overlapping(least)
}
