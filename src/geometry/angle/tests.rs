//! Tests of `angle.rs`.

use super::*;

#[test]
fn any_two_vectors_with_a_length_have_an_angle() {
    // 2 m along X, and 3 m at 60 degrees from it: the cosine is a half.
    let sixty = angle_between(DVec3::X * 2.0, DVec3::new(1.5, 0.0, 1.5 * 3.0_f64.sqrt()));
    assert!((sixty.unwrap() - core::f64::consts::FRAC_PI_3).abs() < 1e-15);
    // Rounding carries these cosines just beyond 1 and -1.
    for step in 1..2000 {
        let vector = DVec3::new(0.1, 0.7, f64::from(step) * 0.013);
        let (same, opposite) = (vector * 3.0, vector * -0.7);
        assert!(angle_between(vector, same).unwrap() < 1e-7);
        assert!(angle_between(vector, opposite).unwrap() > core::f64::consts::PI - 1e-7);
    }
    assert_eq!(angle_between(DVec3::ZERO, DVec3::X), None);
}

#[test]
fn quarter_turns_are_exact_from_degrees_and_from_binary_angles() {
    for (degrees, expected) in [
        (0.0, (0.0, 1.0)),
        (90.0, (1.0, 0.0)),
        (180.0, (0.0, -1.0)),
        (270.0, (-1.0, 0.0)),
        (-90.0, (-1.0, 0.0)),
        (720.0, (0.0, 1.0)),
    ] {
        assert_eq!(sin_cos_deg(degrees), expected, "{degrees} degrees");
        assert_eq!(
            BinaryAngle::from_degrees(degrees).sin_cos(),
            expected,
            "{degrees} degrees"
        );
    }
}

#[test]
fn sine_and_cosine_match_libm_over_the_whole_circle() {
    for step in -800..800 {
        let degrees = f64::from(step) * 0.9;
        let (sin, cos) = sin_cos_deg(degrees);
        let radians = degrees * RADIANS_PER_DEGREE;
        assert!((sin - libm::sin(radians)).abs() < 1e-14, "{degrees}");
        assert!((cos - libm::cos(radians)).abs() < 1e-14, "{degrees}");
        let (binary_sin, binary_cos) = BinaryAngle::from_degrees(degrees).sin_cos();
        assert!(
            (binary_sin - sin).abs() < 1e-9 && (binary_cos - cos).abs() < 1e-9,
            "{degrees}"
        );
    }
}

#[test]
fn half_a_turn_reads_as_plus_180_degrees() {
    assert_eq!(BinaryAngle::from_degrees(-180.0).degrees(), 180.0);
    assert_eq!(BinaryAngle::from_degrees(359.999_999_999_99).degrees(), 0.0);
    assert_eq!(BinaryAngle::from_degrees(f64::NAN), BinaryAngle::ZERO);
}

#[test]
fn pitch_changes_the_look_direction_only() {
    let axes = ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::from_degrees(90.0));
    assert_eq!(axes.look, DVec3::Y);
    assert_eq!(axes.heading, DVec3::NEG_Z);
    assert_eq!(axes.right, DVec3::X);
}
