//! Zones: boxes that notice a body and never block it.

use glam::DVec3;

use super::{Filter, PlacedBody, Surface, World};
use crate::geometry::Obb;
use crate::geometry::float::{max, min};
use crate::query::{
    Core, ObbOverlap, closest_obb_point, closest_segment_obb, overlap_obb_obb, sweep_box_obb,
    sweep_capsule_obb, sweep_obb_obb,
};
use crate::tolerance::CONTACT_GAP;

/// How often a body that arrives is pushed off the surfaces that it touches, such as a floor and
/// two walls. Smaller: a body does not arrive in a corner; larger: nothing gained.
const MAX_PUSHES: usize = 3;

/// The effect of a zone when a body enters it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ZoneAction {
    /// Ends the race that is on, and begins a new one when the body leaves the zone.
    Start,
    /// A place that a race leads through. Checkpoints count in their order.
    Checkpoint,
    /// Ends a race that has passed all checkpoints.
    Finish,
    /// Moves the body.
    Teleport {
        /// Where the body's reference point goes; metres.
        to: DVec3,
    },
    /// Only reports that the body is there, for a text.
    Message,
    /// Throws a walker into the air, as a jump pad does.
    Launch {
        /// The velocity with which it takes off, whatever it had before; m/s. See
        /// [`PlayerState::launch`](crate::player::PlayerState::launch).
        velocity: DVec3,
    },
    /// Water, in which a walker [swims](fn@crate::player::swim).
    Water {
        /// How the water flows, which carries swimmers along; m/s.
        current: DVec3,
    },
}

impl ZoneAction {
    /// All of them, by the names that level files use; a teleport leads to the origin, a launch nowhere, and water is still.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("start", Self::Start),
        ("checkpoint", Self::Checkpoint),
        ("finish", Self::Finish),
        ("teleport", Self::Teleport { to: DVec3::ZERO }),
        ("message", Self::Message),
        (
            "launch",
            Self::Launch {
                velocity: DVec3::ZERO,
            },
        ),
        (
            "water",
            Self::Water {
                current: DVec3::ZERO,
            },
        ),
    ];

    /// The name that level files use.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Checkpoint => "checkpoint",
            Self::Finish => "finish",
            Self::Teleport { .. } => "teleport",
            Self::Message => "message",
            Self::Launch { .. } => "launch",
            Self::Water { .. } => "water",
        }
    }

    /// The vector that belongs to it, if there is one.
    #[cfg(any(feature = "level", feature = "replay"))]
    pub(crate) fn vector(&mut self) -> Option<&mut DVec3> {
        match self {
            Self::Teleport { to: vector }
            | Self::Launch { velocity: vector }
            | Self::Water { current: vector } => Some(vector),
            Self::Start | Self::Checkpoint | Self::Finish | Self::Message => None,
        }
    }
}

/// A box that notices a body: it blocks nothing, and nothing collides with it.
///
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{Zone, ZoneAction}};
/// // A finish line 1 mm thick, and a ball that passes it within one tick.
/// let line = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::new(5.0, 2.0, 0.0005)).unwrap();
/// let finish = Zone { obb: line, action: ZoneAction::Finish };
/// let ball = |z| Sphere::new(DVec3::Z * z, 0.5).unwrap().into();
/// assert!(!finish.contains(&ball(10.0)) && !finish.contains(&ball(-10.0)));
/// assert!(finish.is_passed_by(&ball(10.0), &ball(-10.0)));
/// ```
#[doc(alias = "trigger volume")]
#[doc(alias = "trigger")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// Where it is.
    pub obb: Obb,
    /// Its effect.
    pub action: ZoneAction,
}

impl Zone {
    /// Whether `body` overlaps or touches the zone.
    #[must_use]
    pub fn contains(&self, body: &PlacedBody) -> bool {
        match body {
            PlacedBody::Upright(body) => {
                let distance_squared = match body.as_capsule() {
                    None => Core::of(body).closest_to_obb(&self.obb).distance_squared(),
                    Some(capsule) if capsule.rise() == 0.0 => {
                        let base = capsule.base();
                        base.distance_squared(closest_obb_point(&self.obb, base))
                    }
                    Some(capsule) => {
                        closest_segment_obb(&capsule.axis(), &self.obb).distance_squared()
                    }
                };
                distance_squared <= body.rounding() * body.rounding()
            }
            PlacedBody::Box(obb) => {
                matches!(overlap_obb_obb(obb, &self.obb), ObbOverlap::Overlapping(_))
            }
        }
    }

    /// Whether a body overlaps or touches the zone anywhere on its straight way between two places. However far the way and
    /// however thin the zone, none is jumped over.
    ///
    /// # Arguments
    /// - `from` and `to` are the same body, without a turn.
    #[must_use]
    pub fn is_passed_by(&self, from: &PlacedBody, to: &PlacedBody) -> bool {
        let motion = to.place() - from.place();
        // A sweep reports no touch at its start if the body then leaves.
        self.may_be_passed_by(from, motion)
            && (self.contains(to)
                || self.contains(from)
                || match from {
                    PlacedBody::Upright(body) => match body.as_capsule() {
                        None => sweep_box_obb(body, motion, &self.obb).is_some(),
                        Some(capsule) => sweep_capsule_obb(capsule, motion, &self.obb).is_some(),
                    },
                    PlacedBody::Box(obb) => sweep_obb_obb(obb, motion, &self.obb).is_some(),
                })
    }

    /// The least and the greatest height in the zone on the upright line through `point`; `None` if the line misses it.
    pub(crate) fn heights_at(&self, point: DVec3) -> Option<[f64; 2]> {
        let from = self.obb.to_local(point);
        let up = self.obb.axes().transpose() * DVec3::Y;
        let half = self.obb.half_extents();
        let [mut low, mut high] = [f64::NEG_INFINITY, f64::INFINITY];
        for axis in 0..3 {
            let (place, way, half) = (from[axis], up[axis], half[axis]);
            if way == 0.0 {
                if place.abs() > half {
                    return None;
                }
                continue;
            }
            let ends = [(-half - place) / way, (half - place) / way];
            low = max(low, min(ends[0], ends[1]));
            high = min(high, max(ends[0], ends[1]));
        }
        (low <= high).then_some([point.y + low, point.y + high])
    }

    /// Whether the balls around zone and way meet, a quick answer for zones far away.
    fn may_be_passed_by(&self, from: &PlacedBody, motion: DVec3) -> bool {
        let Some(around) = from.around() else {
            return false;
        };
        let (half_way, half_rise) = (motion * 0.5, around.rise() * 0.5);
        let middle = around.base() + DVec3::Y * half_rise + half_way;
        let reach =
            self.obb.half_extents().length() + around.radius() + half_rise + half_way.length();
        let center = self.obb.center();
        // Rounding counts most far from the origin.
        let margin = max(center.length(), middle.length()) * 1e-12;
        middle.distance(center) <= reach + margin
    }
}

impl World {
    /// The displacement with which `body` fits where it is: zero, or that of a push off the surfaces that it only just
    /// touches, such as a floor at a height that 32 bits round.
    ///
    /// # Errors
    /// The surface that the body is deepest in, if that is deeper.
    pub(crate) fn arrival(&self, body: &PlacedBody) -> Result<DVec3, Surface> {
        let (all, mut offset) = (self.filtered(Filter::ALL), DVec3::ZERO);
        for _ in 0..MAX_PUSHES {
            match all.blocking_surface(&body.moved(offset), None) {
                None => return Ok(offset),
                Some(surface) if -surface.separation <= CONTACT_GAP => {
                    offset -= surface.normal * surface.separation;
                }
                Some(surface) => return Err(surface),
            }
        }
        match all.blocking_surface(&body.moved(offset), None) {
            None => Ok(offset),
            Some(surface) => Err(surface),
        }
    }
}

#[cfg(test)]
mod tests;
