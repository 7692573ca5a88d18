//! The bodies that platforms carry and push, and the reports about those without room.

use super::{PlayerState, Tuning};
use crate::geometry::Obb;
use crate::query::closest_obb_point;
use crate::tolerance::SLOP;
use crate::world::{BoxId, ColliderId, Filter, FilteredWorld, PlacedBody, Surface};

/// A body is not moved by a box that is farther from it than this; metres. A hundred [`SLOP`], many times the gap that a
/// body keeps. Smaller: a resting body might be missed; larger: boxes ask about more bodies.
const REACH_MARGIN: f64 = SLOP * 100.0;

/// A body that platforms carry and push.
#[derive(Debug)]
pub struct Rider<'r> {
    /// The body's state.
    pub state: &'r mut PlayerState,
    /// Its size and its controller's numbers.
    pub tuning: &'r Tuning,
    /// The colliders that the body meets while it is carried and pushed, as the filter of its
    /// [`advance`](super::advance()).
    pub filter: Filter,
    /// The box or the [body](crate::world::World::add_body) of the world with which others meet this one, if there is one. It moves along with the body, which does
    /// not meet it, and movers do not stop at it.
    pub own_box: Option<BoxId>,
}

impl<'r> Rider<'r> {
    /// A body that meets everything and has no separate box.
    pub fn new(state: &'r mut PlayerState, tuning: &'r Tuning) -> Self {
        Self {
            state,
            tuning,
            filter: Filter::ALL,
            own_box: None,
        }
    }

    /// Whether the body may touch `obb`. A body that is certainly out of reach costs no query.
    pub(super) fn may_touch(&self, obb: &Obb) -> bool {
        let size = self.tuning.size();
        let half_box = size.box_half_extents.map_or(0.0, |half| half.length());
        // The position of a capsule is up to its height below its top; a usual box has the radius along each axis.
        let reach = size.radius * 2.0 + size.height + half_box + REACH_MARGIN;
        let position = self.state.position;
        let distance = closest_obb_point(obb, position).distance_squared(position);
        // Numbers that are not finite are left to the query.
        distance.partial_cmp(&(reach * reach)) != Some(core::cmp::Ordering::Greater)
    }
}

/// Why a body cannot give way, the error of [`give_way`](super::give_way()).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NoRoom {
    /// The obstacle behind the body, besides the box that pushes it. `None` if it could not be determined.
    pub against: Option<ColliderId>,
    /// How much room is missing, how deep the body would still be in something, wherever it was pushed; metres.
    pub depth: f64,
}

impl NoRoom {
    /// The body is in `surface`.
    pub(super) fn of(surface: &Surface) -> Self {
        Self {
            against: Some(surface.collider),
            depth: -surface.separation,
        }
    }

    /// For `body`, which is where it was pushed to, between the box `pusher` and other colliders.
    pub(super) fn find(world: FilteredWorld<'_>, body: Option<PlacedBody>, pusher: BoxId) -> Self {
        let nothing = Self {
            against: None,
            depth: 0.0,
        };
        let Some(body) = body else {
            return nothing;
        };
        // What the body only touches is behind it, too.
        let grown = match body {
            PlacedBody::Upright(body) => PlacedBody::Upright(body.grown(SLOP * 10.0)),
            PlacedBody::Box(obb) => {
                let half_extents = obb.half_extents() + SLOP * 10.0;
                Obb::new(obb.center(), obb.axes(), half_extents).map_or(body, PlacedBody::Box)
            }
        };
        let others = world.without_platform(ColliderId::Box(pusher));
        let against = others.blocking_surface(&grown, None);
        let deepest = world.blocking_surface(&body, None);
        Self {
            against: against.map(|surface| surface.collider),
            depth: deepest.map_or(0.0, |surface| -surface.separation),
        }
    }
}

impl core::fmt::Display for NoRoom {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "needs {} m more room", self.depth)
    }
}

impl core::error::Error for NoRoom {}

/// A platform that stopped because a body has no room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Squeeze {
    /// The box that stopped.
    pub platform: BoxId,
    /// The place of the body among the riders.
    pub rider: usize,
    /// The obstacle behind the body. `None` if it could not be determined.
    pub against: Option<ColliderId>,
    /// How much of its way the platform did not make in this tick; metres. By this much it would have squeezed the body.
    pub missing: f64,
}

impl Squeeze {
    pub(super) fn new(platform: BoxId, rider: usize, room: NoRoom, missing: f64) -> Self {
        Self {
            platform,
            rider,
            against: room.against,
            missing,
        }
    }
}

impl core::fmt::Display for Squeeze {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self {
            platform,
            rider,
            missing,
            ..
        } = self;
        write!(
            f,
            "box {} stopped {missing} m early before rider {rider}",
            platform.0
        )
    }
}

impl core::error::Error for Squeeze {}
