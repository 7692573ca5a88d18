//! What came of loading: a level, ready to be walked, or a walk script, and the problems.

use std::sync::Arc;

use super::mesh::Mesh;
use super::{Diagnostic, WalkScript};
use crate::geometry::Placement;
use crate::player::{Rules, Tuning};
use crate::world::{ColliderId, DrivenMover, World};

/// What a [`Model`] is, for its colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// A `[[mesh]]`.
    Mesh,
    /// A `[[prop]]` or `[[mover]]` of this kind.
    Prop {
        /// The kind's name.
        kind: Arc<str>,
    },
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What it is.
    pub look: Look,
    /// Its mesh, shared with all models of the same file.
    pub mesh: Arc<Mesh>,
    /// Where it stands.
    pub placement: Placement,
}

/// A level, ready to be walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// What to look for in it.
    pub about: String,
    /// Spawn and limits.
    pub rules: Rules,
    /// How the player feels.
    pub tuning: Tuning,
    /// What the player collides with: triangles in level and file order, then one box per prop,
    /// then one per mover.
    pub world: World,
    /// What is drawn and stands still.
    pub models: Vec<Model>,
    /// What drives along paths; the last boxes of the world are theirs.
    pub movers: Vec<DrivenMover>,
    /// How each mover looks, at the start of its path.
    pub mover_models: Vec<Model>,
    /// The file of every collided mesh, by the number of its first triangle.
    pub(super) mesh_starts: Vec<(u32, Arc<str>)>,
    /// The kind of every box.
    pub(super) box_kinds: Vec<Arc<str>>,
}

impl Level {
    /// What a user would call the thing that was touched: a mesh's file name, or a prop's or mover's
    /// kind.
    pub fn name_of(&self, collider: ColliderId) -> &str {
        match collider {
            ColliderId::Triangle(id) => {
                let after = self
                    .mesh_starts
                    .partition_point(|(start, _)| *start <= id.0);
                after
                    .checked_sub(1)
                    .map_or("mesh", |mesh| &self.mesh_starts[mesh].1)
            }
            ColliderId::Box(id) => self
                .box_kinds
                .get(id.0 as usize)
                .map_or("prop", |kind| kind),
        }
    }
}

/// What came of loading a level.
#[derive(Clone, Debug)]
pub struct LoadedLevel {
    /// The level, unless an error stands in its way.
    pub level: Option<Level>,
    /// All problems, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// What came of loading a walk script.
#[derive(Clone, Debug)]
pub struct LoadedScript {
    /// The script, unless an error stands in its way.
    pub script: Option<WalkScript>,
    /// All problems, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
}
