//! Links: the address of a page, followed by the text of a moment.

use std::path::Path;

use sidle::level::named_meshes;
use sidle::replay::Moment;

use crate::platform::built_in::is_shipped_mesh;

/// A warning, if the level of `moment` uses meshes that the game does not carry.
pub fn missing_mesh_warning(moment: &Moment) -> Option<String> {
    let mut meshes = named_meshes(moment.path().as_ref(), moment.text());
    meshes.retain(|mesh| !is_shipped_mesh(mesh));
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
        assert_eq!(missing_mesh_warning(&moment(shipped)), None);
        let foreign =
            missing_mesh_warning(&moment(&format!("{shipped}[[mesh]]\nfile = \"my.obj\"\n")));
        assert!(foreign.is_some_and(|warning| warning.ends_with("`levels/my.obj`")));
    }
}
