//! A level around a mesh or map of the author's: that of the game for a bare mesh, with a path to it from the new file.

use std::path::Path;

use sidle::level::{Budget, is_mesh, load_mesh_as_level, toml_string};

use super::kit::relative;
use crate::platform::{HostFiles, terminal};

/// The text of a level at `path`, called `name`, around the mesh or map `file`.
///
/// # Errors
/// A message, when the file is no mesh, or cannot be used; its problems are printed.
pub fn level_of(file: &Path, path: &Path, name: &str) -> Result<String, String> {
    let shown = file.display();
    if !is_mesh(file) {
        return Err(format!(
            "`{shown}` is no mesh: expected a file that ends in `.obj`, `.gltf`, `.glb` or `.map`"
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
    let (title, about) = (
        toml_string(name),
        toml_string("Walk around. To build here, open the editor, or change the file and save it."),
    );
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
