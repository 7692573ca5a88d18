//! One move of a body, for games with their own movement rules.

use glam::DVec3;

use super::slide::{MoveRequest, Slide, slide};
use super::trace::Tracer;
use super::{Body, Contacts, Scratch, Trace, Tuning};
use crate::world::{FilteredWorld, SlopeLimit};

/// The settings of a move, apart from the body and the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveSettings {
    /// The steepest ground that the body climbs; degrees from level; 0 to 90. A surface may have
    /// [its own limit](crate::world::SurfaceRules::max_slope_deg) instead. At 90, as for a flight, no surface
    /// is too steep, whatever its rules say.
    pub max_slope_deg: f64,
}

impl MoveSettings {
    /// For a flight, no slope is too steep.
    pub const FLIGHT: Self = Self {
        max_slope_deg: 90.0,
    };
}

impl Default for MoveSettings {
    /// The slope limit of [`Tuning::default`].
    fn default() -> Self {
        Self {
            max_slope_deg: Tuning::default().max_slope_deg,
        }
    }
}

/// Where and why a move ended, and its contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct MoveResult<'s> {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The part of the whole motion that the surfaces allow; metres. Divided by the duration of the motion,
    /// it is the new velocity.
    pub clipped_motion: DVec3,
    /// Why the motion ended.
    pub end: SlideEnd,
    /// The surfaces touched at the end, and the planes that blocked the motion.
    pub contacts: &'s Contacts,
}

/// Why a motion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlideEnd {
    /// The body made the whole motion, or the part that the surfaces allow.
    Done,
    /// The touched surfaces allow no further motion.
    Blocked,
    /// The motion turned too often for one move.
    Exhausted,
    /// A number was not finite, or the body would have entered a collider. The body did not move.
    Refused,
}

/// Moves `body` from `position` by `motion`, exactly up to the first touch, then slides along the surface
/// with the rest of the motion.
///
/// # Arguments
/// - `world`: a `&World`, or a filtered view of it. See [`World::filtered`](crate::world::World::filtered).
/// - `position`: the body's reference point; metres. `motion`: the whole displacement; metres.
/// - `trace`, if there is one, is emptied and then filled with the move's events. It changes no result.
///
/// # Example
/// A ball with a radius of half a metre flies into a wall at an angle, and keeps the motion along the wall:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
/// use sidle::player::{Body, MoveSettings, Scratch, move_and_slide};
/// let wall = Obb::new(DVec3::X * 2.0, DMat3::IDENTITY, DVec3::new(1.0, 9.0, 9.0)).unwrap();
/// let (world, body) = (World::new(vec![], vec![wall]), Body::sphere(0.5).unwrap());
/// let (settings, mut scratch) = (MoveSettings::default(), Scratch::new());
/// let motion = DVec3::new(1.0, 0.0, 2.0);
/// let result = move_and_slide(&world, body, DVec3::ZERO, motion, &settings, &mut scratch, None);
/// assert!(result.position.abs_diff_eq(DVec3::new(0.5, 0.0, 2.0), 1e-4));
/// assert_eq!(result.clipped_motion, DVec3::Z * 2.0);
/// assert_eq!(result.contacts.touching().len(), 1);
/// ```
#[doc(alias = "character controller")]
#[doc(alias = "collide and slide")]
pub fn move_and_slide<'w, 's>(
    world: impl Into<FilteredWorld<'w>>,
    body: Body,
    position: DVec3,
    motion: DVec3,
    settings: &MoveSettings,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> MoveResult<'s> {
    move_in(
        world.into(),
        body,
        position,
        motion,
        settings,
        scratch,
        trace,
    )
}

/// [`move_and_slide`] in a filtered world. It is not generic, so that it is compiled once, together with its callees.
fn move_in<'s>(
    world: FilteredWorld<'_>,
    body: Body,
    position: DVec3,
    motion: DVec3,
    settings: &MoveSettings,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> MoveResult<'s> {
    scratch.begin(&world);
    let request = MoveRequest {
        slope: SlopeLimit::of_walker(world.world(), scratch.floor_cos(settings.max_slope_deg)),
        asks: true,
        ..MoveRequest::flight(motion)
    };
    let (mut velocity, tracer, start) = (motion, &mut Tracer::new(trace), position);
    let Slide {
        position,
        velocity: clipped_motion,
        end,
    } = slide(
        &world,
        body,
        position,
        &request,
        &mut velocity,
        scratch,
        tracer,
    );
    find_sensors(&world, body, start, position, &mut scratch.contacts);
    MoveResult {
        position,
        clipped_motion,
        end,
        contacts: scratch.contacts(),
    }
}

/// Lists the sensors that `body` touched anywhere between its places at `start` and at `end`.
pub(super) fn find_sensors(
    world: &FilteredWorld<'_>,
    body: Body,
    start: DVec3,
    end: DVec3,
    contacts: &mut Contacts,
) {
    if world.world().has_sensors()
        && let (Some(first), Some(last)) = (body.at(start), body.at(end))
    {
        world.sensors_passed(&first.into(), &last.into(), contacts.sensors_mut());
    }
}
