//! A controller behind pipes is the same as in process.

use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Controller};
use sidle_movers::{MovedBox, Mover, Ours};

use super::{room, slab, start};

/// A walk to the wall, around and away from it, with jumps.
fn commands() -> impl Iterator<Item = Command> {
    (0..360_u32).map(|tick| Command {
        forward: Axis::new(if tick < 240 { 1.0 } else { -0.7 }),
        right: Axis::new(f64::from(tick % 50) / 50.0),
        yaw: sidle::geometry::angle::BinaryAngle::from_degrees(f64::from(tick) * 0.7 - 90.0),
        jump: tick % 90 == 60,
        fast: tick % 7 == 0,
        ..Command::default()
    })
}

#[test]
fn our_controllers_walk_the_same_bits_behind_pipes() {
    for (name, controller) in Controller::NAMES {
        let setup = room().for_controller(controller);
        let mut here = Ours::new(controller);
        let mut there = start(name, 5000).unwrap();
        let movers: [&mut dyn Mover; 2] = [&mut here, &mut there];
        let [mut here, mut there] = movers.map(|mover| {
            mover.world(&setup).unwrap();
            mover.reset(DVec3::Y * 0.3, DVec3::X, 0.2).unwrap();
            mover
        });
        let dt = 1.0 / 120.0;
        let mut saved = None;
        for (tick, command) in commands().enumerate() {
            let z = -4.0 - 0.001 * tick as f64;
            let moved = MovedBox {
                id: 5,
                obb: slab(DVec3::Z * z, DVec3::new(9.0, 9.0, 1.0)),
                velocity: DVec3::Z * -0.12,
            };
            let expected = here.tick(dt, &command, &[moved]).unwrap();
            assert_eq!(
                there.tick(dt, &command, &[moved]).unwrap(),
                expected,
                "{name} {tick}"
            );
            if tick == 100 {
                saved = Some((here.save().unwrap(), there.save().unwrap()));
            }
        }
        let (saved_here, saved_there) = saved.unwrap();
        assert_eq!(saved_here, saved_there);
        assert_eq!(
            here.load(&saved_here).unwrap(),
            there.load(&saved_there).unwrap()
        );
        let motion = DVec3::new(0.3, 0.1, -7.0);
        let moved = [&mut here, &mut there].map(|mover| mover.move_by(DVec3::X, motion).unwrap());
        assert_eq!(moved[0], moved[1], "{name}");
    }
}

#[test]
fn a_program_says_who_it_is() {
    let hello = start("classic", 5000).unwrap().hello().unwrap();
    assert_eq!(hello, Ours::new(Controller::Classic).hello().unwrap());
}
