//! Examines our controllers, or those in the arguments, and prints every scene that one of them does not pass.
//!
//! ```sh
//! cargo run --release -p sidle-conformance --example table -- swept
//! ```

use sidle::player::Controller;
use sidle_conformance::{Family, Outcome, Subject, examine};
use sidle_movers::{Mover, Ours};

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let families = Family::NAMES.iter().map(|(_, family)| *family);
    let scenes: Vec<_> = families.flat_map(Family::scenes).collect();
    for (name, controller) in Controller::NAMES {
        if !asked.is_empty() && !asked.iter().any(|word| word == name) {
            continue;
        }
        let mut subject = Subject {
            start: &mut || Ok(Box::new(Ours::new(controller)) as Box<dyn Mover>),
            boxed: controller == Controller::Boxed,
            padding: None,
        };
        let examination = examine(&mut subject, &scenes, None, &mut |_| ());
        println!("{name}");
        for (scene, results) in scenes.iter().zip(&examination.results) {
            let count = |outcome| {
                results
                    .iter()
                    .filter(|result| result.outcome == outcome)
                    .count()
            };
            let counts = Outcome::NAMES.map(|(_, outcome)| count(outcome));
            println!("  {:10} {:16} {counts:?}", scene.family.name(), scene.name);
            for (trial, result) in scene.trials.iter().zip(results) {
                if let (Outcome::Partly | Outcome::Failed, Some(judged)) =
                    (result.outcome, result.judged)
                {
                    println!(
                        "      {} {}: {} {} (limit {}), tick {}",
                        trial.variant,
                        result.outcome.name(),
                        judged.figure,
                        judged.unit,
                        judged.limit,
                        judged.tick
                    );
                }
                if let (Outcome::Failed, Some(note)) = (result.outcome, &result.note) {
                    println!("      {}: {note}", trial.variant);
                }
            }
        }
    }
}
