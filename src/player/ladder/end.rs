//! Where a ladder ends.
//!
//! Where a wall goes on above the ladder, the climber goes on to a floor up to a step above the ladder's end, as it
//! [mantles](crate::player::mantle). Below a higher one, it keeps hold of the end: who fell from there would climb again for ever. The
//! floor is looked for from the place of the ladder's end, so that no tick rate decides.

use glam::DVec3;

use super::{Climb, Climber};
use crate::geometry::float::{max, min};
use crate::player::motion::along_ground;
use crate::player::slide::{MoveRequest, slide};
use crate::player::trace::Tracer;
use crate::player::{Ground, PlayerState, Scratch};
use crate::tolerance::TOUCH;
use crate::world::Surface;

impl Climber<'_, '_> {
    /// Ends a climb of a ladder, or a wall, where its last piece of `time` seconds, from `from`, has led past the end of `grip`.
    pub(super) fn pass_end(
        &self,
        state: &mut PlayerState,
        grip: &Surface,
        (from, climb, time): (DVec3, Climb, f64),
        scratch: &mut Scratch,
        tracer: &mut Tracer<'_>,
    ) {
        if climb.rise > 0.0 {
            let past = state.position;
            // A long piece leads a little above the floor at the top.
            let down = DVec3::NEG_Y * self.reach();
            self.land(state, down, scratch, tracer);
            let ground = self.ground(state.position, scratch);
            if ground.stands() {
                self.stand(state, ground, grip, climb, tracer);
                return;
            }
            if !self.mantles
                && !self.swims
                && let Some(wall) = self.wall_above(past, grip, scratch)
            {
                let height = grip.point.y - (past.y - self.body.radius()) + self.tuning.step_height;
                let height = max(height + TOUCH, self.tuning.mantle_height);
                let goes_on = self.has_ledge(height, past, &wall, scratch);
                let (place, velocity, time) = if goes_on {
                    (past, DVec3::Y * state.velocity.y, 0.0)
                } else {
                    (from, climb.aside, time)
                };
                state.velocity = velocity;
                let (request, velocity) =
                    (MoveRequest::flight(climb.aside * time), &mut state.velocity);
                let end = slide(
                    self.world, self.body, place, &request, velocity, scratch, tracer,
                );
                state.position = end.position;
                if goes_on {
                    state.ground = Ground::Mantle {
                        normal: wall.normal,
                    };
                    self.report(grip, climb.rise, tracer);
                    return;
                }
                if let Some(grip) = self.grip(state.position, grip.normal, scratch) {
                    self.cling(state, &grip, scratch, tracer);
                    self.hold(state, &grip, climb.rise, tracer);
                    return;
                }
            }
        }
        // Past its end, there is no hop.
        state.velocity.y = min(state.velocity.y, 0.0);
        state.leave_ground();
        self.report(grip, climb.rise, tracer);
    }

    /// Lets the player walk on from a ladder.
    pub(super) fn stand(
        &self,
        state: &mut PlayerState,
        ground: Ground,
        grip: &Surface,
        climb: Climb,
        tracer: &mut Tracer<'_>,
    ) {
        state.ground = ground;
        if let Some(normal) = ground.support() {
            state.velocity = along_ground(self.walk * self.speed, normal);
        }
        self.report(grip, climb.rise, tracer);
    }

    /// The wall at `position`, above the end of the ladder of `grip`, into which the keys lead.
    fn wall_above(
        &self,
        position: DVec3,
        grip: &Surface,
        scratch: &mut Scratch,
    ) -> Option<Surface> {
        let on_walls = Self {
            mantles: true,
            ..*self
        };
        let wall = on_walls.grip(position, grip.normal, scratch);
        wall.filter(|wall| self.walk.dot(wall.normal) < 0.0)
    }
}
