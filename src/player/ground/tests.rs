//! Tests of `ground.rs`.

use super::*;
use crate::geometry::angle::cos_deg;
use crate::geometry::{Obb, rotation_from_degrees};
use crate::world::{BoxId, ColliderId, World};

fn touch(normal: DVec3) -> Surface {
    let collider = ColliderId::Box(BoxId(0));
    Surface {
        collider,
        point: DVec3::ZERO,
        normal,
        separation: 0.0,
    }
}

#[test]
fn a_floor_counts_before_a_slope_and_a_slope_before_a_wall() {
    let world = World::default();
    let limit = SlopeLimit::of_walker(&world, cos_deg(50.0));
    let slope = DVec3::new(0.9, 0.3, 0.0).normalize();
    let classify = |normals: &[DVec3]| {
        let mut scratch = Scratch::new();
        scratch
            .contacts
            .touching_mut()
            .extend(normals.iter().copied().map(touch));
        contact_ground((&world).into(), &mut scratch, DVec3::ZERO, limit, false)
    };
    assert_eq!(classify(&[DVec3::X]), Ground::None);
    assert_eq!(classify(&[DVec3::NEG_Y]), Ground::None);
    assert_eq!(
        classify(&[DVec3::X, slope]),
        Ground::Steep { normal: slope }
    );
    assert_eq!(
        classify(&[slope, DVec3::Y, DVec3::X]),
        Ground::Floor { normal: DVec3::Y }
    );
    // Between two steep slopes, or a slope and a wall that faces it, the player cannot slide down.
    let other = DVec3::new(-0.9, 0.3, 0.0).normalize();
    let held = Ground::Floor { normal: DVec3::Y };
    assert_eq!(classify(&[slope, other]), held);
    // A floor that touches together with them stays a floor.
    assert_eq!(
        classify(&[slope, DVec3::Y, other]),
        Ground::Floor { normal: DVec3::Y }
    );
    assert_eq!(classify(&[DVec3::NEG_X, slope]), held);
    // Along a wall next to the slope, or down a gully of 60 degrees, the player slides.
    assert_eq!(
        classify(&[slope, DVec3::Z]),
        Ground::Steep { normal: slope }
    );
    let sides = [-1.0, 1.0].map(|z| DVec3::new(0.866, 0.5, z).normalize());
    assert_eq!(classify(&sides), Ground::Steep { normal: sides[1] });
}

#[test]
fn a_rising_player_has_ground_only_if_it_walked() {
    let world = World::default();
    let limit = SlopeLimit::of_walker(&world, 0.6);
    let classify = |walked| {
        let mut scratch = Scratch::new();
        scratch.contacts.touching_mut().push(touch(DVec3::Y));
        contact_ground((&world).into(), &mut scratch, DVec3::Y, limit, walked)
    };
    assert_eq!(classify(false), Ground::None);
    assert_eq!(classify(true), Ground::Floor { normal: DVec3::Y });
}

#[test]
fn a_drop_onto_a_slope_ends_touching_it() {
    let rotation = rotation_from_degrees(DVec3::new(0.0, 0.0, 30.0));
    let slope = Obb::new(DVec3::ZERO, rotation, DVec3::new(9.0, 1.0, 9.0)).unwrap();
    let world = World::new(vec![], vec![slope]);
    let tuning = Tuning::default();
    // Over the middle of the upper face: touching at y = (1 + 0.5) / cos 30.
    let touching_y = 1.5 / cos_deg(30.0);
    for lift in [0.05, 0.19, 0.21] {
        let position = DVec3::Y * (touching_y + lift);
        let state = PlayerState {
            position,
            ..Default::default()
        };
        let limit = SlopeLimit::of_walker(&world, cos_deg(50.0));
        let landing = follow_ground_down((&world).into(), &tuning, &state, limit);
        let drop = landing.map(|landing| state.position.y - landing.y);
        match drop {
            Some(drop) => assert!((drop - lift).abs() < 1e-9, "{lift}: dropped {drop}"),
            None => assert!(lift > tuning.snap_distance, "{lift}: no drop"),
        }
    }
}
