//! The level's triangles as vertex buffers: one for all that stands still, one for what moves.

use macroquad::math::Vec3;
use macroquad::miniquad::{
    Bindings, BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend, TextureId,
    VertexFormat,
};

use sidle::geometry::Triangle;
use sidle::glam::{DVec3, Vec3 as MeshVec3};
use sidle::level::{Look, MeshPart, Model};

/// One corner of a drawn triangle.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    /// Red, green, blue as displayed; the fourth is the strength of the metre grid.
    color: [u8; 4],
    /// On a crate's side: place on the side from its middle, and the side's half size; metres.
    /// Zero elsewhere.
    trim: [f32; 4],
}

impl Vertex {
    pub const LAYOUT: [(&'static str, VertexFormat); 4] = [
        ("position", VertexFormat::Float3),
        ("normal", VertexFormat::Float3),
        ("color", VertexFormat::Byte4),
        ("trim", VertexFormat::Float4),
    ];

    /// Where it is, relative to the scene's origin; metres.
    pub fn place(&self) -> Vec3 {
        Vec3::from_array(self.position)
    }
}

/// The level's triangles on the GPU.
pub struct MeshBuffer {
    vertices: BufferId,
    indices: BufferId,
    room: usize,
    count: i32,
    /// How many of the vertices, from the first, have no trim.
    plain: i32,
}

impl MeshBuffer {
    /// What stands still.
    pub fn upload(context: &mut dyn RenderingBackend, vertices: &[Vertex]) -> Self {
        Self {
            plain: count_plain(vertices),
            ..Self::upload_any(context, vertices)
        }
    }

    /// What stands still, of another kind of vertices.
    pub fn upload_any<T>(context: &mut dyn RenderingBackend, vertices: &[T]) -> Self {
        let source = BufferSource::slice(vertices);
        Self::new(context, BufferUsage::Immutable, source, vertices.len())
    }

    /// Room for so many vertices that move.
    pub fn streamed(context: &mut dyn RenderingBackend, count: usize) -> Self {
        let source = BufferSource::empty::<Vertex>(count);
        Self::new(context, BufferUsage::Stream, source, count)
    }

    fn new(
        context: &mut dyn RenderingBackend,
        usage: BufferUsage,
        source: BufferSource,
        count: usize,
    ) -> Self {
        // Each corner has its own normal and trim, so no two triangles share one. miniquad draws by
        // index only: these are the vertices in order.
        let indices: Vec<u32> = (0..count as u32).collect();
        Self {
            vertices: context.new_buffer(BufferType::VertexBuffer, usage, source),
            indices: context.new_buffer(
                BufferType::IndexBuffer,
                BufferUsage::Immutable,
                BufferSource::slice(&indices),
            ),
            room: count,
            count: count as i32,
            plain: 0,
        }
    }

    /// Takes these vertices in the place of those before; what there is no room for is left out.
    pub fn update(&mut self, context: &mut dyn RenderingBackend, vertices: &[Vertex]) {
        let vertices = &vertices[..vertices.len().min(self.room)];
        self.count = vertices.len() as i32;
        self.plain = count_plain(vertices);
        context.buffer_update(self.vertices, BufferSource::slice(vertices));
    }

    /// Gives its memory back.
    pub fn delete(&self, context: &mut dyn RenderingBackend) {
        context.delete_buffer(self.vertices);
        context.delete_buffer(self.indices);
    }

    pub fn bindings(&self, images: Vec<TextureId>) -> Bindings {
        Bindings {
            vertex_buffers: vec![self.vertices],
            index_buffer: self.indices,
            images,
        }
    }

    /// How many vertices there are.
    pub fn count(&self) -> i32 {
        self.count
    }

    /// How many of them, from the first, have no trim.
    pub fn plain(&self) -> i32 {
        self.plain
    }
}

fn count_plain(vertices: &[Vertex]) -> i32 {
    vertices.partition_point(|vertex| vertex.trim == [0.0; 4]) as i32
}

/// All triangles of `models` relative to `origin`.
pub fn build(models: &[Model], origin: DVec3) -> Vec<Vertex> {
    let mut vertices = Vec::new();
    add(&mut vertices, models, origin);
    vertices
}

/// Adds all triangles of `models` relative to `origin`, those with a trim after all others.
pub fn add(vertices: &mut Vec<Vertex>, models: &[Model], origin: DVec3) {
    for trimmed in [false, true] {
        let mut props = 0;
        for model in models {
            // Neighbours of a kind are told apart by a breath of brightness.
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

/// Whether its sides have a frame.
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

/// Where a corner of a crate lies on its side, in metres from the side's middle.
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

/// A part's own colour, or the tint of what it belongs to.
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
