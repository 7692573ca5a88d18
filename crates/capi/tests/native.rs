//! The hashes of five runs by the library itself, which those in C and JavaScript must give. `tests/hashes.txt` has them.
//!
//! `tests/test.c` and `integrations/js/test/runs.mjs` are the same runs through the header.

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Capsule, Obb, Segment, Triangle};
use sidle::glam::{DQuat, DVec3, Vec3};
use sidle::player::{
    Axis, Body, BodyShape, Command, Driver, Ground, KinematicBox, MoveSettings, PlayerState, Rider,
    Scratch, StepSettings, Tuning, WalkState, Water, advance, move_and_slide, ride, step_and_slide,
    swim,
};
use sidle::world::{World, Zone, ZoneAction};

const DT: f64 = 1.0 / 120.0;

/// FNV-1a with 64 bits.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn numbers(&mut self, numbers: &[f64]) {
        for byte in numbers.iter().flat_map(|number| number.to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn vectors(&mut self, vectors: &[DVec3]) {
        for vector in vectors {
            self.numbers(&vector.to_array());
        }
    }
}

/// Hills of 512 triangles.
fn hills() -> World {
    let corner = |x: i32, z: i32| {
        let height = ((x * 7 + z * 13) % 11) as f32 * 0.07;
        Vec3::new(x as f32, height, z as f32)
    };
    let mut triangles = Vec::new();
    for x in -8..8 {
        for z in -8..8 {
            let (a, b) = (corner(x, z), corner(x, z + 1));
            let (c, d) = (corner(x + 1, z + 1), corner(x + 1, z));
            triangles.extend([[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).unwrap()));
        }
    }
    World::new(triangles, vec![])
}

/// A lift of the hills: it turns by the same share of a turn in every tick, and goes up and down.
fn lift(tick: u32) -> Obb {
    let share = f64::from(tick % 240) / 240.0;
    let rise = if tick % 480 < 240 { share } else { 1.0 - share };
    let rotation = DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8);
    let center = DVec3::new(0.0, rise, -3.0);
    Obb::from_quaternion(center, rotation.normalize(), DVec3::new(2.0, 0.25, 1.0)).unwrap()
}

fn player() -> u64 {
    let mut world = hills();
    let id = world.add_body(lift(0)).unwrap();
    let mut platform = KinematicBox::new(id, lift(0));
    let tuning = Tuning {
        body: BodyShape::Capsule,
        radius: 0.4,
        ..Tuning::default()
    };
    let mut state = PlayerState {
        position: DVec3::new(0.3, 2.0, 0.2),
        ..PlayerState::default()
    };
    let (mut scratch, mut driver, mut hash) = (Scratch::new(), Driver::new(), Hash::new());
    for tick in 1..=1200 {
        let seconds = f64::from(tick) * DT;
        let mut riders = [Rider::new(&mut state, &tuning)];
        let moved = driver.move_to(
            &mut world,
            &mut platform,
            lift(tick),
            &mut riders,
            &mut scratch,
        );
        let _ = moved; // It stops before a player without room.
        let command = Command {
            forward: Axis::new(if tick % 300 < 200 { 1.0 } else { 0.0 }),
            right: Axis::new(seconds % 2.0 - 1.0),
            up: Axis::new(if tick % 400 > 350 { -1.0 } else { 0.0 }),
            yaw: BinaryAngle::from_radians(seconds * 1.25),
            jump: tick % 90 == 0,
            fast: tick % 360 > 240,
            ..Command::default()
        };
        let met = advance(
            &world,
            &tuning,
            &mut state,
            &command,
            DT,
            &mut scratch,
            None,
        );
        ride(&mut state, met, &[platform], DT);
        hash.vectors(&[state.position, state.velocity]);
        hash.numbers(&[f64::from(u8::from(state.ground.stands()))]);
    }
    hash.0
}

/// A stream through the hills, and a still pond above a part of it.
fn waters() -> [Zone; 2] {
    let water = |center, half, rotation: DQuat, current| Zone {
        obb: Obb::from_quaternion(center, rotation.normalize(), half).unwrap(),
        action: ZoneAction::Water { current },
    };
    let turn = DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8);
    [
        water(
            DVec3::new(0.0, -1.5, 0.0),
            DVec3::new(9.0, 2.0, 2.0),
            turn,
            DVec3::new(0.5, 0.0, -1.5),
        ),
        water(
            DVec3::new(2.0, 1.0, 2.0),
            DVec3::new(3.0, 1.0, 3.0),
            DQuat::IDENTITY,
            DVec3::ZERO,
        ),
    ]
}

fn water() -> u64 {
    let (world, waters) = (hills(), waters());
    let tuning = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..Tuning::default()
    };
    let (mut scratch, mut hash) = (Scratch::new(), Hash::new());
    let mut state = PlayerState::default();
    for tick in 0..1200 {
        if tick % 240 == 0 {
            state = PlayerState {
                position: DVec3::new(0.3, 2.0, 0.2),
                ..PlayerState::default()
            };
        }
        let seconds = f64::from(tick) * DT;
        let command = Command {
            forward: Axis::new(if tick % 300 < 200 { 1.0 } else { 0.0 }),
            up: Axis::new(if tick % 200 > 150 { 1.0 } else { 0.0 }),
            yaw: BinaryAngle::from_radians(seconds * 1.25),
            pitch: BinaryAngle::from_radians(seconds % 1.0 - 0.5),
            jump: tick % 90 == 0,
            ..Command::default()
        };
        match Water::around(&waters, &tuning, &state) {
            Some(water) => swim(
                &world,
                &tuning,
                &mut state,
                &command,
                &water,
                DT,
                &mut scratch,
                None,
            ),
            None => advance(
                &world,
                &tuning,
                &mut state,
                &command,
                DT,
                &mut scratch,
                None,
            ),
        };
        let after = Water::around(&waters, &tuning, &state);
        let is_deep = after.is_some_and(|water| water.is_deep(&tuning, &state));
        hash.vectors(&[state.position, state.velocity]);
        hash.numbers(&[
            after.map_or(0.0, |water| water.surface),
            f64::from(u8::from(is_deep)),
        ]);
    }
    hash.0
}

/// A motion of at most 0.6 m, which changes from move to move.
fn motion(at: u32) -> DVec3 {
    let part = |factor| f64::from(at * factor % 13) - 6.0;
    DVec3::new(part(7), part(5) - 1.0, part(3)) * 0.05
}

fn moves() -> u64 {
    let (world, body) = (hills(), Body::sphere(0.3).unwrap());
    let (settings, mut scratch, mut hash) = (MoveSettings::FLIGHT, Scratch::new(), Hash::new());
    let mut position = DVec3::Y * 2.0;
    for at in 0..600 {
        let moved = move_and_slide(
            &world,
            body,
            position,
            motion(at),
            &settings,
            &mut scratch,
            None,
        );
        position = moved.position;
        hash.vectors(&[position, moved.clipped_motion]);
        hash.numbers(&[moved.contacts.touching().len() as f64]);
        if position.abs().max_element() > 7.0 {
            position = DVec3::Y * 2.0;
        }
    }
    hash.0
}

fn steps() -> u64 {
    let mut world = hills();
    let stair = Obb::new(
        DVec3::new(2.0, 0.6, 0.0),
        sidle::glam::DMat3::IDENTITY,
        DVec3::new(0.5, 0.3, 4.0),
    );
    world.add_body(stair.unwrap()).unwrap();
    let (body, settings) = (Body::capsule(0.3, 1.8).unwrap(), StepSettings::default());
    let (mut scratch, mut hash) = (Scratch::new(), Hash::new());
    let mut walk = WalkState {
        position: DVec3::Y * 2.0,
        ..WalkState::default()
    };
    for at in 0..600 {
        let ahead = if at % 200 < 100 { 4.0 } else { -4.0 };
        walk.velocity.x = ahead;
        walk.velocity.z = f64::from(at % 7) - 3.0;
        if !walk.ground.stands() {
            walk.velocity.y -= 20.0 * DT;
        }
        if at % 150 == 149 {
            walk.velocity.y = 6.0;
            walk.ground = Ground::None;
        }
        let met = step_and_slide(&world, body, &mut walk, DT, &settings, &mut scratch, None);
        hash.numbers(&[met.climbed()]);
        hash.vectors(&[walk.position, walk.velocity]);
    }
    hash.0
}

fn casts() -> u64 {
    let (world, mut hash) = (hills(), Hash::new());
    for at in 0..300 {
        let from = motion(at) * 8.0 + DVec3::Y * 5.0;
        let way = DVec3::new(motion(at + 1).x, -9.0, motion(at + 2).z);
        if let Some((_, hit)) = world.intersect_segment(&Segment::new(from, from + way)) {
            hash.vectors(&[hit.point, hit.normal]);
        }
        let capsule = Capsule::new(from, 0.3, 1.2).unwrap();
        if let Some((_, hit)) = world.sweep_capsule(&capsule, way) {
            hash.vectors(&[hit.center, hit.normal]);
            hash.numbers(&[hit.fraction]);
        }
    }
    hash.0
}

#[test]
fn the_runs_of_other_languages_have_the_hashes_of_the_library() {
    let found = [
        ("player", player()),
        ("moves", moves()),
        ("steps", steps()),
        ("casts", casts()),
        ("water", water()),
    ];
    let found: String = found
        .map(|(name, hash)| format!("{name} {hash:016x}\n"))
        .concat();
    assert_eq!(found, include_str!("hashes.txt"), "\n{found}");
}
