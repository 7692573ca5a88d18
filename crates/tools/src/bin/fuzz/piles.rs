//! Levels inside every count of a link's budget whose things lie in one place, and a second of play in each.
//!
//! What a tick costs depends on how much the body touches, and not on how much there is. So these levels repeat one thing many
//! times, near one place, and the player starts there, walks into it, or flies through it.

use std::time::{Duration, Instant};

use sidle::level::Level;
use sidle::player::{Axis, Command, Controller, Mode};
use sidle::sim::Sim;

use sidle_tools::random::Random;

/// The tick rates of the game, and two that only a link or an address has.
const RATES: [u32; 5] = [30, 60, 120, 2000, 100_000];

/// A second has no more ticks than this here, one for each frame: a frame ends by the clock, and each tick counts alone.
const MAX_TICKS: u32 = 60;

/// Another command is given after this many ticks.
const TICKS_PER_COMMAND: u32 = 10;

/// How much farther than the body a tick looks, as a share of the radius.
const REACH_SHARE: f64 = 0.02;

/// The work of the longest tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Work {
    /// The time of the longest tick.
    pub time: Duration,
    /// The time of all ticks.
    pub played: Duration,
    /// The most colliders that the body touched after a tick. It is the same on every machine.
    pub touched: usize,
}

/// The text of a level in which something lies many times in one place.
pub fn pile(random: &mut Random) -> String {
    let mut text = String::from("format = 1\nname = \"Pile\"\n[spawn]\n");
    let controller = ["classic", "swept", "boxed"][random.below(3)];
    let height = [0.0, 0.5, 3.0][random.below(3)];
    text += &format!("position = [0, {height}, 0]\ncontroller = \"{controller}\"\n");
    if random.below(3) == 0 {
        let radius = [0.001, 0.05, 2.0, 1000.0][random.below(4)];
        text += &format!("[player]\nradius = {radius}\n");
        if controller == "boxed" {
            text += "box_half_extents = [9, 9, 9]\n";
        }
    }
    let spread = [0.0, 0.0, 0.01, 0.3, 2.0][random.below(5)];
    let place = |random: &mut Random| {
        let [x, y, z] = [0; 3].map(|_| random.signed() * spread);
        format!("[{x:.4}, {y:.4}, {z:.4}]")
    };
    for _ in 0..1 + random.below(2) {
        // From a few to all that a link may hold.
        let share = random.below(1000) as f64 / 1000.0;
        let count = |most: f64| (most.powf(share) + 1.0) as usize;
        match random.below(4) {
            0 => {
                let mesh = ["courtyard", "stairs", "terrain", "fence", "car"][random.below(5)];
                let scale = [1.0, 1.0, 0.01, 30.0][random.below(4)];
                for _ in 0..count(499.0) {
                    let position = place(random);
                    text += &format!(
                        "[[mesh]]\nfile = \"../assets/{mesh}.obj\"\nposition = {position}\nscale = {scale}\n"
                    );
                }
            }
            1 => {
                for _ in 0..count(199.0) {
                    let (start, end) = (place(random), place(random));
                    text += &format!(
                        "[[mover]]\nkind = \"car\"\nspeed = 3\npath = [{start}, {end}, [5, 0, 5]]\non_hit = \"pass\"\n"
                    );
                }
            }
            _ => {
                let kind = ["car", "crate", "fence", "stairs", "cylinder"][random.below(5)];
                let collide = ["box", "mesh", "hull"][random.below(3)];
                for _ in 0..count(1999.0) {
                    let (position, turn) = (place(random), random.below(4) * 30);
                    text += &format!(
                        "[[prop]]\nkind = \"{kind}\"\nposition = {position}\nrotation_deg = [0, {turn}, 0]\ncollide = \"{collide}\"\n"
                    );
                }
            }
        }
    }
    text
}

/// Plays a second in `level`, and returns the work of its longest tick.
pub fn play(level: Level, random: &mut Random) -> Work {
    let hz = RATES[random.below(RATES.len())];
    let controllers = Controller::NAMES.map(|(_, controller)| controller);
    let body = level.tuning.body;
    let suited = controllers
        .into_iter()
        .filter(|controller| controller.suits(body));
    let suited: Vec<_> = suited.collect();
    let mut sim = Sim::of_level(level, hz).0.without_trace();
    let mut work = Work::default();
    let mut near = Vec::new();
    let mut command = sim.idle_command();
    let begin = Instant::now();
    for tick in 0..hz.min(MAX_TICKS) {
        if tick % TICKS_PER_COMMAND == 0 {
            command = Command {
                forward: Axis::new(random.signed()),
                right: Axis::new(random.signed()),
                up: Axis::new(random.signed()),
                jump: random.below(4) == 0,
                mode: Mode::NAMES[random.below(2)].1,
                controller: suited[random.below(suited.len())],
                ..sim.idle_command()
            };
        }
        let start = Instant::now();
        sim.tick(&command);
        work.time = work.time.max(start.elapsed());
        assert_eq!(sim.player().out_of_range(), None, "{:?}", sim.player());
        if tick % TICKS_PER_COMMAND == 0
            && let Some(body) = sim.tuning().body()
            && let Some(body) = body.at(sim.player().position)
        {
            let reach = body.radius() * REACH_SHARE;
            sim.world().surfaces_near(body, reach, &mut near);
            work.touched = work.touched.max(near.len());
        }
    }
    work.played = begin.elapsed();
    work
}
