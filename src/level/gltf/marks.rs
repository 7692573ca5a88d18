//! What a node says besides where it stands: by its name, by the custom properties of its program (`extras`), and by the
//! extensions of physics.
//!
//! Sources: OMI, "OMI_physics_shape" and "OMI_physics_body"; Khronos Group, "KHR_physics_rigid_bodies", "KHR_implicit_shapes"
//! and "KHR_collision_shapes", drafts. Differences: everything stands still, and friction of physics is not read, since it is
//! that of two things.

use ::gltf::Node;
use glam::DVec3;
use serde_json::Value;

use super::json::{Document, GltfError, Read};
use crate::level::authored::{AuthoredAction, Marks, Role, RoundShape, Solid, marks_of};
use crate::level::text::{did_you_mean, is_terminal_control, list};
use crate::world::{SurfaceRules, ZoneAction};

/// The most warnings of properties. Larger: a hostile file fills the screen.
const MAX_WARNINGS: usize = 12;

/// The largest size of a shape; metres.
const MAX_SIZE: f64 = 1e6;

/// The most characters of a zone's text, as in a level.
const MAX_CHARACTERS: usize = 160;

/// What is said about a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub marks: Marks,
    /// Whether a name says how it collides.
    pub is_named: bool,
    /// What its property `collide` says.
    pub collide: Option<Solid>,
    pub surface: Option<SurfaceRules>,
    /// The text of a zone, the name of the node to which it leads, and the speed of its launch; m/s.
    pub text: Option<String>,
    pub to: Option<String>,
    pub speed: Option<f64>,
}

/// What the nodes above say about a node, as far as it says nothing itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inherited {
    pub is_left_out: bool,
    pub solid: Option<Solid>,
    pub surface: Option<SurfaceRules>,
}

/// What collides at a node by an extension of physics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Collider {
    Round(RoundShape),
    /// Half the size of a box; metres.
    Box(DVec3),
    /// The number of a mesh.
    Mesh(usize, Solid),
    /// The number of the node whose mesh it is.
    Node(usize, Solid),
}

/// Warnings of properties, up to a limit.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    list: Vec<GltfError>,
    more: usize,
}

impl Warnings {
    pub fn add(&mut self, make: impl FnOnce() -> GltfError) {
        match self.list.len() < MAX_WARNINGS {
            true => self.list.push(make()),
            false => self.more += 1,
        }
    }

    pub fn finish(mut self) -> Vec<GltfError> {
        if self.more > 0 {
            let more = format!("{} more properties have no effect, not shown", self.more);
            self.list.push(GltfError::new(more));
        }
        self.list
    }
}

/// What `node` says, below what is `inherited`.
pub(super) fn said(
    document: &Document,
    node: &Node<'_>,
    inherited: Inherited,
    warnings: &mut Warnings,
) -> Said {
    let named = marks_of(node.name().unwrap_or_default());
    let of_mesh = || node.mesh().and_then(|mesh| mesh.name().map(marks_of));
    // In Godot, the mesh's name makes no other difference.
    let of_mesh = of_mesh().filter(|marks| marks.solid.is_some() && !marks.is_hidden);
    let marks = named.or(of_mesh.unwrap_or_default());
    let mut said = Said {
        marks,
        is_named: marks.solid.is_some(),
        surface: inherited.surface,
        ..Said::default()
    };
    if said.marks.solid.is_none() {
        said.marks.solid = inherited.solid;
    }
    if let Some(extras) = document.extras(node.index()) {
        let mut reader = Extras {
            node: node.index(),
            extras,
            warnings,
        };
        reader.read(&mut said);
    }
    said.marks.is_left_out |= inherited.is_left_out;
    said
}

/// Reads the custom properties of a node.
struct Extras<'d, 'w> {
    node: usize,
    extras: &'d Value,
    warnings: &'w mut Warnings,
}

impl Extras<'_, '_> {
    fn read(&mut self, said: &mut Said) {
        said.collide = self.solid();
        said.marks.solid = said.collide.or(said.marks.solid);
        if self.boolean("spawn") == Some(true) {
            said.marks.role = Some(Role::Spawn);
        }
        self.read_zone(said);
        self.read_surface(said);
    }

    fn read_zone(&mut self, said: &mut Said) {
        let Some(value) = self.extras.get("zone") else {
            return;
        };
        let names = || ZoneAction::NAMES.iter().map(|(name, _)| *name);
        let name = value.as_str().unwrap_or_default();
        let action = match name {
            "start" => AuthoredAction::Start,
            "checkpoint" => AuthoredAction::Checkpoint,
            "finish" => AuthoredAction::Finish,
            "message" => AuthoredAction::Message,
            "teleport" => AuthoredAction::Teleport { feet: DVec3::ZERO },
            "launch" => AuthoredAction::Launch {
                velocity: DVec3::ZERO,
            },
            "water" => AuthoredAction::Water,
            _ => {
                let near = did_you_mean(name, names());
                let help = near.unwrap_or_else(|| format!("expected {}", list(names())));
                return self.warn("zone", "no such zone: ignored", Some(help));
            }
        };
        said.text = self.text("text");
        said.to = self.text("to");
        said.speed = self.number("speed");
        if action == AuthoredAction::Message && said.text.is_none() {
            let help = "add a property `text` with what the game shows";
            return self.warn(
                "zone",
                "a message without a text: ignored",
                Some(help.into()),
            );
        }
        said.marks.role = Some(Role::Zone(action));
    }

    fn read_surface(&mut self, said: &mut Said) {
        let old = said.surface.unwrap_or_default();
        let mut rules = old;
        if let Some(friction) = self.number("friction") {
            rules.friction = friction;
        }
        rules.one_way = self.boolean("one_way").unwrap_or(old.one_way);
        rules.sensor = self.boolean("sensor").unwrap_or(old.sensor);
        rules.ladder = self.boolean("ladder").unwrap_or(old.ladder);
        rules.max_slope_deg = self.number("max_slope_deg").or(old.max_slope_deg);
        rules.step_height = self.number("step_height").or(old.step_height);
        if rules.is_valid() {
            said.surface = (rules != SurfaceRules::default()).then_some(rules);
            return;
        }
        for key in ["friction", "max_slope_deg", "step_height"] {
            if self.extras.get(key).is_some() {
                let help = "expected 0 or more, and a slope of at most 89 degrees";
                self.warn(key, "out of range: ignored", Some(help.to_owned()));
            }
        }
    }

    fn solid(&mut self) -> Option<Solid> {
        let value = self.extras.get("collide")?;
        let name = value.as_str().unwrap_or_default();
        let known = Solid::NAMES.iter().find(|(known, _)| *known == name);
        // A box to tick is `true`, `false`, 1 or 0.
        let solid = known.map(|(_, solid)| *solid).or(match flag(value) {
            Some(true) => Some(Solid::Mesh),
            Some(false) => Some(Solid::Not),
            None => None,
        });
        if solid.is_none() {
            let names = || Solid::NAMES.iter().map(|(name, _)| *name);
            let near = did_you_mean(name, names());
            let help = near.unwrap_or_else(|| format!("expected {}", list(names())));
            self.warn("collide", "no such shape: ignored", Some(help));
        }
        solid
    }

    fn number(&mut self, key: &str) -> Option<f64> {
        let value = self.extras.get(key)?;
        let number = value.as_f64().filter(|number| number.is_finite());
        if number.is_none() {
            let help = "expected a number".to_owned();
            self.warn(key, "this is no number: ignored", Some(help));
        }
        number
    }

    fn boolean(&mut self, key: &str) -> Option<bool> {
        let value = self.extras.get(key)?;
        let found = flag(value);
        if found.is_none() {
            let help = "expected `true` or `false`, or 1 or 0".to_owned();
            self.warn(key, "this is neither yes nor no: ignored", Some(help));
        }
        found
    }

    /// A text that can be shown.
    fn text(&mut self, key: &str) -> Option<String> {
        let text = self.extras.get(key)?.as_str()?;
        let shown = text.chars().filter(|c| !is_terminal_control(*c));
        let shown: String = shown.take(MAX_CHARACTERS).collect();
        let shown = shown.trim();
        (!shown.is_empty()).then(|| shown.to_owned())
    }

    fn warn(&mut self, key: &str, message: &str, help: Option<String>) {
        let path = format!("nodes[{}].extras.{key}", self.node);
        self.warnings.add(|| GltfError {
            help,
            ..GltfError::at(path, message)
        });
    }
}

/// Whether a property is on.
fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        _ => match value.as_f64() {
            Some(1.0) => Some(true),
            Some(0.0) => Some(false),
            _ => None,
        },
    }
}

/// What collides at the node by an extension, if something does, and whether that only notices bodies.
pub(super) fn collider(document: &Document, node: usize) -> Read<Option<Collider>> {
    let Some(extensions) = document.extensions(node) else {
        return Ok(None);
    };
    let at = format!("nodes[{node}].extensions");
    if let Some(shape) = extensions.pointer("/OMI_physics_body/collider/shape") {
        let path = format!("{at}.OMI_physics_body.collider.shape");
        return shape_at(document, "OMI_physics_shape", shape, &path, false);
    }
    let Some(geometry) = extensions.pointer("/KHR_physics_rigid_bodies/collider/geometry") else {
        return Ok(None);
    };
    let path = format!("{at}.KHR_physics_rigid_bodies.collider.geometry");
    let is_hull = geometry.get("convexHull").and_then(Value::as_bool) == Some(true);
    let solid = if is_hull { Solid::Hull } else { Solid::Mesh };
    if let Some(shape) = geometry.get("shape") {
        let lists = ["KHR_implicit_shapes", "KHR_collision_shapes"];
        let known = lists.iter().find(|name| document.shapes(name).is_some());
        let list = known.copied().unwrap_or("KHR_implicit_shapes");
        return shape_at(document, list, shape, &(path + ".shape"), is_hull);
    }
    let (key, count) = match geometry.get("mesh") {
        Some(_) => ("mesh", document.gltf.meshes().len()),
        None => ("node", document.gltf.nodes().len()),
    };
    let Some(value) = geometry.get(key) else {
        return Ok(None);
    };
    let path = format!("{path}.{key}");
    let number = index(value, count, key, &path)?;
    Ok(Some(match key {
        "mesh" => Collider::Mesh(number, solid),
        _ => Collider::Node(number, solid),
    }))
}

/// The number that `value` at `path` is, of one of `count` entries.
fn index(value: &Value, count: usize, of: &str, path: &str) -> Read<usize> {
    let number = value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok());
    number.filter(|number| *number < count).ok_or_else(|| {
        let message = format!("there is no {of} {value}: the file has {count}");
        GltfError::damaged(path, message)
    })
}

/// The shape that `value` at `path` names.
fn shape_at(
    document: &Document,
    list: &str,
    value: &Value,
    path: &str,
    is_hull: bool,
) -> Read<Option<Collider>> {
    let shapes = document
        .shapes(list)
        .map_or(&[] as &[Value], |shapes| shapes.as_slice());
    let number = index(value, shapes.len(), "shape", path)?;
    let Some(shape) = shapes.get(number) else {
        return Ok(None);
    };
    let path = format!("extensions.{list}.shapes[{number}]");
    let kind = shape
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let size = |key: &str, usual: f64| {
        let found = shape.get(kind).and_then(|details| details.get(key));
        let found = found.or_else(|| {
            // Older files have one radius for both ends.
            let both = key
                .starts_with("radius")
                .then(|| shape.get(kind)?.get("radius"));
            both.flatten()
        });
        let number = found.map_or(Some(usual), Value::as_f64);
        let number = number.filter(|number| (0.0..=MAX_SIZE).contains(number));
        number.ok_or_else(|| {
            let message = format!("found {}", found.unwrap_or(&Value::Null));
            let error = GltfError::at(format!("{path}.{kind}.{key}"), message);
            error.with_help("expected a size in metres, from 0 to a million")
        })
    };
    let round = |has_caps: bool, height: f64| -> Read<Option<Collider>> {
        let shape = RoundShape {
            has_caps,
            height: size("height", height)?,
            bottom: size("radiusBottom", 0.5)?,
            top: size("radiusTop", 0.5)?,
        };
        let is_solid = shape.bottom > 0.0 || shape.top > 0.0;
        Ok(is_solid.then_some(Collider::Round(shape)))
    };
    match kind {
        "sphere" => {
            let radius = size("radius", 0.5)?;
            let shape = RoundShape {
                has_caps: true,
                height: 0.0,
                bottom: radius,
                top: radius,
            };
            Ok((radius > 0.0).then_some(Collider::Round(shape)))
        }
        "capsule" => round(true, 1.0),
        "cylinder" => round(false, 2.0),
        "box" => {
            let Some(sizes) = shape.pointer("/box/size") else {
                return Ok(Some(Collider::Box(DVec3::splat(0.5))));
            };
            let list = sizes
                .as_array()
                .map_or(&[] as &[Value], |list| list.as_slice());
            let list: Vec<f64> = list.iter().filter_map(Value::as_f64).collect();
            let size = <[f64; 3]>::try_from(list).ok();
            let is_size =
                |size: &[f64; 3]| size.iter().all(|side| *side > 0.0 && *side <= MAX_SIZE);
            let Some(size) = size.filter(is_size) else {
                let error = GltfError::at(format!("{path}.box.size"), format!("found {sizes}"));
                return Err(error.with_help("expected three sizes above 0, in metres"));
            };
            Ok(Some(Collider::Box(DVec3::from_array(size) * 0.5)))
        }
        "mesh" | "trimesh" | "convex" => {
            let count = document.gltf.meshes().len();
            let path = format!("{path}.{kind}.mesh");
            let value = shape.get(kind).and_then(|details| details.get("mesh"));
            let number = index(value.unwrap_or(&Value::Null), count, "mesh", &path)?;
            let solid = match is_hull || kind == "convex" {
                true => Solid::Hull,
                false => Solid::Mesh,
            };
            Ok(Some(Collider::Mesh(number, solid)))
        }
        // Others are not known. A plane without an end is no solid.
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests;
