//! A server's tick, and rollback: 64 players share a world; a late command arrives, and eight ticks are simulated again.
//!
//! ```sh
//! cargo run --release --example server
//! ```
//!
//! The world is read by all threads and changed by none. A player's state is a few hundred bytes that are copied, so the past is a
//! list of states. The program checks that a rollback ends with the bits of the run that had the command in time, on any
//! number of threads.

use std::time::Instant;

use rayon::prelude::*;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::player::{Axis, BodyShape, Command, PlayerState, Scratch, Tuning, advance};
use sidle::world::World;

const HZ: u32 = 60;
const PLAYERS: u32 = 64;
const TICKS: u32 = 600;

/// How many ticks a late command is late.
const LATE: u32 = 8;

/// A player's state before every tick, and its commands.
#[derive(Clone, PartialEq)]
struct History {
    /// The state before tick 0, before tick 1, and so on.
    states: Vec<PlayerState>,
    commands: Vec<Command>,
}

/// Players that one thread advances, with the same memory for their moves.
struct Group {
    players: Vec<History>,
    scratch: Scratch,
}

fn main() {
    let (world, tuning) = (hall(), person());
    println!("a state has {} bytes", size_of::<PlayerState>());

    // The truth: every command came in time.
    let mut expected = start();
    for tick in 0..TICKS {
        for group in &mut expected {
            step(&world, &tuning, group, |player| command(player, tick));
        }
    }

    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        let (groups, fastest, total) = pool.install(|| serve(&world, &tuning));
        assert!(same(&groups, &expected), "a rollback left other bits");
        let (fastest, mean) = (fastest * 1e3, total * 1e3 / f64::from(TICKS - LATE));
        println!(
            "{threads} threads: {LATE} ticks again for {PLAYERS} players: {fastest:.3} ms at best, {mean:.3} ms on average"
        );
    }
    println!("every rollback ended with the bits of the run that had all commands in time");
}

/// Runs all ticks. The commands of every tick come [`LATE`] ticks late, so the server guesses them and simulates again when they
/// arrive. Returns the players, and the seconds of the fastest rollback and of all.
fn serve(world: &World, tuning: &Tuning) -> (Vec<Group>, f64, f64) {
    let mut groups = start();
    let (mut fastest, mut total) = (f64::INFINITY, 0.0);
    for tick in 0..TICKS + LATE {
        if tick < TICKS {
            // Nobody knows this tick's commands yet: everybody goes on as before.
            groups
                .par_iter_mut()
                .for_each(|group| step_by_guess(world, tuning, group));
        }
        let Some(known) = tick.checked_sub(LATE) else {
            continue;
        };
        // The commands of the tick `known` arrive.
        let before = Instant::now();
        let until = (tick + 1).min(TICKS);
        groups.par_iter_mut().for_each(|group| {
            let Group { players, scratch } = group;
            for (player, history) in players.iter_mut().enumerate() {
                let arrived = command(history.commands.len() as u32 + player as u32, known);
                rewrite(
                    world,
                    tuning,
                    history,
                    known as usize,
                    arrived,
                    until as usize,
                    scratch,
                );
            }
        });
        if tick < TICKS {
            let seconds = before.elapsed().as_secs_f64();
            fastest = seconds.min(fastest);
            total += seconds;
        }
    }
    (groups, fastest, total)
}
