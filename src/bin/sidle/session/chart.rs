//! What the strip chart shows: how each controller did in every tick of the last seconds.

use std::collections::VecDeque;
use std::time::Duration;

use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller};
use sidle::sim::Sim;
use sidle::world::Surface;

use crate::session::ghosts::{Ghost, Ghosts};
use sidle::sim::metrics::{counted_motion, gap, own_motion, wish_velocity};

/// How far back it shows; seconds.
pub const WINDOW: u64 = 6;

/// It keeps no more ticks than this.
const MOST: usize = 43_200;

/// A wall farther away than this is none; metres. Smaller: one comes up to it unseen; larger: more work.
const REACH: f64 = 0.5;

/// Who stands on a floor may be so deep in it; metres.
const SLOP: f64 = 1e-3;

/// A wish that turned by no more than this share of its length is the same wish.
const SAME_WISH: f64 = 0.05;

/// What is measured, a row of the chart each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartRow {
    /// The share of the wished speed that is left.
    Speed,
    /// To the nearest wall; metres; negative where the body overlaps it.
    Gap,
    /// By how much the motion differs, sideways, from that of the tick before; metres.
    Wobble,
    /// How long the tick took; seconds.
    Time,
}

impl ChartRow {
    pub const ALL: [Self; 4] = [Self::Speed, Self::Gap, Self::Wobble, Self::Time];
}

/// What was measured in a tick, by row; `None` where there is nothing to measure.
pub type Sample = [Option<f64>; 4];

/// All of one controller's ticks, of the player or of a ghost.
#[derive(Debug)]
pub struct Lane {
    pub controller: Controller,
    /// Whether it is a ghost's.
    pub ghost: bool,
    samples: VecDeque<(u64, Sample)>,
    /// Where it was after its last tick, how it moved in it, and what it wished; metres.
    last: Option<(u64, DVec3, Option<DVec3>, DVec3)>,
}

impl Lane {
    /// What was measured in `tick`.
    pub fn at(&self, tick: u64) -> Option<&Sample> {
        let (first, _) = self.samples.front()?;
        let number = usize::try_from(tick.checked_sub(*first)?).ok()?;
        self.samples.get(number).map(|(_, sample)| sample)
    }

    /// Adds the tick that `sim` has just made.
    fn add(&mut self, sim: &Sim, command: &Command, took: Duration, near: &mut Vec<Surface>) {
        let (tick, place) = (sim.ticks(), sim.player().position);
        let dt = 1.0 / f64::from(sim.hz());
        let wish = counted_motion(wish_velocity(sim.tuning(), command) * dt, command.mode);
        let before = self.last.filter(|(last, ..)| last + 1 == tick);
        let before = before.filter(|_| !sim.respawned());
        let own = before.map(|(_, before, ..)| {
            let motion = own_motion(before, sim.player(), dt);
            counted_motion(motion, command.mode)
        });
        let speed = own.filter(|_| wish != DVec3::ZERO);
        let speed = speed.map(|own| own.length() / wish.length());
        let earlier = before.and_then(|(.., own, wished)| Some((own?, wished)));
        let wobble = own.zip(earlier).and_then(|(own, (earlier, wished))| {
            let same = wish.distance(wished) <= SAME_WISH * wish.length();
            let along = wish.try_normalize().filter(|_| same)?;
            Some((own - earlier).reject_from_normalized(along).length())
        });
        let sample = [
            speed,
            gap(sim, REACH, SLOP, near),
            wobble,
            Some(took.as_secs_f64()),
        ];
        self.last = Some((tick, place, own, wish));
        // One tick after the other, whatever was made again.
        self.forget_from(tick);
        if self
            .samples
            .back()
            .is_some_and(|(last, _)| last + 1 != tick)
        {
            self.samples.clear();
        }
        if self.samples.len() == MOST {
            self.samples.pop_front();
        }
        self.samples.push_back((tick, sample));
    }

    fn forget_from(&mut self, tick: u64) {
        let kept = self.samples.partition_point(|(other, _)| *other < tick);
        self.samples.truncate(kept);
    }
}

/// The strip chart.
#[derive(Debug, Default)]
pub struct Chart {
    /// Ghosts first, the player last: it is drawn over them.
    lanes: Vec<Lane>,
    near: Vec<Surface>,
}

impl Chart {
    /// Adds the tick that `sim` and its ghosts have just made; `took`: the player's own part of it.
    pub fn add(&mut self, sim: &Sim, ghosts: &Ghosts, command: &Command, took: Duration) {
        let of_ghost = |ghost: &'_ Ghost| (ghost.controller(), true);
        let present: Vec<_> = ghosts.iter().map(of_ghost).collect();
        // Another controller's past is another lane.
        let own = (sim.player().controller, false);
        for (controller, ghost) in present.iter().copied().chain([own]) {
            if self.lane(controller, ghost).is_none() {
                self.lanes.push(Lane {
                    controller,
                    ghost,
                    samples: VecDeque::new(),
                    last: None,
                });
            }
        }
        self.lanes.sort_by_key(|lane| !lane.ghost);
        let Self { lanes, near } = self;
        for lane in lanes {
            if (lane.controller, lane.ghost) == own {
                lane.add(sim, command, took, near);
                continue;
            }
            let mut ghosts = ghosts.iter().filter(|_| lane.ghost);
            match ghosts.find(|ghost| ghost.controller() == lane.controller) {
                Some(ghost) => {
                    // It did not go to where it began.
                    lane.last = lane.last.filter(|_| !ghost.began());
                    lane.add(&ghost.sim, command, ghost.took, near);
                }
                None => lane.forget_from(sim.ticks()),
            }
        }
    }

    fn lane(&self, controller: Controller, ghost: bool) -> Option<&Lane> {
        let mut lanes = self.lanes.iter();
        lanes.find(|lane| (lane.controller, lane.ghost) == (controller, ghost))
    }

    /// Whether the ticks from `first` to `last` are all in it.
    pub fn covers(&self, first: u64, last: u64) -> bool {
        (first..=last).all(|tick| {
            let mut own = self.lanes.iter().filter(|lane| !lane.ghost);
            own.any(|lane| lane.at(tick).is_some())
        })
    }

    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }
}

/// The least and the most of what `value` has in each of `columns` equal parts of the `ticks` up to
/// `last`, the newest at the right; `None` where there is nothing.
pub fn envelope(
    value: impl Fn(u64) -> Option<f64>,
    last: u64,
    ticks: u64,
    columns: usize,
) -> Vec<Option<(f64, f64)>> {
    let columns = columns.max(1);
    let at = |column: usize| (column as u64 * ticks).div_ceil(columns as u64);
    let range = |column: usize| {
        let first = (last + 1 + at(column)).checked_sub(ticks)?;
        let end = (last + 1 + at(column + 1)).checked_sub(ticks)?;
        let values = (first..end).filter_map(&value);
        values.fold(None, |range, value| {
            let (low, high) = range.unwrap_or((value, value));
            Some((float::min(low, value), float::max(high, value)))
        })
    };
    (0..columns).map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::ghosts::GhostMode;
    use crate::test_support::begun;
    use crate::test_support::slab;
    use sidle::glam::DVec3;
    use sidle::player::{Axis, Spawn, Tuning};
    use sidle::world::World;

    /// A floor, and a wall 2 m ahead, walked at with half of the wish along it.
    fn slide(ticks: u32) -> (Sim, Ghosts, Chart) {
        let floor = slab(DVec3::Y * -1.0, DVec3::new(99.0, 1.0, 99.0));
        let wall = slab(DVec3::new(0.0, 1.0, -2.5), DVec3::new(99.0, 2.0, 0.5));
        let spawn = Spawn {
            position: DVec3::Y * 0.5,
            ..Spawn::default()
        };
        let tuning = Tuning {
            ground_accel: f64::INFINITY,
            ..Tuning::default()
        };
        let mut sim = begun(World::new(vec![], vec![floor, wall]), tuning, spawn);
        let (mut ghosts, mut chart) = (Ghosts::default(), Chart::default());
        let command = Command {
            forward: Axis::new(1.0),
            right: Axis::new(1.0),
            ..sim.idle_command()
        };
        for _ in 0..ticks {
            ghosts.tick(&sim, &command.into(), GhostMode::On);
            sim.tick(&command);
            chart.add(&sim, &ghosts, &command, Duration::from_micros(7));
        }
        (sim, ghosts, chart)
    }

    fn row(chart: &Chart, row: ChartRow, tick: u64) -> Option<f64> {
        let own = chart.lane(Controller::Swept, false).unwrap();
        own.at(tick).unwrap()[row as usize]
    }

    #[test]
    fn a_slide_keeps_the_part_along_the_wall_and_wobbles_once() {
        let (sim, _, chart) = slide(120);
        // 1.5 m at 5 m/s × cos 45°: 51 ticks.
        let last = sim.ticks();
        let near = |value: Option<f64>, wanted: f64, slack: f64| {
            value.is_some_and(|value| (value - wanted).abs() < slack)
        };
        assert!(near(row(&chart, ChartRow::Speed, 30), 1.0, 1e-6));
        assert!(near(
            row(&chart, ChartRow::Speed, last),
            0.5_f64.sqrt(),
            1e-3
        ));
        assert_eq!(row(&chart, ChartRow::Gap, 5), None);
        assert!(near(row(&chart, ChartRow::Gap, last), 0.0, 2e-3));
        assert!(near(row(&chart, ChartRow::Wobble, last), 0.0, 1e-6));
        let wobbles = (2..=last).filter(|tick| row(&chart, ChartRow::Wobble, *tick) > Some(1e-3));
        assert!((1..=2).contains(&wobbles.count()));
        assert_eq!(row(&chart, ChartRow::Time, last), Some(7e-6));
        assert_eq!(chart.lanes().len(), 3);
        assert!(chart.covers(1, last) && !chart.covers(1, last + 1));
    }

    #[test]
    fn ticks_that_are_made_again_take_the_place_of_what_was() {
        let (mut sim, mut ghosts, mut chart) = slide(20);
        let start = sim.snapshot();
        let idle = sim.idle_command();
        for count in [10, 4] {
            sim.restore(&start);
            for _ in 0..count {
                ghosts.tick(&sim, &idle.into(), GhostMode::Off);
                sim.tick(&idle);
                chart.add(&sim, &ghosts, &idle, Duration::ZERO);
            }
            assert!(chart.covers(1, 20 + count));
            assert!(!chart.covers(1, 21 + count));
        }
        // Ghosts that left have no more than their past.
        let ghost = chart.lane(Controller::Classic, true).unwrap();
        assert!(ghost.at(20).is_some() && ghost.at(21).is_none());
    }

    #[test]
    fn columns_hold_the_least_and_the_most_of_their_ticks() {
        let value = |tick: u64| (tick != 3).then_some(tick as f64);
        let pairs = envelope(value, 7, 8, 4);
        assert_eq!(
            pairs,
            [
                Some((0.0, 1.0)),
                Some((2.0, 2.0)),
                Some((4.0, 5.0)),
                Some((6.0, 7.0))
            ]
        );
        // More columns than ticks: some are empty; before the first tick there is nothing.
        let wide = envelope(value, 1, 2, 4);
        assert_eq!(wide.iter().flatten().count(), 2);
        assert_eq!(envelope(value, 1, 4, 4)[..2], [None, None]);
    }
}
