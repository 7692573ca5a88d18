//! What a level's text says. The group `load` reads the meshes that it names.
//!
//! Here is the whole text; each further file has a table of it: `meshes.rs` (and kinds), `terrains.rs`, `movers.rs`, `zones.rs`, `signs.rs`, `prefabs.rs`,
//! `surfaces.rs`, `lab.rs` and `expectations.rs` (`[audit]`). `slips.rs` notes numbers that look like a slip, and `script.rs` reads walk scripts.

mod expectations;
mod lab;
mod meshes;
mod movers;
mod prefabs;
mod script;
mod signs;
mod slips;
mod surfaces;
mod terrains;
mod zones;

pub use expectations::{Expectations, ExpectedZone, IgnoredFinding};
pub use lab::Lab;
pub use meshes::{FileForm, FileReference, KindEntry, MeshEntry};
pub use movers::MoverEntry;
pub use prefabs::PlacedPrefab;
pub use script::{Step, WalkScript};
pub use signs::Sign;
pub use surfaces::SurfaceEntry;
pub use zones::ZoneEntry;

use core::ops::Range;
use std::collections::BTreeMap;

use glam::DVec3;
use toml::Spanned;

use crate::geometry::Placement;
use crate::geometry::angle::BinaryAngle;
use crate::level::choices::{CollisionShape, Eye};
use crate::level::files::BUILT_IN_KINDS;
use crate::level::meshes::Shape;
use crate::level::text::{Problems, Source, did_you_mean, list};
use crate::level::toml::keys::{FORMAT, LEVEL};
use crate::level::toml::{FileKind, Reader, Table, is_bare_key, keys};
use crate::player::{AirControl, BodyShape, Controller, Mode, Rules, Tuning};
use expectations::read_expectations;
use slips::{Occupied, note_radians, note_scale, note_step};
use surfaces::read_surfaces;
use zones::read_zones;

const LEVEL_FILE: FileKind = FileKind {
    name: "level",
    tables: LEVEL,
    example: "format = 1",
};

/// A `[[prop]]`.
#[derive(Clone, Debug)]
pub struct PropEntry {
    pub kind: String,
    pub placement: Placement,
    /// The colour of a plain shape, red, green and blue as displayed.
    pub color: Option<[u8; 3]>,
    /// The number of the surface that it names.
    pub surface: Option<usize>,
    pub collide: CollisionShape,
    /// Where the text chooses how it collides.
    pub collide_span: Range<usize>,
    pub span: Range<usize>,
}

/// Everything that a level's text says.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    pub name: String,
    pub about: String,
    pub rules: Rules,
    /// The place of the spawn's position.
    pub spawn_span: Range<usize>,
    /// The place of the spawn's controller, if the level names one.
    pub controller_span: Option<Range<usize>>,
    pub tuning: Tuning,
    pub eye: Option<Eye>,
    /// First the `[[mesh]]`es, then the `[[terrain]]`s.
    pub meshes: Vec<MeshEntry>,
    /// The level's own kinds, by name.
    pub kinds: BTreeMap<String, KindEntry>,
    pub props: Vec<PropEntry>,
    pub movers: Vec<MoverEntry>,
    pub surfaces: Vec<SurfaceEntry>,
    pub lab: Option<Lab>,
    pub signs: Vec<Sign>,
    pub zones: Vec<ZoneEntry>,
    pub placed: Vec<PlacedPrefab>,
    pub expectations: Expectations,
    /// The zones that those name.
    pub expected_zones: Vec<ExpectedZone>,
}

impl Document {
    /// Reads the text of `source`. What is wrong in it keeps its default.
    pub fn parse(source: &Source) -> (Self, Problems<'_>) {
        let (mut reader, root) = Reader::parse(source, &LEVEL_FILE);
        let mut document = Self::default();
        let top = Table::whole(root.get_ref(), LEVEL);
        document.read_head(&mut reader, &top);
        let height = document.read_spawn(&mut reader, &top);
        let has_kill_y = document.read_limits(&mut reader, &top);
        if let Some(height) = height.filter(|_| has_kill_y) {
            document.check_height(&mut reader, height);
        }
        document.read_player(&mut reader, &top);
        // Entries name them.
        document.surfaces = read_surfaces(&mut reader, &top);
        document.read_meshes(&mut reader, &top);
        document.read_terrains(&mut reader, &top);
        document.read_kinds(&mut reader, &top);
        document.read_props(&mut reader, &top);
        document.read_movers(&mut reader, &top);
        document.read_lab(&mut reader, &top);
        document.read_signs(&mut reader, &top);
        document.zones = read_zones(&mut reader, &top);
        document.read_places(&mut reader, &top);
        (document.expectations, document.expected_zones) = read_expectations(&mut reader, &top);
        top.report_unknown_keys(&mut reader);
        (document, reader.problems)
    }

    fn read_head(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        if let Some((_, value)) = top.value(reader, "format")
            && let Some(format) = reader.number("format", value)
            && format != f64::from(FORMAT)
        {
            let message = format!("this level has format {format}");
            let label = format!("expected format {FORMAT}, the only one so far");
            reader.error(value.span(), message, label);
        }
        self.name = top.string(reader, "name").unwrap_or_default();
        self.about = top.string(reader, "about").unwrap_or_default();
    }

    /// Returns the place of the spawn's height, if there is a position.
    fn read_spawn(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) -> Option<Range<usize>> {
        let Some(value) = top.get("spawn") else {
            if reader.complete && !top.seems_to_have("spawn") {
                let message = "`[spawn]` is missing";
                let label = "expected `[spawn]` with `position = [x, y, z]`";
                reader.error(top.span(), message, label);
            }
            return None;
        };
        let table = reader.table("spawn", value, &keys::SPAWN)?;
        let mut height = None;
        let spawn = &mut self.rules.spawn;
        if let Some(value) = table.get("position") {
            self.spawn_span = value.span();
            height = value.get_ref().get(1).map(Spanned::span);
        }
        match table.vector(reader, "position") {
            Some(position) => spawn.position = position,
            None => height = None,
        }
        for (key, angle) in [("yaw_deg", &mut spawn.yaw), ("pitch_deg", &mut spawn.pitch)] {
            if let Some(degrees) = table.number(reader, key) {
                *angle = BinaryAngle::from_degrees(degrees);
                let span = table.get(key).map(Spanned::span).unwrap_or_default();
                note_radians(key, &[degrees], span, &mut reader.problems);
            }
        }
        self.controller_span = table.get("controller").map(Spanned::span);
        let controller = table.choice(reader, "controller", &Controller::NAMES);
        spawn.controller = controller.unwrap_or_default();
        let mode = table.choice(reader, "mode", &Mode::NAMES);
        spawn.mode = mode.unwrap_or_default();
        table.report_unknown_keys(reader);
        height
    }

    /// Returns whether `kill_y` is known: the level says it, or leaves it out.
    fn read_limits(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) -> bool {
        let Some(value) = top.get("limits") else {
            return reader.complete;
        };
        let Some(table) = reader.table("limits", value, &keys::LIMITS) else {
            return false;
        };
        let kill_y = table.number(reader, "kill_y");
        self.rules.kill_y = kill_y.unwrap_or(self.rules.kill_y);
        table.report_unknown_keys(reader);
        kill_y.is_some() || (table.get("kill_y").is_none() && reader.complete)
    }

    /// A player who starts below `kill_y` would return to the spawn forever.
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

    fn read_player(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("player") else {
            return;
        };
        let Some(table) = reader.table("player", value, &keys::PLAYER) else {
            return;
        };
        if let Some(preset) = table.choice(reader, "air_control", &AirControl::NAMES) {
            preset.apply(&mut self.tuning);
        }
        for name in Tuning::number_names() {
            if let Some(number) = table.number(reader, name) {
                // It is within the range of its key, which is the tuning's own.
                self.tuning.set(name, number).ok();
            }
        }
        self.eye = table.choice(reader, "eye", &Eye::NAMES);
        let tuning = &mut self.tuning;
        tuning.one_sided = table.boolean(reader, "one_sided").unwrap_or_default();
        tuning.box_half_extents = table.vector(reader, "box_half_extents");
        let lifts = table.boolean(reader, "crouch_lifts_feet");
        tuning.crouch_lifts_feet = lifts.unwrap_or_default();
        tuning.box_turns = table.boolean(reader, "box_turns").unwrap_or(true);
        if let Some(value) = table.get("body") {
            let shape = table.choice(reader, "body", &BodyShape::NAMES);
            self.tuning.body = shape.unwrap_or_default();
            let height = table.get("height").unwrap_or(value);
            self.check_body(reader, height.span());
        }
        if let Some(value) = table.get("step_height") {
            note_step(&self.tuning, value.span(), &mut reader.problems);
        }
        table.report_unknown_keys(reader);
    }

    /// A capsule or a box is at least as high as wide, and not every controller moves one.
    fn check_body(&self, reader: &mut Reader<'_>, height_span: Range<usize>) {
        let Tuning {
            body,
            radius,
            height,
            ..
        } = self.tuning;
        if body != BodyShape::Sphere && height < radius * 2.0 {
            let message = format!(
                "a {} of `radius` {radius} cannot have the height {height}",
                body.name()
            );
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
            let message = format!(
                "the {name} controller moves {moves}, but this body is {}",
                body.words()
            );
            let label = "expected `swept`, or `body = \"sphere\"`";
            reader.error(span, message, label);
        }
    }

    fn read_props(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let Some(value) = top.get("prop") else { return };
        let mut occupied = Occupied::default();
        for table in reader.tables(value, &keys::PROP) {
            let kind = self.read_kind(reader, &table);
            let placement = read_placement(reader, &table);
            let own = table.choice(reader, "collide", &CollisionShape::NAMES);
            let color = self.read_color(reader, &table, kind.as_deref());
            let surface = self.read_surface(reader, &table);
            table.report_unknown_keys(reader);
            if let Some(kind) = kind {
                let of_kind = self.kinds.get(&kind);
                let span = match table.get("collide") {
                    Some(value) => Some(value.span()),
                    None => of_kind.and_then(|kind| kind.collide_span.clone()),
                };
                let collide = own.or(of_kind.map(|kind| kind.collide));
                let shape = self.shape_of(&kind);
                let collide = collide.or(shape.map(Shape::collide));
                let (name, problems) = (("prop", &*kind), &mut reader.problems);
                occupied.add(name, &placement, table.span(), problems);
                self.props.push(PropEntry {
                    kind,
                    placement,
                    color,
                    surface,
                    collide: collide.unwrap_or_default(),
                    collide_span: span.unwrap_or(table.span()),
                    span: table.span(),
                });
            }
        }
    }

    /// The plain shape that `kind` is, unless the level has a kind of that name.
    pub(super) fn shape_of(&self, kind: &str) -> Option<Shape> {
        let shape = Shape::of_kind(kind)?;
        (!self.kinds.contains_key(kind)).then_some(shape)
    }

    /// The colour of a prop or mover of `kind`. Reports one of a kind that has the colours of its mesh.
    fn read_color(
        &self,
        reader: &mut Reader<'_>,
        table: &Table<'_, '_>,
        kind: Option<&str>,
    ) -> Option<[u8; 3]> {
        let color = table.color(reader, "color");
        let (kind, value) = kind.zip(table.get("color"))?;
        if self.shape_of(kind).is_some() {
            return color;
        }
        let message = format!("`{kind}` has the colours of its mesh");
        let shapes = list(Shape::NAMES.iter().map(|(name, _)| *name));
        let label = format!("expected no `color`, or one of the kinds {shapes}");
        reader.error(value.span(), message, label);
        None
    }

    /// The kind of a prop or mover, if there is one of that name.
    pub(super) fn read_kind(
        &self,
        reader: &mut Reader<'_>,
        table: &Table<'_, '_>,
    ) -> Option<String> {
        let (_, value) = table.value(reader, "kind")?;
        let kind = reader.string("kind", value)?;
        let own = self.kinds.keys().map(String::as_str);
        // A kind of the level may replace a built-in one.
        let built_in = BUILT_IN_KINDS.iter().copied();
        let built_in = built_in.filter(|name| !self.kinds.contains_key(*name));
        let is_built_in = BUILT_IN_KINDS.contains(&&*kind);
        if is_built_in || self.kinds.contains_key(&kind) {
            return Some(kind);
        }
        report_unknown(
            reader,
            "kind",
            (&kind, value.span()),
            built_in.chain(own),
            || {
                let name = if is_bare_key(&kind) { &kind } else { "NAME" };
                format!("to define a kind, write `[kinds.{name}]` and `mesh = \"FILE.obj\"`")
            },
        );
        None
    }
}

/// Reports a `name` that none of the level's things of this kind, `thing`, has; `define` says how to define one.
fn report_unknown<'n>(
    reader: &mut Reader<'_>,
    thing: &str,
    (name, span): (&str, Range<usize>),
    names: impl Iterator<Item = &'n str> + Clone,
    define: impl FnOnce() -> String,
) {
    if reader.problems.is_full_of_errors() {
        reader.error(span, "unknown name", "");
        return;
    }
    // After a syntax error, it may be in the part that was not read.
    if !reader.complete {
        return;
    }
    let help = did_you_mean(name, names.clone()).unwrap_or_else(define);
    let label = match names.clone().next() {
        None => format!("the level has no {thing}s"),
        Some(_) => format!("expected {}", list(names)),
    };
    let message = format!("unknown {thing} `{name}`");
    reader.error_with_help(span, message, label, Some(help));
}

/// `position`, `rotation_deg` and `scale`; without them, the mesh's own place.
fn read_placement(reader: &mut Reader<'_>, table: &Table<'_, '_>) -> Placement {
    let position = table.vector(reader, "position").unwrap_or_default();
    let rotation_deg = table.vector(reader, "rotation_deg").unwrap_or_default();
    let scale = table.scale(reader).unwrap_or(DVec3::ONE);
    let problems = &mut reader.problems;
    if let Some(value) = table.get("rotation_deg") {
        note_radians(
            "rotation_deg",
            &rotation_deg.to_array(),
            value.span(),
            problems,
        );
    }
    if let Some(value) = table.get("scale") {
        note_scale(scale, value.span(), problems);
    }
    Placement::new(position, rotation_deg, scale)
}
