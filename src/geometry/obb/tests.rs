//! Tests of `obb.rs`.

use super::*;

#[test]
fn scale_goes_into_the_half_extents_and_never_into_the_axes() {
    let bounds = Aabb::from_points([-DVec3::ONE, DVec3::ONE]).unwrap();
    let placement = Placement::new(
        DVec3::ZERO,
        DVec3::new(20.0, 30.0, 40.0),
        DVec3::new(0.1, 5.0, 2.0),
    );
    let obb = Obb::from_bounds(&bounds, &placement).unwrap();
    assert_eq!(obb.axes(), placement.rotation);
    assert_eq!(obb.half_extents(), DVec3::new(0.1, 5.0, 2.0));
}

#[test]
fn the_centre_of_the_bounds_is_scaled_and_rotated_with_the_mesh() {
    // Bounds centred on (0, 1, 0); scaled by 2 that is (0, 2, 0); rolled a quarter, (-2, 0, 0).
    let bounds =
        Aabb::from_points([DVec3::new(-1.0, 0.0, -1.0), DVec3::new(1.0, 2.0, 1.0)]).unwrap();
    let placement = Placement::new(DVec3::Z, DVec3::new(0.0, 0.0, 90.0), DVec3::splat(2.0));
    let obb = Obb::from_bounds(&bounds, &placement).unwrap();
    assert_eq!(obb.center(), DVec3::new(-2.0, 0.0, 1.0));
}

#[test]
fn every_corner_of_the_mesh_bounds_is_a_corner_of_the_box() {
    let corners = [DVec3::new(-1.0, 0.0, -0.5), DVec3::new(3.0, 2.0, 0.5)];
    let bounds = Aabb::from_points(corners).unwrap();
    let placement = Placement::new(
        DVec3::new(9.0, -4.0, 2.0),
        DVec3::new(50.0, 10.0, -70.0),
        DVec3::new(2.0, 0.5, 3.0),
    );
    let obb = Obb::from_bounds(&bounds, &placement).unwrap();
    for corner in corners {
        let local = obb.to_local(placement.apply(corner)).abs();
        assert!(local.abs_diff_eq(obb.half_extents(), 1e-12), "{local}");
        assert!(
            obb.to_world(obb.to_local(corner))
                .abs_diff_eq(corner, 1e-12)
        );
    }
}

#[test]
fn a_mirror_is_no_rotation() {
    let mirror = DMat3::from_diagonal(DVec3::new(1.0, -1.0, 1.0));
    assert_eq!(Obb::new(DVec3::ZERO, mirror, DVec3::ONE), None);
    // Two mirrored axes are half a turn.
    let half_turn = DMat3::from_diagonal(DVec3::new(1.0, -1.0, -1.0));
    assert!(Obb::new(DVec3::ZERO, half_turn, DVec3::ONE).is_some());
}

#[test]
fn shear_negative_extents_and_non_finite_numbers_make_no_box() {
    let shear = DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::Z);
    assert_eq!(Obb::new(DVec3::ZERO, shear, DVec3::ONE), None);
    assert_eq!(
        Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::new(1.0, -1.0, 1.0)),
        None
    );
    assert_eq!(Obb::new(DVec3::NAN, DMat3::IDENTITY, DVec3::ONE), None);
}

#[test]
fn a_mirror_makes_no_box_and_a_mirrored_mesh_does() {
    let turned = super::super::rotation_from_degrees(DVec3::new(20.0, -130.0, 70.0));
    let bounds = Aabb::from_points([DVec3::new(-1.0, 0.0, -0.5), DVec3::ONE]).unwrap();
    for signs in 0..8 {
        let sign = |bit: i32| if signs & bit == 0 { 1.0 } else { -1.0 };
        let flip = DVec3::new(sign(1), sign(2), sign(4));
        let mirrors = flip.element_product() < 0.0;
        for rotation in [DMat3::IDENTITY, turned] {
            let axes = rotation * DMat3::from_diagonal(flip);
            let made = Obb::new(DVec3::ONE, axes, DVec3::ONE);
            assert_eq!(made.is_none(), mirrors, "{flip}");
            // The scale of a placement carries its mirror, and its rotation stays one.
            let placement = Placement {
                position: DVec3::Y,
                rotation,
                scale: flip * 2.0,
            };
            let obb = Obb::from_bounds(&bounds, &placement).unwrap();
            assert_eq!(obb.half_extents(), bounds.half_extents() * 2.0, "{flip}");
            for corner in [bounds.center() - bounds.half_extents(), DVec3::ONE] {
                let local = obb.to_local(placement.apply(corner)).abs();
                assert!(local.abs_diff_eq(obb.half_extents(), 1e-12), "{flip}");
            }
        }
    }
}
