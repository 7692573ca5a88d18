//! The earliest hit of a sweep. It does not depend on the order in which the colliders are tested.

use glam::DVec3;

use super::ColliderId;
use crate::geometry::UprightBody;
use crate::geometry::float::total_cmp;
use crate::query::SweepHit;
use crate::tolerance::{GRAZING, START_MARGIN};

/// How far a touch may be from where it is computed, in units of the body's position and motion;
/// 50 rounding errors. Smaller: which of two hits of the same place is found depends on the order of
/// the tests; larger: more exact tests.
const ROUNDING: f64 = 1e-14;

/// The earliest hit so far. Ties are decided by the geometry of the hits, so the order of tests and
/// the order of the colliders do not matter.
pub(super) struct FirstHit {
    way: DVec3,
    grazing: f64,
    /// How far from a plane rounding, and the margin at the start, may make a touch seem earlier.
    pub slack: f64,
    pub hit: Option<(ColliderId, SweepHit)>,
}

impl FirstHit {
    pub fn new(body: &UprightBody, way: DVec3) -> Self {
        let size = body.base().abs().max_element() + body.radius() + way.abs().max_element();
        Self {
            way,
            slack: body.radius() * START_MARGIN + size * ROUNDING,
            grazing: -GRAZING * way.length(),
            hit: None,
        }
    }

    /// The fraction of the motion beyond which hits no longer matter.
    pub fn limit(&self) -> f32 {
        // Rounded up, so that ties are still tested.
        let limit = |(_, hit): &(ColliderId, SweepHit)| (hit.fraction as f32).next_up();
        self.hit.as_ref().map_or(1.0, limit)
    }

    /// Takes `hit` if it is earlier and not merely grazing.
    pub fn consider(&mut self, hit: Option<(ColliderId, SweepHit)>) {
        let Some((collider, hit)) = hit else {
            return;
        };
        let earlier = self
            .hit
            .as_ref()
            .is_none_or(|known| is_before(&(collider, hit), known));
        let stops = hit.normal.dot(self.way) < self.grazing;
        if earlier && stops {
            self.hit = Some((collider, hit));
        }
    }
}

/// Whether a hit comes first. Of hits at the same moment, the id decides only between equals.
fn is_before(one: &(ColliderId, SweepHit), other: &(ColliderId, SweepHit)) -> bool {
    let ((id, hit), (other_id, other)) = (one, other);
    if hit.fraction != other.fraction {
        return hit.fraction < other.fraction;
    }
    total_cmp(hit.normal, other.normal)
        .then_with(|| total_cmp(hit.point, other.point))
        .then_with(|| id.cmp(other_id))
        .is_lt()
}
