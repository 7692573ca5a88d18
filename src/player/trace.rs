//! What happened in a tick: written by the simulation, read by overlays, the HUD and tests.

use glam::DVec3;

use super::slide::Workspace;
use super::{Candidate, Event, Finding, SideCounts};
use crate::query::PlaneSide;
use crate::tolerance::SAME_NORMAL_COS;
use crate::world::{ColliderId, Surface, TriangleId};

/// What happened in a tick. Its memory is used again from tick to tick.
///
/// # Example
/// ```
/// use sidle::{player::Trace, sim::Sim, world::World};
/// let mut sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// sim.tick(&Default::default());
/// assert!(sim.trace().touching().is_empty());
/// assert!(Trace::off().events().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    recording: bool,
    events: Vec<Event>,
    candidates: Vec<Candidate>,
    sides: SideCounts,
    touching: Vec<Surface>,
    set_aside: Vec<Surface>,
    planes: Vec<DVec3>,
    normals: Vec<DVec3>,
    workspace: Workspace,
    near: Vec<u32>,
    respawned: bool,
}

impl Trace {
    /// A trace that records every event.
    pub fn new() -> Self {
        Self {
            recording: true,
            events: Vec::new(),
            candidates: Vec::new(),
            sides: SideCounts::default(),
            touching: Vec::new(),
            set_aside: Vec::new(),
            planes: Vec::new(),
            normals: Vec::new(),
            workspace: Workspace::default(),
            near: Vec::new(),
            respawned: false,
        }
    }

    /// A trace that records no events. What is touched after a tick is known all the same.
    pub fn off() -> Self {
        Self {
            recording: false,
            ..Self::new()
        }
    }

    /// What happened, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Everything that the tick looked at, each once; by id, or in the order in which it was looked at.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The classification of all triangles, counted.
    pub fn sides(&self) -> SideCounts {
        self.sides
    }

    /// The surfaces that the player touches after the tick, by id.
    pub fn touching(&self) -> &[Surface] {
        &self.touching
    }

    /// The unit normals of all planes that stood in the motion's way, each once.
    pub fn planes(&self) -> &[DVec3] {
        &self.planes
    }

    /// Whether the player returned to the spawn in this tick. A view should jump, not glide.
    pub fn respawned(&self) -> bool {
        self.respawned
    }

    /// The pushes alone, in order: out of what, and by how much.
    pub fn pushes(&self) -> impl Iterator<Item = (ColliderId, DVec3)> {
        self.events.iter().filter_map(|event| match event {
            Event::Push {
                collider, offset, ..
            } => Some((*collider, *offset)),
            _ => None,
        })
    }

    /// Forgets the last tick.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.candidates.clear();
        self.sides = SideCounts::default();
        self.touching.clear();
        self.planes.clear();
        self.workspace.forget(None);
        self.respawned = false;
    }

    /// Forgets the last tick; for what comes, `except` is not there.
    pub(crate) fn clear_except(&mut self, except: ColliderId) {
        self.clear();
        self.workspace.forget(Some(except));
    }

    /// Writes down one event.
    pub(crate) fn push(&mut self, event: Event) {
        self.respawned |= event == Event::Respawn;
        if self.recording {
            self.events.push(event);
        }
    }

    /// Whether events are recorded: else nobody has to find out what they would say.
    pub fn is_recording(&self) -> bool {
        self.recording
    }

    /// Records every event from now on, or none. The tick goes on as it would.
    pub(crate) fn record(&mut self, recording: bool) {
        self.recording = recording;
    }

    /// Adds one thing that was looked at, which comes up once in a tick.
    pub(crate) fn add_candidate(&mut self, collider: ColliderId, finding: Finding) {
        if self.recording {
            self.candidates.push(Candidate { collider, finding });
        }
    }

    /// Adds things that were looked at, some of which may be known already; by id.
    pub(crate) fn add_near(&mut self, colliders: impl Iterator<Item = ColliderId>) {
        if !self.recording {
            return;
        }
        let near = colliders.map(|collider| Candidate {
            collider,
            finding: Finding::Apart,
        });
        self.candidates.extend(near);
        // What acted comes before the same that did not, and stays.
        let order = |it: &Candidate| (it.collider, it.finding == Finding::Apart);
        self.candidates.sort_unstable_by_key(order);
        self.candidates.dedup_by_key(|it| it.collider);
    }

    /// Notes that something which was looked at acted.
    pub(crate) fn acted(&mut self, collider: ColliderId) {
        let known = |it: &&mut Candidate| it.collider == collider;
        match self.candidates.iter_mut().rev().find(known) {
            Some(known) if known.finding == Finding::Apart => known.finding = Finding::Acted,
            Some(_) => {}
            None => self.add_candidate(collider, Finding::Acted),
        }
    }

    /// Classifies one triangle; `TELLS` whether this records.
    #[inline]
    pub(crate) fn classify<const TELLS: bool>(&mut self, triangle: TriangleId, side: PlaneSide) {
        if TELLS {
            self.add_candidate(ColliderId::Triangle(triangle), Finding::Plane(side));
        }
        match side {
            PlaneSide::Front => self.sides.front += 1,
            PlaneSide::Intersects => self.sides.intersects += 1,
            PlaneSide::Behind => self.sides.behind += 1,
        }
    }

    /// Adds a plane that stands in the motion's way, unless it is known.
    pub(crate) fn add_plane(&mut self, normal: DVec3) {
        if self
            .planes
            .iter()
            .all(|known| known.dot(normal) < SAME_NORMAL_COS)
        {
            self.planes.push(normal);
        }
    }

    /// What a move works with, to be given back.
    pub(crate) fn take_workspace(&mut self) -> Workspace {
        core::mem::take(&mut self.workspace)
    }

    /// Keeps the memory of a move for the next one.
    pub(crate) fn give_workspace(&mut self, workspace: Workspace) {
        self.workspace = workspace;
    }

    /// A list for the numbers of near colliders, to be given back.
    pub(crate) fn take_near(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.near)
    }

    /// Keeps the list's memory for the next time.
    pub(crate) fn give_near(&mut self, near: Vec<u32>) {
        self.near = near;
    }

    /// The touched surfaces, and a list of normals to work with.
    pub(crate) fn touching_and_normals(&mut self) -> (&[Surface], &mut Vec<DVec3>) {
        (&self.touching, &mut self.normals)
    }

    /// Keeps a copy of the touched surfaces while something is tried.
    pub(crate) fn set_touching_aside(&mut self) {
        self.set_aside.clear();
        self.set_aside.extend_from_slice(&self.touching);
    }

    /// Takes back what was set aside: the try came to nothing.
    pub(crate) fn take_touching_back(&mut self) {
        core::mem::swap(&mut self.set_aside, &mut self.touching);
    }

    /// Forgets the touched surfaces that are farther away than `reach`.
    pub(crate) fn keep_touching(&mut self, reach: f64) {
        self.touching.retain(|surface| surface.separation <= reach);
    }

    /// The list of touched surfaces, to fill.
    pub(crate) fn touching_mut(&mut self) -> &mut Vec<Surface> {
        &mut self.touching
    }
}

impl Default for Trace {
    fn default() -> Self {
        Self::new()
    }
}
