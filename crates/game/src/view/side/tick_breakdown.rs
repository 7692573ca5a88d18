//! Turns the events of a tick into motions with their steps and the reason for their end.

use sidle::glam::DVec3;
use sidle::player::{Event, Stop, Try};
use sidle::world::ColliderId;

/// A player thrown back by less than this is not reported; metres.
const MIN_THROWN_BACK: f64 = 1e-4;

/// One straight part of a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionStep {
    /// Positions of the body before and after; metres.
    pub from: DVec3,
    pub to: DVec3,
    pub kind: StepKind,
}

/// The kind of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// A move through everything.
    Move,
    /// A push out of a collider.
    Push(ColliderId),
    /// A sweep to the first hit, or to the end of the motion.
    Sweep(Sweep),
}

/// One sweep, and the planes that limited its motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweep {
    /// The remaining motion before and after the planes limited it; metres.
    pub left: DVec3,
    pub way: DVec3,
    /// The normals of these planes.
    pub planes: Vec<DVec3>,
    pub crease: Option<DVec3>,
    /// The collider that stopped the sweep, and the normal from it to the body.
    pub hit: Option<(ColliderId, DVec3)>,
}

/// One motion with its steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    /// What the controller tried with it; `None` means the plain motion.
    pub tried: Option<Try>,
    pub steps: Vec<MotionStep>,
    /// The last limited motion, if nothing was left of it: the position, and the sweep that did not happen.
    pub refused: Option<(DVec3, Sweep)>,
    pub stop: Option<Stop>,
}

impl Motion {
    /// Number of planes that limited the motion at its end.
    pub fn planes_at_end(&self) -> usize {
        let last = self.steps.iter().rev().find_map(|step| match &step.kind {
            StepKind::Sweep(sweep) => Some(sweep.planes.len()),
            _ => None,
        });
        let refused = self.refused.as_ref().map(|(_, sweep)| sweep.planes.len());
        refused.or(last).unwrap_or(0)
    }
}

/// The motions of a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TickBreakdown {
    pub motions: Vec<Motion>,
    /// Height of the step that the player climbed, and how far it followed the ground down; metres.
    pub climbed: Option<f64>,
    pub followed: Option<f64>,
}

impl TickBreakdown {
    /// Groups `events` by motion.
    pub fn new(events: &[Event]) -> Self {
        let mut breakdown = Self::default();
        let mut next = Motion::default();
        let mut planes = Vec::new();
        let mut chosen: Option<(DVec3, Sweep)> = None;
        for event in events {
            match event {
                Event::Move { from, to } => next.add(*from, *to, StepKind::Move),
                Event::Push {
                    collider,
                    offset,
                    position,
                } => next.add(*position - *offset, *position, StepKind::Push(*collider)),
                Event::Plane { normal } => planes.push(*normal),
                Event::Turn {
                    position,
                    left,
                    way,
                    crease,
                } => {
                    let sweep = Sweep {
                        left: *left,
                        way: *way,
                        planes: core::mem::take(&mut planes),
                        crease: *crease,
                        hit: None,
                    };
                    chosen = Some((*position, sweep));
                }
                Event::Sweep { from, to, hit } => {
                    let (_, mut sweep) = chosen.take().unwrap_or_default();
                    sweep.hit = *hit;
                    next.add(*from, *to, StepKind::Sweep(sweep));
                }
                Event::Stop(stop) => {
                    next.refused = chosen.take();
                    next.stop = Some(*stop);
                    breakdown.motions.push(core::mem::take(&mut next));
                }
                Event::Try(tried) => next.tried = Some(*tried),
                Event::Step { rise } => breakdown.climbed = Some(*rise),
                Event::Snap { drop } => breakdown.followed = Some(*drop),
                // The other events do not belong to a motion.
                _ => {}
            }
        }
        // The controllers that push record no stop.
        if !next.steps.is_empty() {
            breakdown.motions.push(next);
        }
        breakdown
    }

    /// The motions that led to the player's position. Failed attempts do not.
    pub fn effective(&self) -> impl Iterator<Item = &Motion> {
        self.motions.iter().filter(|motion| match motion.tried {
            None => self.climbed.is_none(),
            Some(Try::Up | Try::Over | Try::Down) => self.climbed.is_some(),
            Some(Try::Follow | Try::Beside) => self.followed.is_some(),
        })
    }

    /// How far the pushes threw the player back behind the start of its motion, against its direction; metres. `None`
    /// if they did not.
    pub fn thrown_back(&self) -> Option<f64> {
        let steps = || self.motions.iter().flat_map(|motion| &motion.steps);
        let moved = steps().find(|step| step.kind == StepKind::Move)?;
        let ahead = (moved.to - moved.from).try_normalize()?;
        let end = steps().last()?.to;
        let back = (moved.from - end).dot(ahead);
        (back > MIN_THROWN_BACK).then_some(back)
    }
}

impl Motion {
    fn add(&mut self, from: DVec3, to: DVec3, kind: StepKind) {
        self.steps.push(MotionStep { from, to, kind });
    }
}

#[cfg(test)]
mod tests;
