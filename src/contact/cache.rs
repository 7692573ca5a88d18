//! Contacts of earlier ticks, kept by what touches.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13, on coherence. A generator that
//! finds one contact a tick lets a box rock from corner to corner. Kept and refreshed, the contacts
//! of a few ticks are the full set: four corners under a resting box. We differ in one more reason to
//! drop a contact: a corner that has slid off the face sideways is below its plane for ever.

use super::solid_solid::{edges_crossing, height_above, outermost_crossing};
use super::{Contact, ContactBuffer, Feature};
use crate::geometry::Solid;
use crate::geometry::order::larger;
use crate::tolerance::{KEPT_GAP, KEPT_TILT};

/// The contacts of one pair of solids, from tick to tick.
///
/// Its memory is taken once, when it is made. When it is full, a new contact takes the place of the
/// shallowest one, if it is deeper.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactCache {
    kept: ContactBuffer,
}

impl ContactCache {
    /// An empty cache with room for `limit` contacts: 8 are enough for boxes.
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
    /// // Moved out, a corner still touches, though no generator would find it.
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

    /// One tick: refreshes what is kept to where the solids are now, drops what no longer touches, and
    /// takes in what was found in this tick, in place of what has the same features.
    ///
    /// Kept is what has not parted by more than [`KEPT_GAP`], along the normal or sideways; where it
    /// has parted at all, the depth is 0. Contacts of curved surfaces are not kept: the shape rolls on
    /// them, and all of them are found anew in every tick.
    pub fn update(&mut self, first: &dyn Solid, second: &dyn Solid, found: &[Contact]) {
        self.kept.contacts_mut().retain_mut(|contact| {
            let refreshed = refresh(contact, first, second);
            *contact = refreshed.unwrap_or(*contact);
            refreshed.is_some()
        });
        for contact in found {
            self.take(contact);
        }
    }

    fn take(&mut self, found: &Contact) {
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

    /// What touches now.
    pub fn contacts(&self) -> &[Contact] {
        self.kept.contacts()
    }

    /// The deepest contact; of equally deep ones the one that has been kept longest.
    pub fn deepest(&self) -> Option<&Contact> {
        self.kept.deepest()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}

/// The contact between the same features where the solids are now. `None`: they have parted.
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
    let touches = height <= KEPT_GAP && height_above(second, point) <= KEPT_GAP;
    touches.then_some(Contact {
        point,
        normal: plane.normal(),
        depth: larger(-height, 0.0),
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
    let (normal, depth) = outermost_crossing(&a, &b, KEPT_TILT)?;
    let (refreshed, beside) = edges_crossing(&a, edge, &b, other, normal, depth);
    (depth >= -KEPT_GAP && beside <= KEPT_GAP).then_some(Contact {
        depth: larger(depth, 0.0),
        parts: contact.parts,
        ..refreshed
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{ContactKind, contact_obb_half_space, contact_obb_obb, resolve_contact};
    use crate::geometry::{HalfSpace, Obb, Plane, Pose};
    use crate::test_support::Random;
    use crate::tolerance::LEAST_WAY;
    use glam::{DMat3, DVec3};

    /// How far the box sinks in a tick in which nothing holds it; metres.
    const SINK: f64 = 1e-3;

    fn ground() -> HalfSpace {
        HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap())
    }

    fn cube() -> Obb {
        Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap()
    }

    /// A box in a pose, and what it touches.
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

        /// One tick: the one contact that `find` has is taken in. Then the box is pushed out by the
        /// deepest of all that are kept; where none is deep, it sinks a little.
        fn tick(&mut self, other: &dyn Solid, find: impl Fn(&Obb) -> Option<Contact>) {
            let obb = cube().posed(&self.pose);
            self.cache.update(&obb, other, find(&obb).as_slice());
            self.pose = match self.cache.deepest() {
                Some(contact) if contact.depth > LEAST_WAY => {
                    resolve_contact(&self.pose, contact, 0.41)
                }
                _ => self
                    .pose
                    .shifted_and_turned(DVec3::NEG_Y * SINK, DVec3::ZERO),
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
    fn a_box_that_settles_on_the_ground_has_its_four_corners_in_a_few_ticks() {
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
    fn a_box_that_settles_on_a_box_has_four_corners_and_keeps_them_while_it_creeps() {
        let table = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(2.0, 1.0, 2.0)).unwrap();
        let mut random = Random::new(163);
        for case in 0..100 {
            let place = random.vec3(1.0) * DVec3::new(1.0, 0.0, 1.0);
            let mut settling = Settling::new(tilted(&mut random, place));
            let creep = random.vec3(5e-4) * DVec3::new(1.0, 0.0, 1.0);
            for tick in 1..=200 {
                settling.tick(&table, |obb| contact_obb_obb(obb, &table));
                settling.pose = settling.pose.shifted_and_turned(creep, DVec3::Y * 2e-4);
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
    fn over_a_rim_two_corners_and_two_crossing_edges_hold_the_box() {
        let table = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(2.0, 1.0, 2.0)).unwrap();
        // A quarter of it hangs over the rim at x = 2.
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
    fn a_corner_that_slides_off_sideways_or_lifts_is_dropped() {
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
        assert!(near(kept(0.0, 0.0015), 0.0), "parted by half a millimetre");
        assert_eq!(kept(0.0, 0.0021), None, "parted by more than one");
        assert_eq!(kept(0.102, 0.0), None, "beside the face");
    }

    #[test]
    fn a_full_cache_prefers_deep_contacts_and_takes_the_same_features_once() {
        let contact = |vertex: u16, depth: f64| {
            Contact::new(
                DVec3::ZERO,
                DVec3::Y,
                depth,
                Feature::Vertex(vertex),
                Feature::Face(0),
            )
        };
        let (sunk, mut cache) = (cube().posed(&Pose::IDENTITY), ContactCache::new(2));
        cache.update(
            &sunk,
            &ground(),
            &[contact(0, 0.1), contact(1, 0.2), contact(0, 0.3)],
        );
        assert_eq!(cache.contacts(), [contact(0, 0.3), contact(1, 0.2)]);
        // Refreshed, corners 0 and 1 are 0.5 deep: 0.4 does not get in, 0.6 does.
        cache.update(&sunk, &ground(), &[contact(4, 0.4)]);
        assert!(cache.contacts().iter().all(|kept| kept.depth == 0.5));
        cache.update(&sunk, &ground(), &[contact(4, 0.6)]);
        assert_eq!(cache.deepest(), Some(&contact(4, 0.6)));
        // What has no such corner is forgotten, and so are curved surfaces.
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
