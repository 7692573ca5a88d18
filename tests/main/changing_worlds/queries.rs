//! Every query, in the changed world and in the new one.

use std::collections::BTreeMap;

use sidle::geometry::{Capsule, Segment, Sphere};
use sidle::glam::DVec3;
use sidle::query::closest_obb_point;
use sidle::world::{BoxId, ColliderId, Filter, FilteredWorld, PlacedBody, Surface};

use crate::changing_worlds::model::{Model, SIZE, Shape, obb};
use crate::random::Random;

/// How much the comparisons have seen.
#[derive(Default)]
pub struct Seen {
    casts: usize,
    hits: usize,
    surfaces: usize,
    misfits: usize,
}

impl Seen {
    pub fn check(&self) {
        let Self {
            casts,
            hits,
            surfaces,
            misfits,
        } = self;
        assert!(hits * 8 > *casts && hits < casts, "{hits} of {casts}");
        assert!(*surfaces > 10_000 && *misfits > 300, "{surfaces} {misfits}");
    }
}

type Ids = BTreeMap<ColliderId, ColliderId>;

pub fn compare(model: &Model, random: &mut Random, seen: &mut Seen, label: &str) {
    let (rebuilt, ids) = model.rebuilt();
    let world = &model.world;
    // What exists is what the model has.
    assert!(
        world.colliders().eq(model.entries.keys().copied()),
        "{label}"
    );
    for (id, entry) in &model.entries {
        let shape = match *id {
            ColliderId::Triangle(id) => world.triangle(id).copied().map(Shape::Triangle),
            ColliderId::Box(id) => world.obb(id).copied().map(Shape::Box),
        };
        assert_eq!(shape, Some(entry.shape), "{label}, {id:?}");
        assert_eq!(world.is_enabled(*id), entry.is_enabled, "{label}, {id:?}");
        assert_eq!(
            (world.tag(*id), world.layers(*id)),
            (entry.tag, entry.layers),
            "{label}, {id:?}"
        );
    }
    let (triangles, boxes) = world.clone().into_parts();
    assert_eq!(
        (&*triangles, &*boxes),
        (rebuilt.triangles(), rebuilt.boxes()),
        "{label}"
    );
    let triangle_count = model
        .entries
        .keys()
        .filter(|id| matches!(id, ColliderId::Triangle(_)));
    assert_eq!(world.triangle_count(), triangle_count.count(), "{label}");

    for case in 0..25 {
        let label = format!("{label}, case {case}");
        let except = model
            .entries
            .keys()
            .nth(random.below(model.entries.len().max(1)))
            .copied();
        let except = except.filter(|_| case % 4 == 3);
        let filter = Filter {
            mask: [u32::MAX, u32::MAX, 2, 6][case % 4],
            except,
        };
        let new_filter = Filter {
            except: except.and_then(|id| ids.get(&id).copied()),
            ..filter
        };
        let (changed, rebuilt) = (world.filtered(filter), rebuilt.filtered(new_filter));
        queries([changed, rebuilt], &ids, random, seen, &label);
        if case % 5 == 0 {
            queries(
                [changed.sensors(), rebuilt.sensors()],
                &ids,
                random,
                seen,
                &label,
            );
        }
    }
}

fn queries(
    [changed, rebuilt]: [FilteredWorld<'_>; 2],
    ids: &Ids,
    random: &mut Random,
    seen: &mut Seen,
    label: &str,
) {
    let huge = random.below(12) == 0;
    let at = random.vec3(if huge { 2e13 } else { SIZE });
    let radius = [0.01, 0.3, 2.0][random.below(3)];
    let body = Capsule::new(at, radius, [0.0, 1.0][random.below(2)]).unwrap();
    let length = [0.0, 0.1, 3.0, 30.0][random.below(4)] + if huge { 2e13 } else { 0.0 };
    let motion = random.vec3(length);

    let hit = changed
        .sweep_capsule(&body, motion)
        .map(|(id, hit)| (ids[&id], hit));
    assert_eq!(hit, rebuilt.sweep_capsule(&body, motion), "{label}");
    seen.casts += 1;
    seen.hits += usize::from(hit.is_some());
    let segment = Segment::new(at, at + motion);
    let hit = changed
        .intersect_segment(&segment)
        .map(|(id, hit)| (ids[&id], hit));
    assert_eq!(hit, rebuilt.intersect_segment(&segment), "{label}");

    let reach = [0.0, 0.5, 4.0][random.below(3)];
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    changed.surfaces_near(body, reach, &mut found);
    rebuilt.surfaces_near(body, reach, &mut expected);
    assert_eq!(mapped(found, ids), expected, "{label}");
    seen.surfaces += expected.len();
    assert_eq!(
        changed.worst_overlap(body),
        rebuilt.worst_overlap(body),
        "{label}"
    );

    let around = obb(random);
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    changed.boxes_near(&around, &mut found);
    rebuilt.boxes_near(&around, &mut expected);
    // The broad phase may find more than there is near, so only those that are near count.
    let found: Vec<_> = found.iter().map(|id| ids[&ColliderId::Box(*id)]).collect();
    let near = |id: &BoxId| {
        let near = |obb| closest_obb_point(obb, around.center()).distance(around.center());
        rebuilt
            .world()
            .obb(*id)
            .is_some_and(|obb| near(obb) <= around.half_extents().length())
    };
    for id in expected.into_iter().filter(near) {
        assert!(found.contains(&ColliderId::Box(id)), "{label}");
    }
    for body in [
        PlacedBody::from(body),
        around.into(),
        Sphere::new(DVec3::ONE, 0.4).unwrap().into(),
    ] {
        let (fits, expected) = (changed.fits(body), rebuilt.fits(body));
        seen.misfits += usize::from(fits.is_err());
        let fits = fits.map_err(|misfit| (mapped(vec![misfit.surface], ids), misfit.way_out));
        let expected = expected.map_err(|misfit| (vec![misfit.surface], misfit.way_out));
        assert_eq!(fits, expected, "{label}");
    }
}

fn mapped(mut surfaces: Vec<Surface>, ids: &Ids) -> Vec<Surface> {
    surfaces
        .iter_mut()
        .for_each(|surface| surface.collider = ids[&surface.collider]);
    surfaces
}
