//! The `[[zone]]`s of a level's text.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;

use super::slips::{Occupied, note_radians};
use crate::geometry::{Obb, Placement, rotation_from_degrees};
use crate::level::toml::keys::ZONE;
use crate::level::toml::{Reader, Table, TextLabels, read_text};
use crate::world::{Zone, ZoneAction};

const TEXT_LABELS: TextLabels = TextLabels {
    empty: "expected a text to show",
    long: "so that it can be read in passing",
};

/// A `[[zone]]`.
#[derive(Clone, Debug)]
pub struct ZoneEntry {
    pub zone: Zone,
    pub text: Option<String>,
    /// The place of its `to`, or else of its header.
    pub to_span: Range<usize>,
    pub span: Range<usize>,
}

/// Reads the zones below `top`, and warns of a race that never begins or never ends.
pub(super) fn read_zones(reader: &mut Reader<'_>, top: &Table<'_, '_>) -> Vec<ZoneEntry> {
    let mut zones = Vec::new();
    let Some(value) = top.get("zone") else {
        return zones;
    };
    let mut occupied = Occupied::default();
    let mut is_whole = reader.complete;
    for table in reader.tables(value, &ZONE) {
        let position = table.vector(reader, "position");
        let size = table.vector(reader, "size");
        let rotation_deg = table.vector(reader, "rotation_deg").unwrap_or_default();
        if let Some(value) = table.get("rotation_deg") {
            let (angles, problems) = (rotation_deg.to_array(), &mut reader.problems);
            note_radians("rotation_deg", &angles, value.span(), problems);
        }
        let action = table.choice(reader, "on_enter", &ZoneAction::NAMES);
        let to = table.vector(reader, "to");
        let action = action.and_then(|action| led_to(reader, &table, action, to));
        let text = read_text(reader, &table, &TEXT_LABELS);
        if action == Some(ZoneAction::Message) {
            require_text(reader, &table);
        }
        table.report_unknown_keys(reader);
        let (Some(position), Some(size), Some(action)) = (position, size, action) else {
            is_whole = false;
            continue;
        };
        let rotation = rotation_from_degrees(rotation_deg);
        let Some(obb) = Obb::new(position, rotation, size * 0.5) else {
            continue;
        };
        let placement = Placement::new(position, rotation_deg, size);
        let name = ("zone", action.name());
        occupied.add(name, &placement, table.span(), &mut reader.problems);
        zones.push(ZoneEntry {
            zone: Zone { obb, action },
            text,
            to_span: table.get("to").map_or(table.span(), Spanned::span),
            span: table.span(),
        });
    }
    if is_whole {
        check_race(&zones, reader);
    }
    zones
}

/// Warns of a race that never begins or never ends.
fn check_race(zones: &[ZoneEntry], reader: &mut Reader<'_>) {
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
    reader.problems.warning(
        entry.span.clone(),
        format!("there is a `{name}` and no `{missing}`, so {consequence}"),
        format!("also expected a `[[zone]]` with `on_enter = \"{missing}\"`"),
        None,
    );
}

/// `action`, with its place if it is a teleport. A teleport needs one, and nothing else has one.
fn led_to(
    reader: &mut Reader<'_>,
    table: &Table<'_, '_>,
    action: ZoneAction,
    to: Option<DVec3>,
) -> Option<ZoneAction> {
    let value = table.get("to");
    match (action, value) {
        (ZoneAction::Teleport { .. }, None) => {
            if reader.complete && !table.seems_to_have("to") {
                let message = "`to` is missing in this teleport";
                let label = "expected `to = [x, y, z]`: where the player goes";
                reader.error(table.span(), message, label);
            }
            None
        }
        (ZoneAction::Teleport { .. }, Some(_)) => to.map(|to| ZoneAction::Teleport { to }),
        (_, None) => Some(action),
        (_, Some(value)) => {
            let name = action.name();
            let message = format!("only a teleport has `to`, and this zone is a `{name}`");
            let label = "expected no `to`, or `on_enter = \"teleport\"`";
            reader.error(value.span(), message, label);
            None
        }
    }
}

/// Reports a message without a text.
fn require_text(reader: &mut Reader<'_>, table: &Table<'_, '_>) {
    if table.get("text").is_none() && reader.complete && !table.seems_to_have("text") {
        let message = "`text` is missing in this message";
        let label = "expected `text = \"Look here\"`, which the game shows";
        reader.error(table.span(), message, label);
    }
}
