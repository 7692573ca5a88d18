//! From a primitive of a glTF mesh to triangles.

use glam::{DAffine3, DMat3, DVec3, Vec2, Vec3};

use super::accessor::Accessor;
use super::buffers::Buffers;
use super::json::{Document, Item, Read};
use super::materials::{Laid, UvTransform};
use crate::geometry::Triangle;
use crate::level::mesh::{MeshPart, SeenTriangle};

/// How the corners of a primitive make triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topology {
    List,
    Strip,
    Fan,
}

impl Topology {
    /// That of `primitive`; `None`: it has points or lines.
    pub fn of(primitive: &Item<'_>) -> Read<Option<Self>> {
        let Some(mode) = primitive.get("mode") else {
            return Ok(Some(Self::List));
        };
        Ok(match mode.index()? {
            0..=3 => None,
            4 => Some(Self::List),
            5 => Some(Self::Strip),
            6 => Some(Self::Fan),
            other => {
                let help = "expected 4 for triangles, 5 for a strip or 6 for a fan";
                return Err(mode
                    .error(format!("there is no mode {other}"))
                    .with_help(help));
            }
        })
    }

    /// How many triangles so many corners make.
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
pub(super) fn count_triangles(document: &Document<'_>, primitive: &Item<'_>) -> Read<u64> {
    let attributes = primitive.require("attributes")?;
    let (Some(topology), Some(position)) = (Topology::of(primitive)?, attributes.get("POSITION"))
    else {
        return Ok(0);
    };
    let corners = primitive.get("indices").unwrap_or(position);
    let (_, accessor) = document.entry("accessors", &corners)?;
    let mut corners = accessor.require("count")?.index()?;
    // Reading refuses more elements than there are bytes.
    if let Some(view) = accessor.get("bufferView") {
        let (_, view) = document.entry("bufferViews", &view)?;
        corners = corners.min(view.require("byteLength")?.index()?);
    }
    Ok(topology.count(corners) as u64)
}

/// The vertices of a primitive.
struct Vertices<'b> {
    positions: Accessor<'b>,
    indices: Option<Accessor<'b>>,
    normals: Option<Accessor<'b>>,
    colors: Option<Accessor<'b>>,
    tex_coords: Option<(Accessor<'b>, UvTransform)>,
}

impl<'b> Vertices<'b> {
    fn read(
        document: &Document<'_>,
        buffers: &'b Buffers,
        primitive: &Item<'_>,
        laid: Option<Laid>,
    ) -> Read<Self> {
        let attributes = primitive.require("attributes")?;
        let position = attributes.require("POSITION")?;
        let positions = Accessor::read(document, buffers, &position, &["VEC3"])?;
        let attribute = |name: &str, types: &[&str]| {
            let Some(key) = attributes.keys().find(|key| *key == name) else {
                return Ok(None);
            };
            let item = attributes.require(key)?;
            let read = Accessor::read(document, buffers, &item, types)?;
            if read.count < positions.count {
                let (found, expected) = (read.count, positions.count);
                let message = format!("it has {found} elements, and there are {expected} vertices");
                return Err(item
                    .error(message)
                    .with_help("export the file again: it is damaged"));
            }
            Ok(Some(read))
        };
        let indices = match primitive.get("indices") {
            Some(index) => {
                let read = Accessor::read(document, buffers, &index, &["SCALAR"])?;
                if !read.is_of_indices() {
                    let help = "expected the component type 5121, 5123 or 5125";
                    return Err(index
                        .error("indices are whole numbers from 0")
                        .with_help(help));
                }
                Some(read)
            }
            None => None,
        };
        let tex_coords = match laid {
            Some(laid) => {
                let name = format!("TEXCOORD_{}", laid.tex_coords);
                attribute(&name, &["VEC2"])?.map(|read| (read, laid.transform))
            }
            None => None,
        };
        Ok(Self {
            normals: attribute("NORMAL", &["VEC3"])?,
            colors: attribute("COLOR_0", &["VEC3", "VEC4"])?,
            positions,
            indices,
            tex_coords,
        })
    }

    /// What says how many corners there are.
    fn corners(&self) -> &Accessor<'b> {
        self.indices.as_ref().unwrap_or(&self.positions)
    }
}

/// The triangles of a primitive.
pub(super) struct Built {
    pub part: MeshPart,
    /// How many were left out because they have no area.
    pub without_area: usize,
}

/// The triangles of `primitive`, placed by `transform`.
pub(super) fn build(
    document: &Document<'_>,
    buffers: &Buffers,
    primitive: &Item<'_>,
    transform: &DAffine3,
    laid: Option<Laid>,
) -> Read<Built> {
    let topology = Topology::of(primitive)?.unwrap_or(Topology::List);
    let vertices = Vertices::read(document, buffers, primitive, laid)?;
    let (mirrors, normal_matrix) = sides(&transform.matrix3);
    let count = topology.count(vertices.corners().count);
    let mut built = Built {
        part: MeshPart::default(),
        without_area: 0,
    };
    if vertices.corners().has_bytes() {
        built.part.triangles.reserve_exact(count);
    }
    for triangle in 0..count {
        let mut corners = topology.corners(triangle);
        if mirrors {
            corners.swap(1, 2);
        }
        let mut numbers = corners;
        if let Some(indices) = &vertices.indices {
            numbers = corners.map(|corner| indices.index(corner));
            if let Some(at) = numbers
                .iter()
                .position(|it| *it >= vertices.positions.count)
            {
                let (corner, number) = (corners[at], numbers[at]);
                let count = vertices.positions.count;
                let message = format!("index {corner} is {number}, and there are {count} vertices");
                let error = primitive.require("indices")?.error(message);
                return Err(error.with_help("export the file again: it is damaged"));
            }
        }
        let place = |vertex: usize| {
            let position = DVec3::from_array(vertices.positions.numbers(vertex));
            transform.transform_point3(position).as_vec3()
        };
        let placed = numbers.map(place);
        if let Some(at) = placed.iter().position(|corner| !corner.is_finite()) {
            let message = format!("vertex {} is not finite where it is placed", numbers[at]);
            let position = primitive.require("attributes")?.require("POSITION")?;
            let help = "expected finite numbers, and transforms that keep them below 3e38";
            return Err(position.error(message).with_help(help));
        }
        if Triangle::new(placed).is_none() {
            built.without_area += 1;
            continue;
        }
        let seen = SeenTriangle {
            tex_coords: vertices.tex_coords.as_ref().map(|(all, transform)| {
                numbers.map(|vertex| transform.apply(vec2(all.numbers(vertex))))
            }),
            normals: vertices
                .normals
                .as_ref()
                .zip(normal_matrix)
                .map(|(all, matrix)| {
                    numbers.map(|vertex| placed_normal(&matrix, all.numbers(vertex)))
                }),
            colors: vertices
                .colors
                .as_ref()
                .map(|all| numbers.map(|vertex| color(all, vertex))),
        };
        built.part.push(placed, Some(seen));
    }
    Ok(built)
}

/// Whether a matrix mirrors, and the one for normals: none if it flattens everything.
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

fn color(all: &Accessor<'_>, vertex: usize) -> [u8; 4] {
    let [red, green, blue, opacity] = all.shares(vertex);
    let opacity = if all.width == 4 { opacity } else { 1.0 };
    // A cast brings what is not a number to 0.
    [red, green, blue, opacity].map(|part| (part * 255.0 + 0.5) as u8)
}
