//! A simulation that is restored from a snapshot continues with the same bits.

use sidle::level::{load_level, load_script};
use sidle::player::Controller;
use sidle::replay::StateHash;
use sidle::sim::Sim;

use crate::support::fs::Disk;

#[test]
fn the_same_inputs_from_a_restored_snapshot_give_the_same_bits() {
    for (name, controller) in Controller::NAMES {
        let level = load_level("levels/car-crash.toml".as_ref(), &Disk).level;
        let mut level = level.expect("a shipped level");
        level.rules.spawn.controller = controller;
        let script = load_script("recordings/tour.toml".as_ref(), &Disk).script;
        let script = script.expect("a good script");
        let inputs = script.inputs(&level.rules.spawn, 120).take(3000);
        let inputs: Vec<_> = inputs.collect();
        let mut sim = Sim::of_level(level, 120).0;
        let (mut snapshots, mut hashes) = (Vec::new(), Vec::new());
        for input in &inputs {
            snapshots.push(sim.snapshot());
            sim.play(input);
            let mut hash = StateHash::new();
            hash.add(&sim);
            hashes.push(hash);
        }
        // Go back by many ticks, back by a few, and ahead again.
        for from in [2990, 17, 1500, 1499, 0, 2400] {
            sim.restore(&snapshots[from]);
            assert_eq!(sim.ticks(), from as u64);
            assert_eq!(sim.snapshot(), snapshots[from], "{name} at {from}");
            for (tick, input) in inputs.iter().enumerate().skip(from).take(300) {
                sim.play(input);
                let mut hash = StateHash::new();
                hash.add(&sim);
                assert_eq!(hash, hashes[tick], "{name}: from {from}, tick {tick}");
            }
        }
    }
}
