//! The results of loading: a level or a walk script, and the problems.

use std::sync::Arc;

use glam::DVec3;

use super::mesh::Mesh;
use super::{Diagnostic, Excess, WalkScript};
use crate::geometry::{Obb, Placement};
use crate::player::{Rules, Tuning};
use crate::world::{BoxId, ColliderId, DrivenMover, TriangleId, World};

/// The origin of a [`Model`], which decides its colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// A `[[mesh]]`.
    Mesh,
    /// The board and the posts of a `[[sign]]`.
    Sign,
    /// A `[[prop]]` or `[[mover]]` of this kind.
    Prop {
        /// The kind's name.
        kind: Arc<str>,
    },
}

/// A mesh to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its origin in the level.
    pub look: Look,
    /// Its mesh. All models of one file share it.
    pub mesh: Arc<Mesh>,
    /// Its placement in the world.
    pub placement: Placement,
}

/// A `[[mesh]]` that collides, visible or not.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CollidedMesh {
    /// Its number among the level's `[[mesh]]` entries, from 0.
    pub number: usize,
    /// Its first triangle. The others follow, up to the next mesh's first.
    pub first: TriangleId,
    /// The name of its file, without folders.
    pub file: Arc<str>,
    /// Its mesh.
    pub mesh: Arc<Mesh>,
    /// Its placement in the world.
    pub placement: Placement,
}

/// A `[lab]`: the place where the game shows pairs of shapes. The simulation ignores it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lab {
    /// The middle of the shapes; metres.
    pub position: DVec3,
}

/// A `[[sign]]`: a board on two posts, with a text. Nothing collides with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// Its text; `\n` begins a new line.
    pub text: String,
    /// Its placement in the world. In its own space, it stands on the origin and is read from +Z.
    pub placement: Placement,
}

/// A loaded level.
///
/// Its parts have different owners later: [`Sim::of_level`](crate::sim::Sim::of_level) takes what is
/// simulated, and returns the [`Scene`] to draw.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Level {
    /// Spawn and limits.
    pub rules: Rules,
    /// How the player moves.
    pub tuning: Tuning,
    /// All colliders: triangles in level and file order, then one box per prop, then one per mover.
    pub world: World,
    /// The movers. The last boxes of the world are theirs.
    pub movers: Vec<DrivenMover>,
    /// What is drawn, and the names of the colliders.
    pub scene: Scene,
}

/// The part of a level that is not simulated: what is drawn, read and named.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scene {
    /// The level's name.
    pub name: String,
    /// What to look for in the level.
    pub about: String,
    /// All models that stand still: meshes, signs, then props.
    pub models: Vec<Model>,
    /// The meshes of the triangles, in order.
    pub(super) collided: Vec<CollidedMesh>,
    /// The model of each mover, at the start of its path.
    pub mover_models: Vec<Model>,
    /// The kind of every box.
    pub(super) box_kinds: Vec<Arc<str>>,
    /// The place of its contact lab, if it has one.
    pub lab: Option<Lab>,
    /// Its signs.
    pub signs: Vec<Sign>,
}

impl Scene {
    /// A name for users: the file of a mesh, or the kind of a prop or mover.
    pub fn name_of(&self, collider: ColliderId) -> &str {
        match collider {
            ColliderId::Triangle(id) => self.mesh_of(id).map_or("mesh", |mesh| &mesh.file),
            ColliderId::Box(id) => self
                .box_kinds
                .get(id.0 as usize)
                .map_or("prop", |kind| kind),
        }
    }

    /// [`Self::name_of`] with a number from 1, in the level's order: `crate 3` is the third prop of its
    /// kind, `courtyard.obj, triangle 118` a triangle of its mesh.
    pub fn numbered_name_of(&self, collider: ColliderId) -> String {
        let name = self.name_of(collider);
        match collider {
            ColliderId::Triangle(id) => {
                let first = self.mesh_of(id).map_or(0, |mesh| mesh.first.0);
                format!("{name}, triangle {}", id.0 - first + 1)
            }
            ColliderId::Box(id) => {
                let up_to = self.box_kinds.iter().take(id.0 as usize + 1);
                let number = up_to.filter(|kind| ***kind == *name).count();
                format!("{name} {number}")
            }
        }
    }

    /// The mesh that a triangle belongs to.
    pub fn mesh_of(&self, triangle: TriangleId) -> Option<&CollidedMesh> {
        let after = self.collided.partition_point(|mesh| mesh.first <= triangle);
        self.collided.get(after.checked_sub(1)?)
    }

    /// The meshes that collide, in the level's order.
    pub fn collided_meshes(&self) -> &[CollidedMesh] {
        &self.collided
    }

    /// The model of the prop or mover with this box. A mover's stands at the start of its path.
    pub fn model_of(&self, id: BoxId) -> Option<&Model> {
        let mut boxes = self.props().iter().chain(&self.mover_models);
        boxes.nth(id.0 as usize)
    }

    /// The models of the props, one for each box that is not a mover's.
    pub fn props(&self) -> &[Model] {
        &self.models[self.first_prop()..]
    }

    /// Moves prop `number`, from 0, and returns its box there, for
    /// [`Sim::edit_box`](crate::sim::Sim::edit_box). `None`: there is no such prop.
    pub fn place_prop(&mut self, number: usize, placement: Placement) -> Option<Obb> {
        let first = self.first_prop();
        let prop = self.models[first..].get_mut(number)?;
        let obb = Obb::from_bounds(&prop.mesh.bounds, &placement)?;
        prop.placement = placement;
        Some(obb)
    }

    /// The index of the first prop among the models.
    fn first_prop(&self) -> usize {
        let props = self.box_kinds.len().saturating_sub(self.mover_models.len());
        self.models.len().saturating_sub(props)
    }
}

/// The result of loading a level.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct LoadedLevel {
    /// The level, unless there is an error.
    pub level: Option<Level>,
    /// All problems, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
    /// What is over the budget, if nothing else is wrong: without limits, the level may load.
    pub excess: Option<Excess>,
}

/// The result of loading a walk script.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct LoadedScript {
    /// The script, unless there is an error.
    pub script: Option<WalkScript>,
    /// All problems, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
}
