//! Vertices of the scene, and the triangles of meshes as the GPU takes them.

use macroquad::math::Vec3;
use macroquad::miniquad::VertexFormat;

use sidle::geometry::packing::Packed;
use sidle::geometry::{Placement, Triangle};
use sidle::glam::{DVec3, Vec3 as MeshVec3};
use sidle::level::{Look, Mesh, MeshPart};

use crate::draw::renderer::workers::map_all;

/// The number for a component of a normal that is 0; 1 is twice as much.
const NORMAL_ZERO: f64 = 32_767.0;

/// How many triangles of a mesh are prepared at once. Smaller: more time is spent on handing out pieces; larger: cores wait
/// for the last piece.
const PIECE: usize = 1 << 13;

/// One corner of a drawn triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Vertex {
    /// The bits of the position's components; metres.
    position: [u32; 3],
    /// The unit normal, from 0 for -1 to 65 534 for 1; the fourth component is unused.
    normal: [u16; 4],
    /// Red, green and blue as displayed, and the strength of the metre grid.
    color: [u8; 4],
}

impl Vertex {
    pub const LAYOUT: [(&'static str, VertexFormat); 3] = [
        ("position", VertexFormat::Float3),
        ("normal", VertexFormat::Short4),
        ("color", VertexFormat::Byte4),
    ];

    pub fn position(&self) -> [f32; 3] {
        self.position.map(f32::from_bits)
    }
}

impl Packed for Vertex {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.position.pack(bytes);
        self.normal.pack(bytes);
        self.color.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            position: Packed::unpack(bytes)?,
            normal: Packed::unpack(bytes)?,
            color: Packed::unpack(bytes)?,
        })
    }
}

/// A drawn triangle. It is flat, so its corners share a normal and a colour.
#[derive(Clone, Copy, Debug)]
pub struct DrawnTriangle {
    pub corners: [Vec3; 3],
    normal: [u16; 4],
    color: [u8; 4],
}

impl DrawnTriangle {
    pub fn vertices(&self) -> [Vertex; 3] {
        self.corners.map(|corner| Vertex {
            position: corner.to_array().map(f32::to_bits),
            normal: self.normal,
            color: self.color,
        })
    }
}

/// The triangles of `mesh`, placed relative to `origin`, in the colours of `look`.
pub fn triangles(
    mesh: &Mesh,
    look: &Look,
    placement: &Placement,
    origin: DVec3,
) -> Vec<DrawnTriangle> {
    let side = if placement.mirrors() { -1.0 } else { 1.0 };
    let place = |corner: MeshVec3| (placement.apply(corner.as_dvec3()) - origin).as_vec3();
    let parts = mesh.parts.iter().flat_map(|part| {
        let pieces = part.triangles.chunks(PIECE);
        pieces.map(move |piece| (part_color(mesh, part, look), piece))
    });
    let parts: Vec<_> = parts.collect();
    let drawn = map_all(&parts, |(color, piece)| {
        let drawn = piece.iter().filter_map(|corners| {
            let placed = corners.map(place);
            let normal = Triangle::new(placed)?.plane().normal() * side;
            let [x, y, z] = (normal.to_array())
                .map(|part| (part * NORMAL_ZERO).round() + NORMAL_ZERO)
                .map(|part| part as u16);
            Some(DrawnTriangle {
                corners: placed.map(|corner| Vec3::from_array(corner.to_array())),
                normal: [x, y, z, NORMAL_ZERO as u16],
                color: *color,
            })
        });
        drawn.collect::<Vec<_>>()
    });
    drawn.concat()
}

/// Whether the sides have a frame: those of crates.
pub fn has_trim(look: &Look) -> bool {
    matches!(look, Look::Prop { kind } if &**kind == "crate")
}

/// The part's own colour, or else the colour of its kind of model.
fn part_color(mesh: &Mesh, part: &MeshPart, look: &Look) -> [u8; 4] {
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
    let own = mesh.material_of(part).map(|material| material.color);
    let [r, g, b] = own.map_or(tint, |[r, g, b, _]| [r, g, b].map(displayed));
    [r, g, b, grid].map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8)
}

/// The intensity as displayed of a linear one, both from 0 to 1: the inverse transfer function of sRGB.
fn displayed(linear: f32) -> f32 {
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}
