//! Tests of the run without a window.

use super::*;
use crate::test_support::{Folder, courtyard, enter_root};
use clap::Parser;
use sidle::replay::{Moment, verify};

#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    simulate: SimulateArguments,
}

#[test]
fn a_run_that_is_longer_than_a_recording_keeps_what_fits() {
    let folder = Folder::new("long-run");
    let out = folder.0.join("run.sidle");
    let shown = out.to_string_lossy();
    // Five seconds without input.
    let line = [
        "simulate",
        "levels/courtyard.toml",
        "--hz",
        "60",
        "--record",
        &shown,
    ];
    for (most, recorded) in [(1, 1), (299, 299), (300, 300), (301, 300)] {
        let arguments = CommandLine::parse_from(line).simulate;
        let simulation = Simulation::begin(arguments, most).expect("a good level");
        let ended = slices::run(simulation.expect("a good level"));
        assert_eq!(ended, Ok(Exit::Fine));
        let bytes = std::fs::read(&out).expect("a file");
        let recording = Recording::decode(&bytes).expect("a good file");
        let (sim, _) = Sim::of_level(courtyard(), 60);
        let verified = verify(&recording, sim).expect("the same run");
        assert_eq!(verified.ticks, recorded, "{most}");
    }
    let message = "the recording has ended after 299 ticks, the most that it may have";
    assert_eq!(full_recording(299), message);
}

#[test]
fn slices_of_any_length_give_the_same_run() {
    enter_root();
    let line = [
        "simulate",
        "levels/courtyard.toml",
        "--script",
        "recordings/walk.toml",
    ];
    let run = |ticks_at_once: u64| {
        let arguments = CommandLine::parse_from(line).simulate;
        let simulation = Simulation::begin(arguments, 0).expect("a good level");
        let mut simulation = simulation.expect("a good level");
        let mut slices = 1;
        while simulation
            .advance(&mut {
                let mut left = ticks_at_once;
                move || {
                    left -= 1;
                    left == 0
                }
            })
            .expect("nothing is written")
        {
            slices += 1;
        }
        (simulation.hash, simulation.ticks(), slices)
    };
    let (hash, ticks, slices) = run(u64::MAX);
    assert_eq!(slices, 1);
    assert_eq!(run(100), (hash, ticks, ticks / 100 + 1));
}

#[test]
fn a_link_over_the_limit_of_ticks_is_refused_with_the_option_that_raises_it() {
    let (sim, _) = Sim::of_level(courtyard(), 60);
    let mut recorder = Recorder::new("Courtyard", "courtyard.toml", &sim);
    let mut sim = sim.without_trace();
    for _ in 0..3 {
        let command = sim.idle_command();
        sim.tick(&command);
        recorder.add(&command, &sim);
    }
    let moment = Moment::new(recorder.recording(), "levels/courtyard.toml", "");
    assert_eq!(TickLimit { max_ticks: 3 }.check(Some(&moment)), Ok(()));
    assert_eq!(TickLimit { max_ticks: 0 }.check(None), Ok(()));
    let refused = TickLimit { max_ticks: 2 }.check(Some(&moment)).unwrap_err();
    let expected = "this link has 3 ticks, and at most 2 of a link are run\n\
                    if you trust it, --max-ticks 3 runs it";
    assert_eq!(refused, expected);
}
