//! The `[lab]` of a level's text.

use super::Lab;
use super::document::Document;
use super::keys::LAB;
use super::reader::Reader;
use super::table::Table;

impl Document {
    pub(super) fn read_lab(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("lab") else { return };
        let Some(table) = reader.table("lab", value, &LAB) else {
            return;
        };
        let position = table.vector(reader, "position");
        table.report_unknown_keys(reader);
        self.lab = position.map(|position| Lab { position });
    }
}
