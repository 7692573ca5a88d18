//! Family: single steps and flights of stairs at every pace. Whether a walker climbs depends on height,
//! depth and headroom only. Everything up to the step height is climbed at once, nothing above it ever.

use sidle::geometry::rotation_from_degrees;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{BodyShape, Tuning};

use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{RATES, Walker, ahead, idle, random_body};
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "stairs",
    figure: "s slower than on the flat",
    moves: 200,
    run,
};

/// How far in front of the first riser a walk begins; metres.
const RUN_UP: f64 = 0.03;

/// Two heights of the feet that differ by less are the same; metres.
const SAME_HEIGHT: f64 = 2e-3;

/// A climb may take at most this much longer than the same distance on flat ground; seconds.
const MAX_DELAY: f64 = 0.25;

/// A flight of stairs that begins at z = 0 and rises towards -Z.
struct Stairs {
    steps: u32,
    height: f64,
    tread: f64,
    /// From the top step to the ceiling; metres.
    headroom: Option<f64>,
}

impl Stairs {
    fn top(&self) -> f64 {
        self.height * f64::from(self.steps)
    }

    /// From the first riser to the last one; metres.
    fn depth(&self) -> f64 {
        self.tread * f64::from(self.steps - 1)
    }

    fn build(&self, turn: DMat3, as_box: bool) -> Builder {
        let mut builder = Builder::default();
        let mut block = |low: DVec3, high: DVec3| {
            let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
            builder.block(turn * center, turn, half, as_box);
        };
        block(
            DVec3::new(-150.0, -1.0, -150.0),
            DVec3::new(150.0, 0.0, 150.0),
        );
        for step in 0..self.steps {
            let (front, top) = (
                -self.tread * f64::from(step),
                self.height * f64::from(step + 1),
            );
            // The steps lie behind or on one another, without gaps.
            block(
                DVec3::new(-100.0, top - self.height, -150.0),
                DVec3::new(100.0, top, front),
            );
        }
        if let Some(headroom) = self.headroom {
            let bottom = self.top() + headroom;
            block(
                DVec3::new(-100.0, bottom, -150.0),
                DVec3::new(100.0, bottom + 1.0, 50.0),
            );
        }
        builder
    }
}

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let mut tuning = random_body(random);
    tuning.step_height = [0.35, 0.35, random.between(0.25, 0.5)][random.below(3)];
    // The edge of a lower step is a slope that a large sphere walks up.
    tuning.radius = tuning.radius.min(tuning.step_height * 1.4);
    tuning.ground_accel = [f64::INFINITY, 60.0][random.below(2)];
    tuning.walk_speed = 0.05 * libm::pow(800.0, random.unit());
    let hz = RATES[random.below(RATES.len())];
    let (stairs, fits) = random_stairs(random, &tuning);
    let low = stairs.height <= tuning.step_height;
    let climbable = low && fits;
    let yaw = [0.0, random.between(0.0, 360.0)][random.below(2)];
    let slant = [0.0, 0.0, random.between(-45.0, 45.0)][random.below(3)];
    let as_box = random.below(2) == 0;
    let turn = rotation_from_degrees(DVec3::Y * yaw);
    let start = turn * DVec3::new(0.0, tuning.radius + 1e-4, tuning.radius + RUN_UP);
    let mut walker = Walker::new(&stairs.build(turn, as_box), tuning, start, hz);
    let case_text = |walker: &Walker| {
        format!(
            "{:?} of radius {}, height {}, {} m/s by {} m/s², {hz} Hz, step height {}, {} steps of {} m, {} m \
            deep, headroom {:?}, slant {slant}, box {as_box}: feet at {}",
            tuning.body,
            tuning.radius,
            tuning.height,
            tuning.walk_speed,
            tuning.ground_accel,
            tuning.step_height,
            stairs.steps,
            stairs.height,
            stairs.tread,
            stairs.headroom,
            walker.feet()
        )
    };
    for _ in 0..3 {
        walker.tick(case, &idle())?;
    }
    let start_up = tuning.walk_speed / tuning.ground_accel;
    let forward = tuning.walk_speed * libm::cos(slant.to_radians());
    let flat = (RUN_UP + tuning.radius + stairs.depth()) / forward + start_up;
    let ticks = ((flat + MAX_DELAY) * f64::from(hz)) as u32 + 2;
    let highest = stairs.top() + SAME_HEIGHT;
    let command = ahead(yaw + slant);
    for tick in 1..=ticks {
        walker.tick(case, &command)?;
        let feet = walker.feet();
        let stands = walker.player().ground.stands();
        if feet > highest && stands || !low && feet > 0.02 {
            return Err(format!("too high: {}", case_text(&walker)));
        }
        if climbable && !stands {
            case.count("ticks in the air");
        }
        if climbable && stands && feet > stairs.top() - SAME_HEIGHT {
            case.measure((f64::from(tick) / f64::from(hz) - flat).max(0.0));
            case.count("climbed");
            return Ok(());
        }
    }
    if climbable {
        let text = case_text(&walker);
        for tick in 1..=hz * 2 {
            walker.tick(case, &command)?;
            if walker.feet() > stairs.top() - SAME_HEIGHT {
                let late = MAX_DELAY + f64::from(tick) / f64::from(hz);
                case.measure(late);
                return Err(format!("climbed {late} s late: {text}"));
            }
        }
        return Err(format!("not climbed: {text}"));
    }
    case.count("refused");
    Ok(())
}

/// Random stairs, and whether a walker fits on the top step.
fn random_stairs(random: &mut Random, tuning: &Tuning) -> (Stairs, bool) {
    let limit = tuning.step_height;
    // Slow walkers would take minutes for a flight.
    let steps = match random.below(2) {
        0 if tuning.walk_speed > 1.0 => 2 + random.below(9) as u32,
        _ => 1,
    };
    let height = match random.below(if steps == 1 { 6 } else { 3 }) {
        0 => limit,
        1 | 2 => random.between(0.15, limit.min(0.35)),
        3 => random.between(0.01, limit),
        4 => limit + 2e-3,
        _ => random.between(limit + 2e-3, limit * 3.0),
    };
    let body = match tuning.body {
        BodyShape::Sphere => tuning.radius * 2.0,
        BodyShape::Capsule | BodyShape::Box => tuning.height,
    };
    let spare = match random.below(6) {
        0 if steps == 1 => Some(random.between(2e-3, 0.6)),
        1 if steps == 1 => Some(-random.between(2e-3, height.min(0.3) * 0.9)),
        _ => None,
    };
    let stairs = Stairs {
        steps,
        height,
        tread: random.between(0.2, 0.6),
        headroom: spare.map(|spare| body + spare),
    };
    (stairs, spare.is_none_or(|spare| spare > 0.0))
}
