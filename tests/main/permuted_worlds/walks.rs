//! Walks in permuted worlds and permuted shipped levels.

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::{DMat3, DVec3};
use sidle::level::load_level;
use sidle::player::{Axis, BodyShape, Command, Controller, Mode, PlayerState, Ride, Rules, Tuning};
use sidle::sim::Sim;
use sidle::world::{BoxId, DrivenMover, Mover, MoverDesc, OnHit, PathEnd};

use crate::permuted_worlds::shapes::{KINDS, Order, Shapes};
use crate::random::Random;
use crate::support::fs::{self, Disk};

const SEED: u64 = 29;

/// The state of a simulation as text, without the ids of its boxes. Equal texts of numbers mean equal bits.
fn state(sim: &Sim) -> String {
    let ride = sim.player().ride.map(|ride| Ride {
        platform: BoxId(0),
        ..ride
    });
    let player = PlayerState {
        ride,
        ..*sim.player()
    };
    let distances = sim.movers().iter().map(|mover| mover.state.distance);
    format!("{player:?}, movers at {:?}", distances.collect::<Vec<_>>())
}

/// Presses random keys. Only with `may_fly`, the player also flies at times.
fn press(random: &mut Random, command: &mut Command, may_fly: bool) {
    let axis = |random: &mut Random| Axis::new(random.below(3) as f64 - 1.0);
    *command = Command {
        forward: axis(random),
        right: axis(random),
        up: axis(random),
        jump: random.below(4) == 0,
        fast: random.below(3) == 0,
        yaw: match random.below(2) {
            0 => BinaryAngle::from_degrees(random.signed() * 180.0),
            _ => BinaryAngle::from_degrees(45.0 * random.below(8) as f64),
        },
        mode: [Mode::Walk, Mode::Fly][usize::from(may_fly && random.below(4) == 0)],
        controller: Controller::Swept,
        ..*command
    };
}

/// Walks in all simulations with the same keys, and compares their states after each tick. Every 200 ticks, the
/// player is moved to a random position within `range` of the spawn. `case` names the case in messages.
fn walk(sims: &mut [Sim], ticks: usize, range: f64, random: &mut Random, case: &str) {
    let mut command = sims[0].idle_command();
    let spawn = sims[0].rules().spawn.position;
    for tick in 0..ticks {
        if tick % 10 == 0 {
            press(random, &mut command, true);
        }
        let new_position = (tick % 200 == 199).then(|| {
            let offset = random.vec3(range) * DVec3::new(1.0, 0.3, 1.0);
            spawn + offset + DVec3::Y * range * 0.2
        });
        for sim in &mut *sims {
            if let Some(position) = new_position {
                let mut snapshot = sim.snapshot();
                snapshot.player.position = position;
                sim.restore(&snapshot);
            }
            sim.tick(&command);
        }
        let expected = state(&sims[0]);
        for (order, sim) in sims.iter().enumerate() {
            assert_eq!(state(sim), expected, "{case}, tick {tick}, order {order}");
        }
    }
}

fn tuning(body: BodyShape) -> Tuning {
    Tuning {
        body,
        ..Tuning::default()
    }
}

/// The rules of a player who starts at `position` and respawns soon below the shapes.
fn rules(position: DVec3) -> Rules {
    Rules {
        kill_y: -6.0,
        ..crate::support::rules(position, Controller::Swept)
    }
}

#[test]
fn a_walk_gives_the_same_bits_in_every_order_of_the_shapes() {
    let mut random = Random::new(SEED);
    for case in 0..KINDS.len() * 6 {
        let (name, build) = KINDS[case % KINDS.len()];
        let shapes = build(&mut random);
        let body = [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box][case / KINDS.len() % 3];
        let hz = [30, 120, 60][case / KINDS.len() % 3];
        let rules = rules(DVec3::Y * 5.0);
        let sim = |order: Order| Sim::new(order.world, tuning(body), rules, hz).without_trace();
        let mut sims = shapes.orders(&mut random).map(sim);
        let case = format!("seed {SEED}, {name}, case {case}");
        walk(&mut sims, 300, 5.0, &mut random, &case);
    }
}

/// A mover whose box drives from `center` by `motion` and back.
fn mover(center: DVec3, half: DVec3, motion: DVec3, speed: f64) -> Mover {
    Mover::new(MoverDesc {
        speed,
        on_end: PathEnd::Return,
        on_hit: OnHit::Pass,
        ..crate::support::mover_desc(&[center, center + motion], half * 2.0)
    })
    .expect("a finite mover")
}

#[test]
fn a_walk_over_flush_movers_gives_the_same_bits_in_every_order_of_the_shapes() {
    let mut random = Random::new(SEED);
    for case in 0..24 {
        // The floor, the boxes in it, and the movers that pass through both have all their tops at 0.
        let mut shapes = Shapes::default();
        let at = |x: f64, z: f64| DVec3::new(x, 0.0, z);
        shapes.quad([at(-6.0, -6.0), at(-6.0, 6.0), at(1.0, 6.0), at(1.0, -6.0)]);
        for x in 0..5 {
            let center = DVec3::new(f64::from(x) * 2.0 - 3.0, -1.0, 0.0);
            shapes.cuboid(center, DMat3::IDENTITY, DVec3::ONE);
        }
        let mut movers = Vec::new();
        for z in -2..3 {
            let center = DVec3::new(random.signed().round(), -1.0, f64::from(z) * 2.0);
            let motion = [DVec3::X, DVec3::Z][random.below(2)] * 4.0;
            let speed = [0.0, 1.0, 3.0][random.below(3)];
            movers.push(mover(center, DVec3::ONE, motion, speed));
            shapes.cuboid(center, DMat3::IDENTITY, DVec3::ONE);
        }
        let rules = rules(DVec3::Y * 0.5);
        let body = [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box][case % 3];
        let sim = |Order { world, places }| {
            let first = places.len() - movers.len();
            let ids = places[first..].iter();
            let driven = movers.iter().cloned().zip(ids);
            let driven = driven.map(|(mover, id)| DrivenMover::new(mover, *id));
            Sim::new(world, tuning(body), rules, 60)
                .with_movers(driven.collect())
                .without_trace()
        };
        let mut sims = shapes.orders(&mut random).map(sim);
        let case = format!("seed {SEED}, case {case}");
        walk(&mut sims, 600, 3.0, &mut random, &case);
    }
}

/// The names of all shipped levels.
fn levels() -> Vec<String> {
    let files = fs::read_dir("levels").expect("a folder of levels");
    let names = files.map(|file| file.expect("a file").file_name());
    let names = names.map(|name| name.to_str().expect("a plain name").to_owned());
    let mut levels: Vec<_> = names.filter(|name| name.ends_with(".toml")).collect();
    levels.sort();
    levels
}

#[test]
fn a_shipped_level_gives_the_same_bits_in_every_order_of_its_shapes() {
    std::thread::scope(|scope| {
        for name in levels() {
            for body in [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box] {
                let name = name.clone();
                scope.spawn(move || walk_in_level(&name, body));
            }
        }
    });
}

/// Walks with this body in a shipped level, in every order of its shapes.
fn walk_in_level(name: &str, body: BodyShape) {
    let mut random = Random::new(SEED);
    let path = format!("levels/{name}");
    let level = load_level(path.as_ref(), &Disk).level;
    let level = level.expect("a shipped level");
    let (mut tuning, rules) = (level.tuning, level.rules);
    tuning.body = body;
    let sim = |Order { world, places }| {
        let movers = level.movers.iter().map(|driven: &DrivenMover| {
            let id = places[driven.id.0 as usize];
            DrivenMover::new(driven.mover.clone(), id)
        });
        let movers = movers.collect();
        Sim::new(world, tuning, rules, 120)
            .with_movers(movers)
            .without_trace()
    };
    let mut sims = Shapes::of(&level.world).orders(&mut random).map(sim);
    let case = format!("seed {SEED}, {name}, {body:?}");
    walk(&mut sims, 2000, 12.0, &mut random, &case);
}
