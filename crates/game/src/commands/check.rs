//! `sidle check` reports all problems of levels.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use sidle::level::{CollidedMesh, Diagnostic, EdgeDefects, Level, Severity, TriangleOwner};
use sidle::replay::LevelHash;

use crate::draw::textures::TextureTable;
use crate::draw::textures::prepare::prepare;
use crate::exit::Exit;
use crate::platform::terminal;
use crate::session::load::{
    LevelSource, Loaded, MeshReport, ProblemReport, is_map, load_with_progress,
};
use crate::session::words::count;

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The levels to check
    #[arg(value_name = "LEVEL", required = true)]
    pub levels: Vec<PathBuf>,
    /// Print the problems as JSON on stdout
    #[arg(long)]
    pub json: bool,
}

/// One level in the JSON report.
#[derive(Serialize)]
struct FileReport {
    file: String,
    ok: bool,
    /// `None` for a level with errors.
    contents: Option<Contents>,
    problems: Vec<ProblemReport>,
    /// How a bare mesh is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<MeshReport>,
}

/// The contents of a level.
#[derive(Serialize)]
struct Contents {
    /// Changes with everything that changes how the level plays.
    hash: String,
    /// Only meshes that collide.
    meshes: usize,
    /// The triangles of these meshes, and of the props that collide as a mesh or hull.
    triangles: usize,
    props: usize,
    movers: usize,
    /// Left out for a level without zones.
    #[serde(skip_serializing_if = "is_zero")]
    zones: usize,
    controller: &'static str,
    /// Edges of three triangles or more, in the files of the meshes.
    // Scripts read the JSON, which keeps the key's first name.
    #[serde(rename = "crowded_edges")]
    non_manifold_edges: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Contents {
    /// The contents of `level`. Adds to `problems` the images of its textures that cannot be read.
    fn of(level: &Level, problems: &mut Vec<Diagnostic>) -> Self {
        prepare(&TextureTable::of_scene(&level.scene), problems);
        let of_mesh = |mesh: &&CollidedMesh| !matches!(mesh.owner, TriangleOwner::Prop(_));
        let meshes = level.scene.collided_meshes().iter().filter(of_mesh);
        let mut known = BTreeSet::new();
        // The layers of a map are one mesh. Its brushes share edges, and each is closed.
        let owners: BTreeSet<_> = meshes.clone().map(|entry| entry.owner).collect();
        let files = meshes
            .filter(|entry| !is_map(Path::new(&*entry.name)))
            .map(|entry| &entry.mesh);
        let files = files.filter(|mesh| known.insert(Arc::as_ptr(mesh)));
        Self {
            hash: LevelHash::of_level(level).to_string(),
            meshes: owners.len(),
            triangles: level.world.triangles().len(),
            props: level.scene.props().len(),
            movers: level.movers.len(),
            zones: level.zones.len(),
            controller: level.rules.spawn.controller.name(),
            non_manifold_edges: files.map(|mesh| EdgeDefects::of(mesh).non_manifold).sum(),
        }
    }

    /// For example "2 meshes, 140 triangles, 1 prop, 0 movers, classic controller".
    fn in_words(&self) -> String {
        let mut words = [
            count(self.meshes, "mesh", "meshes"),
            count(self.triangles, "triangle", "triangles"),
            count(self.props, "prop", "props"),
            count(self.movers, "mover", "movers"),
            format!("{} controller", self.controller),
        ]
        .join(", ");
        if self.zones > 0 {
            let zones = count(self.zones, "zone", "zones");
            words.push_str(&format!(", {zones}"));
        }
        if self.non_manifold_edges > 0 {
            let edges = count(self.non_manifold_edges, "edge", "edges");
            words.push_str(&format!(", {edges} of three triangles or more"));
        }
        words
    }
}

pub fn run(arguments: &CheckArguments) -> Result<Exit, String> {
    let mut exit = Exit::Fine;
    let mut reports = Vec::new();
    for path in &arguments.levels {
        let loaded = load_with_progress(LevelSource::at(path), Contents::of);
        let mesh = MeshReport::of(&loaded);
        let Loaded {
            level, diagnostics, ..
        } = loaded;
        if level.is_none() {
            exit = Exit::Problems;
        }
        let file = path.display().to_string();
        if arguments.json {
            let problems = diagnostics.iter().map(ProblemReport::of).collect();
            reports.push(FileReport {
                file,
                ok: level.is_some(),
                contents: level.map(|(_, contents)| contents),
                mesh,
                problems,
            });
            continue;
        }
        terminal::diagnostics(&diagnostics);
        if let Some(mesh) = mesh {
            mesh.print(path);
        }
        match level {
            Some((_, contents)) => {
                let contents = contents.in_words();
                let of = |severity, one, many| {
                    let all = diagnostics.iter();
                    let all = all.filter(|problem| problem.severity == severity);
                    match all.count() {
                        0 => String::new(),
                        some => format!(", {}", count(some, one, many)),
                    }
                };
                let warnings = of(Severity::Warning, "warning", "warnings");
                let notes = of(Severity::Note, "note", "notes");
                terminal::line(&format!("{file}: ok{warnings}{notes}: {contents}"))?;
            }
            None => {
                let problems = count(diagnostics.len(), "problem", "problems");
                terminal::line(&format!("{file}: {problems}"))?;
            }
        }
    }
    if arguments.json {
        terminal::json(&reports)?;
    }
    Ok(exit)
}
