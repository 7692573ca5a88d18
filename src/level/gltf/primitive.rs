//! From a primitive of a glTF mesh to triangles.

use ::gltf::accessor::{DataType, Dimensions};
use ::gltf::mesh::Mode;
use ::gltf::mesh::util::ReadIndices;
use ::gltf::{Accessor, Primitive, Semantic};
use glam::{DAffine3, DMat3, DVec3, Vec2, Vec3};

use super::accessor::{Elements, check, elements, raw};
use super::buffers::Buffers;
use super::json::{GltfError, Read};
use super::materials::{Laid, UvTransform};
use crate::geometry::Triangle;
use crate::level::meshes::{MeshPart, SeenTriangle};

/// How the corners of a primitive make triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topology {
    List,
    Strip,
    Fan,
}

impl Topology {
    /// That of `primitive`; `None` if it has points or lines.
    pub fn of(primitive: &Primitive<'_>) -> Option<Self> {
        match primitive.mode() {
            Mode::Triangles => Some(Self::List),
            Mode::TriangleStrip => Some(Self::Strip),
            Mode::TriangleFan => Some(Self::Fan),
            Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => None,
        }
    }

    /// How many triangles this many corners make.
    fn count(self, corners: usize) -> usize {
        match self {
            Self::List => corners / 3,
            Self::Strip | Self::Fan => corners.saturating_sub(2),
        }
    }

    /// The corners of a triangle, counter-clockwise from its front.
    fn corners(self, triangle: usize) -> [usize; 3] {
        match self {
            Self::List => [0, 1, 2].map(|corner| 3 * triangle + corner),
            // Every other triangle of a strip is wound the other way.
            Self::Strip if triangle % 2 == 1 => [triangle + 1, triangle, triangle + 2],
            Self::Strip => [triangle, triangle + 1, triangle + 2],
            Self::Fan => [triangle + 1, triangle + 2, 0],
        }
    }
}

/// How many triangles `primitive` has, by what it says.
pub(super) fn count_triangles(primitive: &Primitive<'_>) -> u64 {
    let positions = primitive.get(&Semantic::Positions);
    let (Some(topology), Some(positions)) = (Topology::of(primitive), positions) else {
        return 0;
    };
    let accessor = primitive.indices().unwrap_or(positions);
    // Reading refuses more elements than there are bytes.
    let most = accessor.view().map_or(usize::MAX, |view| view.length());
    topology.count(accessor.count().min(most)) as u64
}

/// The vertices of a primitive.
struct Vertices<'b> {
    count: usize,
    positions: Elements<'b, 3>,
    indices: Option<Vec<u32>>,
    normals: Option<Elements<'b, 3>>,
    colors: Option<Elements<'b, 4>>,
    tex_coords: Option<(Elements<'b, 2>, UvTransform)>,
}

impl<'b> Vertices<'b> {
    fn read(
        buffers: &'b Buffers,
        (path, primitive): (&str, &Primitive<'_>),
        laid: Option<Laid>,
    ) -> Read<Self> {
        let mut count = 0;
        let mut attribute = |semantic: Semantic, expected: &[Dimensions]| {
            let Some(accessor) = primitive.get(&semantic) else {
                return Ok(None);
            };
            check(buffers, &accessor, expected)?;
            if semantic == Semantic::Positions {
                count = accessor.count();
            }
            if accessor.count() < count {
                let (name, found) = (semantic.to_string(), accessor.count());
                let message = format!("it has {found} elements, and there are {count} vertices");
                let path = format!("{path}.attributes.{name}");
                return Err(GltfError::damaged(path, message));
            }
            Ok(Some(accessor))
        };
        let Some(positions) = attribute(Semantic::Positions, &[Dimensions::Vec3])? else {
            let path = format!("{path}.attributes");
            return Err(GltfError::damaged(path, "`POSITION` is missing"));
        };
        let normals = attribute(Semantic::Normals, &[Dimensions::Vec3])?;
        let colors = attribute(Semantic::Colors(0), &[Dimensions::Vec3, Dimensions::Vec4])?;
        let tex_coords = match &laid {
            Some(laid) => attribute(Semantic::TexCoords(laid.tex_coords), &[Dimensions::Vec2])?,
            None => None,
        };
        let indices = primitive.indices();
        let indices = indices.map(|accessor| read_indices(buffers, path, accessor));
        let tex_coords = tex_coords.map(|read| elements(buffers, read, false));
        Ok(Self {
            count,
            positions: elements(buffers, positions, false),
            indices: indices.transpose()?,
            normals: normals.map(|read| elements(buffers, read, false)),
            colors: colors.map(|read| read_colors(buffers, read)),
            tex_coords: tex_coords.zip(laid.map(|laid| laid.transform)),
        })
    }
}

fn read_indices(buffers: &Buffers, path: &str, accessor: Accessor<'_>) -> Read<Vec<u32>> {
    check(buffers, &accessor, &[Dimensions::Scalar])?;
    let count = accessor.count();
    let read = match accessor.data_type() {
        DataType::U8 => raw(buffers, accessor).map(ReadIndices::U8),
        DataType::U16 => raw(buffers, accessor).map(ReadIndices::U16),
        DataType::U32 => raw(buffers, accessor).map(ReadIndices::U32),
        _ => {
            let error = GltfError::at(
                format!("{path}.indices"),
                "indices are whole numbers from 0",
            );
            return Err(error.with_help("expected the component type 5121, 5123 or 5125"));
        }
    };
    Ok(read.map_or_else(|| vec![0; count], |read| read.into_u32().collect()))
}

/// Red, green, blue and opacity, from 0 to 1.
fn read_colors<'b>(buffers: &'b Buffers, accessor: Accessor<'_>) -> Elements<'b, 4> {
    if accessor.dimensions() == Dimensions::Vec4 {
        return elements(buffers, accessor, true);
    }
    let opaque = elements::<3>(buffers, accessor, true);
    Box::new(move |vertex| {
        let [red, green, blue] = opaque(vertex);
        [red, green, blue, 1.0]
    })
}

/// The triangles of a primitive.
pub(super) struct Built {
    pub part: MeshPart,
    /// How many were left out because they have no area.
    pub without_area: usize,
}

/// The triangles of the primitive at a path, placed by `transform`.
pub(super) fn build(
    buffers: &Buffers,
    (path, primitive): (&str, &Primitive<'_>),
    transform: &DAffine3,
    laid: Option<Laid>,
) -> Read<Built> {
    let topology = Topology::of(primitive).unwrap_or(Topology::List);
    let vertices = Vertices::read(buffers, (path, primitive), laid)?;
    let (mirrors, normal_matrix) = sides(&transform.matrix3);
    let corners = vertices.indices.as_ref().map_or(vertices.count, Vec::len);
    let count = topology.count(corners);
    let mut built = Built {
        part: MeshPart::default(),
        without_area: 0,
    };
    built.part.triangles.reserve_exact(count);
    for triangle in 0..count {
        let mut corners = topology.corners(triangle);
        if mirrors {
            corners.swap(1, 2);
        }
        let mut numbers = corners;
        if let Some(indices) = &vertices.indices {
            numbers = corners.map(|corner| indices.get(corner).map_or(0, |index| *index as usize));
            if let Some(at) = numbers.iter().position(|index| *index >= vertices.count) {
                let (corner, number, count) = (corners[at], numbers[at], vertices.count);
                let message = format!("index {corner} is {number}, and there are {count} vertices");
                return Err(GltfError::damaged(format!("{path}.indices"), message));
            }
        }
        let place = |vertex: usize| {
            let position = DVec3::from_array((vertices.positions)(vertex));
            transform.transform_point3(position).as_vec3()
        };
        let placed = numbers.map(place);
        if let Some(at) = placed.iter().position(|corner| !corner.is_finite()) {
            let message = format!("vertex {} is not finite where it is placed", numbers[at]);
            let help = "expected finite numbers, and transforms that keep them below 3e38";
            let path = format!("{path}.attributes.POSITION");
            return Err(GltfError::at(path, message).with_help(help));
        }
        if Triangle::new(placed).is_none() {
            built.without_area += 1;
            continue;
        }
        let seen = SeenTriangle {
            tex_coords: vertices
                .tex_coords
                .as_ref()
                .map(|(all, transform)| numbers.map(|vertex| transform.apply(vec2(all(vertex))))),
            normals: vertices
                .normals
                .as_ref()
                .zip(normal_matrix)
                .map(|(all, matrix)| numbers.map(|vertex| placed_normal(&matrix, all(vertex)))),
            colors: vertices
                .colors
                .as_ref()
                .map(|all| numbers.map(|vertex| color(all(vertex)))),
        };
        built.part.push(placed, Some(seen));
    }
    Ok(built)
}

/// Whether a matrix mirrors, and the one for normals, or none if it flattens everything.
fn sides(matrix: &DMat3) -> (bool, Option<DMat3>) {
    let determinant = matrix.determinant();
    let inverse = matrix.inverse().transpose();
    (determinant < 0.0, inverse.is_finite().then_some(inverse))
}

fn vec2(numbers: [f64; 2]) -> Vec2 {
    let read = Vec2::from_array(numbers.map(|number| number as f32));
    if read.is_finite() { read } else { Vec2::ZERO }
}

fn placed_normal(matrix: &DMat3, numbers: [f64; 3]) -> Vec3 {
    (*matrix * DVec3::from_array(numbers))
        .normalize_or_zero()
        .as_vec3()
}

fn color(parts: [f64; 4]) -> [u8; 4] {
    // A cast brings what is not a number to 0.
    parts.map(|part| (part * 255.0 + 0.5) as u8)
}

#[cfg(test)]
mod tests;
