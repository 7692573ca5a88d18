//! Tests of `limits.rs`.

use super::*;
use crate::player::{Ground, Ride};
use crate::world::BoxId;

#[test]
fn every_number_of_a_state_has_a_range() {
    let ride = |velocity| {
        Some(Ride {
            platform: BoxId(0),
            velocity,
        })
    };
    let floor = |normal| Ground::Floor { normal };
    for number in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        -1.1e9,
        1e30,
    ] {
        let vector = DVec3::new(0.0, number, 0.0);
        let state = PlayerState::default();
        for (state, part) in [
            (
                PlayerState {
                    position: vector,
                    ..state
                },
                "position",
            ),
            (
                PlayerState {
                    velocity: vector,
                    ..state
                },
                "velocity",
            ),
            (
                PlayerState {
                    ground: floor(vector),
                    ..state
                },
                "ground",
            ),
            (
                PlayerState {
                    ride: ride(vector),
                    ..state
                },
                "ride",
            ),
            (
                PlayerState {
                    coyote: number,
                    ..state
                },
                "coyote time",
            ),
            (
                PlayerState {
                    jump_wanted: number,
                    ..state
                },
                "jump buffer",
            ),
            (
                PlayerState {
                    air_time: number,
                    ..state
                },
                "air time",
            ),
            (
                PlayerState {
                    leaving: number,
                    ..state
                },
                "speed off the ground",
            ),
        ] {
            assert_eq!(state.out_of_range(), Some(part), "{number}");
        }
    }
    for number in [0.0, -0.0, 5e-324, -1e9, 1e9] {
        let vector = DVec3::splat(number);
        let state = PlayerState {
            position: vector,
            velocity: vector,
            ride: ride(vector),
            ground: Ground::Steep { normal: DVec3::Z },
            ..PlayerState::default()
        };
        assert_eq!(state.out_of_range(), None, "{number}");
    }
    for number in [0.0, 5e-324, 10.0] {
        let state = PlayerState {
            coyote: number,
            jump_wanted: number,
            ..PlayerState::default()
        };
        assert_eq!(state.out_of_range(), None, "{number}");
    }
    let short = PlayerState {
        ground: floor(DVec3::ZERO),
        ..PlayerState::default()
    };
    assert_eq!(short.out_of_range(), Some("ground"));
    let early = PlayerState {
        coyote: -1e-9,
        ..PlayerState::default()
    };
    assert_eq!(early.out_of_range(), Some("coyote time"));
}
