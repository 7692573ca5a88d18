//! Box3D's character mover, as its sample uses it: planes near the body, a displacement that satisfies them, and a cast, up to five
//! times. Its casts are those of this mover, too.

#[allow(dead_code, reason = "shared with the adapter, which uses all of it")]
#[path = "../../../integrations/movers/rust/src/box3d/world.rs"]
mod world;

use sidle::glam::DVec3;

use crate::mover::Mover;
use crate::scenes::{HEIGHT, RADIUS, Scenery};
use world::World;

/// A round that moves the body by less is the last; metres.
const TOLERANCE: f64 = 0.01;

const ROUNDS: usize = 5;

pub struct Box3dMover {
    world: World,
    /// The radius and the segment of the body.
    size: (f64, f64),
}

impl Box3dMover {
    pub fn new(scenery: &Scenery, capsule: bool) -> Self {
        let mut world = World::new();
        let triangles = scenery.mesh.triangles();
        let corners = triangles.iter();
        let corners = corners.map(|triangle| triangle.vertices());
        let is_built = world.add_triangles(&corners.collect::<Vec<_>>());
        assert!(is_built, "Box3D builds the mesh");
        for obb in &scenery.boxes {
            world.add_box(obb);
        }
        let segment = if capsule { HEIGHT - 2.0 * RADIUS } else { 0.0 };
        Self {
            world,
            size: (RADIUS, segment),
        }
    }

    /// The distance that the body moves before it touches something; metres.
    pub fn cast(&self, start: DVec3, motion: DVec3) -> Option<f64> {
        let fraction = self.world.cast(start, self.size, motion);
        (fraction < 1.0).then(|| fraction * motion.length())
    }
}

impl Mover for Box3dMover {
    fn step(&mut self, position: DVec3, motion: DVec3) -> DVec3 {
        let (mut place, target) = (position, position + motion);
        for _ in 0..ROUNDS {
            let planes = self.world.planes(place, self.size);
            let way = world::solved(target - place, &planes);
            let moved = way * self.world.cast(place, self.size, way);
            place += moved;
            if moved.length() < TOLERANCE {
                break;
            }
        }
        place
    }
}
