//! Family: a continued, a restored and a fresh simulation agree in every bit, also from inside an overlap
//! and after the state went through a recording's bytes. A move depends on its arguments only.

use sidle::geometry::rotation_from_degrees;
use sidle::glam::DVec3;
use sidle::player::{
    Axis, Body, Command, Controller, Mode, MoveSettings, Scratch, Trace, Tuning, move_and_slide,
};
use sidle::replay::{Recorder, Recording};
use sidle::sim::Sim;
use sidle::world::{BoxId, DrivenMover, World};

use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{RATES, random_body, random_keys, rules};
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "states",
    figure: "m apart",
    moves: 500,
    run,
};

/// Half the size of the heap of shapes; metres.
const HALF: f64 = 2.5;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let builder = heap(random);
    let world = World::new(builder.triangles(), builder.obbs());
    let mut tuning = random_body(random);
    tuning.radius = random.between(0.15, 0.5);
    tuning.height = tuning.height.max(tuning.radius * 2.0);
    let hz = RATES[random.below(RATES.len())];
    let mut fresh = Sim::new(world.clone(), tuning, rules(random.vec3(HALF)), hz);
    if let Some(mover) = crate::platforms::platform(random, DVec3::splat(0.4)) {
        let mut boxes = builder.obbs();
        let driven = DrivenMover::new(mover, BoxId(boxes.len() as u32));
        boxes.push(driven.obb(0.0));
        let world = World::new(builder.triangles(), boxes);
        fresh = Sim::new(world, tuning, rules(random.vec3(HALF)), hz).with_movers(vec![driven]);
    }
    same_moves(case, &world, &tuning)?;
    let mut continued = fresh.clone();
    let mut used = fresh.clone().without_trace();
    for round in 0..3 {
        for _ in 0..30 {
            continued.tick(&keys(&mut case.random));
            used.tick(&keys(&mut case.random));
            case.moved();
        }
        // Every other time, the state is moved to a place that mostly overlaps something.
        if case.random.below(2) == 0 {
            let mut state = continued.snapshot();
            state.player.position = case.random.vec3(HALF);
            continued.restore(&state);
        }
        let state = continued.snapshot();
        used.restore(&state);
        let mut new = fresh.clone();
        new.restore(&state);
        let mut decoded = fresh.clone();
        through_bytes(&continued, &mut decoded)?;
        for tick in 0..40 {
            let command = keys(&mut case.random);
            let sims = [&mut continued, &mut used, &mut new, &mut decoded];
            for sim in sims {
                sim.tick(&command);
                case.moved();
            }
            let bits = state_bits(&continued);
            for (name, sim) in [("used", &used), ("fresh", &new), ("decoded", &decoded)] {
                let apart = sim.player().position.distance(continued.player().position);
                case.measure(apart);
                if state_bits(sim) != bits {
                    return Err(format!(
                        "{name}: {apart} m apart, round {round}, tick {tick} at {hz} Hz: {:?} and \
                        {:?}, from {:?}",
                        continued.player(),
                        sim.player(),
                        state.player
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Moves with used and fresh memory, with and without a trace, from places that mostly overlap something.
fn same_moves(case: &mut Case<'_>, world: &World, tuning: &Tuning) -> Result<(), String> {
    let Some(body) = tuning.body().or(Body::sphere(0.3)) else {
        return Ok(());
    };
    let (mut used, mut trace) = (Scratch::new(), Trace::new());
    for number in 0..20 {
        let (start, motion) = (case.random.vec3(HALF), case.random.vec3(0.5));
        let settings = [MoveSettings::FLIGHT, MoveSettings::default()][number % 2];
        let memory = &mut Scratch::new();
        let one = move_and_slide(world, body, start, motion, &settings, memory, None);
        let traced = Some(&mut trace);
        let two = move_and_slide(world, body, start, motion, &settings, &mut used, traced);
        case.moved();
        let apart = one.position.distance(two.position);
        case.measure(apart);
        if one != two {
            return Err(format!(
                "move {number} with used memory ends {apart} m apart: {body:?} from {start:?} by \
                {motion:?}"
            ));
        }
    }
    Ok(())
}

/// Puts `sim` into the state of `original` by the bytes of a recording.
fn through_bytes(original: &Sim, sim: &mut Sim) -> Result<(), String> {
    let recording = Recorder::new("soak", "soak.toml", original).recording();
    let decoded = Recording::decode(&recording.encode());
    let decoded = decoded.map_err(|error| format!("a recording does not decode: {error}"))?;
    if decoded != recording {
        return Err("a decoded recording differs".to_owned());
    }
    let begun = decoded.header.begin(sim);
    begun.map_err(|error| format!("a decoded state is refused: {error}"))?;
    // A file does not hold the time in the air.
    let mut state = sim.snapshot();
    state.player.air_time = original.player().air_time;
    sim.restore(&state);
    if state_bits(original) == state_bits(sim) {
        Ok(())
    } else {
        Err(format!("a decoded state differs: {:?}", original.player()))
    }
}

/// Walks and flies, with every controller.
fn keys(random: &mut Random) -> Command {
    let up = Axis::new(random.below(3) as f64 - 1.0);
    Command {
        up,
        mode: if random.below(8) == 0 {
            Mode::Fly
        } else {
            Mode::Walk
        },
        controller: match random.below(10) {
            0 => Controller::Classic,
            1 => Controller::Boxed,
            _ => Controller::Swept,
        },
        ..random_keys(random)
    }
}

/// A text that differs if any bit of a state differs, since Rust prints different numbers differently.
fn state_bits(sim: &Sim) -> String {
    format!("{:?}", sim.snapshot())
}

/// A heap of triangles and boxes on a floor, so dense that most places in it overlap something.
fn heap(random: &mut Random) -> Builder {
    let mut builder = Builder::default();
    builder.room(DVec3::splat(HALF * 2.0), 2);
    for _ in 0..10 + random.below(40) {
        let center = random.vec3(HALF);
        builder
            .faces
            .push([0; 3].map(|_: i32| center + random.vec3(1.5)));
    }
    for _ in 0..4 {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let half = DVec3::splat(0.35) + random.vec3(0.3);
        builder.boxes.push((random.vec3(HALF), rotation, half));
    }
    builder
}
