//! The contacts of a move or a tick.

use glam::DVec3;

use crate::tolerance::SAME_NORMAL_COS;
use crate::world::{ColliderId, Surface};

/// The contacts of a move or a tick: the surfaces touched at its end, all planes that blocked it, and the sensors passed.
///
/// # Example
/// ```
/// use sidle::{sim::Sim, world::World};
/// let mut sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// sim.tick(&Default::default());
/// assert!(sim.contacts().touching().is_empty() && sim.contacts().planes().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contacts {
    touching: Vec<Surface>,
    planes: Vec<DVec3>,
    sensors: Vec<ColliderId>,
}

impl Contacts {
    /// The surfaces that the body touches at the end, sorted by id.
    pub fn touching(&self) -> &[Surface] {
        &self.touching
    }

    /// The unit normals of all planes that blocked the motion, each once.
    pub fn planes(&self) -> &[DVec3] {
        &self.planes
    }

    /// The sensors that the body touched anywhere between its places at the start and at the end, each once, sorted by id.
    /// They blocked nothing: see [`SurfaceRules::sensor`](crate::world::SurfaceRules::sensor).
    pub fn sensors(&self) -> &[ColliderId] {
        &self.sensors
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        self.touching.clear();
        self.planes.clear();
        self.sensors.clear();
    }

    /// Adds the normal of a plane that blocks the motion, unless it is there already.
    pub(super) fn add_plane(&mut self, normal: DVec3) {
        if self
            .planes
            .iter()
            .all(|known| known.dot(normal) < SAME_NORMAL_COS)
        {
            self.planes.push(normal);
        }
    }

    /// Removes the touched surfaces that are farther away than `reach`; metres.
    pub(super) fn keep_touching(&mut self, reach: f64) {
        self.touching.retain(|surface| surface.separation <= reach);
    }

    /// The sensors, for the caller to fill.
    pub(super) fn sensors_mut(&mut self) -> &mut Vec<ColliderId> {
        &mut self.sensors
    }

    /// The touched surfaces, for the caller to fill.
    pub(super) fn touching_mut(&mut self) -> &mut Vec<Surface> {
        &mut self.touching
    }
}
