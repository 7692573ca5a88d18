//! The shortest displacement after which a body fits.
//!
//! Each collider that the body is inside allows a half-space of displacements, or several of which one is
//! enough: a box can be left through any face, and a triangle to either side. So the search starts once at
//! each way out of each of them. From there it repeats two steps: take the planes of all surfaces at the
//! body's displaced place, and go to the shortest displacement that they all allow. Whatever ties is ordered
//! by its geometry, so the order of the colliders changes no bit.

use core::cmp::Ordering;

use glam::{DMat3, DVec3};

use super::{Collider, FilteredWorld, PlacedBody, Surface};
use crate::geometry::float::total_cmp;
use crate::tolerance::{BACK_OFF, MIN_DISTANCE, SAME_PLANE_SQUARED};

/// How many ways out of single colliders the search starts from, the shortest first. Smaller: a way out of a
/// heap is missed; larger: the search takes longer.
const MAX_STARTS: usize = 48;

/// How many places all searches of a body may look at. Smaller: a way out of a heap is missed; larger: a
/// body that cannot get out costs more time.
const MAX_PLACES: usize = 160;

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
#[derive(Clone, Copy, Debug)]
struct Allowed {
    normal: DVec3,
    least: f64,
}

impl Allowed {
    fn lacks(&self, way: DVec3) -> f64 {
        self.least - self.normal.dot(way)
    }
}

/// The search for a way out, with memory that is reused, so that a search in a tick allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaySearch {
    numbers: Vec<u32>,
    /// The surfaces around the body's displaced place, with their tree indices.
    near: Vec<(u32, Surface)>,
    starts: Vec<DVec3>,
    planes: Vec<Allowed>,
    /// Those of the planes that decide the shortest displacement, found so far.
    chosen: Vec<Allowed>,
}

/// The subject of the search.
pub(crate) struct Exit<'w> {
    pub world: FilteredWorld<'w>,
    pub body: PlacedBody,
    /// The way must be shorter than this; metres.
    pub limit: f64,
}

impl WaySearch {
    /// The shortest displacement found after which the body fits, if `may_go` allows it; metres.
    pub fn find(
        &mut self,
        exit: &Exit<'_>,
        mut may_go: impl FnMut(DVec3) -> bool,
    ) -> Option<DVec3> {
        self.look(exit, DVec3::ZERO, 0.0);
        self.find_starts(exit);
        let (mut shortest, mut limit, mut places) = (None, exit.limit, 0);
        for number in 0..self.starts.len() {
            let mut way = self.starts[number];
            for _ in 0..MAX_ROUNDS {
                if places == MAX_PLACES {
                    return shortest;
                }
                places += 1;
                let length = way.length();
                self.look(exit, way, length);
                let mut surfaces = self.near.iter();
                let clear = surfaces.all(|(_, surface)| surface.separation >= -BACK_OFF);
                if clear && length < limit - MIN_DISTANCE && may_go(way) {
                    (shortest, limit) = (Some(way), length);
                }
                let plane = |(_, surface): &(u32, Surface)| Allowed {
                    normal: surface.normal,
                    least: surface.normal.dot(way) - surface.separation,
                };
                self.planes.clear();
                self.planes.extend(self.near.iter().map(plane));
                let next = shortest_allowed(&self.planes, &mut self.chosen);
                match next.filter(|next| next.distance(way) > MIN_DISTANCE) {
                    Some(next) => way = next,
                    None => break,
                }
            }
        }
        shortest
    }

    /// Finds all surfaces within `reach` of the body when it is displaced by `way`.
    fn look(&mut self, exit: &Exit<'_>, way: DVec3, reach: f64) {
        let body = exit.body.moved(way);
        self.numbers.clear();
        if let Some(around) = body.around() {
            exit.world.numbers_near(&around, reach, &mut self.numbers);
        }
        let surfaces = self.numbers.iter();
        let world = exit.world.world();
        let surfaces =
            surfaces.filter_map(|number| Some((*number, world.surface_of(*number, &body)?)));
        let within = |(number, surface): &(u32, Surface)| {
            surface.separation <= reach && exit.world.is_below(*number, &body, BACK_OFF)
        };
        self.near.clear();
        self.near.extend(surfaces.filter(within));
    }

    /// Finds the shortest ways out of the single colliders that the body is inside.
    fn find_starts(&mut self, exit: &Exit<'_>) {
        let starts = &mut self.starts;
        starts.clear();
        for (number, surface) in &self.near {
            if surface.separation < -BACK_OFF {
                starts.push(surface.normal * -surface.separation);
                add_starts(exit, *number, starts);
            }
        }
        starts.sort_unstable_by(shortest_first);
        // Of equal ways, all are tried or none, so the order of the colliders does not matter.
        if let Some(limit) = starts.get(MAX_STARTS).copied() {
            starts.truncate(MAX_STARTS);
            starts.retain(|way| shortest_first(way, &limit).is_lt());
        }
        starts.dedup();
    }
}

/// Adds the displacements that take the body out of one collider, through each of its faces.
fn add_starts(exit: &Exit<'_>, number: u32, starts: &mut Vec<DVec3>) {
    // How far the body reaches from its middle along a direction.
    let (middle, extent): (DVec3, &dyn Fn(DVec3) -> f64) = match &exit.body {
        PlacedBody::Upright(body) => {
            let extent = |way| body.reach_from_middle(way);
            (body.middle(), &{ extent })
        }
        PlacedBody::Box(obb) => {
            let extent = |way: DVec3| (obb.axes().transpose() * way).abs().dot(obb.half_extents());
            (obb.center(), &{ extent })
        }
    };
    let mut add = |outward: DVec3, height: f64| {
        starts.push(outward * (extent(outward) - height));
    };
    match exit.world.collider(number) {
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
        Collider::Round(_, body) => {
            let half_rise = body.capsule.rise() * 0.5;
            let away = middle - (body.capsule.base() + DVec3::Y * half_rise);
            let aside = DVec3::new(away.x, 0.0, away.z).normalize_or(DVec3::X);
            for outward in [
                aside,
                -aside,
                DVec3::Y,
                DVec3::NEG_Y,
                away.normalize_or(DVec3::Y),
            ] {
                let reach = body.capsule.radius() + half_rise * outward.y.abs();
                add(outward, away.dot(outward) - reach);
            }
        }
    }
}

/// A total order of ways by their length.
fn shortest_first(a: &DVec3, b: &DVec3) -> Ordering {
    let by_length = a.length_squared().total_cmp(&b.length_squared());
    by_length.then_with(|| total_cmp(*a, *b))
}

/// The shortest displacement that all `planes` allow; `None` if there is none. `chosen` is reused memory.
fn shortest_allowed(planes: &[Allowed], chosen: &mut Vec<Allowed>) -> Option<DVec3> {
    let mut way = DVec3::ZERO;
    chosen.clear();
    loop {
        let worst = planes.iter().max_by(|a, b| {
            let by_lack = a.lacks(way).total_cmp(&b.lacks(way));
            by_lack
                .then_with(|| total_cmp(a.normal, b.normal))
                .then_with(|| a.least.total_cmp(&b.least))
        });
        let Some(worst) = worst.filter(|worst| worst.lacks(way) > PLANE_MARGIN) else {
            return Some(way);
        };
        if chosen.len() == MAX_PLANES {
            return None;
        }
        chosen.push(*worst);
        way = shortest_of(chosen)?;
    }
}

/// The shortest displacement that a few planes allow. It ends on one, two or three of them.
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
    use crate::world::World;

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
            let label = format!("seed 29, case {case}");
            let way = misfit.way_out.unwrap_or_else(|| panic!("{label}: no way"));
            assert_eq!(world.fits(body.moved(way)), Ok(()), "{label}");
            cases += 1;
            // In all directions, a way that is 5 % shorter leads into something.
            for _ in 0..200 {
                let Some(direction) = random.vec3(1.0).try_normalize() else {
                    continue;
                };
                let shorter = direction * (way.length() * 0.95);
                let all = FilteredWorld::from(&world);
                let there = all.blocking_surface(&body.moved(shorter), None);
                assert!(there.is_some(), "{label}: {shorter} is shorter than {way}");
            }
        }
        assert!(cases > 150, "{cases}");
    }
}
