//! Players in the changed world and in the new one.

use sidle::geometry::angle::BinaryAngle;
use sidle::player::{Axis, Command, Controller, PlayerState, Scratch, Tuning, advance};

use crate::changing_worlds::model::{Model, SIZE};
use crate::random::Random;

/// Lets players walk in both worlds, and returns how many surfaces they touched.
pub fn compare(model: &Model, random: &mut Random, what: &str) -> usize {
    let (anew, ids) = model.anew();
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
        let (mut one, mut other) = (start, start);
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
                &mut one,
                &command,
                1.0 / 60.0,
                a,
                None,
            );
            let expected = advance(&anew, &tuning, &mut other, &command, 1.0 / 60.0, b, None);
            assert_eq!(one, other, "{what}, {name}, tick {tick}");
            let found = found
                .touching()
                .iter()
                .map(|it| (ids[&it.collider], it.separation));
            let expected = expected
                .touching()
                .iter()
                .map(|it| (it.collider, it.separation));
            let expected: Vec<_> = expected.collect();
            assert_eq!(
                found.collect::<Vec<_>>(),
                expected,
                "{what}, {name}, tick {tick}"
            );
            touched += expected.len();
        }
    }
    touched
}
