//! How far the box is inside a collider, and through which face it leaves.

use glam::DVec3;

use crate::geometry::Obb;
use crate::geometry::float::min;
use crate::query::{
    AxisGap, ObbOverlap, overlap_obb_obb, overlap_obb_obb_axes, overlap_obb_triangle,
    overlap_obb_triangle_axes,
};
use crate::tolerance::{BACK_OFF, TOUCH};
use crate::world::{Collider, RoundBody};

/// Two normals count as the same direction when the cosine of their angle is greater than this.
///
/// Smaller: a floor and the wall on it count as one; larger: the ends of a fence's panels stop a box that
/// stands a little askew to the fence.
const SAME_DIRECTION_COS: f64 = 0.7;

/// How far a box is inside a collider, and in which direction it leaves.
pub(super) struct Penetration {
    pub direction: DVec3,
    /// Metres, positive.
    pub depth: f64,
    /// Whether the motion reached faces in this direction only.
    pub unambiguous: bool,
}

/// The penetration of a box, which moved by `moved`, into `collider`. `None` if they do not overlap.
pub(super) fn penetration(obb: &Obb, collider: Collider<'_>, moved: DVec3) -> Option<Penetration> {
    let found = match collider {
        Collider::Triangle(_, triangle) => {
            let ObbOverlap::Overlapping(least) = overlap_obb_triangle(obb, triangle) else {
                return None;
            };
            // The triangle's own face, then those of the player's box.
            let [x, y, z, own, ..] = overlap_obb_triangle_axes(obb, triangle);
            face_hit(&[own, x, y, z], moved).unwrap_or(Penetration::along(&least))
        }
        Collider::Box(_, other) | Collider::Round(_, RoundBody { around: other, .. }) => {
            let ObbOverlap::Overlapping(least) = overlap_obb_obb(obb, other) else {
                return None;
            };
            let [x, y, z, other_x, other_y, other_z, ..] = overlap_obb_obb_axes(obb, other);
            let faces = [other_x, other_y, other_z, x, y, z];
            face_hit(&faces, moved).unwrap_or(Penetration::along(&least))
        }
    };
    // A box at rest just touches. That needs no push and no report.
    (found.depth > 0.0).then_some(found)
}

impl Penetration {
    fn along<Axis>(gap: &AxisGap<Axis>) -> Self {
        Self {
            direction: gap.direction,
            depth: -gap.separation,
            unambiguous: false,
        }
    }
}

/// The penetration through the face that the motion reached last; of several at the same time, the first.
/// `None` if the motion reached no face.
fn face_hit<Axis>(faces: &[Option<AxisGap<Axis>>], moved: DVec3) -> Option<Penetration> {
    let mut last: Option<(f64, Penetration)> = None;
    for gap in faces.iter().flatten() {
        let Some(since) = distance_since_contact(gap, moved) else {
            continue;
        };
        let mut found = Penetration {
            unambiguous: true,
            ..Penetration::along(gap)
        };
        if let Some((latest, known)) = &mut last {
            found.unambiguous =
                known.unambiguous && known.direction.dot(found.direction) > SAME_DIRECTION_COS;
            known.unambiguous = found.unambiguous;
            if since >= *latest - BACK_OFF {
                continue;
            }
        }
        last = Some((since, found));
    }
    last.map(|(_, found)| found)
}

/// How far the box went after it reached a face; metres. 0 for a face that the box touched before it moved
/// by `moved`. `None` if the box was behind the face before.
fn distance_since_contact<Axis>(gap: &AxisGap<Axis>, moved: DVec3) -> Option<f64> {
    let (depth, approach) = (-gap.separation, -min(gap.direction.dot(moved), 0.0));
    let gap_before = approach - depth;
    if gap_before < -BACK_OFF {
        None
    } else if gap_before <= TOUCH {
        Some(0.0)
    } else {
        Some(moved.length() * depth / approach)
    }
}
