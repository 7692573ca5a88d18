//! A world that changes by adding, moving, disabling and removing colliders.

use std::sync::Arc;

use super::added::{ADDED, Added, Item, Mesh, OF_MESH};
use super::bvh::Bvh;
use super::labels::{DISABLED, PRESENT, REMOVED};
use super::{BoxId, ColliderId, MeshId, PlacedBody, Revision, TriangleId, World};
use crate::geometry::{Obb, Pose, Triangle};

impl World {
    /// Adds a box, and returns its id, which no other box of this world had before or will have.
    ///
    /// Takes a few microseconds, however many there are. `None` if the world has given out all its ids. It has 2³⁰ for
    /// boxes and as many for triangles, in addition to those it was built with; the world of [`Self::into_parts`] has
    /// them again.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{ColliderId, World}};
    /// let mut world = World::default();
    /// let crate_box = Obb::new(DVec3::X * 5.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let id = world.add_box(crate_box).unwrap();
    /// let ball = Sphere::new(DVec3::ZERO, 0.5).unwrap();
    /// assert_eq!(world.sweep_sphere(&ball, DVec3::X * 9.0).unwrap().0, ColliderId::Box(id));
    /// assert!(world.remove(ColliderId::Box(id)));
    /// assert_eq!(world.sweep_sphere(&ball, DVec3::X * 9.0), None);
    /// assert_ne!(world.add_box(crate_box), Some(id));
    /// ```
    #[must_use = "without its id, the box can neither be moved nor removed"]
    pub fn add_box(&mut self, obb: Obb) -> Option<BoxId> {
        self.add_placed(&obb.into())
    }

    /// Adds a box or another body.
    pub(super) fn add_placed(&mut self, body: &PlacedBody) -> Option<BoxId> {
        let [_, boxes] = self.room_for_ids()?;
        let number = self.added_mut().add_body(body)?;
        self.revision = Revision::next();
        Some(BoxId(boxes + number))
    }

    /// Adds a mesh where `pose` puts it, and returns its id. Its triangles have ids that no others had before or will
    /// have: [`Self::mesh_of`] finds their mesh.
    ///
    /// Takes about as long as a new world of these triangles. `None` if there is no triangle, or one of them has no
    /// area where `pose` puts it, since far from the origin its corners are too coarse; or the world has given out [all
    /// its ids](Self::add_box).
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Pose, Segment, Triangle}, glam::{DVec3, Vec3}, world::{ColliderId, World}};
    /// let mut world = World::default();
    /// let leaf = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap();
    /// let bridge = world.add_mesh(vec![leaf], &Pose::new(DVec3::Y, DVec3::ZERO).unwrap()).unwrap();
    /// let down = |from: f64| Segment::new(DVec3::new(0.2, from, 0.2), DVec3::new(0.2, from - 9.0, 0.2));
    /// let (hit, _) = world.intersect_segment(&down(4.0)).unwrap();
    /// let ColliderId::Triangle(id) = hit else { panic!() };
    /// assert_eq!(world.mesh_of(id), Some(bridge));
    /// assert!(world.move_mesh(bridge, &Pose::new(DVec3::Y * 2.5, DVec3::ZERO).unwrap()));
    /// assert_eq!(world.intersect_segment(&down(4.0)).unwrap().1.fraction, 1.5 / 9.0);
    /// ```
    #[must_use = "without its id, the mesh can neither be moved nor removed"]
    pub fn add_mesh(
        &mut self,
        triangles: impl Into<Arc<[Triangle]>>,
        pose: &Pose,
    ) -> Option<MeshId> {
        let [built, _] = self.room_for_ids()?;
        let mesh = Mesh::new(triangles.into(), pose)?;
        let number = self.added_mut().add_mesh(mesh)?;
        self.revision = Revision::next();
        Some(MeshId(TriangleId(built + number)))
    }

    /// Removes a box, or a triangle that the world was built of. Returns whether it existed; a triangle of an added mesh is
    /// [removed with it](Self::remove_mesh).
    ///
    /// Takes a few microseconds, however many there are. Its id is never used again. If the world was built of it, the
    /// lists of [`Self::boxes`] and [`Self::triangles`] still have it.
    pub fn remove(&mut self, collider: ColliderId) -> bool {
        if let Some(number) = self.built_number(collider) {
            self.take_out(collider, number);
            Arc::make_mut(&mut self.absent).set(collider, REMOVED, PRESENT);
        } else {
            let ColliderId::Box(id) = collider else {
                return false;
            };
            let Some((added, slot)) = self.added_box_mut(id) else {
                return false;
            };
            added.remove(slot);
        }
        self.revision = Revision::next();
        true
    }

    /// Removes a mesh with all its triangles. Returns whether it existed.
    pub fn remove_mesh(&mut self, mesh: MeshId) -> bool {
        let found = self.added_mesh_mut(mesh);
        let exists = found.map(|(added, slot)| added.remove(slot)).is_some();
        self.changed_if(exists)
    }

    /// Moves a mesh. Returns whether it did. It does if the mesh exists, and each of its triangles has an area where
    /// `pose` puts it. If not, it stays.
    ///
    /// Takes some tens of nanoseconds for each of its triangles, and no longer in a larger world.
    pub fn move_mesh(&mut self, mesh: MeshId, pose: &Pose) -> bool {
        let found = self.added_mesh_mut(mesh);
        let has_moved = found.is_some_and(|(added, slot)| added.move_mesh(slot, pose));
        self.changed_if(has_moved)
    }

    /// Disables a box, or a triangle that the world was built of, or enables it again. Returns whether it exists.
    ///
    /// No query and no player meets a disabled collider, and it costs them nothing. It keeps its id, its tag and its
    /// layers, and can be moved. Takes a few microseconds. Before you enable something where a player may be, ask
    /// [`Self::fits`], or let the next tick push the player out.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, World}};
    /// let door = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let mut world = World::new(vec![], vec![door]);
    /// let (door, ball) = (ColliderId::Box(BoxId(0)), Sphere::new(DVec3::ZERO, 0.5).unwrap());
    /// assert!(world.set_enabled(door, false));
    /// assert!(world.fits(ball).is_ok());
    /// assert!(world.set_enabled(door, true));
    /// assert!(world.fits(ball).is_err());
    /// ```
    pub fn set_enabled(&mut self, collider: ColliderId, is_enabled: bool) -> bool {
        let Some(number) = self.built_number(collider) else {
            let ColliderId::Box(id) = collider else {
                return false;
            };
            let found = self.added_box_mut(id);
            let exists = found.map(|(added, slot)| added.set_enabled(slot, is_enabled));
            return self.changed_if(exists.is_some());
        };
        if self.is_enabled(collider) == is_enabled {
            return true;
        }
        if is_enabled {
            Arc::make_mut(&mut self.absent).set(collider, PRESENT, PRESENT);
            let lists = (&**self.triangles, &**self.boxes);
            Arc::make_mut(&mut self.bvh).insert(number, lists);
        } else {
            self.take_out(collider, number);
            Arc::make_mut(&mut self.absent).set(collider, DISABLED, PRESENT);
        }
        self.changed_if(true)
    }

    /// [`Self::set_enabled`] for all triangles of a mesh.
    pub fn set_mesh_enabled(&mut self, mesh: MeshId, is_enabled: bool) -> bool {
        let found = self.added_mesh_mut(mesh);
        let exists = found.map(|(added, slot)| added.set_enabled(slot, is_enabled));
        self.changed_if(exists.is_some())
    }

    /// Whether `collider` exists and is enabled.
    #[must_use]
    pub fn is_enabled(&self, collider: ColliderId) -> bool {
        match self.built_number(collider) {
            Some(_) => self.absent.get(collider, PRESENT) == PRESENT,
            None => self
                .added_item(collider)
                .is_some_and(|(item, _)| item.is_enabled),
        }
    }

    /// The box with this id, or the one around a [body](Self::add_body); `None` if it does not exist.
    #[must_use]
    pub fn obb(&self, id: BoxId) -> Option<&Obb> {
        let [_, boxes] = self.built();
        match self.boxes.get(id.0 as usize) {
            Some(obb) => (!self.is_removed(ColliderId::Box(id))).then_some(obb),
            None => {
                let added = self.added.as_ref()?;
                Some(added.obb(added.slot_of_box(id.0.checked_sub(boxes)?)?))
            }
        }
    }

    /// The triangle with this id, where it is now; `None` if it does not exist.
    #[must_use]
    pub fn triangle(&self, id: TriangleId) -> Option<&Triangle> {
        let [triangles, _] = self.built();
        match self.triangles.get(id.0 as usize) {
            Some(triangle) => (!self.is_removed(ColliderId::Triangle(id))).then_some(triangle),
            None => self.added.as_ref()?.triangle(id.0.checked_sub(triangles)?),
        }
    }

    /// How many triangles exist.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        let meshes = self.added.iter().flat_map(|added| added.meshes());
        let removed = self.absent.triangles.iter().filter(|id| **id == REMOVED);
        let added: usize = meshes.map(|(_, mesh)| mesh.triangles().len()).sum();
        self.triangles.len() - removed.count() + added
    }

    /// The mesh that has this triangle; `None` if it is not of an added mesh.
    #[must_use]
    pub fn mesh_of(&self, id: TriangleId) -> Option<MeshId> {
        let (item, _) = self.added_item(ColliderId::Triangle(id))?;
        Some(MeshId(TriangleId(self.built()[0] + item.first)))
    }

    /// Where a mesh is; `None` if it does not exist.
    #[must_use]
    pub fn mesh_pose(&self, mesh: MeshId) -> Option<&Pose> {
        let (item, place) = self.added_item(ColliderId::Triangle(mesh.0))?;
        item.mesh
            .as_ref()
            .filter(|_| place == 0)
            .map(|mesh| mesh.pose())
    }

    /// All triangles that exist with their ids, in order.
    pub fn triangles_with_ids(&self) -> impl Iterator<Item = (TriangleId, &Triangle)> {
        let built = (0..).map(TriangleId).zip(&**self.triangles);
        let built = built.filter(|(id, _)| !self.is_removed(ColliderId::Triangle(*id)));
        let first = self.built()[0];
        let meshes = self.added.iter().flat_map(|added| added.meshes());
        built.chain(meshes.flat_map(move |(item, mesh)| {
            (first + item.first..).map(TriangleId).zip(mesh.triangles())
        }))
    }

    /// All boxes that exist with their ids, in order, and those around [bodies](Self::add_body).
    pub fn boxes_with_ids(&self) -> impl Iterator<Item = (BoxId, &Obb)> {
        let built = (0..).map(BoxId).zip(&**self.boxes);
        let built = built.filter(|(id, _)| !self.is_removed(ColliderId::Box(*id)));
        let first = self.built()[1];
        let added = self.added.iter().flat_map(|added| added.boxes());
        built.chain(added.map(move |(item, obb)| (BoxId(first + item.first), obb)))
    }

    /// The ids of all colliders, in order.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderId> {
        let triangles = self.triangles_with_ids();
        let boxes = self.boxes_with_ids();
        let triangles = triangles.map(|(id, _)| ColliderId::Triangle(id));
        triangles.chain(boxes.map(|(id, _)| ColliderId::Box(id)))
    }

    /// Whether nothing was added, disabled or removed.
    pub(crate) fn is_as_built(&self) -> bool {
        self.absent.is_empty() && self.added.is_none()
    }

    /// The enabled triangles and boxes, in the order of their ids. A world of them has the same colliders, with other
    /// ids and without tags, layers and rules. A [body](Self::add_body) comes as the box around it.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Triangle>, Vec<Obb>) {
        if self.is_as_built() {
            let Self {
                triangles, boxes, ..
            } = self;
            return (Arc::unwrap_or_clone(triangles), Arc::unwrap_or_clone(boxes));
        }
        let triangles = self.triangles_with_ids();
        let is_enabled = |id| self.is_enabled(id);
        let triangles = triangles.filter(|(id, _)| is_enabled(ColliderId::Triangle(*id)));
        let boxes = self.boxes_with_ids();
        let boxes = boxes.filter(|(id, _)| is_enabled(ColliderId::Box(*id)));
        (
            triangles.map(|(_, triangle)| *triangle).collect(),
            boxes.map(|(_, obb)| *obb).collect(),
        )
    }

    /// Builds the BVH anew, in about the time of [`World::new`] without the copies. All ids stay, and every query finds the same.
    ///
    /// It is due when about half of the colliders have come, gone or moved far since the last time, at a moment when a player waits
    /// anyway.
    pub fn rebuild(&mut self) {
        self.rebuild_built();
        if let Some(added) = &mut self.added {
            Arc::make_mut(added).rebuild();
        }
    }

    /// Builds the tree over the built part of the world anew.
    pub(super) fn rebuild_built(&mut self) {
        let [triangles, _] = self.built();
        let is_in = |number: u32| {
            let collider = match number.checked_sub(triangles) {
                None => ColliderId::Triangle(TriangleId(number)),
                Some(number) => ColliderId::Box(BoxId(number)),
            };
            self.absent.get(collider, PRESENT) == PRESENT
        };
        self.bvh = Arc::new(Bvh::built(&self.triangles, &self.boxes, &is_in));
    }

    /// How many triangles and boxes the world was built of.
    #[inline]
    pub(super) fn built(&self) -> [u32; 2] {
        [self.triangles.len() as u32, self.boxes.len() as u32]
    }

    /// How many triangles and boxes the world was built of, if there are ids and tree indices for more.
    fn room_for_ids(&self) -> Option<[u32; 2]> {
        let all = self.triangles.len() + self.boxes.len();
        (all < ADDED as usize).then(|| self.built())
    }

    /// Whether the world was built of this collider, and it was removed.
    pub(super) fn is_removed(&self, collider: ColliderId) -> bool {
        self.absent.get(collider, PRESENT) == REMOVED
    }

    /// The tree index of a collider that the world was built of, if it exists.
    fn built_number(&self, collider: ColliderId) -> Option<u32> {
        self.number(collider).filter(|number| number & ADDED == 0)
    }

    /// Takes a collider that the world was built of out of the tree.
    fn take_out(&mut self, collider: ColliderId, number: u32) {
        if self.absent.get(collider, PRESENT) == PRESENT {
            let lists = (&**self.triangles, &**self.boxes);
            Arc::make_mut(&mut self.bvh).remove(number, lists);
        }
    }

    /// Gives the world a new revision if something has changed, which it returns.
    pub(super) fn changed_if(&mut self, has_changed: bool) -> bool {
        if has_changed {
            self.revision = Revision::next();
        }
        has_changed
    }

    fn added_mut(&mut self) -> &mut Added {
        Arc::make_mut(self.added.get_or_insert_default())
    }

    pub(super) fn added_box_mut(&mut self, id: BoxId) -> Option<(&mut Added, u32)> {
        let number = id.0.checked_sub(self.built()[1])?;
        let slot = self.added.as_ref()?.slot_of_box(number)?;
        Some((self.added_mut(), slot))
    }

    fn added_mesh_mut(&mut self, mesh: MeshId) -> Option<(&mut Added, u32)> {
        let number = mesh.0.0.checked_sub(self.built()[0])?;
        let added = self.added.as_ref()?;
        let slot = added.slot_of_triangle(number)?;
        let is_first = added.item(slot)?.first == number;
        is_first.then(|| (self.added_mut(), slot))
    }

    /// The slot of an added collider, and its place in the mesh.
    fn added_place(&self, collider: ColliderId) -> Option<(u32, u32)> {
        let (added, [triangles, boxes]) = (self.added.as_ref()?, self.built());
        let (slot, number) = match collider {
            ColliderId::Box(id) => {
                let number = id.0.checked_sub(boxes)?;
                (added.slot_of_box(number)?, number)
            }
            ColliderId::Triangle(id) => {
                let number = id.0.checked_sub(triangles)?;
                (added.slot_of_triangle(number)?, number)
            }
        };
        Some((slot, number - added.item(slot)?.first))
    }

    /// The owner of an added collider, and its place in it.
    pub(super) fn added_item(&self, collider: ColliderId) -> Option<(&Item, usize)> {
        let (slot, place) = self.added_place(collider)?;
        Some((self.added.as_ref()?.item(slot)?, place as usize))
    }

    /// The owner of an added collider, to change it, and the collider's place in it.
    pub(super) fn added_item_mut(&mut self, collider: ColliderId) -> Option<(&mut Item, usize)> {
        let (slot, place) = self.added_place(collider)?;
        Some((self.added_mut().item_mut(slot)?, place as usize))
    }

    /// The tree index of an added collider.
    pub(super) fn added_number(&self, collider: ColliderId) -> Option<u32> {
        let (slot, place) = self.added_place(collider)?;
        let item = self.added.as_ref()?.item(slot)?;
        Some(match item.mesh {
            None => ADDED | slot,
            Some(_) => ADDED | OF_MESH | (item.first + place),
        })
    }

    /// Notes that the layers of an added collider were set.
    pub(super) fn note_added_layers(&mut self) {
        self.added_mut().has_layers = true;
    }

    /// Whether the layers of an added collider were set.
    pub(super) fn has_added_layers(&self) -> bool {
        self.added.as_ref().is_some_and(|added| added.has_layers)
    }
}
