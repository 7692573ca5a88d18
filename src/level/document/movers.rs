//! The `[[mover]]`s of a level's text.

use core::ops::Range;
use std::sync::Arc;

use glam::{DMat3, DVec3};
use toml::Spanned;
use toml::de::DeValue;

use super::Document;
use crate::geometry::{Aabb, Polyline, rotation_from_degrees};
use crate::level::choices::CollisionShape;
use crate::level::meshes::{Mesh, Shape};
use crate::level::text::a;
use crate::level::toml::keys::MOVER;
use crate::level::toml::{COORDINATES, Reader, Table};
use crate::world::{OnHit, PathEnd};

/// A `[[mover]]`.
#[derive(Clone, Debug)]
pub struct MoverEntry {
    pub kind: String,
    pub path: Polyline,
    pub speed: f64,
    pub rotation: DMat3,
    pub scale: DVec3,
    /// The rotation of its place, if it belongs to one.
    pub frame: DMat3,
    /// The colour of a plain shape, red, green and blue as displayed.
    pub color: Option<[u8; 3]>,
    /// The number of the surface that it names.
    pub surface: Option<usize>,
    pub turn: bool,
    pub on_end: PathEnd,
    pub on_hit: OnHit,
    pub span: Range<usize>,
    /// What is drawn of something that moves in a map, and the box around it. Otherwise those of its kind.
    pub of_map: Option<(Arc<Mesh>, Aabb)>,
    /// Whether it turns back in the game of its map when it meets a player.
    pub turns_back: bool,
}

impl Document {
    pub(super) fn read_movers(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("mover") else {
            return;
        };
        for table in reader.tables(value, &MOVER) {
            let kind = self.read_kind(reader, &table);
            self.refuse_shape(reader, &table, kind.as_deref());
            let path = table.value(reader, "path");
            let path = path.and_then(|(_, value)| read_path(reader, value));
            let speed = table.number(reader, "speed");
            let rotation_deg = table.vector(reader, "rotation_deg");
            let scale = table.scale(reader);
            let color = self.read_color(reader, &table, kind.as_deref());
            let surface = self.read_surface(reader, &table);
            let turn = table.boolean(reader, "turn");
            let on_end = table.choice(reader, "on_end", &PathEnd::NAMES);
            let on_hit = table.choice(reader, "on_hit", &OnHit::NAMES);
            table.report_unknown_keys(reader);
            if let (Some(kind), Some(path), Some(speed)) = (kind, path, speed) {
                self.movers.push(MoverEntry {
                    kind,
                    path,
                    speed,
                    rotation: rotation_from_degrees(rotation_deg.unwrap_or_default()),
                    scale: scale.unwrap_or(DVec3::ONE),
                    frame: DMat3::IDENTITY,
                    color,
                    surface,
                    turn: turn.unwrap_or(true),
                    on_end: on_end.unwrap_or_default(),
                    on_hit: on_hit.unwrap_or_default(),
                    span: table.span(),
                    of_map: None,
                    turns_back: false,
                });
            }
        }
    }

    /// Reports the kind of a mover whose props collide otherwise than a mover can.
    fn refuse_shape(&self, reader: &mut Reader<'_>, table: &Table<'_, '_>, kind: Option<&str>) {
        let Some((kind, value)) = kind.zip(table.get("kind")) else {
            return;
        };
        let shape = self
            .kinds
            .get(kind)
            .map_or(CollisionShape::Box, |own| own.collide);
        let built_in = self.shape_of(kind).map(Shape::collide);
        if built_in.is_some_and(|built_in| built_in != CollisionShape::Box) {
            let message = format!("a mover is a box, but `{kind}` is not");
            let label = "expected a kind that collides as a box, such as `block`";
            reader.error(value.span(), message, label);
        }
        if shape == CollisionShape::Box {
            return;
        }
        let written = shape.name();
        let message = format!("a mover is a box, but `{kind}` has `collide = \"{written}\"`");
        let label = "expected a kind that collides as a box";
        let help = format!(
            "write `collide = \"{written}\"` in the `[[prop]]`s of this kind instead of in `[kinds.{kind}]`"
        );
        reader.error_with_help(value.span(), message, label, Some(help));
    }
}

/// A path of two points or more that are not all the same.
fn read_path(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Polyline> {
    let expected = "expected points: `[[x, y, z], [x, y, z], …]`";
    let Some(array) = value.get_ref().as_array() else {
        let message = format!("`path` is {}", a(value.get_ref().type_str()));
        reader.error(value.span(), message, expected);
        return None;
    };
    let points = array.iter();
    let points: Vec<_> = points
        .map(|point| reader.vector("path", point, &COORDINATES))
        .collect();
    // A wrong point is reported already.
    let points: Vec<DVec3> = points.into_iter().collect::<Option<_>>()?;
    let few = points.len() < 2;
    let path = Polyline::new(points);
    if path.is_none() {
        let message = if few {
            "`path` has fewer than two points"
        } else {
            "`path` leads nowhere: all its points are the same"
        };
        reader.error(value.span(), message, expected);
    }
    path
}
