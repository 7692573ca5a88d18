//! The pieces of a box's climb, which are small where it goes over an edge.

use glam::DVec3;

use super::{Climb, Climber, PIECE};
use crate::geometry::float::max;
use crate::player::Scratch;
use crate::player::slide::{MoveRequest, slide};
use crate::player::trace::Tracer;
use crate::world::Surface;

/// A piece that turns the contact normal of a box by more than the angle of this cosine is too long. Smaller: the box hops at the
/// top; larger: a climb over an edge costs more.
const MAX_TURN_COS: f64 = 0.94;

impl Climber<'_, '_> {
    /// How long a shorter piece of a `climb` from `position` takes, if one of `time` seconds would lead a box past an edge. The box
    /// only tries the piece, so no responder, trace or contact tells of it.
    pub(super) fn shorter_piece(
        &self,
        grip: &Surface,
        climb: Climb,
        position: DVec3,
        time: f64,
        scratch: &mut Scratch,
    ) -> Option<f64> {
        let (way, finest) = (climb.velocity * time, self.body.rounding() * PIECE);
        let length = way.length();
        if length <= finest {
            return None;
        }
        let planes = scratch.contacts.planes().len();
        let (request, ignored) = (MoveRequest::flight(way), &mut DVec3::default());
        let untraced = &mut Tracer::off();
        let end = slide(
            self.world, self.body, position, &request, ignored, scratch, untraced,
        );
        let next = self.grip(end.position, grip.normal, scratch);
        scratch.contacts.keep_planes(planes);
        let turns = next.is_none_or(|next| next.normal.dot(grip.normal) < MAX_TURN_COS);
        turns.then(|| max(time * 0.5, time * finest / length))
    }
}
