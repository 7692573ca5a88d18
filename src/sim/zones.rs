//! Zones during a run: which of them the body is in, the race that they time, and their effects in the last tick.
//!
//! A tick moves the body along one straight way, from where it was before the movers drove to where it is after its own
//! move. A zone that the body touches anywhere on this way is entered, so none is jumped over at any speed and any tick
//! rate. Zones that are entered in the same tick act in the order of the level.
//!
//! The clock of a race counts ticks. It stands at zero while the body is in a start, and the first tick at whose end the
//! body is in none is the race's first one.

use super::Sim;
use crate::player::{Mode, PlayerState, Tuning, Water};
use crate::world::{PlacedBody, World, Zone, ZoneAction};

/// How far the player is in a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Race {
    /// There is none.
    #[default]
    None,
    /// The player is in a start. The clock begins when the player leaves it.
    Ready,
    /// The race is on.
    Running {
        /// How many ticks it has taken so far.
        ticks: u64,
        /// How many checkpoints the player has passed.
        checkpoints: u32,
    },
    /// The race has ended at a finish.
    Finished {
        /// How many ticks it has taken.
        ticks: u64,
    },
}

impl Race {
    /// A name for the state hash.
    #[cfg(feature = "replay")]
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Ready => "ready",
            Self::Running { .. } => "running",
            Self::Finished { .. } => "finished",
        }
    }

    /// The reading of its clock, in ticks; `None` if there is no race.
    #[must_use]
    pub fn ticks(&self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Ready => Some(0),
            Self::Running { ticks, .. } | Self::Finished { ticks } => Some(*ticks),
        }
    }
}

/// The part of a simulation's state that its zones change.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ZoneState {
    /// Whether the body is in each zone, in the order of the level.
    pub inside: Box<[bool]>,
    /// The race.
    pub race: Race,
}

impl ZoneState {
    /// The state of `zones` before the first tick.
    fn of(zones: &[Zone]) -> Self {
        Self {
            inside: vec![false; zones.len()].into(),
            race: Race::None,
        }
    }

    /// Whether nothing of it differs from its beginning.
    #[cfg(feature = "replay")]
    pub(crate) fn is_initial(&self) -> bool {
        self.race == Race::None && !self.inside.contains(&true)
    }
}

/// The effect of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZoneEffect {
    /// The player entered a start, and the clock stands at zero.
    Ready,
    /// The player left the start, and the clock runs.
    Go,
    /// The player passed the checkpoint that was next.
    Checkpoint {
        /// Its number, from 1.
        number: u32,
    },
    /// The player came to a checkpoint while another one was next, or at a finish while one was missing.
    Missed {
        /// The number of the checkpoint that is next, from 1.
        next: u32,
    },
    /// The race has ended.
    Finish {
        /// How many ticks it has taken.
        ticks: u64,
    },
    /// The body was moved. A teleport whose place is taken does nothing, and tries again in every tick in which the body
    /// is in its zone.
    Teleport,
    /// The body was thrown into the air.
    Launch,
    /// The player was noticed, and nothing else happened, as by a message, a checkpoint or a finish without a
    /// race, or a launch of one who flies.
    Notice,
}

impl ZoneEffect {
    /// The name in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Go => "go",
            Self::Checkpoint { .. } => "checkpoint",
            Self::Missed { .. } => "missed",
            Self::Finish { .. } => "finish",
            Self::Teleport => "teleport",
            Self::Launch => "launch",
            Self::Notice => "notice",
        }
    }
}

/// The effect of one zone in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneEvent {
    /// The number of the zone, from 0.
    pub zone: usize,
    /// Its effect.
    pub effect: ZoneEffect,
    /// The reading of the race's clock then, in ticks; `None` if there was no race.
    pub race_ticks: Option<u64>,
}

/// The zones of a simulation.
#[derive(Clone, Debug, Default)]
pub(super) struct Zones {
    zones: Box<[Zone]>,
    state: ZoneState,
    /// Their effects in the last tick.
    events: Vec<ZoneEvent>,
    /// Whether one of them is water.
    has_water: bool,
}

impl Zones {
    pub fn new(zones: Vec<Zone>) -> Self {
        // A start that is crossed within a tick has two events, and one more may be left.
        let events = Vec::with_capacity(2 * zones.len() + 1);
        let is_water = |zone: &Zone| matches!(zone.action, ZoneAction::Water { .. });
        Self {
            state: ZoneState::of(&zones),
            has_water: zones.iter().any(is_water),
            zones: zones.into(),
            events,
        }
    }

    /// The water around `player`.
    #[inline]
    pub fn water(&self, tuning: &Tuning, player: &PlayerState) -> Option<Water> {
        let waters = self.has_water.then_some(&self.zones)?;
        Water::around(waters, tuning, player)
    }

    /// The same zones in the state of `before`, whose level was edited. The race goes on. A zone that is as it was is
    /// not entered again; another one is, if the body is in it.
    pub fn continued_from(mut self, before: &Self) -> Self {
        let known = before.zones.iter().zip(&before.state.inside);
        for (zone, inside) in self.zones.iter().zip(&mut self.state.inside) {
            let mut same = known.clone().filter(|(known, _)| *known == zone);
            *inside = same.any(|(_, was_inside)| *was_inside);
        }
        let most = self.checkpoint_count();
        self.state.race = match before.state.race {
            Race::Running { ticks, checkpoints } => Race::Running {
                ticks,
                checkpoints: checkpoints.min(most),
            },
            Race::Ready if !self.is_in_start() => Race::None,
            race => race,
        };
        if self.zones.is_empty() {
            self.state.race = Race::None;
        }
        self
    }

    pub fn clear_events(&mut self) {
        self.events.clear();
    }

    /// Ends the race, and forgets where the body was.
    pub fn leave_all(&mut self) {
        self.state.inside.fill(false);
        self.state.race = Race::None;
    }

    /// Ends a race that is on.
    pub fn end_race(&mut self) {
        if let Race::Running { .. } = self.state.race {
            self.state.race = Race::None;
        }
    }

    fn checkpoint_count(&self) -> u32 {
        let is_checkpoint = |zone: &&Zone| zone.action == ZoneAction::Checkpoint;
        self.zones.iter().filter(is_checkpoint).count() as u32
    }

    /// Whether the body is in a start.
    fn is_in_start(&self) -> bool {
        let mut zones = self.zones.iter().zip(&self.state.inside);
        zones.any(|(zone, inside)| *inside && zone.action == ZoneAction::Start)
    }

    fn report(&mut self, zone: usize, effect: ZoneEffect) {
        self.events.push(ZoneEvent {
            zone,
            effect,
            race_ticks: self.state.race.ticks(),
        });
    }

    /// Lets the tick act that has led `player` to where it is from `before`. Returns whether it was teleported.
    pub fn tick(
        &mut self,
        world: &World,
        tuning: &Tuning,
        player: &mut PlayerState,
        before: &PlayerState,
    ) -> bool {
        if self.zones.is_empty() {
            return false;
        }
        // One controller and one mode: the others have times of their own.
        if (player.controller, player.mode) != (before.controller, before.mode) {
            self.end_race();
        }
        if let Race::Running { ticks, .. } = &mut self.state.race {
            *ticks = ticks.saturating_add(1);
        }
        let arrived = *player;
        let at = |position| {
            tuning.placed_body(&PlayerState {
                position,
                ..arrived
            })
        };
        let (Some(from), Some(body)) = (at(before.position), at(player.position)) else {
            return false;
        };
        self.leave_start(&body);
        let mut checkpoint = 0;
        for number in 0..self.zones.len() {
            let zone = self.zones[number];
            checkpoint += u32::from(zone.action == ZoneAction::Checkpoint);
            // A zone that the body leaves in this tick is not entered by the same motion.
            if self.state.inside[number] || !zone.is_passed_by(&from, &body) {
                continue;
            }
            if let ZoneAction::Teleport { to } = zone.action {
                let place = at(to).and_then(|there| Some((there, world.arrival(&there).ok()?)));
                let Some((there, offset)) = place else {
                    continue;
                };
                self.report(number, ZoneEffect::Teleport);
                teleport(player, to + offset);
                self.arrive(&there.moved(offset));
                return true;
            }
            self.state.inside[number] = true;
            if let ZoneAction::Launch { velocity } = zone.action
                && player.mode == Mode::Walk
            {
                player.launch(velocity);
                self.report(number, ZoneEffect::Launch);
                continue;
            }
            self.enter(number, checkpoint, &body);
        }
        for (zone, inside) in self.zones.iter().zip(&mut self.state.inside) {
            *inside = *inside && zone.contains(&body);
        }
        false
    }

    /// Begins the race of a `body` that is in no start any more.
    fn leave_start(&mut self, body: &PlacedBody) {
        if self.state.race != Race::Ready {
            return;
        }
        let starts = || {
            let numbered = self.zones.iter().enumerate();
            numbered.filter(|(_, zone)| zone.action == ZoneAction::Start)
        };
        let is_inside = |number: usize| self.state.inside[number];
        if starts().any(|(number, zone)| is_inside(number) && zone.contains(body)) {
            return;
        }
        let left = starts().find(|(number, _)| is_inside(*number));
        let start = left.or_else(|| starts().next());
        if let Some((number, _)) = start {
            self.go(number);
        }
    }

    fn go(&mut self, start: usize) {
        self.state.race = Race::Running {
            ticks: 1,
            checkpoints: 0,
        };
        self.report(start, ZoneEffect::Go);
    }

    /// Lets `body` enter zone `number`; `checkpoint` is how many checkpoints there are up to it.
    fn enter(&mut self, number: usize, checkpoint: u32, body: &PlacedBody) {
        let effect = match (self.zones[number].action, self.state.race) {
            (ZoneAction::Start, _) => {
                self.state.race = Race::Ready;
                self.report(number, ZoneEffect::Ready);
                // It may be so thin that the body has passed it within this tick.
                self.leave_start(body);
                return;
            }
            (ZoneAction::Checkpoint, Race::Running { ticks, checkpoints }) => {
                let next = checkpoints.saturating_add(1);
                if checkpoint == next {
                    self.state.race = Race::Running {
                        ticks,
                        checkpoints: next,
                    };
                    ZoneEffect::Checkpoint { number: next }
                } else if checkpoint > next {
                    ZoneEffect::Missed { next }
                } else {
                    ZoneEffect::Notice
                }
            }
            (ZoneAction::Finish, Race::Running { ticks, checkpoints }) => {
                if checkpoints == self.checkpoint_count() {
                    self.state.race = Race::Finished { ticks };
                    ZoneEffect::Finish { ticks }
                } else {
                    let next = checkpoints.saturating_add(1);
                    ZoneEffect::Missed { next }
                }
            }
            _ => ZoneEffect::Notice,
        };
        self.report(number, effect);
    }

    /// After a teleport, the body counts as being in the teleports at its new place already, so two that lead to each
    /// other do not go on forever. The next tick enters all other zones there.
    fn arrive(&mut self, body: &PlacedBody) {
        for (zone, inside) in self.zones.iter().zip(&mut self.state.inside) {
            let is_teleport = matches!(zone.action, ZoneAction::Teleport { .. });
            *inside = (*inside || is_teleport) && zone.contains(body);
        }
    }
}

/// Moves `player` to `position`. It keeps its view, its velocity in the world and a pressed jump, and stands on nothing.
fn teleport(player: &mut PlayerState, position: glam::DVec3) {
    let carried = player.ride.map(|ride| ride.velocity).unwrap_or_default();
    *player = PlayerState {
        position,
        velocity: player.velocity + carried,
        ground: Default::default(),
        ride: None,
        coyote: 0.0,
        leaving: 0.0,
        last_wall: None,
        ..*player
    };
}

impl Sim {
    /// The same simulation with `zones`, in the order in which they act, before its first tick.
    ///
    /// # Example
    /// A falling ball passes a start and a finish 3 m below it:
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{World, Zone, ZoneAction}};
    /// use sidle::sim::{Race, Sim};
    /// let line = |y, action| {
    ///     let obb = Obb::new(DVec3::Y * y, DMat3::IDENTITY, DVec3::new(1.0, 0.0, 1.0)).unwrap();
    ///     Zone { obb, action }
    /// };
    /// let zones = vec![line(-1.0, ZoneAction::Start), line(-4.0, ZoneAction::Finish)];
    /// let sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
    /// let mut sim = sim.with_zones(zones);
    /// while !matches!(sim.race(), Race::Finished { .. }) {
    ///     sim.tick(&Default::default());
    /// }
    /// // The ball of 0.5 m leaves the first line at y = -1.5, and meets the other one at -3.5; it falls with 20 m/s².
    /// let seconds = (2.0 * 3.5 / 20.0_f64).sqrt() - (2.0 * 1.5 / 20.0_f64).sqrt();
    /// let ticks = sim.race().ticks().unwrap();
    /// assert!((ticks as f64 / 120.0 - seconds).abs() < 2.0 / 120.0);
    /// ```
    #[must_use]
    pub fn with_zones(self, zones: Vec<Zone>) -> Self {
        Self {
            zones: Zones::new(zones),
            ..self
        }
    }

    /// The zones, in the order in which they act.
    pub fn zones(&self) -> &[Zone] {
        &self.zones.zones
    }

    /// Which zones the body is in, and the race.
    pub fn zone_state(&self) -> &ZoneState {
        &self.zones.state
    }

    /// The water around the player, in which the next tick lets it swim; `None` if it is dry.
    pub fn water(&self) -> Option<Water> {
        self.zones.water(&self.tuning, &self.player)
    }

    /// The race that the zones time.
    pub fn race(&self) -> Race {
        self.zones.state.race
    }

    /// How many checkpoints a race leads through.
    pub fn checkpoints(&self) -> u32 {
        self.zones.checkpoint_count()
    }

    /// The effects of the zones in the last tick, in order. Empty after [`Self::restore`].
    pub fn zone_events(&self) -> &[ZoneEvent] {
        &self.zones.events
    }

    /// Whether a zone teleported the player in the last tick.
    pub fn teleported(&self) -> bool {
        let mut events = self.zones.events.iter();
        events.any(|event| event.effect == ZoneEffect::Teleport)
    }

    /// Whether the player respawned or was teleported in the last tick. A camera should jump then, and not interpolate.
    pub fn relocated(&self) -> bool {
        self.respawned() || self.teleported()
    }
}

impl Zones {
    /// The state, for a snapshot.
    pub fn state(&self) -> &ZoneState {
        &self.state
    }

    /// Returns to `state`. A state of other zones is left out.
    pub fn restore(&mut self, state: &ZoneState) {
        if state.inside.len() == self.zones.len() {
            self.state.clone_from(state);
        }
        self.events.clear();
    }

    /// Whether `state` can be a state of these zones.
    pub fn fits(&self, state: &ZoneState) -> bool {
        let most = self.checkpoint_count();
        let race_fits = match state.race {
            Race::Running { checkpoints, .. } => checkpoints <= most,
            Race::None | Race::Ready | Race::Finished { .. } => true,
        };
        state.inside.len() == self.zones.len() && race_fits
    }
}
