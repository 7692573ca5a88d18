//! No soft lock in any shipped level: wherever a walker comes to rest, some key moves it.

use crate::random::Random;
use crate::support::fs::{self, Disk};
use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::level::{Level, load_level};
use sidle::player::{Axis, BodyShape, Command, Controller, Mode};
use sidle::sim::{Sim, Snapshot};
use sidle::world::World;

const SEED: u64 = 41;

/// A key moves the walker if it takes it this far from where it would be without the key; metres.
const MIN_MOTION: f64 = 1e-3;

/// A walker that moves less than this in a tick rests; metres.
const AT_REST: f64 = 1e-6;

/// The corners of the bounds of everything that a walker collides with.
fn bounds(world: &World) -> [DVec3; 2] {
    let triangles = world.triangles().iter();
    let corners = triangles.flat_map(|triangle| triangle.vertices());
    let ends = world.boxes().iter().flat_map(|obb| {
        let (center, half) = (obb.center(), obb.aligned().half_extents());
        [center - half, center + half]
    });
    let all = corners.chain(ends);
    let found = all.fold(
        [DVec3::INFINITY, DVec3::NEG_INFINITY],
        |[low, high], point| [low.min(point), high.max(point)],
    );
    assert!(
        found[0].is_finite() && found[1].is_finite(),
        "an empty level"
    );
    found
}

/// Every way to press the keys: a walk towards each of 16 directions, and a jump.
fn all_keys(sim: &Sim) -> Vec<Command> {
    let idle = sim.idle_command();
    let walks = (0..16).map(|direction| Command {
        forward: Axis::new(1.0),
        yaw: BinaryAngle::from_degrees(f64::from(direction) * 22.5),
        ..idle
    });
    let jump = Command { jump: true, ..idle };
    walks.chain([jump]).collect()
}

/// Where the walker is in each tick of a second in which `command` is given.
fn path(sim: &mut Sim, start: &Snapshot, command: &Command) -> Vec<DVec3> {
    sim.restore(start);
    let ticks = 0..sim.hz();
    let step = |_| {
        sim.tick(command);
        sim.player().position
    };
    ticks.map(step).collect()
}

/// Whether no key makes a difference to a walker in the state `start`.
fn is_locked(sim: &mut Sim, start: &Snapshot) -> bool {
    let idle = sim.idle_command();
    let (without, keys) = (path(sim, start, &idle), all_keys(sim));
    let mut moves = |command: &Command| {
        sim.restore(start);
        without.iter().any(|position| {
            sim.tick(command);
            sim.player().position.distance(*position) > MIN_MOTION
        })
    };
    !keys.iter().any(&mut moves)
}

/// Presses random keys for `seconds`, ten times a second, and returns whether the walker is still there.
fn press_random_keys(sim: &mut Sim, seconds: f64, random: &mut Random) -> bool {
    let hold = sim.hz() / 10;
    for _ in 0..(seconds * 10.0) as u32 {
        let axis = |random: &mut Random| Axis::new(random.below(4).min(2) as f64 - 1.0);
        let command = Command {
            forward: axis(random),
            right: axis(random),
            jump: random.below(6) == 0,
            fast: random.below(3) == 0,
            yaw: BinaryAngle::from_degrees(random.signed() * 180.0),
            ..sim.idle_command()
        };
        for _ in 0..hold {
            sim.tick(&command);
            if sim.respawned() {
                return false;
            }
        }
    }
    true
}

/// A place between two corners of the level, or a little above them, in which the walker's body fits.
fn free_place(sim: &Sim, low: DVec3, high: DVec3, random: &mut Random) -> Option<DVec3> {
    let body = sim.tuning().body().expect("a body");
    let mut places = (0..20).map(|_| {
        let share = (random.vec3(1.0) + 1.0) * 0.5;
        low + (high + DVec3::Y * 2.0 - low) * share
    });
    places.find(|place| {
        let body = body.at(*place).expect("a finite place");
        sim.world().worst_overlap(body) == 0.0
    })
}

/// What the visits to a level found.
#[derive(Default)]
struct Visits {
    rests: u32,
    locks: Vec<String>,
}

/// Visits `places` places of a level by walks and `places` more by drops from above, and looks for locks
/// wherever the walker rests.
fn visit(name: &str, level: &Level, body: BodyShape, hz: u32, places: u32) -> Visits {
    let mut level = level.clone();
    level.tuning.body = body;
    if body != BodyShape::Sphere {
        level.tuning.radius = level.tuning.radius.min(0.3);
    }
    level.rules.spawn.controller = Controller::Swept;
    level.rules.spawn.mode = Mode::Walk;
    assert!(level.tuning.is_valid(), "{name}: {body:?}");
    let mut sim = Sim::of_level(level, hz).0.without_trace();
    let mut random = Random::new(SEED);
    let [low, high] = bounds(sim.world());
    let mut known = vec![sim.snapshot()];
    let mut found = Visits::default();
    for place in 0..places * 2 {
        let mut start = known[random.below(known.len())].clone();
        let drops = place % 2 == 1;
        if drops {
            let Some(position) = free_place(&sim, low, high, &mut random) else {
                continue;
            };
            (start.player.position, start.player.velocity) = (position, DVec3::ZERO);
        }
        sim.restore(&start);
        let seconds = if drops { 0.5 } else { 3.0 };
        if !press_random_keys(&mut sim, seconds, &mut random) {
            continue;
        }
        // Up to 3 s until it rests.
        let idle = sim.idle_command();
        let mut rests = false;
        for _ in 0..hz * 3 {
            let before = sim.player().position;
            sim.tick(&idle);
            rests = sim.player().position.distance(before) < AT_REST;
            if rests || sim.respawned() {
                break;
            }
        }
        let state = sim.snapshot();
        if !rests || sim.respawned() {
            continue;
        }
        found.rests += 1;
        if is_locked(&mut sim, &state) {
            let player = state.player;
            let at = player.position.to_array();
            let ground = player.ground.name();
            found
                .locks
                .push(format!("{name}, {body:?}, {hz} Hz: {at:?}, {ground}"));
        }
        known.push(state);
    }
    found
}

/// Visits every shipped level at these tick rates.
fn visit_all(rates: &[u32], places: u32) {
    let mut files: Vec<_> = fs::read_dir("levels")
        .expect("the levels")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "toml"))
        .collect();
    files.sort();
    let mut locks = Vec::new();
    for file in files {
        let level = load_level(&file, &Disk).level.expect("a shipped level");
        let name = file.display().to_string();
        for body in [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box] {
            for hz in rates {
                let found = visit(&name, &level, body, *hz, places);
                println!("{name}, {body:?}, {hz} Hz: {} rests", found.rests);
                assert!(found.rests > 0, "{name}: no place to rest");
                locks.extend(found.locks);
            }
        }
    }
    assert!(locks.is_empty(), "seed {SEED}: {locks:#?}");
}

#[test]
fn a_walker_at_rest_in_a_shipped_level_can_always_leave_its_place_or_jump() {
    visit_all(&[60, 120], 16);
}

/// `cargo test --release --test main soft_lock -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn a_walker_at_rest_in_thousands_of_places_can_always_leave_its_place_or_jump() {
    visit_all(&[30, 60, 120, 240], 300);
}
