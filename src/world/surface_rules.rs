//! What a surface does to players besides stopping them: rules for all colliders with the same tag.

use glam::DVec3;

use super::labels::UNTAGGED;
use super::{Collider, ColliderId, FilteredWorld, PlacedBody, Revision, World};
use crate::geometry::Capsule;
use crate::tolerance::{BACK_OFF, WALL_COS};

/// The fastest conveyor; m/s. Smaller: no launch pads; larger: a tick on it takes longer.
const MAX_CONVEYOR: f64 = 1e3;

/// What the colliders with one tag do to players besides stopping them: see [`World::set_surface_rules`].
///
/// Every controller follows these rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceRules {
    /// Factor on [`Tuning::ground_accel`](crate::player::Tuning::ground_accel) while the player stands on it; 0 or more.
    /// Smaller: like ice, and at 0 nobody can start or stop; larger: starts and stops are more abrupt.
    pub friction: f64,
    /// Whether it stops a body only from above: the whole body must be above the plane of a face that faces upwards. From
    /// below and from the side the body goes through, and stays free until it is out, so nobody steps up onto such a
    /// platform, and one that rises into a body which it does not carry passes through it.
    pub one_way: bool,
    /// Whether it stops nobody, and is only reported, in [`Contacts::sensors`](crate::player::Contacts::sensors).
    pub sensor: bool,
    /// How it carries those who stand on it; m/s, at most 1000 along each axis. Only the part along the ground counts.
    pub conveyor: DVec3,
}

impl Default for SurfaceRules {
    /// A usual surface.
    fn default() -> Self {
        Self {
            friction: 1.0,
            one_way: false,
            sensor: false,
            conveyor: DVec3::ZERO,
        }
    }
}

impl SurfaceRules {
    /// Whether every number is in its range.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        // Not true of what is not a number, either.
        let is_slow = self.conveyor.abs().max_element() <= MAX_CONVEYOR;
        self.friction.is_finite() && self.friction >= 0.0 && self.conveyor.is_finite() && is_slow
    }
}

/// The rules of a world, sorted by tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RuleBook {
    rules: Vec<(u32, SurfaceRules)>,
    /// Which kinds of rules it has, so that worlds without them do not ask.
    kinds: Kinds,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Kinds {
    one_way: bool,
    sensor: bool,
    underfoot: bool,
}

impl RuleBook {
    fn get(&self, tag: u32) -> Option<&SurfaceRules> {
        let place = self.rules.binary_search_by_key(&tag, |(tag, _)| *tag);
        place.ok().map(|place| &self.rules[place].1)
    }

    fn set(&mut self, tag: u32, rules: SurfaceRules) {
        let place = self.rules.binary_search_by_key(&tag, |(tag, _)| *tag);
        let is_usual = rules == SurfaceRules::default();
        match place {
            Ok(place) if is_usual => {
                self.rules.remove(place);
            }
            Ok(place) => self.rules[place].1 = rules,
            Err(_) if is_usual => {}
            Err(place) => self.rules.insert(place, (tag, rules)),
        }
        let has = |is: fn(&SurfaceRules) -> bool| self.rules.iter().any(|(_, rules)| is(rules));
        self.kinds = Kinds {
            one_way: has(|rules| rules.one_way),
            sensor: has(|rules| rules.sensor),
            underfoot: has(|rules| rules.friction != 1.0 || rules.conveyor != DVec3::ZERO),
        };
    }
}

impl World {
    /// Sets what the colliders with this tag do to players: see [`Self::set_tag`]. Colliders without a tag have the tag 0.
    /// Returns whether the rules are valid; if not, nothing changes.
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

    /// What the colliders with this tag do to players.
    #[must_use]
    pub fn surface_rules(&self, tag: u32) -> SurfaceRules {
        self.rules.get(tag).copied().unwrap_or_default()
    }

    /// The rules of a collider; `None`: it is a usual one.
    fn rules_of(&self, collider: ColliderId) -> Option<&SurfaceRules> {
        self.rules.get(self.tags.get(collider, UNTAGGED))
    }

    /// Whether any surface carries or slows down those who stand on it.
    pub(crate) fn has_underfoot_rules(&self) -> bool {
        self.rules.kinds.underfoot
    }

    /// Whether there are sensors.
    pub(crate) fn has_sensors(&self) -> bool {
        self.rules.kinds.sensor
    }

    /// Whether this collider is a sensor.
    pub(super) fn is_sensor(&self, collider: ColliderId) -> bool {
        self.rules.kinds.sensor && self.rules_of(collider).is_some_and(|rules| rules.sensor)
    }

    /// Whether this collider stops bodies only from above.
    #[inline]
    fn is_one_way(&self, collider: ColliderId) -> bool {
        self.rules.kinds.one_way && self.rules_of(collider).is_some_and(|rules| rules.one_way)
    }
}

impl FilteredWorld<'_> {
    /// Whether the collider with this tree index can stop `body`, which is where a motion begins, or where it rests.
    #[inline]
    pub(super) fn can_stop(&self, number: u32, body: &Capsule) -> bool {
        self.is_below(number, &(*body).into(), BACK_OFF)
    }

    /// The same for any body, which may be inside by up to `margin`; metres.
    #[inline]
    pub(crate) fn is_below(&self, number: u32, body: &PlacedBody, margin: f64) -> bool {
        let world = self.world();
        !world.rules.kinds.one_way || world.is_below(number, body, margin)
    }
}

impl World {
    /// Whether the whole of `body` is above a face of this collider that faces upwards, but for `margin`, metres; or
    /// whether the collider stops bodies from everywhere.
    ///
    /// The plane of the face counts, not its edges. So who is inside one of several platforms side by side is not stopped
    /// by the next one.
    #[cold]
    fn is_below(&self, number: u32, body: &PlacedBody, margin: f64) -> bool {
        let (collider, place) = (self.collider(number), body.place());
        if !self.is_one_way(collider.id()) {
            return true;
        }
        let clears = |normal: DVec3, height: f64| {
            normal.y > WALL_COS && height - body.reach_down(normal) >= -margin
        };
        match collider {
            Collider::Triangle(_, triangle) => {
                let plane = triangle.plane();
                let (normal, height) = (plane.normal(), plane.signed_distance(place));
                clears(normal, height) || clears(-normal, -height)
            }
            Collider::Box(_, obb) => {
                let (axes, local, half) = (obb.axes(), obb.to_local(place), obb.half_extents());
                (0..3).any(|axis| {
                    let normal = axes.col(axis);
                    clears(normal, local[axis] - half[axis])
                        || clears(-normal, -local[axis] - half[axis])
                })
            }
        }
    }
}
