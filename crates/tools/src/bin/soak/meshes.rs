//! Meshes from files, for the worlds of random moves.

use std::path::Path;

use sidle::geometry::Triangle;
use sidle::glam::DVec3;
use sidle::level::{Disk, load_level};

/// Meshes from files, each scaled to unit size around its origin.
pub type Meshes = Vec<Vec<[DVec3; 3]>>;

/// Loads OBJ files as a level does.
pub fn load_meshes(files: &[String]) -> Result<Meshes, String> {
    let folder = std::env::temp_dir();
    let mut meshes = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let full = Path::new(file)
            .canonicalize()
            .map_err(|error| format!("{file}: {error}"))?;
        let level = folder.join(format!("soak-{}-{number}.toml", std::process::id()));
        let text = format!(
            "format = 1\nname = \"soak\"\n[spawn]\nposition = [0, 0, 0]\n[[mesh]]\nfile = '{}'\n",
            full.display()
        );
        std::fs::write(&level, text).map_err(|error| error.to_string())?;
        let loaded = load_level(&level, &Disk);
        let _ = std::fs::remove_file(&level);
        let Some(level) = loaded.level else {
            let problems = loaded.diagnostics.iter().map(ToString::to_string);
            return Err(problems.collect::<Vec<_>>().join("\n"));
        };
        let triangles = level.world.triangles();
        let corners = || triangles.iter().flat_map(Triangle::vertices);
        let (min, max) = corners().fold(
            (DVec3::INFINITY, DVec3::NEG_INFINITY),
            |(min, max), corner| (min.min(corner), max.max(corner)),
        );
        let (middle, size) = ((min + max) * 0.5, (max - min).max_element());
        let unit = |triangle: &Triangle| triangle.vertices().map(|v| (v - middle) / size);
        meshes.push(triangles.iter().map(unit).collect());
    }
    Ok(meshes)
}
