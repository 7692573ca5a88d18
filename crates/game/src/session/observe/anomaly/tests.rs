//! Tests of `anomaly.rs`.

use super::*;
use crate::test_support::{begun, slab};
use sidle::player::{Axis, Ground, Rules, Spawn, Tuning};
use sidle::world::World;

fn state(velocity: DVec3) -> PlayerState {
    PlayerState {
        velocity,
        ground: Ground::Floor { normal: DVec3::Y },
        ..PlayerState::default()
    }
}

#[test]
fn motion_against_the_wish_is_an_anomaly_unless_the_player_drifts() {
    let (still, ahead) = (state(DVec3::ZERO), DVec3::Z);
    let kind = |before: &PlayerState, motion| classify(before, ahead, motion);
    assert_eq!(
        kind(&still, DVec3::Z * -0.01),
        Some(AnomalyKind::ThrownBack {
            back: 0.01,
            told: 0.01
        })
    );
    assert_eq!(kind(&still, DVec3::Z * -1e-4), None);
    assert_eq!(kind(&still, DVec3::Z * 0.04), None);
    assert_eq!(kind(&state(DVec3::NEG_Z), DVec3::Z * -0.01), None);
    // Without a wish, nothing is against it.
    assert_eq!(classify(&still, DVec3::ZERO, DVec3::Z * -0.01), None);
}

#[test]
fn rising_is_an_anomaly_only_from_the_ground() {
    let still = state(DVec3::ZERO);
    let up = DVec3::Y * 0.2;
    assert_eq!(
        classify(&still, DVec3::Z, up),
        Some(AnomalyKind::ThrownUp(0.2))
    );
    let airborne = PlayerState {
        ground: Ground::None,
        ..still
    };
    assert_eq!(classify(&airborne, DVec3::Z, up), None);
}

/// The anomaly of one tick in which the player flies at 270 m/s towards a wall that is 2 m ahead and 5 cm thick.
fn at_the_thin_wall(controller: Controller) -> Option<Anomaly> {
    let wall = slab(DVec3::Z * 2.0, DVec3::new(9.0, 9.0, 0.025));
    let world = World::new(vec![], vec![wall]);
    let spawn = Spawn {
        mode: Mode::Fly,
        controller,
        ..Spawn::default()
    };
    let tuning = Tuning {
        fly_speed: 270.0,
        ..Tuning::default()
    };
    let mut sim = begun(world, tuning, spawn);
    let command = Command {
        // The view is along -Z, so the wall is behind.
        forward: Axis::new(-1.0),
        ..sim.idle_command()
    };
    let before = *sim.player();
    sim.tick(&command);
    Anomaly::find(&before, &command, &sim)
}

#[test]
fn tunnelling_is_found_for_the_classic_controller_and_never_for_the_swept_one() {
    let anomaly = at_the_thin_wall(Controller::Classic).expect("2.25 m in one tick");
    assert_eq!((anomaly.tick, anomaly.kind), (1, AnomalyKind::Tunnelled));
    assert_eq!(anomaly.description(), "passed through a wall");
    assert_eq!(at_the_thin_wall(Controller::Swept), None);
}

#[test]
fn an_anomaly_is_recent_for_eight_seconds() {
    let mut sim = Sim::new(World::default(), Tuning::default(), Rules::default(), 10);
    let anomaly = Anomaly {
        tick: 0,
        kind: AnomalyKind::ThrownBack {
            back: 0.0123,
            told: 0.0123,
        },
    };
    assert_eq!(anomaly.description(), "thrown back 12 mm in a tick");
    let idle = sim.idle_command();
    (0..80).for_each(|_| sim.tick(&idle));
    assert!(anomaly.is_recent(&sim));
    sim.tick(&idle);
    assert!(!anomaly.is_recent(&sim));
}

#[test]
fn a_throw_is_told_with_the_whole_way_unless_it_leads_aside() {
    let told = |motion: DVec3| thrown_back(motion, DVec3::NEG_Z);
    assert_eq!(told(DVec3::new(0.3, 0.0, 0.4)), 0.5);
    assert_eq!(told(DVec3::new(0.4, 0.0, 0.01)), 0.01);
}
