//! After any sequence of changes, a world gives the same results as a new world that is built from the colliders that are left.

mod ids;
mod model;
mod platforms;
mod players;
mod queries;

use crate::random::Random;
use crate::support::cases;
use model::{Model, SEED};

#[test]
fn after_any_changes_every_query_finds_what_it_finds_in_a_new_world() {
    let mut seen = queries::Seen::default();
    for case in 0..cases(12, 60) as u64 {
        let mut random = Random::new(SEED + case);
        let mut model = Model::new(&mut random, [0, 4, 60][case as usize % 3]);
        for round in 0..12 {
            for _ in 0..[1, 5, 40][round % 3] {
                model.change(&mut random);
            }
            let case = format!("seed {SEED} + {case}, round {round}");
            queries::compare(&model, &mut random, &mut seen, &case);
        }
    }
    seen.check();
}

#[test]
fn after_any_changes_every_controller_moves_as_in_a_new_world() {
    let mut touched = 0;
    for case in 0..30 {
        let mut random = Random::new(SEED + 1000 + case);
        let mut model = Model::new(&mut random, [0, 10, 40][case as usize % 3]);
        model.add_floor();
        for round in 0..4 {
            for _ in 0..30 {
                model.change(&mut random);
            }
            let case = format!("seed {SEED} + 1000 + {case}, round {round}");
            touched += players::compare(&model, &mut random, &case);
        }
    }
    assert!(touched > 3000, "{touched}");
}
