//! The `[[terrain]]`s of a level's text.

use core::ops::Range;
use std::path::Path;

use glam::DVec3;

use super::slips::Occupied;
use super::{Document, FileForm, FileReference, MeshEntry};
use crate::geometry::Placement;
use crate::level::files::{HEIGHTS, has_extension};
use crate::level::toml::keys::TERRAIN;
use crate::level::toml::{Reader, Table};

impl Document {
    /// Adds them to the meshes.
    pub(super) fn read_terrains(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("terrain") else {
            return;
        };
        let mut occupied = Occupied::default();
        for table in reader.tables(value, &TERRAIN) {
            let picture = read_picture(reader, &table);
            let size = table.vector(reader, "size");
            let position = table.vector(reader, "position").unwrap_or_default();
            let surface = self.read_surface(reader, &table);
            table.report_unknown_keys(reader);
            let (Some((path, span)), Some(size)) = (picture, size) else {
                continue;
            };
            let placement = Placement::new(position, DVec3::ZERO, DVec3::ONE);
            let (name, problems) = (("terrain", &*path), &mut reader.problems);
            occupied.add(name, &placement, table.span(), problems);
            let file = FileReference {
                path,
                span,
                form: FileForm::Heights(size),
            };
            self.meshes.push(MeshEntry {
                file,
                placement,
                collide: true,
                visible: true,
                surface,
                span: table.span(),
            });
        }
    }
}

/// The path of the picture, and the place of its name.
fn read_picture(reader: &mut Reader<'_>, table: &Table<'_, '_>) -> Option<(String, Range<usize>)> {
    let (_, value) = table.value(reader, "file")?;
    let path = reader.string("file", value)?;
    if has_extension(Path::new(&path), &HEIGHTS) {
        return Some((path, value.span()));
    }
    let message = "`file` of a terrain names no PNG";
    let label = "expected the path of a grey picture of 8 or 16 bits";
    let help =
        "such as `file = \"hills.png\"`, relative to this level; meshes belong in a `[[mesh]]`";
    reader.error_with_help(value.span(), message, label, Some(help.to_owned()));
    None
}
