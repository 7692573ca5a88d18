//! What a surface does to players besides stopping them: rules for all colliders with the same tag.

use glam::DVec3;

/// The fastest conveyor; m/s. Smaller: no launch pads; larger: a tick on it takes longer.
const MAX_CONVEYOR: f64 = 1e3;

/// What the colliders with one tag do to players besides stopping them: see [`World::set_surface_rules`](super::World::set_surface_rules).
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
    pub rules: Vec<(u32, SurfaceRules)>,
    /// Which kinds of rules it has, so that worlds without them do not ask.
    pub kinds: Kinds,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Kinds {
    pub one_way: bool,
    pub sensor: bool,
    /// Whether any surface carries or slows down those who stand on it.
    pub underfoot: bool,
}

impl RuleBook {
    pub fn get(&self, tag: u32) -> Option<&SurfaceRules> {
        let place = self.rules.binary_search_by_key(&tag, |(tag, _)| *tag);
        place.ok().map(|place| &self.rules[place].1)
    }

    /// The book of these rules.
    #[cfg(feature = "level")]
    pub fn of(rules: &[(u32, SurfaceRules)]) -> Self {
        let mut book = Self::default();
        rules.iter().for_each(|(tag, rules)| book.set(*tag, *rules));
        book
    }

    pub fn set(&mut self, tag: u32, rules: SurfaceRules) {
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
