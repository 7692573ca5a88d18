//! The `[[sign]]`s of a level's text: boards to read, which nobody collides with.

use glam::DVec3;
use toml::Spanned;
use toml::de::DeValue;

use super::Sign;
use super::document::{Document, POSITIONS};
use super::reader::Reader;
use super::table::Table;
use crate::geometry::Placement;

/// What a sign holds; characters. Larger: letters that are too small to be read from where one stands.
const LONGEST_TEXT: usize = 240;

impl Document {
    pub(super) fn read_signs(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) {
        let Some(value) = top.get("sign") else { return };
        for mut table in reader.tables("sign", value) {
            let position = table.require(reader, "position", "[0.0, 0.0, 0.0]");
            let position: Option<DVec3> =
                position.and_then(|value| reader.vector("position", value, &POSITIONS));
            let text = table.require(reader, "text", "\"Look here\"");
            let text = text.and_then(|value| read_text(reader, value));
            let yaw_deg = table.get("yaw_deg");
            let yaw_deg = yaw_deg.and_then(|value| reader.number_in("yaw_deg", value, &POSITIONS));
            table.finish(reader);
            if let (Some(position), Some(text)) = (position, text) {
                let turn = DVec3::Y * yaw_deg.unwrap_or_default();
                self.signs.push(Sign {
                    text,
                    placement: Placement::new(position, turn, DVec3::ONE),
                });
            }
        }
    }
}

/// Something to read, and not too much of it.
fn read_text(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<String> {
    let text = reader.string("text", value)?;
    let length = text.chars().count();
    if text.trim().is_empty() {
        let label = "expected what is to be read on the board";
        reader.error(value.span(), "`text` says nothing", label);
    } else if length > LONGEST_TEXT {
        let message = format!("`text` has {length} characters");
        let label = format!("expected at most {LONGEST_TEXT}: more cannot be read on a board");
        reader.error(value.span(), message, label);
    } else {
        return Some(text);
    }
    None
}
