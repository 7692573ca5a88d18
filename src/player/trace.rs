//! The report of a tick: written by the simulation, read by overlays, the HUD and tests.
//!
//! The simulation holds a [`Tracer`], which only writes. So no result can depend on a trace.

use glam::DVec3;

use super::{Candidate, Event, Finding, SideCounts};
use crate::query::PlaneSide;
use crate::world::{ColliderId, TriangleId};

/// The report of a tick or of a move. Its memory is reused from tick to tick.
///
/// # Example
/// A ball flies into a wall, and the trace names its obstacle:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
/// use sidle::player::{Body, Event, MoveSettings, Scratch, Trace, move_and_slide};
/// let wall = Obb::new(DVec3::X * 2.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let (world, body) = (World::new(vec![], vec![wall]), Body::sphere(0.5).unwrap());
/// let (settings, mut scratch, mut trace) =
///     (MoveSettings::default(), Scratch::new(), Trace::new());
/// let (traced, motion) = (Some(&mut trace), DVec3::X);
/// let end = move_and_slide(&world, body, DVec3::ZERO, motion, &settings, &mut scratch, traced);
/// assert!(end.position.x < 0.5);
/// let stopped = |event: &Event| matches!(event, Event::Sweep { hit: Some(_), .. });
/// assert!(trace.events().iter().any(stopped));
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trace {
    events: Vec<Event>,
    candidates: Vec<Candidate>,
    sides: SideCounts,
}

impl Trace {
    /// An empty trace.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.events.clear();
        self.candidates.clear();
        self.sides = SideCounts::default();
    }

    /// The events, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The colliders that the tick tested, each once, sorted by id or in the order of the tests.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// How many triangles the classic controller found on each side, and how many were out of reach.
    pub fn sides(&self) -> SideCounts {
        self.sides
    }

    /// Only the pushes, in order, each with its collider and its offset in metres.
    pub fn pushes(&self) -> impl Iterator<Item = (ColliderId, DVec3)> {
        self.events.iter().filter_map(|event| match event {
            Event::Push {
                collider, offset, ..
            } => Some((*collider, *offset)),
            _ => None,
        })
    }
}

/// Writes a trace, if the caller passed one. The simulation can read nothing from it but [`Self::is_on`].
#[derive(Debug)]
pub(crate) struct Tracer<'t>(Option<&'t mut Trace>);

impl<'t> Tracer<'t> {
    /// A tracer without a trace, which writes nothing.
    pub const fn off() -> Self {
        Self(None)
    }

    /// A tracer that empties `trace`, and then fills it.
    pub fn new(mut trace: Option<&'t mut Trace>) -> Self {
        if let Some(trace) = &mut trace {
            trace.clear();
        }
        Self(trace)
    }

    /// Whether a trace is written. If not, work that only serves the trace can be skipped.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Adds one event.
    #[inline]
    pub fn push(&mut self, event: Event) {
        if self.is_on() {
            self.write(event);
        }
    }

    #[cold]
    #[inline(never)]
    fn write(&mut self, event: Event) {
        if let Some(trace) = &mut self.0 {
            trace.events.push(event);
        }
    }

    /// Adds a collider that was tested. A tick adds each collider only once.
    pub fn add_candidate(&mut self, collider: ColliderId, finding: Finding) {
        if let Some(trace) = &mut self.0 {
            trace.candidates.push(Candidate { collider, finding });
        }
    }

    /// Adds colliders that were near, and sorts by id. Some of them may be there already.
    pub fn add_near(&mut self, colliders: impl Iterator<Item = ColliderId>) {
        let Some(trace) = &mut self.0 else {
            return;
        };
        let near = colliders.map(|collider| Candidate {
            collider,
            finding: Finding::Apart,
        });
        trace.candidates.extend(near);
        // Of two entries for a collider, the one with an effect comes first and stays.
        let order =
            |candidate: &Candidate| (candidate.collider, candidate.finding == Finding::Apart);
        trace.candidates.sort_unstable_by_key(order);
        trace
            .candidates
            .dedup_by_key(|candidate| candidate.collider);
    }

    /// Notes that a collider had an effect.
    pub fn mark_acted(&mut self, collider: ColliderId) {
        let Some(trace) = &mut self.0 else {
            return;
        };
        let known = |candidate: &&mut Candidate| candidate.collider == collider;
        match trace.candidates.iter_mut().rev().find(known) {
            Some(known) if known.finding == Finding::Apart => known.finding = Finding::Acted,
            Some(_) => {}
            None => trace.candidates.push(Candidate {
                collider,
                finding: Finding::Acted,
            }),
        }
    }

    /// Adds a triangle, and the side of its plane on which the sphere was.
    pub fn classify(&mut self, triangle: TriangleId, side: PlaneSide) {
        let Some(trace) = &mut self.0 else {
            return;
        };
        trace.candidates.push(Candidate {
            collider: ColliderId::Triangle(triangle),
            finding: Finding::Plane(side),
        });
        match side {
            PlaneSide::Front => trace.sides.front += 1,
            PlaneSide::Intersects => trace.sides.intersects += 1,
            PlaneSide::Behind => trace.sides.behind += 1,
        }
    }

    /// Counts triangles that were too far away for a test.
    pub fn count_far(&mut self, triangles: usize) {
        if let Some(trace) = &mut self.0 {
            trace.sides.far += triangles as u32;
        }
    }
}
