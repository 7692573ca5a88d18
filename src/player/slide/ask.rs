//! How a slide asks for a reaction to its hits, and the effects of the answers.

use glam::DVec3;

use super::Slider;
use crate::player::Stop;
use crate::player::contacts::Push;
use crate::query::SweepHit;
use crate::tolerance::{BACK_OFF, CONE_MARGIN};
use crate::world::{ColliderId, Hit, HitResponder, HitResponse, SlopeLimit};

impl Slider<'_, '_> {
    /// Asks about the colliders that the body touches and that `motion` enters, and about those that it is inside. Returns
    /// whether one of the former stops it.
    #[cold]
    pub(super) fn ask_about_contacts(
        &mut self,
        responder: &HitResponder<'_>,
        motion: DVec3,
    ) -> bool {
        let (mut ignored, mut stopped) = (false, false);
        let margin = CONE_MARGIN * motion.length();
        for place in 0..self.work.contacts.len() {
            let surface = self.work.contacts[place];
            let is_entered = surface.normal.dot(motion) < -margin;
            if !is_entered && surface.separation >= -BACK_OFF {
                continue;
            }
            match self.ask(responder, surface.collider, surface.point, surface.normal) {
                HitResponse::Ignore => ignored = true,
                HitResponse::Stop => stopped |= is_entered,
                HitResponse::Slide | HitResponse::Push { .. } => {}
            }
        }
        if ignored {
            self.leave_out();
        }
        stopped
    }

    /// The first collider that `way` hits and that is not ignored.
    #[cold]
    pub(super) fn sweep_and_ask(
        &mut self,
        responder: &HitResponder<'_>,
        way: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        loop {
            let (collider, hit) = self.sweep(way)?;
            match self.ask(responder, collider, hit.point, hit.normal) {
                HitResponse::Ignore => self.leave_out(),
                _ => return Some((collider, hit)),
            }
        }
    }

    fn ask(
        &mut self,
        responder: &HitResponder<'_>,
        collider: ColliderId,
        point: DVec3,
        normal: DVec3,
    ) -> HitResponse {
        let hit = Hit {
            collider,
            point,
            normal,
            velocity: *self.velocity,
        };
        let (response, is_new) = responder.ask(&hit);
        if let HitResponse::Push { mass, velocity } = response
            && is_new
            && let Some(push) = Push::new(&hit, responder.mass(), mass, velocity)
        {
            self.contacts.add_push(push);
        }
        response
    }

    /// Leaves out ignored colliders from here on.
    fn leave_out(&mut self) {
        self.work.nearby.forget();
        self.find_contacts();
    }

    /// Ends the motion where the body is.
    pub(super) fn rest(&mut self) -> Stop {
        *self.velocity = DVec3::ZERO;
        Stop::Blocked
    }

    /// Lets the body go on as fast as the colliders that it has pushed in this motion, after the first `before` pushes.
    /// A floor takes the whole speed away.
    #[cold]
    pub(super) fn go_on_with_pushed(&mut self, before: usize) {
        let (slope, world) = (self.request.slope, self.world.world());
        for push in &self.contacts.pushes()[before..] {
            if slope == SlopeLimit::NONE || push.normal.y < slope.cos_of(world, push.collider) {
                *self.velocity -= push.normal * push.speed;
            }
        }
    }
}
