//! Leaks of a map, which nobody needs to walk to.

use std::path::Path;

use super::explored::Explored;
use crate::leak::{Leak, leaks};
use crate::report::{Finding, FindingKind, rounded};
use sidle::glam::DVec3;
use sidle::level::Scene;

/// The leaks, if the level is a map. They are looked for once.
pub(super) fn findings(audit: &Explored) -> Vec<Finding> {
    let sim = audit.sim();
    let found = audit.leaks.get_or_init(|| match is_map(&audit.scene) {
        true => leaks(sim.world(), sim.rules().spawn.position),
        false => Vec::new(),
    });
    found.iter().map(finding_of).collect()
}

/// Whether all walls of `scene` are brushes of maps. Levels of other kinds are open by intention.
fn is_map(scene: &Scene) -> bool {
    let mut meshes = scene.collided_meshes().iter();
    !scene.collided_meshes().is_empty()
        && meshes.all(|mesh| {
            let extension = Path::new(&*mesh.name).extension().unwrap_or_default();
            extension.eq_ignore_ascii_case("map")
        })
}

fn finding_of(leak: &Leak) -> Finding {
    let (message, repair) = match leak.width {
        Some(width) => (
            format!(
                "the map leaks: air leads from the start to the void, through a gap of {width:.2} m here"
            ),
            "close the gap with a brush: `--pts` writes the way to it, for TrenchBroom to draw; or, if the map is open to the \
             void by intention, say so with `ignore` in `[audit]`",
        ),
        None => (
            "the map leaks: nothing is between its start and the void".to_owned(),
            "put the start between the walls, or walls around it; or, if the map is open to the void by intention, say so with \
             `ignore` in `[audit]`",
        ),
    };
    let mut finding = Finding::new(FindingKind::Leak, leak.at, message, repair);
    finding.size = rounded(leak.width.unwrap_or(0.0));
    let way = leak.way.iter().map(|place| place.to_array().map(rounded));
    finding.way = way.map(DVec3::from_array).collect();
    finding
}
