//! avian's `MoveAndSlide` as a mover.
//!
//! Settings: `MoveAndSlideConfig::default()`, which its documentation recommends (a skin of 1 cm, 4 iterations, and 16 of each
//! depenetration), and every hit is accepted.

use std::time::Duration;

use avian3d::prelude::{
    Collider, MoveAndSlide, MoveAndSlideConfig, MoveAndSlideHitResponse, PhysicsPlugins, RigidBody,
    SpatialQueryFilter, TrimeshFlags,
};
use bevy::MinimalPlugins;
use bevy::app::App;
use bevy::ecs::system::SystemState;
use bevy::ecs::world::World;
use bevy::math::{Mat3, Quat, Vec3};
use bevy::time::TimeUpdateStrategy;
use bevy::transform::TransformPlugin;
use bevy::transform::components::Transform;
use sidle::geometry::Obb;
use sidle::glam::DVec3;

use crate::mover::Mover;
use crate::scenes::{HEIGHT, RADIUS, Scenery, TICK};

pub struct AvianMover {
    slides: MoveAndSlide<'static, 'static>,
    body: Collider,
    config: MoveAndSlideConfig,
    filter: SpatialQueryFilter,
    tick: Duration,
    /// From a body's lowest centre to its middle.
    middle: DVec3,
}

impl AvianMover {
    /// Meshes are without flags, as `Collider::trimesh` builds them.
    pub fn plain(scenery: &Scenery, capsule: bool) -> Self {
        Self::new(scenery, capsule, TrimeshFlags::empty())
    }

    /// A contact with an edge between triangles gets a normal that lies between theirs.
    pub fn with_repaired_edges(scenery: &Scenery, capsule: bool) -> Self {
        Self::new(scenery, capsule, TrimeshFlags::FIX_INTERNAL_EDGES)
    }

    /// Bevy's world stays in memory until the program ends.
    fn new(scenery: &Scenery, capsule: bool, flags: TrimeshFlags) -> Self {
        let app = Box::leak(Box::new(App::new()));
        app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()));
        app.finish();
        app.cleanup();
        let world = app.world_mut();
        let mesh = &scenery.mesh;
        let corners = mesh.corners.iter();
        let corners = corners.map(|corner| Vec3::new(corner.x, corner.y, corner.z));
        let mesh = Collider::trimesh_with_config(corners.collect(), mesh.faces.clone(), flags);
        world.spawn((RigidBody::Static, mesh));
        for obb in &scenery.boxes {
            let size = vector(obb.half_extents() * 2.0);
            let collider = Collider::cuboid(size.x, size.y, size.z);
            world.spawn((RigidBody::Static, collider, placed(obb)));
        }
        // Queries find nothing before the first step. Nothing moves afterwards, so one step is enough.
        world.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        app.update();
        // What a system gets that makes all moves of a run. So neither Bevy's schedules nor the look-up of these parameters is
        // timed.
        let world = app.world_mut();
        let state = Box::leak(Box::new(SystemState::<MoveAndSlide>::new(world)));
        let world: &'static World = world;
        let slides = state.get(world).expect("avian's plugins are there");
        let rise = if capsule { HEIGHT - 2.0 * RADIUS } else { 0.0 };
        Self {
            slides,
            body: if capsule {
                Collider::capsule(RADIUS as f32, rise as f32)
            } else {
                Collider::sphere(RADIUS as f32)
            },
            config: MoveAndSlideConfig::default(),
            filter: SpatialQueryFilter::default(),
            tick: Duration::from_secs_f64(TICK),
            middle: DVec3::Y * (rise * 0.5),
        }
    }
}

impl Mover for AvianMover {
    fn step(&mut self, position: DVec3, motion: DVec3) -> DVec3 {
        let slid = self.slides.move_and_slide(
            &self.body,
            vector(position + self.middle),
            Quat::IDENTITY,
            vector(motion / TICK),
            self.tick,
            &self.config,
            &self.filter,
            |_| MoveAndSlideHitResponse::Accept,
        );
        let [x, y, z] = slid.position.to_array().map(f64::from);
        DVec3::new(x, y, z) - self.middle
    }
}

/// Where a box is, and how it is turned.
fn placed(obb: &Obb) -> Transform {
    let axes = obb.axes();
    let axes = [axes.x_axis, axes.y_axis, axes.z_axis].map(vector);
    let turn = Quat::from_mat3(&Mat3::from_cols(axes[0], axes[1], axes[2]));
    Transform::from_translation(vector(obb.center())).with_rotation(turn.normalize())
}

fn vector(v: DVec3) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

#[cfg(test)]
mod tests {
    use sidle::glam::DMat3;

    use super::*;
    use crate::scenes;

    #[test]
    fn a_body_stops_a_skin_before_a_mesh_and_a_box() {
        let center = DVec3::new(3.0, 1.0, 0.0);
        let wall = Obb::new(center, DMat3::IDENTITY, DVec3::ONE).expect("a box");
        let scenery = Scenery {
            mesh: scenes::floor(),
            boxes: vec![wall],
        };
        for capsule in [false, true] {
            for make in [AvianMover::plain, AvianMover::with_repaired_edges] {
                let mut mover = make(&scenery, capsule);
                let fallen = mover.step(DVec3::new(0.1, 0.9, 0.1), DVec3::Y * -1.0);
                assert!((fallen.y - RADIUS - 0.01).abs() < 1e-3, "{fallen}");
                let moved = mover.step(fallen, DVec3::X * 5.0);
                assert!((moved.x - (2.0 - RADIUS - 0.01)).abs() < 1e-3, "{moved}");
            }
        }
    }
}
