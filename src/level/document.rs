//! A level's text: which meshes and props stand where, and how the player feels.
//!
//! Only the text is read here; the meshes it names are for `load.rs`.

use core::ops::Range;
use std::collections::BTreeMap;

use glam::DVec3;
use toml::Spanned;
use toml::de::DeValue;

use super::built_in::BUILT_IN_KINDS;
use super::movers::MoverEntry;
use super::problems::Problems;
use super::range::{LARGEST, Range64};
use super::reader::{FileKind, Reader};
use super::source::Source;
use super::table::Table;
use super::words::{a, did_you_mean, list};
use super::{Lab, Sign};
use crate::geometry::Placement;
use crate::geometry::angle::BinaryAngle;
use crate::player::{BodyShape, Controller, Mode, Rules, Tuning, TuningProblem};

/// The format that this version reads and writes.
const FORMAT: f64 = 1.0;

const LEVEL: FileKind = FileKind {
    name: "level",
    keys: &[
        "format", "name", "about", "spawn", "limits", "player", "mesh", "kinds", "prop", "mover",
        "lab", "sign",
    ],
    example: "format = 1",
};

pub(super) const POSITIONS: Range64 = Range64::new(-LARGEST, LARGEST);

/// A file that a level names, and where it does so.
#[derive(Clone, Debug)]
pub(super) struct FileReference {
    /// Relative to the level file.
    pub path: String,
    pub span: Range<usize>,
}

/// A `[[mesh]]`.
#[derive(Clone, Debug)]
pub(super) struct MeshEntry {
    pub file: FileReference,
    pub placement: Placement,
    pub collide: bool,
    pub visible: bool,
    pub span: Range<usize>,
}

/// A `[[prop]]`.
#[derive(Clone, Debug)]
pub(super) struct PropEntry {
    pub kind: String,
    pub placement: Placement,
    pub span: Range<usize>,
}

/// Everything that a level's text says.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    pub name: String,
    pub about: String,
    pub rules: Rules,
    /// Where the spawn's position stands.
    pub spawn_span: Range<usize>,
    /// Where the spawn's controller stands, if it does.
    pub controller_span: Option<Range<usize>>,
    pub tuning: Tuning,
    pub meshes: Vec<MeshEntry>,
    /// The level's own kinds, by name: the mesh, and where the name stands.
    pub kinds: BTreeMap<String, (FileReference, Range<usize>)>,
    pub props: Vec<PropEntry>,
    pub movers: Vec<MoverEntry>,
    pub lab: Option<Lab>,
    pub signs: Vec<Sign>,
}

impl Document {
    /// Reads the text of `source`; what is wrong in it is left at its default.
    pub fn parse(source: &Source) -> (Self, Problems<'_>) {
        let (mut reader, root) = Reader::parse(source, &LEVEL);
        let mut document = Self::default();
        let mut top = Table::new(root.get_ref(), 0..0, "");
        document.read_head(&mut reader, &mut top);
        let height = document.read_spawn(&mut reader, &mut top);
        let has_kill_y = document.read_limits(&mut reader, &mut top);
        if let Some(height) = height.filter(|_| has_kill_y) {
            document.check_height(&mut reader, height);
        }
        document.read_player(&mut reader, &mut top);
        document.read_meshes(&mut reader, &mut top);
        document.read_kinds(&mut reader, &mut top);
        document.read_props(&mut reader, &mut top);
        document.read_movers(&mut reader, &mut top);
        document.read_lab(&mut reader, &mut top);
        document.read_signs(&mut reader, &mut top);
        top.finish(&mut reader);
        (document, reader.problems)
    }

    fn read_head(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) {
        if let Some(value) = top.require(reader, "format", "1")
            && let Some(format) = reader.number("format", value)
            && format != FORMAT
        {
            let label = format!("expected format {FORMAT}, the only one so far");
            reader.error(
                value.span(),
                format!("this level has format {format}"),
                label,
            );
        }
        if let Some(value) = top.require(reader, "name", "\"My level\"") {
            self.name = reader.string("name", value).unwrap_or_default();
        }
        if let Some(value) = top.get("about") {
            self.about = reader.string("about", value).unwrap_or_default();
        }
    }

    /// Returns where the spawn's height stands, if there is a position.
    fn read_spawn(
        &mut self,
        reader: &mut Reader<'_>,
        top: &mut Table<'_, '_>,
    ) -> Option<Range<usize>> {
        let Some(value) = top.get("spawn") else {
            if reader.complete {
                let message = "`[spawn]` is missing";
                reader.error(
                    top.span(),
                    message,
                    "expected `[spawn]` with `position = [x, y, z]`",
                );
            }
            return None;
        };
        let mut table = reader.table("spawn", value)?;
        let mut height = None;
        let spawn = &mut self.rules.spawn;
        if let Some(value) = table.require(reader, "position", "[0.0, 1.0, 0.0]") {
            self.spawn_span = value.span();
            if let Some(position) = reader.vector("position", value, &POSITIONS) {
                spawn.position = position;
                height = value.get_ref().get(1).map(Spanned::span);
            }
        }
        if let Some(degrees) = read_number(reader, &mut table, "yaw_deg", &POSITIONS) {
            spawn.yaw = BinaryAngle::from_degrees(degrees);
        }
        let up_and_down = Range64::new(-90.0, 90.0);
        if let Some(degrees) = read_number(reader, &mut table, "pitch_deg", &up_and_down) {
            spawn.pitch = BinaryAngle::from_degrees(degrees);
        }
        if let Some(value) = table.get("controller") {
            self.controller_span = Some(value.span());
            spawn.controller = reader
                .choice("controller", value, &Controller::NAMES)
                .unwrap_or_default();
        }
        if let Some(value) = table.get("mode") {
            spawn.mode = reader
                .choice("mode", value, &Mode::NAMES)
                .unwrap_or_default();
        }
        table.finish(reader);
        height
    }

    /// Returns whether `kill_y` is what the level says.
    fn read_limits(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) -> bool {
        let Some(value) = top.get("limits") else {
            return reader.complete;
        };
        let Some(mut table) = reader.table("limits", value) else {
            return false;
        };
        let written = table.get("kill_y");
        let kill_y = written.and_then(|value| reader.number_in("kill_y", value, &POSITIONS));
        self.rules.kill_y = kill_y.unwrap_or(self.rules.kill_y);
        table.finish(reader);
        kill_y.is_some() || (written.is_none() && reader.complete)
    }

    /// Whoever starts below `kill_y` would return to the spawn for ever.
    fn check_height(&self, reader: &mut Reader<'_>, height: Range<usize>) {
        let Rules { spawn, kill_y } = self.rules;
        let y = spawn.position.y;
        if y < kill_y {
            reader.error(
                height,
                format!("the spawn's height {y} is below `kill_y`, {kill_y}"),
                format!("expected {kill_y} or more, or a lower `kill_y` in `[limits]`"),
            );
        }
    }

    fn read_player(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) {
        let Some(value) = top.get("player") else {
            return;
        };
        let Some(mut table) = reader.table("player", value) else {
            return;
        };
        for name in Tuning::number_names() {
            let Some(value) = table.get(name) else {
                continue;
            };
            let Some(number) = reader.number(name, value) else {
                continue;
            };
            if let Err(TuningProblem::OutOfRange { min, max }) = self.tuning.set(name, number) {
                // Once more, for the words.
                reader.number_in(name, value, &Range64::new(min, max));
            }
        }
        if let Some(value) = table.get("one_sided") {
            self.tuning.one_sided = reader.boolean("one_sided", value).unwrap_or_default();
        }
        if let Some(value) = table.get("box_half_extents") {
            let sizes = Tuning::BOX_HALF_EXTENTS;
            let sizes = Range64::new(*sizes.start(), *sizes.end());
            self.tuning.box_half_extents = reader.vector("box_half_extents", value, &sizes);
        }
        if let Some(value) = table.get("box_turns") {
            self.tuning.box_turns = reader.boolean("box_turns", value).unwrap_or(true);
        }
        if let Some(value) = table.get("body") {
            let shape = reader.choice("body", value, &BodyShape::NAMES);
            self.tuning.body = shape.unwrap_or_default();
            let height = table.get("height").unwrap_or(value);
            self.check_body(reader, height.span());
        }
        table.finish(reader);
    }

    /// A capsule is at least as high as wide, and not for every controller.
    fn check_body(&self, reader: &mut Reader<'_>, height_span: Range<usize>) {
        let Tuning {
            body,
            radius,
            height,
            ..
        } = self.tuning;
        if body == BodyShape::Capsule && height < radius * 2.0 {
            let message = format!("a capsule of `radius` {radius} cannot have the height {height}");
            let label = format!("expected {} or more", radius * 2.0);
            reader.error(height_span, message, label);
        }
        let controller = self.rules.spawn.controller;
        if let Some(span) = self
            .controller_span
            .clone()
            .filter(|_| !controller.suits(body))
        {
            let name = controller.name();
            let moves = controller.moves();
            let message =
                format!("the {name} controller moves {moves}, and this body is a capsule");
            let label = "expected `swept`, or `body = \"sphere\"`";
            reader.error(span, message, label);
        }
    }

    fn read_meshes(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) {
        let Some(value) = top.get("mesh") else { return };
        for mut table in reader.tables("mesh", value) {
            let span = table.span();
            let file = read_file(reader, &mut table, "file");
            let placement = read_placement(reader, &mut table, false);
            let mut switch = |key| match table.get(key) {
                Some(value) => reader.boolean(key, value).unwrap_or(true),
                None => true,
            };
            let (collide, visible) = (switch("collide"), switch("visible"));
            table.finish(reader);
            if let Some(file) = file {
                self.meshes.push(MeshEntry {
                    file,
                    placement,
                    collide,
                    visible,
                    span,
                });
            }
        }
    }

    fn read_kinds(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) {
        let Some(value) = top.get("kinds") else {
            return;
        };
        let Some(kinds) = reader.table("kinds", value) else {
            return;
        };
        for (key, value) in kinds.entries() {
            let name = key.get_ref().to_string();
            let Some(mut table) = reader.table(&format!("kinds.{name}"), value) else {
                continue;
            };
            if let Some(mesh) = read_file(reader, &mut table, "mesh") {
                self.kinds.insert(name, (mesh, key.span()));
            }
            table.finish(reader);
        }
    }

    fn read_props(&mut self, reader: &mut Reader<'_>, top: &mut Table<'_, '_>) {
        let Some(value) = top.get("prop") else { return };
        for mut table in reader.tables("prop", value) {
            let span = table.span();
            let kind = table.require(reader, "kind", "\"crate\"");
            let kind = kind.and_then(|value| self.read_kind(reader, value));
            table.require(reader, "position", "[0.0, 0.0, 0.0]");
            let placement = read_placement(reader, &mut table, true);
            table.finish(reader);
            if let Some(kind) = kind {
                self.props.push(PropEntry {
                    kind,
                    placement,
                    span,
                });
            }
        }
    }

    /// The name of a kind that exists.
    pub(super) fn read_kind(
        &self,
        reader: &mut Reader<'_>,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<String> {
        let kind = reader.string("kind", value)?;
        let own = || self.kinds.keys().map(String::as_str);
        // A kind of the level may take the place of a built-in one.
        let built_in = || {
            let all = BUILT_IN_KINDS.iter().map(|(name, _)| *name);
            all.filter(|name| !self.kinds.contains_key(*name))
        };
        let names = || built_in().chain(own());
        if names().any(|name| name == kind) {
            return Some(kind);
        }
        // After a syntax error the kind may stand in what could not be read.
        if reader.problems.is_full_of_errors() {
            reader.error(value.span(), "unknown kind", "");
        } else if reader.complete {
            let help = did_you_mean(&kind, names()).unwrap_or_else(|| {
                let name = if is_bare_key(&kind) { &kind } else { "NAME" };
                format!("a kind of your own begins with `[kinds.{name}]` and `mesh = \"FILE.obj\"`")
            });
            let expected = format!("expected {}", list(names()));
            reader.error_with_help(
                value.span(),
                format!("unknown kind `{kind}`"),
                expected,
                Some(help),
            );
        }
        None
    }
}

/// Whether TOML takes `name` as a key without quotes.
fn is_bare_key(name: &str) -> bool {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    !name.is_empty() && name.chars().all(bare)
}

fn read_number(
    reader: &mut Reader<'_>,
    table: &mut Table<'_, '_>,
    key: &str,
    range: &Range64,
) -> Option<f64> {
    let value = table.get(key)?;
    reader.number_in(key, value, range)
}

fn read_file(
    reader: &mut Reader<'_>,
    table: &mut Table<'_, '_>,
    key: &str,
) -> Option<FileReference> {
    let value = table.require(reader, key, "\"../assets/NAME.obj\"")?;
    let path = reader.string(key, value)?;
    Some(FileReference {
        path,
        span: value.span(),
    })
}

/// `position`, `rotation_deg` and `scale`, each optional here. A `solid` thing cannot be mirrored.
fn read_placement(reader: &mut Reader<'_>, table: &mut Table<'_, '_>, solid: bool) -> Placement {
    let mut vector = |key, default| match table.get(key) {
        Some(value) => reader.vector(key, value, &POSITIONS).unwrap_or(default),
        None => default,
    };
    let position = vector("position", DVec3::ZERO);
    let rotation_deg = vector("rotation_deg", DVec3::ZERO);
    let scale = table
        .get("scale")
        .and_then(|value| read_scale(reader, value, solid));
    Placement::new(position, rotation_deg, scale.unwrap_or(DVec3::ONE))
}

/// One factor for all axes, or one for each.
pub(super) fn read_scale(
    reader: &mut Reader<'_>,
    value: &Spanned<DeValue<'_>>,
    solid: bool,
) -> Option<DVec3> {
    let above_nothing = Range64 {
        min: 0.0,
        max: LARGEST,
        above_min: true,
    };
    let range = if solid { &above_nothing } else { &POSITIONS };
    let scale = match value.get_ref() {
        DeValue::Array(_) => reader.vector("scale", value, range)?,
        DeValue::Float(_) | DeValue::Integer(_) => {
            DVec3::splat(reader.number_in("scale", value, range)?)
        }
        other => {
            let message = format!("`scale` is {}", a(other.type_str()));
            reader.error(value.span(), message, "expected a number or `[x, y, z]`");
            return None;
        }
    };
    if scale.to_array().contains(&0.0) {
        let label = "expected factors other than 0 (a negative one mirrors)";
        reader.error(
            value.span(),
            "`scale` is 0, which leaves nothing of the mesh",
            label,
        );
        return None;
    }
    Some(scale)
}
