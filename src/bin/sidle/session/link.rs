//! Links: the text that holds a moment, behind the address of a page.

use std::path::Path;

use sidle::replay::Moment;

/// What is to be said of a level that names meshes which others have not.
pub fn foreign_meshes(moment: &Moment) -> Option<String> {
    let meshes = moment.foreign_meshes();
    (!meshes.is_empty()).then(|| {
        let meshes = meshes.join("`, `");
        format!("the link works where these are too: `{meshes}`")
    })
}

/// The link to `page` that holds the moment `text`.
pub fn link(page: &str, text: &str) -> String {
    let page = page.split('#').next().unwrap_or_default();
    format!("{page}{}{text}", Moment::KEY)
}

/// `path`, relative to the folder that one is in where that is possible.
pub fn from_here(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok());
    below.unwrap_or(path).to_string_lossy().into_owned()
}
