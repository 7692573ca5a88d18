//! What the file of a mesh says besides its triangles: what collides and how, where the player starts, movers and zones.
//!
//! Reading order: [`Authored`] here, `marks.rs` (what the names of objects mean), `layers.rs` (from marked objects to layers),
//! `shapes.rs` (boxes and round shapes as triangles) and `expand.rs` (what of them a level gets). Maps, glTF and OBJ files are
//! read into the same form.
//!
//! Source: Godot Engine, manual, "Node type customization using name suffixes". Differences: `_col` is no mark, because it is
//! often a column, and what has no mark collides as long as no mark asks for collision.

mod expand;
mod layers;
mod marks;
mod shapes;

pub(crate) use expand::{CachedMap, expand_maps, placed_zones};
pub(crate) use layers::{Object, Objects, collide_by_names, cube_around};
pub(crate) use marks::{Marks, Role, Solid, marks_of, without_marks};
pub(crate) use shapes::{RoundShape, box_triangles};

use std::sync::Arc;

use glam::{DAffine3, DVec3};

use crate::geometry::Aabb;
use crate::level::meshes::{Mesh, joined};
use crate::world::{PathEnd, SurfaceRules};

/// A file of a mesh that is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Authored {
    /// What stands still: first what is drawn and collides, then what only collides, then what is only drawn. At least one.
    pub layers: Vec<Layer>,
    pub start: Option<AuthoredStart>,
    pub movers: Vec<AuthoredMover>,
    pub zones: Vec<AuthoredZone>,
}

/// Things of a file that are alike.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub mesh: Arc<Mesh>,
    pub collides: bool,
    pub is_drawn: bool,
    /// The rules of its surface, if the file says some.
    pub surface: Option<SurfaceRules>,
}

/// The mesh of a kind of props: what is drawn, and what collides.
#[derive(Clone, Debug)]
pub(crate) struct KindMesh {
    pub drawn: Arc<Mesh>,
    pub solid: Arc<Mesh>,
}

/// Where the player starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AuthoredStart {
    /// Where the feet are; metres.
    pub feet: DVec3,
    pub yaw_deg: f64,
}

/// Something that moves.
#[derive(Clone, Debug)]
pub(crate) struct AuthoredMover {
    pub class: String,
    /// What is drawn of it, where it stands in the map. It may have no triangle.
    pub mesh: Arc<Mesh>,
    /// The box around all that collides.
    pub bounds: Aabb,
    /// The path, from where it stands; metres.
    pub path: Vec<DVec3>,
    /// m/s.
    pub speed: f64,
    pub on_end: PathEnd,
    /// Whether it turns back in its game when it meets a player, while ours stops.
    pub turns_back: bool,
}

/// A box that notices the player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AuthoredZone {
    /// Places the cube from -1 to 1 in the file's space; metres.
    pub cube: DAffine3,
    pub action: AuthoredAction,
    pub text: Option<String>,
}

/// What a zone of a file does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AuthoredAction {
    Start,
    Checkpoint,
    Finish,
    Message,
    /// Where the feet go; metres.
    Teleport {
        feet: DVec3,
    },
    /// m/s.
    Launch {
        velocity: DVec3,
    },
    /// A jump whose highest point is there; metres.
    Jump {
        to: DVec3,
    },
    /// Still water.
    Water,
}

impl From<Mesh> for Authored {
    /// A mesh that is drawn and collides.
    fn from(mesh: Mesh) -> Self {
        let layer = Layer {
            mesh: Arc::new(mesh),
            collides: true,
            is_drawn: true,
            surface: None,
        };
        Self {
            layers: vec![layer],
            ..Self::default()
        }
    }
}

impl Authored {
    /// All of it as the mesh of a kind. Where no layer is drawn, the solid ones are, so that the props are seen. Where none
    /// collides, the shape is the one that is drawn.
    pub fn as_kind(&self) -> Option<KindMesh> {
        let drawn = self.merged(|layer| layer.is_drawn);
        let solid = self.merged(|layer| layer.collides);
        let (drawn, solid) = match (drawn, solid) {
            (Some(drawn), Some(solid)) => (drawn, solid),
            (Some(only), None) | (None, Some(only)) => (only.clone(), only),
            (None, None) => return None,
        };
        Some(KindMesh { drawn, solid })
    }

    /// The mesh of each layer, with names whose endings say what collides, unless everything is drawn and collides.
    pub fn into_named_meshes(self) -> Vec<Mesh> {
        let is_plain = |layer: &Layer| layer.is_drawn && layer.collides;
        let are_plain = self.layers.iter().all(is_plain);
        let named = self.layers.into_iter().map(|layer| {
            let ending = match (layer.collides, layer.is_drawn) {
                (true, true) => "-col",
                (true, false) => "-colonly",
                (false, _) => "",
            };
            let mut mesh = Arc::unwrap_or_clone(layer.mesh);
            for part in mesh.parts.iter_mut().filter(|_| !are_plain) {
                let name = without_marks(&part.name);
                let name = if name.is_empty() { "object" } else { name };
                part.name = format!("{name}{ending}");
            }
            mesh
        });
        named.collect()
    }

    /// The layers that `is_meant` takes, as one mesh.
    fn merged(&self, is_meant: impl Fn(&Layer) -> bool) -> Option<Arc<Mesh>> {
        let mut layers = self.layers.iter().filter(|layer| is_meant(layer));
        let first = layers.next()?;
        let others: Vec<_> = layers.collect();
        if others.is_empty() {
            return Some(first.mesh.clone());
        }
        let all = core::iter::once(first).chain(others);
        joined(all.map(|layer| &*layer.mesh)).map(Arc::new)
    }
}
