//! rapier's `KinematicCharacterController`. The rules of walking are those of `walk.rs`.
//!
//! Numbers of its authors: an offset of 1 % of the height, snapping by 20 % of it, no steps. `--alike`: steps and snapping as far
//! as ours.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::{
    ColliderBuilder, Matrix, PhysicsWorld, Pose, RigidBodyBuilder, RigidBodyHandle, RigidBodyType,
    Rotation, SharedShape, Vector,
};
use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::player::{Command, Mode, Tuning};
use sidle_movers::{Can, Hello, MovedBox, Mover, MoverError, Saved, Setup, State};

use crate::walk::{Walker, names, refusal, size_of, solid_mesh};

pub struct Rapier {
    alike: bool,
    world: PhysicsWorld,
    boxes: BTreeMap<u32, RigidBodyHandle>,
    shape: SharedShape,
    controller: KinematicCharacterController,
    tuning: Tuning,
    /// From the centre of the lower hemisphere to the centre of the body; metres.
    rise: f64,
    radius: f64,
    dt: f64,
    walker: Walker,
    /// Whether boxes have moved in the last tick.
    drove: bool,
}

fn vector(vector: DVec3) -> Vector {
    Vector::new(vector.x as f32, vector.y as f32, vector.z as f32)
}

fn pose(obb: &Obb) -> Pose {
    let axes = obb.axes();
    let axes = Matrix::from_cols(
        vector(axes.x_axis),
        vector(axes.y_axis),
        vector(axes.z_axis),
    );
    Pose::from_parts(vector(obb.center()), Rotation::from_mat3(&axes))
}

impl Rapier {
    pub fn new(alike: bool) -> Self {
        Self {
            alike,
            world: PhysicsWorld::new(),
            boxes: BTreeMap::new(),
            shape: SharedShape::ball(1.0),
            controller: KinematicCharacterController::default(),
            tuning: Tuning::default(),
            rise: 0.0,
            radius: 1.0,
            dt: 1.0 / 60.0,
            walker: Walker::default(),
            drove: false,
        }
    }

    /// Turns the rules for slopes, steps and snapping on, or off for flights.
    fn set_walking(&mut self, walking: bool) {
        let (alike, tuning) = (self.alike, &self.tuning);
        let limit = tuning.max_slope_deg.to_radians() as f32;
        let length = |metres: f64| CharacterLength::Absolute(metres as f32);
        let usual = KinematicCharacterController::default();
        self.controller = KinematicCharacterController {
            max_slope_climb_angle: if walking { limit } else { FRAC_PI_2 },
            min_slope_slide_angle: if walking { limit } else { 0.0 },
            snap_to_ground: match (walking, alike) {
                (false, _) => None,
                (true, true) => Some(length(tuning.snap_distance)),
                (true, false) => usual.snap_to_ground,
            },
            autostep: (walking && alike).then(|| CharacterAutostep {
                max_height: length(tuning.step_height),
                min_width: length(self.radius),
                include_dynamic_bodies: false,
            }),
            ..usual
        };
    }

    /// The displacement that the controller makes of `motion`, and whether it stands then.
    fn slid(&self, dt: f64, motion: DVec3) -> (DVec3, bool) {
        let center = self.walker.position + DVec3::Y * self.rise;
        let done = self.controller.move_shape(
            dt as f32,
            &self.world.query_pipeline(),
            &*self.shape,
            &Pose::from_translation(vector(center)),
            vector(motion),
            |_| (),
        );
        let moved = done.translation;
        let moved = DVec3::new(f64::from(moved.x), f64::from(moved.y), f64::from(moved.z));
        (moved, done.grounded)
    }

    /// Moves the boxes as kinematic bodies.
    fn drive(&mut self, dt: f64, boxes: &[MovedBox]) {
        for moved in boxes {
            let handle = self.boxes.get(&moved.id);
            let Some(body) = handle.and_then(|handle| self.world.bodies.get_mut(*handle)) else {
                continue;
            };
            if !body.is_kinematic() {
                body.set_body_type(RigidBodyType::KinematicPositionBased, true);
            }
            body.set_next_kinematic_position(pose(&moved.obb));
        }
        if self.drove || !boxes.is_empty() {
            self.world.integration_parameters.dt = dt as f32;
            self.world.step();
        }
        self.drove = !boxes.is_empty();
    }
}

impl Mover for Rapier {
    fn hello(&mut self) -> Result<Hello, MoverError> {
        // Steps are off unless a game turns them on.
        let lacks = if self.alike {
            &[][..]
        } else {
            &["steps", "far/step", "sizes/step"]
        };
        Ok(Hello {
            name: "rapier3d KinematicCharacterController".to_owned(),
            version: "0.36.1".to_owned(),
            can: Can {
                tick: true,
                move_by: true,
                save: true,
                ..Can::default()
            },
            lacks: names(lacks),
        })
    }

    fn padding(&self) -> f64 {
        (self.radius + self.rise) * 2.0 * 0.01
    }

    fn world(&mut self, setup: &Setup) -> Result<(), MoverError> {
        let (radius, segment) = size_of(setup)?;
        self.world = PhysicsWorld::new();
        self.world.gravity = Vector::ZERO;
        if let Some((corners, faces)) = solid_mesh(setup, vector) {
            let mesh = ColliderBuilder::trimesh(corners, faces);
            self.world.insert_collider(
                mesh.map_err(|error| refusal("world", format!("cannot build the mesh: {error}")))?,
                None,
            );
        }
        self.boxes.clear();
        for (id, obb) in &setup.boxes {
            let half = vector(obb.half_extents());
            let body = RigidBodyBuilder::fixed().pose(pose(obb));
            let cuboid = ColliderBuilder::cuboid(half.x, half.y, half.z);
            let (body, _) = self.world.insert(body, cuboid);
            self.boxes.insert(*id, body);
        }
        self.shape = if segment > 0.0 {
            SharedShape::capsule_y(segment as f32 / 2.0, radius as f32)
        } else {
            SharedShape::ball(radius as f32)
        };
        (self.rise, self.radius, self.tuning) = (segment / 2.0, radius, setup.tuning);
        self.dt = 1.0 / f64::from(setup.hz);
        self.drove = false;
        // Queries find nothing before the first step.
        self.world.step();
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
        self.drive(dt, boxes);
        self.set_walking(command.mode != Mode::Fly);
        let motion = self.walker.displacement(dt, command, &self.tuning);
        let (moved, grounded) = self.slid(dt, motion);
        Ok(self.walker.moved(dt, moved, grounded))
    }

    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError> {
        self.set_walking(false);
        self.walker.position = position;
        let (moved, grounded) = self.slid(self.dt, motion);
        Ok(self.walker.moved(self.dt, moved, grounded))
    }

    fn save(&mut self) -> Result<Saved, MoverError> {
        Ok(self.walker.saved())
    }

    fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        self.walker.load(saved)
    }
}
