//! Water: the swim of a player, whatever its controller.
//!
//! A walker swims while the water reaches its chest; in shallower water, it walks as anywhere, but a current carries it along, the more
//! the deeper it stands. Whether it swims follows from where it is, and from nothing else.
//!
//! - Keys lead along the view, up and down too, at a share of the walking speed, and [`Command::up`] leads up or down. Without
//!   keys, the player sinks slowly, to the bottom, where it stands.
//! - Water slows every other motion down, so a dive from any height ends soon. A current carries the player along.
//! - At the surface, a swimmer floats with its eye above the water. A jump leads out of it, and so do keys that lead into a ledge:
//!   the swept controller then climbs out as it [mantles](super::mantle), onto a ledge up to a step above the surface.
//! - A [ladder] is climbed in water as in the air.
//!
//! Source: the water of Quake and Half-Life, where a swimmer also sinks without keys, swims where it looks, and is lifted onto a
//! ledge in front of it. Here, it floats with a calm eye at the surface, and its drag is the same at each tick rate. There, currents carry
//! a wader by a third to two thirds of their speed, in steps; here, in proportion to its depth, so that swimming begins without a jerk
//! where the ground leads down into deep water. At the sides of a current, a wader gets or loses its share at once.

use glam::DVec3;

use super::footing::flatter;
use super::motion::speed_factor;
use super::trace::Tracer;
use super::{
    Command, Contacts, Controller, Event, Ground, PlayerState, Scratch, Trace, Tuning, advance,
    ladder, mantle,
};
use crate::geometry::float::{clamp, max, min};
use crate::tolerance::{REST_SPEED, TOUCH};
use crate::world::{FilteredWorld, Surface, Zone, ZoneAction};

/// The share of its height, up to its eye, to which a floating player is under water. Smaller: waders swim; larger: waves reach its
/// eye.
const FLOAT_SHARE: f64 = 0.85;

/// How far a player who floats may still sink and be at the surface, as a share of the same height. Smaller: jumps out of the water
/// fail; larger: they begin below it.
const NEAR_SURFACE: f64 = 0.25;

/// The speed of a swimmer as a share of the walking speed. Smaller: a pond is an ocean; larger: nobody takes the bridge.
const SPEED_SHARE: f64 = 0.6;

/// How fast a player sinks who does nothing; m/s. Smaller: it seems to hover; larger: it drops like a stone.
const SINK_SPEED: f64 = 0.5;

/// Which share of its speed through the water a player loses, or gets by its keys; 1/s. Smaller: a dive goes deep, and turns take
/// long; larger: the water is a wall.
const DRAG: f64 = 5.0;

/// How often the surface is looked for in zones that lie on top of each other. Smaller: high stacks of them have surfaces inside;
/// larger: a tick in such a stack takes longer.
const MAX_STACKED: usize = 8;

/// The water around a player.
///
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, player::{PlayerState, Tuning, Water}, world::{Zone, ZoneAction}};
/// let lake = Zone {
///     obb: Obb::new(DVec3::NEG_Y * 5.0, DMat3::IDENTITY, DVec3::new(9.0, 5.0, 9.0)).unwrap(),
///     action: ZoneAction::Water { current: DVec3::X },
/// };
/// let at = |y| PlayerState { position: DVec3::Y * y, ..PlayerState::default() };
/// let water = Water::around(&[lake], &Tuning::default(), &at(-2.0)).unwrap();
/// assert_eq!((water.surface, water.current), (0.0, DVec3::X));
/// assert!(Water::around(&[lake], &Tuning::default(), &at(2.0)).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Water {
    /// The height of its surface above or below the player; metres.
    pub surface: f64,
    /// How it flows; m/s.
    pub current: DVec3,
}

impl Water {
    /// The water among `zones` that reaches a player, on the upright line through its position; `None` if it is dry.
    ///
    /// Where water lies on other water, the highest surface counts, and the current of the first zone in order.
    #[must_use]
    pub fn around(zones: &[Zone], tuning: &Tuning, state: &PlayerState) -> Option<Self> {
        let (mut bottom, line) = heights(tuning, state);
        if let Ground::Mantle { .. } = state.ground {
            // Who climbs out has its feet above the water at last.
            bottom -= tuning.step_height + TOUCH;
        }
        let waters = || {
            zones.iter().filter_map(|zone| match zone.action {
                ZoneAction::Water { current } => Some((zone.heights_at(state.position)?, current)),
                _ => None,
            })
        };
        let reaches = |&([low, high], _): &([f64; 2], DVec3)| low <= line && high >= bottom;
        let ([_, mut surface], current) = waters().find(reaches)?;
        for _ in 0..MAX_STACKED {
            let higher = waters().map(|(heights, _)| heights);
            let higher = higher.filter(|[low, high]| *low <= max(surface, line) && *high > surface);
            match higher.map(|[_, high]| high).reduce(max) {
                Some(high) => surface = high,
                None => break,
            }
        }
        Some(Self { surface, current })
    }

    /// Whether it reaches the chest of a player. In walking mode, the player then swims.
    #[must_use]
    pub fn is_deep(&self, tuning: &Tuning, state: &PlayerState) -> bool {
        self.surface - heights(tuning, state).1 >= -TOUCH
    }

    /// The part of the current that carries a standing player along the ground; m/s. `None` if the player does not stand.
    pub(super) fn flow_along_ground(&self, tuning: &Tuning, state: &PlayerState) -> Option<DVec3> {
        let normal = state.ground.support()?;
        let flow = self.current * self.share_on_wader(tuning, state);
        Some(flow - normal * flow.dot(normal))
    }

    /// The share of the current that carries a standing player along, in proportion to its depth; 0 for one who swims next, because its
    /// velocity includes the current.
    fn share_on_wader(&self, tuning: &Tuning, state: &PlayerState) -> f64 {
        let (bottom, line) = heights(tuning, state);
        let share = (self.surface - bottom) / (line - bottom);
        if self.is_deep(tuning, state) || share.is_nan() {
            0.0
        } else {
            clamp(share, 0.0, 1.0)
        }
    }
}

/// The heights of a player's bottom, and of the line up to which it is under water when it floats; metres.
fn heights(tuning: &Tuning, state: &PlayerState) -> (f64, f64) {
    let tuning = tuning.for_player(state);
    let bottom = state.position.y - tuning.radius;
    let eye = state.position.y + tuning.eye_offset();
    let top = tuning.body().map_or(bottom, |body| bottom + body.height());
    (bottom, bottom + (min(eye, top) - bottom) * FLOAT_SHARE)
}

/// Advances a player in `water` by one tick of `dt` seconds, and returns its contacts. In water that does not reach its chest, it
/// walks, as by [`advance`](fn@advance).
///
/// A [`Sim`](crate::sim::Sim) calls it where its zones are water. Other games find the water by [`Water::around`], or know it.
///
/// # Arguments
/// See [`advance`](fn@advance).
///
/// # Example
/// A swimmer without keys sinks by half a metre a second:
/// ```
/// use sidle::{glam::DVec3, player::{Command, PlayerState, Scratch, Tuning, Water, swim}, world::World};
/// let (mut state, mut scratch) = (PlayerState::default(), Scratch::new());
/// let (world, tuning, command) = (World::default(), Tuning::default(), Command::default());
/// let water = Water { surface: 9.0, current: DVec3::ZERO };
/// for _ in 0..240 {
///     swim(&world, &tuning, &mut state, &command, &water, 1.0 / 120.0, &mut scratch, None);
/// }
/// assert!((state.velocity.y + 0.5).abs() < 1e-4);
/// ```
#[allow(clippy::too_many_arguments)]
pub fn swim<'w, 's>(
    world: impl Into<FilteredWorld<'w>>,
    tuning: &Tuning,
    state: &mut PlayerState,
    command: &Command,
    water: &Water,
    dt: f64,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> &'s Contacts {
    let medium = Some(water);
    advance::advance_in(
        &world.into(),
        tuning,
        state,
        (command, medium),
        dt,
        scratch,
        trace,
    )
}

/// Swims instead of walking, if the water is deep enough. Returns whether it did. `walk` is the direction along the ground that
/// `command` requests.
#[cold]
#[inline(never)]
pub(super) fn swim_instead(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    (command, walk, water): (&Command, DVec3, &Water),
    dt: f64,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> bool {
    let (bottom, line) = heights(tuning, state);
    let depth = water.surface - line;
    let floats = water.is_deep(tuning, state);
    let is_swept = state.controller == Controller::Swept;
    let order = (command, walk, true);
    if floats
        && is_swept
        && world.world().has_ladders()
        && ladder::climb(world, tuning, state, order, dt, scratch, tracer)
    {
        return true;
    }
    let near_surface = depth <= (line - bottom) * NEAR_SURFACE;
    let stood = state.ground.stands();
    if floats && stood {
        state.leave_ground();
    }
    if is_swept && near_surface {
        // Whoever stands in shallow water jumps first, as at any ledge.
        let ledge = water.surface - bottom + tuning.step_height;
        let out = Tuning {
            mantle_height: max(ledge, tuning.mantle_height),
            wall_jump_speed: 0.0,
            ..*tuning
        };
        if mantle::climb(world, &out, state, order, dt, scratch, tracer) {
            return true;
        }
    }
    if !floats {
        return false;
    }
    tracer.push(Event::Swim { depth });
    let jumps = command.jump && (near_surface || stood);
    if jumps {
        tracer.push(Event::Jump);
        state.velocity.y = max(state.velocity.y, tuning.jump_speed);
    }
    let sinks = !stood && !jumps;
    let mut motion = stroke(tuning, state, (command, sinks), water.current, dt);
    // Nobody swims out of the water, but who is faster than a swimmer leaps.
    let leaps = jumps || state.velocity.y > swim_speed(tuning, command);
    if !leaps && motion.y > depth {
        motion.y = max(depth, 0.0);
        state.velocity.y = min(state.velocity.y, 0.0);
    }
    state.leave_ground();
    state.jump_wanted = 0.0;
    advance::fly(world, tuning, state, motion, scratch, tracer);
    let floor_cos = scratch.floor_cos(tuning.max_slope_deg);
    state.ground = bottom_among(scratch.contacts.touching(), state.velocity, floor_cos);
    if let Some(flow) = water.flow_along_ground(tuning, state) {
        // It wades next, and the stream carries it then.
        state.velocity -= flow;
    }
    true
}

/// The motion of a swimmer in a tick, who `sinks` without keys.
fn stroke(
    tuning: &Tuning,
    state: &mut PlayerState,
    (command, sinks): (&Command, bool),
    current: DVec3,
    dt: f64,
) -> DVec3 {
    let mut wish = command.fly_wish() * swim_speed(tuning, command);
    if wish == DVec3::ZERO && sinks {
        wish.y = -SINK_SPEED;
    }
    // The exact path to the wanted velocity, where the drag is in proportion to the missing one.
    let wanted = wish + current;
    let (missing, left) = (state.velocity - wanted, libm::exp(-DRAG * dt));
    state.velocity = wanted + missing * left;
    wanted * dt + missing * ((1.0 - left) / DRAG)
}

/// The speed at which keys let a player swim; m/s.
fn swim_speed(tuning: &Tuning, command: &Command) -> f64 {
    tuning.walk_speed * SPEED_SHARE * speed_factor(tuning, command)
}

/// The bottom of the water on which a swimmer with this velocity stands, among the surfaces that it touches.
fn bottom_among(touching: &[Surface], velocity: DVec3, floor_cos: f64) -> Ground {
    let floors = touching.iter().map(|surface| surface.normal);
    let floors = floors.filter(|normal| normal.y >= floor_cos);
    match floors
        .max_by(flatter)
        .filter(|normal| velocity.dot(*normal) <= REST_SPEED)
    {
        Some(normal) => Ground::Floor { normal },
        None => Ground::None,
    }
}

#[cfg(test)]
mod tests;
