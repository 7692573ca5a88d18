//! A level around a mesh, map or picture of heights of the author's: that of the game for a bare mesh, with a path to it from the new
//! file.

use std::path::Path;

use sidle::geometry::float::max;
use sidle::level::{
    Budget, Files, WithLevel, is_mesh, load_level, load_mesh_as_level, toml_string,
};

use super::kit::relative;
use crate::platform::{HostFiles, terminal};

/// What players read in such a level.
const ABOUT: &str = "Walk around. To build here, open the editor, or change the file and save it.";

/// The text of a level at `path`, called `name`, around the mesh, map or picture `file`.
///
/// # Errors
/// A message, when the file is no mesh, or cannot be used; its problems are printed.
pub fn level_of(file: &Path, path: &Path, name: &str) -> Result<String, String> {
    let shown = file.display();
    let ending = file.extension().unwrap_or_default();
    if ending.eq_ignore_ascii_case("png") {
        return of_heights(file, path, name);
    }
    if !is_mesh(file) {
        return Err(format!(
            "`{shown}` is no mesh: expected a file that ends in `.obj`, `.gltf`, `.glb` or `.map`, or `.png` for a picture of heights"
        ));
    }
    let made = load_mesh_as_level(file, None, &HostFiles, &Budget::OWN, &mut |_| ());
    terminal::diagnostics(&made.loaded.diagnostics);
    if made.loaded.level.is_none() {
        return Err(format!("no level can be made of `{shown}`"));
    }
    let written = |name: Option<&std::ffi::OsStr>| {
        let name = name.unwrap_or_default();
        toml_string(&name.to_string_lossy())
    };
    let (title, about) = (toml_string(name), toml_string(ABOUT));
    let head = format!("name = {}\n", written(file.file_stem()));
    let entry = format!("file = {}\n", written(file.file_name()));
    let entry_here = format!("file = {}\n", toml_string(&relative(file, path)));
    let text = made
        .text
        .replacen(&head, &format!("name = {title}\nabout = {about}\n"), 1)
        .replacen(&entry, &entry_here, 1);
    let folder_note = "# Every key is explained in the project's levels/format.md. Leave the game running: it loads this file again \
                       when you save it,\n# and the mesh when you export it.\n\n";
    let more = "\n# Add blocks, stairs, lifts, zones and signs around it, such as:\n#\n# [[sign]]\n# position = [0.0, 0.0, 0.0]      \
                # on the ground\n# text = \"Welcome\\nLook around.\"\n";
    Ok(folder_note.to_owned() + &text + more)
}

/// The text of a level of the grey picture `file`: a metre from sample to sample, and a tenth as high as long.
fn of_heights(file: &Path, path: &Path, name: &str) -> Result<String, String> {
    let shown = file.display();
    let bytes = HostFiles.read(file);
    let bytes = bytes.map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    // The header of a PNG. The loader checks all of it.
    let side = |at: usize| {
        let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(f64::from(u32::from_be_bytes(bytes)) - 1.0)
    };
    let (Some(wide), Some(long)) = (side(16), side(20)) else {
        return Err(format!("`{shown}` is no PNG"));
    };
    let (wide, long) = (max(wide, 1.0), max(long, 1.0));
    let high = (max(wide, long) * 0.1).ceil();
    let [name, about] = [name, ABOUT].map(toml_string);
    let file = toml_string(&relative(file, path));
    let text = format!(
        "# Every key is explained in the project's levels/format.md. Leave the game running: it loads this file again when you save it,\n\
         # and the picture.\n\nformat = 1\nname = {name}\nabout = {about}\n\n[spawn]\nposition = [0.0, {:?}, 0.0]      # above the middle\n\n\
         [limits]\nkill_y = -20.0\n\n[[terrain]]\nfile = {file}\nsize = [{wide:?}, {high:?}, {long:?}]   # width, height of white and depth; metres\n",
        high + 1.0
    );
    let files = WithLevel {
        path,
        text: &text,
        files: &HostFiles,
    };
    let loaded = load_level(path, &files);
    terminal::diagnostics(&loaded.diagnostics);
    match loaded.level {
        Some(_) => Ok(text),
        None => Err(format!("no level can be made of `{shown}`")),
    }
}
