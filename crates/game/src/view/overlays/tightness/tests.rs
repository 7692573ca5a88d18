//! Tests of `tightness.rs`.

use super::*;
use sidle::geometry::rotation_from_degrees;
use sidle::glam::Vec3;
use sidle::level::{MeshPart, load_level};

use crate::platform::built_in::BuiltIn;

#[test]
fn numbers_have_three_significant_digits() {
    for (number, text) in [
        (0.0, "0.00"),
        (0.012_34, "0.0123"),
        (0.5, "0.500"),
        (0.9996, "1.00"),
        (1.844, "1.84"),
        (9.996, "10.0"),
        (99.96, "100"),
        (12_345.6, "12346"),
    ] {
        assert_eq!(three_digits(number), text);
    }
}

#[test]
fn ratios_have_two_digits_and_a_flat_box_has_none() {
    assert_eq!(times(4.6, 2.0).unwrap(), "2.3×");
    assert_eq!(times(2.0, 2.0).unwrap(), "1.0×");
    assert_eq!(times(24.6, 2.0).unwrap(), "12×");
    assert_eq!(times(1.0, 0.0), None);
}

#[test]
fn a_box_places_its_mesh_as_the_placement_does() {
    let corners = [
        Vec3::ZERO,
        Vec3::new(4.0, 1.0, 0.0),
        Vec3::new(0.0, 1.0, 2.0),
    ];
    let mesh = Mesh {
        parts: vec![MeshPart {
            triangles: vec![corners],
            ..MeshPart::default()
        }],
        materials: Vec::new(),
        bounds: Aabb::from_points(corners.map(|corner| corner.as_dvec3())).unwrap(),
    };
    let placement = Placement::new(
        DVec3::new(5.0, -3.0, 2.0),
        DVec3::new(20.0, 70.0, -40.0),
        DVec3::new(0.5, 3.0, 1.0),
    );
    let obb = Obb::from_bounds(&mesh.bounds, &placement).unwrap();
    for (found, corner) in placed_in_box(&mesh, obb).flatten().zip(corners) {
        let placed = placement.apply(corner.as_dvec3());
        assert!(found.abs_diff_eq(placed, 1e-12), "{found} {placed}");
    }
}

#[test]
fn an_obb_is_tighter_than_an_aabb_around_a_rotated_cube() {
    // A unit cube turned by 45 degrees: AABB 1.414 x 1 x 1.414 = 2 m³, twice the OBB;
    // the sphere through the corners has the radius 0.866: 2.72 m³.
    let rotation = rotation_from_degrees(DVec3::Y * 45.0);
    let obb = Obb::new(DVec3::splat(7.0), rotation, DVec3::splat(0.5)).unwrap();
    let corners = (0..8).map(|corner| [obb.vertex(corner); 3]);
    let bounds = BoundingVolumes::new(corners.collect(), obb).unwrap();
    assert!((bounds.aabb.volume() - 2.0).abs() < 1e-9);
    assert!((bounds.sphere.volume() - 2.7207).abs() < 1e-3);
    // Eight single corners are left of the cube's halves' halves' halves.
    assert_eq!(bounds.tree.level(3).count(), 8);
}

#[test]
fn each_level_of_the_tree_leaves_less_air_around_the_props_of_the_courtyard() {
    let loaded = load_level("levels/courtyard.toml".as_ref(), &BuiltIn);
    let level = loaded.level.expect("a level");
    let (mut props, mut larger_sums) = (0, 0);
    for (id, obb) in level.world.boxes_with_ids() {
        let mesh = &level.scene.model_of(id).expect("a prop").mesh;
        let bounds = BoundingVolumes::new(placed_in_box(mesh, *obb).collect(), *obb).unwrap();
        let [first, second, third] = bounds.tree_volumes();
        let volumes = [bounds.sphere.volume(), first, second, third];
        assert!(
            volumes.is_sorted_by(|above, below| above > below),
            "{id:?}: {volumes:?}"
        );
        assert!(third >= obb.volume() * 0.997, "{id:?}: {volumes:?}");
        // Their sum says otherwise: it counts what several spheres enclose several times.
        larger_sums += usize::from(bounds.tree.volume_of_level(3) > bounds.tree.volume_of_level(2));
        props += 1;
    }
    assert!(props > 10 && larger_sums > 0, "{props} {larger_sums}");
}
