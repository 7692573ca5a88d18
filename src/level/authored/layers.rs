//! From objects, each with its marks, to the layers of a mesh.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DAffine3, DMat3, DVec3, Vec3};

use super::marks::{Marks, Role, Solid, marks_of};
use super::{Authored, AuthoredStart, AuthoredZone, Layer, box_triangles};
use crate::geometry::float::max;
use crate::geometry::tessellate::hull_faces;
use crate::geometry::{Aabb, Triangle};
use crate::level::meshes::{Material, Mesh, MeshPart, bounds_of, duplicates, starts};
use crate::level::text::{brief, count};
use crate::order::sort_by_key;
use crate::world::SurfaceRules;

/// The most corners of all objects of a file that become hulls. Smaller: large files keep their triangles; larger: a hostile file
/// takes long.
const MAX_HULL_CORNERS: usize = 1 << 18;

/// The most surfaces with rules that a file may have. Smaller: some have no effect; larger: a hostile file takes long.
const MAX_SURFACES: usize = 64;

/// Half the thickness of a zone that is drawn flat.
const THIN: f64 = 0.01;

/// An object of a file.
pub(crate) struct Object<'n> {
    pub name: &'n str,
    pub parts: Vec<MeshPart>,
    pub solid: Solid,
    pub is_hidden: bool,
    pub surface: Option<SurfaceRules>,
    /// Where its own axes are.
    pub frame: DAffine3,
}

/// What was taken for what, for the author of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    pub meshes: usize,
    pub hulls: usize,
    pub boxes: usize,
    /// Shapes that the file describes by numbers.
    pub shapes: usize,
    pub spawns: usize,
    pub zones: usize,
    pub surfaces: usize,
    /// Objects that do not collide because they say so, and because others say that they do.
    pub passable: usize,
    pub unmarked: usize,
    pub left_out: usize,
}

impl Taken {
    /// A sentence, if anything was said.
    pub fn words(&self) -> Option<String> {
        let counted = [
            (
                self.meshes,
                "object collides",
                "objects collide",
                " as triangles",
            ),
            (
                self.hulls,
                "object collides",
                "objects collide",
                " as a hull",
            ),
            (
                self.boxes,
                "object collides",
                "objects collide",
                " as a box",
            ),
            (
                self.shapes,
                "collider",
                "colliders",
                " of the physics extension",
            ),
            (
                self.surfaces,
                "object has a surface",
                "objects have a surface",
                " with rules",
            ),
            (
                self.passable,
                "object does not collide",
                "objects do not collide",
                "",
            ),
            (
                self.left_out,
                "object is left out",
                "objects are left out",
                "",
            ),
            (self.spawns, "start", "starts", ""),
            (self.zones, "zone", "zones", ""),
        ];
        let counted = counted.iter().filter(|(number, ..)| *number > 0);
        let words = counted.map(|(number, one, many, as_what)| count(*number, one, many) + as_what);
        let mut words: Vec<_> = words.collect();
        if words.is_empty() {
            return None;
        }
        if self.unmarked > 0 {
            let others = count(self.unmarked, "other is", "others are");
            words.push(format!(
                "{others} only drawn, since marks say what collides"
            ));
        }
        Some(format!("by its marks: {}", words.join(", ")))
    }
}

/// Objects in layers.
#[derive(Default)]
pub(crate) struct Objects {
    groups: Vec<(Kind, Vec<MeshPart>)>,
    surfaces: Vec<SurfaceRules>,
    hull_corners: usize,
    pub taken: Taken,
    /// What could not be done as it was meant.
    pub warnings: Vec<String>,
}

/// What the things in a layer have in common.
#[derive(Clone, Copy, PartialEq)]
struct Kind {
    collides: bool,
    is_drawn: bool,
    surface: Option<SurfaceRules>,
}

impl Objects {
    /// Adds an object.
    pub fn add(&mut self, object: Object<'_>) {
        let Object {
            name,
            parts,
            solid,
            is_hidden,
            surface,
            frame,
        } = object;
        let frame = usable(frame);
        let surface = surface.filter(|rules| self.admits(rules));
        let part = |triangles: Vec<[Vec3; 3]>| MeshPart {
            name: brief(name.to_owned()),
            // So that the level may name its surface.
            material: parts.first().and_then(|part| part.material),
            triangles,
            ..MeshPart::default()
        };
        let shape = match solid {
            Solid::Not | Solid::Mesh => None,
            Solid::Hull => self.hull(name, &parts).map(part),
            Solid::Box => bounds_in(&parts, &frame).map(|bounds| part(box_of(&bounds, &frame))),
        };
        let is_shaped = shape.is_some();
        if let Some(part) = shape.filter(|part| !part.triangles.is_empty()) {
            self.push(true, false, surface, [part]);
        }
        let collides = solid != Solid::Not && !is_shaped;
        if collides || !is_hidden {
            self.push(collides, !is_hidden, surface.filter(|_| collides), parts);
        }
    }

    /// Adds triangles that only collide.
    pub fn add_shape(
        &mut self,
        name: &str,
        triangles: Vec<[DVec3; 3]>,
        surface: Option<SurfaceRules>,
    ) {
        let surface = surface.filter(|rules| self.admits(rules));
        let corners = triangles
            .into_iter()
            .map(|corners| corners.map(|corner| corner.as_vec3()));
        let part = MeshPart {
            name: brief(name.to_owned()),
            triangles: corners
                .filter(|corners| Triangle::new(*corners).is_some())
                .collect(),
            ..MeshPart::default()
        };
        self.push(true, false, surface, [part]);
    }

    fn push(
        &mut self,
        collides: bool,
        is_drawn: bool,
        surface: Option<SurfaceRules>,
        parts: impl IntoIterator<Item = MeshPart>,
    ) {
        let kind = Kind {
            collides,
            is_drawn,
            surface,
        };
        let known = self.groups.iter().position(|(known, _)| *known == kind);
        let number = known.unwrap_or_else(|| {
            self.groups.push((kind, Vec::new()));
            self.groups.len() - 1
        });
        let parts = parts.into_iter().filter(|part| !part.triangles.is_empty());
        self.groups[number].1.extend(parts);
    }

    /// Whether there is still room for a surface with these rules.
    fn admits(&mut self, rules: &SurfaceRules) -> bool {
        if self.surfaces.contains(rules) {
            return true;
        }
        if self.surfaces.len() == MAX_SURFACES {
            let most = format!("only {MAX_SURFACES} different surfaces have an effect");
            self.warn(most + ": let more objects share theirs");
            return false;
        }
        self.surfaces.push(*rules);
        true
    }

    fn hull(&mut self, name: &str, parts: &[MeshPart]) -> Option<Vec<[Vec3; 3]>> {
        let corners = || {
            parts
                .iter()
                .flat_map(|part| &part.triangles)
                .flatten()
                .copied()
        };
        self.hull_corners += corners().count();
        let hull = match self.hull_corners > MAX_HULL_CORNERS {
            true => None,
            false => hull_faces(corners()).ok(),
        };
        if hull.is_none() {
            let name = brief(name.to_owned());
            self.warn(format!(
                "`{name}` is flat or too large for a hull: it collides as it is drawn"
            ));
        }
        hull
    }

    /// Adds a warning, unless it is there.
    pub fn warn(&mut self, message: String) {
        if !self.warnings.contains(&message) && self.warnings.len() < 8 {
            self.warnings.push(message);
        }
    }

    /// The layers, and how many triangles stood there already.
    pub fn finish(mut self, materials: Vec<Material>, sided: bool) -> (Vec<Layer>, usize) {
        let mut removed = 0;
        let rank = |kind: &Kind| (!kind.collides, !kind.is_drawn);
        sort_by_key(&mut self.groups, |(kind, _)| rank(kind));
        let is_one = self.groups.len() == 1;
        let layers = self.groups.into_iter().filter_map(|(kind, mut parts)| {
            removed += remove_duplicates(&mut parts, sided);
            let bounds = bounds_of(&parts)?;
            let materials = match is_one {
                true => materials.clone(),
                false => used_materials(&mut parts, &materials),
            };
            Some(Layer {
                mesh: Arc::new(Mesh {
                    parts,
                    materials,
                    bounds,
                }),
                collides: kind.collides,
                is_drawn: kind.is_drawn,
                surface: kind.surface,
            })
        });
        (layers.collect(), removed)
    }
}

/// The materials that `parts` use, which then name those.
fn used_materials(parts: &mut [MeshPart], all: &[Material]) -> Vec<Material> {
    let mut numbers: Vec<Option<usize>> = vec![None; all.len()];
    let mut used = Vec::new();
    for part in parts {
        part.material = part.material.and_then(|material| {
            let number = numbers.get_mut(material)?;
            Some(*number.get_or_insert_with(|| {
                used.extend(all.get(material).cloned());
                used.len() - 1
            }))
        });
    }
    used
}

/// Takes duplicate triangles away, and returns how many there were.
fn remove_duplicates(parts: &mut [MeshPart], sided: bool) -> usize {
    let lists: Vec<_> = parts.iter().map(|part| part.triangles.as_slice()).collect();
    let starts: Vec<usize> = starts(lists.iter().map(|list| list.len())).collect();
    let removed = duplicates(&lists, |triangle| *triangle, sided);
    let mut rest = removed.as_slice();
    for (part, start) in parts.iter_mut().zip(starts) {
        let end = start + part.triangles.len();
        let (now, later) = rest.split_at(rest.partition_point(|number| *number < end));
        if !now.is_empty() {
            let numbers: Vec<_> = now.iter().map(|number| number - start).collect();
            part.remove(&numbers);
        }
        rest = later;
    }
    removed.len()
}

/// `frame`, if it has a way back.
fn usable(frame: DAffine3) -> DAffine3 {
    match frame.inverse().is_finite() {
        true => frame,
        false => DAffine3::IDENTITY,
    }
}

/// The box around `parts` along the axes of `frame`, which has a way back.
fn bounds_in(parts: &[MeshPart], frame: &DAffine3) -> Option<Aabb> {
    let inward = match *frame == DAffine3::IDENTITY {
        true => DAffine3::IDENTITY,
        false => frame.inverse(),
    };
    let corners = parts.iter().flat_map(|part| &part.triangles).flatten();
    Aabb::from_points(corners.map(|corner| inward.transform_point3(corner.as_dvec3())))
}

/// The triangles of a box in `frame`.
fn box_of(bounds: &Aabb, frame: &DAffine3) -> Vec<[Vec3; 3]> {
    let is_mirrored = frame.matrix3.determinant() < 0.0;
    let place = |[a, b, c]: [DVec3; 3]| {
        let corners = if is_mirrored { [a, c, b] } else { [a, b, c] };
        corners.map(|corner| frame.transform_point3(corner).as_vec3())
    };
    let triangles = box_triangles(bounds.min(), bounds.max()).map(place);
    let triangles = triangles.into_iter();
    triangles
        .filter(|corners| Triangle::new(*corners).is_some())
        .collect()
}

/// The cube from -1 to 1, placed around `parts` along the axes of `frame`. A flat one gets a thickness.
pub(crate) fn cube_around(parts: &[MeshPart], frame: DAffine3) -> Option<DAffine3> {
    let frame = usable(frame);
    let bounds = bounds_in(parts, &frame)?;
    let thick = bounds.half_extents().to_array().map(|half| max(half, THIN));
    let inner = DAffine3 {
        matrix3: DMat3::from_diagonal(DVec3::from_array(thick)),
        translation: bounds.center(),
    };
    Some(frame * inner)
}

/// What a mesh says by the names of its parts: those of one name are an object. Also returns what to tell its author: warnings, and
/// what was taken for what.
pub(crate) fn collide_by_names(mesh: Mesh, sided: bool) -> (Authored, Vec<String>, Option<String>) {
    let marks: Vec<Marks> = mesh.parts.iter().map(|part| marks_of(&part.name)).collect();
    if marks.iter().all(|marks| *marks == Marks::default()) {
        return (mesh.into(), Vec::new(), None);
    }
    let usual = match marks.iter().any(|marks| marks.solid.is_some()) {
        true => Solid::Not,
        false => Solid::Mesh,
    };
    let mut authored = Authored::default();
    let mut objects = Objects::default();
    // In the order of their first parts.
    let mut named: Vec<(Marks, Vec<MeshPart>)> = Vec::new();
    let mut numbers = BTreeMap::new();
    for (part, marks) in mesh.parts.into_iter().zip(marks) {
        let number = *numbers.entry(part.name.clone()).or_insert_with(|| {
            named.push((marks, Vec::new()));
            named.len() - 1
        });
        named[number].1.push(part);
    }
    for (marks, parts) in named {
        let name = parts
            .first()
            .map_or_else(String::new, |part| part.name.clone());
        objects.taken.note(&marks, usual);
        if marks.is_left_out {
            continue;
        }
        match marks.role {
            Some(role) => authored.add_role(role, &parts),
            None => objects.add(Object {
                name: &name,
                parts,
                solid: marks.solid.unwrap_or(usual),
                is_hidden: marks.is_hidden,
                surface: None,
                frame: DAffine3::IDENTITY,
            }),
        }
    }
    let (words, mut warnings) = (
        objects.taken.words(),
        core::mem::take(&mut objects.warnings),
    );
    let (layers, removed) = objects.finish(mesh.materials, sided);
    if removed > 0 {
        let triangles = count(removed, "triangle", "triangles");
        warnings.push(format!("{triangles} that stood there already: dropped"));
    }
    authored.layers = layers;
    (authored, warnings, words)
}

impl Taken {
    /// Counts an object with these `marks`; `usual` is how those without a mark collide.
    pub fn note(&mut self, marks: &Marks, usual: Solid) {
        let counter = match (marks.is_left_out, marks.role, marks.solid) {
            (true, ..) => &mut self.left_out,
            (false, Some(Role::Spawn), _) => &mut self.spawns,
            (false, Some(Role::Zone(_)), _) => &mut self.zones,
            (false, None, Some(Solid::Mesh)) => &mut self.meshes,
            (false, None, Some(Solid::Hull)) => &mut self.hulls,
            (false, None, Some(Solid::Box)) => &mut self.boxes,
            (false, None, Some(Solid::Not)) => &mut self.passable,
            (false, None, None) if usual == Solid::Not => &mut self.unmarked,
            (false, None, None) => return,
        };
        *counter += 1;
    }
}

impl Authored {
    /// Adds what an object of `parts` is, without axes.
    fn add_role(&mut self, role: Role, parts: &[MeshPart]) {
        let Some(cube) = cube_around(parts, DAffine3::IDENTITY) else {
            return;
        };
        match role {
            Role::Spawn => {
                let half = DVec3::Y * cube.matrix3.y_axis.y;
                self.start.get_or_insert(AuthoredStart {
                    feet: cube.translation - half,
                    yaw_deg: 0.0,
                });
            }
            Role::Zone(action) => self.zones.push(AuthoredZone {
                cube,
                action,
                text: None,
            }),
        }
    }
}

#[cfg(test)]
mod tests;
