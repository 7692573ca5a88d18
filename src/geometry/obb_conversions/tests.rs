//! Tests of `obb_conversions.rs`.

use super::*;
use crate::geometry::{Aabb, Placement, Solid, rotation_from_degrees};
use crate::test_support::Random;

fn random_box(random: &mut Random) -> Obb {
    let rotation = rotation_from_degrees(random.vec3(180.0));
    Obb::new(random.vec3(9.0), rotation, random.vec3(2.0).abs()).unwrap()
}

#[test]
fn a_box_survives_the_way_through_a_matrix_and_through_a_quaternion() {
    let mut random = Random::new(31);
    for case in 0..20_000 {
        let obb = random_box(&mut random);
        let matrix = obb.to_matrix();
        assert_eq!(Obb::from_matrix(&matrix, obb.half_extents()), Some(obb));
        let local = random.vec3(3.0);
        let placed = matrix.transform_point3(local);
        assert!(placed.abs_diff_eq(obb.to_world(local), 1e-12), "{case}");

        let quaternion = obb.to_quaternion();
        for same in [quaternion, -quaternion] {
            let again = Obb::from_quaternion(obb.center(), same, obb.half_extents());
            let off = again.unwrap().axes() - obb.axes();
            assert!(off.abs_diff_eq(DMat3::ZERO, 1e-14), "case {case}: {off}");
        }
    }
}

#[test]
fn shear_mirrors_projections_and_a_zero_quaternion_make_no_box() {
    let mirror = DMat4::from_scale(DVec3::new(1.0, 1.0, -1.0));
    let mut shear = DMat4::IDENTITY;
    shear.y_axis.x = 0.5;
    let mut projection = DMat4::IDENTITY;
    projection.z_axis.w = -1.0;
    for matrix in [mirror, shear, projection] {
        assert_eq!(Obb::from_matrix(&matrix, DVec3::ONE), None, "{matrix}");
    }
    // The matrix of a quaternion without length would be the identity.
    let zero = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert_eq!(Obb::from_quaternion(DVec3::ZERO, zero, DVec3::ONE), None);
}

#[test]
fn a_projection_is_the_interval_of_the_projected_corners() {
    let mut random = Random::new(32);
    for case in 0..20_000 {
        let (obb, direction) = (random_box(&mut random), random.vec3(1.0));
        let [low, high] = obb.project(direction);
        let heights: Vec<f64> = (0..8).map(|n| obb.vertex(n).dot(direction)).collect();
        let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!((low - least).abs() < 1e-12, "case {case}: {low} {least}");
        assert!((high - greatest).abs() < 1e-12, "case {case}");
    }
}

#[test]
fn without_its_rotation_a_box_keeps_its_extents_and_loses_its_corners() {
    // A plank of 2 x 8 m, turned by 45 degrees: its corners are 3.54 m off in X and Z.
    let turned = rotation_from_degrees(DVec3::Y * 45.0);
    let plank = Obb::new(DVec3::ONE, turned, DVec3::new(1.0, 0.1, 4.0)).unwrap();
    let kept = plank.without_rotation();
    assert_eq!(kept.half_extents(), plank.half_extents());
    assert_eq!((kept.center(), kept.axes()), (DVec3::ONE, DMat3::IDENTITY));
    assert!((plank.aligned().half_extents().x - 12.5_f64.sqrt()).abs() < 1e-12);
    let outside = |number: usize| kept.to_local(plank.vertex(number)).abs().x > 1.0;
    assert_eq!((0..8).filter(|number| outside(*number)).count(), 8);
}

#[test]
fn without_its_rotation_a_box_keeps_its_centre_which_circles_around_the_position_of_its_mesh() {
    // A door that hangs on its hinge: 1 m beside it, 1 m up.
    let corners = [DVec3::new(0.5, 0.0, -0.2), DVec3::new(1.5, 2.0, 0.2)];
    let bounds = Aabb::from_points(corners).unwrap();
    let placed = |degrees: f64| {
        let placement = Placement::new(DVec3::ZERO, DVec3::Y * degrees, DVec3::ONE);
        Obb::from_bounds(&bounds, &placement).unwrap()
    };
    let still = placed(0.0).without_rotation();
    for (degrees, center) in [
        (0.0, DVec3::new(1.0, 1.0, 0.0)),
        (90.0, DVec3::new(0.0, 1.0, -1.0)),
        (180.0, DVec3::new(-1.0, 1.0, 0.0)),
    ] {
        let kept = placed(degrees).without_rotation();
        assert!(kept.center().abs_diff_eq(center, 1e-12), "{degrees}");
        assert_eq!(kept.half_extents(), still.half_extents());
        // Turned about its own centre, the box does not change.
        let turned = Obb::new(still.center(), placed(degrees).axes(), still.half_extents());
        assert_eq!(turned.unwrap().without_rotation(), still, "{degrees}");
    }
}
