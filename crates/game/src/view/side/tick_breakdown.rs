//! Turns the events of a tick into motions with their steps and the reason for their end.

use sidle::geometry::Segment;
use sidle::glam::DVec3;
use sidle::player::{Event, Stop, Try};
use sidle::query::closest_segment_point;
use sidle::world::ColliderId;

/// A motion leads to a place that is no farther than this from its way; metres.
const SAME_PLACE: f64 = 1e-9;

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
    /// Whether it is a part of the way from the player's position before the tick to the one after it. Failed attempts are
    /// not, nor is a motion that a better one has replaced.
    pub is_effective: bool,
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
    /// How many steps the player climbed.
    pub steps: usize,
    /// Height of all these steps, and how far the player followed the ground down; metres. `None` if it did not.
    pub climbed: Option<f64>,
    pub followed: Option<f64>,
    /// Whether the player jumped, and whether it took off because the game has changed its velocity.
    pub jumped: bool,
    pub launched: bool,
    /// Whether it jumped off a wall.
    pub jumped_off_wall: bool,
    /// Whether it climbed onto a ledge.
    pub mantled: bool,
    /// Whether it swam.
    pub swam: bool,
    /// How far up the player asked to climb on the ladder that it holds, from -1 to 1; `None` if it holds none.
    pub on_ladder: Option<f64>,
}

impl TickBreakdown {
    /// Groups the `events` of a tick that ended at `end` by motion.
    pub fn new(events: &[Event], end: DVec3) -> Self {
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
                Event::Step { rise } => {
                    breakdown.steps += 1;
                    *breakdown.climbed.get_or_insert(0.0) += rise;
                }
                Event::Snap { drop } => *breakdown.followed.get_or_insert(0.0) += drop,
                Event::Mantle { .. } => breakdown.mantled = true,
                Event::Swim { .. } => breakdown.swam = true,
                Event::WallJump { .. } => breakdown.jumped_off_wall = true,
                Event::Jump => breakdown.jumped = true,
                Event::Launch => breakdown.launched = true,
                Event::Climb { rise, .. } => breakdown.on_ladder = Some(*rise),
                // The other events do not belong to a motion.
                _ => {}
            }
        }
        // The controllers that push record no stop.
        if !next.steps.is_empty() {
            breakdown.motions.push(next);
        }
        breakdown.mark_way_to(end);
        breakdown
    }

    /// The motions that led to the player's position.
    pub fn effective(&self) -> impl Iterator<Item = &Motion> {
        self.motions.iter().filter(|motion| motion.is_effective)
    }

    /// The pushes and sweeps that led to the player's position, which the large view numbers in this order.
    pub fn numbered(&self) -> impl Iterator<Item = &MotionStep> {
        let steps = self.effective().flat_map(|motion| &motion.steps);
        steps.filter(|step| step.kind != StepKind::Move)
    }

    /// Whether the player climbed a step, or followed the ground down.
    pub fn changes_height(&self) -> bool {
        self.climbed.is_some() || self.followed.is_some()
    }

    /// Marks the motions that lead to `end`, from the last one back. An attempt that failed leads elsewhere.
    fn mark_way_to(&mut self, end: DVec3) {
        let (mut place, mut later) = (end, self.motions.len());
        while let Some(number) = self.motion_to(place, later) {
            let motion = &mut self.motions[number];
            motion.is_effective = true;
            if let Some(last) = motion.steps.last_mut() {
                last.to = place;
            }
            place = motion.steps.first().map_or(place, |first| first.from);
            later = number;
        }
        // What stopped a plain motion is told even if that has not led on at all. Pushes always count.
        for motion in &mut self.motions {
            let stays = motion.tried.is_none() && motion.steps.iter().all(MotionStep::stays);
            motion.is_effective |= stays && self.steps == 0 || motion.stop.is_none();
        }
    }

    /// The number of the last motion before number `later` that ends at `place`, or else passes it. Where the ground falls away
    /// at a crest, the next motion begins on the way.
    fn motion_to(&self, place: DVec3, later: usize) -> Option<usize> {
        let last_step = |number: &usize| {
            let motion = &self.motions[*number];
            motion.steps.last().filter(|_| motion.stop.is_some())
        };
        let ends = |number: &usize| {
            last_step(number).is_some_and(|step| !step.stays() && is_same(step.to, place))
        };
        let passes = |number: &usize| last_step(number).is_some_and(|step| step.passes(place));
        let earlier = || (0..later).rev();
        earlier().find(ends).or_else(|| earlier().find(passes))
    }
}

/// Whether two places are the same but for rounding.
fn is_same(one: DVec3, other: DVec3) -> bool {
    one.distance(other) <= SAME_PLACE
}

impl MotionStep {
    /// What it met.
    pub fn met(&self) -> Option<ColliderId> {
        match &self.kind {
            StepKind::Move => None,
            StepKind::Push(collider) => Some(*collider),
            StepKind::Sweep(sweep) => sweep.hit.map(|(collider, _)| collider),
        }
    }

    /// Whether it leads nowhere.
    fn stays(&self) -> bool {
        is_same(self.from, self.to)
    }

    /// Whether `place` lies on its way, beyond its start.
    fn passes(&self, place: DVec3) -> bool {
        let nearest = closest_segment_point(&Segment::new(self.from, self.to), place);
        is_same(nearest.point, place) && !is_same(self.from, place)
    }
}

impl Motion {
    fn add(&mut self, from: DVec3, to: DVec3, kind: StepKind) {
        self.steps.push(MotionStep { from, to, kind });
    }
}

#[cfg(test)]
mod tests;
