//! rapier's kinematic character controller as a mover, and its shape cast.

use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::math::{Pose, Rotation, Vector};
use rapier3d::parry::query::cast_shapes;
use rapier3d::parry::query::details::ShapeCastOptions;
use rapier3d::parry::shape::{Ball, Capsule, SharedShape};
use rapier3d::prelude::{ColliderBuilder, PhysicsWorld};
use sidle::glam::{DQuat, DVec3, Vec3};

use crate::mover::Mover;
use crate::scenes::{HEIGHT, Mesh, RADIUS, Scenery, TICK};

pub struct RapierMover {
    world: PhysicsWorld,
    controller: KinematicCharacterController,
    body: SharedShape,
    mesh: SharedShape,
    /// From a body's lowest centre to its middle.
    middle: DVec3,
}

impl RapierMover {
    /// rapier's default settings, without steps and without snapping to the ground.
    pub fn plain(scenery: &Scenery) -> Self {
        Self::new(
            scenery,
            KinematicCharacterController {
                autostep: None,
                snap_to_ground: None,
                ..Default::default()
            },
        )
    }

    /// rapier's default settings, with steps and with snapping to the ground.
    pub fn with_steps_and_snap(scenery: &Scenery) -> Self {
        Self::new(
            scenery,
            KinematicCharacterController {
                autostep: Some(CharacterAutostep::default()),
                snap_to_ground: Some(CharacterLength::Relative(0.2)),
                ..Default::default()
            },
        )
    }

    fn new(scenery: &Scenery, controller: KinematicCharacterController) -> Self {
        let mut world = PhysicsWorld::new();
        let (corners, faces) = rapier_mesh(&scenery.mesh);
        let mesh = SharedShape::trimesh(corners, faces).expect("a mesh with faces");
        world.insert_collider(ColliderBuilder::new(mesh.clone()), None);
        for obb in &scenery.boxes {
            let half = obb.half_extents().as_vec3();
            let turn = DQuat::from_mat3(&obb.axes()).as_quat();
            let place = Pose::from_parts(
                vector(obb.center()),
                Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w),
            );
            let cuboid = ColliderBuilder::cuboid(half.x, half.y, half.z).position(place);
            world.insert_collider(cuboid, None);
        }
        // A step updates the query structures. Nothing moves afterwards, so one step is enough.
        world.step();
        Self {
            world,
            controller,
            mesh,
            body: SharedShape::new(Ball::new(RADIUS as f32)),
            middle: DVec3::ZERO,
        }
    }

    /// The same with a capsule.
    #[must_use]
    pub fn as_capsule(mut self) -> Self {
        let half_rise = HEIGHT * 0.5 - RADIUS;
        self.body = SharedShape::new(Capsule::new_y(half_rise as f32, RADIUS as f32));
        self.middle = DVec3::Y * half_rise;
        self
    }

    /// The same by parry alone, on the triangles.
    pub fn cast_by_parry(&self, start: DVec3, motion: DVec3) -> Option<f64> {
        let length = motion.length();
        let options = ShapeCastOptions::with_max_time_of_impact(length as f32);
        let place = Pose::from_translation(vector(start + self.middle));
        let hit = cast_shapes(
            &Pose::IDENTITY,
            Vector::ZERO,
            &*self.mesh,
            &place,
            vector(motion / length),
            &*self.body,
            options,
        );
        hit.ok()?.map(|hit| f64::from(hit.time_of_impact))
    }

    /// The distance that the body moves before it touches something; metres.
    pub fn cast(&self, start: DVec3, motion: DVec3) -> Option<f64> {
        let length = motion.length();
        let options = ShapeCastOptions::with_max_time_of_impact(length as f32);
        let place = Pose::from_translation(vector(start + self.middle));
        let queries = self.world.query_pipeline();
        let hit = queries.cast_shape(&place, vector(motion / length), &*self.body, options);
        hit.map(|(_, hit)| f64::from(hit.time_of_impact))
    }
}

impl Mover for RapierMover {
    fn step(&mut self, position: DVec3, motion: DVec3) -> DVec3 {
        let place = vector(position + self.middle);
        let movement = self.controller.move_shape(
            TICK as f32,
            &self.world.query_pipeline(),
            &*self.body,
            &Pose::from_translation(place),
            vector(motion),
            |_| {},
        );
        let end = place + movement.translation;
        Vec3::new(end.x, end.y, end.z).as_dvec3() - self.middle
    }
}

/// A mesh in rapier's format.
pub fn rapier_mesh(mesh: &Mesh) -> (Vec<Vector>, Vec<[u32; 3]>) {
    let corners = mesh.corners.iter();
    let corners = corners.map(|corner| Vector::new(corner.x, corner.y, corner.z));
    (corners.collect(), mesh.faces.clone())
}

fn vector(v: DVec3) -> Vector {
    Vector::new(v.x as f32, v.y as f32, v.z as f32)
}
