//! Tests of `pose.rs`.

use super::*;
use crate::test_support::Random;

#[test]
fn a_small_rotation_turns_about_its_axis_by_its_angle() {
    let turned = Pose::IDENTITY.translated_and_rotated(DVec3::ZERO, DVec3::Z * 1e-3);
    // cos ≈ 1 - 5e-7, sin ≈ 1e-3.
    let expected = DVec3::new(1.0 - 5e-7, 1e-3, 0.0);
    assert!(turned.apply(DVec3::X).abs_diff_eq(expected, 1e-9));
}

#[test]
fn a_million_rotations_leave_a_pure_rotation() {
    let mut pose = Pose::new(DVec3::ONE, DVec3::new(10.0, 20.0, 30.0)).unwrap();
    for _ in 0..1_000_000 {
        pose = pose.translated_and_rotated(DVec3::ZERO, DVec3::new(0.3, -0.2, 0.1));
    }
    let square = pose.rotation.transpose() * pose.rotation;
    assert!(square.abs_diff_eq(DMat3::IDENTITY, 1e-14));
    assert!((pose.rotation.determinant() - 1.0).abs() < 1e-14);
    assert_eq!(pose.position, DVec3::ONE);
}

#[test]
fn shapes_transform_with_their_body() {
    let pose = Pose::new(DVec3::new(1.0, 2.0, 3.0), DVec3::new(30.0, 70.0, -20.0)).unwrap();
    let offset = Pose::new(DVec3::X, DVec3::new(0.0, 45.0, 0.0)).unwrap();
    let both = pose.compose(&offset);
    let point = DVec3::new(0.3, -0.4, 0.9);
    assert!(
        both.apply(point)
            .abs_diff_eq(pose.apply(offset.apply(point)), 1e-14)
    );
    let plane = Plane::new(DVec3::Y, DVec3::new(1.0, 2.0, 2.0)).unwrap();
    let height = plane.signed_distance(point);
    let moved = plane.transformed(&pose).signed_distance(pose.apply(point));
    assert!((moved - height).abs() < 1e-14);
    let obb = Obb::new(DVec3::Z, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let local = obb.transformed(&pose).to_local(pose.apply(point));
    assert!(local.abs_diff_eq(obb.to_local(point), 1e-14));
}

#[test]
fn an_interpolated_pose_takes_the_shorter_way_and_stays_a_rotation() {
    let mut random = Random::new(51);
    for case in 0..20_000 {
        let mut pose = || Pose::new(random.vec3(5.0), random.vec3(180.0)).unwrap();
        let (from, to) = (pose(), pose());
        let angle = |a: &Pose, b: &Pose| {
            let turn = a.rotation.transpose() * b.rotation;
            let trace = turn.x_axis.x + turn.y_axis.y + turn.z_axis.z;
            libm::acos(((trace - 1.0) / 2.0).clamp(-1.0, 1.0))
        };
        let whole = angle(&from, &to);
        for fraction in [0.0, 0.25, 0.5, 0.8, 1.0] {
            let between = from.interpolated(&to, fraction);
            let square = between.rotation.transpose() * between.rotation;
            assert!(square.abs_diff_eq(DMat3::IDENTITY, 1e-14), "case {case}");
            // On the shorter way, both angles add up to the whole.
            let [done, left] = [angle(&from, &between), angle(&between, &to)];
            assert!(
                (done + left - whole).abs() < 1e-6,
                "case {case}: {done} {left}"
            );
            let uneven = (done - whole * fraction).abs();
            let bound = match fraction {
                0.0 | 0.5 | 1.0 => 1e-6,
                _ if whole <= core::f64::consts::FRAC_PI_2 => 0.018,
                _ => 0.15,
            };
            assert!(
                uneven < bound,
                "case {case}: {uneven} of {whole} at {fraction}"
            );
            let way = from.position + (to.position - from.position) * fraction;
            assert_eq!(between.position, way);
        }
    }
}

#[test]
fn non_finite_numbers_make_no_pose() {
    assert_eq!(Pose::new(DVec3::NAN, DVec3::ZERO), None);
    assert_eq!(Pose::new(DVec3::ZERO, DVec3::splat(f64::INFINITY)), None);
}
