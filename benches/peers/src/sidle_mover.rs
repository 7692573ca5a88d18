//! sidle as a mover.

use sidle::glam::DVec3;
use sidle::player::{Body, Trace, Tuning, move_and_slide};
use sidle::world::World;

use crate::mover::Mover;
use crate::scenes::{RADIUS, Scenery};

pub struct SidleMover {
    pub world: World,
    body: Body,
    tuning: Tuning,
    trace: Trace,
}

impl SidleMover {
    /// A walker, with the shipped slope limit.
    pub fn walking(scenery: &Scenery) -> Self {
        Self {
            world: World::new(scenery.mesh.triangles(), scenery.boxes.clone()),
            body: Body::sphere(RADIUS).expect("a positive radius"),
            tuning: Tuning::default(),
            trace: Trace::off(),
        }
    }

    /// A flying camera: no slope is too steep.
    pub fn flying(scenery: &Scenery) -> Self {
        let mut mover = Self::walking(scenery);
        mover.tuning.max_slope_deg = 90.0;
        mover
    }
}

impl Mover for SidleMover {
    fn step(&mut self, position: DVec3, motion: DVec3) -> DVec3 {
        let (world, tuning, body) = (&self.world, &self.tuning, self.body);
        move_and_slide(world, tuning, body, position, motion, &mut self.trace).position
    }
}
