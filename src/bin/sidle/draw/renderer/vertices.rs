//! Turns the models of a level into vertices with normals and colours.

use macroquad::math::Vec3;
use macroquad::miniquad::VertexFormat;

use sidle::geometry::Triangle;
use sidle::geometry::packing::Packed;
use sidle::glam::{DVec3, Vec3 as MeshVec3};
use sidle::level::{Look, MeshPart, Model};

/// One corner of a drawn triangle.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    /// Red, green and blue as displayed, and the strength of the metre grid.
    color: [u8; 4],
    /// On the side of a crate: the place relative to the middle of the side, and half the size of the side; metres. Zero
    /// elsewhere.
    trim: [f32; 4],
}

impl Vertex {
    pub const LAYOUT: [(&'static str, VertexFormat); 4] = [
        ("position", VertexFormat::Float3),
        ("normal", VertexFormat::Float3),
        ("color", VertexFormat::Byte4),
        ("trim", VertexFormat::Float4),
    ];

    /// The position relative to the scene's origin; metres.
    pub fn position(&self) -> Vec3 {
        Vec3::from_array(self.position)
    }
}

impl Packed for Vertex {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.position.pack(bytes);
        self.normal.pack(bytes);
        self.color.pack(bytes);
        self.trim.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            position: Packed::unpack(bytes)?,
            normal: Packed::unpack(bytes)?,
            color: Packed::unpack(bytes)?,
            trim: Packed::unpack(bytes)?,
        })
    }
}

/// The number of leading vertices without trim.
pub fn count_plain(vertices: &[Vertex]) -> i32 {
    vertices.partition_point(|vertex| vertex.trim == [0.0; 4]) as i32
}

/// The vertices of all triangles of `models`, relative to `origin`.
pub fn build(models: &[Model], origin: DVec3) -> Vec<Vertex> {
    let mut vertices = Vec::new();
    add(&mut vertices, models, origin);
    vertices
}

/// Adds the vertices of all triangles of `models`, relative to `origin`; those with trim come last.
pub fn add(vertices: &mut Vec<Vertex>, models: &[Model], origin: DVec3) {
    for trimmed in [false, true] {
        let mut props = 0;
        for model in models {
            // Slightly different brightness distinguishes neighbouring props of one kind.
            let shade = match model.look {
                Look::Mesh | Look::Sign => 1.0,
                Look::Prop { .. } => {
                    props += 1;
                    0.94 + 0.03 * (props % 5) as f32
                }
            };
            if has_trim(&model.look) != trimmed {
                continue;
            }
            for part in &model.mesh.parts {
                let color = part_color(part, &model.look, shade);
                for corners in &part.triangles {
                    add_triangle(vertices, model, corners, color, origin);
                }
            }
        }
    }
}

/// Whether the sides have a frame: those of crates.
fn has_trim(look: &Look) -> bool {
    matches!(look, Look::Prop { kind } if &**kind == "crate")
}

fn add_triangle(
    vertices: &mut Vec<Vertex>,
    model: &Model,
    corners: &[MeshVec3; 3],
    color: [u8; 4],
    origin: DVec3,
) {
    let placed =
        corners.map(|corner| (model.placement.apply(corner.as_dvec3()) - origin).as_vec3());
    let Some(triangle) = Triangle::new(placed) else {
        return;
    };
    let side = if model.placement.mirrors() { -1.0 } else { 1.0 };
    let normal = (triangle.plane().normal() * side).as_vec3().to_array();
    for (corner, position) in corners.iter().zip(placed) {
        let trim = if has_trim(&model.look) {
            crate_trim(*corner, corners, model.placement.scale)
        } else {
            [0.0; 4]
        };
        vertices.push(Vertex {
            position: position.to_array(),
            normal,
            color,
            trim,
        });
    }
}

/// The trim of a crate's corner; see [`Vertex`].
fn crate_trim(corner: MeshVec3, triangle: &[MeshVec3; 3], scale: DVec3) -> [f32; 4] {
    let normal = (triangle[1] - triangle[0])
        .cross(triangle[2] - triangle[0])
        .abs();
    let (place, half) = (corner * scale.as_vec3(), scale.as_vec3() * 0.5);
    if normal.x > normal.y && normal.x > normal.z {
        [place.z, place.y, half.z, half.y]
    } else if normal.y > normal.z {
        [place.x, place.z, half.x, half.z]
    } else {
        [place.x, place.y, half.x, half.y]
    }
}

/// The part's own colour, or else the colour of its kind of model.
fn part_color(part: &MeshPart, look: &Look, shade: f32) -> [u8; 4] {
    const STONE: [f32; 3] = [0.74, 0.71, 0.66];
    const TINTS: [(&str, [f32; 3]); 3] = [
        ("fence", [0.62, 0.47, 0.33]),
        ("crate", [0.76, 0.56, 0.33]),
        ("car", [0.33, 0.52, 0.55]),
    ];
    const OTHER_PROPS: [f32; 3] = [0.58, 0.54, 0.66];
    let (tint, grid) = match look {
        Look::Mesh => (STONE, 1.0),
        Look::Sign => (STONE, 0.0),
        Look::Prop { kind } => {
            let tint = TINTS.iter().find(|(name, _)| **name == **kind);
            (tint.map_or(OTHER_PROPS, |(_, tint)| *tint), 0.35)
        }
    };
    let [r, g, b] = part.color.unwrap_or(tint).map(|part| part * shade);
    [r, g, b, grid].map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8)
}
