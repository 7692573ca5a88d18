//! The `[[sign]]`s of a level's text.

use glam::DVec3;

use super::Document;
use crate::geometry::Placement;
use crate::level::toml::keys::SIGN;
use crate::level::toml::{Reader, Table, TextLabels, read_text};

/// A `[[sign]]`: a board on two posts, with a text. Nothing collides with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// Its text; `\n` begins a new line.
    pub text: String,
    /// Its placement in the world. In its own space, it stands on the origin and is read from +Z.
    pub placement: Placement,
}

const TEXT_LABELS: TextLabels = TextLabels {
    empty: "expected a text for the board",
    long: "so that the board is readable",
};

impl Document {
    pub(super) fn read_signs(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("sign") else { return };
        for table in reader.tables(value, &SIGN) {
            let position = table.vector(reader, "position");
            let text = read_text(reader, &table, &TEXT_LABELS);
            let yaw_deg = table.number(reader, "yaw_deg").unwrap_or_default();
            table.report_unknown_keys(reader);
            if let (Some(position), Some(text)) = (position, text) {
                let placement = Placement::new(position, DVec3::Y * yaw_deg, DVec3::ONE);
                self.signs.push(Sign { text, placement });
            }
        }
    }
}
