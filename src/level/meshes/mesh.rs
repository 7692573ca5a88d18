//! Meshes.

use glam::{Vec2, Vec3};

use super::material::Material;
use crate::geometry::{Aabb, PackedNormal, Placement, Triangle};
use crate::parallel::Workers;

/// All of these meshes as one.
pub fn joined<'m>(meshes: impl IntoIterator<Item = &'m Mesh>) -> Option<Mesh> {
    let (mut parts, mut materials) = (Vec::new(), Vec::new());
    for mesh in meshes {
        let before = materials.len();
        materials.extend(mesh.materials.iter().cloned());
        parts.extend(mesh.parts.iter().map(|part| MeshPart {
            material: part.material.map(|material| material + before),
            ..part.clone()
        }));
    }
    let bounds = bounds_of(&parts)?;
    Some(Mesh {
        parts,
        materials,
        bounds,
    })
}

/// Triangles of a mesh that share a name and a material.
///
/// The lists besides `triangles` are only seen. Each has one entry for each triangle, or none at all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshPart {
    /// The name of its object or group.
    pub name: String,
    /// Its material: an index into the mesh's [`materials`](Mesh::materials).
    pub material: Option<usize>,
    /// Corners, counter-clockwise from the front; metres, in the mesh's own space.
    pub triangles: Vec<[Vec3; 3]>,
    /// Where each corner is on the texture. (0, 0) is the top left of the picture, (1, 1) the bottom right. None
    /// without a texture.
    pub tex_coords: Vec<[Vec2; 3]>,
    /// The unit normal of a smooth surface at each corner, in the mesh's own space. None if all triangles are flat.
    pub normals: Vec<[PackedNormal; 3]>,
    /// Linear red, green, blue and opacity at each corner, from 0 to 255. They multiply the material's colour.
    pub colors: Vec<[[u8; 4]; 3]>,
}

/// What is seen of the corners of a triangle, as far as the file says.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeenTriangle {
    pub tex_coords: Option<[Vec2; 3]>,
    /// Of any length.
    pub normals: Option<[Vec3; 3]>,
    pub colors: Option<[[u8; 4]; 3]>,
}

/// Normals at least this near to a triangle's own do not make it look round, within 0.8 degrees; a cosine. Smaller:
/// slightly bent surfaces have edges; larger: rounded numbers make flat triangles smooth, which takes memory.
const FLAT: f32 = 0.9999;

/// The colour that changes nothing.
const WHITE: [u8; 4] = [255; 4];

impl MeshPart {
    /// Adds a triangle. Its part has only the lists that change the look of one of its triangles.
    pub(crate) fn push(&mut self, triangle: [Vec3; 3], seen: Option<SeenTriangle>) {
        let seen = seen.unwrap_or_default();
        let before = self.triangles.len();
        let all = self.triangles.capacity().max(before + 1);
        if seen.tex_coords.is_some() || !self.tex_coords.is_empty() {
            reserve_first(&mut self.tex_coords, all);
            self.tex_coords.resize(before, Default::default());
            self.tex_coords.push(seen.tex_coords.unwrap_or_default());
        }
        if seen.normals.is_some() || !self.normals.is_empty() {
            self.push_normals(flat_normal(&triangle), seen.normals);
        }
        let colors = seen.colors.unwrap_or([WHITE; 3]);
        if colors != [WHITE; 3] || !self.colors.is_empty() {
            reserve_first(&mut self.colors, all);
            self.colors.resize(before, [WHITE; 3]);
            self.colors.push(colors);
        }
        self.triangles.push(triangle);
    }

    /// Adds the triangles of `later`, as if each was pushed.
    pub(crate) fn append(&mut self, later: Self) {
        let all = (self.triangles.capacity()).max(self.triangles.len() + later.triangles.len());
        let triangles = [self.triangles.as_slice(), &later.triangles];
        join(
            &mut self.tex_coords,
            later.tex_coords,
            triangles,
            all,
            |_| Default::default(),
        );
        join(
            &mut self.normals,
            later.normals,
            triangles,
            all,
            flat_normals,
        );
        join(&mut self.colors, later.colors, triangles, all, |_| {
            [WHITE; 3]
        });
        self.triangles.extend(later.triangles);
    }

    /// Takes away the triangles with these numbers, which are sorted.
    pub(crate) fn remove(&mut self, numbers: &[usize]) {
        remove(&mut self.triangles, numbers);
        remove(&mut self.tex_coords, numbers);
        remove(&mut self.normals, numbers);
        remove(&mut self.colors, numbers);
    }

    /// Adds the normals of the next triangle, which is `flat` without `given` ones.
    fn push_normals(&mut self, flat: Vec3, given: Option<[Vec3; 3]>) {
        let normals = given.unwrap_or([flat; 3]);
        let normals = normals.map(|normal| normal.try_normalize().unwrap_or(flat));
        let is_smooth = normals.iter().any(|normal| normal.dot(flat) < FLAT);
        if is_smooth && self.normals.is_empty() {
            reserve_first(&mut self.normals, self.triangles.capacity());
            let before = self.triangles.iter().map(flat_normals);
            self.normals.extend(before);
        }
        if is_smooth || !self.normals.is_empty() {
            let packed = normals.map(|normal| PackedNormal::new(normal.as_dvec3()));
            self.normals.push(packed);
        }
    }
}

/// Takes away the items with these numbers, which are sorted.
fn remove<T>(list: &mut Vec<T>, numbers: &[usize]) {
    let (mut at, mut numbers) = (0, numbers);
    list.retain(|_| {
        let is_next = numbers.first() == Some(&at);
        numbers = &numbers[usize::from(is_next)..];
        at += 1;
        !is_next
    });
}

/// Joins two lists of what is seen of the triangles in `triangles`, of which each has one entry for each triangle, or
/// none at all. Then `usual` gives the entries. The list gets room for `capacity` entries.
fn join<T>(
    list: &mut Vec<T>,
    later: Vec<T>,
    triangles: [&[[Vec3; 3]]; 2],
    capacity: usize,
    usual: impl Fn(&[Vec3; 3]) -> T,
) {
    if list.is_empty() && later.is_empty() {
        return;
    }
    if list.is_empty() {
        list.reserve_exact(capacity);
        list.extend(triangles[0].iter().map(&usual));
    }
    if later.is_empty() {
        list.extend(triangles[1].iter().map(usual));
    } else {
        list.extend(later);
    }
}

/// Gives an empty list room for `count` entries, exactly, because a large mesh needs the memory.
fn reserve_first<T>(list: &mut Vec<T>, count: usize) {
    if list.is_empty() {
        list.reserve_exact(count);
    }
}

/// The unit normal of a triangle; zero if it is too small to tell.
fn flat_normal([a, b, c]: &[Vec3; 3]) -> Vec3 {
    let [a, b, c] = [a, b, c].map(|corner| corner.as_dvec3());
    (b - a).cross(c - a).normalize_or_zero().as_vec3()
}

/// The normals of a flat triangle.
fn flat_normals(triangle: &[Vec3; 3]) -> [PackedNormal; 3] {
    [PackedNormal::new(flat_normal(triangle).as_dvec3()); 3]
}

/// A mesh in its own space.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Its parts, in the order of the file.
    pub parts: Vec<MeshPart>,
    /// The materials that its parts use.
    pub materials: Vec<Material>,
    /// The smallest box around all its triangles.
    pub bounds: Aabb,
}

impl Mesh {
    /// The triangles of all parts in the order of the file, placed in the world. A mirrored mesh is wound
    /// the other way, so its faces keep their front.
    ///
    /// `None` for a triangle that the placement leaves without an area.
    pub fn placed(&self, placement: &Placement) -> impl Iterator<Item = Option<Triangle>> {
        let all = self.parts.iter().flat_map(|part| &part.triangles);
        all.map(|corners| placed(corners, placement))
    }

    /// Adds [`placed`](Self::placed) triangles to `triangles`. Returns how many are left without an area.
    pub(crate) fn place_into(&self, placement: &Placement, triangles: &mut Vec<Triangle>) -> usize {
        let (before, all) = (triangles.len(), self.triangle_count());
        triangles.reserve_exact(all);
        let mut lost = Vec::new();
        for part in &self.parts {
            let start = triangles.len();
            // Any triangle, for places that are written below. Pieces that are joined later would take the memory twice.
            let mut some = part.triangles.iter();
            let Some(any) = some.find_map(|corners| placed(corners, placement)) else {
                continue;
            };
            triangles.resize(start + part.triangles.len(), any);
            let lost_of_part =
                Workers::All.change_pieces(&mut triangles[start..], |first, piece| {
                    let mut lost = Vec::new();
                    for (number, place) in (first..).zip(piece) {
                        match placed(&part.triangles[number], placement) {
                            Some(triangle) => *place = triangle,
                            None => lost.push(start + number),
                        }
                    }
                    lost
                });
            lost.extend(lost_of_part.into_iter().flatten());
        }
        if !lost.is_empty() {
            remove(triangles, &lost);
        }
        all - (triangles.len() - before)
    }

    /// The material of one of its parts.
    pub fn material_of(&self, part: &MeshPart) -> Option<&Material> {
        self.materials.get(part.material?)
    }

    /// How many triangles all parts have.
    pub(crate) fn triangle_count(&self) -> usize {
        self.parts.iter().map(|part| part.triangles.len()).sum()
    }
}

/// The smallest box around all triangles of `parts`.
pub fn bounds_of(parts: &[MeshPart]) -> Option<Aabb> {
    let ends = parts.iter().flat_map(|part| {
        let ends = Workers::All.map_pieces(&part.triangles, |_, piece| {
            let corners = piece.as_flattened().iter();
            Aabb::from_points(corners.map(|corner| corner.as_dvec3()))
        });
        ends.into_iter().flatten()
    });
    Aabb::from_points(ends.flat_map(|bounds| [bounds.min(), bounds.max()]))
}

/// The triangle with these corners, placed in the world.
fn placed(corners: &[Vec3; 3], placement: &Placement) -> Option<Triangle> {
    let [a, b, c] = if *placement == Placement::IDENTITY {
        // The same bits, at a fraction of the cost. Zero gets the sign that adding a position of zero gives it.
        corners.map(|corner| corner + Vec3::ZERO)
    } else {
        corners.map(|corner| placement.apply(corner.as_dvec3()).as_vec3())
    };
    Triangle::new(if placement.mirrors() {
        [a, c, b]
    } else {
        [a, b, c]
    })
}

/// The bits of a corner, for comparisons; zero has no sign.
pub(super) fn corner_bits(corner: Vec3) -> [u32; 3] {
    (corner + Vec3::ZERO).to_array().map(f32::to_bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;
    use glam::DVec3;

    #[test]
    fn a_mirrored_mesh_keeps_its_front_outside() {
        let part = MeshPart {
            name: "square".into(),
            triangles: vec![[Vec3::ZERO, Vec3::X, Vec3::ONE - Vec3::Z]],
            ..MeshPart::default()
        };
        let mesh = Mesh {
            parts: vec![part],
            materials: Vec::new(),
            bounds: Aabb::from_points([DVec3::ZERO, DVec3::ONE]).unwrap(),
        };
        let front = |scale| {
            let placement = Placement {
                scale,
                ..Placement::IDENTITY
            };
            mesh.placed(&placement)
                .next()
                .unwrap()
                .unwrap()
                .plane()
                .normal()
        };
        assert_eq!(front(DVec3::ONE), DVec3::Z);
        assert_eq!(front(DVec3::new(-1.0, 1.0, 1.0)), DVec3::Z);
        assert_eq!(front(DVec3::new(1.0, 1.0, -1.0)), DVec3::NEG_Z);
    }

    #[test]
    fn a_mesh_placed_as_it_is_has_the_bits_of_the_transform() {
        let numbers = [0.0, -0.0, 1.5, -3.25e-40, 7e30, -1e-7_f32];
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let corners = [(); 3]
                .map(|()| Vec3::from_array([(); 3].map(|()| numbers[random.below(numbers.len())])));
            let moved = Placement::IDENTITY;
            let slow = corners.map(|corner| moved.apply(corner.as_dvec3()).as_vec3());
            let bits = |triangle: Option<Triangle>| {
                triangle.map(|triangle| triangle.coordinates().map(f32::to_bits))
            };
            assert_eq!(
                bits(placed(&corners, &moved)),
                bits(Triangle::new(slow)),
                "{corners:?}"
            );
        }
    }

    #[test]
    fn joined_lists_are_those_of_one_triangle_after_another() {
        let mut random = Random::new(17);
        for case in 0..500 {
            let (mut whole, mut joined) = (MeshPart::default(), MeshPart::default());
            for _ in 0..random.below(4) {
                let mut list = MeshPart::default();
                // Each list has only some of the attributes.
                let has = [(); 3].map(|()| random.below(2) == 1);
                for _ in 0..random.below(4) {
                    let triangle = [(); 3].map(|()| random.vec3(1.0).as_vec3());
                    let normal = [Vec3::X, flat_normal(&triangle)][random.below(2)];
                    let seen = SeenTriangle {
                        tex_coords: has[0].then_some([Vec2::X; 3]),
                        normals: has[1].then_some([normal; 3]),
                        colors: has[2].then_some([[random.below(2) as u8 * 255; 4]; 3]),
                    };
                    whole.push(triangle, Some(seen));
                    list.push(triangle, Some(seen));
                }
                joined.append(list);
            }
            assert_eq!(joined, whole, "case {case}");
        }
    }
}
