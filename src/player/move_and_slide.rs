//! One move of a body, for games that have their own idea of a walk.

use glam::DVec3;

use super::slide::{MoveRequest, Slide, slide};
use super::trace::Tracer;
use super::{Body, Contacts, Scratch, Trace, Tuning};
use crate::geometry::angle::cos_deg;
use crate::world::{Filter, World};

/// What a move needs to know besides the body and the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveSettings {
    /// The steepest ground that is climbed; degrees from level; 0 to 90. At 90, as for a flight,
    /// nothing is too steep.
    pub max_slope_deg: f64,
    /// The colliders that are met.
    pub filter: Filter,
}

impl MoveSettings {
    /// For a flight: no slope is too steep, and everything is met.
    pub const FLIGHT: Self = Self {
        max_slope_deg: 90.0,
        filter: Filter::ALL,
    };
}

impl Default for MoveSettings {
    /// The slope limit of [`Tuning::default`]; everything is met.
    fn default() -> Self {
        Self {
            max_slope_deg: Tuning::default().max_slope_deg,
            filter: Filter::ALL,
        }
    }
}

/// Where a move ended, why, and what it touched.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct MoveResult<'s> {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// What the surfaces leave of the whole motion; metres. Divided by the time that the motion takes,
    /// it is the new velocity.
    pub clipped_motion: DVec3,
    /// Why the motion ended.
    pub end: SlideEnd,
    /// What is touched at the end, and what was in the way.
    pub contacts: &'s Contacts,
}

/// Why a motion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlideEnd {
    /// The body went the whole motion, or what the surfaces left of it.
    Done,
    /// The touched surfaces leave no way on.
    Blocked,
    /// The way turned too often for one move.
    Exhausted,
    /// A number was not finite, or the body would have entered something: it did not move.
    Refused,
}

/// Moves `body` from `position` by `motion`, exactly up to what it touches, and slides along the rest.
///
/// # Shapes
/// - `position` of the body's reference point and `motion`, the whole displacement: metres.
/// - `trace`, if there is one, is emptied, and then tells step by step what happened. It changes nothing.
///
/// # Example
/// A ball with a radius of half a metre flies at an angle into a wall, and keeps the part along it:
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
pub fn move_and_slide<'s>(
    world: &World,
    body: Body,
    position: DVec3,
    motion: DVec3,
    settings: &MoveSettings,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> MoveResult<'s> {
    scratch.clear();
    let request = MoveRequest {
        floor_cos: cos_deg(settings.max_slope_deg),
        filter: settings.filter,
        ..MoveRequest::flight(motion)
    };
    let (mut velocity, tracer) = (motion, &mut Tracer::new(trace));
    let Slide {
        position,
        velocity: clipped_motion,
        end,
    } = slide(
        world,
        body,
        position,
        request,
        &mut velocity,
        scratch,
        tracer,
    );
    MoveResult {
        position,
        clipped_motion,
        end,
        contacts: scratch.contacts(),
    }
}
