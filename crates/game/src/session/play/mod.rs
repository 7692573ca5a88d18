//! [`Session`], one level being played: its simulation, tick by tick, with its history, ghosts, recordings and race.
//!
//! [`Session::tick`] is the one place where a tick happens. The other files hold what a session can be asked: [`interpolation`]
//! and [`eye`] compute the picture between two ticks, [`pane_camera`] the cameras of panes, [`own_body`] where the body that the level
//! gives would be, [`clock`], [`readings`] and [`chart`] give numbers, [`contact_clip`]
//! traces the ticks around a contact again, [`trial`] runs them with another value, [`recording`] and [`racing`] record, [`visit`] goes to the start of a recording, and
//! [`slow_ticks`] says why ticks take long.

pub mod best_times;
mod chart;
mod clock;
mod contact_clip;
mod eye;
mod interpolation;
mod medals;
mod own_body;
mod pane_camera;
mod race;
mod racing;
mod readings;
pub mod recording;
mod slow_ticks;
mod trial;
mod visit;
mod zone_words;

pub use self::chart::{Chart, ChartRow, ChartSeries, WINDOW_SECONDS, envelope};
pub use self::clock::Clock;
pub use self::contact_clip::{ClipSubject, ClipTick, ContactClip};
pub use self::pane_camera::PaneCamera;
pub use self::race::{RaceClock, RaceResult, RaceTime, Split, recorded_time};
pub use self::readings::Readings;
pub use self::recording::full_recording;
pub use self::trial::{Trial, TrialRun};
pub use self::visit::PlaceBefore;
pub use self::zone_words::{verdict, words_of};

use std::cell::OnceCell;

use sidle::geometry::{Placement, float};
use sidle::glam::DVec3;
use sidle::level::{Level, PropColliders, Scene};
use sidle::player::{TickInput, Tuning};
use sidle::replay::{LevelHash, Recorder, Recording, StaticHash};
use sidle::sim::{RetuneError, Sim, Snapshot};

use crate::options::action::Seek;
use crate::options::ranges::MAX_SLOWNESS;
use crate::session::eye::{CrouchSmoothing, EyePost, LandingSmoothing, Stature, StepSmoothing};
use crate::session::history::{GhostMode, Ghosts, Timeline, Trail};
use crate::session::lab::{Lab, LabInput};
use crate::session::movers::Movers;
use crate::session::observe::{Anomaly, ContactWatch, Effects, Listener, Verdict, Verdicts};
use crate::session::play::race::RaceTracker;

/// One level being played.
pub struct Session {
    pub level: Scene,
    /// How the player feels, as the level says. The simulation may have another feel.
    pub tuning: Tuning,
    pub sim: Sim,
    /// The state of the level before its first tick.
    start: Snapshot,
    /// The hash of the level's static part, once it is known.
    static_hash: OnceCell<StaticHash>,
    pub lab: Option<Lab>,
    /// The player's position one tick ago; metres. Drawing interpolates from here to the current position.
    previous: DVec3,
    /// Smooths the eye's height over steps.
    step_smoothing: StepSmoothing,
    /// Smooths the eye's height when the player crouches or stands up.
    crouch_smoothing: CrouchSmoothing,
    /// Smooths the eye's height when a person lands.
    landing_smoothing: LandingSmoothing,
    /// Carries a person's eye above a body that has no head.
    eye_post: EyePost,
    /// The stature of the player in this session.
    stature: Stature,
    /// Whether the player has chosen it.
    chose_stature: bool,
    /// Frame time that is not simulated yet; seconds.
    accumulator: f64,
    pub(super) timeline: Timeline,
    /// Whether a prop was moved since the timeline's first tick.
    pub(super) edited: bool,
    /// The other controllers, driven by the same commands.
    pub ghosts: Ghosts,
    /// How ghosts take part in the next tick.
    ghost_mode: GhostMode,
    /// The verdict on each controller in the last contact.
    verdicts: Verdicts,
    /// The last contact once more, with another value.
    trial: Option<TrialRun>,
    /// The player's path.
    pub trail: Trail,
    /// The strip chart, while it is shown.
    pub chart: Option<Chart>,
    /// The recording in progress.
    pub(super) recorder: Option<Recorder>,
    /// A finished recording that nobody has taken yet.
    pub(super) finished: Option<Recorder>,
    /// The recording of the race that is on, and the best race.
    race: RaceTracker,
    /// The last anomaly.
    anomaly: Option<Anomaly>,
    pub(super) contact_watch: ContactWatch,
    /// Hears footsteps, contacts and landings.
    pub listener: Listener,
    /// Shows dust, sparks and scratches.
    pub effects: Effects,
    /// Whether landings bend the knees of a person.
    pub bends_knees: bool,
    /// The ticks around the contact that is watched.
    pub(super) clip: Option<ContactClip>,
    pub paused: bool,
    /// Slow motion: time passes at 1 / 2^`slowness` of its usual speed.
    pub slowness: u32,
}

impl Session {
    /// A session at the level's start, with `hz` ticks per second. `exhibit` selects the lab's first exhibit.
    pub fn new(level: Level, exhibit: Option<&str>, hz: u32) -> Self {
        let (tuning, (sim, level)) = (level.tuning, Sim::of_level(level, hz));
        let mut session = Self {
            lab: level.lab.map(|lab| Lab::new(lab.position, exhibit)),
            previous: sim.player().position,
            step_smoothing: StepSmoothing::default(),
            crouch_smoothing: CrouchSmoothing::default(),
            landing_smoothing: LandingSmoothing::default(),
            eye_post: EyePost::default(),
            stature: Stature::of_level(level.eye, tuning.body),
            chose_stature: false,
            accumulator: 0.0,
            timeline: Timeline::default(),
            edited: false,
            ghosts: Ghosts::default(),
            ghost_mode: GhostMode::Off,
            verdicts: Verdicts::default(),
            trial: None,
            trail: Trail::default(),
            static_hash: OnceCell::new(),
            chart: None,
            recorder: None,
            finished: None,
            race: RaceTracker::default(),
            anomaly: None,
            contact_watch: ContactWatch::default(),
            listener: Listener::default(),
            effects: Effects::default(),
            bends_knees: true,
            clip: None,
            paused: false,
            slowness: 0,
            level,
            tuning,
            start: sim.snapshot(),
            sim,
        };
        session.settle_eye();
        session
    }

    /// The session, whose level has this hash of its static part. `None`: it is computed when it is needed.
    pub fn with_static_hash(mut self, hash: Option<StaticHash>) -> Self {
        self.static_hash = hash.map(OnceCell::from).unwrap_or_default();
        self
    }

    /// The hash of the level as it is now.
    pub fn level_hash(&self) -> LevelHash {
        let fixed = self.static_hash.get_or_init(|| StaticHash::of(&self.sim));
        LevelHash::continued(*fixed, &self.sim)
    }

    /// The session, started from `state` if that fits its simulation.
    pub fn starting_from(mut self, state: Option<&Snapshot>) -> Self {
        if let Some(state) = state.filter(|state| state.fits(&self.sim)) {
            self.sim.restore(state);
            self.previous = state.player.position;
            self.settle_eye();
        }
        self
    }

    /// The session, which repeats the steps of movers in `recording`, if there is one.
    pub fn repeating(mut self, recording: Option<&Recording>) -> Self {
        if let Some(recording) = recording {
            self.sim.set_outer_log(recording.outer.clone());
        }
        self
    }

    /// The session, continued from the player's state in `before`.
    pub fn continued_from(mut self, before: &mut Self) -> Self {
        self.trail = std::mem::take(&mut before.trail);
        self.chart = before.chart.take().map(|_| Chart::default());
        if before.chose_stature {
            (self.stature, self.chose_stature) = (before.stature, true);
        }
        // A trial tuning survives a reload that leaves the level's own tuning unchanged.
        if before.tuning == self.tuning {
            self.sim = self.sim.with_tuning(*before.sim.tuning());
        } else if self.chose_stature {
            let controller = before.sim.player().controller;
            let tuning = self.tuning_of(self.stature, controller);
            self.sim = self.sim.with_tuning(tuning);
        }
        self.sim = self.sim.continued_from(&before.sim);
        self.previous = self.sim.player().position;
        self.settle_eye();
        self.accumulator = before.accumulator;
        (self.paused, self.slowness) = (before.paused, before.slowness);
        if let (Some(lab), Some(now)) = (before.lab.take(), self.level.lab) {
            // A lab that moved restarts at its new place.
            self.lab = Some(if before.level.lab == Some(now) {
                lab
            } else {
                Lab::new(now.position, Some(lab.exhibit().name))
            });
        }
        self
    }

    /// Adds `seconds` of frame time, scaled by slow motion. Does nothing during a pause.
    pub fn add_time(&mut self, seconds: f64) {
        if !self.paused {
            self.accumulator += seconds / f64::from(1_u32 << self.slowness);
        }
    }

    /// The input of a player that does nothing: view, mode, controller and boxes stay the same.
    pub fn idle_input(&self) -> TickInput {
        TickInput {
            command: self.sim.idle_command(),
            box_fit: self.sim.box_fit(),
        }
    }

    /// Pauses, or resumes from the shown tick. Resuming returns the input of that tick.
    pub fn toggle_pause(&mut self) -> Option<&TickInput> {
        self.paused = !self.paused;
        self.snap_to_last_tick();
        self.timeline.input().filter(|_| !self.paused)
    }

    /// The input of the shown tick; `None` before the first one.
    pub fn shown_input(&self) -> Option<&TickInput> {
        self.timeline.input()
    }

    /// Halves the speed of time; after the slowest speed, restores the usual one.
    pub fn slow_down(&mut self) {
        self.slowness = (self.slowness + 1) % (MAX_SLOWNESS + 1);
    }

    /// Sets the tick rate. Clears the history, since its ticks have another length; keeps everything else.
    pub fn set_hz(&mut self, hz: u32) {
        let fraction = self.interpolation_fraction();
        self.clear_history();
        self.sim.set_hz(hz);
        self.ghosts.set_hz(hz);
        self.accumulator = fraction / f64::from(self.sim.hz());
    }

    /// Clears the history, since its ticks cannot be simulated again after a change of anything that they depend on.
    pub fn clear_history(&mut self) {
        self.end_recording();
        self.discount_race();
        self.timeline = Timeline::default();
        self.edited = false;
        self.anomaly = None;
        self.forget_contact();
        self.verdicts = Verdicts::default();
        self.chart = self.chart.take().map(|_| Chart::default());
    }

    /// Switches tracing on or off. Switching it on also traces the shown tick.
    pub fn set_tracing(&mut self, wanted: bool) {
        if wanted != self.sim.is_tracing() {
            self.sim.set_tracing(wanted);
            if wanted {
                self.timeline.resimulate(&mut self.sim);
            }
        }
    }

    /// The number of candidate colliders of the last tick, if it was traced.
    pub fn candidate_count(&self) -> Option<usize> {
        let sim = &self.sim;
        sim.is_tracing().then(|| sim.trace().candidates().len())
    }

    /// The last anomaly, if it is recent.
    pub fn anomaly(&self) -> Option<&Anomaly> {
        self.anomaly
            .as_ref()
            .filter(|anomaly| anomaly.is_recent(&self.sim))
    }

    /// Switches ghosts on or off.
    pub fn set_ghosts(&mut self, wanted: bool) {
        self.ghost_mode = match (wanted, self.ghost_mode) {
            (false, _) => GhostMode::Off,
            (true, GhostMode::Resync) => GhostMode::Resync,
            (true, _) => GhostMode::On,
        };
    }

    /// Restarts all ghosts at the player in the next tick. Returns whether ghosts are on.
    pub fn resync_ghosts(&mut self) -> bool {
        let wanted = self.ghost_mode != GhostMode::Off;
        if wanted {
            self.ghost_mode = GhostMode::Resync;
        }
        wanted
    }

    /// Shows another tick of the history. Returns how many ticks `seek` goes beyond the last one.
    pub fn seek(&mut self, seek: Seek) -> usize {
        let (behind, ahead) = self.timeline.ticks_behind_and_ahead();
        let (first, last) = (-(behind as isize), ahead as isize);
        let ticks = match seek {
            Seek::Ticks(ticks) => ticks,
            Seek::Seconds(seconds) => seconds * self.sim.hz() as isize,
            Seek::First => first,
            Seek::Last => last,
            Seek::Share(share) => first + ((last - first) as f64 * share).round() as isize,
        };
        self.timeline
            .seek_by(&mut self.sim, &mut self.ghosts, ticks);
        self.previous = self.sim.player().position;
        self.trail.show_until(self.sim.ticks());
        self.ghosts.show_at(self.sim.ticks());
        self.verdicts.show_at(self.sim.ticks());
        self.effects.clear();
        self.snap_to_last_tick();
        self.fill_chart();
        usize::try_from(ticks).unwrap_or(0).saturating_sub(ahead)
    }

    /// The verdict on each controller in the last contact, the player's first; empty without ghosts, and before a contact.
    pub fn verdicts(&self) -> &[Verdict] {
        match self.ghost_mode {
            GhostMode::Off => &[],
            GhostMode::On | GhostMode::Resync => self.verdicts.given(),
        }
    }

    /// Replaces the tuning, and clears the history made with the old one. If the tuning is invalid, or its body does
    /// not fit where the player is, nothing changes.
    pub fn retune(&mut self, tuning: Tuning) -> Result<(), RetuneError> {
        self.sim.retune(tuning)?;
        self.previous = self.sim.player().position;
        self.clear_history();
        self.ghosts = Ghosts::default();
        Ok(())
    }

    /// How time passes now.
    pub fn clock(&self) -> Clock {
        let (behind, ahead) = self.timeline.ticks_behind_and_ahead();
        Clock {
            paused: self.paused,
            slowdown: 1 << self.slowness,
            tick: self.sim.ticks(),
            behind,
            ahead,
            hz: self.sim.hz(),
            recorded: self.recorded_seconds(),
            is_elsewhere: false,
        }
    }

    /// Whether there is enough time for a tick.
    pub fn is_tick_due(&self) -> bool {
        !self.paused && self.accumulator >= 1.0 / f64::from(self.sim.hz())
    }

    /// Takes the time of one tick from the accumulator. Returns whether there was enough.
    pub fn take_due_tick(&mut self) -> bool {
        let due = self.is_tick_due();
        if due {
            self.accumulator -= 1.0 / f64::from(self.sim.hz());
        }
        due
    }

    /// Drops the time of ticks that are due beyond `seconds`, but for one. Time passes slower for the player.
    pub fn limit_backlog(&mut self, seconds: f64) {
        let tick_seconds = 1.0 / f64::from(self.sim.hz());
        self.accumulator = float::min(self.accumulator, float::max(seconds, tick_seconds));
    }

    /// Advances one tick.
    pub fn tick(&mut self, input: &TickInput, lab_input: &LabInput, movers: Option<&mut Movers>) {
        if let Some(lab) = &mut self.lab {
            lab.tick(lab_input, 1.0 / f64::from(self.sim.hz()));
        }
        let before = *self.sim.player();
        self.previous = before.position;
        self.rewind_recording();
        self.rewind_race();
        self.timeline.tick(
            &mut self.sim,
            &mut self.ghosts,
            input,
            self.ghost_mode,
            movers,
        );
        let seconds = 1.0 / f64::from(self.sim.hz());
        let clearance = self.body_clearance(self.sim.player());
        self.step_smoothing
            .tick(&before, self.sim.player(), seconds, clearance);
        let (from, to) = (self.eye_offset(&before), self.eye_offset(self.sim.player()));
        if self.moved_feet(&before, from - to, seconds) {
            self.crouch_smoothing.tick_of_feet(from, to, seconds);
        } else {
            self.crouch_smoothing.tick(from, to, seconds);
        }
        self.tick_person(&before, seconds);
        // An anomaly of a later tick belongs to a discarded future.
        let earlier = self
            .anomaly
            .filter(|anomaly| anomaly.tick < self.sim.ticks());
        let anomaly = Anomaly::find(&before, &input.command, &self.sim);
        self.contact_watch
            .note(&before, &input.command, &self.sim, anomaly.as_ref());
        let feet = self.listener.hear(&before, &self.sim);
        self.effects.note(&before, &input.command, &self.sim, feet);
        self.anomaly = anomaly.or(earlier);
        if self.ghost_mode != GhostMode::Off {
            self.verdicts
                .note(&before, &input.command, &self.sim, &self.ghosts);
        }
        if self.ghost_mode == GhostMode::Resync {
            self.ghost_mode = GhostMode::On;
        }
        self.add_to_recording(&input.command);
        self.track_race(&input.command);
        self.add_to_chart();
        self.ghosts.extend_trails();
        let (tick, position) = (self.sim.ticks(), self.sim.player().position);
        if self.sim.relocated() {
            // A respawn or a teleport is not interpolated: the eye would glide across the level.
            self.previous = position;
            self.settle_eye();
            self.trail.restart(tick, position);
        } else {
            self.trail.add(tick, position);
        }
    }

    /// Ends interpolation at the last tick, so that exactly its state is shown.
    pub fn snap_to_last_tick(&mut self) {
        self.accumulator = 1.0 / f64::from(self.sim.hz());
        self.settle_eye();
    }

    /// The placement of each prop.
    pub fn prop_placements(&self) -> impl Iterator<Item = Placement> {
        self.level.props().iter().map(|prop| prop.placement)
    }

    /// Moves prop `number`, counted from 0, to `placement`. Returns whether that was possible. Otherwise the level has to be
    /// loaded again.
    pub fn place_prop(&mut self, number: usize, placement: &Placement) -> bool {
        let Some(colliders) = self.level.place_prop(number, *placement) else {
            return false;
        };
        self.end_recording();
        self.discount_race();
        self.edited = true;
        self.forget_contact();
        if matches!(colliders, PropColliders::Triangles(..)) {
            self.static_hash.take();
        }
        self.ghosts.edit_prop(&colliders);
        self.sim.edit_prop(&colliders)
    }
}

#[cfg(test)]
mod tests;
