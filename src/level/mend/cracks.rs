//! Open edges that nearly meet: corners along a crack are joined, and a corner next to an edge cuts it.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use super::report::MendReport;
use super::soup::{Side, Soup, to_segment};
use crate::geometry::float::{max, min};
use crate::geometry::{Capsule, Triangle};
use crate::parallel::Workers;
use crate::world::{BuildQuality, ColliderId, Filter, World};

/// How often cracks are looked for. A crack next to a face with several of them takes a few rounds.
const ROUNDS: usize = 8;

/// How much of the shortest edge at a corner the corner may move: edges along a rim are never joined, however short they are.
const MOST_OF_EDGE: f64 = 0.45;

/// How many faces are looked at near open corners, for each face of the mesh and at least. More: a heap takes longer; fewer:
/// cracks in dense places stay.
const LOOKS_PER_FACE: usize = 64;
const MIN_LOOKS: usize = 1 << 20;

/// Closes cracks up to this `width`. Faces that become narrower than `weld` are removed.
pub fn close(soup: &mut Soup, weld: f64, width: f64, report: &mut MendReport) {
    if width <= 0.0 {
        return;
    }
    for _ in 0..ROUNDS {
        let joined = Rims::of(soup, width).join(soup, report);
        let cut = Rims::of(soup, width).cut(soup, report);
        if !joined && !cut {
            return;
        }
        soup.remove_defects(weld, report);
    }
}

/// The open edges of a mesh, and the faces along them.
struct Rims {
    /// The open sides of the faces that have some.
    open: BTreeMap<usize, Vec<usize>>,
    /// How far each corner of an open edge may move.
    reach: BTreeMap<u32, f64>,
    /// The faces with open sides, and their numbers.
    world: World,
    numbers: Vec<usize>,
    looks: usize,
}

impl Rims {
    fn of(soup: &Soup, width: f64) -> Self {
        let mut open: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut reach: BTreeMap<u32, f64> = BTreeMap::new();
        let sides = soup.sides();
        for edge in sides.chunk_by(|a, b| a.0 == b.0) {
            if let [(ends, Side { face, at })] = edge {
                open.entry(*face).or_default().push(*at);
                for end in ends {
                    reach.insert(*end, width);
                }
            }
        }
        for (ends, _) in &sides {
            let [from, to] = ends.map(|end| soup.place(end).as_dvec3());
            let most = from.distance(to) * MOST_OF_EDGE;
            for end in ends {
                if let Some(reach) = reach.get_mut(end) {
                    *reach = min(*reach, most);
                }
            }
        }
        let triangles = open.keys().filter_map(|face| {
            let triangle = Triangle::new(soup.corners(*face))?;
            Some((triangle, *face))
        });
        let (triangles, numbers): (Vec<_>, Vec<_>) = triangles.unzip();
        Self {
            looks: max_looks(soup),
            world: World::build(triangles, Vec::new(), BuildQuality::Fast, Workers::All),
            open,
            reach,
            numbers,
        }
    }

    /// The faces with open sides near an open corner. None once too many were looked at, which is reported.
    fn near(&mut self, place: Vec3, reach: f64, report: &mut MendReport) -> Vec<usize> {
        let mut found = Vec::new();
        let Some(ball) = Capsule::new(place.as_dvec3(), max(reach, 1e-9), 0.0) else {
            return Vec::new();
        };
        if self.looks == 0 {
            report.is_dense = true;
            return Vec::new();
        }
        let filtered = self.world.filtered(Filter::ALL);
        filtered.colliders_near(ball, 0.0, &mut found);
        self.looks = self.looks.saturating_sub(found.len());
        let numbers = found.into_iter().filter_map(|collider| match collider {
            ColliderId::Triangle(id) => self.numbers.get(id.0 as usize).copied(),
            ColliderId::Box(_) => None,
        });
        numbers.collect()
    }

    /// Joins corners of open edges across a crack. Returns whether there were any.
    fn join(mut self, soup: &mut Soup, report: &mut MendReport) -> bool {
        // A corner and those that share a face with it never join.
        let mut beside: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for face in &soup.faces {
            for corner in face.corners {
                if self.reach.contains_key(&corner) {
                    beside.entry(corner).or_default().extend(face.corners);
                }
            }
        }
        let mut onto: Vec<u32> = (0..soup.places.len() as u32).collect();
        let mut is_taken = BTreeSet::new();
        let reaches: Vec<_> = self.reach.iter().map(|(a, b)| (*a, *b)).collect();
        for (corner, reach) in reaches {
            if is_taken.contains(&corner) {
                continue;
            }
            let place = soup.place(corner);
            let mut nearest: Option<(f64, u32)> = None;
            for face in self.near(place, reach, report) {
                for other in soup.faces[face].corners {
                    let Some(its_reach) = self.reach.get(&other) else {
                        continue;
                    };
                    let distance = place.as_dvec3().distance(soup.place(other).as_dvec3());
                    let is_nearer = nearest.is_none_or(|(least, _)| distance < least);
                    let may_join = distance <= min(reach, *its_reach) && !is_taken.contains(&other);
                    if may_join && is_nearer && !beside[&corner].contains(&other) {
                        nearest = Some((distance, other));
                    }
                }
            }
            if let Some((distance, other)) = nearest {
                onto[corner.max(other) as usize] = corner.min(other);
                is_taken.extend([corner, other]);
                report.cracks.add(place);
                report.widest_crack = max(report.widest_crack, distance);
            }
        }
        soup.replace(&onto);
        !is_taken.is_empty()
    }

    /// Cuts open edges at corners of other open edges that lie on them. Returns whether there were any.
    fn cut(mut self, soup: &mut Soup, report: &mut MendReport) -> bool {
        let mut cuts: BTreeMap<(usize, usize), Vec<(f64, u32)>> = BTreeMap::new();
        let reaches: Vec<_> = self.reach.iter().map(|(a, b)| (*a, *b)).collect();
        for (corner, reach) in reaches {
            let place = soup.place(corner);
            let mut nearest: Option<(f64, f64, (usize, usize))> = None;
            for face in self.near(place, reach, report) {
                if soup.faces[face].corners.contains(&corner) {
                    continue;
                }
                for at in self.open[&face].clone() {
                    let ends = soup.ends(Side { face, at }).map(|end| soup.place(end));
                    let (distance, share) = to_segment(place, ends);
                    let is_inside = ends
                        .iter()
                        .all(|end| end.as_dvec3().distance(place.as_dvec3()) > reach);
                    let is_nearer = nearest.is_none_or(|(least, ..)| distance < least);
                    if distance <= reach && is_inside && is_nearer {
                        nearest = Some((distance, share, (face, at)));
                    }
                }
            }
            if let Some((distance, share, side)) = nearest {
                cuts.entry(side).or_default().push((share, corner));
                report.cracks.add(place);
                report.widest_crack = max(report.widest_crack, distance);
            }
        }
        let mut cut_faces = BTreeSet::new();
        for ((face, at), mut of_side) in cuts {
            // Its other sides are cut in the next round.
            if cut_faces.insert(face) {
                of_side.sort_by(|one, other| one.0.total_cmp(&other.0));
                soup.split(face, at, &of_side);
            } else {
                report.cracks.count = report.cracks.count.saturating_sub(of_side.len());
            }
        }
        !cut_faces.is_empty()
    }
}

fn max_looks(soup: &Soup) -> usize {
    (soup.faces.len() * LOOKS_PER_FACE).max(MIN_LOOKS)
}
