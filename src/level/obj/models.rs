//! What tobj read of an OBJ text, all faces in their order, in groups of the same name and material.

use glam::{Vec2, Vec3};

use super::corners::Given;
use super::mtl::{MtlMaterial, MtlTexture};
use crate::level::meshes::{SeenTriangle, linear};

/// The faces of a mesh.
#[derive(Default)]
pub(super) struct Faces {
    pub vertices: Vec<Vec3>,
    /// The vertices of all faces, one face behind the other.
    pub corners: Vec<u32>,
    /// Where the corners of each face end; they start at the end of the previous face's. In the order of the text.
    pub corner_ends: Vec<u32>,
    /// Faces with the same heading, in the order of the text.
    pub groups: Vec<Group>,
    /// The visible attributes of the corners.
    pub seen: SeenCorners,
}

/// The visible attributes of the corners of faces, besides their vertices. A list is empty if no corner has an
/// entry in it.
#[derive(Default)]
pub(super) struct SeenCorners {
    tex_coords: Indexed<Vec2>,
    normals: Indexed<Vec3>,
    colors: Indexed<[u8; 4]>,
}

impl SeenCorners {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.tex_coords.is_empty() && self.normals.is_empty() && self.colors.is_empty()
    }
}

/// A list of values, and for each corner an index into it.
#[derive(Default)]
pub(super) struct Indexed<T> {
    values: Vec<T>,
    corners: Vec<u32>,
    /// Whether the corners have the indices of their vertices, and no separate list of them. A large mesh needs the memory.
    is_by_vertex: bool,
}

/// The index of a corner that has no value.
const NONE: u32 = u32::MAX;

impl<T: Copy> Indexed<T> {
    fn is_empty(&self) -> bool {
        self.corners.is_empty() && !self.is_by_vertex
    }

    /// The values of three corners, unless one of them has none. `vertices` are the indices of all corners' vertices.
    fn at(&self, places: [u32; 3], vertices: &[u32]) -> Option<[T; 3]> {
        let corners = if self.is_by_vertex {
            vertices
        } else {
            &self.corners
        };
        let value = |place: u32| {
            let index = *corners.get(place as usize)?;
            self.values.get(index as usize).copied()
        };
        let [a, b, c] = places;
        Some([value(a)?, value(b)?, value(c)?])
    }

    /// Adds the values of the next corners, of which `before` came before.
    fn add(&mut self, values: impl Iterator<Item = T>, indices: &[u32], before: usize) {
        let first = self.values.len() as u32;
        self.values.extend(values);
        if self.is_by_vertex {
            return;
        }
        self.corners.resize(before, NONE);
        self.corners
            .extend(indices.iter().map(|index| first + index));
    }

    /// Takes the values of these corners away.
    fn forget(&mut self, corners: core::ops::Range<usize>) {
        let end = corners.end.min(self.corners.len());
        if let Some(some) = self.corners.get_mut(corners.start..end) {
            some.fill(NONE);
        }
    }
}

/// The name and the material that hold for some faces.
pub(super) struct Group {
    pub first_face: usize,
    /// The name of the object or group.
    pub name: String,
    /// Its index among the file's materials.
    pub material: Option<usize>,
}

impl Faces {
    /// The faces of `models`. `given` says what the corners of each face name, from the
    /// face with this number on.
    pub fn new(
        models: Vec<tobj::Model>,
        given: &[(usize, Given)],
        materials: &[MtlMaterial],
    ) -> Self {
        let mut all = Self::default();
        // Exactly, since a large mesh needs the memory.
        let sum = |of: fn(&tobj::Mesh) -> usize| models.iter().map(|model| of(&model.mesh)).sum();
        // A model of triangles has no list of arities.
        let faces = |mesh: &tobj::Mesh| match mesh.face_arities.len() {
            0 => mesh.indices.len() / 3,
            count => count,
        };
        all.corner_ends.reserve_exact(sum(faces));
        all.vertices
            .reserve_exact(sum(|mesh| mesh.positions.len() / 3));
        all.corners.reserve_exact(sum(|mesh| mesh.indices.len()));
        let color_scale = color_scale(&models);
        all.seen.normals.is_by_vertex = given.iter().all(|(_, given)| given.normals)
            && models.iter().all(|tobj::Model { mesh, .. }| {
                let counts = [&mesh.normals, &mesh.positions].map(Vec::len);
                counts[0] == counts[1] && mesh.normal_indices == mesh.indices
            });
        for tobj::Model { mesh, name } in models {
            all.groups.push(Group {
                first_face: all.corner_ends.len(),
                name,
                material: mesh.material_id,
            });
            let before = all.corners.len();
            let material = mesh.material_id.and_then(|id| materials.get(id));
            let texture = material.and_then(|material| material.texture.as_ref());
            all.seen.add(&mesh, texture, color_scale, before);
            let first = all.vertices.len() as u32;
            let positions = mesh.positions.chunks_exact(3);
            all.vertices.extend(positions.map(Vec3::from_slice));
            let mut end = before;
            all.corners
                .extend(mesh.indices.iter().map(|index| first + index));
            let mut arities = mesh.face_arities.iter();
            while end < all.corners.len() {
                end += arities.next().map_or(3, |arity| *arity as usize);
                all.corner_ends.push(end as u32);
            }
        }
        all.forget_made_up(given);
        all
    }

    /// Where the corners of face `number` start.
    pub fn corners_start(&self, number: usize) -> usize {
        let before = number
            .checked_sub(1)
            .and_then(|before| self.corner_ends.get(before));
        before.map_or(0, |end| *end as usize)
    }

    /// The visible attributes of a triangle whose corners have these places.
    pub fn seen_at(&self, places: [u32; 3]) -> SeenTriangle {
        let (seen, vertices) = (&self.seen, &self.corners);
        SeenTriangle {
            tex_coords: seen.tex_coords.at(places, vertices),
            normals: seen.normals.at(places, vertices),
            colors: seen.colors.at(places, vertices),
        }
    }

    /// The corner of a face at this place.
    pub fn corner(&self, place: u32) -> Vec3 {
        self.vertices[self.corners[place as usize] as usize]
    }

    /// Removes the attributes that tobj makes up for faces whose corners name nothing.
    fn forget_made_up(&mut self, given: &[(usize, Given)]) {
        let ends = given.iter().skip(1).map(|(first, _)| *first);
        for ((first, given), end) in given.iter().zip(ends.chain([self.corner_ends.len()])) {
            let corners = self.corners_start(*first)..self.corners_start(end);
            if !given.tex_coords {
                self.seen.tex_coords.forget(corners.clone());
            }
            if !given.normals {
                self.seen.normals.forget(corners);
            }
        }
    }
}

impl SeenCorners {
    /// Adds those of a model; `before` corners came before.
    fn add(
        &mut self,
        mesh: &tobj::Mesh,
        texture: Option<&MtlTexture>,
        color_scale: f32,
        before: usize,
    ) {
        if let Some(texture) = texture.filter(|_| !mesh.texcoords.is_empty()) {
            let all = mesh.texcoords.chunks_exact(2);
            let all = all.map(|uv| texture.place(Vec2::from_slice(uv)));
            self.tex_coords.add(all, &mesh.texcoord_indices, before);
        }
        if !mesh.normals.is_empty() {
            let normals = mesh.normals.chunks_exact(3).map(Vec3::from_slice);
            self.normals.add(normals, &mesh.normal_indices, before);
        }
        if !mesh.vertex_color.is_empty() {
            let colors = mesh.vertex_color.chunks_exact(3).map(|color| {
                let part = |at: usize| linear((color[at] * color_scale).clamp(0.0, 1.0));
                [part(0), part(1), part(2), 1.0].map(|part| (part * 255.0).round() as u8)
            });
            self.colors.add(colors, &mesh.indices, before);
        }
    }
}

/// The factor to bring all colours of vertices to the range from 0 to 1. The format has none; some programs write bytes.
fn color_scale(models: &[tobj::Model]) -> f32 {
    let mut parts = models.iter().flat_map(|model| &model.mesh.vertex_color);
    if parts.any(|part| *part > 1.0) {
        1.0 / 255.0
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests;
