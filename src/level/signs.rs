//! The `[[sign]]`s of a level's text.

use glam::DVec3;

use super::Sign;
use super::document::Document;
use super::keys::{SIGN, ValueType};
use super::reader::Reader;
use super::table::Table;
use crate::geometry::Placement;

impl Document {
    pub(super) fn read_signs(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("sign") else { return };
        for table in reader.tables(value, &SIGN) {
            let position = table.vector(reader, "position");
            let text = read_text(reader, &table);
            let yaw_deg = table.number(reader, "yaw_deg").unwrap_or_default();
            table.report_unknown_keys(reader);
            if let (Some(position), Some(text)) = (position, text) {
                let placement = Placement::new(position, DVec3::Y * yaw_deg, DVec3::ONE);
                self.signs.push(Sign { text, placement });
            }
        }
    }
}

/// A text that is not empty and fits on the board.
fn read_text(reader: &mut Reader<'_>, table: &Table<'_, '_>) -> Option<String> {
    let (key, value) = table.value(reader, "text")?;
    let text = reader.string("text", value)?;
    let length = text.chars().count();
    if text.trim().is_empty() {
        let label = "expected a text for the board";
        reader.error(value.span(), "`text` is empty", label);
    } else if let ValueType::String(most) = key.value
        && length > most
    {
        let message = format!("`text` has {length} characters");
        let label = format!("expected at most {most}, so that the board is readable");
        reader.error(value.span(), message, label);
    } else {
        return Some(text);
    }
    None
}
