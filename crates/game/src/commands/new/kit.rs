//! `sidle new --kit`: a level with a kind for each mesh of a folder, and one prop of each.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use sidle::geometry::Aabb;
use sidle::geometry::float::max;
use sidle::level::{BUILT_IN_KINDS, Budget, WithLevel, is_mesh, load_level_reporting, toml_string};

use crate::platform;
use crate::platform::{HostFiles, terminal};

/// The most meshes of a folder that get a kind, as many as a level from a link may place.
const MAX_MESHES: usize = 500;

/// The free space between two pieces; metres.
const GAP: f64 = 1.0;

/// The longest row of pieces; metres.
const MAX_ROW: f64 = 60.0;

/// How far the floor reaches beyond the pieces; metres.
const MARGIN: f64 = 6.0;

/// How far in front of the pieces the player starts; metres.
const PLAYER_DISTANCE: f64 = 4.0;

/// Pieces as large as this are not in metres, but in centimetres; their usual size.
const LARGE: f64 = 60.0;

/// A mesh of the kit.
struct Piece {
    kind: String,
    /// Relative to the level, with `/`.
    file: String,
    bounds: Aabb,
}

/// The text of a level at `path`, called `name`, with all meshes in `folder`.
///
/// # Errors
/// A message, when the folder cannot be read or has no mesh that can be used.
pub fn level_of(folder: &Path, path: &Path, name: &str) -> Result<String, String> {
    let shown = folder.display();
    if !folder.is_dir() {
        let is_file = folder.is_file();
        let why = if is_file {
            "it is a file"
        } else {
            "there is no such folder"
        };
        return Err(format!("`{shown}` is no folder with meshes: {why}"));
    }
    let mut meshes = platform::list(folder);
    meshes.retain(|file| is_mesh(file) && file.is_file());
    meshes.sort();
    if meshes.is_empty() {
        return Err(format!(
            "the folder `{shown}` has no mesh: expected files that end in `.obj`, `.gltf` or `.glb`"
        ));
    }
    if meshes.len() > MAX_MESHES {
        let found = meshes.len();
        terminal::warning(&format!(
            "`{shown}` has {found} meshes: the level has the first {MAX_MESHES} of them"
        ));
        meshes.truncate(MAX_MESHES);
    }
    let pieces = read(&meshes, path);
    if pieces.is_empty() {
        return Err(format!("no mesh of `{shown}` can be used"));
    }
    Ok(text(&pieces, &shown.to_string(), name))
}

/// The pieces of `meshes`, for a level at `path`. Prints the problems of a mesh that cannot be used, and leaves it out.
fn read(meshes: &[PathBuf], path: &Path) -> Vec<Piece> {
    let mut names: BTreeSet<String> = BUILT_IN_KINDS.map(str::to_owned).into();
    let mut pieces = Vec::new();
    for mesh in meshes {
        let Some(bounds) = bounds_of(mesh) else {
            terminal::warning(&format!("`{}` is left out", mesh.display()));
            continue;
        };
        let stem = mesh.file_stem().unwrap_or_default().to_string_lossy();
        let plain = kind_name(&stem);
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let mut free = core::iter::once(plain.clone()).chain(numbered);
        let Some(kind) = free.find(|name| names.insert(name.clone())) else {
            continue;
        };
        pieces.push(Piece {
            kind,
            file: relative(mesh, path),
            bounds,
        });
    }
    pieces
}

/// The bounds of the mesh at `mesh`. `None` if it cannot be used, and its problems are printed.
fn bounds_of(mesh: &Path) -> Option<Aabb> {
    let path = mesh.with_file_name("kit.toml");
    let file = toml_string(&mesh.file_name()?.to_string_lossy());
    let text = format!(
        "format = 1\nname = \"Kit\"\nspawn.position = [0, 0, 0]\nspawn.mode = \"fly\"\nkinds.piece.mesh = {file}\n\
         [[mesh]]\nfile = {file}\n[[prop]]\nkind = \"piece\"\nposition = [0, 0, 0]\n"
    );
    let files = WithLevel {
        path: &path,
        text: &text,
        files: &HostFiles,
    };
    let loaded = load_level_reporting(&path, &files, &Budget::OWN, &mut |_| ());
    let Some(level) = loaded.level else {
        terminal::diagnostics(&loaded.diagnostics);
        return None;
    };
    Some(level.scene.props().first()?.mesh.bounds)
}

/// A kind's name that needs no quotes.
fn kind_name(stem: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
    let name: String = stem
        .chars()
        .map(|sign| if plain(sign) { sign } else { '_' })
        .collect();
    if name.chars().any(|sign| sign.is_ascii_alphanumeric()) {
        name
    } else {
        "piece".to_owned()
    }
}

/// The path of `file` from the folder of the level at `level`, with `/`.
pub fn relative(file: &Path, level: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (file, level) = (absolute(file), absolute(level));
    let parts = |path: &Path| -> Vec<String> {
        let mut parts = Vec::new();
        for part in path.components() {
            match part {
                Component::ParentDir => drop(parts.pop()),
                Component::CurDir => {}
                other => parts.push(other.as_os_str().to_string_lossy().into_owned()),
            }
        }
        parts
    };
    let (to, mut from) = (parts(&file), parts(&level));
    from.pop();
    let shared = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| "..");
    let down = to[shared..].iter().map(String::as_str);
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The factor that makes metres of the pieces.
fn scale_of(pieces: &[Piece]) -> f64 {
    let size = |piece: &Piece| (piece.bounds.half_extents() * 2.0).max_element();
    let mut sizes: Vec<f64> = pieces.iter().map(size).collect();
    sizes.sort_by(f64::total_cmp);
    if sizes[sizes.len() / 2] > LARGE {
        0.01
    } else {
        1.0
    }
}

/// The positions of the pieces, in rows along X from the front to the back, and the size of the floor, given by its
/// middle's X and Z, and half its width and depth.
fn place(pieces: &[Piece], scale: f64) -> (Vec<[f64; 3]>, [f64; 4]) {
    let mut placed = Vec::new();
    // The front of the row is at `front`.
    let (mut x, mut front, mut depth, mut widest) = (0.0, 0.0, 0.0, 0.0);
    for piece in pieces {
        let (low, high) = (piece.bounds.min() * scale, piece.bounds.max() * scale);
        let size = high - low;
        if x > 0.0 && x + size.x > MAX_ROW {
            front -= depth + 2.0 * GAP;
            (x, depth) = (0.0, 0.0);
        }
        placed.push([x - low.x, -low.y, front - high.z]);
        x += size.x + GAP;
        depth = max(depth, size.z);
        widest = max(widest, x - GAP);
    }
    let back = front - depth;
    let floor = [
        widest * 0.5,
        (back + PLAYER_DISTANCE) * 0.5,
        widest * 0.5 + MARGIN,
        (PLAYER_DISTANCE - back) * 0.5 + MARGIN,
    ];
    (placed, floor)
}

fn text(pieces: &[Piece], folder: &str, name: &str) -> String {
    let scale = scale_of(pieces);
    let (placed, [x, z, half_width, half_depth]) = place(pieces, scale);
    let first = &pieces[0];
    let middle = (first.bounds.max().x - first.bounds.min().x) * scale * 0.5;
    let folder: String = folder.chars().filter(|sign| !sign.is_control()).collect();
    let (title, about) = (
        toml_string(name),
        toml_string("The pieces of a kit, one of each. Copy and move them with the editor."),
    );
    let mut text = format!(
        "# The pieces in {folder}: a kind for each mesh, and one prop of each kind.\n\
         # To build with them, press E in the game, or copy a `[[prop]]` and change its position.\n\n\
         format = 1\nname = {title}\nabout = {about}\n\n\
         [spawn]\nposition = [{middle:.3}, 0.5, {PLAYER_DISTANCE:.3}]\n\n\
         # The floor: a built-in block, made wide and flat. Its top is at height 0.\n\
         [[prop]]\nkind = \"block\"\nposition = [{x:.3}, -0.5, {z:.3}]\n\
         scale = [{:.1}, 1.0, {:.1}]\n\n\
         # The kinds. A piece collides as its mesh, so that walls have their openings. `\"hull\"` is smoother to slide along, and\n\
         # `\"box\"` is the cheapest.\n",
        half_width * 2.0,
        half_depth * 2.0,
    );
    for Piece { kind, file, .. } in pieces {
        let file = toml_string(file);
        let _ = write!(
            text,
            "[kinds.{kind}]\nmesh = {file}\ncollide = \"mesh\"\n\n"
        );
    }
    text += "# One piece of each, in rows.\n";
    if scale != 1.0 {
        text += "# They are so large that they seem to be in centimetres: the scale makes metres of them.\n";
    }
    for (Piece { kind, .. }, position) in pieces.iter().zip(placed) {
        // No `-0.000`.
        let [x, y, z] = position.map(|number| (number * 1000.0).round() / 1000.0 + 0.0);
        let _ = write!(
            text,
            "[[prop]]\nkind = \"{kind}\"\nposition = [{x:?}, {y:?}, {z:?}]\n"
        );
        if scale != 1.0 {
            let _ = writeln!(text, "scale = {scale:?}");
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_level() {
        for (file, level, expected) in [
            ("kit/wall.obj", "kit.toml", "kit/wall.obj"),
            ("kit/wall.obj", "levels/kit.toml", "../kit/wall.obj"),
            ("kit/wall.obj", "kit/all.toml", "wall.obj"),
            ("./kit/../kit/wall.obj", "a/b/c.toml", "../../kit/wall.obj"),
        ] {
            assert_eq!(relative(file.as_ref(), level.as_ref()), expected);
        }
    }

    #[test]
    fn any_file_name_makes_a_kind() {
        for (stem, kind) in [
            ("wall_corner-2", "wall_corner-2"),
            ("Wall (1)", "Wall__1_"),
            ("Tür", "T_r"),
            ("日本", "piece"),
            ("", "piece"),
        ] {
            assert_eq!(kind_name(stem), kind);
        }
    }
}
