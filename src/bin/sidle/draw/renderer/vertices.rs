//! Vertices of the scene, and the triangles of meshes as the GPU takes them.

use macroquad::math::Vec3;
use macroquad::miniquad::VertexFormat;

use sidle::geometry::packing::Packed;
use sidle::geometry::{PackedNormal, Placement, Triangle};
use sidle::glam::{DVec3, Vec3 as MeshVec3};
use sidle::level::{Look, Mesh, MeshPart};

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::workers::map_all;
use crate::draw::textures::TextureTable;
use crate::draw::textures::srgb::{displayed, linear};

/// How many triangles of a mesh are prepared at once. Smaller: more time is spent on handing out pieces; larger: cores wait
/// for the last piece.
const PIECE: usize = 1 << 13;

/// One corner of a drawn triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Vertex {
    /// The bits of the position's components; metres.
    position: [u32; 3],
    /// The normal of the face, on which grid and shadow lie, and that of the light. The shader's `unpacked` unpacks them.
    normals: [PackedNormal; 2],
    /// Red, green and blue as displayed, and the strength of the metre grid.
    color: [u8; 4],
}

/// The place of a vertex in its texture: the bits of both coordinates, from the top left.
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
        textures: &TextureTable,
    ) {
        let pieces = mesh.parts.iter().flat_map(|part| {
            let paint = Paint::new(mesh, part, look, textures);
            let starts = (0..part.triangles.len()).step_by(PIECE);
            starts.map(move |start| (paint, part, start))
        });
        let pieces: Vec<_> = pieces.collect();
        let drawn = map_all(&pieces, |(paint, part, start)| {
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
                            .push(places.map(|it| it.to_array().map(f32::to_bits)));
                    }
                }
            }
            batch
        });
        for mut batch in drawn {
            match self.0.iter_mut().find(|it| it.texture == batch.texture) {
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
    /// The same as displayed.
    displayed: [u8; 4],
    texture: Option<u32>,
}

impl Paint {
    fn new(mesh: &Mesh, part: &MeshPart, look: &Look, textures: &TextureTable) -> Self {
        let material = mesh.material_of(part);
        let texture = material.filter(|_| !part.tex_coords.is_empty());
        let texture = texture.and_then(|material| textures.number_of(material));
        let (tint, grid) = tint(look);
        let color = match material {
            Some(material) => [0, 1, 2].map(|at| material.color[at]),
            None if part.colors.is_empty() => tint.map(linear),
            // Vertex colours replace the usual tint.
            None => [1.0; 3],
        };
        let grid = if texture.is_some() { 0.0 } else { grid };
        let displayed = [0, 0, 0, (grid * 255.0).round() as u8];
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

/// Whether the sides have a frame: those of crates.
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
mod tests {
    use super::*;
    use sidle::geometry::Aabb;
    use sidle::glam::{DMat3, Vec2};
    use sidle::level::Material;

    /// A triangle in the plane z = 0 with its front towards +Z, with these normals.
    fn mesh(normals: Vec<[PackedNormal; 3]>) -> Mesh {
        let part = MeshPart {
            triangles: vec![[MeshVec3::ZERO, MeshVec3::X, MeshVec3::Y]],
            normals,
            ..MeshPart::default()
        };
        Mesh {
            parts: vec![part],
            materials: Vec::new(),
            bounds: Aabb::from_points([DVec3::ZERO, DVec3::ONE]).unwrap(),
        }
    }

    fn only(mesh: &Mesh, placement: &Placement) -> DrawnTriangle {
        let mut batches = Batches::default();
        let table = TextureTable::of_meshes([mesh]);
        batches.add(mesh, &Look::Mesh, placement, DVec3::ZERO, &table);
        assert_eq!((batches.0.len(), batches.0[0].triangles.len()), (1, 1));
        batches.0[0].triangles[0]
    }

    fn scaled(x: f64, y: f64, z: f64) -> Placement {
        Placement {
            scale: DVec3::new(x, y, z),
            ..Placement::IDENTITY
        }
    }

    #[test]
    fn a_flat_triangle_is_lit_by_the_normal_of_its_face() {
        for placement in [
            scaled(1.0, 1.0, 1.0),
            scaled(-2.0, 3.0, 1.0),
            scaled(1.0, 1.0, -1.0),
        ] {
            let drawn = only(&mesh(Vec::new()), &placement);
            let front = if placement.scale.z < 0.0 {
                -DVec3::Z
            } else {
                DVec3::Z
            };
            assert_eq!(drawn.face.unpack(), front, "{placement:?}");
            assert_eq!(drawn.normals, [drawn.face; 3]);
        }
    }

    #[test]
    fn a_smooth_normal_stays_perpendicular_to_a_stretched_and_mirrored_surface() {
        let normal = MeshVec3::new(0.6, 0.0, 0.8);
        let smooth = mesh(vec![[PackedNormal::new(normal.as_dvec3()); 3]]);
        for scale in [
            [1.0, 1.0, 1.0],
            [4.0, 1.0, 0.5],
            [-1.0, 1.0, 1.0],
            [-3.0, 2.0, 0.25],
        ] {
            let [x, y, z] = scale;
            let drawn = only(&smooth, &scaled(x, y, z));
            // The tangent of the surface, placed like a point.
            let tangent = DVec3::new(0.8 * x, 0.0, -0.6 * z);
            let lit = drawn.normals[0].unpack();
            assert!(
                lit.dot(tangent).abs() < 1e-3 * tangent.length(),
                "{scale:?}"
            );
            assert!(lit.dot(drawn.face.unpack()) > 0.0, "{scale:?}");
        }
        let turned = Placement {
            rotation: DMat3::from_rotation_y(0.5),
            ..scaled(1.0, 2.0, 3.0)
        };
        let drawn = only(&smooth, &turned);
        let expected = turned.rotation * (normal.as_dvec3() / turned.scale).normalize();
        assert!((drawn.normals[1].unpack() - expected).length() < 1e-3);
    }

    #[test]
    fn normals_that_point_inwards_light_the_front() {
        let normal = PackedNormal::new(DVec3::NEG_Z);
        let inwards = only(&mesh(vec![[normal; 3]]), &Placement::IDENTITY);
        assert_eq!(inwards.normals, [inwards.face; 3]);
    }

    fn material(color: [f32; 4]) -> Material {
        Material {
            name: "paint".to_owned(),
            color,
            texture: None,
            alpha_cutoff: None,
            double_sided: true,
        }
    }

    #[test]
    fn vertex_colours_multiply_the_material_in_linear_light() {
        let mut painted = mesh(Vec::new());
        let half = [128, 255, 0, 255];
        painted.parts[0].colors = vec![[half, [255; 4], half]];
        // Without a material, they are the colour.
        let colors = only(&painted, &Placement::IDENTITY).colors;
        // 128 / 255 of the light is displayed as 188.
        assert_eq!(colors, [[188, 255, 0, 255], [255; 4], [188, 255, 0, 255]]);
        painted.materials = vec![material([0.5, 1.0, 1.0, 1.0])];
        painted.parts[0].material = Some(0);
        let colors = only(&painted, &Placement::IDENTITY).colors;
        assert_eq!(colors[1], [188, 255, 255, 255]);
        // A quarter of the light.
        assert_eq!(colors[0], [137, 255, 0, 255]);
        painted.materials = vec![material([9.0, -1.0, f32::NAN, 1.0])];
        let colors = only(&painted, &Placement::IDENTITY).colors;
        assert_eq!(colors[1], [255, 0, 0, 255]);
    }

    #[test]
    fn a_textured_part_has_a_place_for_each_corner_and_no_grid() {
        let mut textured = mesh(Vec::new());
        textured.materials = vec![Material {
            texture: Some(sidle::level::Texture {
                image: std::sync::Arc::new(sidle::level::TextureImage {
                    name: "none.png".to_owned(),
                    bytes: None,
                }),
                wrap: Default::default(),
            }),
            ..material([1.0; 4])
        }];
        textured.parts[0].material = Some(0);
        // Without places, the texture cannot be drawn.
        assert_eq!(only(&textured, &Placement::IDENTITY).colors[0], [255; 4]);
        textured.parts[0].tex_coords = vec![[Vec2::ZERO, Vec2::X, Vec2::Y]];
        let mut batches = Batches::default();
        let table = TextureTable::of_meshes([&textured]);
        batches.add(
            &textured,
            &Look::Mesh,
            &Placement::IDENTITY,
            DVec3::ZERO,
            &table,
        );
        let batch = &batches.0[0];
        assert_eq!(batch.texture, Some(0));
        assert_eq!(
            batch.tex_coords,
            [[[0, 0], [1.0_f32.to_bits(), 0], [0, 1.0_f32.to_bits()]]]
        );
        assert_eq!(batch.triangles[0].colors, [[255, 255, 255, 0]; 3]);
    }
}
