//! The boxes and meshes that were added to a world, with a separate tree.
//!
//! An id counts up and is never used again. The item with a number lies in a slot, and slots are used again, so the
//! memory follows from how much the world holds, and not from how much it ever held.

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

mod ids;
mod mesh;
mod search;

use std::sync::Arc;

use smallvec::SmallVec;

use super::bvh::Bvh;
use super::collider::{BoxId, Collider, TriangleId};
use super::labels::{ALL_LAYERS, UNTAGGED};
use super::placed_body::PlacedBody;
use super::round_body::RoundBody;
use crate::geometry::{Obb, Pose, Triangle};
pub use ids::{ADDED, Ids, OF_MESH};
pub use mesh::Mesh;
pub use search::Search;

/// The added part of a world.
#[derive(Clone, Debug, Default)]
pub(super) struct Added {
    items: Vec<Option<Item>>,
    /// For each slot the box, or one around the mesh.
    bounds: Vec<Obb>,
    free: Vec<u32>,
    /// The tree over the enabled slots.
    bvh: Bvh,
    boxes: Ids,
    meshes: Ids,
    /// Whether the layers of any were set.
    pub has_layers: bool,
}

/// A box or a mesh.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Its number among all of its kind, or that of its first triangle.
    pub first: u32,
    pub is_enabled: bool,
    /// `None` if it is a box or a body.
    pub mesh: Option<Arc<Mesh>>,
    /// The exact shape of a body whose bounds are only around it.
    pub round: Option<RoundBody>,
    /// For the box, or for each triangle; empty until they are set.
    pub tags: SmallVec<[u32; 1]>,
    pub layers: SmallVec<[u32; 1]>,
}

impl Item {
    /// How many ids it has.
    pub fn count(&self) -> u32 {
        self.mesh
            .as_ref()
            .map_or(1, |mesh| mesh.triangles().len() as u32)
    }
}

impl Added {
    /// Adds a body, such as a box, and returns its number. `None` if all numbers were used, or it is too large.
    pub fn add_body(&mut self, body: &PlacedBody) -> Option<u32> {
        let (bounds, round) = bounds_and_shape(body)?;
        let first = self.boxes.take(1)?;
        let slot = self.add(bounds, first, None);
        if let Some(item) = self.item_mut(slot) {
            item.round = round;
        }
        self.boxes.set(first, slot);
        Some(first)
    }

    /// Adds a mesh, and returns the number of its first triangle. `None` if all numbers were used, or the mesh has no
    /// triangle.
    pub fn add_mesh(&mut self, mesh: Mesh) -> Option<u32> {
        let first = self
            .meshes
            .take(u32::try_from(mesh.triangles().len()).ok()?)?;
        let slot = self.add(mesh.around(), first, Some(Arc::new(mesh)));
        self.meshes.set(first, slot);
        Some(first)
    }

    /// Puts something into a free slot and into the tree.
    fn add(&mut self, bounds: Obb, first: u32, mesh: Option<Arc<Mesh>>) -> u32 {
        let item = Some(Item {
            first,
            is_enabled: true,
            mesh,
            round: None,
            tags: SmallVec::new(),
            layers: SmallVec::new(),
        });
        let slot = self.free.pop().unwrap_or(self.items.len() as u32);
        if slot as usize == self.items.len() {
            self.items.push(None);
            self.bounds.push(bounds);
        }
        self.items[slot as usize] = item;
        self.bounds[slot as usize] = bounds;
        self.bvh.insert(slot, (&[], &self.bounds));
        slot
    }

    /// Removes the content of a slot.
    pub fn remove(&mut self, slot: u32) {
        if let Some(item) = self.items[slot as usize].take() {
            self.bvh.remove(slot, (&[], &self.bounds));
            self.free.push(slot);
            let ids = match item.mesh {
                None => &mut self.boxes,
                Some(_) => &mut self.meshes,
            };
            ids.clear(item.first);
        }
    }

    /// Gives a slot that has no mesh another shape, or the same one in another place. Returns whether the body is not too
    /// large.
    pub fn move_body(&mut self, slot: u32, body: &PlacedBody) -> bool {
        let Some((bounds, round)) = bounds_and_shape(body) else {
            return false;
        };
        if let Some(item) = self.item_mut(slot) {
            item.round = round;
        }
        self.move_bounds(slot, bounds);
        true
    }

    /// Gives a slot other bounds. Moves its box, or the bounds of its mesh.
    fn move_bounds(&mut self, slot: u32, bounds: Obb) {
        self.bounds[slot as usize] = bounds;
        self.bvh.move_box(BoxId(slot), &self.bounds);
    }

    /// Moves a mesh. Returns whether it has a triangle there.
    pub fn move_mesh(&mut self, slot: u32, pose: &Pose) -> bool {
        let Some(Item {
            mesh: Some(mesh), ..
        }) = &mut self.items[slot as usize]
        else {
            return false;
        };
        if !Arc::make_mut(mesh).move_to(pose) {
            return false;
        }
        let around = mesh.around();
        self.move_bounds(slot, around);
        true
    }

    /// Puts the content of a slot into the tree, or takes it out.
    pub fn set_enabled(&mut self, slot: u32, is_enabled: bool) {
        let Some(item) = &mut self.items[slot as usize] else {
            return;
        };
        if core::mem::replace(&mut item.is_enabled, is_enabled) != is_enabled {
            match is_enabled {
                true => self.bvh.insert(slot, (&[], &self.bounds)),
                false => self.bvh.remove(slot, (&[], &self.bounds)),
            }
        }
    }

    /// Builds the tree anew.
    pub fn rebuild(&mut self) {
        let is_in = |slot: u32| self.item(slot).is_some_and(|item| item.is_enabled);
        self.bvh = Bvh::built(&[], &self.bounds, &is_in);
    }

    pub fn item(&self, slot: u32) -> Option<&Item> {
        self.items.get(slot as usize)?.as_ref()
    }

    pub fn item_mut(&mut self, slot: u32) -> Option<&mut Item> {
        self.items.get_mut(slot as usize)?.as_mut()
    }

    /// The slot of the box with this number.
    pub fn slot_of_box(&self, number: u32) -> Option<u32> {
        self.boxes
            .slot_before(number)
            .filter(|slot| self.item(*slot).is_some_and(|item| item.first == number))
    }

    /// The slot of the mesh that has the triangle with this number.
    pub fn slot_of_triangle(&self, number: u32) -> Option<u32> {
        self.meshes.slot_before(number).filter(|slot| {
            self.item(*slot)
                .is_some_and(|item| number - item.first < item.count())
        })
    }

    /// The box in a slot.
    pub fn obb(&self, slot: u32) -> &Obb {
        &self.bounds[slot as usize]
    }

    /// The boxes, or the meshes, in the order of their numbers.
    pub fn boxes(&self) -> impl Iterator<Item = (&Item, &Obb)> {
        let slots = self.boxes.slots();
        slots.filter_map(|slot| Some((self.item(slot)?, self.obb(slot))))
    }

    pub fn meshes(&self) -> impl Iterator<Item = (&Item, &Mesh)> {
        let items = self.meshes.slots().filter_map(|slot| self.item(slot));
        items.filter_map(|item| Some((item, &**item.mesh.as_ref()?)))
    }

    /// The triangle with this number.
    pub fn triangle(&self, number: u32) -> Option<&Triangle> {
        let item = self.item(self.slot_of_triangle(number)?)?;
        item.mesh
            .as_ref()?
            .triangles()
            .get((number - item.first) as usize)
    }

    /// The collider with this tree index, in a world that was built of this many triangles and boxes. `None` if there is
    /// none.
    pub fn collider(&self, number: u32, built: [u32; 2]) -> Option<Collider<'_>> {
        let below = number & !ADDED;
        if below & OF_MESH == 0 {
            let item = self.item(below)?;
            let id = BoxId(built[1] + item.first);
            return Some(match &item.round {
                None => Collider::Box(id, self.obb(below)),
                Some(round) => Collider::Round(id, round),
            });
        }
        let number = below & !OF_MESH;
        let triangle = self.triangle(number)?;
        Some(Collider::Triangle(TriangleId(built[0] + number), triangle))
    }
}

/// The box around a body, or the box that it is; and the exact shape of any other body. `None` if it is too large.
fn bounds_and_shape(body: &PlacedBody) -> Option<(Obb, Option<RoundBody>)> {
    match body {
        PlacedBody::Box(obb) => Some((*obb, None)),
        PlacedBody::Upright(body) => match body.as_capsule() {
            None => Some((body.bounds()?, None)),
            Some(capsule) => {
                let round = RoundBody::new(*capsule)?;
                Some((round.around, Some(round)))
            }
        },
    }
}

/// Equal if everything that has an id is equal.
impl PartialEq for Added {
    fn eq(&self, other: &Self) -> bool {
        self.boxes().eq(other.boxes()) && self.meshes().eq(other.meshes())
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        let label = |list: &[u32], at: u32, usual| list.get(at as usize).copied().unwrap_or(usual);
        (self.first, self.is_enabled, &self.round) == (other.first, other.is_enabled, &other.round)
            && (0..self.count()).all(|at| {
                label(&self.tags, at, UNTAGGED) == label(&other.tags, at, UNTAGGED)
                    && label(&self.layers, at, ALL_LAYERS) == label(&other.layers, at, ALL_LAYERS)
            })
    }
}
