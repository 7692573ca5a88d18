//! The effects of a surface on players besides stopping them: rules for all colliders with the same tag.

use glam::DVec3;

use super::floor_cos::floor_cos;

/// The steepest slope that can be walked on by a rule; degrees. Larger: walls are floors.
const MAX_SLOPE_DEG: f64 = 89.0;

/// The highest step by a rule; metres. Larger: a try of it searches more of the world.
const MAX_STEP_HEIGHT: f64 = 1e3;

/// The fastest conveyor; m/s. Smaller: no launch pads; larger: a tick on it takes longer.
const MAX_CONVEYOR: f64 = 1e3;

/// The effects of the colliders with one tag on players besides stopping them. See
/// [`World::set_surface_rules`](super::World::set_surface_rules).
///
/// Every controller follows these rules, except that only the swept one climbs steps and ladders.
#[doc(alias = "physics material")]
#[doc(alias = "conveyor belt")]
#[doc(alias = "one-way platform")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceRules {
    /// Factor on [`Tuning::ground_accel`](crate::player::Tuning::ground_accel) while the player stands on it; 0 or more.
    /// Smaller: like ice, and at 0 no player can start or stop; larger: starts and stops are more abrupt.
    pub friction: f64,
    /// Whether it stops a body only from above, when the whole body must be above the plane of a face that faces
    /// upwards. From below and from the side the body goes through, and stays free until it is out, so no body steps up
    /// onto such a platform, and one that rises into a body which it does not carry passes through it.
    pub one_way: bool,
    /// Whether it stops no body, and is only reported, in [`Contacts::sensors`](crate::player::Contacts::sensors).
    pub sensor: bool,
    /// How it carries those who stand on it; m/s, at most 1000 along each axis. Only the part along the ground counts.
    pub conveyor: DVec3,
    /// The steepest slope of it that can be walked on; degrees from level; 0 to 89. `None` means that of
    /// [`Tuning::max_slope_deg`](crate::player::Tuning::max_slope_deg). Smaller: it is too slippery to climb; larger:
    /// it can be walked up like stairs.
    pub max_slope_deg: Option<f64>,
    /// The highest step up onto it; metres; 0 to 1e3. `None` means that of
    /// [`Tuning::step_height`](crate::player::Tuning::step_height). Only the swept controller climbs steps. A round
    /// body rolls over an edge that is much lower than its radius, even if this is 0. Smaller: a kerb is a wall;
    /// larger: a ledge is a stair.
    pub step_height: Option<f64>,
    /// Whether a player of the swept controller climbs it where it is too steep to stand on, as a ladder, a net or a rope.
    /// See [`Ground::Ladder`](crate::player::Ground::Ladder).
    pub ladder: bool,
}

impl Default for SurfaceRules {
    /// A usual surface.
    fn default() -> Self {
        Self {
            friction: 1.0,
            one_way: false,
            sensor: false,
            conveyor: DVec3::ZERO,
            max_slope_deg: None,
            step_height: None,
            ladder: false,
        }
    }
}

impl SurfaceRules {
    /// Whether every number is in its range.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        // Not true of what is not a number, either.
        let is_slow = self.conveyor.abs().max_element() <= MAX_CONVEYOR;
        let is_within =
            |number: Option<f64>, max| number.is_none_or(|number| (0.0..=max).contains(&number));
        let is_grip = self.friction.is_finite() && self.friction >= 0.0;
        let are_limits = is_within(self.max_slope_deg, MAX_SLOPE_DEG)
            && is_within(self.step_height, MAX_STEP_HEIGHT);
        is_grip && self.conveyor.is_finite() && is_slow && are_limits
    }
}

/// The rules of a world, sorted by tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RuleBook {
    pub rules: Vec<(u32, SurfaceRules)>,
    /// The least `normal.y` of a floor by the rules of the same index, if they say one.
    floor_cos: Vec<Option<f64>>,
    /// Which kinds of rules it has, so that worlds without them do not ask.
    pub kinds: Kinds,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Kinds {
    pub one_way: bool,
    pub sensor: bool,
    /// Whether any surface carries or slows down those who stand on it.
    pub underfoot: bool,
    /// Whether any surface has a separate slope limit.
    pub slope: bool,
    /// Whether any surface has a separate step height.
    pub step: bool,
    pub ladder: bool,
}

impl RuleBook {
    pub fn get(&self, tag: u32) -> Option<&SurfaceRules> {
        self.place(tag).ok().map(|place| &self.rules[place].1)
    }

    /// The least `normal.y` of a floor with this tag; `None` if no rule says one.
    pub fn floor_cos(&self, tag: u32) -> Option<f64> {
        self.place(tag).ok().and_then(|place| self.floor_cos[place])
    }

    /// Where the rules of `tag` are, or where they would be.
    fn place(&self, tag: u32) -> Result<usize, usize> {
        self.rules.binary_search_by_key(&tag, |(tag, _)| *tag)
    }

    /// The book of these rules.
    #[cfg(feature = "level")]
    pub fn of(rules: &[(u32, SurfaceRules)]) -> Self {
        let mut book = Self::default();
        rules.iter().for_each(|(tag, rules)| book.set(*tag, *rules));
        book
    }

    pub fn set(&mut self, tag: u32, rules: SurfaceRules) {
        let is_usual = rules == SurfaceRules::default();
        let floor_cos = rules.max_slope_deg.map(floor_cos);
        match self.place(tag) {
            Ok(place) if is_usual => {
                self.rules.remove(place);
                self.floor_cos.remove(place);
            }
            Ok(place) => {
                self.rules[place].1 = rules;
                self.floor_cos[place] = floor_cos;
            }
            Err(_) if is_usual => {}
            Err(place) => {
                self.rules.insert(place, (tag, rules));
                self.floor_cos.insert(place, floor_cos);
            }
        }
        let has = |is: fn(&SurfaceRules) -> bool| self.rules.iter().any(|(_, rules)| is(rules));
        self.kinds = Kinds {
            one_way: has(|rules| rules.one_way),
            sensor: has(|rules| rules.sensor),
            underfoot: has(|rules| rules.friction != 1.0 || rules.conveyor != DVec3::ZERO),
            slope: has(|rules| rules.max_slope_deg.is_some()),
            step: has(|rules| rules.step_height.is_some()),
            ladder: has(|rules| rules.ladder),
        };
    }
}
