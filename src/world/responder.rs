//! The reaction of a moving body to a collider that it hits, as its caller decides.

use core::cell::RefCell;

use glam::DVec3;

use super::{ColliderId, FilteredWorld};

/// A collider that a moving body hits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hit {
    /// The collider.
    pub collider: ColliderId,
    /// The point of the collider that is hit; metres.
    pub point: DVec3,
    /// Unit normal from the world to the body.
    pub normal: DVec3,
    /// The body's velocity; m/s. In [`move_and_slide`](fn@crate::player::move_and_slide), its motion; metres.
    pub velocity: DVec3,
}

/// The answer to a [`Hit`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HitResponse {
    /// The body slides along the collider, as without a responder.
    #[default]
    Slide,
    /// The body meets this collider no more in this tick, and goes through it.
    Ignore,
    /// The motion ends here, and the body is at rest.
    Stop,
    /// The body slides along the collider, and pushes it, so both have the same speed along the normal afterwards.
    /// The collider stays where it is; [`Contacts::pushes`](crate::player::Contacts::pushes) has the impulse.
    Push {
        /// The mass of the collider's body; kg, above 0. A body slides along a collider that cannot be moved.
        mass: f64,
        /// The velocity that it has already at the point; as [`Hit::velocity`].
        velocity: DVec3,
    },
}

/// Decides the reaction of a moving body to the colliders that it hits. See [`FilteredWorld::on_hit`].
///
/// A tick asks once about a collider, when the body hits it, or touches it and moves into it. The questions come in the
/// order of the hits, which the order of the colliders does not change.
// What asks it is marked as cold, so that the moves without a responder stay as fast as if there were none.
pub struct HitResponder<'f> {
    mass: f64,
    respond: &'f dyn Fn(&Hit) -> HitResponse,
    answers: RefCell<Vec<(ColliderId, HitResponse)>>,
}

impl<'f> HitResponder<'f> {
    /// For a body of this `mass`; kg. It counts only for pushes.
    pub fn new(mass: f64, respond: &'f dyn Fn(&Hit) -> HitResponse) -> Self {
        Self {
            mass,
            respond,
            answers: RefCell::default(),
        }
    }

    /// The mass of the body; kg.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Begins a tick.
    #[cold]
    pub(crate) fn begin(&self) {
        self.answers.borrow_mut().clear();
    }

    /// The answer to `hit`, and whether it is a new one.
    pub(crate) fn ask(&self, hit: &Hit) -> (HitResponse, bool) {
        if let Some(known) = self.answer(hit.collider) {
            return (known, false);
        }
        let response = (self.respond)(hit);
        self.answers.borrow_mut().push((hit.collider, response));
        (response, true)
    }

    /// Whether a collider has stopped the body.
    #[cold]
    pub(crate) fn has_stopped(&self) -> bool {
        let answers = self.answers.borrow();
        answers.iter().any(|answer| answer.1 == HitResponse::Stop)
    }

    /// Whether this collider has stopped the body.
    #[cold]
    pub(crate) fn is_stopped_by(&self, collider: ColliderId) -> bool {
        self.answer(collider) == Some(HitResponse::Stop)
    }

    #[cold]
    pub(super) fn ignores(&self, collider: ColliderId) -> bool {
        self.answer(collider) == Some(HitResponse::Ignore)
    }

    fn answer(&self, collider: ColliderId) -> Option<HitResponse> {
        let answers = self.answers.borrow();
        let known = answers.iter().find(|known| known.0 == collider);
        known.map(|known| known.1)
    }
}

impl core::fmt::Debug for HitResponder<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut fields = f.debug_struct("HitResponder");
        fields.field("mass", &self.mass).finish_non_exhaustive()
    }
}

impl<'w> FilteredWorld<'w> {
    /// This world, where `responder` decides the reaction of a moving body to each hit. Only the swept controller and
    /// [`move_and_slide`](fn@crate::player::move_and_slide) ask; queries do not, nor do the tries of a step.
    ///
    /// # Example
    /// A player of 80 kg runs into a crate of 20 kg:
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{Filter, HitResponder, HitResponse, World}};
    /// use sidle::player::{Axis, Command, Mode, PlayerState, Scratch, Tuning, advance};
    /// let crate_box = Obb::new(DVec3::Z * -1.51, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let world = World::new(vec![], vec![crate_box]);
    /// let responder = HitResponder::new(80.0, &|_| HitResponse::Push { mass: 20.0, velocity: DVec3::ZERO });
    /// let world = world.filtered(Filter::ALL).on_hit(&responder);
    /// let (tuning, mut scratch) = (Tuning { fly_speed: 5.0, ..Tuning::default() }, Scratch::new());
    /// let mut player = PlayerState::default();
    /// let ahead = Command { forward: Axis::new(1.0), mode: Mode::Fly, ..Command::default() };
    /// let contacts = advance(world, &tuning, &mut player, &ahead, 1.0 / 60.0, &mut scratch, None);
    /// // 80·20/(80 + 20) kg at 5 m/s; both go on at 4 m/s.
    /// assert!(contacts.pushes()[0].impulse.abs_diff_eq(DVec3::NEG_Z * 80.0, 1e-9));
    /// assert!(player.velocity.abs_diff_eq(DVec3::NEG_Z * 4.0, 1e-9));
    /// ```
    #[must_use]
    pub fn on_hit(self, responder: &'w HitResponder<'w>) -> Self {
        self.with_responder(responder)
    }
}
