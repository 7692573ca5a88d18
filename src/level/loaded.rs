//! The results of loading: a level or a walk script, and the problems.

use std::sync::Arc;

use crate::geometry::{Obb, Placement, Triangle};
use crate::level::budget::Excess;
use crate::level::choices::Eye;
use crate::level::document::{
    Expectations, FileForm, Lab, MeshEntry, PlacedPrefab, Sign, WalkScript,
};
use crate::level::meshes::{Mesh, Shape};
use crate::level::text::Diagnostic;
use crate::player::{Rules, Tuning};
use crate::world::{BoxId, ColliderId, DrivenMover, TriangleId, World, Zone};

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

impl Look {
    /// The plain shape that a model of this origin with this `mesh` is.
    ///
    /// A level's own kind of the same name is none, unless the first material of its mesh has that name, too.
    #[must_use]
    pub fn shape(&self, mesh: &Mesh) -> Option<Shape> {
        let Self::Prop { kind } = self else {
            return None;
        };
        let (shape, material) = (Shape::of_kind(kind)?, mesh.materials.first()?);
        (material.name == shape.name()).then_some(shape)
    }
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

/// What placed some of a world's triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TriangleOwner {
    /// The `[[mesh]]` of this number among the level's `[[mesh]]` entries, from 0.
    Mesh(usize),
    /// The `[[prop]]` of this number among the level's `[[prop]]` entries, from 0.
    Prop(usize),
    /// The `[[terrain]]` of this number among the level's `[[terrain]]` entries, from 0.
    Terrain(usize),
}

impl TriangleOwner {
    /// The owner of what entry `number` of `entries`, all meshes and terrains of a level, places.
    pub(super) fn of_entry(entries: &[MeshEntry], number: usize) -> Self {
        match number.checked_sub(first_terrain(entries)) {
            Some(number) => Self::Terrain(number),
            None => Self::Mesh(number),
        }
    }

    /// The entry among all meshes and terrains of its level. `None` for a prop.
    pub(super) fn entry(self, entries: &[MeshEntry]) -> Option<&MeshEntry> {
        match self {
            Self::Mesh(number) => entries.get(number),
            Self::Terrain(number) => entries.get(first_terrain(entries) + number),
            Self::Prop(_) => None,
        }
    }
}

/// Where the terrains begin among all meshes and terrains of a level.
fn first_terrain(entries: &[MeshEntry]) -> usize {
    entries.partition_point(|entry| !matches!(entry.file.form, FileForm::Heights(_)))
}

/// A `[[mesh]]` or `[[terrain]]` that collides, visible or not, or a `[[prop]]` that collides as its mesh or hull.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CollidedMesh {
    /// The entry that places it. Meshes come before terrains, and these before props.
    pub owner: TriangleOwner,
    /// Its first triangle. The others follow, up to the next mesh's first.
    pub first: TriangleId,
    /// How many triangles it has in the world.
    pub count: u32,
    /// The name of its file, without folders, or the kind of its prop.
    pub name: Arc<str>,
    /// The triangles in its own space, its mesh, or the hull of that.
    pub mesh: Arc<Mesh>,
    /// Its placement in the world.
    pub placement: Placement,
}

impl CollidedMesh {
    /// The kind of the prop that it is of.
    pub(super) fn kind(&self) -> Option<&str> {
        match self.owner {
            TriangleOwner::Prop(_) => Some(&self.name),
            TriangleOwner::Mesh(_) | TriangleOwner::Terrain(_) => None,
        }
    }
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
    /// All colliders: the triangles of meshes, then of props, in level and file order; then one box for each other prop,
    /// then one per mover.
    pub world: World,
    /// The movers. The last boxes of the world are theirs.
    pub movers: Vec<DrivenMover>,
    /// The zones, in the order in which they act.
    pub zones: Vec<Zone>,
    /// What an audit expects of it.
    pub expectations: Expectations,
    /// What is drawn, and the names of the colliders.
    pub scene: Scene,
}

/// The part of a level that is not simulated, what is drawn, read and named.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Scene {
    /// The level's name.
    pub name: String,
    /// What to look for in the level.
    pub about: String,
    /// All models that stand still: meshes, signs, then props.
    pub models: Vec<Model>,
    /// What placed the triangles, in their order.
    pub(super) collided: Vec<CollidedMesh>,
    /// The model of each mover, at the start of its path.
    pub mover_models: Vec<Model>,
    /// Whether each mover turns back in the game of its map when it meets a player.
    pub(super) turns_back: Vec<bool>,
    /// The index of the first prop among the models.
    pub(super) first_prop: usize,
    /// The prop of each box that is not a mover's.
    pub(super) box_props: Vec<u32>,
    /// Where the player's eye is, if the level says so.
    pub eye: Option<Eye>,
    /// The place of its contact lab, if it has one.
    pub lab: Option<Lab>,
    /// Its signs.
    pub signs: Vec<Sign>,
    /// The text of each zone, if it has one.
    pub zone_texts: Vec<Option<String>>,
    /// What its `[[place]]`s have added, in their order.
    pub placed: Vec<PlacedPrefab>,
    /// The names of its surfaces, of `[surfaces.NAME]`. The colliders of the first one have the tag 1, and so on.
    pub surfaces: Vec<String>,
}

/// What a prop is in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum PropColliders {
    /// Its box.
    Box(BoxId, Obb),
    /// Its first triangle, and all of them in the order of their ids.
    Triangles(TriangleId, Vec<Triangle>),
}

impl Scene {
    /// A name for users, the file of a mesh, or the kind of a prop or mover.
    pub fn name_of(&self, collider: ColliderId) -> &str {
        match collider {
            ColliderId::Triangle(id) => self.mesh_of(id).map_or("mesh", |mesh| &mesh.name),
            ColliderId::Box(id) => self.model_of(id).map_or("prop", kind_of),
        }
    }

    /// [`Self::name_of`] with a number from 1, in the level's order. `crate 3` is the third prop of its
    /// kind, `courtyard.obj, triangle 118` a triangle of its mesh, `arch 2, triangle 7` one of a prop.
    pub fn numbered_name_of(&self, collider: ColliderId) -> String {
        match collider {
            ColliderId::Triangle(id) => {
                let mesh = self.mesh_of(id);
                let name = match mesh.map(|mesh| mesh.owner) {
                    Some(TriangleOwner::Prop(number)) => self.numbered_name_of_prop(number),
                    _ => self.name_of(collider).to_owned(),
                };
                let first = mesh.map_or(0, |mesh| mesh.first.0);
                format!("{name}, triangle {}", id.0 - first + 1)
            }
            ColliderId::Box(id) => {
                let number = match self.box_props.get(id.0 as usize) {
                    Some(prop) => *prop as usize,
                    None => self.props().len() + id.0 as usize - self.box_props.len(),
                };
                self.numbered_name_of_prop(number)
            }
        }
    }

    /// The kind of prop `number`, from 0, and which one of its kind it is, from 1: `crate 3`. Movers follow the props.
    pub fn numbered_name_of_prop(&self, number: usize) -> String {
        let all = || self.props().iter().chain(&self.mover_models).map(kind_of);
        let kind = all().nth(number).unwrap_or("prop");
        let which = all().take(number + 1).filter(|of| *of == kind).count();
        let place = match number.checked_sub(self.props().len()) {
            Some(mover) => self.place_of(|placed| placed.movers.contains(&mover)),
            None => self.place_of(|placed| placed.props.contains(&number)),
        };
        match place {
            Some(place) => {
                let prefab = &self.placed[place].prefab;
                format!("{kind} {which} of place {}, {prefab}", place + 1)
            }
            None => format!("{kind} {which}"),
        }
    }

    /// The number of the `[[place]]` for which `holds` is true, from 0.
    pub fn place_of(&self, holds: impl Fn(&PlacedPrefab) -> bool) -> Option<usize> {
        self.placed.iter().position(holds)
    }

    /// The name of the surface whose colliders have this tag.
    pub fn surface_name(&self, tag: u32) -> Option<&str> {
        let number = (tag as usize).checked_sub(1)?;
        self.surfaces.get(number).map(String::as_str)
    }

    /// The entry that a triangle belongs to.
    pub fn mesh_of(&self, triangle: TriangleId) -> Option<&CollidedMesh> {
        let after = self.collided.partition_point(|mesh| mesh.first <= triangle);
        self.collided.get(after.checked_sub(1)?)
    }

    /// The meshes that collide, in the level's order, then the props that collide as a mesh or hull.
    pub fn collided_meshes(&self) -> &[CollidedMesh] {
        &self.collided
    }

    /// The model of the prop or mover with this box. A mover's stands at the start of its path.
    pub fn model_of(&self, id: BoxId) -> Option<&Model> {
        let id = id.0 as usize;
        match self.box_props.get(id) {
            Some(prop) => self.props().get(*prop as usize),
            None => self.mover_models.get(id - self.box_props.len()),
        }
    }

    /// The models of the props, in the level's order.
    pub fn props(&self) -> &[Model] {
        self.models.get(self.first_prop..).unwrap_or_default()
    }

    /// The number of the prop that `collider` belongs to, from 0. `None` if it is of a mesh or mover.
    pub fn prop_of(&self, collider: ColliderId) -> Option<usize> {
        match collider {
            ColliderId::Box(id) => self.box_props.get(id.0 as usize).map(|prop| *prop as usize),
            ColliderId::Triangle(id) => match self.mesh_of(id)?.owner {
                TriangleOwner::Prop(number) => Some(number),
                TriangleOwner::Mesh(_) | TriangleOwner::Terrain(_) => None,
            },
        }
    }

    /// The number of the mover that has this box, from 0. `None` if it is a prop's.
    pub fn mover_of(&self, id: BoxId) -> Option<usize> {
        let number = (id.0 as usize).checked_sub(self.box_props.len())?;
        (number < self.mover_models.len()).then_some(number)
    }

    /// Whether mover `number`, from 0, turns back in the game of its map when it meets a player, such as a door of Quake. Ours
    /// stops.
    pub fn turns_back(&self, number: usize) -> bool {
        self.turns_back.get(number).is_some_and(|turns| *turns)
    }

    /// The box around prop `number`, from 0, along the axes of its mesh. A prop that collides as a box is this box.
    pub fn prop_bounds(&self, number: usize) -> Option<Obb> {
        let prop = self.props().get(number)?;
        Obb::from_bounds(&prop.mesh.bounds, &prop.placement)
    }

    /// The models of the signs, in the level's order.
    pub fn signs(&self) -> &[Model] {
        let before = self.models.get(..self.first_prop).unwrap_or_default();
        &before[before.partition_point(|model| model.look != Look::Sign)..]
    }

    /// Moves prop `number`, from 0, and returns its colliders there, for
    /// [`Sim::edit_prop`](crate::sim::Sim::edit_prop). `None` if there is no such prop, or it has other triangles
    /// there, so that the level must be loaded again.
    pub fn place_prop(&mut self, number: usize, placement: Placement) -> Option<PropColliders> {
        let prop = self.models.get(self.first_prop.checked_add(number)?)?;
        // Stairs of another height have another number of steps.
        let shape = prop.look.shape(&prop.mesh);
        let divisions = |size| shape.map(|shape| shape.divisions(size));
        if divisions(placement.scale) != divisions(prop.placement.scale) {
            return None;
        }
        let obb = Obb::from_bounds(&prop.mesh.bounds, &placement)?;
        let colliders = match self.box_props.binary_search(&(number as u32)) {
            Ok(id) => PropColliders::Box(BoxId(id as u32), obb),
            Err(_) => {
                let owner = TriangleOwner::Prop(number);
                let place = self
                    .collided
                    .binary_search_by_key(&owner, |collided| collided.owner);
                let collided = self.collided.get_mut(place.ok()?)?;
                let placed: Vec<_> = collided.mesh.placed(&placement).flatten().collect();
                if placed.len() != collided.count as usize {
                    return None;
                }
                collided.placement = placement;
                PropColliders::Triangles(collided.first, placed)
            }
        };
        self.models[self.first_prop + number].placement = placement;
        Some(colliders)
    }
}

/// The kind of a prop or mover.
pub(super) fn kind_of(model: &Model) -> &str {
    match &model.look {
        Look::Prop { kind } => kind,
        Look::Mesh | Look::Sign => "prop",
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
    /// What is over the budget, if nothing else is wrong. Without limits, the level may load.
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
