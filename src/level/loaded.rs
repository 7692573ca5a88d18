//! What came of loading: a level, ready to be walked, or a walk script, and the problems.

use std::sync::Arc;

use glam::DVec3;

use super::mesh::Mesh;
use super::{Diagnostic, WalkScript};
use crate::geometry::{Obb, Placement};
use crate::player::{Rules, Tuning};
use crate::world::{BoxId, ColliderId, DrivenMover, TriangleId, World};

/// What a [`Model`] is, for its colours.
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

/// A `[[mesh]]` that is collided, visible or not.
#[derive(Clone, Debug, PartialEq)]
pub struct CollidedMesh {
    /// The first of its triangles; the next ones follow, up to the next mesh's first.
    pub first: TriangleId,
    /// The name of its file, without folders.
    pub file: Arc<str>,
    /// Its mesh.
    pub mesh: Arc<Mesh>,
    /// Where it stands.
    pub placement: Placement,
}

/// A `[lab]`: the place where pairs of shapes are shown, and moved by keys, in the game. It takes no part
/// in the simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lab {
    /// The middle of what is shown; metres.
    pub position: DVec3,
}

/// A `[[sign]]`: a board on two posts, with a text to be read by who stands before it. Nobody collides
/// with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// What it says; `\n` begins a new line.
    pub text: String,
    /// From the sign's own space, in which it stands on the origin and is read from +Z.
    pub placement: Placement,
}

/// A level, ready to be walked.
///
/// Its parts have different owners later: [`Sim::of_level`](crate::sim::Sim::of_level) takes what is
/// simulated, and returns the [`Scene`] to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Spawn and limits.
    pub rules: Rules,
    /// How the player feels.
    pub tuning: Tuning,
    /// What the player collides with: triangles in level and file order, then one box per prop,
    /// then one per mover.
    pub world: World,
    /// The boxes that drive along paths: the last boxes of the world.
    pub movers: Vec<DrivenMover>,
    /// What is drawn, and the names of what is collided with.
    pub scene: Scene,
}

/// The part of a level that is not simulated: what is drawn, read and named.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The level's name.
    pub name: String,
    /// What to look for in the level.
    pub about: String,
    /// What is drawn and stands still.
    pub models: Vec<Model>,
    /// What the triangles belong to, in their order.
    pub(super) collided: Vec<CollidedMesh>,
    /// How each mover looks, at the start of its path.
    pub mover_models: Vec<Model>,
    /// The kind of every box.
    pub(super) box_kinds: Vec<Arc<str>>,
    /// Where exhibits are shown, if it is a lab.
    pub lab: Option<Lab>,
    /// The signs to read.
    pub signs: Vec<Sign>,
}

impl Scene {
    /// What a user would call the thing that was touched: a mesh's file name, or a prop's or mover's
    /// kind.
    pub fn name_of(&self, collider: ColliderId) -> &str {
        match collider {
            ColliderId::Triangle(id) => self.mesh_of(id).map_or("mesh", |mesh| &mesh.file),
            ColliderId::Box(id) => self
                .box_kinds
                .get(id.0 as usize)
                .map_or("prop", |kind| kind),
        }
    }

    /// [`Self::name_of`] with a number from 1, in the level's order: that of a prop among those of its
    /// kind, such as `crate 3`, or that of a triangle among its mesh's, such as
    /// `courtyard.obj, triangle 118`.
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

    /// The prop or mover whose box this is; of a mover, how it looks at the start of its path.
    pub fn model_of(&self, id: BoxId) -> Option<&Model> {
        let mut boxes = self.props().iter().chain(&self.mover_models);
        boxes.nth(id.0 as usize)
    }

    /// The props among the models: the last ones, one for each box but the movers'.
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

    /// Where the props begin among the models: they are drawn after all meshes.
    fn first_prop(&self) -> usize {
        let props = self.box_kinds.len().saturating_sub(self.mover_models.len());
        self.models.len().saturating_sub(props)
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
