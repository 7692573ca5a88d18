//! Another tuning during a run. The body changes its size only where it fits.

use super::Sim;
use crate::player::{BodySize, PlayerState, RetuneError, Tuning, retune, try_resize};

impl Sim {
    /// Changes the size of the body where it fits. Its lowest point stays in place.
    ///
    /// The body fits if it is no deeper in any collider than before; touching counts as fitting. The lowest
    /// point may move by the gap that a resting body keeps, at most
    /// [`CONTACT_GAP`](crate::tolerance::CONTACT_GAP), so that a body fits into a room of exactly its
    /// height. Earlier states and commands no longer lead to the same results.
    ///
    /// A crouch needs no call. See [`Command::up`](crate::player::Command::up).
    ///
    /// # Errors
    /// When a size is invalid, or the body does not fit. The error then says how much room is
    /// missing. Nothing changes.
    ///
    /// # Example
    /// A player who drank a potion grows only where there is room:
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
    /// use sidle::{player::{BodyShape, BodySize, RetuneError, Tuning}, sim::Sim};
    /// let ceiling = Obb::new(DVec3::Y * 1.1, DMat3::IDENTITY, DVec3::new(2.0, 0.1, 2.0)).unwrap();
    /// let world = World::new(vec![], vec![ceiling]); // 1 m above the player's position
    /// let small = Tuning { radius: 0.3, ..Tuning::default() };
    /// let mut sim = Sim::new(world, small, Default::default(), 120);
    /// let grown = |height| BodySize { body: BodyShape::Capsule, height, ..small.size() };
    /// assert_eq!(sim.try_resize(grown(1.25)), Ok(()));
    /// let Err(RetuneError::NoRoom(misfit)) = sim.try_resize(grown(1.75)) else { panic!() };
    /// assert_eq!(misfit.to_string(), "needs 0.45 m more room above");
    /// assert_eq!(sim.tuning().height, 1.25);
    /// ```
    pub fn try_resize(&mut self, size: BodySize) -> Result<(), RetuneError> {
        try_resize(&self.world, &mut self.tuning, &mut self.player, size)
    }

    /// Replaces the tuning. If the size of the body changes, the same holds as for [`Self::try_resize`].
    /// Earlier states and commands no longer lead to the same results.
    ///
    /// # Errors
    /// When `tuning` is invalid, or its body does not fit where the player is. Nothing changes then.
    ///
    /// # Example
    /// ```
    /// use sidle::{player::{RetuneError, Tuning}, sim::Sim, world::World};
    /// let mut sim = Sim::new(World::default(), Tuning::default(), Default::default(), 120);
    /// assert_eq!(sim.retune(Tuning { gravity: 0.0, ..Tuning::default() }), Ok(()));
    /// sim.tick(&Default::default());
    /// assert_eq!(sim.player().position.y, 0.0);
    /// let flat = Tuning { radius: 0.0, ..Tuning::default() };
    /// assert_eq!(sim.retune(flat), Err(RetuneError::Invalid));
    /// ```
    pub fn retune(&mut self, tuning: Tuning) -> Result<(), RetuneError> {
        retune(&self.world, &mut self.tuning, &mut self.player, tuning)
    }

    /// `player` with the size of `now` instead of that of `before`, with its lowest point in place.
    ///
    /// # Errors
    /// When the body is then deeper in a collider than before.
    pub(super) fn resized(
        &self,
        mut player: PlayerState,
        mut before: Tuning,
        now: Tuning,
    ) -> Result<PlayerState, RetuneError> {
        retune(&self.world, &mut before, &mut player, now).map(|()| player)
    }
}
