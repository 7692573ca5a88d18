//! Boxes that carry, lift, turn and push.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::Tuning;

use super::{FEW_RATES, bodies, scene, standing, with_floor};
use crate::check::{Check, Measure, not_inside, not_past, on_floor};
use crate::course::{Block, Course, Form, MovingBlock};
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// How long a platform moves; seconds.
const SECONDS: f64 = 1.0;

/// What moves a body, and where it must be then.
pub(crate) fn scenes() -> Vec<Scene> {
    let family = Family::Platforms;
    let ways = [1.0, 3.0, 10.0].map(|speed| ("along", DVec3::NEG_Z * speed));
    let lifts = [1.0, 5.0].map(|speed| ("up", DVec3::Y * speed));
    let down = [1.0, 4.0].map(|speed| ("down", DVec3::NEG_Y * speed));
    vec![
        scene(
            family,
            "carries",
            "A platform carries who stands on it.",
            carried(&ways),
        ),
        scene(family, "lifts", "A lift takes a body up.", carried(&lifts)),
        scene(
            family,
            "lowers",
            "A lift takes a body down, on the ground.",
            carried(&down),
        ),
        scene(
            family,
            "turns",
            "A turntable takes a body around.",
            turned(),
        ),
        scene(
            family,
            "ends",
            "A walk on a platform goes as far as on a floor.",
            walked(),
        ),
        scene(
            family,
            "pushes",
            "A wall that moves pushes a body along.",
            pushed(),
        ),
        scene(
            family,
            "squeezes",
            "Between two walls, a body passes neither.",
            squeezed(),
        ),
    ]
}

/// A slab with its upper face at the height 0, which moves.
fn slab(velocity: DVec3) -> Course {
    let block = Block::new(DVec3::NEG_Y * 0.25, DVec3::new(4.0, 0.25, 4.0));
    Course {
        moving: vec![MovingBlock {
            block,
            velocity,
            turn_deg_per_s: 0.0,
            until: SECONDS,
        }],
        ..Course::default()
    }
}

/// A body that starts and stops with its platform is off by the way of a tick, at most twice.
fn lag(displacement: DVec3, speed: f64, hz: u32) -> Check {
    let tick = speed / f64::from(hz) * 1e3;
    Check::new(Measure::Lag(displacement), tick + 10.0, tick * 2.0 + 100.0)
}

fn each(trial: impl Fn(Tuning, u32) -> Trial) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for hz in FEW_RATES {
            let trial = trial(tuning, hz).on_platforms();
            let name = format!("{}{body}, {hz} Hz", trial.variant);
            trials.push(trial.named(name));
        }
    }
    trials
}

fn carried(ways: &[(&str, DVec3)]) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (_, velocity) in ways {
        let speed = velocity.length();
        trials.extend(each(|tuning, hz| {
            let start = DVec3::Y * standing(&tuning);
            let trial = Trial::of_walk(slab(*velocity), tuning, hz, start, &[Leg::idle(SECONDS)])
                .named(format!("{speed} m/s, "))
                .with_check(lag(*velocity * SECONDS, speed, hz))
                .with_check(not_inside());
            if velocity.y > 0.0 {
                trial
            } else {
                trial.with_check(on_floor())
            }
        }));
    }
    trials
}

fn turned() -> Vec<Trial> {
    let mut trials = Vec::new();
    for deg in [45.0, 180.0] {
        trials.extend(each(|tuning, hz| {
            let mut course = slab(DVec3::ZERO);
            course.moving[0].turn_deg_per_s = deg;
            let start = DVec3::new(2.0, standing(&tuning), 0.0);
            let (sin, cos) = sin_cos_deg(deg * SECONDS);
            let end = DVec3::new(cos, 0.0, -sin) * 2.0;
            let speed = 2.0 * deg.to_radians();
            // A tick may follow the tangent. So the body spirals out by half a tick's way for each radian.
            Trial::of_walk(course, tuning, hz, start, &[Leg::idle(SECONDS)])
                .named(format!("{deg}° a second, "))
                .seen_from_above()
                .with_check(lag(
                    end - DVec3::X * 2.0,
                    speed * (1.0 + deg.to_radians()),
                    hz,
                ))
                .with_check(on_floor())
                .with_check(not_inside())
        }));
    }
    trials
}

fn walked() -> Vec<Trial> {
    each(|tuning, hz| {
        let start = DVec3::new(0.0, standing(&tuning), 2.0);
        let tuning = Tuning {
            walk_speed: 2.0,
            ..tuning
        };
        // It walks 2 m in a second, but for the acceleration, which takes v²/2a.
        let walk = 2.0 - 2.0 * 2.0 / (2.0 * tuning.ground_accel);
        let displacement = DVec3::NEG_Z * (3.0 + walk);
        let leg = Leg::ahead(SECONDS, 0.0);
        Trial::of_walk(slab(DVec3::NEG_Z * 3.0), tuning, hz, start, &[leg])
            .with_check(lag(displacement, 5.0, hz))
            .with_check(on_floor())
            .with_check(not_inside())
    })
}

/// A wall across the way with its front at this z, which drives by `speed` towards -Z.
fn pusher(front: f64, speed: f64) -> MovingBlock {
    MovingBlock {
        block: Block::new(DVec3::new(0.0, 1.5, front + 0.5), DVec3::new(3.0, 1.5, 0.5)),
        velocity: DVec3::NEG_Z * speed,
        turn_deg_per_s: 0.0,
        until: SECONDS,
    }
}

fn pushed() -> Vec<Trial> {
    let mut trials = Vec::new();
    for speed in [1.0, 3.0, 8.0] {
        trials.extend(each(|tuning, hz| {
            let mut course = with_floor();
            course.moving.push(pusher(1.0, speed));
            let start = DVec3::Y * standing(&tuning);
            // The front ends at 1 - speed, and the body in front of it.
            let end = DVec3::Z * (1.0 - speed * SECONDS - tuning.radius * 0.5);
            let trial = Trial::of_walk(course, tuning, hz, start, &[Leg::idle(SECONDS)])
                .named(format!("{speed} m/s, "))
                .with_check(Check::new(
                    Measure::Short {
                        point: end,
                        normal: DVec3::Z,
                    },
                    0.0,
                    0.0,
                ));
            let tick = speed / f64::from(hz) * 1e3;
            trial.with_check(Check::new(Measure::Inside, 1.0, tick + 1.0))
        }));
    }
    trials
}

fn squeezed() -> Vec<Trial> {
    each(|tuning, hz| {
        let mut course = with_floor();
        course.wall(DVec3::NEG_Z, 0.0, 10.0, Form::Triangles);
        // It stops so near the wall that the body has no room.
        let gap = tuning.radius * 2.0 - 0.1;
        course.moving.push(pusher(gap - 1.0 + SECONDS, 1.0));
        let start = DVec3::new(0.0, standing(&tuning), tuning.radius + 0.01 - 1.0);
        let legs = [Leg::idle(SECONDS), Leg::idle(0.5)];
        Trial::of_walk(course, tuning, hz, start, &legs)
            .clear_by(DVec3::Y + DVec3::Z)
            .with_check(not_past(DVec3::NEG_Z, DVec3::Z))
            .with_check(not_past(DVec3::Z * (gap - 1.0), DVec3::NEG_Z))
            .with_check(not_past(DVec3::ZERO, DVec3::Y))
    })
}
