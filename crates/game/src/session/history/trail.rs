//! Trails: the path of the player or of a ghost, up to the shown tick.

use std::collections::VecDeque;

use sidle::glam::DVec3;

/// The most points of a trail. Larger: a longer trail takes longer to draw.
const MAX_POINTS: usize = 2400;

/// The least distance between two points; metres. Smaller: the trail is shorter; larger: its corners are cut.
const SPACING: f64 = 0.08;

/// A longer motion in one tick is a teleport, such as a respawn; metres.
const TELEPORT_DISTANCE: f64 = 20.0;

/// A point of a trail.
#[derive(Clone, Copy, Debug)]
struct TrailPoint {
    tick: u64,
    position: DVec3,
    /// Whether no line leads here from the point before.
    starts_segment: bool,
}

/// The path of the player or of a ghost.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    points: VecDeque<TrailPoint>,
    /// How many of them lie before the shown tick.
    shown: usize,
}

impl Trail {
    /// Adds the position after `tick`, if it is far enough from the last point. Discards all points of later ticks.
    pub fn add(&mut self, tick: u64, position: DVec3) {
        self.discard_from(tick);
        let last = self.points.back();
        let distance = last.map_or(f64::INFINITY, |last| last.position.distance(position));
        if distance >= SPACING {
            self.push(tick, position, distance > TELEPORT_DISTANCE);
        }
    }

    /// Starts a new segment at `position`.
    pub fn restart(&mut self, tick: u64, position: DVec3) {
        self.discard_from(tick);
        self.push(tick, position, true);
    }

    /// Shows the trail up to `tick`.
    pub fn show_until(&mut self, tick: u64) {
        self.shown = self.points.partition_point(|point| point.tick <= tick);
    }

    /// The points of the last shown segment, oldest first.
    pub fn points(&self) -> impl Iterator<Item = DVec3> {
        let shown = self.points.range(..self.shown);
        let start = shown.rev().position(|point| point.starts_segment);
        let first = start.map_or(0, |back| self.shown - 1 - back);
        let segment = self.points.range(first..self.shown);
        segment.map(|point| point.position)
    }

    fn discard_from(&mut self, tick: u64) {
        self.show_until(tick.saturating_sub(1));
        self.points.truncate(self.shown);
    }

    fn push(&mut self, tick: u64, position: DVec3, starts_segment: bool) {
        if self.points.len() == MAX_POINTS {
            self.points.pop_front();
        }
        self.points.push_back(TrailPoint {
            tick,
            position,
            starts_segment,
        });
        self.shown = self.points.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_keeps_its_last_points_and_a_teleport_starts_a_new_segment() {
        let mut trail = Trail::default();
        for tick in 0..6000_u32 {
            trail.add(tick.into(), DVec3::X * (f64::from(tick) * 0.05));
        }
        let points: Vec<_> = trail.points().collect();
        assert!(points.len() <= MAX_POINTS && points.len() > 2000);
        assert!(points.windows(2).all(|two| two[0].distance(two[1]) < 0.11));
        trail.add(6000, DVec3::Y * 500.0);
        assert_eq!(trail.points().count(), 1);
    }

    #[test]
    fn a_trail_ends_at_the_shown_tick_and_continues_from_there() {
        let mut trail = Trail::default();
        for tick in 0..20_u32 {
            trail.add(tick.into(), DVec3::X * f64::from(tick));
        }
        trail.restart(20, DVec3::Z);
        assert_eq!(trail.points().collect::<Vec<_>>(), [DVec3::Z]);
        // Before the restart, the earlier segment is shown.
        trail.show_until(4);
        assert_eq!(trail.points().last(), Some(DVec3::X * 4.0));
        assert_eq!(trail.points().count(), 5);
        trail.show_until(20);
        assert_eq!(trail.points().count(), 1);
        trail.add(5, DVec3::Y * 3.0);
        assert_eq!(trail.points().count(), 6);
        trail.show_until(99);
        assert_eq!(trail.points().last(), Some(DVec3::Y * 3.0));
    }
}
