//! The world: the static triangles and movable boxes that the player collides with.
//!
//! An id is an index into the list of triangles or boxes. The lists keep their order, because the
//! classic controller's result depends on it. What is added later has ids that follow.

mod added;
mod batch;
mod bvh;
mod change;
mod collider;
mod filter;
mod fits;
pub mod floor_plan;
mod gather;
mod intersect_segment;
mod labels;
mod mover;
mod nearby;
mod one_way;
#[cfg(feature = "level")]
mod packing;
mod probe;
mod responder;
mod revision;
mod sensors;
mod surface_rules;
mod sweep;
mod tags;
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
pub use fits::{Misfit, PlacedBody};
pub(crate) use gather::Nearby;
use labels::{ALL_LAYERS, Labels, UNTAGGED};
pub use mover::{BoxFit, DrivenMover, Mover, MoverDesc, MoverState, Obstacle, OnHit, PathEnd};
pub(crate) use nearby::Faces;
pub use nearby::Surface;
#[cfg(feature = "level")]
pub(crate) use packing::WorldUnpacker;
pub use responder::{Hit, HitResponder, HitResponse};
pub(crate) use revision::Revision;
use surface_rules::RuleBook;
pub use surface_rules::SurfaceRules;
pub(crate) use way_out::{Exit, WaySearch};
pub use zone::{Zone, ZoneAction};

/// How long the build of a [`World`] looks for a good BVH. It decides how long queries take, and never what they find.
///
/// Measured on terrain, with the default quality as 1:
///
/// | triangles | build | cast of 0.1 m | of 1 m | of 5 m | move of a walker |
/// |---|---|---|---|---|---|
/// | 20 000 | 3.1 | 0.78 | 0.81 | 0.81 | 0.89 |
/// | 500 000 | 3.0 | 0.95 | 0.92 | 0.91 | 0.98 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BuildQuality {
    /// A good tree, in about the time of copying and sorting the shapes: for levels that a player waits for.
    #[default]
    Fast,
    /// A better tree, in about three times as long: for worlds that are built once and queried for long.
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
    /// What was added; `None`: nothing ever.
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
            added.move_bounds(slot, obb);
        }
        self.revision = Revision::next();
        true
    }

    /// Replaces the triangles from `first` on that the world was built of, and refits the BVH. Returns whether so many exist.
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

    /// The identity of its content: what was found in one world holds in every other of the same revision.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// The tree index of this collider; `None`: it does not exist.
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
mod tests {
    use super::*;
    use crate::geometry::{Capsule, Segment, Sphere, rotation_from_degrees};
    use crate::test_support::{Random, with_threads};
    use glam::{DMat3, DVec3};

    #[test]
    fn every_number_of_threads_builds_the_same_world() {
        for count in [0, 1, 2, 5, 8192, 8193, 40_000] {
            let mut random = Random::new(count);
            let (mut triangles, mut boxes) = (Vec::new(), Vec::new());
            for number in 0..count {
                // Some are too far away for the tree.
                let reach = if number % 1000 == 7 { 1e13 } else { 50.0 };
                let at = random.vec3(reach);
                let corners = [0; 3].map(|_| (at + random.vec3(reach * 0.02)).as_vec3());
                triangles.extend(Triangle::new(corners));
                if number % 50 == 3 {
                    boxes.extend(Obb::new(at, DMat3::IDENTITY, DVec3::splat(0.3)));
                }
            }
            for quality in [BuildQuality::Fast, BuildQuality::Best] {
                let bits = |workers| {
                    let (triangles, boxes) = (triangles.clone(), boxes.clone());
                    let world = World::build(triangles, boxes, quality, workers);
                    let mut chunks = Vec::new();
                    world.pack(&mut |chunk| chunks.push(chunk.to_vec()));
                    chunks
                };
                let expected = bits(Workers::Caller);
                for threads in [1, 2, 16] {
                    let found = with_threads(threads, || bits(Workers::All));
                    assert!(
                        found.as_ref() == Some(&expected),
                        "{count} triangles, {threads} threads, {quality:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_query_finds_the_same_in_a_world_of_any_quality() {
        let mut random = Random::new(53);
        let (mut hits, mut surfaces) = (0, 0);
        for (count, size) in [
            (0, 1.0),
            (1, 1.0),
            (4, 0.5),
            (5, 0.5),
            (40, 2.0),
            (4000, 9.0),
        ] {
            let (mut triangles, mut boxes) = (Vec::new(), Vec::new());
            for number in 0..count {
                // Most are small, some long, and some are beyond the tree.
                let reach = if number % 500 == 7 { 1e13 } else { size };
                let edge = if number % 9 == 1 { reach } else { 0.4 };
                let at = random.vec3(reach);
                let corners = [0; 3].map(|_| (at + random.vec3(edge)).as_vec3());
                triangles.extend(Triangle::new(corners));
                if number % 10 == 3 {
                    let axes = rotation_from_degrees(random.vec3(180.0));
                    boxes.extend(Obb::new(random.vec3(size), axes, random.vec3(0.3).abs()));
                }
            }
            let mut fast = World::new(triangles.clone(), boxes.clone());
            let mut best = World::with_quality(triangles, boxes, BuildQuality::Best);
            let (mut of_fast, mut of_best) = (Vec::new(), Vec::new());
            for case in 0..400 {
                let what = format!("seed 53, {count} triangles, case {case}");
                if case == 200 && !fast.boxes().is_empty() {
                    let moved = Obb::new(random.vec3(size), DMat3::IDENTITY, DVec3::ONE * 0.2);
                    for world in [&mut fast, &mut best] {
                        assert!(world.move_box(BoxId(0), moved.unwrap()), "{what}");
                    }
                }
                let body = Capsule::new(random.vec3(size), 0.2, [0.0, 0.7][case % 2]).unwrap();
                let motion = random.vec3([0.0, 0.1, 2.0, 50.0][case / 2 % 4]);
                let hit = fast.sweep_capsule(&body, motion);
                assert_eq!(best.sweep_capsule(&body, motion), hit, "{what}");
                hits += usize::from(hit.is_some());
                let reach = [0.0, 0.3, 3.0][case % 3];
                fast.surfaces_near(body, reach, &mut of_fast);
                best.surfaces_near(body, reach, &mut of_best);
                assert_eq!(of_best, of_fast, "{what}");
                surfaces += of_fast.len();
                assert_eq!(best.worst_overlap(body), fast.worst_overlap(body), "{what}");
                let segment = Segment::new(body.base(), body.base() + motion);
                let seen = fast.intersect_segment(&segment);
                assert_eq!(best.intersect_segment(&segment), seen, "{what}");
            }
        }
        assert!(
            hits > 300 && surfaces > 3000,
            "{hits} hits, {surfaces} surfaces"
        );
    }

    #[test]
    fn a_world_whose_boxes_moved_answers_like_a_rebuilt_one() {
        let mut random = Random::new(71);
        let mut obb = || {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            Obb::new(random.vec3(8.0), rotation, random.vec3(0.8).abs()).unwrap()
        };
        let mut moved = World::new(vec![], (0..60).map(|_| obb()).collect());
        let places: Vec<_> = (0..300).map(|_| obb()).collect();
        for (turn, place) in places.into_iter().enumerate() {
            assert!(moved.move_box(BoxId(turn as u32 * 7 % 60), place));
        }
        let new = World::new(vec![], moved.boxes().to_vec());
        assert_eq!(moved, new);
        let mut hits = 0;
        for case in 0..500 {
            let sphere = Sphere::new(random.vec3(9.0), 0.3).unwrap();
            let motion = random.vec3(9.0);
            let hit = new.sweep_sphere(&sphere, motion);
            assert_eq!(
                moved.sweep_sphere(&sphere, motion),
                hit,
                "seed 71, case {case}"
            );
            hits += u32::from(hit.is_some());
        }
        assert!(hits > 50, "{hits}");
        assert!(!moved.move_box(BoxId(60), moved.boxes()[0]));
    }

    #[test]
    fn a_world_whose_shapes_left_the_tree_and_came_back_has_the_bits_of_a_new_one() {
        let mut random = Random::new(73);
        let near: Vec<_> = (0..40)
            .filter_map(|_| Triangle::new([0; 3].map(|_| random.vec3(5.0).as_vec3())))
            .collect();
        let far: Vec<_> = near
            .iter()
            .map(|it| it.vertices().map(|corner| (corner * 1e13).as_vec3()))
            .filter_map(Triangle::new)
            .collect();
        let at = |x| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
        let bits = |world: &World| {
            let mut chunks = Vec::new();
            world.pack(&mut |chunk| chunks.push(chunk.to_vec()));
            chunks
        };
        assert_eq!(near.len(), far.len());
        let new = World::new(near.clone(), vec![at(1.0), at(4.0)]);
        let mut moved = new.clone();
        for triangles in [&far, &near] {
            assert!(moved.move_triangles(TriangleId(0), triangles));
            assert_eq!(
                bits(&moved),
                bits(&World::new(triangles.clone(), new.boxes().to_vec()))
            );
        }
        for x in [1e13, 1.0] {
            assert!(moved.move_box(BoxId(0), at(x)));
            let boxes = vec![at(x), at(4.0)];
            assert_eq!(bits(&moved), bits(&World::new(near.clone(), boxes)));
        }
    }

    #[test]
    fn a_box_of_zero_size_is_found_wherever_it_moves() {
        let at = |place| Obb::new(place, glam::DMat3::IDENTITY, DVec3::ZERO).unwrap();
        let mut world = World::new(vec![], vec![at(DVec3::ZERO)]);
        let sphere = Sphere::new(DVec3::Y * 4.0, 1.0).unwrap();
        let mut fraction = || {
            let hit = world
                .sweep_sphere(&sphere, DVec3::Y * -6.0)
                .unwrap()
                .1
                .fraction;
            world.move_box(BoxId(0), at(DVec3::Y * -3.0));
            hit
        };
        assert_eq!((fraction(), fraction()), (0.5, 1.0));
    }
}
