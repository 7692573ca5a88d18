//! Links: the address of a page, followed by the text of a moment.

use std::path::Path;

use sidle::replay::Moment;

/// A warning, if the level of `moment` uses meshes that the game does not carry.
pub fn missing_mesh_warning(moment: &Moment) -> Option<String> {
    let meshes = moment.foreign_meshes();
    (!meshes.is_empty()).then(|| {
        let meshes = meshes.join("`, `");
        format!("the link works only where these files are: `{meshes}`")
    })
}

/// A link to `page` with the moment `text`.
pub fn link(page: &str, text: &str) -> String {
    let page = page.split('#').next().unwrap_or_default();
    format!("{page}{}{text}", Moment::KEY)
}

/// `path`, relative to the current folder if it lies inside.
pub fn relative_to_current_folder(path: &Path) -> String {
    let current = std::env::current_dir().ok();
    let below = current.and_then(|folder| path.strip_prefix(folder).ok());
    below.unwrap_or(path).to_string_lossy().into_owned()
}
