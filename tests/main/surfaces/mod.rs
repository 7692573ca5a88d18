//! Tags, and what the surfaces with a tag do to players: one-way platforms, sensors, conveyors, ice and mud, and their own
//! slope limits and step heights.

mod conveyors;
mod levels;
mod one_way;
mod rules;
mod sensors;
mod slopes;
mod steps;

use sidle::geometry::{Obb, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::player::{
    Axis, BodyShape, Command, Contacts, Controller, PlayerState, Scratch, Tuning, advance,
};
use sidle::world::{BoxId, ColliderId, SurfaceRules, TriangleId, World};

const SEED: u64 = 9;

const TAG: u32 = 77;

const RATES: [u32; 5] = [30, 60, 120, 240, 360];

const USUAL: SurfaceRules = SurfaceRules {
    friction: 1.0,
    one_way: false,
    sensor: false,
    conveyor: DVec3::ZERO,
    max_slope_deg: None,
    step_height: None,
    ladder: false,
};

const ONE_WAY: SurfaceRules = SurfaceRules {
    one_way: true,
    ..USUAL
};

const SENSOR: SurfaceRules = SurfaceRules {
    sensor: true,
    ..USUAL
};

/// A world of triangles and boxes, the last `tagged` of which have rules.
fn world(triangles: Vec<Triangle>, boxes: Vec<Obb>, tagged: usize, rules: SurfaceRules) -> World {
    let (flat, solid) = (triangles.len() as u32, boxes.len() as u32);
    let mut world = World::new(triangles, boxes);
    let ids = (0..flat).map(|id| ColliderId::Triangle(TriangleId(id)));
    let ids = ids.chain((0..solid).map(|id| ColliderId::Box(BoxId(id))));
    for id in ids.skip((flat + solid) as usize - tagged) {
        assert!(world.set_tag(id, TAG));
    }
    assert!(world.set_surface_rules(TAG, rules));
    world
}

/// A level box between two corners.
fn slab(low: [f64; 3], high: [f64; 3]) -> Obb {
    let (low, high) = (DVec3::from_array(low), DVec3::from_array(high));
    Obb::new((low + high) * 0.5, DMat3::IDENTITY, (high - low) * 0.5).expect("a box")
}

fn floor() -> Obb {
    slab([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0])
}

/// A level square of 40 m at the height `y`, whose front is above or below.
fn sheet(y: f32, front_above: bool) -> Vec<Triangle> {
    let corner = |x: f32, z: f32| Vec3::new(x * 20.0, y, z * 20.0);
    let (a, b, c, d) = (
        corner(-1.0, -1.0),
        corner(-1.0, 1.0),
        corner(1.0, 1.0),
        corner(1.0, -1.0),
    );
    let mut corners = [[a, b, c], [a, c, d]];
    if !front_above {
        corners.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    corners.into_iter().filter_map(Triangle::new).collect()
}

/// Every controller with every body that it moves.
fn walkers() -> impl Iterator<Item = (Controller, Tuning, String)> {
    let bodies = [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box];
    let all = Controller::NAMES.into_iter();
    all.flat_map(move |controller| bodies.map(|body| (controller, body)))
        .filter(|((_, controller), body)| controller.suits(*body))
        .map(|((name, controller), body)| {
            let tuning = Tuning {
                body,
                ..Tuning::default()
            };
            (controller, tuning, format!("{name}, {body:?}"))
        })
}

/// A player and its memory.
struct Walk<'w> {
    world: &'w World,
    tuning: Tuning,
    hz: u32,
    state: PlayerState,
    scratch: Scratch,
}

impl<'w> Walk<'w> {
    fn new(world: &'w World, tuning: Tuning, controller: Controller, hz: u32, at: DVec3) -> Self {
        let state = PlayerState {
            position: at,
            controller,
            ..PlayerState::default()
        };
        Self {
            world,
            tuning,
            hz,
            state,
            scratch: Scratch::new(),
        }
    }

    fn tick(&mut self, command: Command) -> &Contacts {
        let command = Command {
            controller: self.state.controller,
            ..command
        };
        let dt = 1.0 / f64::from(self.hz);
        let Self {
            world,
            tuning,
            state,
            scratch,
            ..
        } = self;
        advance(*world, tuning, state, &command, dt, scratch, None)
    }

    fn run(&mut self, seconds: f64, command: Command) {
        for _ in 0..(seconds * f64::from(self.hz)) as u32 {
            self.tick(command);
        }
    }
}

fn ahead() -> Command {
    Command {
        forward: Axis::new(1.0),
        ..Command::default()
    }
}
