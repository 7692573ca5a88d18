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
    /// What the controller tried with it; `None`: the plain motion.
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
                // The other events are no part of a motion.
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

    /// How far the pushes threw the player back behind the start of its motion, against its direction; metres. `None`: they
    /// did not.
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
mod tests {
    use super::*;
    use sidle::world::BoxId;

    const WALL: ColliderId = ColliderId::Box(BoxId(3));

    fn turn(left: DVec3, way: DVec3) -> Event {
        Event::Turn {
            position: DVec3::ZERO,
            left,
            way,
            crease: None,
        }
    }

    fn sweep(from: DVec3, to: DVec3, hit: Option<(ColliderId, DVec3)>) -> Event {
        Event::Sweep { from, to, hit }
    }

    #[test]
    fn a_sweep_has_the_motion_before_and_after_its_planes() {
        let hit = Some((WALL, DVec3::X));
        let normal = DVec3::X;
        let (left, way) = (DVec3::new(-1.0, 0.0, 1.0), DVec3::Z);
        let breakdown = TickBreakdown::new(&[
            turn(left, left),
            sweep(DVec3::ZERO, DVec3::ZERO, hit),
            Event::Plane { normal },
            turn(left, way),
            sweep(DVec3::ZERO, way, None),
            Event::Stop(Stop::Free),
        ]);
        let [motion] = &breakdown.motions[..] else {
            panic!("{breakdown:?}")
        };
        let StepKind::Sweep(second) = &motion.steps[1].kind else {
            panic!("{motion:?}")
        };
        assert_eq!((second.left, second.way), (left, way));
        assert_eq!((&second.planes[..], second.hit), (&[normal][..], None));
        assert_eq!((motion.stop, motion.planes_at_end()), (Some(Stop::Free), 1));
        assert_eq!(motion.refused, None);
    }

    #[test]
    fn a_turn_without_a_sweep_is_refused() {
        let normal = DVec3::X;
        let breakdown = TickBreakdown::new(&[
            Event::Plane { normal },
            turn(DVec3::NEG_X, DVec3::ZERO),
            Event::Stop(Stop::Blocked),
        ]);
        let (_, refused) = breakdown.motions[0].refused.as_ref().unwrap();
        assert_eq!((refused.left, refused.way), (DVec3::NEG_X, DVec3::ZERO));
        assert_eq!(breakdown.motions[0].planes_at_end(), 1);
    }

    #[test]
    fn failed_attempts_are_not_effective() {
        let motion = |tried: Option<Try>| {
            let tried = tried.map(Event::Try).into_iter();
            tried.chain([Event::Stop(Stop::Free)])
        };
        let tries = [Try::Up, Try::Over, Try::Down].map(Some);
        let mut events: Vec<Event> = motion(None).collect();
        events.extend(tries.into_iter().flat_map(motion));
        let effective = |events: &[Event]| -> Vec<Option<Try>> {
            let breakdown = TickBreakdown::new(events);
            breakdown.effective().map(|motion| motion.tried).collect()
        };
        assert_eq!(effective(&events), [None]);
        events.push(Event::Step { rise: 0.2 });
        assert_eq!(effective(&events), tries);
        events.extend(motion(Some(Try::Follow)));
        assert_eq!(effective(&events), tries);
        events.push(Event::Snap { drop: 0.1 });
        assert_eq!(effective(&events).len(), 4);
    }

    #[test]
    fn a_push_behind_the_start_throws_back() {
        let pushed = |offset: DVec3| {
            let to = DVec3::NEG_Z * 0.04;
            let push = Event::Push {
                collider: WALL,
                offset,
                position: to + offset,
            };
            let from = DVec3::ZERO;
            TickBreakdown::new(&[Event::Move { from, to }, push]).thrown_back()
        };
        // After 40 mm ahead, a push of 100 mm ends 60 mm behind the start. One of 30 mm does not.
        assert!((pushed(DVec3::Z * 0.1).unwrap() - 0.06).abs() < 1e-12);
        assert_eq!(pushed(DVec3::Z * 0.03), None);
        assert_eq!(pushed(DVec3::X), None);
        assert_eq!(TickBreakdown::new(&[]).thrown_back(), None);
    }
}
