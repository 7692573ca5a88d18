//! A level on stage: its simulation, and what is to be seen of it between two ticks.

use sidle::geometry::{Placement, Sphere};
use sidle::glam::DVec3;
use sidle::level::Level;
use sidle::player::{Command, Tuning};
use sidle::sim::Sim;
use sidle::world::BoxId;

use super::ghosts::Ghosts;
use super::hud::{Clock, Readings};
use super::lab::{Hands, Lab};
use super::quality::Quality;
use super::snag::Snag;
use super::timeline::Timeline;

/// A level that is played.
pub struct Stage {
    pub level: Level,
    pub sim: Sim,
    pub lab: Option<Lab>,
    /// Where the player was a tick ago: what is drawn lies between there and where it is.
    previous: DVec3,
    /// Time that has passed and not been simulated yet; seconds.
    accumulator: f64,
    timeline: Timeline,
    /// The other controllers, while they are wanted.
    pub ghosts: Option<Ghosts>,
    /// The last thing that one may wonder about.
    snag: Option<Snag>,
    pub paused: bool,
    /// Time passes 2 to the power of this many times slower.
    pub slowness: u32,
}

/// Where one sees oneself from: so far up and back, with so much free room around; in radii.
const OUTSIDE_UP: f64 = 0.6;
const OUTSIDE_BACK: f64 = 7.0;
const OUTSIDE_ROOM: f64 = 0.25;

/// The slowest: 64 times.
pub const MOST_SLOWNESS: u32 = 6;

impl Stage {
    /// The level at its start.
    pub fn new(mut level: Level, exhibit: Option<&str>) -> Self {
        Self {
            sim: Sim::of_level(&mut level, Sim::DEFAULT_HZ),
            lab: level.lab.map(|lab| Lab::new(lab.position, exhibit)),
            previous: level.rules.spawn.position,
            accumulator: 0.0,
            timeline: Timeline::default(),
            ghosts: None,
            snag: None,
            paused: false,
            slowness: 0,
            level,
        }
    }

    /// The same, gone on from where `before` is.
    pub fn continued_from(mut self, before: &mut Self) -> Self {
        self.sim = self.sim.continued_from(&before.sim);
        self.previous = self.sim.player().position;
        self.accumulator = before.accumulator;
        // What was tried and is not the level's stays, while that says what it said.
        if before.level.tuning == self.level.tuning {
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
    pub fn wait(&mut self, seconds: f64) {
        if !self.paused {
            self.accumulator += seconds / f64::from(1_u32 << self.slowness);
        }
    }

    /// Pauses, or goes on from the tick that is shown; then tells what was asked for in it.
    pub fn pause(&mut self) -> Option<&Command> {
        self.paused = !self.paused;
        self.hold();
        self.timeline.command().filter(|_| !self.paused)
    }

    /// Twice as slow; after the slowest, as fast as usual.
    pub fn slow_down(&mut self) {
        self.slowness = (self.slowness + 1) % (MOST_SLOWNESS + 1);
    }

    /// Lets ghosts go along, or no longer.
    pub fn want_ghosts(&mut self, wanted: bool) {
        match (&self.ghosts, wanted) {
            (None, true) => self.ghosts = Some(Ghosts::of(&self.sim)),
            (_, false) => self.ghosts = None,
            (Some(_), true) => {}
        }
    }

    /// Lets ticks be traced from now on, with the one that is shown, or no longer.
    pub fn want_trace(&mut self, wanted: bool) {
        if wanted != self.sim.trace().is_recording() {
            self.sim.record_trace(wanted);
            if wanted {
                self.timeline.again(&mut self.sim);
            }
        }
    }

    /// What happened a moment ago that one may wonder about.
    pub fn snag(&self) -> Option<&Snag> {
        self.snag.as_ref().filter(|snag| snag.is_fresh(&self.sim))
    }

    /// Shows an earlier tick, or a later one as far as there are some; how many are missing ahead.
    pub fn look(&mut self, ticks: isize) -> usize {
        let (_, ahead) = self.timeline.reach();
        self.timeline.go(&mut self.sim, ticks);
        self.previous = self.sim.player().position;
        self.hold();
        // They have no past to return to: they meet the player where it is now.
        if self.ghosts.is_some() {
            self.ghosts = Some(Ghosts::of(&self.sim));
        }
        usize::try_from(ticks).unwrap_or(0).saturating_sub(ahead)
    }

    /// Goes on with another feel; whether a player can be made of it. What was before it was made
    /// with another, and is forgotten.
    pub fn retune(&mut self, tuning: Tuning) -> bool {
        let retuned = self.sim.retune(tuning);
        if retuned {
            self.previous = self.sim.player().position;
            self.timeline = Timeline::default();
            self.ghosts = None;
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
        }
    }

    /// Whether a tick is due; it is then counted as made.
    pub fn takes_tick(&mut self) -> bool {
        let tick_seconds = 1.0 / f64::from(self.sim.hz());
        let due = !self.paused && self.accumulator >= tick_seconds;
        if due {
            self.accumulator -= tick_seconds;
        }
        due
    }

    /// Advances one tick.
    pub fn tick(&mut self, command: &Command, hands: &Hands) {
        if let Some(lab) = &mut self.lab {
            lab.tick(hands, 1.0 / f64::from(self.sim.hz()));
        }
        let before = *self.sim.player();
        self.previous = before.position;
        self.timeline.tick(&mut self.sim, command);
        self.snag = Snag::find(&before, command, &self.sim).or(self.snag);
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.tick(&self.sim, command);
        }
        if self.sim.trace().respawned() {
            // No gliding across the level.
            self.previous = self.sim.player().position;
        }
    }

    /// From now on shows the end of the last tick.
    pub fn hold(&mut self) {
        self.accumulator = 1.0 / f64::from(self.sim.hz());
    }

    /// How much of the way from the last tick but one to the last is to be seen, as a fraction.
    pub fn share(&self) -> f64 {
        (self.accumulator * f64::from(self.sim.hz())).clamp(0.0, 1.0)
    }

    /// Where the player is seen; metres.
    pub fn player(&self) -> DVec3 {
        self.previous.lerp(self.sim.player().position, self.share())
    }

    /// Where the eye is; metres.
    pub fn eye(&self) -> DVec3 {
        self.player() + DVec3::Y * self.sim.tuning().eye_offset()
    }

    /// An eye behind the player who looks along the unit vector `look`, and the free room around it;
    /// metres. What is between them brings it nearer.
    pub fn eye_outside(&self, look: DVec3) -> (DVec3, f64) {
        let tuning = self.sim.tuning();
        let head = self.eye() + DVec3::Y * (tuning.radius * OUTSIDE_UP);
        let room = tuning.radius * OUTSIDE_ROOM;
        let back = -look * (tuning.radius * OUTSIDE_BACK);
        let ball = Sphere::new(head, room);
        let hit = ball.and_then(|ball| self.sim.world().sweep_sphere(&ball, back));
        let share = hit.map_or(1.0, |(_, hit)| hit.fraction);
        (head + back * share, room)
    }

    /// Where the movers are seen.
    pub fn movers(&self) -> impl Iterator<Item = Placement> {
        let share = self.share();
        let movers = self.sim.movers().iter();
        movers.map(move |driven| driven.mover.placement(driven.distance_at(share)))
    }

    /// Where the props are.
    pub fn props(&self) -> impl Iterator<Item = Placement> {
        self.level.props().iter().map(|prop| prop.placement)
    }

    /// Puts prop `number`, from 0, somewhere else, if there is one.
    pub fn place_prop(&mut self, number: usize, placement: &Placement) {
        if let Some(obb) = self.level.place_prop(number, *placement) {
            self.sim.edit_box(BoxId(number as u32), obb);
        }
    }

    /// Where the player is and looks, as the option that starts the game there.
    pub fn place(&self) -> String {
        let player = self.sim.player();
        let DVec3 { x, y, z } = player.position;
        let (yaw, pitch) = (player.yaw.degrees(), player.pitch.degrees());
        format!("--spawn {x:.3},{y:.3},{z:.3},{yaw:.1},{pitch:.1}")
    }

    /// What the panel shows.
    pub fn readings(&self, frame: Option<(f64, Quality)>) -> Readings {
        let player = self.sim.player();
        Readings {
            position: player.position.to_array(),
            yaw_deg: player.yaw.degrees(),
            pitch_deg: player.pitch.degrees(),
            speed: player.velocity.length(),
            ground: player.ground.name(),
            touching: self.touching(),
            controller: player.controller.name(),
            mode: player.mode.name(),
            ticks: self.sim.ticks(),
            hz: self.sim.hz(),
            frame,
        }
    }

    /// The names of all that is touched, each once: `fence 2, courtyard.obj`.
    fn touching(&self) -> String {
        let mut counts: Vec<(&str, u32)> = Vec::new();
        for surface in self.sim.trace().touching() {
            let name = self.level.name_of(surface.collider);
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let names = counts.iter().map(|(name, count)| match count {
            1 => (*name).to_owned(),
            many => format!("{name} x{many}"),
        });
        let names: Vec<_> = names.collect();
        if names.is_empty() {
            "nothing".to_owned()
        } else {
            names.join(", ")
        }
    }
}
