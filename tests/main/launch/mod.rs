//! A player on the ground who is pushed off it flies, and everything else that happens to a walker launches nobody.

mod never;
mod reports;
mod zones;

use crate::random::Random;
use crate::support::{Shapes, add_box, floor, ramp, rules};
use sidle::geometry::angle::{BinaryAngle, sin_cos_deg};
use sidle::glam::DVec3;
use sidle::player::{Axis, BodyShape, Command, Controller, Event, Ground, PlayerState, Tuning};
use sidle::sim::Sim;
use sidle::world::World;

const SEED: u64 = 52;

const EVERY_RATE: [u32; 5] = [30, 60, 120, 240, 360];

/// Every controller with the bodies that it moves.
const BODIES: [(Controller, BodyShape); 4] = [
    (Controller::Swept, BodyShape::Sphere),
    (Controller::Swept, BodyShape::Capsule),
    (Controller::Classic, BodyShape::Sphere),
    (Controller::Boxed, BodyShape::Sphere),
];

fn tuning(body: BodyShape) -> Tuning {
    Tuning {
        body,
        radius: 0.4,
        ..Tuning::default()
    }
}

/// Runs `check` for every body, at every tick rate.
fn each(mut check: impl FnMut(Controller, Tuning, u32)) {
    for (controller, body) in BODIES {
        for hz in EVERY_RATE {
            check(controller, tuning(body), hz);
        }
    }
}

/// A player who stands on the ground of `world`, just above which it starts, and has walked ahead for `seconds`.
fn walker(
    world: World,
    (controller, tuning): (Controller, Tuning),
    start: DVec3,
    seconds: f64,
    hz: u32,
) -> Sim {
    let mut sim = Sim::new(world, tuning, rules(start, controller), hz);
    let ahead = Command {
        forward: Axis::new(1.0),
        ..sim.idle_command()
    };
    for _ in 0..(seconds * f64::from(hz)) as u32 + 2 {
        sim.tick(&ahead);
    }
    assert!(sim.player().ground.stands(), "{:?}", sim.player());
    sim
}

/// Adds `push` to the velocity of the player.
fn push(sim: &mut Sim, push: DVec3) {
    let player = *sim.player();
    let velocity = player.velocity + push;
    sim.set_player(PlayerState { velocity, ..player });
}

fn launches(sim: &Sim) -> bool {
    sim.trace().events().contains(&Event::Launch)
}

#[test]
fn a_push_off_the_ground_takes_off_with_its_full_vector() {
    let mut random = Random::new(SEED);
    each(|controller, tuning, hz| {
        for slope_deg in [0.0, 20.0, 35.0] {
            for walked in [0.0, 0.5] {
                let (sin, cos) = sin_cos_deg(slope_deg);
                let normal = DVec3::new(0.0, cos, sin);
                let reach = match controller {
                    Controller::Boxed => 0.4 * (sin + cos),
                    _ => 0.4,
                };
                let start = DVec3::new(0.0, 5.0 * sin, -5.0 * cos) + normal * (reach + 1e-4);
                let world = ramp(slope_deg).world();
                let mut sim = walker(world, (controller, tuning), start, walked, hz);
                let case = format!("{controller:?}, {:?}, {hz} Hz, {slope_deg}°", tuning.body);
                // Up, and away from the ground faster than the walker goes along it, at the least by the threshold.
                let aside = random.vec3(8.0);
                let up =
                    aside - normal * aside.dot(normal) + normal * (2.1 + random.below(20) as f64);
                let up = up + DVec3::Y * (0.5 - up.y - sim.player().velocity.y).max(0.0);
                let before = *sim.player();
                let velocity = before.velocity + up;
                push(&mut sim, up);
                sim.tick(&sim.idle_command());
                let dt = 1.0 / f64::from(hz);
                let way = velocity * dt - DVec3::Y * (tuning.gravity * dt * dt * 0.5);
                let after = *sim.player();
                let off = (after.position - before.position).distance(way);
                assert!(off < 1e-9, "{case}: off by {off} m after {up}");
                // The walker may be back on the ground at the end of a long tick.
                if (velocity - DVec3::Y * tuning.gravity * dt).dot(normal) > 0.1 {
                    assert_eq!(after.ground, Ground::None, "{case}: {up}");
                    let now = velocity - DVec3::Y * tuning.gravity * dt;
                    assert!(after.velocity.distance(now) < 1e-9, "{case}: {up}");
                }
            }
        }
    });
}

#[test]
fn a_knock_back_flies_as_far_as_the_formula_says() {
    // The cases that were met: upwards, slanting, and almost straight up.
    for (knock, height) in [
        (DVec3::new(0.0, 9.0, 0.0), 2.025),
        (DVec3::new(5.0, 9.0, 0.0), 2.025),
        (DVec3::new(0.1, 50.0, 0.0), 62.5),
    ] {
        each(|controller, tuning, hz| {
            let start = DVec3::Y * 0.4001;
            let mut sim = walker(floor().world(), (controller, tuning), start, 0.0, hz);
            for _ in 0..hz {
                sim.tick(&sim.idle_command()); // at rest again
            }
            let before = sim.player().position;
            push(&mut sim, knock);
            let (mut highest, mut ticks) = (0.0_f64, 0);
            while ticks == 0 || !sim.player().ground.stands() {
                sim.tick(&sim.idle_command());
                highest = highest.max(sim.player().position.y - before.y);
                ticks += 1;
            }
            let case = format!("{controller:?}, {:?}, {hz} Hz, {knock}", tuning.body);
            let dt = 1.0 / f64::from(hz);
            assert!(
                highest <= height + 1e-9 && highest > height - 5.0 * dt * dt,
                "{case}: {highest} m"
            );
            let seconds = f64::from(ticks) * dt;
            assert!(
                (seconds - knock.y * 0.1).abs() < 2.0 * dt,
                "{case}: {seconds} s"
            );
            let way = sim.player().position.x - before.x;
            assert!(
                (way - knock.x * seconds).abs() < knock.x * dt + 1e-3,
                "{case}: {way} m"
            );
        });
    }
}

#[test]
fn a_nudge_loses_the_part_that_leads_off_the_ground_and_does_not_become_a_slide() {
    each(|controller, tuning, hz| {
        let start = DVec3::Y * 0.4001;
        let mut sim = walker(floor().world(), (controller, tuning), start, 0.0, hz);
        for _ in 0..hz {
            sim.tick(&sim.idle_command());
        }
        let before = *sim.player();
        push(&mut sim, DVec3::new(0.1, 1.9, 0.0));
        let mut fastest = 0.0_f64;
        for _ in 0..hz {
            sim.tick(&sim.idle_command());
            assert!(!launches(&sim) && sim.player().ground.stands());
            fastest = fastest.max(sim.player().velocity.length());
        }
        let way = sim.player().position.distance(before.position);
        let case = format!("{controller:?}, {:?}, {hz} Hz", tuning.body);
        assert!(
            fastest <= 0.1 + 1e-12 && way < 0.01,
            "{case}: {fastest} m/s, {way} m"
        );
    });
}

#[test]
fn the_threshold_is_the_tunings() {
    for (launch_speed, speed, flies) in [
        (2.0, 1.99, false),
        (2.0, 2.01, true),
        (0.0, 0.01, true),
        (1e5, 9e4, false),
        (6.0, 5.0, false),
        (6.0, 6.5, true),
    ] {
        let tuning = Tuning {
            launch_speed,
            ..tuning(BodyShape::Sphere)
        };
        let start = DVec3::Y * 0.4001;
        let mut sim = walker(
            floor().world(),
            (Controller::Swept, tuning),
            start,
            0.0,
            120,
        );
        let player = *sim.player();
        sim.set_player(PlayerState {
            velocity: DVec3::Y * speed,
            ..player
        });
        // At once, so that a recording that begins now knows it.
        assert_eq!(
            sim.player().ground == Ground::None,
            flies,
            "{launch_speed}, {speed}"
        );
    }
}

#[test]
fn a_launch_in_so_many_words_needs_no_speed_and_leaves_no_jump() {
    each(|controller, tuning, hz| {
        let start = DVec3::Y * 0.4001;
        let mut sim = walker(floor().world(), (controller, tuning), start, 0.5, hz);
        let mut player = *sim.player();
        let velocity = DVec3::new(player.velocity.x, 1.0, player.velocity.z);
        player.launch(velocity);
        sim.set_player(player);
        let jump = Command {
            jump: true,
            ..sim.idle_command()
        };
        let before = sim.player().position;
        sim.tick(&jump);
        let dt = 1.0 / f64::from(hz);
        let way = velocity * dt - DVec3::Y * (tuning.gravity * dt * dt * 0.5);
        let off = (sim.player().position - before).distance(way);
        assert!(off < 1e-9, "{controller:?}, {hz} Hz: off by {off} m");
    });
}

#[test]
fn who_is_thrown_at_a_step_flies_over_it_or_against_it_and_climbs_nothing() {
    each(|controller, tuning, hz| {
        let mut shapes: Shapes = floor();
        add_box(
            &mut shapes,
            DVec3::new(0.0, 0.15, -4.0),
            DVec3::ZERO,
            DVec3::new(8.0, 0.3, 4.0),
        );
        let start = DVec3::Y * 0.4001;
        let mut sim = walker(shapes.world(), (controller, tuning), start, 0.0, hz);
        push(&mut sim, DVec3::new(0.0, 4.0, -12.0));
        let mut ticks = 0;
        loop {
            sim.tick(&sim.idle_command());
            assert_eq!(sim.contacts().climbed(), 0.0, "{controller:?}, {hz} Hz");
            ticks += 1;
            if sim.player().ground.stands() {
                break;
            }
        }
        // 0.4 s in the air, or less where it lands on the step.
        let seconds = f64::from(ticks) / f64::from(hz);
        assert!(
            (0.28..=0.45).contains(&seconds),
            "{controller:?}, {hz} Hz: {seconds} s"
        );
    });
}

/// Keys as a player presses them, changed a few times a second.
fn random_keys(sim: &Sim, random: &mut Random) -> Command {
    let axis = |random: &mut Random| Axis::new(random.below(3) as f64 - 1.0);
    Command {
        forward: Axis::new(f64::from(u8::from(random.below(4) > 0))),
        right: axis(random),
        up: Axis::new(if random.below(4) == 0 { -1.0 } else { 0.0 }),
        jump: random.below(3) == 0,
        fast: random.below(2) == 0,
        yaw: BinaryAngle::from_degrees(random.signed() * 180.0),
        ..sim.idle_command()
    }
}
