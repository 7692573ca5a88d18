//! Banks of every height, for every body, at every rate.

use super::*;
use crate::test_support::Random;

/// Swims into the bank of a [`basin`] for up to 6 s. Returns whether it came to stand there, and the highest place of its feet.
fn swims_out(
    tuning: Tuning,
    (above, hz): (f64, u32),
    (start, yaw_deg): (DVec3, f64),
) -> (bool, f64) {
    let (world, zones) = (
        basin(above),
        [water([-9.0, -3.0, 0.0], [9.0, 0.0, 20.0], DVec3::ZERO)],
    );
    let mut swimmer = Swimmer::new(&world, &zones, tuning, hz, start);
    let keys = Command {
        yaw: BinaryAngle::from_degrees(yaw_deg),
        ..ahead(35.0)
    };
    let mut highest = f64::NEG_INFINITY;
    for _ in 0..hz * 6 {
        swimmer.tick(keys);
        highest = highest.max(swimmer.feet());
        if swimmer.state.ground.stands() && (swimmer.feet() - above).abs() < 2e-3 {
            return (true, highest);
        }
    }
    (false, highest)
}

#[test]
fn swimmers_of_any_size_climb_every_bank_up_to_a_step_above_the_water_and_no_higher_one() {
    let mut random = Random::new(33);
    let mut between = |low: f64, high: f64| low + (high - low) * (random.signed() * 0.5 + 0.5);
    let mut wrong = Vec::new();
    for case in 0..600 {
        let body = [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box][case % 3];
        let radius = between(0.2, 0.4);
        let step_height = between(0.1, 0.6);
        let tuning = Tuning {
            body,
            radius,
            height: between(1.0, 2.0),
            step_height,
            walk_speed: between(2.5, 10.0),
            ..Tuning::default()
        };
        let above = match case / 3 % 3 {
            0 => between(-0.05, 0.05),
            1 => between(-0.3, step_height - 0.05),
            _ => between(step_height + 0.05, step_height + 0.4),
        };
        let hz = between(20.0, 361.0) as u32;
        let start = DVec3::new(0.1, -1.2, radius + between(0.3, 3.0));
        let yaw = between(-14.0, 14.0);
        let (is_out, highest) = swims_out(tuning, (above, hz), (start, yaw));
        if is_out != (above < step_height) || highest > above.max(0.0) + 0.05 {
            wrong.push(format!(
                "{case}: {body:?} of {radius}, height {}, step {step_height}, {} m/s, {hz} Hz, bank {above}, from {start}, \
                 yaw {yaw}: {is_out}, {highest}",
                tuning.height, tuning.walk_speed
            ));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_fast_ball_climbs_banks_that_are_a_little_lower_than_its_middle_at_low_rates() {
    for radius in [0.2, 0.226, 0.25, 0.3, 0.4] {
        for (walk_speed, hz) in [(8.174, 60), (8.174, 30), (10.0, 20), (5.0, 30)] {
            let tuning = Tuning {
                radius,
                walk_speed,
                ..Tuning::default()
            };
            let middle = -heights(&tuning, &PlayerState::default()).1;
            for below in 0..13 {
                let above = middle - f64::from(below) * 0.01 * radius;
                let start = DVec3::new(0.1, -1.2, 1.5);
                let (is_out, highest) = swims_out(tuning, (above, hz), (start, 0.0));
                let case = format!("{radius}, {walk_speed} m/s, {hz} Hz, {above}");
                assert!(
                    is_out && highest < above.max(0.0) + 0.01,
                    "{case}: {highest}"
                );
            }
        }
    }
}
