//! The strip chart: measurements of each controller in every tick of the last seconds.

use std::collections::VecDeque;
use std::time::Duration;

use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::order::sort_by_key;
use sidle::player::{Command, Controller};
use sidle::sim::Sim;
use sidle::sim::metrics::{counted_motion, gap, own_motion, wish_velocity};
use sidle::world::Surface;

use crate::session::Session;
use crate::session::history::{Ghost, Ghosts};

/// The time span of the chart; seconds.
pub const WINDOW_SECONDS: u64 = 6;

/// The most samples of a series, six minutes at 120 ticks per second.
const MAX_SAMPLES: usize = 43_200;

/// The range for walls; metres. Smaller: the gap to a wall appears later; larger: the search takes longer.
const REACH: f64 = 0.5;

/// A floor may overlap the standing player by this much; metres.
const SLOP: f64 = 1e-3;

/// A wish counts as unchanged if it differs by at most this fraction of its length.
const SAME_WISH: f64 = 0.05;

/// A measurement: a row of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartRow {
    /// The speed as a fraction of the wished one.
    Speed,
    /// The distance to the nearest wall, negative for an overlap; metres.
    Gap,
    /// The sideways change of the motion since the tick before; metres.
    Wobble,
    /// The duration of the tick; seconds.
    Time,
}

impl ChartRow {
    pub const ALL: [Self; 4] = [Self::Speed, Self::Gap, Self::Wobble, Self::Time];
}

/// The measurements of a tick, by row; `None` where there is nothing to measure.
pub type Sample = [Option<f64>; 4];

/// The samples of one controller, as the player or as a ghost.
#[derive(Debug)]
pub struct ChartSeries {
    pub controller: Controller,
    /// Whether the series belongs to a ghost.
    pub ghost: bool,
    samples: VecDeque<(u64, Sample)>,
    last: Option<LastTick>,
}

/// The last tick of a series.
#[derive(Clone, Copy, Debug)]
struct LastTick {
    tick: u64,
    /// The position after the tick; metres.
    position: DVec3,
    /// The controller's own motion in the tick, without a platform's; metres.
    motion: Option<DVec3>,
    /// The wished motion; metres.
    wish: DVec3,
}

impl ChartSeries {
    /// The sample of `tick`.
    pub fn at(&self, tick: u64) -> Option<&Sample> {
        let (first, _) = self.samples.front()?;
        let number = usize::try_from(tick.checked_sub(*first)?).ok()?;
        self.samples.get(number).map(|(_, sample)| sample)
    }

    /// Adds a sample of the last tick of `sim`. `scratch` is memory for nearby surfaces.
    fn add(
        &mut self,
        sim: &Sim,
        command: &Command,
        duration: Duration,
        scratch: &mut Vec<Surface>,
    ) {
        let (tick, position) = (sim.ticks(), sim.player().position);
        let dt = 1.0 / f64::from(sim.hz());
        let wish = counted_motion(wish_velocity(sim.tuning(), command) * dt, command.mode);
        let last = self.last.filter(|last| last.tick + 1 == tick);
        let last = last.filter(|_| !sim.relocated());
        let motion = last.map(|last| {
            let motion = own_motion(last.position, sim.player(), dt);
            counted_motion(motion, command.mode)
        });
        let speed = motion.filter(|_| wish != DVec3::ZERO);
        let speed = speed.map(|motion| motion.length() / wish.length());
        let earlier = last.and_then(|last| Some((last.motion?, last.wish)));
        let wobble = motion
            .zip(earlier)
            .and_then(|(motion, (earlier, earlier_wish))| {
                let same = wish.distance(earlier_wish) <= SAME_WISH * wish.length();
                let along = wish.try_normalize().filter(|_| same)?;
                Some((motion - earlier).reject_from_normalized(along).length())
            });
        let sample = [
            speed,
            gap(sim, REACH, SLOP, scratch),
            wobble,
            Some(duration.as_secs_f64()),
        ];
        self.last = Some(LastTick {
            tick,
            position,
            motion,
            wish,
        });
        // Samples stay consecutive: a tick that is simulated again replaces all from it on.
        self.discard_from(tick);
        if self
            .samples
            .back()
            .is_some_and(|(last, _)| last + 1 != tick)
        {
            self.samples.clear();
        }
        if self.samples.len() == MAX_SAMPLES {
            self.samples.pop_front();
        }
        self.samples.push_back((tick, sample));
    }

    fn discard_from(&mut self, tick: u64) {
        let kept = self.samples.partition_point(|(other, _)| *other < tick);
        self.samples.truncate(kept);
    }
}

/// The strip chart.
#[derive(Debug, Default)]
pub struct Chart {
    /// Ghosts first, since the player's series is drawn over theirs.
    series: Vec<ChartSeries>,
    /// Memory for nearby surfaces.
    scratch: Vec<Surface>,
}

impl Chart {
    /// Adds samples of the last tick of `sim` and its ghosts. `duration` is that of the player's own part.
    pub fn add(&mut self, sim: &Sim, ghosts: &Ghosts, command: &Command, duration: Duration) {
        let of_ghost = |ghost: &'_ Ghost| (ghost.controller(), true);
        let present: Vec<_> = ghosts.iter().map(of_ghost).collect();
        // Each controller has a separate series.
        let own = (sim.player().controller, false);
        for (controller, ghost) in present.iter().copied().chain([own]) {
            if self.find(controller, ghost).is_none() {
                self.series.push(ChartSeries {
                    controller,
                    ghost,
                    samples: VecDeque::new(),
                    last: None,
                });
            }
        }
        sort_by_key(&mut self.series, |one| !one.ghost);
        let Self { series, scratch } = self;
        for one in series {
            if (one.controller, one.ghost) == own {
                one.add(sim, command, duration, scratch);
                continue;
            }
            let mut ghosts = ghosts.iter().filter(|_| one.ghost);
            match ghosts.find(|ghost| ghost.controller() == one.controller) {
                Some(ghost) => {
                    // A restart is not a motion.
                    one.last = one.last.filter(|_| !ghost.restarted());
                    one.add(&ghost.sim, command, ghost.tick_duration, scratch);
                }
                None => one.discard_from(sim.ticks()),
            }
        }
    }

    fn find(&self, controller: Controller, ghost: bool) -> Option<&ChartSeries> {
        let mut series = self.series.iter();
        series.find(|one| (one.controller, one.ghost) == (controller, ghost))
    }

    /// Whether the player's series have samples of all ticks from `first` to `last`.
    pub fn covers(&self, first: u64, last: u64) -> bool {
        (first..=last).all(|tick| {
            let mut own = self.series.iter().filter(|one| !one.ghost);
            own.any(|one| one.at(tick).is_some())
        })
    }

    /// All series, the player's last.
    pub fn series(&self) -> &[ChartSeries] {
        &self.series
    }
}

/// The minimum and maximum of `value` in each of `columns` equal parts of the last `ticks` up to `last`, oldest first;
/// `None` for a part without values.
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

impl Session {
    /// Shows or hides the strip chart.
    pub fn toggle_chart(&mut self) {
        self.chart = match self.chart {
            Some(_) => None,
            None => Some(Chart::default()),
        };
        self.fill_chart();
    }

    pub(super) fn add_to_chart(&mut self) {
        if let (Some(chart), Some(input)) = (&mut self.chart, self.timeline.input()) {
            let duration = self.timeline.tick_duration();
            chart.add(&self.sim, &self.ghosts, &input.command, duration);
        }
    }

    /// Simulates the ticks before the shown one again, if the chart lacks samples of them.
    pub(super) fn fill_chart(&mut self) {
        let (behind, _) = self.timeline.ticks_behind_and_ahead();
        let ticks = (WINDOW_SECONDS * u64::from(self.sim.hz())).min(behind as u64);
        let last = self.sim.ticks();
        let missing = |chart: &Chart| !chart.covers(last - ticks + 1, last);
        if ticks == 0 || !self.chart.as_ref().is_some_and(missing) {
            return;
        }
        let now = (self.sim.snapshot(), self.ghosts.states());
        self.timeline
            .seek_by(&mut self.sim, &mut self.ghosts, -(ticks as isize));
        for _ in 0..ticks {
            self.timeline.seek_by(&mut self.sim, &mut self.ghosts, 1);
            self.add_to_chart();
        }
        // After an edit of the level the same commands can lead elsewhere: restore the present.
        if (self.sim.snapshot(), self.ghosts.states()) != now {
            self.sim.restore(&now.0);
            self.ghosts.restore(&now.1, &self.sim);
        }
        self.ghosts.show_at(last);
    }
}

#[cfg(test)]
mod tests;
