//! Prints the hash of a run, as `sidle simulate` does. It compiles in a fraction of the time, so it suits slow machines such as
//! emulators, on which only the bits of the library are in question.
//!
//! ```sh
//! cargo run --release -p sidle-tools --bin hashes -- levels/garden.toml --controller swept --script recordings/tour.toml --hz 60
//! cargo run --release -p sidle-tools --bin hashes -- levels/speed.toml --replay recordings/ride.sidle
//! ```

use std::error::Error;
use std::fs;

use sidle::level::{Disk, Level, load_level, load_script};
use sidle::player::{Command, Controller, TickInput};
use sidle::replay::{Recording, StateHash};
use sidle::sim::Sim;

/// The arguments of the command line.
#[derive(Default)]
struct Arguments {
    level: String,
    controller: Option<Controller>,
    script: Option<String>,
    replay: Option<String>,
    hz: Option<u32>,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut arguments = Self::default();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--controller" => {
                    let name = value()?;
                    let (_, controller) = Controller::NAMES
                        .into_iter()
                        .find(|(known, _)| *known == name)
                        .ok_or(format!("no controller `{name}`"))?;
                    arguments.controller = Some(controller);
                }
                "--script" => arguments.script = Some(value()?),
                "--replay" => arguments.replay = Some(value()?),
                "--hz" => arguments.hz = Some(value()?.parse()?),
                _ => arguments.level = word,
            }
        }
        Ok(arguments)
    }
}

fn load(path: &str) -> Result<Level, String> {
    let loaded = load_level(path.as_ref(), &Disk);
    let problems = loaded.diagnostics.iter().map(ToString::to_string);
    loaded
        .level
        .ok_or_else(|| problems.collect::<Vec<_>>().join("\n"))
}

/// The hash of the states after each of `inputs`.
fn hash(mut sim: Sim, inputs: impl Iterator<Item = TickInput>) -> StateHash {
    let mut hash = StateHash::new();
    for input in inputs {
        sim.play(&input);
        hash.add(&sim);
    }
    hash
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse(std::env::args().skip(1))?;
    let mut level = load(&arguments.level)?;
    let hash = if let Some(path) = arguments.replay {
        let recording = Recording::decode(&fs::read(path)?)?;
        recording.header.apply_to(&mut level);
        let mut sim = Sim::of_level(level, recording.header.hz).0.without_trace();
        recording.header.begin(&mut sim)?;
        hash(sim, recording.inputs.iter())
    } else {
        let path = arguments
            .script
            .ok_or("name a script or a recording: --script, --replay")?;
        let script = load_script(path.as_ref(), &Disk).script;
        let script = script.ok_or("the script has errors: `sidle simulate` shows them")?;
        let hz = arguments.hz.unwrap_or(Sim::DEFAULT_HZ);
        let spawn = &mut level.rules.spawn;
        let controller = arguments.controller.unwrap_or(spawn.controller);
        spawn.controller = controller;
        let inputs: Vec<_> = script.inputs(spawn, hz).collect();
        let inputs = inputs.into_iter().map(|input| TickInput {
            command: Command {
                controller,
                ..input.command
            },
            ..input
        });
        hash(Sim::of_level(level, hz).0.without_trace(), inputs)
    };
    println!("hash       {hash}");
    Ok(())
}
