//! Faces that share numbered corners.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Vec2, Vec3};

use super::report::MendReport;
use crate::geometry::PackedNormal;
use crate::geometry::float::{max, min};
use crate::level::meshes::{Mesh, MeshPart, SeenTriangle, bounds_of};

/// A triangle of a part.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    pub corners: [u32; 3],
    /// The number of its part.
    pub part: usize,
    pub seen: SeenTriangle,
}

/// A side of a face: the face, and which corner it begins at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    pub face: usize,
    pub at: usize,
}

/// Faces that share numbered corners.
pub struct Soup {
    pub places: Vec<Vec3>,
    pub faces: Vec<Face>,
}

impl Soup {
    /// The faces of `mesh`. Corners with the same bits are one.
    pub fn of(mesh: &Mesh) -> Self {
        let mut numbers: BTreeMap<[u32; 3], u32> = BTreeMap::new();
        let mut soup = Self {
            places: Vec::new(),
            faces: Vec::new(),
        };
        for (part, of) in mesh.parts.iter().enumerate() {
            for (at, corners) in of.triangles.iter().enumerate() {
                let corners = corners.map(|corner| {
                    // Both zeros are one place.
                    let bits = (corner + Vec3::ZERO).to_array().map(f32::to_bits);
                    *numbers.entry(bits).or_insert_with(|| {
                        soup.places.push(corner);
                        soup.places.len() as u32 - 1
                    })
                });
                let normals = of.normals.get(at);
                let seen = SeenTriangle {
                    tex_coords: of.tex_coords.get(at).copied(),
                    normals: normals.map(|normals| normals.map(unpacked)),
                    colors: of.colors.get(at).copied(),
                };
                soup.faces.push(Face {
                    corners,
                    part,
                    seen,
                });
            }
        }
        soup
    }

    pub fn place(&self, corner: u32) -> Vec3 {
        self.places[corner as usize]
    }

    pub fn corners(&self, face: usize) -> [Vec3; 3] {
        self.faces[face].corners.map(|corner| self.place(corner))
    }

    /// The middle of a face.
    pub fn middle(&self, face: usize) -> Vec3 {
        let [a, b, c] = self.corners(face);
        (a + b + c) / 3.0
    }

    /// Moves corners onto an earlier one that is at most `reach` away. A corner that stays never moves, so no chain of near
    /// corners collapses.
    pub fn weld(&mut self, reach: f64, report: &mut MendReport) {
        if reach <= 0.0 {
            return;
        }
        // Wide cells, so that most corners look into one of them only.
        let side = reach * 4.0;
        let cell = |number: f64| libm::floor(number / side) as i64;
        let mut kept: BTreeMap<[i64; 3], Vec<u32>> = BTreeMap::new();
        let mut onto: Vec<u32> = Vec::with_capacity(self.places.len());
        for (number, place) in (0..).zip(&self.places) {
            let exact = place.as_dvec3();
            let ends = |axis: usize| cell(exact[axis] - reach)..=cell(exact[axis] + reach);
            let mut nearest: Option<(f64, u32)> = None;
            for x in ends(0) {
                for y in ends(1) {
                    for z in ends(2) {
                        for other in kept.get(&[x, y, z]).into_iter().flatten() {
                            let distance = exact.distance(self.places[*other as usize].as_dvec3());
                            let is_nearer = nearest.is_none_or(|(least, _)| distance < least);
                            if distance <= reach && is_nearer {
                                nearest = Some((distance, *other));
                            }
                        }
                    }
                }
            }
            match nearest {
                Some((_, other)) => {
                    onto.push(other);
                    report.welded.add(*place);
                }
                None => {
                    onto.push(number);
                    let own = exact.to_array().map(cell);
                    kept.entry(own).or_default().push(number);
                }
            }
        }
        self.replace(&onto);
    }

    /// Replaces each corner by another one.
    pub fn replace(&mut self, onto: &[u32]) {
        for face in &mut self.faces {
            face.corners = face.corners.map(|corner| onto[corner as usize]);
        }
    }

    /// Removes faces that are narrower than `width`, and those in the place of another.
    pub fn remove_defects(&mut self, width: f64, report: &mut MendReport) {
        let mut known = BTreeSet::new();
        let mut kept = Vec::with_capacity(self.faces.len());
        for (number, face) in self.faces.iter().enumerate() {
            let mut key = face.corners;
            key.sort_unstable();
            if key[0] == key[1] || key[1] == key[2] || self.width(number) <= width {
                report.slivers.add(self.middle(number));
            } else if !known.insert(key) {
                report.duplicates.add(self.middle(number));
            } else {
                kept.push(*face);
            }
        }
        self.faces = kept;
    }

    /// The distance of a face's longest side from the corner opposite.
    fn width(&self, face: usize) -> f64 {
        let [a, b, c] = self.corners(face);
        let sides = [([a, b], c), ([b, c], a), ([c, a], b)];
        let length = |[from, to]: [Vec3; 2]| from.as_dvec3().distance_squared(to.as_dvec3());
        let longest = sides
            .into_iter()
            .max_by(|one, other| length(one.0).total_cmp(&length(other.0)));
        longest.map_or(0.0, |(side, corner)| to_segment(corner, side).0)
    }

    /// All sides, sorted by their two corners, the lower one first.
    pub fn sides(&self) -> Vec<([u32; 2], Side)> {
        let mut sides = Vec::with_capacity(self.faces.len() * 3);
        for (face, of) in self.faces.iter().enumerate() {
            for at in 0..3 {
                let mut ends = [of.corners[at], of.corners[(at + 1) % 3]];
                ends.sort_unstable();
                sides.push((ends, Side { face, at }));
            }
        }
        sides.sort_unstable();
        sides
    }

    /// The corners at the ends of a side, in the order of its face.
    pub fn ends(&self, side: Side) -> [u32; 2] {
        let corners = self.faces[side.face].corners;
        [corners[side.at], corners[(side.at + 1) % 3]]
    }

    /// Counts the edges that are no border between two faces.
    pub fn count_defects(&self, report: &mut MendReport) {
        for edge in self.sides().chunk_by(|a, b| a.0 == b.0) {
            let (ends, _) = edge[0];
            let middle = self.place(ends[0]).midpoint(self.place(ends[1]));
            match edge.len() {
                1 => report.open_edges.add(middle),
                2 => {}
                _ => report.crowded_edges.add(middle),
            }
        }
    }

    /// Replaces a face by those between its corner opposite of the side that begins at corner `at`, and each piece of that
    /// side. `cuts` are corners on the side, each with its share of the way along it, in their order.
    pub fn split(&mut self, face: usize, at: usize, cuts: &[(f64, u32)]) {
        let whole = self.faces[face];
        let [from, to, opposite] = [at, (at + 1) % 3, (at + 2) % 3];
        let ends = [(0.0, whole.corners[from]), (1.0, whole.corners[to])];
        let line: Vec<_> = ends[..1].iter().chain(cuts).chain(&ends[1..]).collect();
        for (number, pair) in line.windows(2).enumerate() {
            let [(start, a), (end, b)] = [*pair[0], *pair[1]];
            let piece = Face {
                corners: [a, b, whole.corners[opposite]],
                part: whole.part,
                seen: part_of(&whole.seen, [from, to, opposite], [start, end]),
            };
            match number {
                0 => self.faces[face] = piece,
                _ => self.faces.push(piece),
            }
        }
    }

    /// Turns a face round.
    pub fn flip(&mut self, face: usize) {
        let Face { corners, seen, .. } = &mut self.faces[face];
        corners.swap(1, 2);
        if let Some(places) = &mut seen.tex_coords {
            places.swap(1, 2);
        }
        if let Some(normals) = &mut seen.normals {
            normals.swap(1, 2);
            *normals = normals.map(|normal| -normal);
        }
        if let Some(colors) = &mut seen.colors {
            colors.swap(1, 2);
        }
    }

    /// The mesh of these faces, with the parts and the materials of `mesh`.
    pub fn into_mesh(self, mesh: &Mesh) -> Mesh {
        let parts = mesh.parts.iter().map(|part| MeshPart {
            name: part.name.clone(),
            material: part.material,
            ..MeshPart::default()
        });
        let mut parts: Vec<MeshPart> = parts.collect();
        for face in &self.faces {
            let corners = face.corners.map(|corner| self.place(corner));
            parts[face.part].push(corners, Some(face.seen));
        }
        parts.retain(|part| !part.triangles.is_empty());
        Mesh {
            bounds: bounds_of(&parts).unwrap_or(mesh.bounds),
            parts,
            materials: mesh.materials.clone(),
        }
    }
}

fn unpacked(normal: PackedNormal) -> Vec3 {
    normal.unpack().as_vec3()
}

/// What is seen of a piece of a triangle: from one share of the side between two of its corners to another, and the opposite
/// corner.
fn part_of(seen: &SeenTriangle, [from, to, opposite]: [usize; 3], ends: [f64; 2]) -> SeenTriangle {
    let [start, end] = ends.map(|share| share as f32);
    let of_colors = |colors: [[u8; 4]; 3]| {
        let mixed = |share: f32| {
            let mix = |at: usize| {
                let (one, other) = (f32::from(colors[from][at]), f32::from(colors[to][at]));
                libm::roundf(one + (other - one) * share) as u8
            };
            [mix(0), mix(1), mix(2), mix(3)]
        };
        [mixed(start), mixed(end), colors[opposite]]
    };
    let of_places = |places: [Vec2; 3]| {
        let mixed = |share: f32| places[from].lerp(places[to], share);
        [mixed(start), mixed(end), places[opposite]]
    };
    let of_normals = |normals: [Vec3; 3]| {
        let mixed = |share: f32| normals[from].lerp(normals[to], share);
        [mixed(start), mixed(end), normals[opposite]]
    };
    SeenTriangle {
        tex_coords: seen.tex_coords.map(of_places),
        normals: seen.normals.map(of_normals),
        colors: seen.colors.map(of_colors),
    }
}

/// The distance from `point` to the segment, and how far along it the nearest point is, from 0 to 1.
pub fn to_segment(point: Vec3, [from, to]: [Vec3; 2]) -> (f64, f64) {
    let [point, from, to] = [point, from, to].map(|corner| corner.as_dvec3());
    let (along, length) = (to - from, (to - from).length_squared());
    let share = if length > 0.0 {
        (point - from).dot(along) / length
    } else {
        0.0
    };
    let share = max(min(share, 1.0), 0.0);
    (point.distance(from + along * share), share)
}
