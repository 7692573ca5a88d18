//! The `[[mesh]]`es and the `[kinds]` of a level's text, and the files that they name.

use core::ops::Range;
use std::path::Path;

use glam::DVec3;
use toml::Spanned;
use toml::de::DeValue;

use super::slips::Occupied;
use super::{Document, read_placement};
use crate::geometry::Placement;
use crate::level::choices::{CollisionShape, LengthUnit, MeshSpace, UpAxis};
use crate::level::files::{HEIGHTS, has_extension};
use crate::level::text::a;
use crate::level::toml::keys::{KINDS, MESH};
use crate::level::toml::{COORDINATES, Reader, Table};

/// A file that a level names, and the place of the name.
#[derive(Clone, Debug)]
pub struct FileReference {
    /// Relative to the level file.
    pub path: String,
    pub span: Range<usize>,
    pub form: FileForm,
}

/// How a file becomes a mesh.
#[derive(Clone, Debug, PartialEq)]
pub enum FileForm {
    /// It is one, by the extension of its name.
    Mesh,
    /// There is none: the level itself has the triangles, here as the text of an OBJ file.
    Triangles(String),
    /// It is a picture of heights, for a terrain of this size; metres.
    Heights(DVec3),
}

/// A `[[mesh]]` or a `[[terrain]]`.
#[derive(Clone, Debug)]
pub struct MeshEntry {
    pub file: FileReference,
    pub placement: Placement,
    pub collide: bool,
    pub visible: bool,
    /// The number of the surface that it names.
    pub surface: Option<usize>,
    pub span: Range<usize>,
}

/// A `[kinds.NAME]`.
#[derive(Clone, Debug)]
pub struct KindEntry {
    pub mesh: FileReference,
    pub collide: CollisionShape,
    /// Where the text chooses how its props collide, if it does.
    pub collide_span: Option<Range<usize>>,
    /// Whether a prefab uses it, placed or not.
    pub in_prefab: bool,
    /// The place of its name.
    pub span: Range<usize>,
}

impl Document {
    pub(super) fn read_meshes(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("mesh") else { return };
        let mut occupied = Occupied::default();
        for table in reader.tables(value, &MESH) {
            let file = match table.get("triangles") {
                Some(value) => read_triangles(reader, &table, value),
                None => read_file(reader, &table, "file"),
            };
            let placement = read_placement(reader, &table);
            let space = MeshSpace {
                units: table
                    .choice(reader, "units", &LengthUnit::NAMES)
                    .unwrap_or_default(),
                up: table
                    .choice(reader, "up", &UpAxis::NAMES)
                    .unwrap_or_default(),
            };
            let collide = table.boolean(reader, "collide").unwrap_or(true);
            let visible = table.boolean(reader, "visible").unwrap_or(true);
            let surface = self.read_surface(reader, &table);
            table.report_unknown_keys(reader);
            if let Some(file) = file {
                let (name, problems) = (("mesh", &*file.path), &mut reader.problems);
                occupied.add(name, &placement, table.span(), problems);
                self.meshes.push(MeshEntry {
                    file,
                    placement: space.placed(&placement),
                    collide,
                    visible,
                    surface,
                    span: table.span(),
                });
            }
        }
    }

    pub(super) fn read_kinds(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("kinds") else {
            return;
        };
        let Some(kinds) = reader.any_table("kinds", value) else {
            return;
        };
        for (key, value) in kinds {
            let name = key.get_ref().to_string();
            let Some(table) = reader.table(&format!("kinds.{name}"), value, &KINDS) else {
                continue;
            };
            let collide = table.choice(reader, "collide", &CollisionShape::NAMES);
            if let Some(mesh) = read_file(reader, &table, "mesh") {
                let kind = KindEntry {
                    mesh,
                    collide: collide.unwrap_or_default(),
                    collide_span: table.get("collide").map(Spanned::span),
                    in_prefab: false,
                    span: key.span(),
                };
                self.kinds.insert(name, kind);
            }
            table.report_unknown_keys(reader);
        }
    }
}

fn read_file(reader: &mut Reader<'_>, table: &Table<'_, '_>, key: &str) -> Option<FileReference> {
    let (_, value) = table.value(reader, key)?;
    let path = reader.string(key, value)?;
    let wrong = if path.trim().is_empty() {
        let help = format!("such as `{key} = \"../assets/car.obj\"`, relative to this level");
        Some(("no file", help))
    } else {
        let is_picture = has_extension(Path::new(&path), &HEIGHTS);
        let help = "a picture of heights belongs in a `[[terrain]]`";
        is_picture.then(|| ("a picture", help.to_owned()))
    };
    if let Some((what, help)) = wrong {
        let message = format!("`{key}` names {what}");
        let label = "expected the path of an OBJ, glTF or map file";
        reader.error_with_help(value.span(), message, label, Some(help));
        return None;
    }
    Some(FileReference {
        path,
        span: value.span(),
        form: FileForm::Mesh,
    })
}

/// The corners of triangles that stand in the level itself.
fn read_triangles(
    reader: &mut Reader<'_>,
    table: &Table<'_, '_>,
    value: &Spanned<DeValue<'_>>,
) -> Option<FileReference> {
    let expected = "expected corners: `[[x, y, z], [x, y, z], [x, y, z], …]`";
    let Some(array) = value.get_ref().as_array() else {
        let message = format!("`triangles` is {}", a(value.get_ref().type_str()));
        reader.error(value.span(), message, expected);
        return None;
    };
    if let Some(file) = table.get("file") {
        let message = "`mesh` has a `file` and `triangles`";
        reader.error(file.span(), message, "expected one of them");
        return None;
    }
    let corners = array.iter();
    let corners: Vec<_> = corners
        .map(|corner| reader.vector("triangles", corner, &COORDINATES))
        .collect();
    // A wrong corner is reported already.
    let corners: Vec<DVec3> = corners.into_iter().collect::<Option<_>>()?;
    if corners.is_empty() || !corners.len().is_multiple_of(3) {
        let message = format!("`triangles` has {} corners", corners.len());
        reader.error(value.span(), message, "expected three for each triangle");
        return None;
    }
    let mut text = String::new();
    for DVec3 { x, y, z } in &corners {
        text.push_str(&format!("v {x:?} {y:?} {z:?}\n"));
    }
    for first in (1..=corners.len()).step_by(3) {
        text.push_str(&format!("f {first} {} {}\n", first + 1, first + 2));
    }
    Some(FileReference {
        // Another name for each, which no file has.
        path: format!("triangles@{}.obj", value.span().start),
        span: value.span(),
        form: FileForm::Triangles(text),
    })
}
