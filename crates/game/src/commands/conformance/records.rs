//! Results as JSON.

use std::path::Path;

use serde::Serialize;
use sidle_conformance::{Examined, Family, Scene};

use crate::platform::terminal;

#[derive(Debug, Serialize)]
struct Report<'r> {
    movers: Vec<MoverRecord<'r>>,
}

#[derive(Debug, Serialize)]
struct MoverRecord<'r> {
    /// On the command line.
    name: &'r str,
    /// The name that it gives itself.
    title: &'r str,
    version: &'r str,
    /// How it was set, if there is something to say.
    settings: &'r str,
    families: Vec<FamilyRecord<'r>>,
}

#[derive(Debug, Serialize)]
struct FamilyRecord<'r> {
    family: &'r str,
    scenes: Vec<VariantRecord<'r>>,
}

/// The result of a variant of a scene.
#[derive(Debug, Serialize)]
struct VariantRecord<'r> {
    scene: &'r str,
    variant: &'r str,
    result: &'r str,
    figure: Option<f64>,
    unit: Option<&'r str>,
    limit: Option<f64>,
    /// A file next to the report.
    recording: Option<&'r str>,
    /// Why there is no figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'r str>,
}

/// Writes the results to `path`.
pub fn write(path: &Path, scenes: &[Scene], movers: &[Examined]) -> Result<(), String> {
    let report = Report {
        movers: movers.iter().map(|mover| record(scenes, mover)).collect(),
    };
    terminal::write(path, terminal::json_of(&report)? + "\n")
}

fn record<'r>(scenes: &'r [Scene], mover: &'r Examined) -> MoverRecord<'r> {
    let families = Family::NAMES.iter().filter_map(|(family_name, family)| {
        let of_family = scenes.iter().enumerate();
        let of_family = of_family.filter(|(_, scene)| scene.family == *family);
        let variants = of_family.flat_map(|(number, scene)| {
            let results = scene.trials.iter().zip(&mover.examination.results[number]);
            results.enumerate().map(move |(index, (trial, result))| {
                let names = mover.recordings.get(number);
                VariantRecord {
                    scene: scene.name,
                    variant: &trial.variant,
                    result: result.outcome.name(),
                    figure: result
                        .judged
                        .map(|judged| judged.figure)
                        .filter(|figure| figure.is_finite()),
                    unit: result.judged.map(|judged| judged.unit),
                    limit: result.judged.map(|judged| judged.limit),
                    recording: names.and_then(|names| names.get(index)?.as_deref()),
                    note: result.note.as_deref(),
                }
            })
        });
        let scenes: Vec<_> = variants.collect();
        (!scenes.is_empty()).then_some(FamilyRecord {
            family: family_name,
            scenes,
        })
    });
    let hello = &mover.examination.hello;
    MoverRecord {
        name: &mover.name,
        title: &hello.name,
        version: &hello.version,
        settings: mover.settings.trim_start_matches(", "),
        families: families.collect(),
    }
}
