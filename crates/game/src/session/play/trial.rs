//! The same keys once more with another value, from a moment before a contact on.

use sidle::player::{PlayerState, TickInput};

use crate::session::Session;
use crate::session::history::play;
use crate::session::play::contact_clip::TICKS_AROUND;

/// How long before the contact the trial begins; seconds. Shorter: the other value has had no effect yet; longer: it meets
/// other things.
const LEAD_SECONDS: f64 = 0.25;

/// A value to try instead of the one that a contact had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trial {
    EdgeRadiusFactor(f64),
    /// Metres.
    StepHeight(f64),
    /// This many times as many ticks per second.
    TickRate(u32),
}

impl Trial {
    /// The value in words, at this tick rate.
    pub fn words(self, hz: u32) -> String {
        match self {
            Self::EdgeRadiusFactor(factor) => format!("edge radius factor {factor:.1}"),
            Self::StepHeight(height) => format!("step height {height:.2} m"),
            Self::TickRate(times) => format!("{} ticks per second", hz * times),
        }
    }

    /// The value in a few words, at this tick rate.
    pub fn short_words(self, hz: u32) -> String {
        match self {
            Self::EdgeRadiusFactor(factor) => format!("with factor {factor:.1}"),
            Self::StepHeight(height) => format!("with height {height:.2} m"),
            Self::TickRate(times) => format!("with {} ticks/s", hz * times),
        }
    }
}

/// A run with another value.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialRun {
    pub trial: Trial,
    /// The tick of the contact that it is about.
    contact: u64,
    /// The player after each tick, from this one on.
    first: u64,
    states: Vec<PlayerState>,
}

impl TrialRun {
    /// The player before and after `tick`.
    pub fn at(&self, tick: u64) -> Option<[&PlayerState; 2]> {
        let index = usize::try_from(tick.checked_sub(self.first)?).ok()?;
        let before = self.states.get(index.checked_sub(1)?)?;
        Some([before, self.states.get(index)?])
    }
}

impl Session {
    /// The run with another value that belongs to the contact of the clip, if there was one.
    pub fn trial_run(&self) -> Option<&TrialRun> {
        let contact = self.clip.as_ref()?.subject.middle_tick();
        self.trial.as_ref().filter(|run| run.contact == contact)
    }

    /// Forgets the run with another value.
    pub fn forget_trial(&mut self) {
        self.trial = None;
    }

    /// Runs the same keys again with the value of `trial`, through the contact of the clip, next to what is played.
    ///
    /// # Errors
    /// When there is no contact, it is too long ago, or the body does not fit with that value.
    pub fn try_value(&mut self, trial: Trial) -> Result<(), String> {
        let contact = self.clip.as_ref().map(|clip| clip.subject.middle_tick());
        let contact = contact.ok_or("there is no contact to try it at")?;
        let lead = (LEAD_SECONDS * f64::from(self.sim.hz())).ceil() as u64;
        let first = contact.saturating_sub(lead).max(1);
        let mut start = None;
        let mut inputs: Vec<TickInput> = Vec::new();
        let ticks = first..=contact + TICKS_AROUND;
        self.timeline
            .review(&mut self.sim, ticks, |_, input, sim| match start {
                None => start = Some(sim.snapshot()),
                Some(_) => inputs.push(*input),
            });
        let start = start.filter(|start| start.tick < contact);
        let start = start.ok_or("the contact is too long ago")?;
        let mut sim = self.sim.clone().without_trace();
        sim.restore(&start);
        let mut tuning = *sim.tuning();
        let mut times = 1;
        match trial {
            Trial::EdgeRadiusFactor(factor) => tuning.edge_radius_factor = factor,
            Trial::StepHeight(height) => tuning.step_height = height,
            Trial::TickRate(rate) => times = rate.max(1),
        }
        sim.retune(tuning).map_err(|error| error.to_string())?;
        sim.set_hz(sim.hz() * times);
        let mut states = vec![*sim.player()];
        for input in &inputs {
            for _ in 0..times {
                play(&mut sim, input, None);
            }
            states.push(*sim.player());
        }
        self.trial = Some(TrialRun {
            trial,
            contact,
            first: start.tick,
            states,
        });
        Ok(())
    }
}
