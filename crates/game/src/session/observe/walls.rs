//! Tells walls from floors, and one wall from another. Remembers which walls were touched a moment ago.

use sidle::glam::DVec3;
use sidle::player::{Mode, Tuning};
use sidle::sim::Sim;
use sidle::world::floor_cos;

/// Planes are parts of one wall if the cosine of the angle between their normals is at least this, that of 25 degrees.
/// Smaller: the two walls of a corner count as one; larger: a round wall counts as many.
pub const SAME_WALL_COS: f64 = 0.906;

/// Returns a test of whether a plane with a given normal is a wall. To a walker, a floor is not a wall, because the body always
/// rests on one. To a flyer, it is.
pub fn wall_test(mode: Mode, tuning: &Tuning) -> impl Fn(&DVec3) -> bool {
    let floor_cos = floor_cos(tuning.max_slope_deg);
    move |normal| mode == Mode::Fly || normal.y < floor_cos
}

/// The normals of the walls that blocked a part of the motion in the last tick of `sim`.
pub fn touched_walls(sim: &Sim) -> impl Iterator<Item = &DVec3> {
    let is_wall = wall_test(sim.player().mode, sim.tuning());
    let planes = sim.contacts().planes().iter();
    planes.filter(move |normal| is_wall(normal))
}

/// The last `N` walls that were touched, each as its normal and the last tick in which it was touched.
#[derive(Clone, Copy, Debug)]
pub struct RecentWalls<const N: usize>([Option<(DVec3, u64)>; N]);

impl<const N: usize> Default for RecentWalls<N> {
    fn default() -> Self {
        Self([None; N])
    }
}

impl<const N: usize> RecentWalls<N> {
    /// Notes that a wall with this `normal` is touched in `tick`. Returns whether this touch is a new one, because the last
    /// touch of the wall is more than `timeout` ticks ago.
    pub fn note_touch(&mut self, normal: DVec3, tick: u64, timeout: u64) -> bool {
        let is_same = |wall: &Option<(DVec3, u64)>| {
            wall.is_some_and(|(other, touched)| {
                tick - touched <= timeout && other.dot(normal) >= SAME_WALL_COS
            })
        };
        let known = self.0.iter().position(is_same);
        // A free place comes before the wall whose touch is longest ago.
        let order = |place: &usize| self.0[*place].map_or(0, |(_, touched)| touched + 1);
        let place = known.or_else(|| (0..N).min_by_key(order));
        if let Some(place) = place {
            self.0[place] = Some((normal, tick));
        }
        known.is_none()
    }

    /// How many walls were touched in `tick` or at most `timeout` ticks before it.
    pub fn count(&self, tick: u64, timeout: u64) -> usize {
        let walls = self.0.iter().flatten();
        walls
            .filter(|(_, touched)| tick - touched <= timeout)
            .count()
    }

    /// Goes back to `tick`. Walls that were touched later count as touched in `tick`, since earlier touches are not stored.
    pub fn rewind(&mut self, tick: u64) {
        for (_, touched) in self.0.iter_mut().flatten() {
            *touched = (*touched).min(tick);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_touch_is_new_after_the_timeout_and_the_oldest_wall_is_forgotten() {
        let mut walls = RecentWalls::<2>::default();
        assert!(walls.note_touch(DVec3::X, 10, 5));
        // The same wall, turned by nearly 25 degrees.
        assert!(!walls.note_touch(DVec3::new(0.91, 0.0, 0.4146), 15, 5));
        assert!(walls.note_touch(DVec3::Z, 15, 5));
        assert_eq!([15, 20, 21].map(|tick| walls.count(tick, 5)), [2, 2, 0]);
        assert!(walls.note_touch(DVec3::X, 21, 5));
        assert!(walls.note_touch(DVec3::NEG_X, 22, 5));
        assert_eq!(walls.count(22, 5), 2);
        assert!(walls.note_touch(DVec3::Z, 23, 5), "it was forgotten");
        walls.rewind(12);
        assert_eq!(walls.count(12, 0), 2);
    }
}
