//! The size of the body: which numbers of a tuning it is, and how a crouch lowers it.

use glam::DVec3;

use super::{BodyShape, Tuning};
use crate::geometry::float::{max, min};
use crate::player::{Controller, PlayerState};
use crate::world::PlacedBody;

/// The part of a [`Tuning`] that is the size of the body.
///
/// # Example
/// ```
/// use sidle::player::{BodyShape, BodySize, Tuning};
/// let person = BodySize { body: BodyShape::Capsule, radius: 0.3, ..Tuning::default().size() };
/// assert_eq!(Tuning::default().with_size(person).body().unwrap().height(), 1.75);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodySize {
    /// The shape of the body.
    pub body: BodyShape,
    /// [`Tuning::radius`]; metres.
    pub radius: f64,
    /// Capsule and box only: [`Tuning::height`]; metres.
    pub height: f64,
    /// Boxed only: [`Tuning::box_half_extents`]; metres.
    pub box_half_extents: Option<DVec3>,
}

impl Tuning {
    /// The size of the body.
    #[must_use]
    pub fn size(&self) -> BodySize {
        BodySize {
            body: self.body,
            radius: self.radius,
            height: self.height,
            box_half_extents: self.box_half_extents,
        }
    }

    /// The same tuning for a body of another size.
    #[must_use]
    pub fn with_size(self, size: BodySize) -> Self {
        let BodySize {
            body,
            radius,
            height,
            box_half_extents,
        } = size;
        Self {
            body,
            radius,
            height,
            box_half_extents,
            ..self
        }
    }

    /// The height of a crouching capsule; metres.
    fn crouched_height(&self) -> f64 {
        min(max(self.crouch_height, self.radius * 2.0), self.height)
    }

    /// How much lower a crouching body is; metres.
    pub(in crate::player) fn crouch_depth(&self) -> f64 {
        self.height - self.crouched_height()
    }

    /// Whether a body of this size can crouch: a capsule or a box whose crouched height is lower than its height.
    #[must_use]
    pub fn can_crouch(&self) -> bool {
        self.body != BodyShape::Sphere && self.crouched_height() < self.height
    }

    /// The tuning that applies to `player` now. While it crouches, height and eye are lower. The eye keeps
    /// its distance from the top, down to half of the crouched height.
    ///
    /// # Example
    /// ```
    /// use sidle::player::{BodyShape, PlayerState, Tuning};
    /// let tuning = Tuning { body: BodyShape::Capsule, radius: 0.3, ..Tuning::default() };
    /// let low = tuning.for_player(&PlayerState { crouched: true, ..PlayerState::default() });
    /// assert_eq!(low.height, 1.0);
    /// assert!((low.eye_height - 0.9).abs() < 1e-15);
    /// assert_eq!(tuning.for_player(&PlayerState::default()), tuning);
    /// ```
    #[must_use]
    pub fn for_player(&self, player: &PlayerState) -> Self {
        if !player.crouched || !self.can_crouch() {
            return *self;
        }
        let height = self.crouched_height();
        let lowered = self.eye_height - (self.height - height);
        Self {
            height,
            eye_height: max(lowered, min(self.eye_height, height * 0.5)),
            ..*self
        }
    }

    /// The body of `player` where it is now; `None` when a number is invalid. It is a box while the boxed
    /// controller moves it.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
    /// use sidle::player::{PlayerState, Tuning};
    /// let crate_box = Obb::new(DVec3::X, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap();
    /// let world = World::new(vec![], vec![crate_box]);
    /// let body = |x| Tuning::default().placed_body(&PlayerState {
    ///     position: DVec3::X * x,
    ///     ..PlayerState::default()
    /// });
    /// // The sphere of 0.5 m touches the crate's face at x = 0.5, or is in it.
    /// assert!(world.fits(body(0.0).unwrap()).is_ok());
    /// assert!(world.fits(body(0.25).unwrap()).is_err());
    /// ```
    #[must_use]
    pub fn placed_body(&self, player: &PlayerState) -> Option<PlacedBody> {
        if player.controller == Controller::Boxed && Controller::Boxed.suits(self.body) {
            return self.obb(player.position, player.yaw).map(PlacedBody::Box);
        }
        let body = self.for_player(player).body()?;
        body.at(player.position).map(PlacedBody::Upright)
    }
}
