//! Results of a separating-axis test, and when a motion closes its gaps.

use glam::DVec3;

use super::ObbAxis;
use crate::geometry::float::{max, min};
use crate::tolerance::FACE_PREFERENCE;

/// The gap or overlap of two shapes along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisGap<Axis = ObbAxis> {
    /// The axis.
    pub axis: Axis,
    /// Unit direction, from the second shape to the first.
    pub direction: DVec3,
    /// The gap along `direction`, metres, positive apart, negative overlapping.
    pub separation: f64,
}

impl<Axis> AxisGap<Axis> {
    /// The gap along `direction` between the interval [`low`, `high`] of one shape and the interval
    /// [-`radius`, `radius`] of the other. The direction is flipped if the shapes separate over a shorter
    /// distance against it. If both distances are equal, it stays.
    pub(super) fn new(axis: Axis, direction: DVec3, [low, high]: [f64; 2], radius: f64) -> Self {
        let (ahead, behind) = (low - radius, -high - radius);
        Self {
            axis,
            direction: if ahead > behind {
                -direction
            } else {
                direction
            },
            separation: max(ahead, behind),
        }
    }
}

/// The result of a separating-axis test of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObbOverlap<Axis = ObbAxis> {
    /// Apart. Holds the first separating axis in test order.
    Apart(AxisGap<Axis>),
    /// Overlapping or just touching. Holds the axis of least penetration. Moving the first shape
    /// along its direction by the penetration depth makes the shapes just touch.
    Overlapping(AxisGap<Axis>),
}

impl<Axis> ObbOverlap<Axis> {
    /// The direction of the axis that it holds, and how deep the shapes overlap along it; metres.
    pub(crate) fn least(self) -> (DVec3, f64) {
        let (Self::Apart(gap) | Self::Overlapping(gap)) = self;
        (gap.direction, -gap.separation)
    }
}

/// Tests the `first` gap, then `faces`, then `edges`. The first separating axis ends the test.
/// Otherwise the shallowest axis wins; an edge-edge axis wins only if it is shallower by
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

/// The gap along an axis, and the sum of the lengths of both shapes along it; metres. After the gap is closed, the
/// shapes overlap along the axis until one has passed the other by this sum.
pub(crate) type AxisSpan<Axis> = (AxisGap<Axis>, f64);

/// When a shape, moved by `motion`, first touches another that it is apart from, and along which axis.
///
/// # Arguments
/// - `spans` has all axes that can separate the shapes, at the start.
/// # Returns
/// The axis whose gap closes last, and the fraction of the motion at which it does. `None` if the shapes pass each
/// other, or they are not apart.
pub(crate) fn first_touch<Axis: Copy>(
    spans: impl Iterator<Item = AxisSpan<Axis>>,
    motion: DVec3,
) -> Option<(AxisGap<Axis>, f64)> {
    let (last, [begin, _]) = overlap_bounds(spans, motion)?;
    last.map(|gap| (gap, begin))
}

/// The bounds of the overlap of a shape, moved by `motion`, with another.
///
/// # Arguments
/// - `spans`: as for [`first_touch`].
/// # Returns
/// The axis along which they touch last, if they are apart at the start, and the fractions of the motion at which the
/// overlap begins and ends, in [0, 1]. `None` if they do not touch.
#[inline]
pub(super) fn overlap_bounds<Axis: Copy>(
    spans: impl Iterator<Item = AxisSpan<Axis>>,
    motion: DVec3,
) -> Option<(Option<AxisGap<Axis>>, [f64; 2])> {
    let (mut begin, mut end, mut last) = (0.0, 1.0, None);
    for (gap, lengths) in spans {
        let approach = -gap.direction.dot(motion);
        if gap.separation > 0.0 {
            if approach <= 0.0 {
                return None;
            }
            let closes = gap.separation / approach;
            if closes > begin || last.is_none() {
                (begin, last) = (closes, Some(gap));
            }
        }
        // They separate on the far side after both lengths, or on the near side when moving away.
        if approach > 0.0 {
            end = min(end, (gap.separation + lengths) / approach);
        } else if approach < 0.0 {
            end = min(end, gap.separation / approach);
        }
        if begin > end {
            return None;
        }
    }
    Some((last, [begin, end]))
}
