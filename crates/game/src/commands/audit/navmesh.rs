//! The navmesh that an audit compares with.

use std::path::Path;

use sidle::glam::DVec3;
use sidle::level::{WithLevel, is_mesh, load_level, toml_string};
use sidle_audit::Navmesh;

use crate::platform::{self, HostFiles};

/// The extensions of Godot's resources and scenes that are text.
const GODOT: [&str; 2] = ["tres", "tscn"];

/// The navmesh of the file at `path`: a mesh, or a file of Godot, or one of Recast and Detour.
///
/// # Errors
/// Why it is none.
pub fn read(path: &Path) -> Result<Navmesh, String> {
    let shown = path.display();
    let navmesh = if is_mesh(path) {
        of_mesh(path)
    } else {
        let bytes =
            platform::read(path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
        let extension = path.extension().unwrap_or_default();
        if GODOT
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
        {
            let text = String::from_utf8(bytes).map_err(|_| "it is no text".to_owned());
            text.and_then(|text| Navmesh::read_godot(&text))
        } else {
            Navmesh::read_detour(&bytes)
        }
    };
    match navmesh {
        Ok(navmesh) if navmesh.triangles().is_empty() && navmesh.links().is_empty() => Err(
            format!("`{shown}` is a navmesh without a polygon or a link"),
        ),
        Ok(navmesh) => Ok(navmesh),
        Err(why) => Err(format!("`{shown}`: {why}")),
    }
}

/// The triangles of a mesh.
fn of_mesh(path: &Path) -> Result<Navmesh, String> {
    let text = format!(
        "format = 1\nname = \"Navmesh\"\nspawn.position = [0, 0, 0]\n[[mesh]]\nfile = {}\n",
        toml_string(&path.to_string_lossy())
    );
    let files = WithLevel {
        path: Path::new("navmesh.toml"),
        text: &text,
        files: &HostFiles,
    };
    let loaded = load_level(Path::new("navmesh.toml"), &files);
    let Some(level) = loaded.level else {
        let mut errors = loaded.diagnostics.iter();
        let error = errors.find(|diagnostic| diagnostic.is_error());
        return Err(error.map_or_else(String::new, |error| error.message.clone()));
    };
    let triangles = level.world.triangles().iter();
    let corners = triangles.map(|triangle| triangle.vertices().map(DVec3::from));
    Ok(Navmesh::new(corners.collect()))
}
