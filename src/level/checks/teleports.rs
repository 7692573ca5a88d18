//! Warnings about the places that teleports lead to.

use crate::level::document::ZoneEntry;
use crate::level::loaded::Level;
use crate::level::text::Problems;
use crate::player::PlayerState;
use crate::world::{FilteredWorld, ZoneAction};

/// Warns of teleports that lead into something, or below the level; `entries` hold their places.
pub fn check_teleports(level: &Level, entries: &[ZoneEntry], problems: &mut Problems<'_>) {
    for entry in entries {
        let ZoneAction::Teleport { to } = entry.zone.action else {
            continue;
        };
        let player = PlayerState {
            position: to,
            ..PlayerState::at_spawn(&level.rules.spawn)
        };
        let Some(body) = level.tuning.placed_body(&player) else {
            continue;
        };
        let kill_y = level.rules.kill_y;
        if to.y < kill_y {
            problems.warning(
                entry.to_span.clone(),
                format!("this teleport leads below `kill_y`, {kill_y}"),
                "the player would return to the spawn at once",
                None,
            );
        }
        if let Err(surface) = level.world.arrival(&body) {
            let name = level.scene.numbered_name_of(surface.collider);
            let misfit = FilteredWorld::from(&level.world).misfit(surface, &body);
            problems.warning(
                entry.to_span.clone(),
                format!("this teleport leads into `{name}`: the body {misfit}"),
                "expected free space for the body's reference point and all around it",
                Some("a teleport whose place is taken waits until it is free".to_owned()),
            );
        }
    }
}
