//! The level `blocks`: the signs say what an upright box does and a ball of the same width does not.

use sidle::glam::DVec3;
use sidle::level::Level;
use sidle::player::BodyShape;

use super::{SWEPT, tuned, walker};
use crate::support::{Walk, shipped_level};

/// The level for the box, or for the ball of a player who presses the key of the sign.
fn level(body: BodyShape) -> Level {
    tuned(shipped_level("blocks"), |tuning| tuning.body = body)
}

fn walk(body: BodyShape, position: [f64; 3], yaw_deg: f64) -> Walk {
    walker(level(body), SWEPT, position, yaw_deg)
}

const BODIES: [BodyShape; 2] = [BodyShape::Box, BodyShape::Sphere];

#[test]
fn a_box_walks_over_gaps_of_half_a_metre_with_a_level_eye_and_a_ball_dips_into_each() {
    for body in BODIES {
        let walked = walk(body, [-8.0, 0.4, 9.0], 0.0).forward(2.8);
        assert!(walked.position().z < -4.0, "{}", walked.position());
        // From the first block to the last one, 0.6 m high.
        let on_blocks = walked.states.iter();
        let on_blocks = on_blocks.filter(|state| (-4.5..6.0).contains(&state.position.z));
        let heights = on_blocks.map(|state| state.position.y - 0.9);
        let (mut dip, mut dips, mut is_low) = (0.0_f64, 0, false);
        for height in heights {
            dip = dip.max(-height);
            let was_low = std::mem::replace(&mut is_low, height < -0.05);
            dips += u32::from(is_low && !was_low);
        }
        if body == BodyShape::Box {
            assert!(dip < 1e-3, "{dip} m");
        } else {
            assert!((0.1..0.12).contains(&dip) && dips == 7, "{dip} m, {dips}");
        }
    }
}

#[test]
fn a_box_walks_along_a_ledge_of_one_centimetre_where_a_ball_falls() {
    for body in BODIES {
        // A shoulder on the wall at x = 9, and a little to the right.
        let walked = walk(body, [8.69, 1.9, 9.5], -5.0).forward(2.4);
        let place = walked.position();
        let is_across = place.z < -1.0 && (place.y - 1.8).abs() < 1e-3;
        assert_eq!(is_across, body == BodyShape::Box, "{body:?}: {place}");
        if body == BodyShape::Sphere {
            assert!((place.y - 0.3).abs() < 1e-3, "{place}");
        }
    }
}

#[test]
fn a_box_fits_through_the_straight_gate_only_and_a_ball_through_both() {
    let along = DVec3::new(-1.0, 0.0, -1.0).normalize();
    let middle = DVec3::new(5.5, 0.4, -9.0);
    for body in BODIES {
        let straight = walk(body, [0.0, 0.4, -6.0], 0.0).forward(1.0);
        assert!(straight.position().z < -9.0, "{}", straight.position());
        for (yaw, side) in [(45.0, -1.0), (225.0, 1.0)] {
            let start = middle + along * (2.0 * side);
            let walked = walk(body, start.to_array(), yaw).forward(1.2);
            let gone = (walked.position() - middle).dot(along) * -side;
            let passes = gone > 1.5;
            assert_eq!(passes, body == BodyShape::Sphere, "{body:?}: {gone}");
        }
    }
}

#[test]
fn a_post_stops_a_box_that_meets_it_with_its_shoulder_and_a_ball_slips_past() {
    for body in BODIES {
        for (aside, x) in [(0.4, 2.6), (-0.4, 1.8)] {
            let walked = walk(body, [x, 0.4, 9.0], 0.0).forward(1.0);
            let place = walked.position();
            if body == BodyShape::Box {
                // The front of the post is at z = 7.15.
                assert!(
                    (place.z - 7.45).abs() < 1e-3 && (place.x - x).abs() < 1e-3,
                    "{place}"
                );
            } else {
                assert!(place.z < 5.5 && (place.x - x) * aside > 0.01, "{place}");
            }
        }
    }
}
