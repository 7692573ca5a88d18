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

use crate::session::interpolated::Interpolated;

/// The time constant with which the post rises and sinks; seconds. Smaller: a low ceiling jolts; larger: the eye meets it
/// before the post has bent.
const DECAY_SECONDS: f64 = 0.06;

/// How far ahead of the motion the post looks; seconds. Smaller: the eye drops at the edge of a ceiling; larger: it bows
/// long before.
const AHEAD_SECONDS: f64 = 0.2;

/// The most that it looks ahead; metres.
const MOST_AHEAD: f64 = 2.0;

/// What is left before a wall; metres. Smaller: a cast along the wall touches it.
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

    /// The height at this fraction of the last tick above `head`, where that is drawn; metres. What is above is never
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
    let way = DVec3::new(velocity.x, 0.0, velocity.z) * AHEAD_SECONDS;
    let way = way.clamp_length_max(MOST_AHEAD);
    let length = way.length();
    let hit = world.sweep_sphere(head, way);
    let free = hit.map_or(length, |(_, hit)| hit.fraction * length - BEFORE_WALL);
    let way = way.try_normalize()? * float::max(free, 0.0);
    Sphere::new(head.center() + way, head.radius())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::Obb;
    use sidle::glam::DMat3;

    /// A slab whose lower side is at 1.2 m, from x = 0 to x = 4.
    fn under_a_slab() -> World {
        let slab = Obb::new(
            DVec3::new(2.0, 1.3, 0.0),
            DMat3::IDENTITY,
            DVec3::new(2.0, 0.1, 3.0),
        );
        World::new(vec![], slab.into_iter().collect())
    }

    fn head(x: f64) -> Sphere {
        Sphere::new(DVec3::new(x, 0.5, 0.0), 0.2).expect("a ball")
    }

    #[test]
    fn a_walk_under_a_slab_bends_the_post_before_it_and_never_enters_it_at_any_tick_rate() {
        let world = under_a_slab();
        for (hz, speed) in [
            (30.0, 5.0),
            (60.0, 10.0),
            (120.0, 5.0),
            (360.0, 0.3),
            (120.0, 50.0),
        ] {
            let mut post = EyePost::default();
            post.settle(&world, &head(-3.0), 1.1);
            assert_eq!(post.rise_at(&world, &head(-3.0), 1.0), 1.1);
            let (mut x, mut last, mut steepest) = (-3.0, 1.1, 0.0_f64);
            while x < 7.0 {
                post.tick(&world, &head(x), 1.1, DVec3::X * speed, 1.0 / hz);
                for part in 0..4 {
                    let fraction = f64::from(part) * 0.25;
                    let ball = head(x + speed / hz * fraction);
                    let rise = post.rise_at(&world, &ball, fraction);
                    let eye = ball.center() + DVec3::Y * rise;
                    let inside = (0.0..=4.0).contains(&eye.x) && (1.2..=1.4).contains(&eye.y);
                    assert!(
                        !inside,
                        "{hz} Hz, {speed} m/s: the eye is in the slab at {eye}"
                    );
                    steepest = float::max(steepest, last - rise);
                    last = rise;
                }
                x += speed / hz;
            }
            if speed <= 10.0 {
                assert!(
                    steepest < 0.25,
                    "{hz} Hz, {speed} m/s: a drop of {steepest} m at once"
                );
            }
        }
    }

    #[test]
    fn a_wall_ahead_does_not_bend_the_post() {
        let wall = Obb::new(
            DVec3::new(1.0, 2.0, 0.0),
            DMat3::IDENTITY,
            DVec3::new(0.1, 2.0, 3.0),
        );
        let world = World::new(vec![], wall.into_iter().collect());
        let mut post = EyePost::default();
        for x in [-1.0, 0.0, 0.4] {
            post.settle(&world, &head(x), 1.1);
            post.tick(&world, &head(x), 1.1, DVec3::X * 5.0, 1.0 / 60.0);
            assert_eq!(post.rise_at(&world, &head(x), 1.0), 1.1, "{x}");
        }
    }

    #[test]
    fn a_height_of_zero_below_the_middle_or_no_number_leaves_the_eye_in_the_body() {
        let world = under_a_slab();
        for wanted in [0.0, -1.0, f64::NAN] {
            let mut post = EyePost::default();
            post.settle(&world, &head(0.0), wanted);
            post.tick(&world, &head(0.0), wanted, DVec3::ZERO, 1.0 / 30.0);
            assert_eq!(post.rise_at(&world, &head(0.0), 0.5), 0.0);
        }
    }
}
