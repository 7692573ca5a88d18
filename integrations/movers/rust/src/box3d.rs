//! Box3D's character mover: planes near the capsule, a displacement that satisfies them, and a cast, as its sample does, up to five
//! times. The rules of walking are those of `walk.rs`, since Box3D leaves them to the game. The sample floats above the ground on a
//! spring; this body stands on it.
//!
//! Numbers of its authors: a slop of 5 mm, five rounds, rounds up to a motion of 1 cm. All planes count, while the sample keeps eight,
//! which are too few for a capsule among small triangles.

use std::collections::BTreeMap;

use box3d_sys::b3PlaneResult;
use sidle::glam::DVec3;
use sidle::player::{Command, Mode, Tuning};
use sidle::world::floor_cos;
use sidle_movers::{Can, Hello, MovedBox, Mover, MoverContact, MoverError, Saved, Setup, State};

use self::world::{BodyId, World, of_vector};
use crate::walk::{Walker, names, refusal, size_of, solid_triangles};

mod world;

/// The gap that its solver of planes leaves, and how deep its casts let a body sink; metres. The capsule is larger by that much, so
/// that the body is in nothing.
const SLOP: f64 = 0.005;

/// A round that moves the body by less is the last; metres.
const TOLERANCE: f64 = 0.01;

const ROUNDS: usize = 5;

pub struct Box3d {
    world: World,
    boxes: BTreeMap<u32, BodyId>,
    tuning: Tuning,
    radius: f64,
    segment: f64,
    dt: f64,
    walker: Walker,
    planes: Vec<b3PlaneResult>,
}

impl Box3d {
    pub fn new() -> Self {
        Self {
            world: World::new(),
            boxes: BTreeMap::new(),
            tuning: Tuning::default(),
            radius: 1.0,
            segment: 0.0,
            dt: 1.0 / 60.0,
            walker: Walker::default(),
            planes: Vec::new(),
        }
    }

    /// The radius and the segment of the capsule.
    fn size(&self) -> (f64, f64) {
        (self.radius + SLOP, self.segment)
    }

    /// The displacement that becomes of `motion`.
    fn slid(&mut self, motion: DVec3) -> DVec3 {
        let start = self.walker.position;
        let (mut position, target) = (start, start + motion);
        for _ in 0..ROUNDS {
            self.planes = self.world.planes(position, self.size());
            let way = world::solved(target - position, &self.planes);
            let moved = way * self.world.cast(position, self.size(), way);
            position += moved;
            if moved.length() < TOLERANCE {
                break;
            }
        }
        position - start
    }

    /// Whether ground that a body can stand on is near a body that has moved by `displacement`.
    fn is_grounded(&self, displacement: DVec3) -> bool {
        let near = self.walker.position + displacement - DVec3::Y * SLOP * 2.0;
        let least = floor_cos(self.tuning.max_slope_deg);
        let planes = self.world.planes(near, self.size());
        planes
            .iter()
            .any(|near| f64::from(near.plane.normal.y) >= least)
    }

    fn moved(&mut self, dt: f64, motion: DVec3, rises: bool) -> State {
        let displacement = self.slid(motion);
        let grounded = !rises && self.is_grounded(displacement);
        let position = self.walker.position + displacement;
        let contacts = self.planes.iter().map(|near| MoverContact {
            point: position + of_vector(near.point),
            normal: of_vector(near.plane.normal),
            depth: f64::from(near.plane.offset).max(0.0),
        });
        let contacts = contacts.collect();
        State {
            contacts,
            ..self.walker.moved(dt, displacement, grounded)
        }
    }
}

impl Mover for Box3d {
    fn hello(&mut self) -> Result<Hello, MoverError> {
        Ok(Hello {
            name: "Box3D character mover".to_owned(),
            version: "of the crate box3d-sys 0.1.16".to_owned(),
            can: Can {
                tick: true,
                move_by: true,
                save: true,
                contacts: true,
                ..Can::default()
            },
            // It has no rule for steps, for what keeps a walker on stairs and crests, and for the limit of slopes.
            lacks: names(&[
                "steps",
                "far/step",
                "sizes/step",
                "snapping/stairs",
                "snapping/spiral",
                "snapping/crest",
                "slopes/blocks",
                "slopes/down",
            ]),
        })
    }

    fn padding(&self) -> f64 {
        SLOP * 2.0
    }

    fn world(&mut self, setup: &Setup) -> Result<(), MoverError> {
        (self.radius, self.segment) = size_of(setup)?;
        self.world = World::new();
        let is_built = self.world.add_triangles(&solid_triangles(setup));
        if !is_built {
            return Err(refusal("world", "cannot build the mesh"));
        }
        self.boxes = setup
            .boxes
            .iter()
            .map(|(id, obb)| (*id, self.world.add_box(obb)))
            .collect();
        self.tuning = setup.tuning;
        self.dt = 1.0 / f64::from(setup.hz);
        Ok(())
    }

    fn reset(&mut self, position: DVec3, velocity: DVec3, _: f64) -> Result<State, MoverError> {
        self.walker = Walker::new(position, velocity);
        Ok(self.walker.state(velocity))
    }

    fn tick(
        &mut self,
        dt: f64,
        command: &Command,
        boxes: &[MovedBox],
    ) -> Result<State, MoverError> {
        for moved in boxes {
            if let Some(body) = self.boxes.get(&moved.id) {
                self.world.move_box(*body, &moved.obb);
            }
        }
        let mut motion = self.walker.displacement(dt, command, &self.tuning);
        // With gravity on the ground, it would slide down every slope.
        if self.walker.grounded && !command.jump && command.mode == Mode::Walk {
            motion.y = 0.0;
        }
        // Just after a jump, the ground is still near.
        let rises = self.walker.velocity.y > 0.0;
        Ok(self.moved(dt, motion, rises))
    }

    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError> {
        self.walker.position = position;
        Ok(self.moved(self.dt, motion, false))
    }

    fn save(&mut self) -> Result<Saved, MoverError> {
        Ok(self.walker.saved())
    }

    fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        self.walker.load(saved)
    }
}
