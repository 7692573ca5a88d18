//! A persistent contact cache: contacts of earlier ticks, matched by their features.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13, on coherence. With one contact
//! per tick, a box rocks from corner to corner. When contacts are kept and refreshed, those of a
//! few ticks form the full manifold: four corners under a resting box. We also drop a contact whose
//! vertex has slid off the face sideways; otherwise it would stay below the face's plane for ever.

use super::solid_solid::{edges_crossing, height_above, outermost_crossing};
use super::{Contact, ContactBuffer, Feature};
use crate::geometry::Solid;
use crate::geometry::float::max;
use crate::tolerance::{CONTACT_BREAKING_DISTANCE, CONTACT_BREAKING_TILT};

/// The contacts of one pair of solids, from tick to tick.
///
/// Its memory is allocated once, in [`new`](Self::new). When it is full, a new contact replaces the
/// shallowest one if it is deeper.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactCache {
    kept: ContactBuffer,
}

impl ContactCache {
    /// An empty cache with room for `limit` contacts; 8 are enough for boxes.
    ///
    /// # Example
    /// ```
    /// use sidle::contact::{ContactBuffer, ContactCache, contact_obb_half_space};
    /// use sidle::{geometry::{HalfSpace, Obb, Plane}, glam::{DMat3, DVec3}};
    /// let ground = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap());
    /// let cube = |y| Obb::new(DVec3::Y * y, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let (mut found, mut cache) = (ContactBuffer::new(8), ContactCache::new(8));
    /// contact_obb_half_space(&cube(0.75), &ground, &mut found);
    /// cache.update(&cube(0.75), &ground, found.contacts());
    /// // The box is moved out. The cache keeps its corners, although a generator would find none.
    /// cache.update(&cube(1.0001), &ground, &[]);
    /// assert_eq!(cache.contacts().len(), 4);
    /// cache.update(&cube(2.0), &ground, &[]);
    /// assert_eq!(cache.contacts().len(), 0);
    /// ```
    pub fn new(limit: usize) -> Self {
        Self {
            kept: ContactBuffer::new(limit),
        }
    }

    /// Advances one tick: moves the cached contacts to the current solids, drops those that
    /// separated, and adds `found`, this tick's contacts; each replaces a cached one with the same
    /// features.
    ///
    /// A contact is kept while its separation, along the normal and sideways, is at most
    /// [`CONTACT_BREAKING_DISTANCE`]; once separated its depth is 0. Contacts of curved surfaces
    /// are not kept: the shape rolls on them, and the generators find all of them again in every
    /// tick.
    pub fn update(&mut self, first: &dyn Solid, second: &dyn Solid, found: &[Contact]) {
        self.kept.contacts_mut().retain_mut(|contact| {
            let refreshed = refresh(contact, first, second);
            *contact = refreshed.unwrap_or(*contact);
            refreshed.is_some()
        });
        for contact in found {
            self.insert(contact);
        }
    }

    fn insert(&mut self, found: &Contact) {
        let same = |kept: &&mut Contact| (kept.first, kept.second) == (found.first, found.second);
        if let Some(kept) = self.kept.contacts_mut().iter_mut().find(same) {
            *kept = *found;
        } else if self.kept.append([*found]) == 0 {
            let by_depth = |a: &&mut Contact, b: &&mut Contact| a.depth.total_cmp(&b.depth);
            match self.kept.contacts_mut().iter_mut().min_by(by_depth) {
                Some(shallowest) if shallowest.depth < found.depth => *shallowest = *found,
                _ => {}
            }
        }
    }

    /// The current contacts.
    pub fn contacts(&self) -> &[Contact] {
        self.kept.contacts()
    }

    /// The deepest contact; the oldest on a tie.
    #[must_use]
    pub fn deepest(&self) -> Option<&Contact> {
        self.kept.deepest()
    }

    /// Removes all contacts.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}

/// The contact of the same features at their current places. `None`: they separated.
fn refresh(contact: &Contact, first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    match (contact.first, contact.second) {
        (Feature::Vertex(vertex), Feature::Face(face)) => {
            refresh_point_face(contact, first, vertex.into(), second, face.into())
        }
        (Feature::Face(face), Feature::Vertex(vertex)) => {
            let swapped = contact.swapped();
            refresh_point_face(&swapped, second, vertex.into(), first, face.into())
                .map(|contact| contact.swapped())
        }
        (Feature::Edge(edge), Feature::Edge(other)) => {
            refresh_edge_edge(contact, first, edge.into(), second, other.into())
        }
        _ => None,
    }
}

fn refresh_point_face(
    contact: &Contact,
    first: &dyn Solid,
    vertex: usize,
    second: &dyn Solid,
    face: usize,
) -> Option<Contact> {
    if vertex >= first.vertex_count() || face >= second.face_count() {
        return None;
    }
    let (corner, plane) = (first.vertex(vertex), second.face(face));
    let height = plane.signed_distance(corner);
    let point = corner - plane.normal() * height;
    let touches = height <= CONTACT_BREAKING_DISTANCE
        && height_above(second, point) <= CONTACT_BREAKING_DISTANCE;
    touches.then_some(Contact {
        point,
        normal: plane.normal(),
        depth: max(-height, 0.0),
        ..*contact
    })
}

fn refresh_edge_edge(
    contact: &Contact,
    first: &dyn Solid,
    edge: usize,
    second: &dyn Solid,
    other: usize,
) -> Option<Contact> {
    if edge >= first.edge_count() || other >= second.edge_count() {
        return None;
    }
    let (a, b) = (first.edge(edge), second.edge(other));
    let (normal, depth) = outermost_crossing(&a, &b, CONTACT_BREAKING_TILT)?;
    let (refreshed, beside) = edges_crossing(&a, edge, &b, other, normal, depth);
    (depth >= -CONTACT_BREAKING_DISTANCE && beside <= CONTACT_BREAKING_DISTANCE).then_some(
        Contact {
            depth: max(depth, 0.0),
            parts: contact.parts,
            ..refreshed
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{ContactKind, contact_obb_half_space, contact_obb_obb, resolve_contact};
    use crate::geometry::{HalfSpace, Obb, Plane, Pose};
    use crate::test_support::Random;
    use crate::tolerance::MIN_DISTANCE;
    use glam::{DMat3, DVec3};

    /// How far the box sinks in a tick without a contact; metres.
    const SINK: f64 = 1e-3;

    fn ground() -> HalfSpace {
        HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap())
    }

    fn cube() -> Obb {
        Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap()
    }

    /// A box with a pose, and its contacts.
    struct Settling {
        pose: Pose,
        cache: ContactCache,
    }

    impl Settling {
        fn new(pose: Pose) -> Self {
            Self {
                pose,
                cache: ContactCache::new(8),
            }
        }

        /// One tick: the cache takes the contact from `find`. Then the deepest contact pushes the
        /// box out; without a deep one, the box sinks a little.
        fn tick(&mut self, other: &dyn Solid, find: impl Fn(&Obb) -> Option<Contact>) {
            let obb = cube().transformed(&self.pose);
            self.cache.update(&obb, other, find(&obb).as_slice());
            self.pose = match self.cache.deepest() {
                Some(contact) if contact.depth > MIN_DISTANCE => {
                    resolve_contact(&self.pose, contact, 0.41)
                }
                _ => self
                    .pose
                    .translated_and_rotated(DVec3::NEG_Y * SINK, DVec3::ZERO),
            };
        }

        fn features(&self) -> Vec<(Feature, Feature)> {
            let contacts = self.cache.contacts().iter();
            let mut features: Vec<_> = contacts
                .map(|contact| (contact.first, contact.second))
                .collect();
            features.sort_unstable();
            features
        }
    }

    /// The lower corners of the box, on a face.
    fn lower_corners(face: u16) -> Vec<(Feature, Feature)> {
        let on_face = |corner| (Feature::Vertex(corner), Feature::Face(face));
        [0, 1, 4, 5].map(on_face).to_vec()
    }

    fn tilted(random: &mut Random, place: DVec3) -> Pose {
        let tilt = random.vec3(0.5) * DVec3::new(1.0, 360.0, 1.0);
        Pose::new(place + DVec3::Y * 0.5, tilt).unwrap()
    }

    #[test]
    fn a_box_that_settles_on_the_ground_gets_four_corner_contacts_in_a_few_ticks() {
        let deepest = |obb: &Obb| {
            let mut found = ContactBuffer::new(8);
            contact_obb_half_space(obb, &ground(), &mut found);
            found.deepest().copied()
        };
        let mut random = Random::new(157);
        for case in 0..100 {
            let mut settling = Settling::new(tilted(&mut random, DVec3::ZERO));
            for tick in 1..=200 {
                settling.tick(&ground(), deepest);
                if tick >= 25 {
                    let features = settling.features();
                    assert_eq!(
                        features,
                        lower_corners(0),
                        "seed 157, case {case}, tick {tick}"
                    );
                }
            }
            let up = settling.pose.rotation().y_axis;
            assert!(
                up.abs_diff_eq(DVec3::Y, 3e-3),
                "seed 157, case {case}: {up}"
            );
        }
    }

    #[test]
    fn a_box_that_settles_on_a_box_keeps_four_corner_contacts_while_it_creeps() {
        let table = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(2.0, 1.0, 2.0)).unwrap();
        let mut random = Random::new(163);
        for case in 0..100 {
            let place = random.vec3(1.0) * DVec3::new(1.0, 0.0, 1.0);
            let mut settling = Settling::new(tilted(&mut random, place));
            let creep = random.vec3(5e-4) * DVec3::new(1.0, 0.0, 1.0);
            for tick in 1..=200 {
                settling.tick(&table, |obb| contact_obb_obb(obb, &table));
                settling.pose = settling.pose.translated_and_rotated(creep, DVec3::Y * 2e-4);
                if tick >= 40 {
                    let features = settling.features();
                    assert_eq!(
                        features,
                        lower_corners(2),
                        "seed 163, case {case}, tick {tick}"
                    );
                }
            }
        }
    }

    #[test]
    fn two_corners_and_two_crossing_edges_support_a_box_over_a_rim() {
        let table = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(2.0, 1.0, 2.0)).unwrap();
        // A quarter of the box hangs over the rim at x = 2.
        let mut settling = Settling::new(
            Pose::new(DVec3::new(1.75, 0.5, 0.0), DVec3::new(0.3, 2.0, 0.2)).unwrap(),
        );
        for _ in 0..100 {
            settling.tick(&table, |obb| contact_obb_obb(obb, &table));
        }
        let kinds: Vec<ContactKind> = settling
            .cache
            .contacts()
            .iter()
            .map(Contact::kind)
            .collect();
        let edges = kinds
            .iter()
            .filter(|kind| **kind == ContactKind::EdgeEdge)
            .count();
        assert_eq!((kinds.len(), edges), (4, 2), "{:?}", settling.features());
        assert!(
            settling
                .cache
                .contacts()
                .iter()
                .all(|contact| contact.normal.y > 0.999)
        );
    }

    #[test]
    fn a_corner_that_slides_off_or_lifts_is_dropped() {
        let table = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::ONE).unwrap();
        // One corner on the table, 1 mm deep.
        let at = |x: f64, y: f64| {
            let center = DVec3::new(1.4 + x, 0.499 + y, 1.4);
            Obb::new(center, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap()
        };
        let mut cache = ContactCache::new(8);
        let mut kept = |x: f64, y: f64| {
            let found = contact_obb_obb(&at(0.0, 0.0), &table);
            cache.update(&at(0.0, 0.0), &table, found.as_slice());
            assert_eq!(cache.contacts().len(), 1);
            cache.update(&at(x, y), &table, &[]);
            cache.contacts().first().map(|contact| contact.depth)
        };
        let near = |depth: Option<f64>, expected: f64| {
            depth.is_some_and(|depth| (depth - expected).abs() < 1e-12)
        };
        assert!(near(kept(0.05, -0.001), 0.002), "deeper");
        assert!(
            near(kept(0.0, 0.0015), 0.0),
            "separated by half a millimetre"
        );
        assert_eq!(kept(0.0, 0.0021), None, "separated by more than one");
        assert_eq!(kept(0.102, 0.0), None, "beside the face");
    }

    #[test]
    fn a_full_cache_keeps_the_deepest_contacts_and_each_feature_pair_once() {
        let contact = |vertex: u16, depth: f64| {
            Contact::new(
                DVec3::ZERO,
                DVec3::Y,
                depth,
                Feature::Vertex(vertex),
                Feature::Face(0),
            )
        };
        let (sunk, mut cache) = (cube().transformed(&Pose::IDENTITY), ContactCache::new(2));
        cache.update(
            &sunk,
            &ground(),
            &[contact(0, 0.1), contact(1, 0.2), contact(0, 0.3)],
        );
        assert_eq!(cache.contacts(), [contact(0, 0.3), contact(1, 0.2)]);
        // Refreshed, corners 0 and 1 are 0.5 deep: a depth of 0.4 is not added, 0.6 is.
        cache.update(&sunk, &ground(), &[contact(4, 0.4)]);
        assert!(cache.contacts().iter().all(|kept| kept.depth == 0.5));
        cache.update(&sunk, &ground(), &[contact(4, 0.6)]);
        assert_eq!(cache.deepest(), Some(&contact(4, 0.6)));
        // Contacts of a missing vertex and of curved surfaces are dropped.
        let curved = Contact {
            first: Feature::Surface,
            ..contact(0, 0.6)
        };
        cache.update(&sunk, &ground(), &[contact(9, 0.7), curved]);
        cache.update(&sunk, &ground(), &[]);
        assert!(cache.contacts().iter().all(|kept| kept.depth == 0.5));
        cache.clear();
        assert!(cache.contacts().is_empty());
    }
}
