//! Which of the touched planes are walls, which walls are one, and which were touched a moment ago.

use sidle::glam::DVec3;
use sidle::player::{Mode, Tuning};
use sidle::sim::Sim;
use sidle::world::floor_cos;

/// Walls whose normals have at least this cosine, of 25 degrees, are one wall. Smaller: a corner is one wall; larger: a round
/// wall is many.
pub const SAME_WALL_COS: f64 = 0.906;

/// The test whether the plane of a normal is a wall. A walker rests on a floor, which is none; one who flies touches it.
pub fn wall_test(mode: Mode, tuning: &Tuning) -> impl Fn(&DVec3) -> bool {
    let floor_cos = floor_cos(tuning.max_slope_deg);
    move |normal| mode == Mode::Fly || normal.y < floor_cos
}

/// The normals of the walls that took a part of the motion in the last tick of `sim`.
pub fn touched_walls(sim: &Sim) -> impl Iterator<Item = &DVec3> {
    let is_wall = wall_test(sim.player().mode, sim.tuning());
    let planes = sim.contacts().planes().iter();
    planes.filter(move |normal| is_wall(normal))
}

/// The last `N` walls that were touched, each with the last tick of its touch.
#[derive(Clone, Copy, Debug)]
pub struct RecentWalls<const N: usize>([Option<(DVec3, u64)>; N]);

impl<const N: usize> Default for RecentWalls<N> {
    fn default() -> Self {
        Self([None; N])
    }
}

impl<const N: usize> RecentWalls<N> {
    /// Notes that a wall with this `normal` is touched in `tick`. Returns whether it was not touched for `over` ticks.
    pub fn meets(&mut self, normal: DVec3, tick: u64, over: u64) -> bool {
        let is_same = |wall: &Option<(DVec3, u64)>| {
            wall.is_some_and(|(other, seen)| {
                tick - seen <= over && other.dot(normal) >= SAME_WALL_COS
            })
        };
        let known = self.0.iter().position(is_same);
        let age = |number: &usize| self.0[*number].map_or(0, |(_, seen)| seen + 1);
        let place = known.or_else(|| (0..N).min_by_key(age));
        if let Some(place) = place {
            self.0[place] = Some((normal, tick));
        }
        known.is_none()
    }

    /// How many were touched in the last `over` ticks before `tick`.
    pub fn count(&self, tick: u64, over: u64) -> usize {
        let seen = self.0.iter().flatten();
        seen.filter(|(_, seen)| tick - seen <= over).count()
    }

    /// Goes back to `tick`, as far as that is known.
    pub fn rewind(&mut self, tick: u64) {
        for (_, seen) in self.0.iter_mut().flatten() {
            *seen = (*seen).min(tick);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_is_met_anew_once_it_was_not_touched_for_a_while_and_the_oldest_is_forgotten() {
        let mut walls = RecentWalls::<2>::default();
        assert!(walls.meets(DVec3::X, 10, 5));
        // 25 degrees are the limit of one wall.
        assert!(!walls.meets(DVec3::new(0.91, 0.0, 0.4146), 15, 5));
        assert!(walls.meets(DVec3::Z, 15, 5));
        assert_eq!([15, 20, 21].map(|tick| walls.count(tick, 5)), [2, 2, 0]);
        assert!(walls.meets(DVec3::X, 21, 5));
        assert!(walls.meets(DVec3::NEG_X, 22, 5));
        assert_eq!(walls.count(22, 5), 2);
        assert!(walls.meets(DVec3::Z, 23, 5), "it was forgotten");
        walls.rewind(12);
        assert_eq!(walls.count(12, 0), 2);
    }
}
