//! What is played: the level's source and its text, the simulation with its past, ghosts, recordings, and the models of
//! the editor and the lab. Nothing here draws, and nothing reads a device.
//!
//! [`Session`] is a level that is played. [`loader`] loads every level, [`document`] keeps its text, [`timeline`] its past.

pub mod anomaly;
pub mod chart;
pub mod clock;
pub mod document;
pub mod editor;
pub mod ghosts;
pub mod interpolation;
pub mod lab;
pub mod level_files;
pub mod level_list;
pub mod link;
pub mod loader;
pub mod plural;
pub mod readings;
pub mod recording;
pub mod run;
pub mod sandbox;
pub mod scale;
pub mod step_smoothing;
pub mod target;
pub mod timeline;
pub mod trail;
pub mod viewpoint;

use sidle::geometry::Placement;
use sidle::glam::DVec3;
use sidle::level::{Level, Scene};
use sidle::player::{TickInput, Tuning};
use sidle::replay::Recorder;
use sidle::sim::{Sim, Snapshot};
use sidle::world::BoxId;

use crate::options::action::Seek;
use crate::options::ranges::MOST_SLOWNESS;
use crate::session::anomaly::Anomaly;
use crate::session::chart::{Chart, WINDOW};
use crate::session::clock::Clock;
use crate::session::ghosts::{GhostMode, Ghosts};
use crate::session::lab::state::{Lab, LabInput};
use crate::session::step_smoothing::StepSmoothing;
use crate::session::timeline::Timeline;
use crate::session::trail::Trail;

/// A level that is played.
pub struct Session {
    pub level: Scene,
    /// How the player feels, as the level says. The simulation may have another feel.
    pub tuning: Tuning,
    pub sim: Sim,
    pub lab: Option<Lab>,
    /// Where the player was a tick ago: what is drawn lies between there and where it is.
    previous: DVec3,
    /// How the eye follows the body over steps.
    step_smoothing: StepSmoothing,
    /// Time that has passed and not been simulated yet; seconds.
    accumulator: f64,
    pub(super) timeline: Timeline,
    /// Whether a prop was put elsewhere since the first tick of it.
    pub(super) edited: bool,
    /// The other controllers, while they are wanted.
    pub ghosts: Ghosts,
    /// Whether they are in the next tick.
    ghost_mode: GhostMode,
    /// Where the player was.
    pub trail: Trail,
    /// How everybody did, while that is wanted.
    pub chart: Option<Chart>,
    /// What is recorded, while something is.
    pub(super) recorder: Option<Recorder>,
    /// A recording that could not go on, since what it depends on was changed.
    pub(super) ended: Option<Recorder>,
    /// The last thing that one may wonder about.
    anomaly: Option<Anomaly>,
    pub paused: bool,
    /// Time passes 2 to the power of this many times slower.
    pub slowness: u32,
}

impl Session {
    /// The level at its start, with `hz` ticks per second.
    pub fn new(level: Level, exhibit: Option<&str>, hz: u32) -> Self {
        let (tuning, (sim, level)) = (level.tuning, Sim::of_level(level, hz));
        Self {
            lab: level.lab.map(|lab| Lab::new(lab.position, exhibit)),
            previous: sim.player().position,
            step_smoothing: StepSmoothing::default(),
            accumulator: 0.0,
            timeline: Timeline::default(),
            edited: false,
            ghosts: Ghosts::default(),
            ghost_mode: GhostMode::Off,
            trail: Trail::default(),
            chart: None,
            recorder: None,
            ended: None,
            anomaly: None,
            paused: false,
            slowness: 0,
            level,
            tuning,
            sim,
        }
    }

    /// The same, begun in such a state, if it can be in it.
    pub fn begun_in(mut self, state: Option<&Snapshot>) -> Self {
        if let Some(state) = state.filter(|state| state.fits(&self.sim)) {
            self.sim.restore(state);
            self.previous = state.player.position;
        }
        self
    }

    /// The same, gone on from where `before` is.
    pub fn continued_from(mut self, before: &mut Self) -> Self {
        self.trail = std::mem::take(&mut before.trail);
        self.chart = before.chart.take().map(|_| Chart::default());
        self.sim = self.sim.continued_from(&before.sim);
        self.previous = self.sim.player().position;
        self.accumulator = before.accumulator;
        // What was tried and is not the level's stays, while that says what it said.
        if before.tuning == self.tuning {
            self.sim.retune(*before.sim.tuning());
        }
        (self.paused, self.slowness) = (before.paused, before.slowness);
        if let (Some(lab), Some(now)) = (before.lab.take(), self.level.lab) {
            // What hangs elsewhere begins again there.
            self.lab = Some(if before.level.lab == Some(now) {
                lab
            } else {
                Lab::new(now.position, Some(lab.exhibit().name))
            });
        }
        self
    }

    /// Lets `seconds` pass, slowed down; nothing passes in a pause.
    pub fn add_time(&mut self, seconds: f64) {
        if !self.paused {
            self.accumulator += seconds / f64::from(1_u32 << self.slowness);
        }
    }

    /// Pauses, or goes on from the tick that is shown; then tells what was asked for in it.
    pub fn pause(&mut self) -> Option<&TickInput> {
        self.paused = !self.paused;
        self.hold();
        self.timeline.input().filter(|_| !self.paused)
    }

    /// Twice as slow; after the slowest, as fast as usual.
    pub fn slow_down(&mut self) {
        self.slowness = (self.slowness + 1) % (MOST_SLOWNESS + 1);
    }

    /// Makes `hz` ticks per second from now on; all else stays as it is, but for the past: one cannot look
    /// back at ticks of another length.
    pub fn set_hz(&mut self, hz: u32) {
        let share = self.share();
        self.forget_past();
        self.sim.set_hz(hz);
        self.ghosts.set_hz(hz);
        self.accumulator = share / f64::from(self.sim.hz());
    }

    /// What was cannot be made again, since something was changed on which it depends.
    pub fn forget_past(&mut self) {
        self.end_recording();
        self.timeline = Timeline::default();
        self.edited = false;
        self.anomaly = None;
        self.chart = self.chart.take().map(|_| Chart::default());
    }

    /// Shows the strip chart, or no longer.
    pub fn toggle_chart(&mut self) {
        self.chart = match self.chart {
            Some(_) => None,
            None => Some(Chart::default()),
        };
        self.fill_chart();
    }

    fn add_to_chart(&mut self) {
        if let (Some(chart), Some(input)) = (&mut self.chart, self.timeline.input()) {
            let took = self.timeline.took();
            chart.add(&self.sim, &self.ghosts, &input.command, took);
        }
    }

    /// Lets ticks be traced from now on, with the one that is shown, or no longer.
    pub fn set_tracing(&mut self, wanted: bool) {
        if wanted != self.sim.is_tracing() {
            self.sim.set_tracing(wanted);
            if wanted {
                self.timeline.again(&mut self.sim);
            }
        }
    }

    /// How many colliders the last tick looked at, where that is recorded.
    pub fn gathered(&self) -> Option<usize> {
        let sim = &self.sim;
        sim.is_tracing().then(|| sim.trace().candidates().len())
    }

    /// What happened a moment ago that one may wonder about.
    pub fn anomaly(&self) -> Option<&Anomaly> {
        self.anomaly
            .as_ref()
            .filter(|anomaly| anomaly.is_fresh(&self.sim))
    }

    /// Makes the ticks before the one that is shown again, where the chart does not have them.
    fn fill_chart(&mut self) {
        let (behind, _) = self.timeline.reach();
        let ticks = (WINDOW * u64::from(self.sim.hz())).min(behind as u64);
        let last = self.sim.ticks();
        let missing = |chart: &Chart| !chart.covers(last - ticks + 1, last);
        if ticks == 0 || !self.chart.as_ref().is_some_and(missing) {
            return;
        }
        let now = (self.sim.snapshot(), self.ghosts.states());
        self.timeline
            .go(&mut self.sim, &mut self.ghosts, -(ticks as isize));
        for _ in 0..ticks {
            self.timeline.go(&mut self.sim, &mut self.ghosts, 1);
            self.add_to_chart();
        }
        // As after an edit of the level: what was is not what would be now.
        if (self.sim.snapshot(), self.ghosts.states()) != now {
            self.sim.restore(&now.0);
            self.ghosts.restore(&now.1, &self.sim);
        }
        self.ghosts.look_at(last);
    }

    /// Lets ghosts go along, or no longer.
    pub fn set_ghosts(&mut self, wanted: bool) {
        self.ghost_mode = match (wanted, self.ghost_mode) {
            (false, _) => GhostMode::Off,
            (true, GhostMode::Resync) => GhostMode::Resync,
            (true, _) => GhostMode::On,
        };
    }

    /// Lets ghosts begin where the player is, in the next tick; whether any are wanted.
    pub fn resync(&mut self) -> bool {
        let wanted = self.ghost_mode != GhostMode::Off;
        if wanted {
            self.ghost_mode = GhostMode::Resync;
        }
        wanted
    }

    /// Shows an earlier tick, or a later one as far as there are some; how many are missing ahead.
    pub fn seek(&mut self, seek: Seek) -> usize {
        let (behind, ahead) = self.timeline.reach();
        let (first, last) = (-(behind as isize), ahead as isize);
        let ticks = match seek {
            Seek::Ticks(ticks) => ticks,
            Seek::Seconds(seconds) => seconds * self.sim.hz() as isize,
            Seek::First => first,
            Seek::Last => last,
            Seek::Share(share) => first + ((last - first) as f64 * share).round() as isize,
        };
        self.timeline.go(&mut self.sim, &mut self.ghosts, ticks);
        self.previous = self.sim.player().position;
        self.trail.look_at(self.sim.ticks());
        self.ghosts.look_at(self.sim.ticks());
        self.hold();
        self.fill_chart();
        usize::try_from(ticks).unwrap_or(0).saturating_sub(ahead)
    }

    /// Goes on with another feel; whether a player can be made of it. What was before it was made
    /// with another, and is forgotten.
    pub fn retune(&mut self, tuning: Tuning) -> bool {
        let retuned = self.sim.retune(tuning);
        if retuned {
            self.previous = self.sim.player().position;
            self.forget_past();
            self.ghosts = Ghosts::default();
        }
        retuned
    }

    /// What there is to say of time.
    pub fn clock(&self) -> Clock {
        let (behind, ahead) = self.timeline.reach();
        Clock {
            paused: self.paused,
            slower: 1 << self.slowness,
            tick: self.sim.ticks(),
            behind,
            ahead,
            hz: self.sim.hz(),
            recorded: self.recorded_seconds(),
        }
    }

    /// Whether a tick is due; it is then counted as made.
    pub fn take_due_tick(&mut self) -> bool {
        let tick_seconds = 1.0 / f64::from(self.sim.hz());
        let due = !self.paused && self.accumulator >= tick_seconds;
        if due {
            self.accumulator -= tick_seconds;
        }
        due
    }

    /// Advances one tick.
    pub fn tick(&mut self, input: &TickInput, hands: &LabInput) {
        if let Some(lab) = &mut self.lab {
            lab.tick(hands, 1.0 / f64::from(self.sim.hz()));
        }
        let before = *self.sim.player();
        self.previous = before.position;
        self.rewind_recording();
        self.timeline
            .tick(&mut self.sim, &mut self.ghosts, input, self.ghost_mode);
        let seconds = 1.0 / f64::from(self.sim.hz());
        let room = self.room();
        self.step_smoothing
            .tick(&before, self.sim.player(), seconds, room);
        // What was wondered about may lie in a future that is not lived any more.
        let earlier = self
            .anomaly
            .filter(|anomaly| anomaly.tick < self.sim.ticks());
        self.anomaly = Anomaly::find(&before, &input.command, &self.sim).or(earlier);
        if self.ghost_mode == GhostMode::Resync {
            self.ghost_mode = GhostMode::On;
        }
        self.add_to_recording(&input.command);
        self.add_to_chart();
        self.ghosts.leave_trails();
        let (tick, place) = (self.sim.ticks(), self.sim.player().position);
        if self.sim.respawned() {
            // No gliding across the level.
            self.previous = place;
            self.step_smoothing.end();
            self.trail.begin(tick, place);
        } else {
            self.trail.add(tick, place);
        }
    }

    /// From now on shows the end of the last tick.
    pub fn hold(&mut self) {
        self.accumulator = 1.0 / f64::from(self.sim.hz());
        self.step_smoothing.end();
    }

    /// Where the props are.
    pub fn props(&self) -> impl Iterator<Item = Placement> {
        self.level.props().iter().map(|prop| prop.placement)
    }

    /// Puts prop `number`, from 0, somewhere else, if there is one.
    pub fn place_prop(&mut self, number: usize, placement: &Placement) {
        if let Some(obb) = self.level.place_prop(number, *placement) {
            self.end_recording();
            self.edited = true;
            self.sim.edit_box(BoxId(number as u32), obb);
            self.ghosts.edit_box(BoxId(number as u32), obb);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::courtyard;
    use sidle::player::{Axis, Command, Controller, Mode};

    #[test]
    fn a_wonder_that_did_not_come_to_be_is_not_offered() {
        let mut session = Session::new(courtyard(), None, 60);
        // Straight down, through the floor.
        let fall = |session: &mut Session, down: f64| {
            let command = Command {
                mode: Mode::Fly,
                controller: Controller::Classic,
                up: Axis::new(-down),
                ..session.sim.idle_command()
            };
            session.tick(&command.into(), &LabInput::default());
        };
        let swift = Tuning {
            fly_speed: 120.0,
            ..*session.sim.tuning()
        };
        assert!(session.retune(swift));
        (0..5).for_each(|_| fall(&mut session, 0.0));
        fall(&mut session, 1.0);
        assert_eq!(session.anomaly().map(|anomaly| anomaly.tick), Some(6));
        // Looked at from before, it is still ahead; who lives on from there, leaves it.
        session.seek(Seek::Ticks(-3));
        assert_eq!(session.anomaly().map(|anomaly| anomaly.tick), Some(6));
        fall(&mut session, 0.0);
        assert_eq!(session.anomaly(), None);
        // What cannot be made again, cannot be shown either.
        fall(&mut session, 1.0);
        assert_eq!(session.anomaly().map(|anomaly| anomaly.tick), Some(5));
        session.set_hz(120);
        assert_eq!(session.anomaly(), None);
    }

    #[test]
    fn a_chart_that_is_opened_late_has_the_seconds_before_and_moves_nobody() {
        let mut session = Session::new(courtyard(), None, 60);
        session.set_ghosts(true);
        for _ in 0..100 {
            let ahead = Command {
                forward: Axis::new(1.0),
                ..session.sim.idle_command()
            };
            session.tick(&ahead.into(), &LabInput::default());
        }
        let states = |session: &Session| (session.sim.snapshot(), session.ghosts.states());
        let now = states(&session);
        session.toggle_chart();
        assert_eq!(states(&session), now);
        let chart = session.chart.as_ref().expect("it was opened");
        assert!(chart.covers(2, 100) && chart.lanes().len() == 3);
        // A crate that is put in the way changes what was, and not what is.
        let here = session.sim.player().position;
        let prop = session.props().next().expect("the test level has props");
        let placement = Placement {
            position: here + DVec3::Z * 3.0,
            ..prop
        };
        session.place_prop(0, &placement);
        session.toggle_chart();
        session.toggle_chart();
        assert_eq!(states(&session), now);
    }
}
