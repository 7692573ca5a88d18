//! Vertices of the scene, and the triangles of meshes as the GPU takes them.

use macroquad::math::Vec3;
use macroquad::miniquad::VertexFormat;

use sidle::geometry::packing::Packed;
use sidle::geometry::{PackedNormal, Placement, Triangle};
use sidle::glam::{DVec3, Vec3 as MeshVec3};
use sidle::level::{Look, Mesh, MeshPart};
use sidle::parallel::Workers;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::level::ice::Ice;
use crate::draw::textures::TextureTable;
use crate::draw::textures::srgb::{displayed, linear};

/// How many triangles of a mesh are prepared at once. Smaller: more time is spent on handing out pieces; larger: cores wait
/// for the last piece.
const PIECE: usize = 1 << 13;

/// The strengths of the grid that say that a surface is slippery: of none, and of a full grid. No other surface has them.
const ICY_GRIDS: [u8; 2] = [2, 254];

/// One corner of a drawn triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Vertex {
    /// The bits of the position's components; metres.
    position: [u32; 3],
    /// The normal of the face, on which grid and shadow lie, and that of the light. The shader's `unpacked` unpacks them.
    normals: [PackedNormal; 2],
    /// Red, green and blue as displayed, and the strength of the metre grid, or one of [`ICY_GRIDS`].
    color: [u8; 4],
}

/// The place of a vertex in its texture, the bits of both coordinates, from the top left.
pub type TexCoord = [u32; 2];

impl Vertex {
    pub const LAYOUT: [(&'static str, VertexFormat); 3] = [
        ("position", VertexFormat::Float3),
        ("normals", VertexFormat::Short4),
        ("color", VertexFormat::Byte4),
    ];

    pub fn position(&self) -> [f32; 3] {
        self.position.map(f32::from_bits)
    }

    /// The normal of the face.
    pub fn face(&self) -> DVec3 {
        self.normals[0].unpack()
    }
}

impl Packed for Vertex {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.position.pack(bytes);
        self.normals.pack(bytes);
        self.color.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            position: Packed::unpack(bytes)?,
            normals: Packed::unpack(bytes)?,
            color: Packed::unpack(bytes)?,
        })
    }
}

/// A drawn triangle.
#[derive(Clone, Copy, Debug)]
pub struct DrawnTriangle {
    pub corners: [Vec3; 3],
    face: PackedNormal,
    normals: [PackedNormal; 3],
    colors: [[u8; 4]; 3],
}

impl DrawnTriangle {
    /// A flat triangle of the world in one colour, relative to `origin`.
    pub fn plain(triangle: &Triangle, origin: DVec3, color: [u8; 4]) -> Self {
        let face = PackedNormal::new(triangle.plane().normal());
        let corners = triangle.vertices();
        Self {
            corners: corners.map(|corner| to_render_vec3(corner - origin)),
            face,
            normals: [face; 3],
            colors: [color; 3],
        }
    }

    pub fn vertices(&self) -> [Vertex; 3] {
        std::array::from_fn(|at| Vertex {
            position: self.corners[at].to_array().map(f32::to_bits),
            normals: [self.face, self.normals[at]],
            color: self.colors[at],
        })
    }
}

/// Triangles with the same texture.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The number of the texture in the level's table.
    pub texture: Option<u32>,
    pub triangles: Vec<DrawnTriangle>,
    /// One entry for each triangle, if there is a texture; else empty.
    pub tex_coords: Vec<[TexCoord; 3]>,
}

/// Triangles by their textures, in the order of their first use.
#[derive(Default)]
pub struct Batches(pub Vec<Batch>);

impl Batches {
    /// Adds the triangles of `mesh`, placed relative to `origin`, in the colours of `look`.
    pub fn add(
        &mut self,
        mesh: &Mesh,
        look: &Look,
        placement: &Placement,
        origin: DVec3,
        (textures, ice): (&TextureTable, &Ice),
    ) {
        let pieces = mesh.parts.iter().enumerate().flat_map(|(number, part)| {
            let is_icy = ice.has(mesh, number);
            let paint = Paint::new(mesh, part, look, (textures, is_icy));
            let starts = (0..part.triangles.len()).step_by(PIECE);
            starts.map(move |start| (paint, part, start))
        });
        let pieces: Vec<_> = pieces.collect();
        let drawn = Workers::All.map(&pieces, |(paint, part, start)| {
            let end = part.triangles.len().min(start + PIECE);
            let mut batch = Batch {
                texture: paint.texture,
                ..Batch::default()
            };
            for number in *start..end {
                if let Some(triangle) = drawn(part, number, paint, placement, origin) {
                    batch.triangles.push(triangle);
                    if paint.texture.is_some() {
                        let places = part.tex_coords[number];
                        batch
                            .tex_coords
                            .push(places.map(|place| place.to_array().map(f32::to_bits)));
                    }
                }
            }
            batch
        });
        for mut batch in drawn {
            match self
                .0
                .iter_mut()
                .find(|known| known.texture == batch.texture)
            {
                Some(same) => {
                    same.triangles.append(&mut batch.triangles);
                    same.tex_coords.append(&mut batch.tex_coords);
                }
                None => self.0.push(batch),
            }
        }
    }
}

/// The colour of a part, in linear light, and its texture.
#[derive(Clone, Copy)]
struct Paint {
    color: [f32; 3],
    /// The colour as displayed.
    displayed: [u8; 4],
    texture: Option<u32>,
}

impl Paint {
    fn new(
        mesh: &Mesh,
        part: &MeshPart,
        look: &Look,
        (textures, is_icy): (&TextureTable, bool),
    ) -> Self {
        let material = mesh.material_of(part);
        let texture = material.filter(|_| !part.tex_coords.is_empty());
        let texture = texture.and_then(|material| textures.number_of(material));
        let (tint, grid) = tint(look);
        let is_clean = texture.is_some() || look.shape(mesh).is_some();
        let color = match material {
            Some(material) => [0, 1, 2].map(|at| material.color[at]),
            None if part.colors.is_empty() => tint.map(linear),
            // Vertex colours replace the usual tint.
            None => [1.0; 3],
        };
        let grid = if is_clean { 0.0 } else { grid };
        let grid = match (is_icy, grid > 0.5) {
            (false, _) => (grid * 255.0).round() as u8,
            (true, has_grid) => ICY_GRIDS[usize::from(has_grid)],
        };
        let displayed = [0, 0, 0, grid];
        let mut paint = Self {
            color,
            displayed,
            texture,
        };
        paint.displayed = paint.displayed_at([255; 4]);
        paint
    }

    /// The colour of a corner with this vertex colour, as displayed.
    fn displayed_at(&self, vertex: [u8; 4]) -> [u8; 4] {
        let part = |at: usize| {
            let light = self.color[at] * f32::from(vertex[at]) / 255.0;
            (displayed(light.clamp(0.0, 1.0)) * 255.0).round() as u8
        };
        [part(0), part(1), part(2), self.displayed[3]]
    }
}

/// The triangle of this `number`, unless it is placed without an area.
fn drawn(
    part: &MeshPart,
    number: usize,
    paint: &Paint,
    placement: &Placement,
    origin: DVec3,
) -> Option<DrawnTriangle> {
    let side = if placement.mirrors() { -1.0 } else { 1.0 };
    let place = |corner: MeshVec3| (placement.apply(corner.as_dvec3()) - origin).as_vec3();
    let placed = part.triangles[number].map(place);
    let face = Triangle::new(placed)?.plane().normal() * side;
    let packed = PackedNormal::new(face);
    // A normal is not placed like a point: it stays perpendicular to a surface that is stretched.
    let light = |normal: PackedNormal| {
        let along = placement.rotation * (normal.unpack() / placement.scale);
        match along.try_normalize() {
            // Lit from the front, also where a file turns its normals inwards.
            Some(along) if along.dot(face) < 0.0 => PackedNormal::new(-along),
            Some(along) => PackedNormal::new(along),
            None => packed,
        }
    };
    let normals = part.normals.get(number);
    let colors = part.colors.get(number);
    Some(DrawnTriangle {
        corners: placed.map(|corner| Vec3::from_array(corner.to_array())),
        face: packed,
        normals: normals.map_or([packed; 3], |normals| normals.map(light)),
        colors: match colors {
            Some(colors) => colors.map(|color| paint.displayed_at(color)),
            None => [paint.displayed; 3],
        },
    })
}

/// Whether the sides have a frame, as on those of crates.
pub fn has_trim(look: &Look) -> bool {
    matches!(look, Look::Prop { kind } if &**kind == "crate")
}

/// The colour of a part without a material, as displayed, and the strength of the metre grid.
fn tint(look: &Look) -> ([f32; 3], f32) {
    const STONE: [f32; 3] = [0.74, 0.71, 0.66];
    const TINTS: [(&str, [f32; 3]); 3] = [
        ("fence", [0.62, 0.47, 0.33]),
        ("crate", [0.76, 0.56, 0.33]),
        ("car", [0.33, 0.52, 0.55]),
    ];
    const OTHER_PROPS: [f32; 3] = [0.58, 0.54, 0.66];
    match look {
        Look::Mesh => (STONE, 1.0),
        Look::Sign => (STONE, 0.0),
        Look::Prop { kind } => {
            let tint = TINTS.iter().find(|(name, _)| **name == **kind);
            (tint.map_or(OTHER_PROPS, |(_, tint)| *tint), 0.35)
        }
    }
}

#[cfg(test)]
mod tests;
