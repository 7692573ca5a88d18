//! The `[lab]` of a level's text.

use glam::DVec3;

use super::Document;
use crate::level::toml::keys::LAB;
use crate::level::toml::{Reader, Table};

/// A `[lab]`: the place where the game shows pairs of shapes. The simulation ignores it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lab {
    /// The middle of the shapes; metres.
    pub position: DVec3,
}

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
