//! The verdict on each controller in a contact: how deep it was inside of something, and how far it went at the end of the way
//! that the keys asked for.
//!
//! A contact begins when the player or a ghost touches a wall, and is over when nobody has touched one for a while. All
//! controllers are measured over the same ticks: the depth after each tick of the contact, and the way in the last
//! [`END_SECONDS`] of pushing. A ghost that was elsewhere when the contact began met something else, so it gets no numbers.
//! Verdicts belong to the tick in which they were given, so a rewind shows those of its tick.

use std::collections::VecDeque;

use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller, PlayerState};
use sidle::sim::Sim;
use sidle::sim::metrics::overlap;
use sidle::world::Surface;

use crate::session::history::{Ghost, Ghosts};
use crate::session::observe::anomaly::crosses_surface;
use crate::session::observe::contact_watch::ticks_until_over;
use crate::session::observe::tally::Tally;
use crate::session::observe::walls::touched_walls;

/// A ghost meets the same walls as the player if no surface is between them, and it is no farther away than this many radii plus
/// the motion of this many ticks. Smaller: a box gets no numbers in a corner that stops it earlier than a ball; larger: contacts with
/// different walls are compared.
const TOGETHER_RADII: f64 = 2.0;
const TOGETHER_TICKS: f64 = 3.0;

/// The way is measured over the last ticks of this length in which a motion was asked for; seconds. Smaller: a body that
/// jitters gets another number each time; larger: a body that came to rest still moves.
const END_SECONDS: f64 = 0.25;

/// How often the verdict on a lasting contact is updated; per second. Larger: the numbers change too fast to be read.
const VERDICTS_PER_SECOND: u64 = 4;

/// A box that was put where a ball was gets no numbers if it is deeper inside after that tick; metres. Smaller: rounding counts;
/// larger: it seems to have sunk in.
const PUT_INSIDE: f64 = 0.001;

/// A body that moves a smaller share of the asked way rests.
const MOVES: f64 = 0.005;

/// How many verdicts are kept for rewinds, some minutes of lasting contacts.
const KEPT: usize = 1500;

/// The verdict on one controller in a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    pub controller: Controller,
    pub outcome: Outcome,
}

/// The observations of a controller in a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The controller stayed on its side.
    Measured {
        /// The deepest overlap after a tick; metres.
        deepest: f64,
        /// The share of the asked way that it moved at the end; `None` if it was not asked to move after the first touch.
        kept: Option<f64>,
    },
    /// The controller passed through a surface.
    Tunnelled,
    /// The controller was elsewhere when the contact began, this far from the player; metres.
    Elsewhere { apart: f64 },
    /// The controller was put where the player is, and its body does not fit there.
    PutInside,
}

impl Outcome {
    /// The outcome in words, such as `at most 12 mm inside, 71 % of the way at the end`.
    pub fn words(&self) -> String {
        let (deepest, kept) = match *self {
            Self::Measured { deepest, kept } => (millimetres(deepest), kept),
            Self::Tunnelled => return "went through".to_owned(),
            Self::Elsewhere { apart } => return format!("was {apart:.1} m away: not compared"),
            Self::PutInside => return "began inside a wall: not compared".to_owned(),
        };
        let inside = match &*deepest {
            "0 mm" => "never inside".to_owned(),
            some => format!("at most {some} inside"),
        };
        match kept {
            Some(kept) if kept < MOVES => format!("{inside}, at rest at the end"),
            Some(kept) => format!("{inside}, {:.0} % of the way at the end", kept * 100.0),
            None => inside,
        }
    }
}

/// A depth, in metres, as whole millimetres; as tenths if it is small. Below a twentieth there is nothing to see.
pub(super) fn millimetres(depth: f64) -> String {
    match depth * 1000.0 {
        none if none < 0.05 => "0 mm".to_owned(),
        few if few < 9.95 => format!("{few:.1} mm"),
        many => format!("{many:.0} mm"),
    }
}

/// A controller in the contact that is measured.
#[derive(Clone, Debug)]
struct Entrant {
    controller: Controller,
    /// How far it was from the player when the contact began, if that was elsewhere; metres.
    elsewhere: Option<f64>,
    /// Whether it was put into a wall before the contact began.
    was_put_inside: bool,
    deepest: f64,
    /// Whether it has touched a wall.
    has_touched: bool,
    /// The last ticks after its first touch in which a motion was asked for, the newest last.
    pushing: VecDeque<Tally>,
    tunnelled: bool,
}

impl Entrant {
    /// Adds a tick of pushing to those of the end.
    fn add(&mut self, tick: Tally, hz: u32) {
        if tick.speed_kept().is_some() {
            self.pushing.push_back(tick);
            let most = (END_SECONDS * f64::from(hz)).ceil() as usize;
            let excess = self.pushing.len().saturating_sub(most);
            self.pushing.drain(..excess);
        }
    }

    fn outcome(&self) -> Outcome {
        match self.elsewhere {
            Some(apart) => Outcome::Elsewhere { apart },
            None if self.was_put_inside => Outcome::PutInside,
            None if self.tunnelled => Outcome::Tunnelled,
            None => Outcome::Measured {
                deepest: self.deepest,
                kept: Tally::sum(&self.pushing).speed_kept(),
            },
        }
    }
}

/// The verdicts that were given in a tick.
#[derive(Clone, Debug)]
struct Given {
    tick: u64,
    /// The player's first; none once the ghosts have started anew at the player.
    verdicts: Vec<Verdict>,
    /// Where the player was when the contact began; metres.
    place: DVec3,
}

/// Measures the contacts of the player and of the ghosts, and keeps the verdicts.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    /// The player first.
    entrants: Vec<Entrant>,
    /// The last tick in which a wall was touched; `None` if no contact lasts.
    touched: Option<u64>,
    /// The last tick that was noted.
    tick: u64,
    /// The tick in which a box was last put where a ball was and did not fit, as when the ghosts start at the player.
    put_inside: Option<u64>,
    /// What was given, oldest first.
    given: VecDeque<Given>,
    /// How many of them were given up to the shown tick.
    shown: usize,
    /// Where the player was when the measured contact began; metres.
    place: DVec3,
    near: Vec<Surface>,
}

impl Verdicts {
    /// The verdicts on the last contact before the shown tick, that of the player first; none before there was one.
    pub fn given(&self) -> &[Verdict] {
        self.shown_ones().map_or(&[], |given| &given.verdicts)
    }

    /// Where the player was when that contact began, and the controllers parted; metres. `None` before there was one.
    pub fn place(&self) -> Option<DVec3> {
        let given = self.shown_ones()?;
        (!given.verdicts.is_empty()).then_some(given.place)
    }

    fn shown_ones(&self) -> Option<&Given> {
        self.given.get(self.shown.checked_sub(1)?)
    }

    /// Shows the verdicts of `tick`.
    pub fn show_at(&mut self, tick: u64) {
        self.shown = self.given.partition_point(|given| given.tick <= tick);
    }

    /// Notes the last tick of the player's `sim`, in which `command` moved the player from `before`, and of the `ghosts`.
    pub fn note(&mut self, before: &PlayerState, command: &Command, sim: &Sim, ghosts: &Ghosts) {
        let tick = sim.ticks();
        let is_next = tick == self.tick + 1;
        self.tick = tick;
        // Later verdicts belong to a discarded future.
        self.show_at(tick.saturating_sub(1));
        self.given.truncate(self.shown);
        if ghosts.iter().any(Ghost::joined_player) {
            self.entrants.clear();
            self.give();
            let mut all = std::iter::once(sim).chain(ghosts.iter().map(|ghost| &ghost.sim));
            let is_box = |sim: &&Sim| sim.player().controller == Controller::Boxed;
            let was_ball = before.controller != Controller::Boxed;
            let put = all.find(is_box).filter(|_| was_ball);
            let is_inside = |sim: &&Sim| overlap(sim, &mut self.near) > PUT_INSIDE;
            self.put_inside = put.filter(is_inside).map(|_| tick);
        }
        let is_torn = || sim.relocated() || ghosts.iter().any(Ghost::restarted);
        if !is_next || is_torn() {
            self.touched = None;
            return;
        }
        let is_touched = touches(sim) || ghosts.iter().any(|ghost| touches(&ghost.sim));
        let over = ticks_until_over(sim.hz());
        let lasts = self.touched.is_some_and(|touched| tick - touched <= over);
        if !lasts && !is_touched {
            self.touched = None;
            return;
        }
        if !lasts {
            self.begin(before, sim, ghosts);
        } else if !is_touched && self.touched == Some(tick - 1) {
            // The end of a touch, before the body moves on.
            self.give();
        }
        let has_tunnelled = self.measure(before, command, sim, ghosts);
        if is_touched {
            self.touched = Some(tick);
        }
        // Right away, and then now and then.
        let period = u64::from(sim.hz()).div_ceil(VERDICTS_PER_SECOND);
        let is_due = is_touched && tick.is_multiple_of(period);
        if !lasts || is_due || has_tunnelled {
            self.give();
        }
    }

    /// Begins a contact in a tick that the player began in the state `before`.
    fn begin(&mut self, before: &PlayerState, sim: &Sim, ghosts: &Ghosts) {
        let a_tick = before.velocity.length() / f64::from(sim.hz());
        let reach = sim.tuning().radius * TOGETHER_RADII + a_tick * TOGETHER_TICKS;
        let since = |put| sim.ticks().saturating_sub(put) <= ticks_until_over(sim.hz());
        let was_put_inside = self.put_inside.is_some_and(since);
        let entrant = |controller, start: DVec3| {
            let apart = start.distance(before.position);
            let is_here = apart <= reach && !crosses_surface(sim, before.position, start);
            Entrant {
                controller,
                elsewhere: (!is_here).then_some(apart),
                was_put_inside: was_put_inside && controller == Controller::Boxed,
                deepest: 0.0,
                has_touched: false,
                pushing: VecDeque::new(),
                tunnelled: false,
            }
        };
        self.place = before.position;
        self.entrants.clear();
        self.entrants
            .push(entrant(sim.player().controller, before.position));
        let others = ghosts.iter();
        self.entrants
            .extend(others.map(|ghost| entrant(ghost.controller(), ghost.previous())));
    }

    /// Measures the last tick of all, which the player began in the state `before`. Returns whether one of them passed through a
    /// surface for the first time.
    fn measure(
        &mut self,
        before: &PlayerState,
        command: &Command,
        sim: &Sim,
        ghosts: &Ghosts,
    ) -> bool {
        let mut has_tunnelled = false;
        let own = (before.position, sim);
        let others = ghosts.iter().map(|ghost| (ghost.previous(), &ghost.sim));
        let all = std::iter::once(own).chain(others);
        for (entrant, (start, sim)) in self.entrants.iter_mut().zip(all) {
            if entrant.elsewhere.is_some() {
                continue;
            }
            let mut tally = Tally::default();
            tally.add_overlap(sim, &mut self.near);
            entrant.deepest = float::max(entrant.deepest, tally.deepest());
            // In the tick of its first touch, a body still approaches the wall.
            if entrant.has_touched {
                tally.add_motion(start, command, sim);
                entrant.add(tally, sim.hz());
            }
            entrant.has_touched |= touches(sim);
            // The swept controller passes through nothing, by construction.
            let tunnels = entrant.controller != Controller::Swept
                && crosses_surface(sim, start, sim.player().position);
            has_tunnelled |= tunnels && !entrant.tunnelled;
            entrant.tunnelled |= tunnels;
        }
        has_tunnelled
    }

    /// Gives the verdicts on what was measured.
    fn give(&mut self) {
        let verdicts = self.entrants.iter().map(|entrant| Verdict {
            controller: entrant.controller,
            outcome: entrant.outcome(),
        });
        let given = Given {
            tick: self.tick,
            verdicts: verdicts.collect(),
            place: self.place,
        };
        if self.given.len() == KEPT {
            self.given.pop_front();
        }
        self.given.push_back(given);
        self.shown = self.given.len();
    }
}

/// Whether a wall blocked a part of the motion in the last tick of `sim`.
fn touches(sim: &Sim) -> bool {
    touched_walls(sim).next().is_some()
}

#[cfg(test)]
mod tests;
