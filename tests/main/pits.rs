//! No soft lock: a walker who falls into a pit of steep walls can always leave its place or jump.

use crate::random::Random;
use crate::support::cases;
use sidle::geometry::Triangle;
use sidle::geometry::angle::{BinaryAngle, sin_cos_deg};
use sidle::glam::DVec3;
use sidle::player::{Axis, BodyShape, Command, Ground, Tuning};
use sidle::replay::{Recorder, Recording, verify};
use sidle::sim::Sim;
use sidle::world::World;

const SEED: u64 = 14;

/// The slopes of the walls; degrees. The steepest ground that can be walked on has 50.
const SLOPES_DEG: [f64; 8] = [51.0, 53.0, 55.0, 58.0, 60.0, 65.0, 70.0, 75.0];

/// How far the walls reach from the middle of the pit; metres.
const REACH: f64 = 6.0;

/// A pit of `walls` equal walls. Two walls form a gully that is closed by upright ends; more walls meet
/// in a point.
fn pit(walls: usize, slope_deg: f64, turn_deg: f64) -> World {
    let (sin, cos) = sin_cos_deg(slope_deg);
    let ring = |walls: usize, step: f64| {
        let (sin_turn, cos_turn) = sin_cos_deg(turn_deg + 360.0 * step / walls as f64);
        DVec3::new(cos_turn, 0.0, sin_turn)
    };
    let mut faces = Vec::new();
    if walls == 2 {
        let (across, along) = (ring(4, 0.0) * REACH, ring(4, 1.0) * 3.0);
        let rise = DVec3::Y * (REACH * sin / cos);
        for side in [-1.0, 1.0] {
            let top = across * side + rise;
            faces.extend([
                [-along, along, along + top],
                [-along, along + top, top - along],
            ]);
            let end = along * side;
            faces.push([end, end + across + rise, end - across + rise]);
        }
    } else {
        // The corners of the rim are farther out than the middles of the walls.
        let half_angle = sin_cos_deg(180.0 / walls as f64).1;
        let rise = DVec3::Y * (REACH * sin / cos);
        let rim = |step: usize| ring(walls, step as f64) * (REACH / half_angle) + rise;
        faces.extend((0..walls).map(|wall| [DVec3::ZERO, rim(wall), rim(wall + 1)]));
    }
    let triangle = |face: [DVec3; 3]| Triangle::new(face.map(DVec3::as_vec3));
    World::new(faces.into_iter().filter_map(triangle).collect(), vec![])
}

fn tuning(body: BodyShape) -> Tuning {
    let radius = match body {
        BodyShape::Sphere => 0.5,
        BodyShape::Capsule | BodyShape::Box => 0.3,
    };
    Tuning {
        body,
        radius,
        ..Tuning::default()
    }
}

fn sim(world: World, tuning: Tuning, position: DVec3, hz: u32) -> Sim {
    crate::support::swept_sim(world, tuning, position, hz).without_trace()
}

/// Whether no key moves the walker by more than 1 mm within 0.3 s: neither a walk in any of 16 directions
/// nor a jump.
fn is_locked(sim: &mut Sim) -> bool {
    let (start, ticks) = (sim.snapshot(), sim.hz() * 3 / 10);
    let walks = (0..16).map(|direction| Command {
        forward: Axis::new(1.0),
        yaw: BinaryAngle::from_degrees(f64::from(direction) * 22.5),
        ..sim.idle_command()
    });
    let jump = Command {
        jump: true,
        ..sim.idle_command()
    };
    let commands: Vec<_> = walks.chain([jump]).collect();
    let mut moves = |command: &Command| {
        sim.restore(&start);
        (0..ticks).any(|_| {
            sim.tick(command);
            sim.player().position.distance(start.player.position) > 1e-3
        })
    };
    let locked = !commands.iter().any(&mut moves);
    sim.restore(&start);
    locked
}

/// Runs `seconds` of keys that change at random, ten times a second.
fn press_random_keys(sim: &mut Sim, seconds: u32, random: &mut Random) {
    let hold = sim.hz() / 10;
    for _ in 0..seconds * 10 {
        let axis = |random: &mut Random| Axis::new(random.below(3) as f64 - 1.0);
        let command = Command {
            forward: axis(random),
            right: axis(random),
            jump: random.below(6) == 0,
            yaw: BinaryAngle::from_degrees(random.signed() * 180.0),
            ..sim.idle_command()
        };
        (0..hold).for_each(|_| sim.tick(&command));
    }
}

/// Drops `drops` walkers into each kind of pit, and returns the kinds in which a walker was locked.
fn drop_walkers(drops: usize) -> Vec<String> {
    let mut random = Random::new(SEED);
    let mut locks = Vec::new();
    for walls in 2..=8 {
        for slope_deg in SLOPES_DEG {
            let walkers = [
                (60, BodyShape::Sphere),
                (120, BodyShape::Capsule),
                (60, BodyShape::Capsule),
                (120, BodyShape::Sphere),
                (60, BodyShape::Box),
            ];
            for (hz, body) in walkers.into_iter().take(cases(2, 5)) {
                let mut locked = 0;
                for drop in 0..drops {
                    let world = pit(walls, slope_deg, random.signed() * 180.0);
                    let tuning = tuning(body);
                    let height = DVec3::Y * (REACH * 1.5 + 2.0);
                    let position = random.vec3(1.5) + height;
                    let mut sim = sim(world, tuning, position, hz);
                    // Every other walker falls without a key.
                    let idle = sim.idle_command();
                    if drop % 2 == 1 {
                        press_random_keys(&mut sim, 2, &mut random);
                    }
                    (0..hz * 3).for_each(|_| sim.tick(&idle));
                    let place = sim.player().position;
                    assert!(place.length() < REACH * 4.0, "left the pit: {place}");
                    locked += usize::from(is_locked(&mut sim));
                }
                if locked > 0 {
                    let shape = format!("{walls} walls of {slope_deg}°, {body:?}, {hz} Hz");
                    locks.push(format!("{shape}: {locked} of {drops}"));
                }
            }
        }
    }
    locks
}

#[test]
fn no_walker_is_locked_in_a_pit_of_steep_walls() {
    let locks = drop_walkers(2);
    assert!(locks.is_empty(), "seed {SEED}: {locks:#?}");
}

#[test]
#[ignore = "takes a minute: 19 264 drops"]
fn no_walker_of_many_thousands_is_locked_in_a_pit_of_steep_walls() {
    let locks = drop_walkers(86);
    assert!(locks.is_empty(), "seed {SEED}: {locks:#?}");
}

#[test]
fn random_keys_move_a_walker_at_the_bottom_of_a_funnel_of_the_corners_level() {
    let level = crate::support::shipped_level("corners");
    for hz in [60, 120] {
        let mut sim = Sim::of_level(level.clone(), hz).0.without_trace();
        let mut snapshot = sim.snapshot();
        let held = DVec3::new(-4.200021182716419, 0.8363671198158251, -16.399989410561254);
        snapshot.player.position = held;
        sim.restore(&snapshot);
        let idle = sim.idle_command();
        (0..hz).for_each(|_| sim.tick(&idle));
        assert!(!is_locked(&mut sim), "{hz} Hz");
        let mut random = Random::new(SEED);
        let (mut farthest, mut distance): (f64, _) = (0.0, 0.0);
        for _ in 0..60 {
            let before = sim.player().position;
            press_random_keys(&mut sim, 1, &mut random);
            let after = sim.player().position;
            distance += before.distance(after);
            farthest = farthest.max(after.distance(held));
        }
        assert!(farthest > 1.0, "{hz} Hz: at most {farthest} m away");
        assert!(distance > 20.0, "{hz} Hz: {distance} m in all");
    }
}

/// A simulation in which a walker has come to rest at the bottom of a pit of 60 degrees.
fn at_rest(walls: usize, body: BodyShape, hz: u32) -> Sim {
    let mut sim = sim(pit(walls, 60.0, 20.0), tuning(body), DVec3::Y * 4.0, hz);
    let idle = sim.idle_command();
    for _ in 0..hz * 3 {
        sim.tick(&idle);
        let ground = sim.player().ground;
        assert!(!ground.is_floor(), "{walls} walls, {body:?}, {hz} Hz");
    }
    sim
}

#[test]
fn what_several_steep_walls_carry_is_wedged_ground_to_stand_on_and_never_a_floor() {
    for walls in 2..=8 {
        for hz in [30, 60, 120, 240, 360] {
            for body in [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box] {
                let case = format!("{walls} walls, {body:?}, {hz} Hz");
                let mut sim = at_rest(walls, body, hz);
                let (start, tuning) = (sim.snapshot(), *sim.tuning());
                let Ground::Wedged { normal } = start.player.ground else {
                    panic!("{case}: {:?}", start.player.ground);
                };
                // No way leads a round body down, so what the walls carry is level. A box may touch two of five walls only,
                // between which it would sink.
                let is_level = normal.abs_diff_eq(DVec3::Y, 1e-9);
                let limit = sin_cos_deg(tuning.max_slope_deg).1;
                let is_flat = body == BodyShape::Box && normal.y > limit;
                assert!(is_level || is_flat, "{case}: {normal}");
                assert!(start.player.coyote > 0.0, "{case}");
                // A walker at rest stays there to the last bit.
                let idle = sim.idle_command();
                sim.tick(&idle);
                assert_eq!(sim.player().position, start.player.position, "{case}");
                // A jump reaches the usual height: h = v²/2g.
                let mut top: f64 = 0.0;
                for tick in 0..hz / 2 {
                    let jump = tick == 0;
                    sim.tick(&Command { jump, ..idle });
                    top = top.max(sim.player().position.y - start.player.position.y);
                }
                let height = tuning.jump_speed * tuning.jump_speed / (2.0 * tuning.gravity);
                assert!((top - height).abs() < 0.01, "{case}: {top} of {height} m");
            }
        }
    }
}

#[test]
fn a_recording_from_a_wedged_state_replays_to_the_same_bits() {
    let mut sim = at_rest(5, BodyShape::Sphere, 60);
    let fresh = sim.clone();
    assert_eq!(sim.player().ground.name(), "wedged");
    let mut recorder = Recorder::new("Pit", "pit.toml", &sim);
    let start = sim.snapshot();
    let jump = Command {
        jump: true,
        forward: Axis::new(1.0),
        ..sim.idle_command()
    };
    for _ in 0..30 {
        sim.tick(&jump);
        recorder.add(&jump, &sim);
    }
    let recording = recorder.recording();
    let read = Recording::decode(&recording.encode()).expect("a recording");
    assert_eq!(read.header.state, Some(start));
    assert_eq!(read, recording);
    assert_eq!(verify(&read, fresh).map(|verified| verified.ticks), Ok(30));
}
