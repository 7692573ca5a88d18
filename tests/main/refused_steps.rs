//! Walkers among ledges of all heights, where most steps are refused, go the same ways as ever, bit for bit.
//!
//! What a refused step looks at decides how later sweeps round, which the tours of `golden.rs` do not show: a step that was tried by
//! going straight and not by sliding changed the place of one of these walkers by one rounding error.

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Contacts, Controller, PlayerState, Scratch, Tuning, advance};
use sidle::world::World;

use crate::random::Random;

const WALKERS: u64 = 24;
const TICKS: u32 = 320;

/// All that [`seen`] finds, as one number, which may only change with a reason.
const EXPECTED: u64 = 0x4227_0d39_f715_0a87;

/// A floor with boxes on it that are up to 1.2 m high.
fn ledges() -> World {
    let mut random = Random::new(15);
    let floor = Obb::new(
        DVec3::Y * -0.5,
        rotation_from_degrees(DVec3::ZERO),
        DVec3::new(60.0, 0.5, 60.0),
    );
    let ledge = |_| {
        let center = random.vec3(1.0) * DVec3::new(18.0, 0.0, 18.0);
        let size = random.vec3(1.0).abs();
        let half = DVec3::new(0.1 + size.x * 1.4, 0.02 + size.y * 0.58, 0.1 + size.z * 1.4);
        let sunk = half.y * (0.6 + random.signed() * 0.4);
        let turn = rotation_from_degrees(DVec3::Y * random.signed() * 180.0);
        let is_free = center.length() > 2.5;
        Obb::new(center + DVec3::Y * sunk, turn, half).filter(|_| is_free)
    };
    let ledges = (0..400).filter_map(ledge);
    World::new(vec![], floor.into_iter().chain(ledges).collect())
}

/// Where a tick has led a walker, how, and what it touches there. Not the planes, since those of refused steps are among them.
fn seen(contacts: &Contacts, state: &PlayerState) -> Vec<u64> {
    let mut numbers = Vec::new();
    let ground = state.ground.normal().unwrap_or_default();
    for vector in [state.position, state.velocity, ground] {
        numbers.extend(vector.to_array().map(f64::to_bits));
    }
    numbers.extend([contacts.climbed(), contacts.dropped()].map(f64::to_bits));
    for surface in contacts.touching() {
        numbers.extend(surface.point.to_array().map(f64::to_bits));
        numbers.extend(surface.normal.to_array().map(f64::to_bits));
        numbers.push(surface.separation.to_bits());
    }
    numbers
}

#[test]
fn walkers_among_ledges_go_the_same_ways_as_ever() {
    // They follow the ground by less than by default, as when this number was found.
    let tuning = Tuning {
        snap_distance: 0.2,
        ..Tuning::default()
    };
    let world = ledges();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for seed in 0..WALKERS {
        let (mut random, mut scratch) = (Random::new(1000 + seed), Scratch::new());
        let mut command = Command::default();
        let mut state = PlayerState {
            controller: Controller::Swept,
            position: DVec3::Y * 1.6 + random.vec3(1.0) * DVec3::new(16.0, 0.0, 16.0),
            ..PlayerState::default()
        };
        for _ in 0..TICKS {
            if random.below(30) == 0 {
                command = Command {
                    forward: Axis::new(random.signed() + 0.6),
                    right: Axis::new(random.signed() * 0.3),
                    yaw: BinaryAngle::from_degrees(random.signed() * 180.0),
                    jump: random.below(8) == 0,
                    controller: Controller::Swept,
                    ..Command::default()
                };
            }
            let (step, trace) = (1.0 / 60.0, None);
            let contacts = advance(
                &world,
                &tuning,
                &mut state,
                &command,
                step,
                &mut scratch,
                trace,
            );
            for number in seen(contacts, &state) {
                hash = (hash ^ number).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    assert_eq!(hash, EXPECTED, "{hash:#018x}");
}
