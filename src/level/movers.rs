//! The `[[mover]]`s of a level's text.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;
use toml::de::DeValue;

use super::document::{Document, POSITIONS, read_scale};
use super::range::Range64;
use super::reader::Reader;
use super::table::Table;
use super::words::a;
use crate::geometry::{Polyline, rotation_from_degrees};
use crate::world::{OnHit, PathEnd};

/// A `[[mover]]`.
#[derive(Clone, Debug)]
pub(super) struct MoverEntry {
    pub kind: String,
    pub path: Polyline,
    pub speed: f64,
    pub rotation: glam::DMat3,
    pub scale: DVec3,
    pub turn: bool,
    pub on_end: PathEnd,
    pub on_hit: OnHit,
    pub span: Range<usize>,
}

impl Document {
    pub(super) fn read_movers(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) {
        let Some(value) = top.get("mover") else {
            return;
        };
        for mut table in reader.tables("mover", value) {
            let span = table.span();
            let kind = table.require(reader, "kind", "\"car\"");
            let kind = kind.and_then(|value| self.read_kind(reader, value));
            let path = table.require(reader, "path", "[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0]]");
            let path = path.and_then(|value| read_path(reader, value));
            let speeds = Range64::new(0.0, 1e5);
            let speed = table.require(reader, "speed", "2.0");
            let speed = speed.and_then(|value| reader.number_in("speed", value, &speeds));
            let rotation_deg = table.get("rotation_deg");
            let rotation_deg =
                rotation_deg.and_then(|value| reader.vector("rotation_deg", value, &POSITIONS));
            let scale = table.get("scale");
            let scale = scale.and_then(|value| read_scale(reader, value, true));
            let turn = table.get("turn");
            let turn = turn.and_then(|value| reader.boolean("turn", value));
            let on_end = table.get("on_end");
            let on_end = on_end.and_then(|value| reader.choice("on_end", value, &PathEnd::NAMES));
            let on_hit = table.get("on_hit");
            let on_hit = on_hit.and_then(|value| reader.choice("on_hit", value, &OnHit::NAMES));
            table.finish(reader);
            if let (Some(kind), Some(path), Some(speed)) = (kind, path, speed) {
                self.movers.push(MoverEntry {
                    kind,
                    path,
                    speed,
                    rotation: rotation_from_degrees(rotation_deg.unwrap_or_default()),
                    scale: scale.unwrap_or(DVec3::ONE),
                    turn: turn.unwrap_or(true),
                    on_end: on_end.unwrap_or_default(),
                    on_hit: on_hit.unwrap_or_default(),
                    span,
                });
            }
        }
    }
}

/// Two points or more, not all the same.
fn read_path(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Polyline> {
    let expected = "expected points: `[[x, y, z], [x, y, z], …]`";
    let Some(array) = value.get_ref().as_array() else {
        let message = format!("`path` is {}", a(value.get_ref().type_str()));
        reader.error(value.span(), message, expected);
        return None;
    };
    let points = array.iter();
    let points: Vec<_> = points
        .map(|point| reader.vector("path", point, &POSITIONS))
        .collect();
    // What is wrong with a point has been said.
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
