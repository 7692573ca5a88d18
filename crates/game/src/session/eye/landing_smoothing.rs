//! Landing smoothing: a body stops at once when it lands, and a person's eye gives way for a moment, as knees do.
//!
//! The offset is visual only, and points into the body.

use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::sim::Sim;

use crate::session::eye::interpolated::Interpolated;

/// The frequency of the spring; radians per second. Smaller: knees of rubber; larger: a landing jolts.
const FREQUENCY: f64 = 16.0;

/// The share of the speed of the impact that the eye keeps.
const SHARE: f64 = 0.3;

/// A slower impact does not bend the knees; metres per second.
const MIN_IMPACT: f64 = 1.5;

/// A faster impact does not bend the knees further; metres per second.
const MAX_IMPACT: f64 = 12.0;

/// The speed at which the player of `sim` met the ground in the last tick, relative to the ground; metres per second. `None` if
/// it did not land.
pub fn impact(sim: &Sim) -> Option<f64> {
    let ride = sim.player().ride.map_or(DVec3::ZERO, |ride| ride.velocity);
    let landing = sim.contacts().landing();
    landing.map(|landing| landing.speed_onto(ride))
}

/// The eye's offset above its place, 0 or below; metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LandingSmoothing {
    pub offset: Interpolated,
    /// Metres per second.
    velocity: f64,
}

impl LandingSmoothing {
    /// Follows a tick of `seconds` with this [`impact`].
    pub fn tick(&mut self, impact: Option<f64>, seconds: f64) {
        if let Some(speed) = impact.filter(|speed| *speed > MIN_IMPACT) {
            self.velocity -= float::min(speed, MAX_IMPACT) * SHARE;
        }
        self.offset.previous = self.offset.current;
        // A critically damped spring, integrated implicitly: stable at every tick rate.
        let step = FREQUENCY * seconds;
        self.velocity = (self.velocity - FREQUENCY * step * self.offset.current)
            / ((1.0 + step) * (1.0 + step));
        self.offset.current = float::min(self.offset.current + self.velocity * seconds, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{slab, walker};
    use sidle::player::Controller;
    use sidle::world::World;

    #[test]
    fn a_landing_bends_the_knees_by_centimetres_and_is_over_within_half_a_second() {
        for hz in [30.0, 60.0, 120.0, 360.0] {
            for (speed, range) in [(1.0, 0.0..=0.0), (6.5, 0.02..=0.06), (1e5, 0.04..=0.1)] {
                let mut smoothing = LandingSmoothing::default();
                smoothing.tick(Some(speed), 1.0 / hz);
                let mut deepest = 0.0_f64;
                for _ in 0..(hz * 0.5) as u32 {
                    deepest = float::max(deepest, -smoothing.offset.at(1.0));
                    smoothing.tick(None, 1.0 / hz);
                }
                assert!(
                    range.contains(&deepest),
                    "{hz} Hz, {speed} m/s: {deepest} m"
                );
                let left = smoothing.offset.at(1.0);
                assert!(
                    (-0.005..=0.0).contains(&left),
                    "{hz} Hz, {speed} m/s: {left} m"
                );
            }
        }
    }

    #[test]
    fn an_impact_is_the_speed_against_the_ground_and_comes_once() {
        for controller in [Controller::Swept, Controller::Classic, Controller::Boxed] {
            for hz in [30, 120, 360] {
                // 1.6 m of fall end at √(2 · 20 · 1.6) = 8 m/s.
                let ground = slab(DVec3::Y * -2.6, DVec3::new(9.0, 1.0, 9.0));
                let mut sim = walker(World::new(vec![], vec![ground]), controller, hz);
                let mut impacts = Vec::new();
                for _ in 0..hz {
                    sim.tick(&sim.idle_command());
                    impacts.extend(impact(&sim));
                }
                let [speed] = impacts[..] else {
                    panic!("{controller:?}, {hz} Hz: {impacts:?}")
                };
                let a_tick = 20.0 / f64::from(hz);
                assert!(
                    (speed - 8.0).abs() <= a_tick,
                    "{controller:?}, {hz} Hz: {speed}"
                );
            }
        }
    }
}
