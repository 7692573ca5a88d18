//! Links: the text that holds a moment, behind the address of a page.

use std::path::Path;

use sidle::level::named_meshes;
use sidle::replay::Moment;

use crate::platform::built_in::is_shipped_mesh;

/// What is to be said of a level that names meshes which others have not.
pub fn foreign_meshes(moment: &Moment) -> Option<String> {
    let mut meshes = named_meshes(moment.path().as_ref(), moment.text());
    meshes.retain(|mesh| !is_shipped_mesh(mesh));
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

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::replay::Recorder;
    use sidle::sim::Sim;
    use sidle::world::World;

    #[test]
    fn only_meshes_that_do_not_come_with_the_game_are_named() {
        let sim = Sim::new(
            World::default(),
            Default::default(),
            Default::default(),
            120,
        );
        let moment = |text: &str| {
            let recording = Recorder::new("Hall", "hall.toml", &sim).recording();
            Moment::new(recording, "levels/hall.toml", text)
        };
        let shipped = "[[mesh]]\nfile = \"../assets/stairs.obj\"\n";
        assert_eq!(foreign_meshes(&moment(shipped)), None);
        let foreign = foreign_meshes(&moment(&format!("{shipped}[[mesh]]\nfile = \"my.obj\"\n")));
        assert!(foreign.is_some_and(|warning| warning.ends_with("`levels/my.obj`")));
    }
}
