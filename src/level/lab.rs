//! The `[lab]` of a level's text.

use glam::DVec3;

use super::Lab;
use super::document::{Document, POSITIONS};
use super::reader::Reader;
use super::table::Table;

impl Document {
    pub(super) fn read_lab(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) {
        let Some(value) = top.get("lab") else { return };
        let Some(mut table) = reader.table("lab", value) else {
            return;
        };
        let position = table.require(reader, "position", "[0.0, 1.0, 0.0]");
        let position: Option<DVec3> =
            position.and_then(|value| reader.vector("position", value, &POSITIONS));
        table.finish(reader);
        self.lab = position.map(|position| Lab { position });
    }
}
