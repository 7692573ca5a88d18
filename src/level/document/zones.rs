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

/// Reads the zones below `top`.
pub(super) fn read_zones(reader: &mut Reader<'_>, top: &Table<'_, '_>) -> Vec<ZoneEntry> {
    let mut zones = Vec::new();
    let Some(value) = top.get("zone") else {
        return zones;
    };
    let mut occupied = Occupied::default();
    for table in reader.tables(value, &ZONE) {
        let position = table.vector(reader, "position");
        let size = table.vector(reader, "size");
        let rotation_deg = table.vector(reader, "rotation_deg").unwrap_or_default();
        if let Some(value) = table.get("rotation_deg") {
            let (angles, problems) = (rotation_deg.to_array(), &mut reader.problems);
            note_radians("rotation_deg", &angles, value.span(), problems);
        }
        let action = table.choice(reader, "on_enter", &ZoneAction::NAMES);
        let vectors = NEEDS.map(|(_, _, key, _)| table.vector(reader, key));
        let action = action.and_then(|action| completed(reader, &table, action, vectors));
        let text = read_text(reader, &table, &TEXT_LABELS);
        if action == Some(ZoneAction::Message) {
            require_text(reader, &table);
        }
        table.report_unknown_keys(reader);
        let (Some(position), Some(size), Some(action)) = (position, size, action) else {
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
    zones
}

/// An action that needs a vector, another that may have it, the key of the vector, and what is expected there. No further action
/// has the key.
const NEEDS: [(&str, Option<&str>, &str, &str); 2] = [
    (
        "teleport",
        None,
        "to",
        "expected `to = [x, y, z]`: where the player goes",
    ),
    (
        "launch",
        Some("water"),
        "velocity",
        "expected `velocity = [x, y, z]`: how the player takes off",
    ),
];

/// `action` with its vector, if it needs one; `vectors` are the values of the keys of [`NEEDS`].
fn completed(
    reader: &mut Reader<'_>,
    table: &Table<'_, '_>,
    action: ZoneAction,
    vectors: [Option<DVec3>; 2],
) -> Option<ZoneAction> {
    let name = action.name();
    for (owner, other, key, label) in NEEDS {
        match (name == owner, table.get(key)) {
            (true, None) => {
                if reader.complete && !table.seems_to_have(key) {
                    let message = format!("`{key}` is missing in this {owner}");
                    reader.error(table.span(), message, label);
                }
                return None;
            }
            (false, Some(value)) if other != Some(name) => {
                let message = format!("only a {owner} has `{key}`, and this zone is a `{name}`");
                let label = format!("expected no `{key}`, or `on_enter = \"{owner}\"`");
                reader.error(value.span(), message, label);
                return None;
            }
            (_, Some(_)) | (false, None) => {}
        }
    }
    let [to, velocity] = vectors;
    match action {
        ZoneAction::Teleport { .. } => to.map(|to| ZoneAction::Teleport { to }),
        ZoneAction::Launch { .. } => velocity.map(|velocity| ZoneAction::Launch { velocity }),
        ZoneAction::Water { .. } => Some(ZoneAction::Water {
            current: velocity.unwrap_or_default(),
        }),
        _ => Some(action),
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
