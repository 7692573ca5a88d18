//! The world: the static triangles and movable boxes that the player collides with.
//!
//! An id is an index into the list of triangles or boxes. The lists keep their order, because the
//! classic controller's result depends on it. Colliders that are added later have the next ids.

mod added;
mod batch;
mod bodies;
mod bvh;
mod change;
mod collider;
mod filter;
mod first_hit;
mod fits;
mod floor_cos;
pub mod floor_plan;
mod gather;
mod intersect_segment;
mod kept;
mod known_contacts;
mod labels;
mod mover;
mod nearby;
mod one_way;
#[cfg(feature = "level")]
mod packing;
mod placed_body;
mod probe;
mod responder;
mod revision;
mod round_body;
mod sensors;
mod slope_limit;
mod surface_rules;
mod sweep;
mod sweep_obb;
mod tags;
mod upright_box;
mod visit;
mod way_out;
mod zone;

use std::sync::Arc;

use crate::geometry::{Obb, Triangle};
use crate::parallel::Workers;

use added::Added;
use bvh::Bvh;
pub use bvh::BvhNode;
pub(crate) use collider::Collider;
pub use collider::{BoxId, ColliderId, MeshId, TriangleId};
pub(crate) use filter::Selection;
pub use filter::{Filter, FilteredWorld};
pub use fits::Misfit;
pub use floor_cos::floor_cos;
pub(crate) use gather::Nearby;
pub(crate) use known_contacts::KnownContacts;
use labels::{ALL_LAYERS, Labels, UNTAGGED};
pub use mover::{BoxFit, DrivenMover, Mover, MoverDesc, MoverState, Obstacle, OnHit, PathEnd};
pub(crate) use nearby::Faces;
pub use nearby::Surface;
#[cfg(feature = "level")]
pub(crate) use packing::WorldUnpacker;
pub use placed_body::PlacedBody;
pub use responder::{Hit, HitResponder, HitResponse};
pub(crate) use revision::Revision;
pub(crate) use round_body::RoundBody;
pub use slope_limit::SlopeLimit;
use surface_rules::RuleBook;
pub use surface_rules::SurfaceRules;
pub use sweep_obb::ObbCastHit;
pub(crate) use way_out::{Exit, WaySearch};
pub use zone::{Zone, ZoneAction};

/// How long the build of a [`World`] looks for a good BVH. It changes the time of queries, and never their results.
///
/// Instructions on terrain, with those of the default quality as 1:
///
/// | triangles | cast of 0.1 m | of 1 m | of 5 m |
/// |---|---|---|---|
/// | 20 000 | 0.97 | 0.99 | 0.98 |
/// | 500 000 | 0.97 | 0.98 | 0.99 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BuildQuality {
    /// A good tree, in about the time of copying and sorting the shapes: for levels that a player waits for.
    #[default]
    Fast,
    /// A better tree, in three to four times as long, for worlds that are built once and queried often.
    Best,
}

/// Solid triangles and boxes, with a BVH for the broad phase.
///
/// # Example
/// ```
/// use sidle::{geometry::Triangle, glam::Vec3, world::World};
/// let triangle = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap();
/// let world = World::new(vec![triangle], vec![]);
/// assert_eq!((world.triangles().len(), world.boxes().len()), (1, 0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct World {
    triangles: Arc<Vec<Triangle>>,
    boxes: Arc<Vec<Obb>>,
    bvh: Arc<Bvh>,
    /// Which of them were disabled or removed.
    absent: Arc<Labels>,
    /// The added part; `None`: nothing ever.
    added: Option<Arc<Added>>,
    layers: Arc<Labels>,
    tags: Arc<Labels>,
    rules: RuleBook,
    revision: Revision,
}

impl World {
    /// The world of these triangles and boxes. The index of each is its id.
    ///
    /// Takes about as long as copying and sorting them, on the calling thread.
    #[must_use]
    pub fn new(triangles: Vec<Triangle>, boxes: Vec<Obb>) -> Self {
        Self::with_quality(triangles, boxes, BuildQuality::Fast)
    }

    /// [`World::new`] with a choice of how long the build takes. Every query finds the same.
    ///
    /// If a shape later moves so far out that the BVH is built anew, it has the quality [`BuildQuality::Fast`].
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{BuildQuality, World}};
    /// let crate_at = |x| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE * 0.5).unwrap();
    /// let boxes: Vec<_> = (0..100).map(|number| crate_at(number as f64)).collect();
    /// let best = World::with_quality(vec![], boxes.clone(), BuildQuality::Best);
    /// let ball = Sphere::new(DVec3::Y * 3.0, 0.5).unwrap();
    /// let (_, hit) = best.sweep_sphere(&ball, DVec3::Y * -4.0).unwrap();
    /// assert_eq!(hit.fraction, 0.5); // 3 m - 0.5 m - 0.5 m, of 4 m
    /// assert_eq!(World::new(vec![], boxes).sweep_sphere(&ball, DVec3::Y * -4.0), best.sweep_sphere(&ball, DVec3::Y * -4.0));
    /// ```
    #[must_use]
    pub fn with_quality(triangles: Vec<Triangle>, boxes: Vec<Obb>, quality: BuildQuality) -> Self {
        Self::build(triangles, boxes, quality, Workers::Caller)
    }

    /// [`World::new`] on all threads of rayon's current pool. The world has the same bits.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Triangle, glam::Vec3, world::World};
    /// let [a, b] = [Vec3::Z, Vec3::X].map(|corner| corner * 0.5);
    /// let row = |number| Triangle::new([Vec3::ZERO, a, b].map(|corner| corner + Vec3::X * number as f32));
    /// let triangles: Vec<_> = (0..50_000).filter_map(row).collect();
    /// assert_eq!(World::new_parallel(triangles.clone(), vec![]), World::new(triangles, vec![]));
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn new_parallel(triangles: Vec<Triangle>, boxes: Vec<Obb>) -> Self {
        Self::build(triangles, boxes, BuildQuality::Fast, Workers::All)
    }

    /// The world of these triangles and boxes, built by `workers`.
    pub(crate) fn build(
        triangles: Vec<Triangle>,
        boxes: Vec<Obb>,
        quality: BuildQuality,
        workers: Workers,
    ) -> Self {
        let bvh = Bvh::new(&triangles, &boxes, &|_| true, quality, workers);
        Self {
            triangles: Arc::new(triangles),
            boxes: Arc::new(boxes),
            bvh: Arc::new(bvh),
            revision: Revision::next(),
            ..Self::default()
        }
    }

    /// All triangles that the world was built of; the index of each is its [`TriangleId`].
    ///
    /// Those of [added meshes](Self::add_mesh) are not among them, and those that were removed still are:
    /// [`Self::triangles_with_ids`] has all that exist.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// All boxes that the world was built of; the index of each is its [`BoxId`].
    ///
    /// [Added](Self::add_box) ones are not among them, and removed ones still are: [`Self::boxes_with_ids`] has all that
    /// exist.
    pub fn boxes(&self) -> &[Obb] {
        &self.boxes
    }

    /// Replaces the box `id` and refits the BVH. Returns whether the box exists.
    ///
    /// Takes about as long as a shape cast. A box that the world was built of makes queries around its original place and
    /// its new one slower, if they are far apart, until [`rebuild`](Self::rebuild); an [added](Self::add_box) one does not.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, World}};
    /// let lift = |height| Obb::new(DVec3::Y * height, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let mut world = World::new(vec![], vec![lift(0.0)]);
    /// assert!(world.move_box(BoxId(0), lift(3.0)));
    /// assert_eq!(world.boxes()[0].center(), DVec3::Y * 3.0);
    /// ```
    pub fn move_box(&mut self, id: BoxId, obb: Obb) -> bool {
        if (id.0 as usize) < self.boxes.len() {
            if self.is_removed(ColliderId::Box(id)) {
                return false;
            }
            Arc::make_mut(&mut self.boxes)[id.0 as usize] = obb;
            if !Arc::make_mut(&mut self.bvh).refit(id, &self.triangles, &self.boxes) {
                self.rebuild_built();
            }
        } else {
            let Some((added, slot)) = self.added_box_mut(id) else {
                return false;
            };
            added.move_body(slot, &obb.into());
        }
        self.revision = Revision::next();
        true
    }

    /// Replaces the triangles from `first` on that the world was built of, and refits the BVH. Returns whether that many exist.
    ///
    /// Takes about a nanosecond for each triangle of the world. As with [`move_box`](Self::move_box), a new world has a
    /// better tree. [`Self::move_mesh`] moves the triangles of an added mesh.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Triangle, glam::Vec3, world::{TriangleId, World}};
    /// let ramp = |at: f32| Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X].map(|corner| corner + Vec3::Y * at)).unwrap();
    /// let mut world = World::new(vec![ramp(0.0)], vec![]);
    /// assert!(world.move_triangles(TriangleId(0), &[ramp(2.0)]));
    /// assert_eq!(world.triangles(), [ramp(2.0)]);
    /// assert!(!world.move_triangles(TriangleId(0), &[ramp(2.0), ramp(3.0)]));
    /// ```
    pub fn move_triangles(&mut self, first: TriangleId, triangles: &[Triangle]) -> bool {
        let start = first.0 as usize;
        let end = start.saturating_add(triangles.len());
        let numbers = start as u32..end as u32;
        let removed = |number| self.is_removed(ColliderId::Triangle(TriangleId(number)));
        let Some(places) = self.triangles.get(start..end) else {
            return false;
        };
        if !self.absent.is_empty() && numbers.clone().any(removed) {
            return false;
        }
        let is_zoned_alike = Bvh::zones_alike(places, triangles);
        Arc::make_mut(&mut self.triangles)[start..end].copy_from_slice(triangles);
        if is_zoned_alike {
            Arc::make_mut(&mut self.bvh).refit_triangles(start..end, &self.triangles, &self.boxes);
        } else {
            self.rebuild_built();
        }
        self.revision = Revision::next();
        true
    }

    /// The identity of its content. The results of queries in one world hold in every other of the same revision.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// The tree index of this collider; `None` if it does not exist.
    fn number(&self, collider: ColliderId) -> Option<u32> {
        let [triangles, boxes] = self.built();
        let number = match collider {
            ColliderId::Triangle(id) if id.0 < triangles => id.0,
            ColliderId::Box(id) if id.0 < boxes => triangles + id.0,
            _ => return self.added_number(collider),
        };
        (!self.is_removed(collider)).then_some(number)
    }

    /// The collider with this tree index.
    pub(crate) fn collider(&self, number: u32) -> Collider<'_> {
        match self.added_collider(number) {
            Some(collider) => collider,
            None => Collider::of(number, &self.triangles, &self.boxes),
        }
    }
}

/// Worlds with the same shapes, layers, tags and rules are equal.
impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        self.triangles == other.triangles
            && self.boxes == other.boxes
            && self.absent.equal(&other.absent, labels::PRESENT)
            && self.added.as_deref().unwrap_or(&Added::default())
                == other.added.as_deref().unwrap_or(&Added::default())
            && self.layers.equal(&other.layers, ALL_LAYERS)
            && self.tags.equal(&other.tags, UNTAGGED)
            && self.rules == other.rules
    }
}

#[cfg(test)]
mod tests;
