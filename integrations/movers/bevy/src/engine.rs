//! Bevy without a window, with avian's physics: the world of a mover, one fixed step at a time.

use std::collections::BTreeMap;
use std::mem;
use std::time::Duration;

use avian3d::prelude::{
    AngularVelocity, Collider, LinearVelocity, MoveAndSlide, MoveAndSlideConfig,
    MoveAndSlideHitData, MoveAndSlideHitResponse, MoveAndSlideOutput, PhysicsPlugins, Position,
    RigidBody, Rotation, SpatialQueryFilter,
};
use bevy::MinimalPlugins;
use bevy::app::{App, SubApp};
use bevy::ecs::entity::Entity;
use bevy::ecs::system::SystemState;
use bevy::ecs::world::World;
use bevy::math::{Mat3, Quat, Vec3};
use bevy::time::{Fixed, Time, TimeUpdateStrategy};
use bevy::transform::TransformPlugin;
use bevy::transform::components::Transform;
use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle_movers::{MovedBox, MoverError, Setup};
use sidle_movers_rust::walk::{refusal, solid_mesh};

/// A vector in the precision of the engine.
pub fn vector(vector: DVec3) -> Vec3 {
    Vec3::new(vector.x as f32, vector.y as f32, vector.z as f32)
}

/// A vector of the engine.
pub fn of_vector(vector: Vec3) -> DVec3 {
    DVec3::new(vector.x.into(), vector.y.into(), vector.z.into())
}

/// Bevy with avian, and what a [`Setup`] has built in it.
pub struct Engine {
    app: SubApp,
    boxes: BTreeMap<u32, Entity>,
    /// The boxes that have moved in the last tick.
    moving: Vec<Entity>,
}

impl Engine {
    /// The world of `setup`, with the plugins that `add` adds.
    ///
    /// # Errors
    /// When avian refuses the triangles.
    pub fn new(setup: &Setup, add: impl FnOnce(&mut App)) -> Result<Self, MoverError> {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()));
        add(&mut app);
        app.finish();
        app.cleanup();
        // An app itself cannot go to another thread.
        let mut engine = Self {
            app: mem::take(app.main_mut()),
            boxes: BTreeMap::new(),
            moving: Vec::new(),
        };
        if let Some((corners, faces)) = solid_mesh(setup, vector) {
            let mesh = Collider::try_trimesh(corners, faces)
                .map_err(|error| refusal("world", format!("cannot build the mesh: {error:?}")))?;
            engine.world().spawn((RigidBody::Static, mesh));
        }
        for (id, obb) in &setup.boxes {
            let size = vector(obb.half_extents() * 2.0);
            let (center, turn) = pose(obb);
            let collider = Collider::cuboid(size.x, size.y, size.z);
            let place = Transform::from_translation(center).with_rotation(turn);
            let body = engine.world().spawn((RigidBody::Static, collider, place));
            let body = body.id();
            engine.boxes.insert(*id, body);
        }
        // Queries find nothing before the first step.
        engine.step(1.0 / f64::from(setup.hz));
        Ok(engine)
    }

    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    /// Runs the schedules of a frame without a fixed step in it.
    pub fn settle(&mut self) {
        self.world()
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(0));
        self.app.update();
    }

    /// Runs the schedules of a frame with one fixed step of `dt` seconds.
    pub fn step(&mut self, dt: f64) {
        let length = Duration::from_secs_f64(dt).max(Duration::from_nanos(1));
        self.world()
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        self.world()
            .resource_mut::<Time<Fixed>>()
            .set_timestep(length);
        self.app.update();
    }

    /// Gives each box that moves the velocities that bring it where it is at the end of the tick, and stops those that have moved.
    pub fn drive(&mut self, dt: f64, boxes: &[MovedBox]) {
        for body in mem::take(&mut self.moving) {
            let rest = (LinearVelocity::ZERO, AngularVelocity::ZERO);
            self.world().entity_mut(body).insert(rest);
        }
        for moved in boxes {
            let Some(&body) = self.boxes.get(&moved.id) else {
                continue;
            };
            let (center, turn) = pose(&moved.obb);
            let mut entity = self.app.world_mut().entity_mut(body);
            let (Some(from), Some(turned)) = (entity.get::<Position>(), entity.get::<Rotation>())
            else {
                continue;
            };
            let linear = (center - from.0) / dt as f32;
            let mut change = turn * turned.0.inverse();
            if change.w < 0.0 {
                change = -change;
            }
            let angular = change.to_scaled_axis() / dt as f32;
            entity.insert((
                RigidBody::Kinematic,
                LinearVelocity(linear),
                AngularVelocity(angular),
            ));
            self.moving.push(body);
        }
    }

    /// Puts the boxes exactly where they are at the end of the tick: steps round.
    pub fn place(&mut self, boxes: &[MovedBox]) {
        for moved in boxes {
            let (center, turn) = pose(&moved.obb);
            let Some(&body) = self.boxes.get(&moved.id) else {
                continue;
            };
            let place = Transform::from_translation(center).with_rotation(turn);
            let at = (Position(center), Rotation(turn), place);
            self.world().entity_mut(body).insert(at);
        }
    }

    /// What avian's `MoveAndSlide` says to `ask`.
    pub fn ask<T>(&mut self, ask: impl FnOnce(&MoveAndSlide) -> T) -> Option<T> {
        let mut state = SystemState::<MoveAndSlide>::new(self.world());
        let world = self.app.world();
        state.get(world).ok().map(|slides| ask(&slides))
    }

    /// Slides `body` from `center` by `motion`.
    pub fn slide(
        &mut self,
        body: &Collider,
        center: Vec3,
        motion: Vec3,
        config: &MoveAndSlideConfig,
        filter: &SpatialQueryFilter,
        on_hit: impl FnMut(MoveAndSlideHitData) -> MoveAndSlideHitResponse,
    ) -> MoveAndSlideOutput {
        let second = Duration::from_secs(1);
        let slid = self.ask(|slides| {
            slides.move_and_slide(
                body,
                center,
                Quat::IDENTITY,
                motion,
                second,
                config,
                filter,
                on_hit,
            )
        });
        slid.unwrap_or(MoveAndSlideOutput {
            position: center,
            projected_velocity: Vec3::ZERO,
        })
    }
}

/// The centre of a box, and how it is turned.
fn pose(obb: &Obb) -> (Vec3, Quat) {
    let axes = obb.axes();
    let axes = Mat3::from_cols(
        vector(axes.x_axis),
        vector(axes.y_axis),
        vector(axes.z_axis),
    );
    (vector(obb.center()), Quat::from_mat3(&axes).normalize())
}
