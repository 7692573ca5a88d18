//! Results as JUnit XML, for services that show tests.

use std::fmt::Write as _;

use crate::check::Outcome;
use crate::report::{Examined, counts, escaped_line, figure};
use crate::scene::Scene;

/// The results as JUnit XML: a test suite for each mover and scene. A trial that is passed in part is a failure.
#[must_use]
pub fn junit(scenes: &[Scene], movers: &[Examined]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for mover in movers {
        let name = escaped_line(&mover.name);
        for (scene, results) in scenes.iter().zip(&mover.examination.results) {
            let [_, partly, failed, skipped] = counts(results);
            let _ = writeln!(
                text,
                "<testsuite name=\"{name}.{}.{}\" tests=\"{}\" failures=\"{}\" skipped=\"{skipped}\">",
                scene.family.name(),
                escaped_line(scene.name),
                results.len(),
                partly + failed
            );
            for (trial, result) in scene.trials.iter().zip(results) {
                let class = format!(
                    "{name}.{}.{}",
                    scene.family.name(),
                    escaped_line(scene.name)
                );
                let variant = escaped_line(&trial.variant);
                let _ = write!(text, "<testcase classname=\"{class}\" name=\"{variant}\"");
                let note = result.note.as_deref().map(escaped_line).unwrap_or_default();
                let _ = match result.outcome {
                    Outcome::Passed => writeln!(text, "/>"),
                    Outcome::NotOffered => {
                        writeln!(text, "><skipped message=\"{note}\"/></testcase>")
                    }
                    outcome => {
                        let message = figure(result).map_or(note, |figure| escaped_line(&figure));
                        writeln!(
                            text,
                            "><failure message=\"{}: {message}\"/></testcase>",
                            outcome.name()
                        )
                    }
                };
            }
            text.push_str("</testsuite>\n");
        }
    }
    text.push_str("</testsuites>\n");
    text
}
