//! Trails: where somebody was, up to the tick that is looked at.

use std::collections::VecDeque;

use sidle::glam::DVec3;

/// A trail has no more places than this, and a new one after this way; metres.
const MOST_PLACES: usize = 2400;
const STRIDE: f64 = 0.08;

/// Farther than this in one tick is no way, but a return to the spawn; metres.
const JUMP: f64 = 20.0;

/// A place on a trail.
#[derive(Clone, Copy, Debug)]
struct Place {
    tick: u64,
    place: DVec3,
    /// Whether nobody went there from the place before.
    begins: bool,
}

/// Where somebody was.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    places: VecDeque<Place>,
    /// How many of them are behind the tick that is looked at.
    shown: usize,
}

impl Trail {
    /// Adds the place after `tick`, if it is far enough from the last one; what was later is forgotten.
    pub fn add(&mut self, tick: u64, place: DVec3) {
        self.cut(tick);
        let last = self.places.back();
        let far = last.map_or(f64::INFINITY, |last| last.place.distance(place));
        if far >= STRIDE {
            self.push(tick, place, far > JUMP);
        }
    }

    /// Begins anew there.
    pub fn begin(&mut self, tick: u64, place: DVec3) {
        self.cut(tick);
        self.push(tick, place, true);
    }

    /// Shows no more than there was after `tick`.
    pub fn look_at(&mut self, tick: u64) {
        self.shown = self.places.partition_point(|place| place.tick <= tick);
    }

    /// From the oldest to the newest, without a jump between them.
    pub fn places(&self) -> impl Iterator<Item = DVec3> {
        let seen = self.places.range(..self.shown);
        let begin = seen.rev().position(|place| place.begins);
        let first = begin.map_or(0, |back| self.shown - 1 - back);
        let leg = self.places.range(first..self.shown);
        leg.map(|place| place.place)
    }

    fn cut(&mut self, tick: u64) {
        self.look_at(tick.saturating_sub(1));
        self.places.truncate(self.shown);
    }

    fn push(&mut self, tick: u64, place: DVec3, begins: bool) {
        if self.places.len() == MOST_PLACES {
            self.places.pop_front();
        }
        self.places.push_back(Place {
            tick,
            place,
            begins,
        });
        self.shown = self.places.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_keeps_the_last_places_and_no_jump() {
        let mut trail = Trail::default();
        for tick in 0..6000_u32 {
            trail.add(tick.into(), DVec3::X * (f64::from(tick) * 0.05));
        }
        let places: Vec<_> = trail.places().collect();
        assert!(places.len() <= MOST_PLACES && places.len() > 2000);
        assert!(places.windows(2).all(|two| two[0].distance(two[1]) < 0.11));
        trail.add(6000, DVec3::Y * 500.0);
        assert_eq!(trail.places().count(), 1);
    }

    #[test]
    fn it_ends_at_the_tick_that_is_looked_at_and_goes_on_from_there() {
        let mut trail = Trail::default();
        for tick in 0..20_u32 {
            trail.add(tick.into(), DVec3::X * f64::from(tick));
        }
        trail.begin(20, DVec3::Z);
        assert_eq!(trail.places().collect::<Vec<_>>(), [DVec3::Z]);
        // Before the jump, the way before it is seen again.
        trail.look_at(4);
        assert_eq!(trail.places().last(), Some(DVec3::X * 4.0));
        assert_eq!(trail.places().count(), 5);
        trail.look_at(20);
        assert_eq!(trail.places().count(), 1);
        trail.add(5, DVec3::Y * 3.0);
        assert_eq!(trail.places().count(), 6);
        trail.look_at(99);
        assert_eq!(trail.places().last(), Some(DVec3::Y * 3.0));
    }
}
