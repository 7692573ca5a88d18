//! The events of a tick, put together to a story: motions, their steps, and why each ended.

use sidle::glam::DVec3;
use sidle::player::{Event, Stop, Try};
use sidle::world::ColliderId;

/// A push that leads back by less than this is none to speak of; metres.
const LEAST_BACK: f64 = 1e-4;

/// One straight part of a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryStep {
    /// Where the body was before and after; metres.
    pub from: DVec3,
    pub to: DVec3,
    pub kind: Kind,
}

/// What a step was.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Through anything.
    Move,
    /// Out of something.
    Push(ColliderId),
    /// Up to something, or to the end.
    Sweep(Sweep),
}

/// One sweep, and how its way was chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweep {
    /// What was left of the motion before and after the planes had their say; metres.
    pub left: DVec3,
    pub way: DVec3,
    /// The planes that the motion was asked not to enter.
    pub planes: Vec<DVec3>,
    pub crease: Option<DVec3>,
    /// What stopped it, with the normal from it to the body.
    pub hit: Option<(ColliderId, DVec3)>,
}

/// One motion, from where it begins to where it ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    /// What a walker tried with it; `None`: its plain motion.
    pub tried: Option<Try>,
    pub steps: Vec<StoryStep>,
    /// The last choice, when no way was left to go: where, and as a sweep that was not made.
    pub refused: Option<(DVec3, Sweep)>,
    pub stop: Option<Stop>,
}

impl Motion {
    /// Planes that had a say at its end.
    pub fn planes_at_end(&self) -> usize {
        let last = self.steps.iter().rev().find_map(|step| match &step.kind {
            Kind::Sweep(sweep) => Some(sweep.planes.len()),
            _ => None,
        });
        let refused = self.refused.as_ref().map(|(_, sweep)| sweep.planes.len());
        refused.or(last).unwrap_or(0)
    }
}

/// What a tick did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    pub motions: Vec<Motion>,
    /// How far a step was climbed, and how far the ground was followed down; metres.
    pub climbed: Option<f64>,
    pub followed: Option<f64>,
}

impl Story {
    /// Puts `events` together.
    pub fn of(events: &[Event]) -> Self {
        let mut story = Self::default();
        let mut next = Motion::default();
        let mut planes = Vec::new();
        let mut chosen: Option<(DVec3, Sweep)> = None;
        for event in events {
            match event {
                Event::Move { from, to } => next.add(*from, *to, Kind::Move),
                Event::Push {
                    collider,
                    offset,
                    position,
                } => next.add(*position - *offset, *position, Kind::Push(*collider)),
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
                    next.add(*from, *to, Kind::Sweep(sweep));
                }
                Event::Stop(stop) => {
                    next.refused = chosen.take();
                    next.stop = Some(*stop);
                    story.motions.push(core::mem::take(&mut next));
                }
                Event::Try(tried) => next.tried = Some(*tried),
                Event::Step { rise } => story.climbed = Some(*rise),
                Event::Snap { drop } => story.followed = Some(*drop),
                // The other events are no part of a motion.
                _ => {}
            }
        }
        // Who is pushed has no end to tell of.
        if !next.steps.is_empty() {
            story.motions.push(next);
        }
        story
    }

    /// The motions that led to where the player is; what was tried in vain is not among them.
    pub fn counted(&self) -> impl Iterator<Item = &Motion> {
        self.motions.iter().filter(|motion| match motion.tried {
            None => self.climbed.is_none(),
            Some(Try::Up | Try::Over | Try::Down) => self.climbed.is_some(),
            Some(Try::Follow | Try::Beside) => self.followed.is_some(),
        })
    }

    /// How far the pushes threw the player back behind where its motion began, though it was on its way
    /// ahead; metres. `None`: they did not.
    pub fn thrown_back(&self) -> Option<f64> {
        let steps = || self.motions.iter().flat_map(|motion| &motion.steps);
        let moved = steps().find(|step| step.kind == Kind::Move)?;
        let ahead = (moved.to - moved.from).try_normalize()?;
        let end = steps().last()?.to;
        let back = (moved.from - end).dot(ahead);
        (back > LEAST_BACK).then_some(back)
    }
}

impl Motion {
    fn add(&mut self, from: DVec3, to: DVec3, kind: Kind) {
        self.steps.push(StoryStep { from, to, kind });
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
    fn a_sweep_knows_what_was_left_before_and_after_its_planes() {
        let hit = Some((WALL, DVec3::X));
        let normal = DVec3::X;
        let (left, way) = (DVec3::new(-1.0, 0.0, 1.0), DVec3::Z);
        let story = Story::of(&[
            turn(left, left),
            sweep(DVec3::ZERO, DVec3::ZERO, hit),
            Event::Plane { normal },
            turn(left, way),
            sweep(DVec3::ZERO, way, None),
            Event::Stop(Stop::Free),
        ]);
        let [motion] = &story.motions[..] else {
            panic!("{story:?}")
        };
        let Kind::Sweep(second) = &motion.steps[1].kind else {
            panic!("{motion:?}")
        };
        assert_eq!((second.left, second.way), (left, way));
        assert_eq!((&second.planes[..], second.hit), (&[normal][..], None));
        assert_eq!((motion.stop, motion.planes_at_end()), (Some(Stop::Free), 1));
        assert_eq!(motion.refused, None);
    }

    #[test]
    fn a_choice_without_a_sweep_is_told_as_refused() {
        let normal = DVec3::X;
        let story = Story::of(&[
            Event::Plane { normal },
            turn(DVec3::NEG_X, DVec3::ZERO),
            Event::Stop(Stop::Blocked),
        ]);
        let (_, refused) = story.motions[0].refused.as_ref().unwrap();
        assert_eq!((refused.left, refused.way), (DVec3::NEG_X, DVec3::ZERO));
        assert_eq!(story.motions[0].planes_at_end(), 1);
    }

    #[test]
    fn what_was_tried_in_vain_does_not_count() {
        let motion = |tried: Option<Try>| {
            let tried = tried.map(Event::Try).into_iter();
            tried.chain([Event::Stop(Stop::Free)])
        };
        let tries = [Try::Up, Try::Over, Try::Down].map(Some);
        let mut events: Vec<Event> = motion(None).collect();
        events.extend(tries.into_iter().flat_map(motion));
        let counted = |events: &[Event]| -> Vec<Option<Try>> {
            let story = Story::of(events);
            story.counted().map(|motion| motion.tried).collect()
        };
        assert_eq!(counted(&events), [None]);
        events.push(Event::Step { rise: 0.2 });
        assert_eq!(counted(&events), tries);
        events.extend(motion(Some(Try::Follow)));
        assert_eq!(counted(&events), tries);
        events.push(Event::Snap { drop: 0.1 });
        assert_eq!(counted(&events).len(), 4);
    }

    #[test]
    fn who_ends_behind_where_it_began_was_thrown_back() {
        let pushed = |offset: DVec3| {
            let to = DVec3::NEG_Z * 0.04;
            let push = Event::Push {
                collider: WALL,
                offset,
                position: to + offset,
            };
            let from = DVec3::ZERO;
            Story::of(&[Event::Move { from, to }, push]).thrown_back()
        };
        // 40 mm ahead; 100 mm back are 60 mm too much, 30 mm are not.
        assert!((pushed(DVec3::Z * 0.1).unwrap() - 0.06).abs() < 1e-12);
        assert_eq!(pushed(DVec3::Z * 0.03), None);
        assert_eq!(pushed(DVec3::X), None);
        assert_eq!(Story::of(&[]).thrown_back(), None);
    }
}
