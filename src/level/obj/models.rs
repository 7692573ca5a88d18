//! What tobj read of an OBJ text, all faces in their order, in groups of the same name and material.

use glam::{Vec2, Vec3};

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
    /// What the corners name besides their vertices.
    seen: SeenCorners,
    /// The colours of the vertices. Empty if none has one.
    colors: Indexed<[u8; 4]>,
}

/// What the corners of faces name besides their vertices.
#[derive(Default)]
pub(super) struct SeenCorners {
    /// As they are written.
    pub tex_coords: Indexed<Vec2>,
    pub normals: Indexed<Vec3>,
}

/// A list of values, and for each corner an index into it. Empty if no corner has one.
#[derive(Default)]
pub(super) struct Indexed<T> {
    pub values: Vec<T>,
    /// Not of the last corners, if these have no value.
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

    /// Adds the values with these numbers, from 1, of the corners of a face; `before` corners came before. There are none
    /// if values were not kept.
    pub fn add_face(&mut self, numbers: impl Iterator<Item = usize>, before: usize) {
        if !self.values.is_empty() {
            self.corners.resize(before, NONE);
            self.corners.extend(numbers.map(|number| number as u32 - 1));
        }
    }

    /// Sorts the values by vertices, if all corners of each vertex have the same one. `vertices` are the indices of the
    /// `count` vertices, of all corners.
    fn sort_by_vertex(&mut self, vertices: &[u32], count: usize) {
        if self.corners.len() != vertices.len() || vertices.is_empty() {
            return;
        }
        let mut indices = vec![NONE; count];
        for (vertex, index) in vertices.iter().zip(&self.corners) {
            let known = &mut indices[*vertex as usize];
            if *known == NONE {
                *known = *index;
            } else if known != index {
                return;
            }
        }
        let value = |index: &u32| self.values.get(*index as usize).copied();
        if let Some(values) = indices.iter().map(value).collect() {
            *self = Self {
                values,
                corners: Vec::new(),
                is_by_vertex: true,
            };
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
    /// The faces of `models`, whose corners end there, and also have what is `seen`.
    pub fn new(
        mut models: Vec<tobj::Model>,
        corner_ends: Vec<u32>,
        seen: SeenCorners,
        materials: &[MtlMaterial],
    ) -> Self {
        let mut all = Self {
            corner_ends,
            seen,
            ..Self::default()
        };
        if materials.iter().all(|material| material.texture.is_none()) {
            all.seen.tex_coords = Indexed::default();
        }
        let color_scale = color_scale(&models);
        // A large mesh needs the memory: the corners first, since what is seen of them is often sorted by them, and exactly as
        // much as there is.
        let sum = |of: fn(&tobj::Mesh) -> usize| models.iter().map(|model| of(&model.mesh)).sum();
        let corners = sum(|mesh| mesh.indices.len());
        let vertices: usize = sum(|mesh| mesh.positions.len() / 3);
        let colors = sum(|mesh| mesh.vertex_color.len() / 3);
        let mut first = 0;
        for tobj::Model { mesh, name } in &mut models {
            let before = all.corners.len();
            let ends_before = |end: &u32| *end as usize <= before;
            all.groups.push(Group {
                first_face: all.corner_ends.partition_point(ends_before),
                name: core::mem::take(name),
                material: mesh.material_id,
            });
            let mut indices = core::mem::take(&mut mesh.indices);
            if first == 0 && indices.len() == corners {
                indices.shrink_to_fit();
                all.corners = indices;
            } else {
                all.corners.reserve_exact(corners - before);
                all.corners
                    .extend(indices.iter().map(|index| first + index));
            }
            first += (mesh.positions.len() / 3) as u32;
        }
        all.seen.tex_coords.sort_by_vertex(&all.corners, vertices);
        all.seen.normals.sort_by_vertex(&all.corners, vertices);
        all.vertices.reserve_exact(vertices);
        all.colors.values.reserve_exact(colors);
        for tobj::Model { mesh, .. } in models {
            let colors = mesh.vertex_color.chunks_exact(3).map(|color| {
                let part = |at: usize| linear((color[at] * color_scale).clamp(0.0, 1.0));
                [part(0), part(1), part(2), 1.0].map(|part| (part * 255.0).round() as u8)
            });
            all.colors.values.extend(colors);
            let positions = mesh.positions.chunks_exact(3);
            all.vertices.extend(positions.map(Vec3::from_slice));
        }
        all.colors.is_by_vertex = !all.colors.values.is_empty();
        all
    }

    /// Where the corners of face `number` start.
    pub fn corners_start(&self, number: usize) -> usize {
        let before = number
            .checked_sub(1)
            .and_then(|before| self.corner_ends.get(before));
        before.map_or(0, |end| *end as usize)
    }

    /// Whether something besides the vertices is seen of the corners.
    pub fn has_more(&self) -> bool {
        let SeenCorners {
            tex_coords,
            normals,
        } = &self.seen;
        !(tex_coords.is_empty() && normals.is_empty() && self.colors.is_empty())
    }

    /// What is seen of a triangle whose corners have these places, on a surface with this `texture`.
    pub fn seen_at(&self, places: [u32; 3], texture: Option<&MtlTexture>) -> SeenTriangle {
        let (seen, vertices) = (&self.seen, &self.corners);
        // They are visible only on a texture.
        let on_texture = texture.and_then(|texture| {
            let tex_coords = seen.tex_coords.at(places, vertices)?;
            Some(tex_coords.map(|uv| texture.place(uv)))
        });
        SeenTriangle {
            tex_coords: on_texture,
            normals: seen.normals.at(places, vertices),
            colors: self.colors.at(places, vertices),
        }
    }

    /// The corner of a face at this place.
    pub fn corner(&self, place: u32) -> Vec3 {
        self.vertices[self.corners[place as usize] as usize]
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
