//! The bodies of a world, such as those of players that meet each other.

use super::{BoxId, ColliderId, PlacedBody, World};

impl World {
    /// Adds a sphere, an upright capsule or a box, such as the body of a player that others meet, and returns its id, as
    /// [`add_box`](Self::add_box) does.
    ///
    /// Spheres, capsules, upright boxes and segments meet a sphere or a capsule exactly; other boxes meet the box around it. An
    /// upright box becomes one with sharp edges. It is a collider
    /// as each box is: it has layers, a tag and rules, it can be disabled and removed, and it carries and pushes players by
    /// its id.
    ///
    /// # Example
    /// Two players who meet each other. Each of them leaves out its own body:
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{ColliderId, Filter, World}};
    /// use sidle::player::{Axis, Command, PlayerState, Scratch, Tuning, advance};
    /// let floor = Obb::new(DVec3::Y * -0.5, DMat3::IDENTITY, DVec3::new(9.0, 0.5, 9.0)).unwrap();
    /// let (mut world, tuning, mut scratch) = (World::new(vec![], vec![floor]), Tuning::default(), Scratch::new());
    /// let mut players = [4.0, -4.0].map(|z| PlayerState { position: DVec3::new(0.0, 0.5, z), ..PlayerState::default() });
    /// let bodies = players.map(|player| world.add_body(tuning.placed_body(&player).unwrap()).unwrap());
    /// for _ in 0..120 {
    ///     for (player, body) in players.iter_mut().zip(bodies) {
    ///         let towards = if player.position.z > 0.0 { 1.0 } else { -1.0 };
    ///         let command = Command { forward: Axis::new(towards), ..Command::default() };
    ///         let others = world.filtered(Filter::except(ColliderId::Box(body)));
    ///         advance(others, &tuning, player, &command, 1.0 / 60.0, &mut scratch, None);
    ///         world.move_body(body, tuning.placed_body(player).unwrap());
    ///     }
    /// }
    /// // Two balls of 0.5 m have met.
    /// let apart = players[0].position.distance(players[1].position);
    /// assert!((apart - 1.0).abs() < 1e-3, "{apart}");
    /// ```
    #[must_use = "without its id, the body can neither be moved nor removed"]
    pub fn add_body(&mut self, body: impl Into<PlacedBody>) -> Option<BoxId> {
        self.add_placed(&body.into())
    }

    /// Moves a body, or gives it another shape, as when a player crouches. Returns whether it exists. A box that the
    /// world was built of stays a box: it can only [move](Self::move_box), and for a round body `false` is returned.
    ///
    /// Takes about as long as a shape cast, and allocates nothing once the tree has grown.
    pub fn move_body(&mut self, id: BoxId, body: impl Into<PlacedBody>) -> bool {
        match body.into() {
            PlacedBody::Box(obb) => self.move_box(id, obb),
            round => {
                let Some((added, slot)) = self.added_box_mut(id) else {
                    return false;
                };
                let has_moved = added.move_body(slot, &round);
                self.changed_if(has_moved)
            }
        }
    }

    /// The body or the box with this id, where it is; `None` if it does not exist.
    #[must_use]
    pub fn body(&self, id: BoxId) -> Option<PlacedBody> {
        let round = self.added_item(ColliderId::Box(id));
        match round.and_then(|(item, _)| item.round) {
            Some(round) => Some(round.capsule.into()),
            None => self.obb(id).copied().map(PlacedBody::Box),
        }
    }
}
