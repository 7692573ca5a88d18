//! Ladders that move.

use super::*;
use crate::player::{Driver, KinematicBox, Rider, ride};

#[test]
fn a_ladder_that_moves_carries_the_climber_who_leaves_it_with_its_velocity() {
    let at = |x: f64, y: f64| slab([x - 0.5, y, 3.0], [x + 0.5, y + ROOF, 3.1]);
    for hz in RATES {
        let (mut world, dt) = (house(&[at(0.0, 0.0)]), 1.0 / f64::from(hz));
        let (id, tuning) = (BoxId(2), Tuning::default());
        let mut lift = KinematicBox::new(id, at(0.0, 0.0));
        let (mut driver, mut scratch) = (Driver::new(), Scratch::new());
        let mut player = PlayerState {
            position: DVec3::new(0.1, 0.50005, 4.0),
            ..PlayerState::default()
        };
        let mut held = None;
        for tick in 0..hz * 3 {
            // It drives and rises after the first second.
            let moved = f64::from(tick.saturating_sub(hz)) * dt;
            let mut riders = [Rider::new(&mut player, &tuning)];
            let to = at(moved, moved * 0.5);
            let driven = driver.move_to(&mut world, &mut lift, to, &mut riders, &mut scratch);
            assert!(driven.is_ok(), "{hz} Hz");
            let mut command = look(if tick < hz { 1.0 } else { 0.0 }, 0.0, 0.0);
            command.jump = tick + 1 == hz * 3;
            let contacts = advance(
                &world,
                &tuning,
                &mut player,
                &command,
                dt,
                &mut scratch,
                None,
            );
            ride(&mut player, contacts, &[lift], dt);
            if tick == hz {
                held = Some(player.position);
            }
        }
        let made = player.position - held.unwrap_or(DVec3::NAN);
        let last = 2.0 - dt;
        assert!((made.x - last).abs() < 0.02, "{hz} Hz: {made}");
        assert_eq!(player.ride, None, "{hz} Hz");
        assert!(
            (player.velocity.x - 1.0).abs() < 1e-6,
            "{hz} Hz: {}",
            player.velocity
        );
        let up = tuning.jump_speed + 0.5 - tuning.gravity * dt;
        assert!(
            (player.velocity.y - up).abs() < 1e-6,
            "{hz} Hz: {}",
            player.velocity
        );
    }
}
