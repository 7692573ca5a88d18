//! Passengers who meet each other and what stands in their way on a platform.

use crate::movers::riders::{Group, idle, slab, standing};
use crate::movers::*;
use sidle::geometry::Obb;
use sidle::world::World;

/// Six bodies with separate boxes, in two rows a few millimetres apart, on a ferry.
fn passengers(controller: Controller, hz: u32, walls: Vec<Obb>) -> Group {
    let pose = slab(DVec3::ZERO, DVec3::new(4.0, 0.1, 4.0));
    let step = 1.005;
    let places = (0..6).map(|number| {
        (
            f64::from(number % 3) * step - step,
            f64::from(number / 3) * step,
        )
    });
    let players: Vec<_> = places
        .map(|(x, z)| standing(x, 0.6, z, controller))
        .collect();
    let own = players
        .iter()
        .map(|player| slab(player.position, DVec3::splat(0.5)));
    let first = 1 + walls.len() as u32;
    let world = World::new(vec![], [pose].into_iter().chain(walls).chain(own).collect());
    let mut group = Group::new(world, pose, players, hz);
    group.first_own_box = Some(first);
    group
}

#[test]
fn passengers_who_meet_each_other_ride_side_by_side() {
    each(|controller, hz, case| {
        let mut group = passengers(controller, hz, vec![]);
        let place = |group: &Group, number: usize| {
            let obb = group.platform.obb();
            obb.to_local(group.players[number].position)
        };
        let mut before = vec![];
        for tick in 0..hz * 3 {
            let time = f64::from(tick) * group.dt;
            let center = DVec3::new(3.0 * time, 0.5 * time, -2.0 * time);
            let to = slab(center, DVec3::new(4.0, 0.1, 4.0));
            assert_eq!(group.tick(to, |_, player| idle(player)), None, "{case}");
            if tick == 1 {
                before = (0..6).map(|number| place(&group, number)).collect();
            }
            for number in 0..6 {
                let overlap = group.overlap(number);
                assert!(overlap < 2e-3, "{case}, tick {tick}: {overlap}");
            }
        }
        for (number, before) in before.iter().enumerate() {
            let moved = place(&group, number).distance(*before);
            assert!(moved < 5e-3, "{case}: {number} by {moved} m");
            assert!(group.players[number].ride.is_some(), "{case}");
        }
    });
}

#[test]
fn passengers_whom_a_gate_stops_queue_and_nobody_enters_anybody() {
    each(|controller, hz, case| {
        let gate = slab(DVec3::new(4.0, 2.5, 0.0), DVec3::new(0.2, 2.0, 8.0));
        let mut group = passengers(controller, hz, vec![gate]);
        for tick in 0..hz * 3 {
            let to = DVec3::X * (1.5 * f64::from(tick) * group.dt);
            group.tick(slab(to, DVec3::new(4.0, 0.1, 4.0)), |_, player| {
                idle(player)
            });
            for number in 0..6 {
                let overlap = group.overlap(number);
                assert!(overlap < 3e-3, "{case}, tick {tick}, {number}: {overlap}");
                let x = group.players[number].position.x;
                assert!(x < 3.8 - 0.5 + 2e-3, "{case}: through the gate at {x}");
            }
        }
        // The ferry went on below them, and left behind a queue in front of the gate.
        let made = group.platform.obb().center().x;
        assert!(made > 4.0, "{case}: {made}");
        let mut places: Vec<_> = group.players[..3]
            .iter()
            .map(|player| player.position.x)
            .collect();
        places.sort_by(f64::total_cmp);
        assert!((places[2] - 3.3).abs() < 1e-2, "{case}: {places:?}");
        assert!((places[1] - 2.3).abs() < 2e-2, "{case}: {places:?}");
    });
}
