//! A server's tick, and rollback: 64 players share a world; every command arrives late, and eight ticks are simulated again.
//!
//! ```sh
//! cargo run --release --example server
//! ```
//!
//! All threads read the world, and none changes it. A player's state is small and is copied, so the past is a list of states.
//! The program checks that the run with rollbacks ends with the bits of a run that had every command in time, on any number
//! of threads.

use std::time::Instant;

use rayon::prelude::*;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::player::{Axis, BodyShape, Command, PlayerState, Scratch, Tuning, advance};
use sidle::world::World;

const HZ: u32 = 60;
const PLAYERS: u32 = 64;
const TICKS: usize = 240;

/// How many ticks late a command arrives.
const LATE: usize = 8;

/// A player's past.
struct Player {
    number: u32,
    /// The state before each tick, and the one after the last.
    states: Vec<PlayerState>,
    /// The command of each tick: the player's, or a guess until it arrives.
    commands: Vec<Command>,
    /// Memory for its moves.
    scratch: Scratch,
}

impl Player {
    /// Adds a tick with a guess: the player goes on as before.
    fn guess(&mut self, world: &World, tuning: &Tuning) {
        let guess = self.commands.last().copied().unwrap_or_default();
        self.commands.push(guess);
        self.simulate_from(self.commands.len() - 1, world, tuning);
    }

    /// Puts the command of a past tick in the place of its guess, and simulates that tick and all after it again.
    fn correct(&mut self, tick: usize, world: &World, tuning: &Tuning) {
        self.commands[tick] = command(self.number, tick);
        self.simulate_from(tick, world, tuning);
    }

    fn simulate_from(&mut self, tick: usize, world: &World, tuning: &Tuning) {
        self.states.truncate(tick + 1);
        let mut state = self.states[tick];
        for command in &self.commands[tick..] {
            let (dt, scratch) = (1.0 / f64::from(HZ), &mut self.scratch);
            advance(world, tuning, &mut state, command, dt, scratch, None);
            self.states.push(state);
        }
    }
}

fn main() {
    let world = hall();
    let tuning = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..Tuning::default()
    };
    println!("a state has {} bytes", size_of::<PlayerState>());

    let mut in_time = players();
    for player in &mut in_time {
        player.commands = (0..TICKS)
            .map(|tick| command(player.number, tick))
            .collect();
        player.simulate_from(0, &world, &tuning);
    }
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        let (late, milliseconds) = pool.install(|| serve(&world, &tuning));
        let same = |(one, other): (&Player, &Player)| one.states == other.states;
        assert!(
            in_time.iter().zip(&late).all(same),
            "a rollback left other bits"
        );
        println!(
            "{threads} threads: {LATE} ticks again for {PLAYERS} players take {milliseconds:.3} ms on average"
        );
    }
    println!("every run with rollbacks ended with the bits of the run without");
}

/// Runs all ticks, and simulates the last [`LATE`] of them again in each. Returns the players, and how long the ticks that are
/// simulated again took on average; milliseconds.
fn serve(world: &World, tuning: &Tuning) -> (Vec<Player>, f64) {
    let mut players = players();
    let mut seconds = 0.0;
    for tick in 0..TICKS {
        players
            .par_iter_mut()
            .for_each(|player| player.guess(world, tuning));
        // The commands of a past tick arrive.
        if let Some(past) = (tick + 1).checked_sub(LATE) {
            let before = Instant::now();
            let correct = |player: &mut Player| player.correct(past, world, tuning);
            players.par_iter_mut().with_min_len(8).for_each(correct);
            seconds += before.elapsed().as_secs_f64();
        }
    }
    for past in TICKS + 1 - LATE..TICKS {
        for player in &mut players {
            player.correct(past, world, tuning);
        }
    }
    (players, seconds * 1e3 / (TICKS + 1 - LATE) as f64)
}

/// A hall with a hilly floor of 8192 triangles and 200 crates.
fn hall() -> World {
    let height = |x: i32, z: i32| ((x * 7 + z * 13) % 11) as f32 * 0.03;
    let corner = |x: i32, z: i32| Vec3::new(x as f32, height(x, z), z as f32);
    let mut triangles = Vec::new();
    for (x, z) in (-32..32).flat_map(|x| (-32..32).map(move |z| (x, z))) {
        let [a, b] = [corner(x, z), corner(x, z + 1)];
        let [c, d] = [corner(x + 1, z + 1), corner(x + 1, z)];
        triangles.extend(Triangle::new([a, b, c]));
        triangles.extend(Triangle::new([a, c, d]));
    }
    let wall = |x: f64, z: f64| {
        let half_extents = DVec3::new(32.5 - x.abs(), 5.0, 32.5 - z.abs());
        Obb::new(DVec3::new(x, 5.0, z), DMat3::IDENTITY, half_extents)
    };
    let walls = [
        wall(32.0, 0.0),
        wall(-32.0, 0.0),
        wall(0.0, 32.0),
        wall(0.0, -32.0),
    ];
    let crates = (0..200).map(|number| {
        let (x, z) = (
            f64::from(number * 17 % 59 - 29),
            f64::from(number * 41 % 61 - 30),
        );
        Obb::new(DVec3::new(x, 0.5, z), DMat3::IDENTITY, DVec3::splat(0.5))
    });
    World::new(
        triangles,
        walls.into_iter().chain(crates).flatten().collect(),
    )
}

/// The players before the first tick, in the air above the hall.
fn players() -> Vec<Player> {
    let player = |number: u32| {
        let place = |factor: u32| f64::from(number * factor % 57) - 28.0;
        let state = PlayerState {
            position: DVec3::new(place(19), 2.0, place(29)),
            ..PlayerState::default()
        };
        Player {
            number,
            states: vec![state],
            commands: Vec::new(),
            scratch: Scratch::new(),
        }
    };
    (0..PLAYERS).map(player).collect()
}

/// The command of a player in a tick. It runs in a curve, and jumps at times.
fn command(player: u32, tick: usize) -> Command {
    let turned = (tick as u32 / 30 * (player + 3) * 37) % 360;
    Command {
        forward: Axis::new(1.0),
        yaw: BinaryAngle::from_degrees(f64::from(turned)),
        jump: tick as u32 % 50 == player % 50,
        fast: player.is_multiple_of(3),
        ..Command::default()
    }
}
