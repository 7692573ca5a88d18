//! Links: the address of a page, followed by the text of a moment.

use std::path::{Component, Path};

use sidle::level::named_meshes;
use sidle::replay::Moment;

use crate::platform::built_in::is_shipped_mesh;
use crate::platform::foreign_path::{LINKED, check_foreign};

/// The name in a link of a level whose own name a link may not have.
const UNNAMED: &str = "levels/level.toml";

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

/// A link to `page` with the moment `text`, which pauses at `tick` with "see why" as large as the window.
pub fn link_to_contact(page: &str, text: &str, tick: u64) -> String {
    let page = page.split(['#', '?']).next().unwrap_or_default();
    link(&format!("{page}?tick={tick}&why=1"), text)
}

/// The tick at which `link` pauses with "see why" as large as the window, if it is such a link.
pub fn contact_of(link: &str) -> Option<u64> {
    let address = link.split('#').next()?;
    let (_, query) = address.split_once('?')?;
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find_map(|(other, value)| (other == name).then_some(value))
    };
    value("tick")?
        .parse()
        .ok()
        .filter(|_| value("why") == Some("1"))
}

/// The path of a level in a link, relative to the current folder if that is a path that a link may name, else the
/// level's name in `levels`.
pub fn path_in_link(path: &Path) -> String {
    let current = std::env::current_dir().ok();
    let below = current.and_then(|folder| path.strip_prefix(folder).ok());
    // The page keeps the levels of links in a separate folder.
    let path = below.unwrap_or(path);
    let path = path.strip_prefix(LINKED).unwrap_or(path);
    let names = path.components().map(Component::as_os_str);
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
    let alone = format!("levels/{}", names.last().map_or("", |name| name));
    let mut candidates = [names.join("/"), alone].into_iter();
    let found = candidates.find(|path| check_foreign(path.as_ref()).is_ok());
    found.unwrap_or_else(|| UNNAMED.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::replay::Recorder;
    use sidle::sim::Sim;
    use sidle::world::World;

    #[test]
    fn every_level_has_a_path_that_a_link_may_name() {
        let inside = std::env::current_dir().unwrap().join("levels/speed.toml");
        for (path, expected) in [
            ("levels/speed.toml", "levels/speed.toml"),
            (inside.to_str().unwrap(), "levels/speed.toml"),
            ("/home/me/levels/a.toml", "levels/a.toml"),
            ("../levels/a.toml", "levels/a.toml"),
            ("/a.toml", "levels/a.toml"),
            ("dropped/a.toml", "levels/a.toml"),
            ("dropped/mine/a.toml", "levels/a.toml"),
            ("linked/levels/a.toml", "levels/a.toml"),
            ("/home/.config/a.toml", "levels/a.toml"),
            ("/home/.a.toml", UNNAMED),
            ("100%.toml", UNNAMED),
        ] {
            assert_eq!(path_in_link(path.as_ref()), expected, "{path}");
            assert_eq!(check_foreign(path_in_link(path.as_ref()).as_ref()), Ok(()));
        }
    }

    #[test]
    fn a_link_to_a_contact_names_its_tick() {
        let link = link_to_contact("https://example.org/sidle/?level=a.toml#b", "xyz", 412);
        assert_eq!(link, "https://example.org/sidle/?tick=412&why=1#moment=xyz");
        assert_eq!(contact_of(&link), Some(412));
        assert_eq!(contact_of(&link_to_contact("", "xyz", 7)), Some(7));
        for other in [
            "#moment=xyz",
            "?tick=3#moment=x",
            "?tick=-1&why=1#moment=x",
            "#?tick=1&why=1",
        ] {
            assert_eq!(contact_of(other), None, "{other}");
        }
    }

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
