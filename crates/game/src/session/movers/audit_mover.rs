//! Movers that walk through a level in an audit, several at a time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sidle::player::OuterStep;
use sidle::sim::{OuterController, OuterTick, Snapshot};
use sidle_audit::{MakeWalker, OuterWalker};
use sidle_movers::{MoverCommand, Process, Saved};

use super::outer_mover::OuterMover;

/// Starts the same mover once for each walk that is made at the same time.
pub struct AuditMovers {
    command: MoverCommand,
    limit: Duration,
    fault: Fault,
}

/// Why a mover did not start or has ended. The first one is kept.
#[derive(Clone, Default)]
struct Fault(Arc<Mutex<Option<String>>>);

impl Fault {
    fn set(&self, message: String) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert(message);
    }
}

impl AuditMovers {
    /// Movers of this command, with this limit for an answer.
    pub fn new(command: MoverCommand, limit: Duration) -> Self {
        Self {
            command,
            limit,
            fault: Fault::default(),
        }
    }

    /// Why one of them did not start or has ended.
    pub fn fault(&self) -> Option<String> {
        let kept = self.fault.0.lock();
        kept.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts another one. `None` if that fails.
    pub fn maker(&self) -> MakeWalker {
        let (command, limit, fault) = (self.command.clone(), self.limit, self.fault.clone());
        Box::new(move || {
            let started = Process::start(&command, limit).map_err(|error| error.to_string());
            let name = command.name().to_owned();
            let started = started.and_then(|process| OuterMover::new(name, Box::new(process)));
            match started {
                Ok(mover) => {
                    let fault = fault.clone();
                    Some(Box::new(AuditMover { mover, fault }))
                }
                Err(message) => {
                    fault.set(message);
                    None
                }
            }
        })
    }
}

/// One of them.
struct AuditMover {
    mover: OuterMover,
    fault: Fault,
}

impl AuditMover {
    fn note(&self, messages: Vec<String>) {
        messages
            .into_iter()
            .for_each(|message| self.fault.set(message));
    }
}

impl OuterController for AuditMover {
    fn step(&mut self, tick: &OuterTick<'_>) -> Option<OuterStep> {
        let mut messages = Vec::new();
        let step = self.mover.step(tick, &mut messages);
        self.note(messages);
        step
    }
}

impl OuterWalker for AuditMover {
    fn save(&mut self) -> Option<String> {
        let mut messages = Vec::new();
        let saved = self.mover.save(&mut messages);
        self.note(messages);
        saved.map(|saved| saved.json().to_owned())
    }

    fn load(&mut self, saved: &str, state: &Snapshot) {
        self.mover
            .begin(&state.player, Some(Saved::from_json(saved)));
    }

    fn reset(&mut self, state: &Snapshot) {
        self.mover.begin(&state.player, None);
    }
}
