//! The shortest displacement after which a body fits.
//!
//! Each collider that the body is inside allows a half-space of displacements, or several of which one is
//! enough: a box can be left through any face, and a triangle to either side. So the search starts once at
//! each way out of each of them. From there it repeats two steps: take the planes of all surfaces at the
//! body's displaced place, and go to the shortest displacement that they all allow.

use glam::{DMat3, DVec3};

use super::{Collider, Filter, PlacedBody, Surface, World};
use crate::tolerance::{BACK_OFF, MIN_DISTANCE, SAME_PLANE_SQUARED};

/// How many colliders the search starts from, the deepest first. Smaller: a way out of a heap is missed;
/// larger: the search takes longer.
const MAX_STARTS: usize = 8;

/// How often a search goes to another place. Smaller: ways out round edges are too long or missed; larger:
/// the search takes longer where there is no way out.
const MAX_ROUNDS: usize = 24;

/// How many planes are considered together. Smaller: ways out of narrow corners are missed; larger: the
/// search takes longer.
const MAX_PLANES: usize = 16;

/// A displacement may violate a plane by this; metres. Smaller: rounding hides ways out; larger: the body
/// ends up inside something.
const PLANE_MARGIN: f64 = BACK_OFF * 1e-2;

/// A half-space of displacements: `normal · displacement >= least`.
#[derive(Clone, Copy)]
struct Allowed {
    normal: DVec3,
    least: f64,
}

impl Allowed {
    fn lacks(&self, way: DVec3) -> f64 {
        self.least - self.normal.dot(way)
    }
}

/// The shortest displacement found after which `body` fits; metres.
pub(super) fn way_out(world: &World, body: &PlacedBody, filter: Filter) -> Option<DVec3> {
    let mut overlaps = surfaces(world, body, 0.0, filter);
    overlaps.retain(|(_, surface)| surface.separation < -BACK_OFF);
    overlaps.sort_by(|(_, a), (_, b)| a.separation.total_cmp(&b.separation));
    let mut shortest: Option<DVec3> = None;
    for (number, surface) in overlaps.iter().take(MAX_STARTS) {
        for start in starts(world, body, *number, surface) {
            let limit = shortest.map_or(f64::INFINITY, DVec3::length);
            if let Some(way) = search(world, body, start, limit, filter) {
                shortest = Some(way);
            }
        }
    }
    shortest
}

/// All surfaces within `reach` of the body that `filter` allows, with their tree indices, in order.
fn surfaces(world: &World, body: &PlacedBody, reach: f64, filter: Filter) -> Vec<(u32, Surface)> {
    let mut numbers = Vec::new();
    if let Some(around) = body.around() {
        world.numbers_near(&around, reach, &mut numbers);
    }
    let all = numbers
        .into_iter()
        .filter_map(|number| Some((number, world.surface_of(number, body)?)));
    all.filter(|(_, surface)| surface.separation <= reach && filter.allows(surface.collider))
        .collect()
}

/// The displacements that take `body` out of one collider: the shortest way off its surface, and the ways
/// through its faces.
fn starts(world: &World, body: &PlacedBody, number: u32, surface: &Surface) -> Vec<DVec3> {
    let mut starts = vec![surface.normal * -surface.separation];
    // How far the body reaches from its middle along a direction.
    let (middle, extent): (DVec3, &dyn Fn(DVec3) -> f64) = match body {
        PlacedBody::Capsule(capsule) => {
            let half_rise = capsule.rise() * 0.5;
            let radius = capsule.radius();
            let middle = capsule.base() + DVec3::Y * half_rise;
            (middle, &move |way: DVec3| radius + half_rise * way.y.abs())
        }
        PlacedBody::Box(obb) => {
            let extent = |way: DVec3| (obb.axes().transpose() * way).abs().dot(obb.half_extents());
            (obb.center(), &{ extent })
        }
    };
    let mut add = |outward: DVec3, height: f64| {
        starts.push(outward * (extent(outward) - height));
    };
    match world.collider(number) {
        Collider::Triangle(_, triangle) => {
            let plane = triangle.plane();
            let height = plane.signed_distance(middle);
            add(plane.normal(), height);
            add(-plane.normal(), -height);
        }
        Collider::Box(_, obb) => {
            let (local, half) = (obb.to_local(middle), obb.half_extents());
            for side in 0..3 {
                let outward = obb.axes().col(side);
                add(outward, local[side] - half[side]);
                add(-outward, -local[side] - half[side]);
            }
        }
    }
    starts
}

/// The shortest displacement that is found from `start`, if it is shorter than `limit`.
fn search(
    world: &World,
    body: &PlacedBody,
    start: DVec3,
    mut limit: f64,
    filter: Filter,
) -> Option<DVec3> {
    let (mut way, mut found) = (start, None);
    for _ in 0..MAX_ROUNDS {
        let there = body.moved(way);
        let length = way.length();
        let near = surfaces(world, &there, length, filter);
        let clear = near
            .iter()
            .all(|(_, surface)| surface.separation >= -BACK_OFF);
        if clear && length < limit - MIN_DISTANCE {
            (limit, found) = (length, Some(way));
        }
        let planes: Vec<_> = near
            .iter()
            .map(|(_, surface)| Allowed {
                normal: surface.normal,
                least: surface.normal.dot(way) - surface.separation,
            })
            .collect();
        let Some(next) = shortest_allowed(&planes) else {
            break;
        };
        if next.distance(way) <= MIN_DISTANCE {
            break;
        }
        way = next;
    }
    found
}

/// The shortest displacement that all `planes` allow; `None` if there is none.
fn shortest_allowed(planes: &[Allowed]) -> Option<DVec3> {
    let (mut way, mut chosen) = (DVec3::ZERO, Vec::new());
    loop {
        let worst = planes
            .iter()
            .max_by(|a, b| a.lacks(way).total_cmp(&b.lacks(way)));
        let Some(worst) = worst.filter(|worst| worst.lacks(way) > PLANE_MARGIN) else {
            return Some(way);
        };
        if chosen.len() == MAX_PLANES {
            return None;
        }
        chosen.push(*worst);
        way = shortest_of(&chosen)?;
    }
}

/// The same for a few planes: the shortest point on one, two or three of them that all allow.
fn shortest_of(planes: &[Allowed]) -> Option<DVec3> {
    let mut shortest: Option<DVec3> = None;
    let mut consider = |way: DVec3| {
        let shorter = shortest.is_none_or(|known| way.length_squared() < known.length_squared());
        let allowed = || planes.iter().all(|plane| plane.lacks(way) <= PLANE_MARGIN);
        if way.is_finite() && shorter && allowed() {
            shortest = Some(way);
        }
    };
    for (i, a) in planes.iter().enumerate() {
        consider(a.normal * a.least);
        for (j, b) in planes[..i].iter().enumerate() {
            let crease = a.normal.cross(b.normal);
            if crease.length_squared() <= SAME_PLANE_SQUARED {
                continue;
            }
            consider(meet([
                *a,
                *b,
                Allowed {
                    normal: crease,
                    least: 0.0,
                },
            ]));
            for c in &planes[..j] {
                consider(meet([*a, *b, *c]));
            }
        }
    }
    shortest
}

/// The point on three planes; not finite if they have none.
fn meet(planes: [Allowed; 3]) -> DVec3 {
    let [a, b, c] = planes.map(|plane| plane.normal);
    let least = DVec3::from_array(planes.map(|plane| plane.least));
    DMat3::from_cols(a, b, c).transpose().inverse() * least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Obb, Sphere, Triangle, rotation_from_degrees};
    use crate::test_support::Random;

    #[test]
    fn no_place_of_a_fine_grid_is_nearer_than_the_way_out() {
        let mut random = Random::new(29);
        let mut cases = 0;
        for case in 0..400 {
            let obb = |random: &mut Random| {
                let rotation = rotation_from_degrees(random.vec3(180.0));
                Obb::new(random.vec3(0.8), rotation, random.vec3(0.7).abs())
            };
            let boxes = (0..1 + case % 2).filter_map(|_| obb(&mut random)).collect();
            let mut corner = || random.vec3(1.5).as_vec3();
            let triangle = Triangle::new([corner(), corner(), corner()]);
            let world = World::new(triangle.into_iter().collect(), boxes);
            let body = PlacedBody::from(Sphere::new(random.vec3(0.5), 0.3).unwrap());
            let Err(misfit) = world.fits(body) else {
                continue;
            };
            let what = format!("seed 29, case {case}");
            let way = misfit.way_out.unwrap_or_else(|| panic!("{what}: no way"));
            assert_eq!(world.fits(body.moved(way)), Ok(()), "{what}");
            cases += 1;
            // In all directions, a way that is 5 % shorter leads into something.
            for _ in 0..200 {
                let Some(direction) = random.vec3(1.0).try_normalize() else {
                    continue;
                };
                let shorter = direction * (way.length() * 0.95);
                let there = world.blocking_surface(&body.moved(shorter), None, Filter::ALL);
                assert!(there.is_some(), "{what}: {shorter} is shorter than {way}");
            }
        }
        assert!(cases > 150, "{cases}");
    }
}
