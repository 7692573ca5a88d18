//! Tests of contacts that are kept from tick to tick: boxes that settle, creep, slide off and lift.

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

    /// One tick. The cache takes the contact from `find`. Then the deepest contact pushes the box
    /// out; without a deep one, the box sinks a little.
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
    let mut settling =
        Settling::new(Pose::new(DVec3::new(1.75, 0.5, 0.0), DVec3::new(0.3, 2.0, 0.2)).unwrap());
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
    assert_eq!(kept(0.102, 0.0), None, "off the face");
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
