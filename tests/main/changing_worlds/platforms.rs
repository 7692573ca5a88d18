//! Boxes that were added carry, push and stop like those that a world was built of.

use sidle::geometry::{Aabb, Obb, Polyline};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Command, PlayerState, Rules, Scratch, Spawn, Tuning, carry, give_way};
use sidle::sim::Sim;
use sidle::world::{BoxId, DrivenMover, Mover, MoverDesc, OnHit, PathEnd, World};

fn slab(center: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, DVec3::new(1.0, 0.1, 1.0)).unwrap()
}

#[test]
fn an_added_lift_lifts_the_player_until_an_added_box_stops_it() {
    let half = DVec3::new(1.0, 0.1, 1.0);
    let lift = Mover::new(MoverDesc {
        path: Polyline::new([DVec3::ZERO, DVec3::Y * 9.0]).unwrap(),
        speed: 1.0,
        bounds: Aabb::from_points([-half, half]).unwrap(),
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
        turn: false,
        on_end: PathEnd::Stop,
        on_hit: OnHit::Stop,
    });
    let mut world = World::default();
    let id = world.add_box(slab(DVec3::ZERO)).unwrap();
    // Beside the player, over the edge of the lift: it ends at 3 m.
    let beam = slab(DVec3::new(1.9, 3.2, 0.0));
    let _ = world.add_box(beam).unwrap();
    let spawn = Spawn {
        position: DVec3::new(-0.5, 0.6, 0.0),
        ..Spawn::default()
    };
    let sim = Sim::new(
        world,
        Tuning::default(),
        Rules {
            spawn,
            ..Rules::default()
        },
        60,
    );
    let mut sim = sim.with_movers(vec![DrivenMover::new(lift.unwrap(), id)]);
    for _ in 0..300 {
        sim.tick(&Command::default());
    }
    let top = sim.world().obb(id).unwrap().center().y;
    assert!((top - 3.0).abs() < 0.02, "{top}");
    assert!((sim.player().position.y - top - 0.6).abs() < 1e-3);
    assert!(sim.player().ride.is_some_and(|ride| ride.platform == id));
}

#[test]
fn an_added_box_pushes_every_kind_of_body() {
    for (name, controller) in sidle::player::Controller::NAMES {
        let mut world = World::default();
        let id = world.add_box(slab(DVec3::ZERO)).unwrap();
        let tuning = Tuning::default();
        let mut state = PlayerState {
            position: DVec3::X * 1.6,
            controller,
            ..PlayerState::default()
        };
        let mut scratch = Scratch::new();
        assert!(world.move_box(id, slab(DVec3::X * 0.4)));
        assert_eq!(
            give_way(&world, &tuning, &mut state, id, &mut scratch),
            Ok(()),
            "{name}"
        );
        assert!(state.position.x > 1.85, "{name}: {}", state.position.x);
        carry(&world, &tuning, &mut state, DVec3::Z, id, &mut scratch);
        assert!((state.position.z - 1.0).abs() < 1e-3, "{name}");
        // A platform that never existed pushes no body.
        assert_eq!(
            give_way(&world, &tuning, &mut state, BoxId(77), &mut scratch),
            Ok(()),
            "{name}"
        );
    }
}
