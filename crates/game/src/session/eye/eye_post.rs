//! The soft post on which a person's eye rides above a sphere or a box.
//!
//! A ball about the eye is swept from the middle of the body upwards, and the eye rises no higher than the ball comes. The
//! body's middle is free, so the eye is never in anything. In each tick the post also looks where the body will be in a
//! moment, and bends before it comes under a low ceiling.
//!
//! The post is visual only.

use sidle::geometry::{Sphere, float};
use sidle::glam::DVec3;
use sidle::world::World;

use crate::session::eye::interpolated::Interpolated;

/// The time constant with which the post rises and sinks; seconds. Smaller: a low ceiling jolts; larger: the eye meets it
/// before the post has bent.
const DECAY_SECONDS: f64 = 0.06;

/// How far ahead of the motion the post looks; seconds. Smaller: the eye drops at the edge of a ceiling; larger: it bows
/// long before.
const AHEAD_SECONDS: f64 = 0.2;

/// The most that it looks ahead; metres.
const MAX_AHEAD: f64 = 2.0;

/// The gap to a wall; metres. Smaller: a cast along the wall touches it.
const BEFORE_WALL: f64 = 0.05;

/// The height of the eye above the middle of the body; metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EyePost {
    height: Interpolated,
}

impl EyePost {
    /// Follows in a tick of `seconds` the height that is `wanted` above `head`, a ball in the body, which moves at
    /// `velocity`; metres.
    pub fn tick(
        &mut self,
        world: &World,
        head: &Sphere,
        wanted: f64,
        velocity: DVec3,
        seconds: f64,
    ) {
        let here = free_rise(world, head, wanted);
        let there =
            ahead(world, head, velocity).map_or(here, |head| free_rise(world, &head, wanted));
        let target = float::min(here, there);
        let before = self.height.current;
        self.height = Interpolated {
            previous: before,
            current: target + (before - target) / (1.0 + seconds / DECAY_SECONDS),
        };
    }

    /// Stands as high as it can at once, as after a teleport or in a pause.
    pub fn settle(&mut self, world: &World, head: &Sphere, wanted: f64) {
        self.height = Interpolated::settled(free_rise(world, head, wanted));
    }

    /// The height at this fraction of the last tick above `head`, where that is drawn; metres. Surfaces above are never
    /// entered.
    pub fn rise_at(&self, world: &World, head: &Sphere, fraction: f64) -> f64 {
        free_rise(world, head, self.height.at(fraction))
    }
}

/// How far `head` can rise, at most by `wanted`; metres.
pub fn free_rise(world: &World, head: &Sphere, wanted: f64) -> f64 {
    // Not above 0, or not a number.
    if wanted.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
        return 0.0;
    }
    let hit = world.sweep_sphere(head, DVec3::Y * wanted);
    wanted * hit.map_or(1.0, |(_, hit)| hit.fraction)
}

/// Where `head` is in a moment, if it moves on at `velocity`.
fn ahead(world: &World, head: &Sphere, velocity: DVec3) -> Option<Sphere> {
    let motion = DVec3::new(velocity.x, 0.0, velocity.z) * AHEAD_SECONDS;
    let motion = motion.clamp_length_max(MAX_AHEAD);
    let length = motion.length();
    let hit = world.sweep_sphere(head, motion);
    let free = hit.map_or(length, |(_, hit)| hit.fraction * length - BEFORE_WALL);
    let motion = motion.try_normalize()? * float::max(free, 0.0);
    Sphere::new(head.center() + motion, head.radius())
}

#[cfg(test)]
mod tests;
