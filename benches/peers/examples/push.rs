//! A player of sidle pushes crates of rapier.
//!
//! ```sh
//! cargo run --example push
//! ```
//!
//! rapier moves the crates, and sidle the player. Each tick has three parts. rapier steps. Then the crates' boxes in
//! sidle's world follow their bodies, as platforms: they carry riders, push players in their way, and stop where
//! nobody has room. Then the player moves, and what it pushes gets the impulse in rapier.

use rapier3d::math::{Pose, Rotation, Vector};
use rapier3d::prelude::{ColliderBuilder, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle};
use sidle::geometry::Obb;
use sidle::glam::{DMat3, DQuat, DVec3};
use sidle::player::{
    Axis, BodyShape, Command, Driver, KinematicBox, PlayerState, Rider, Scratch, Tuning, advance,
    ride,
};
use sidle::world::{BoxId, ColliderId, Filter, Hit, HitResponder, HitResponse, World};

const HZ: u32 = 60;
const TICK: f64 = 1.0 / HZ as f64;
const FLOOR: DVec3 = DVec3::new(50.0, 0.5, 50.0);
const HALF_CRATE: f64 = 0.4;
const PLAYER_KG: f64 = 80.0;

struct Scene {
    physics: PhysicsWorld,
    world: World,
    /// A crate's body, and its box in the world: the box after the floor of the same place.
    crates: Vec<RigidBodyHandle>,
    boxes: Vec<KinematicBox>,
    player: PlayerState,
    tuning: Tuning,
    driver: Driver,
    scratch: Scratch,
}

impl Scene {
    /// A floor, a crate for each place and mass, and a player at the origin.
    fn new(crates: &[(DVec3, f32)]) -> Self {
        let mut physics = PhysicsWorld::new();
        physics.integration_parameters.dt = TICK as f32;
        let floor = vector(FLOOR);
        let collider = ColliderBuilder::cuboid(floor.x, floor.y, floor.z);
        physics.insert_collider(collider.translation(vector(DVec3::NEG_Y * FLOOR.y)), None);
        let bodies = crates.iter().map(|(place, mass)| {
            let half = HALF_CRATE as f32;
            let collider = ColliderBuilder::cuboid(half, half, half).mass(*mass);
            let body = RigidBodyBuilder::dynamic().translation(vector(*place));
            physics.insert(body, collider).0
        });
        let bodies = bodies.collect();
        let obbs: Vec<_> = crates
            .iter()
            .map(|(place, _)| slab(*place, DVec3::splat(HALF_CRATE)))
            .collect();
        let ids = (1..).map(BoxId);
        let floor = slab(DVec3::NEG_Y * FLOOR.y, FLOOR);
        let tuning = Tuning {
            body: BodyShape::Capsule,
            radius: 0.3,
            ..Tuning::default()
        };
        Self {
            boxes: ids
                .zip(&obbs)
                .map(|(id, obb)| KinematicBox::new(id, *obb))
                .collect(),
            world: World::new(vec![], [floor].into_iter().chain(obbs).collect()),
            physics,
            crates: bodies,
            player: PlayerState {
                position: DVec3::Y * tuning.radius,
                ..PlayerState::default()
            },
            tuning,
            driver: Driver::new(),
            scratch: Scratch::new(),
        }
    }

    fn tick(&mut self, command: &Command) {
        self.physics.step();
        self.follow_bodies();

        // The player moves. What it hits of the crates, it pushes.
        let (bodies, crates) = (&self.physics.bodies, &self.crates);
        let respond = |hit: &Hit| match crate_of(hit.collider) {
            Some(number) => {
                let body = &bodies[crates[number]];
                HitResponse::Push {
                    mass: f64::from(body.mass()),
                    velocity: double(body.velocity_at_point(vector(hit.point))),
                }
            }
            None => HitResponse::Slide,
        };
        let responder = HitResponder::new(PLAYER_KG, &respond);
        let world = self.world.filtered(Filter::ALL).on_hit(&responder);
        let (player, scratch) = (&mut self.player, &mut self.scratch);
        let contacts = advance(world, &self.tuning, player, command, TICK, scratch, None);
        ride(player, contacts, &self.boxes, TICK);
        for push in contacts.pushes() {
            if let Some(number) = crate_of(push.collider) {
                let body = &mut self.physics.bodies[self.crates[number]];
                body.apply_impulse_at_point(vector(push.impulse), vector(push.point), true);
            }
        }
    }

    /// Moves the crates' boxes to their bodies. A crate that would squeeze the player stops, also in rapier.
    fn follow_bodies(&mut self) {
        for (handle, platform) in self.crates.iter().zip(&mut self.boxes) {
            let body = &mut self.physics.bodies[*handle];
            let Some(to) = obb(body.position()) else {
                continue;
            };
            let riders = &mut [Rider::new(&mut self.player, &self.tuning)];
            let (world, scratch) = (&mut self.world, &mut self.scratch);
            let moved = self.driver.move_to(world, platform, to, riders, scratch);
            if moved.is_err() {
                body.set_position(pose(&platform.obb()), true);
                body.set_linvel(Vector::ZERO, true);
            }
        }
    }

    fn place(&self, number: usize) -> DVec3 {
        self.boxes[number].obb().center()
    }
}

fn main() {
    let mut scene = Scene::new(&[
        (DVec3::new(0.0, HALF_CRATE, -2.0), 10.0),
        (DVec3::new(0.2, HALF_CRATE, -4.0), 30.0),
        (DVec3::new(0.2, HALF_CRATE * 3.0, -4.0), 5.0),
    ]);
    let ahead = Command {
        forward: Axis::new(1.0),
        ..Command::default()
    };
    println!("| second | player | 10 kg | 30 kg | 5 kg on top |\n|---|---|---|---|---|");
    for tick in 0..=HZ * 3 {
        if tick % (HZ / 2) == 0 {
            let at = |place: DVec3| format!("{:.2} {:.2}", place.y, place.z);
            println!(
                "| {:.1} | {} | {} | {} | {} |",
                f64::from(tick) * TICK,
                at(scene.player.position),
                at(scene.place(0)),
                at(scene.place(1)),
                at(scene.place(2)),
            );
        }
        scene.tick(&ahead);
    }
}

/// The number of the crate that this collider is; the floor is box 0.
fn crate_of(collider: ColliderId) -> Option<usize> {
    match collider {
        ColliderId::Box(BoxId(number)) => (number as usize).checked_sub(1),
        ColliderId::Triangle(_) => None,
    }
}

fn slab(center: DVec3, half_extents: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half_extents).expect("a finite box")
}

/// The box of a crate whose body is at `pose`. `None`: rapier has lost it.
fn obb(pose: &Pose) -> Option<Obb> {
    let turn = pose.rotation;
    let [x, y, z, w] = [turn.x, turn.y, turn.z, turn.w].map(f64::from);
    // In 32 bits, it is not quite a rotation.
    let rotation = DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize());
    Obb::new(double(pose.translation), rotation, DVec3::splat(HALF_CRATE))
}

fn pose(obb: &Obb) -> Pose {
    let turn = DQuat::from_mat3(&obb.axes()).as_quat();
    let rotation = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w);
    Pose::from_parts(vector(obb.center()), rotation)
}

fn vector(v: DVec3) -> Vector {
    Vector::new(v.x as f32, v.y as f32, v.z as f32)
}

fn double(v: Vector) -> DVec3 {
    DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks ahead for three seconds, and returns how far the crate in the way has gone.
    fn pushed(mass: f32) -> f64 {
        let start = DVec3::new(0.0, HALF_CRATE, -2.0);
        let mut scene = Scene::new(&[(start, mass)]);
        let command = Command {
            forward: Axis::new(1.0),
            ..Command::default()
        };
        for tick in 0..HZ * 3 {
            scene.tick(&command);
            let body = scene.tuning.placed_body(&scene.player).expect("a body");
            if let Err(misfit) = scene.world.fits(body) {
                panic!(
                    "{mass} kg, tick {tick}: the player is {} m inside",
                    misfit.depth()
                );
            }
        }
        scene.place(0).distance(start)
    }

    #[test]
    fn a_light_crate_goes_far_and_a_heavy_one_stays_and_nobody_enters_anything() {
        let [light, heavy, immense] = [10.0, 100.0, 20_000.0].map(pushed);
        assert!(light > 4.0 && light > heavy, "{light} {heavy}");
        assert!(heavy > 0.5, "{heavy}");
        assert!(immense < 0.1, "{immense}");
    }

    #[test]
    fn a_crate_that_falls_on_a_player_stops_or_rests_on_it() {
        let mut scene = Scene::new(&[(DVec3::new(0.1, 5.0, 0.05), 30.0)]);
        for _ in 0..HZ * 3 {
            scene.tick(&Command::default());
            let body = scene.tuning.placed_body(&scene.player).expect("a body");
            assert!(scene.world.fits(body).is_ok());
            assert!(scene.player.position.y > 0.29, "through the floor");
        }
    }
}
