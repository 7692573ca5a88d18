//! The caller's data of colliders: the layers that filters choose by, a tag, and rules for all with the same tag.

use std::sync::Arc;

use super::labels::{ALL_LAYERS, UNTAGGED, set_label};
#[cfg(feature = "level")]
use super::surface_rules::RuleBook;
use super::surface_rules::SurfaceRules;
use super::{ColliderId, Revision, World};
use crate::geometry::float::max;

impl World {
    /// The tag of `collider`: 0 until it is set.
    ///
    /// Every hit, contact and event has the id of its collider, which identifies the hit object.
    #[must_use]
    pub fn tag(&self, collider: ColliderId) -> u32 {
        match self.added_item(collider) {
            None => self.tags.get(collider, UNTAGGED),
            Some((item, place)) => item.tags.get(place).copied().unwrap_or(UNTAGGED),
        }
    }

    /// Gives `collider` a tag, any `u32`: a material, a team, the index of an object in your game. Returns whether
    /// the collider exists.
    ///
    /// A tag affects a player only if it has rules. See [`Self::set_surface_rules`]. The first call makes a table of 4
    /// bytes for each triangle, or for each box, up to this one.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Segment}, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, World}};
    /// let target = Obb::new(DVec3::X * 5.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let mut world = World::new(vec![], vec![target]);
    /// assert!(world.set_tag(ColliderId::Box(BoxId(0)), 42));
    /// let (hit, _) = world.intersect_segment(&Segment::new(DVec3::ZERO, DVec3::X * 9.0)).unwrap();
    /// assert_eq!(world.tag(hit), 42);
    /// ```
    pub fn set_tag(&mut self, collider: ColliderId, tag: u32) -> bool {
        let exists = self.number(collider).is_some();
        if exists {
            match self.added_item_mut(collider) {
                None => Arc::make_mut(&mut self.tags).set(collider, tag, UNTAGGED),
                Some((item, place)) => set_label(&mut item.tags, place, tag, UNTAGGED),
            }
            self.revision = Revision::next();
        }
        exists
    }

    /// The layers that `collider` is on, a bit for each. At first, these are all 32.
    #[must_use]
    pub fn layers(&self, collider: ColliderId) -> u32 {
        match self.added_item(collider) {
            None => self.layers.get(collider, ALL_LAYERS),
            Some((item, place)) => item.layers.get(place).copied().unwrap_or(ALL_LAYERS),
        }
    }

    /// Puts `collider` on these layers, a bit for each. Returns whether the collider exists.
    ///
    /// A [`Filter`](super::Filter) meets it if its mask has one of these bits. A collider on no layer is met by no
    /// filter. It is out of the world until it is put on a layer again. Takes no longer than the change of a number;
    /// the first call makes a table of 4 bytes for each triangle, or for each box, up to this one.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, World}};
    /// let door = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let mut world = World::new(vec![], vec![door]);
    /// let (door, ball) = (ColliderId::Box(BoxId(0)), Sphere::new(DVec3::ZERO, 0.5).unwrap());
    /// assert_eq!(world.layers(door), u32::MAX);
    /// assert!(world.fits(ball).is_err());
    /// assert!(world.set_layers(door, 0)); // the door vanishes
    /// assert!(world.fits(ball).is_ok());
    /// assert!(!world.set_layers(ColliderId::Box(BoxId(1)), 1));
    /// ```
    pub fn set_layers(&mut self, collider: ColliderId, layers: u32) -> bool {
        let exists = self.number(collider).is_some();
        if exists {
            match self.added_item_mut(collider) {
                None => Arc::make_mut(&mut self.layers).set(collider, layers, ALL_LAYERS),
                Some((item, place)) => {
                    set_label(&mut item.layers, place, layers, ALL_LAYERS);
                    self.note_added_layers();
                }
            }
            self.revision = Revision::next();
        }
        exists
    }

    /// Whether the layers of any collider were set.
    #[inline]
    pub(super) fn has_layers(&self) -> bool {
        !self.layers.is_empty() || self.has_added_layers()
    }
}

impl World {
    /// Sets the effects of the colliders with this tag on players. See [`Self::set_tag`]. Colliders without a tag have
    /// the tag
    /// 0. Returns whether the rules are valid; if not, nothing changes.
    ///
    /// # Example
    /// A player jumps up through a platform, and lands on it:
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, SurfaceRules, World}};
    /// use sidle::player::{Command, PlayerState, Scratch, Tuning, advance};
    /// const PLATFORM: u32 = 7;
    /// let slab = |y, half| Obb::new(DVec3::Y * y, DMat3::IDENTITY, DVec3::new(9.0, half, 9.0)).unwrap();
    /// let mut world = World::new(vec![], vec![slab(-1.0, 1.0), slab(1.2, 0.1)]);
    /// world.set_tag(ColliderId::Box(BoxId(1)), PLATFORM);
    /// assert!(world.set_surface_rules(PLATFORM, SurfaceRules { one_way: true, ..SurfaceRules::default() }));
    /// let tuning = Tuning { jump_speed: 9.0, ..Tuning::default() };
    /// let mut state = PlayerState { position: DVec3::Y * 0.5001, ..PlayerState::default() };
    /// let mut scratch = Scratch::new();
    /// for tick in 0..120 {
    ///     let command = Command { jump: tick < 10, ..Command::default() };
    ///     advance(&world, &tuning, &mut state, &command, 1.0 / 60.0, &mut scratch, None);
    /// }
    /// assert!(state.ground.stands() && (state.position.y - 1.8).abs() < 1e-3);
    /// ```
    pub fn set_surface_rules(&mut self, tag: u32, rules: SurfaceRules) -> bool {
        let is_valid = rules.is_valid();
        if is_valid {
            self.rules.set(tag, rules);
            self.revision = Revision::next();
        }
        is_valid
    }

    /// Removes all tags and all rules.
    #[cfg(feature = "level")]
    pub(crate) fn clear_tags(&mut self) {
        self.tags = Arc::default();
        self.rules = RuleBook::default();
        self.revision = Revision::next();
    }

    /// The tags that have rules, in order.
    #[cfg(any(feature = "level", feature = "replay"))]
    pub(crate) fn rules(&self) -> &[(u32, SurfaceRules)] {
        &self.rules.rules
    }

    /// The effects of the colliders with this tag on players.
    #[must_use]
    pub fn surface_rules(&self, tag: u32) -> SurfaceRules {
        self.rules.get(tag).copied().unwrap_or_default()
    }

    /// The rules of a collider; `None` if it is a usual one.
    fn rules_of(&self, collider: ColliderId) -> Option<&SurfaceRules> {
        self.rules.get(self.tag(collider))
    }

    /// Whether any surface carries or slows down those who stand on it.
    #[inline]
    pub(crate) fn has_underfoot_rules(&self) -> bool {
        self.rules.kinds.underfoot
    }

    /// Whether there are sensors.
    #[inline]
    pub(crate) fn has_sensors(&self) -> bool {
        self.rules.kinds.sensor
    }

    /// Whether this collider is a sensor.
    pub(super) fn is_sensor(&self, collider: ColliderId) -> bool {
        self.rules.kinds.sensor && self.rules_of(collider).is_some_and(|rules| rules.sensor)
    }

    /// Whether this collider stops bodies only from above.
    #[inline]
    pub(super) fn is_one_way(&self, collider: ColliderId) -> bool {
        self.rules.kinds.one_way && self.rules_of(collider).is_some_and(|rules| rules.one_way)
    }

    /// Whether there are ladders.
    #[inline]
    pub(crate) fn has_ladders(&self) -> bool {
        self.rules.kinds.ladder
    }

    /// Whether this collider is a ladder.
    pub(crate) fn is_ladder(&self, collider: ColliderId) -> bool {
        self.rules_of(collider).is_some_and(|rules| rules.ladder)
    }

    /// Whether any surface has a separate slope limit.
    #[inline]
    pub(crate) fn has_slope_rules(&self) -> bool {
        self.rules.kinds.slope
    }

    /// The least `normal.y` of this collider's floors; `None` if no rule says one.
    #[cold]
    pub(super) fn own_floor_cos(&self, collider: ColliderId) -> Option<f64> {
        self.rules.floor_cos(self.tag(collider))
    }

    /// Whether any surface has a separate step height.
    #[inline]
    pub(crate) fn has_step_rules(&self) -> bool {
        self.rules.kinds.step
    }

    /// The highest step up onto this collider; metres; `None` if no rule says one.
    #[cold]
    pub fn own_step_height(&self, collider: ColliderId) -> Option<f64> {
        self.rules_of(collider)?.step_height
    }

    /// The highest step up onto any collider that has a separate step height; metres.
    pub fn highest_step(&self) -> f64 {
        let heights = self
            .rules
            .rules
            .iter()
            .filter_map(|(_, rules)| rules.step_height);
        heights.fold(0.0, max)
    }
}
