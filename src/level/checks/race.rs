//! Warnings about races without a start or an end, whether their zones stand in the level or in its meshes.

use crate::level::document::ZoneEntry;
use crate::level::text::Problems;
use crate::world::ZoneAction;

/// Warns of a race that never begins or never ends.
pub fn check_race(zones: &[ZoneEntry], problems: &mut Problems<'_>) {
    let first = |of: &[ZoneAction]| zones.iter().find(|entry| of.contains(&entry.zone.action));
    let (start, checkpoint, finish) = (
        ZoneAction::Start,
        ZoneAction::Checkpoint,
        ZoneAction::Finish,
    );
    let (found, missing, consequence) = if first(&[start]).is_none() {
        (
            first(&[finish, checkpoint]),
            start,
            "the clock never begins",
        )
    } else if first(&[finish]).is_none() {
        (first(&[start, checkpoint]), finish, "the clock never stops")
    } else {
        return;
    };
    let Some(entry) = found else { return };
    let (name, missing) = (entry.zone.action.name(), missing.name());
    problems.warning(
        entry.span.clone(),
        format!("there is a `{name}` and no `{missing}`, so {consequence}"),
        format!("also expected a `[[zone]]` with `on_enter = \"{missing}\"`"),
        None,
    );
}
