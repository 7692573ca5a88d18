//! Tests of `steps.rs`.

use super::*;
use sidle::geometry::float;

#[test]
fn a_step_ends_at_the_next_multiple() {
    for (value, direction, expected) in [
        (0.075, 1.0, 0.1),
        (0.075, -1.0, 0.0),
        (0.3, 1.0, 0.4),
        (0.3, -1.0, 0.2),
        (-0.3, -1.0, -0.4),
        // 0.1 + 0.2, which is a little more than 0.3.
        (0.1 + 0.2, -1.0, 0.2),
    ] {
        let next = next_multiple(value, 0.1, direction);
        assert!((next - expected).abs() < 1e-12, "{value}: {next}");
    }
    assert_eq!(next_multiple(-25.0, 15.0, 1.0), -15.0);
}

#[test]
fn ahead_is_the_axis_nearest_to_the_view() {
    let axes = |degrees| ahead_and_right(BinaryAngle::from_degrees(degrees));
    assert_eq!(axes(10.0), [DVec3::NEG_Z, DVec3::X]);
    assert_eq!(axes(80.0), [DVec3::NEG_X, DVec3::NEG_Z]);
    assert_eq!(axes(-100.0), [DVec3::X, DVec3::Z]);
    assert_eq!(axes(170.0), [DVec3::Z, DVec3::NEG_X]);
}

const CUBE: [DVec3; 2] = [DVec3::splat(-0.5), DVec3::splat(0.5)];

#[test]
fn a_prop_on_a_floor_touches_it_on_the_grid() {
    let cube = Aabb::from_points(CUBE).unwrap();
    let crate_of_two = EntryNumbers {
        scale: DVec3::splat(2.0),
        ..EntryNumbers::at(DVec3::X * 9.0)
    };
    let point = DVec3::new(1.23, 0.5, -4.56);
    let rest = resting_position(&crate_of_two, &cube, point, DVec3::Y, 0.5).unwrap();
    assert!(
        rest.abs_diff_eq(DVec3::new(1.0, 1.5, -4.5), 1e-12),
        "{rest}"
    );
    // A panel whose origin is on the ground is not lifted.
    let panel = Aabb::from_points([DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.8, 0.0)]);
    let one = EntryNumbers::at(DVec3::ZERO);
    let rest = resting_position(&one, &panel.unwrap(), point, DVec3::Y, 0.1).unwrap();
    assert!(
        rest.abs_diff_eq(DVec3::new(1.2, 0.5, -4.6), 1e-12),
        "{rest}"
    );
}

#[test]
fn a_prop_at_a_wall_is_on_the_grid_along_it() {
    let cube = Aabb::from_points(CUBE).unwrap();
    let one = EntryNumbers::at(DVec3::ZERO);
    let point = DVec3::new(1.234, 2.0, 0.567);
    let rest = |normal| resting_position(&one, &cube, point, normal, 0.1).unwrap();
    let [at_x, at_z] = [rest(DVec3::NEG_X), rest(DVec3::Z)];
    assert!(
        at_x.abs_diff_eq(DVec3::new(0.734, 2.0, 0.6), 1e-12),
        "{at_x}"
    );
    assert!(
        at_z.abs_diff_eq(DVec3::new(1.2, 2.0, 1.067), 1e-12),
        "{at_z}"
    );
}

#[test]
fn a_prop_on_a_slope_or_wall_touches_it_without_overlap() {
    let cube = Aabb::from_points(CUBE).unwrap();
    let turned = EntryNumbers {
        rotation_deg: DVec3::new(10.0, 30.0, 50.0),
        ..EntryNumbers::at(DVec3::ZERO)
    };
    for normal in [DVec3::new(0.6, 0.8, 0.0), DVec3::X, DVec3::NEG_Y] {
        let point = DVec3::new(0.3, 2.0, 0.7);
        let position = resting_position(&turned, &cube, point, normal, 0.5).unwrap();
        let placement = EntryNumbers { position, ..turned }.placement();
        let corners = (0..8).map(|bits: u8| {
            let side = |bit: u8| f64::from(bits >> bit & 1) - 0.5;
            placement.apply(DVec3::new(side(0), side(1), side(2)))
        });
        let lowest = corners.map(|corner| normal.dot(corner - point));
        let lowest = lowest.fold(f64::INFINITY, float::min);
        assert!(lowest.abs() < 1e-12, "{normal}: {lowest}");
    }
}
