//! The verdict on each contact: how deep every controller was inside of something, and how far it went of the way that
//! the keys asked for.
//!
//! A contact begins when the player or a ghost touches a wall, and is over when nobody has touched one for a while. All
//! controllers are measured over the same ticks, with the numbers of `sidle compare`. A ghost that was elsewhere when the contact
//! began met something else, so it gets no numbers.

use sidle::glam::DVec3;
use sidle::player::{Command, Controller, PlayerState};
use sidle::sim::Sim;
use sidle::world::Surface;

use crate::session::history::Ghosts;
use crate::session::observe::anomaly::crosses_surface;
use crate::session::observe::contact_watch::ticks_until_over;
use crate::session::observe::tally::Tally;
use crate::session::observe::walls::touched_walls;

/// A ghost meets the same walls as the player if it is no farther away than this many radii plus the motion of this many
/// ticks. Smaller: a ghost that lags a little gets no numbers; larger: contacts with different walls are compared.
const TOGETHER_RADII: f64 = 1.0;
const TOGETHER_TICKS: f64 = 3.0;

/// How often the verdict on a lasting contact is updated; per second. Larger: the numbers change too fast to be read.
const VERDICTS_PER_SECOND: u64 = 4;

/// The verdict on one controller in a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    pub controller: Controller,
    pub outcome: Outcome,
}

/// The observations of a controller in a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The controller was measured. `tunnelled` says whether it passed through a surface.
    Measured { tally: Tally, tunnelled: bool },
    /// The controller was elsewhere when the contact began.
    Elsewhere,
}

impl Outcome {
    /// The outcome in words, such as `at most 12 mm inside, moves 71 % of the asked way`.
    pub fn words(&self) -> String {
        let (tally, tunnelled) = match self {
            Self::Measured { tally, tunnelled } => (tally, *tunnelled),
            Self::Elsewhere => return "was too far away to compare".to_owned(),
        };
        if tunnelled {
            return "went through".to_owned();
        }
        let deepest = millimetres(tally.deepest());
        let most = if deepest == "0 mm" { "" } else { "at most " };
        let inside = format!("{most}{deepest} inside");
        match tally.speed_kept() {
            Some(kept) if kept < 0.005 => format!("{inside}, does not move"),
            Some(kept) => format!("{inside}, moves {:.0} % of the asked way", kept * 100.0),
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
#[derive(Clone, Copy, Debug)]
struct Entrant {
    controller: Controller,
    is_here: bool,
    tally: Tally,
    tunnelled: bool,
}

/// Measures the contacts of the player and of the ghosts, and keeps the verdicts on the last one.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    /// The player first.
    entrants: Vec<Entrant>,
    /// The last tick in which a wall was touched; `None` if no contact lasts.
    touched: Option<u64>,
    /// The last tick that was noted.
    tick: u64,
    /// The verdicts on the last contact.
    given: Vec<Verdict>,
    /// Where the player was when that began; metres. `None` before there was one.
    place: Option<DVec3>,
    near: Vec<Surface>,
}

impl Verdicts {
    /// The verdicts on the last contact, that of the player first; none before there was one.
    pub fn given(&self) -> &[Verdict] {
        &self.given
    }

    /// Where the player was when the last contact began, and the controllers parted; metres. `None` before there was one.
    pub fn place(&self) -> Option<DVec3> {
        self.place
    }

    /// Notes the last tick of the player's `sim`, in which `command` moved the player from `before`, and of the `ghosts`.
    pub fn note(&mut self, before: &PlayerState, command: &Command, sim: &Sim, ghosts: &Ghosts) {
        let tick = sim.ticks();
        let is_next = tick == self.tick + 1;
        self.tick = tick;
        let is_torn = || sim.relocated() || ghosts.iter().any(|ghost| ghost.restarted());
        if !is_next || is_torn() {
            self.touched = None;
            return;
        }
        let touches = |sim: &Sim| touched_walls(sim).next().is_some();
        let is_touched = touches(sim) || ghosts.iter().any(|ghost| touches(&ghost.sim));
        let over = ticks_until_over(sim.hz());
        let lasts = self.touched.is_some_and(|touched| tick - touched <= over);
        if !lasts && !is_touched {
            self.touched = None;
            return;
        }
        if !lasts {
            self.begin(before, sim, ghosts);
        }
        let has_tunnelled = self.measure(before, command, sim, ghosts);
        if is_touched {
            self.touched = Some(tick);
        }
        // Right away, then now and then, and with the last tick of a touch.
        let period = u64::from(sim.hz()).div_ceil(VERDICTS_PER_SECOND);
        let is_due = is_touched && tick.is_multiple_of(period);
        if !lasts || is_due || has_tunnelled || self.touched == Some(tick - 1) {
            self.give();
        }
    }

    /// Begins a contact in a tick that the player began in the state `before`.
    fn begin(&mut self, before: &PlayerState, sim: &Sim, ghosts: &Ghosts) {
        let a_tick = before.velocity.length() / f64::from(sim.hz());
        let reach = sim.tuning().radius * TOGETHER_RADII + a_tick * TOGETHER_TICKS;
        let entrant = |controller, start: DVec3| Entrant {
            controller,
            is_here: start.distance(before.position) <= reach,
            tally: Tally::default(),
            tunnelled: false,
        };
        self.place = Some(before.position);
        self.entrants.clear();
        self.entrants
            .push(entrant(sim.player().controller, before.position));
        let others = ghosts.iter();
        self.entrants
            .extend(others.map(|ghost| entrant(ghost.controller(), ghost.previous())));
    }

    /// Measures the last tick of all. Returns whether one of them passed through a surface for the first time.
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
            if !entrant.is_here {
                continue;
            }
            entrant.tally.add_motion(start, command, sim);
            entrant.tally.add_overlap(sim, &mut self.near);
            // The swept controller passes through nothing, by construction.
            let tunnels = entrant.controller != Controller::Swept
                && crosses_surface(sim, start, sim.player().position);
            has_tunnelled |= tunnels && !entrant.tunnelled;
            entrant.tunnelled |= tunnels;
        }
        has_tunnelled
    }

    fn give(&mut self) {
        self.given.clear();
        self.given.extend(self.entrants.iter().map(|entrant| {
            let (tally, tunnelled) = (entrant.tally, entrant.tunnelled);
            Verdict {
                controller: entrant.controller,
                outcome: if entrant.is_here {
                    Outcome::Measured { tally, tunnelled }
                } else {
                    Outcome::Elsewhere
                },
            }
        }));
    }
}

#[cfg(test)]
mod tests;
