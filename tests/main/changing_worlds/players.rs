//! Players move the same way in a changed world and in one that is rebuilt from its colliders.

use sidle::geometry::angle::BinaryAngle;
use sidle::player::{Axis, Command, Controller, PlayerState, Scratch, Tuning, advance};

use crate::changing_worlds::model::{Model, SIZE};
use crate::random::Random;

/// Lets a player of each controller walk in both worlds. Returns how many surfaces they touched. `case` names the case in
/// messages.
pub fn compare(model: &Model, random: &mut Random, case: &str) -> usize {
    let (rebuilt, ids) = model.rebuilt();
    let mut touched = 0;
    for (name, controller) in Controller::NAMES {
        let start = PlayerState {
            position: random.vec3(SIZE * 0.7),
            controller,
            ..PlayerState::default()
        };
        let tuning = Tuning {
            jump_speed: 7.0,
            ..Tuning::default()
        };
        let (mut changed_player, mut rebuilt_player) = (start, start);
        let mut scratches = [Scratch::new(), Scratch::new()];
        let mut command = Command {
            controller,
            ..Command::default()
        };
        for tick in 0..90 {
            if tick % 15 == 0 {
                command.yaw = BinaryAngle::from_degrees(random.signed() * 180.0);
                command.forward = Axis::new(1.0);
                command.jump = random.below(2) == 0;
            }
            let [a, b] = &mut scratches;
            let found = advance(
                &model.world,
                &tuning,
                &mut changed_player,
                &command,
                1.0 / 60.0,
                a,
                None,
            );
            let expected = advance(
                &rebuilt,
                &tuning,
                &mut rebuilt_player,
                &command,
                1.0 / 60.0,
                b,
                None,
            );
            let case = format!("{case}, {name}, tick {tick}");
            assert_eq!(changed_player, rebuilt_player, "{case}");
            let found = found.touching().iter();
            let found = found.map(|surface| (ids[&surface.collider], surface.separation));
            let expected = expected.touching().iter();
            let expected = expected.map(|surface| (surface.collider, surface.separation));
            let expected: Vec<_> = expected.collect();
            assert_eq!(found.collect::<Vec<_>>(), expected, "{case}");
            touched += expected.len();
        }
    }
    touched
}
