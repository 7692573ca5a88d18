//! Family: traps of two to six colliders that a walker or a flying camera presses into, such as gaps, wedges, edges,
//! ceilings, creases and movers at rest. Whoever presses on for seconds comes to rest or moves on, and the reported
//! velocity rests as well.

mod shapes;

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::player::{Mode, PlayerState, Tuning};

use crate::family::{Case, Family};
use crate::scene::Draw;
use crate::walker::{Walker, ahead, any_rate, random_body};
use shapes::Trap;
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "traps",
    figure: "mm of jitter in a tick",
    moves: 450,
    run,
};

/// How long a player presses before it is watched; seconds.
const PRESS: f64 = 2.0;

/// After this time, a player that neither rests nor moves on jitters; seconds.
const MAX_PRESS: f64 = 8.0;

/// How many ticks a player is watched at a time.
const WATCH: usize = 24;

/// Who moves less in a tick is at rest; metres.
const STILL: f64 = 1e-6;

/// Who moves on comes at least this share of its path away from where it was.
const MOVES_ON: f64 = 0.5;

/// Who turns back more often while it is watched does not move on.
const MAX_REVERSALS: usize = 2;

/// Who is farther from where it began has left the trap; metres.
const AWAY: f64 = 14.0;

/// What a player did while it was watched.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Rests,
    MovesOn,
    /// By this much in a tick: metres, and m/s.
    Jitters(f64, f64),
}

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let tuning = random_tuning(random);
    let hz = any_rate(random);
    let trap = Trap::random(random, &tuning);
    let start = DVec3::Y * (tuning.radius + 1e-4);
    let yaw = trap.yaw
        + [
            0.0,
            random.between(-30.0, 30.0),
            random.between(-80.0, 80.0),
        ][random.below(3)];
    let flies = random.below(4) == 0;
    let pitch = [0.0, random.between(-60.0, 60.0)][random.below(2)];
    let mut command = ahead(yaw);
    if flies {
        command.mode = Mode::Fly;
        command.pitch = BinaryAngle::from_degrees(pitch);
    }
    let mut walker = Walker::with_movers(&trap.builder, trap.movers(), tuning, start, hz);
    let body = tuning.body().and_then(|body| body.at(start));
    if body.is_none_or(|body| walker.sim.world().worst_overlap(body) > 0.0) {
        case.count("without room");
        return Ok(());
    }
    for _ in 0..(PRESS * f64::from(hz)) as u32 {
        walker.tick_of_many(case, &command)?;
    }
    let (mut states, mut verdict) = (Vec::with_capacity(WATCH + 1), Verdict::Rests);
    let most = ((MAX_PRESS - PRESS) * f64::from(hz)) as usize / WATCH;
    // Who comes to rest while it is watched for the last time is watched once more.
    for watch in 0..=most {
        if watch == most && !matches!(verdict, Verdict::Jitters(..)) {
            break;
        }
        states.clear();
        states.push(*walker.player());
        for _ in 0..WATCH {
            walker.tick_of_many(case, &command)?;
            states.push(*walker.player());
        }
        verdict = judge(&states, f64::from(hz));
        let has_left = walker.player().position.distance(start) > AWAY;
        if verdict == Verdict::Rests || has_left {
            break;
        }
    }
    case.count(match verdict {
        Verdict::Rests => "came to rest",
        Verdict::MovesOn => "moved on",
        Verdict::Jitters(..) => "jitter",
    });
    let Verdict::Jitters(way, change) = verdict else {
        return Ok(());
    };
    case.measure(way * 1e3);
    Err(format!(
        "{:?}: moves by up to {way} m and changes its velocity by up to {change} m/s in a tick at {hz} Hz, {}, yaw {yaw}, \
        pitch {pitch}: {:?} of radius {}, height {}, {} m/s by {} m/s², to {:?}, then {:?}, then {:?}",
        trap.kind,
        if flies { "flying" } else { "walking" },
        tuning.body,
        tuning.radius,
        tuning.height,
        tuning.walk_speed,
        tuning.ground_accel,
        states[WATCH - 2],
        states[WATCH - 1],
        states[WATCH],
    ))
}

/// Judges a player by its states in successive ticks. A velocity is at rest that would move it by less than [`STILL`] in a
/// tick.
fn judge(states: &[PlayerState], hz: f64) -> Verdict {
    let pairs = || states.windows(2).map(|pair| (&pair[0], &pair[1]));
    let ways: Vec<_> = pairs()
        .map(|(before, after)| after.position - before.position)
        .collect();
    let lengths = || ways.iter().map(|way| way.length());
    let (longest, path) = (lengths().fold(0.0, f64::max), lengths().sum::<f64>());
    let last = &states[states.len() - 1];
    let change = pairs()
        .map(|(before, after)| after.velocity.distance(before.velocity))
        .fold(0.0, f64::max);
    let fastest = states
        .iter()
        .map(|state| state.velocity.length())
        .fold(0.0, f64::max);
    if longest < STILL && fastest < STILL * hz {
        return Verdict::Rests;
    }
    let reversals = ways.windows(2).filter(|pair| {
        let is_motion = pair.iter().all(|way| way.length() >= STILL);
        is_motion && pair[0].dot(pair[1]) < 0.0
    });
    let gone = last.position.distance(states[0].position);
    if longest >= STILL && gone >= path * MOVES_ON && reversals.count() <= MAX_REVERSALS {
        return Verdict::MovesOn;
    }
    Verdict::Jitters(longest, change)
}

fn random_tuning(random: &mut Random) -> Tuning {
    let mut tuning = random_body(random);
    tuning.walk_speed = [5.0, random.between(0.5, 12.0)][random.below(2)];
    tuning.fly_speed = tuning.walk_speed;
    tuning.ground_accel = [f64::INFINITY, 60.0, random.between(5.0, 300.0)][random.below(3)];
    if random.below(4) == 0 {
        tuning.height = tuning.radius * random.between(2.0, 2.6);
    }
    tuning
}
