//! Encodes the steps of a controller outside of the library, which a replay repeats.
//!
//! | what | bytes |
//! |---|---|
//! | how many steps | count |
//! | each: how many ticks had passed, more than before the step before it | count |
//! | position, velocity | 48 |
//! | ground, as in a [`state`](super::state) | 1, and 24 |

use super::bytes::{Reader, push_number};
use super::state::{push_ground, push_vectors, read_ground};
use crate::player::{OuterStep, PlayerState};
use crate::sim::OuterLog;

/// Appends the steps of `log` to `bytes`.
pub(super) fn push_steps(bytes: &mut Vec<u8>, log: &OuterLog) {
    push_number(bytes, log.iter().count() as u64);
    let mut before = 0;
    for (tick, step) in log.iter() {
        push_number(bytes, tick - before);
        before = tick;
        push_vectors(bytes, &[step.position, step.velocity]);
        push_ground(bytes, step.ground);
    }
}

/// The inverse of [`push_steps`]; `None` if the bytes hold no steps that a player can make.
pub(super) fn read_steps(reader: &mut Reader<'_>) -> Option<OuterLog> {
    let (mut log, mut tick) = (OuterLog::default(), 0_u64);
    // With a count that is too large, the bytes run out before much memory is taken.
    for number in 0..reader.number()? {
        let later = reader.number().filter(|later| *later > 0 || number == 0)?;
        tick = tick.checked_add(later)?;
        let (position, velocity) = (reader.vector()?, reader.vector()?);
        let ground = read_ground(reader)?;
        let step = OuterStep {
            position,
            velocity,
            ground,
        };
        let player = PlayerState {
            position,
            velocity,
            ground,
            ..PlayerState::default()
        };
        player
            .out_of_range()
            .is_none()
            .then(|| log.push(tick, step))?;
    }
    (!log.is_empty()).then_some(log)
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use crate::player::{Command, Controller, Ground, OuterStep};
    use crate::replay::{Recorder, Recording, verify};
    use crate::sim::{OuterController, OuterTick, Sim};
    use crate::world::World;

    /// Goes somewhere that no library would go.
    struct Spiral;

    impl OuterController for Spiral {
        fn step(&mut self, tick: &OuterTick<'_>) -> Option<OuterStep> {
            let position = tick.player.position;
            Some(OuterStep {
                position: DVec3::new(-position.z - 0.1, position.y + 0.01, position.x * 1.1),
                velocity: DVec3::new(0.3, 1.0 / 3.0, 0.0),
                ground: Ground::Floor { normal: DVec3::Y },
            })
        }
    }

    /// A run with another controller in between, from this tick on.
    fn recorded(from: u32) -> (Recording, Sim) {
        let rules = Default::default();
        let start = Sim::new(World::default(), Default::default(), rules, 120);
        let mut sim = start.clone();
        let command = |tick: u32| Command {
            controller: if (20..30).contains(&tick) {
                Controller::Classic
            } else {
                Controller::Outer(3)
            },
            ..Command::default()
        };
        for tick in 0..from {
            sim.play_with(&command(tick).into(), &mut Spiral);
        }
        let mut recorder = Recorder::new("Void", "void.toml", &sim);
        for tick in from..50 {
            sim.play_with(&command(tick).into(), &mut Spiral);
            recorder.add(&command(tick), &sim);
        }
        (recorder.recording(), start)
    }

    #[test]
    fn a_recording_replays_without_the_controller_that_made_it() {
        for from in [0, 7, 25] {
            let (recording, sim) = recorded(from);
            let decoded = Recording::decode(&recording.encode()).unwrap();
            assert_eq!(decoded, recording);
            let steps = recording.outer.iter().count() as u32;
            assert_eq!(steps, 50 - from - if from == 25 { 5 } else { 10 });
            assert_eq!(verify(&decoded, sim).unwrap().ticks, u64::from(50 - from));
        }
    }

    #[test]
    fn a_recording_without_its_steps_differs_at_the_first_of_them() {
        let (mut recording, sim) = recorded(0);
        recording.outer = Default::default();
        assert_eq!(verify(&recording, sim).unwrap_err().tick, Some(1));
    }
}
