//! The level on the GPU: chunks of triangles, and groups of props and movers.

use macroquad::miniquad::{
    BufferId, BufferLayout, BufferSource, BufferType, BufferUsage, PipelineParams, TextureId,
    UniformType, VertexAttribute, VertexFormat,
};
use sidle::order::sort_by;
use smallvec::SmallVec;

use crate::draw::renderer::level::bounds::{Bounds, Frustum};
use crate::draw::renderer::level::chunks::Chunk;
use crate::draw::renderer::level::instances::{Instance, Models};
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::draw::renderer::level::mesh_buffer::MeshBuffer;
use crate::draw::renderer::level::surface::Surface;
use crate::draw::renderer::level::texture_buffer::{TextureBuffer, slices};
use crate::draw::renderer::level::vertices::Vertex;
use crate::draw::renderer::target::program::{Gpu, Program, instance_layout, shader_meta};

/// Triangles on the GPU with the same surface.
struct Piece {
    mesh: MeshBuffer,
    surface: Surface,
    texture: Option<TextureId>,
}

/// A chunk on the GPU.
struct ChunkBuffer {
    piece: Piece,
    bounds: Bounds,
}

/// A group of models on the GPU.
struct GroupBuffer {
    /// The number of the mesh that they share.
    kind: usize,
    instances: BufferId,
    count: usize,
    bounds: Bounds,
    moves: bool,
}

/// Some of the groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// The props.
    Still,
    /// The movers.
    Moving,
    All,
}

/// Which groups have changed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChangedGroups {
    pub still: bool,
    pub moving: bool,
}

/// The parts of the next level that are uploaded before it replaces this one.
#[derive(Default)]
struct Uploaded {
    textures: Vec<TextureBuffer>,
    chunks: Vec<ChunkBuffer>,
    /// The number of parts so far.
    parts: usize,
}

/// The level on the GPU.
#[derive(Default)]
pub struct SceneBuffers {
    chunks: Vec<ChunkBuffer>,
    textures: Vec<TextureBuffer>,
    uploaded: Uploaded,
    /// The mesh of all models of each kind.
    kinds: Vec<Vec<Piece>>,
    groups: Vec<GroupBuffer>,
    /// The surfaces of all chunks, and of all kinds.
    surfaces: [Vec<Surface>; 2],
}

/// The layouts of the buffers: the vertices of a mesh, its instances if `is_instanced`, and the places in a texture if
/// `is_textured`.
fn layouts(is_instanced: bool, is_textured: bool) -> Vec<BufferLayout> {
    let instances = is_instanced.then(instance_layout);
    let tex_coords = is_textured.then(BufferLayout::default);
    let vertices = [BufferLayout::default()].into_iter();
    vertices.chain(instances).chain(tex_coords).collect()
}

/// The attributes in those buffers.
fn attributes(is_instanced: bool, is_textured: bool) -> Vec<VertexAttribute> {
    let vertex = Vertex::LAYOUT.map(|(name, format)| VertexAttribute::with_buffer(name, format, 0));
    let mut attributes = vertex.to_vec();
    if is_instanced {
        let instance = ["row_x", "row_y", "row_z", "scale_shade"];
        let format = VertexFormat::Float4;
        attributes.extend(instance.map(|name| VertexAttribute::with_buffer(name, format, 1)));
    }
    if is_textured {
        let (name, format) = ("tex_coord", VertexFormat::Float2);
        let buffer = if is_instanced { 2 } else { 1 };
        attributes.push(VertexAttribute::with_buffer(name, format, buffer));
    }
    attributes
}

/// The program of a pass that draws chunks, or that draws groups, which are instanced; with the places in a texture if
/// `is_textured`.
pub fn scene_program(
    context: &mut Gpu,
    sources: (&str, &str),
    (is_instanced, is_textured): (bool, bool),
    images: &[&str],
    uniforms: &[(&str, UniformType)],
    params: PipelineParams,
) -> Result<Program, String> {
    let meta = shader_meta(images, uniforms);
    let layouts = layouts(is_instanced, is_textured);
    let attributes = attributes(is_instanced, is_textured);
    Program::with_layouts(context, sources, meta, &layouts, &attributes, params)
}

/// The surface of triangles with the texture of this number.
fn surface(textures: &[TextureBuffer], texture: Option<u32>) -> (Surface, Option<TextureId>) {
    match texture.and_then(|number| textures.get(number as usize)) {
        Some(texture) if texture.is_cut_out => (Surface::CutOut, Some(texture.id)),
        Some(texture) => (Surface::Textured, Some(texture.id)),
        None => (Surface::Plain, None),
    }
}

impl ChunkBuffer {
    fn upload(context: &mut Gpu, chunk: &Chunk, textures: &[TextureBuffer]) -> Self {
        let (surface, texture) = surface(textures, chunk.geometry.texture);
        let piece = Piece {
            mesh: MeshBuffer::of_geometry(context, &chunk.geometry),
            surface,
            texture,
        };
        Self {
            piece,
            bounds: chunk.bounds,
        }
    }
}

impl Uploaded {
    /// Uploads one more part: of a texture, or else of the chunks. Returns whether there was one left.
    fn upload_part(&mut self, context: &mut Gpu, level_mesh: &LevelMesh) -> bool {
        let is_left = self.upload_texels(context, level_mesh) || {
            let chunk = level_mesh.chunks.get(self.chunks.len());
            let buffer = chunk.map(|chunk| ChunkBuffer::upload(context, chunk, &self.textures));
            let is_left = buffer.is_some();
            self.chunks.extend(buffer);
            is_left
        };
        self.parts += usize::from(is_left);
        is_left
    }

    fn upload_texels(&mut self, context: &mut Gpu, mesh: &LevelMesh) -> bool {
        loop {
            let last = self.textures.len().checked_sub(1);
            let last = last.map(|at| (&mut self.textures[at], &mesh.textures[at]));
            if last.is_some_and(|(buffer, texture)| buffer.upload_slice(context, texture)) {
                return true;
            }
            let Some(next) = mesh.textures.get(self.textures.len()) else {
                return false;
            };
            self.textures.push(TextureBuffer::new(context, next));
        }
    }

    fn delete(&mut self, context: &mut Gpu) {
        for chunk in self.chunks.drain(..) {
            chunk.piece.mesh.delete(context);
        }
        for texture in self.textures.drain(..) {
            context.delete_texture(texture.id);
        }
        self.parts = 0;
    }
}

/// The number of parts in which `level_mesh` is uploaded.
pub fn parts(level_mesh: &LevelMesh) -> usize {
    level_mesh.textures.iter().map(slices).sum::<usize>() + level_mesh.chunks.len()
}

impl SceneBuffers {
    /// Uploads one more part of a level that [`set_level`](Self::set_level) gets later. Returns whether there was one left.
    pub fn upload_part(&mut self, context: &mut Gpu, level_mesh: &LevelMesh) -> bool {
        self.uploaded.upload_part(context, level_mesh)
    }

    /// Drops the parts of a level that will not come.
    pub fn drop_parts(&mut self, context: &mut Gpu) {
        self.uploaded.delete(context);
    }

    /// Replaces the level, and uploads the rest of it.
    pub fn set_level(&mut self, context: &mut Gpu, level_mesh: &LevelMesh) {
        while self.upload_part(context, level_mesh) {}
        let mut next = std::mem::take(&mut self.uploaded);
        std::mem::swap(&mut self.chunks, &mut next.chunks);
        std::mem::swap(&mut self.textures, &mut next.textures);
        next.delete(context);
        self.set_models(context, &level_mesh.models);
    }

    /// Deletes everything.
    pub fn clear(&mut self, context: &mut Gpu) {
        self.uploaded.chunks.append(&mut self.chunks);
        self.uploaded.textures.append(&mut self.textures);
        self.uploaded.delete(context);
        self.delete_models(context);
        self.note_surfaces();
    }

    /// Adds a chunk without a texture.
    pub fn add_chunk(&mut self, context: &mut Gpu, chunk: &Chunk) {
        self.chunks.push(ChunkBuffer::upload(context, chunk, &[]));
        self.note_surfaces();
    }

    fn delete_models(&mut self, context: &mut Gpu) {
        for piece in self.kinds.drain(..).flatten() {
            piece.mesh.delete(context);
        }
        for group in self.groups.drain(..) {
            context.delete_buffer(group.instances);
        }
    }

    fn note_surfaces(&mut self) {
        let chunks = self.chunks.iter().map(|chunk| chunk.piece.surface);
        let kinds = self.kinds.iter().flatten().map(|piece| piece.surface);
        self.surfaces = [chunks.collect(), kinds.collect()];
        for surfaces in &mut self.surfaces {
            sort_by(surfaces, Ord::cmp);
            surfaces.dedup();
        }
    }

    /// Replaces the props and movers.
    pub fn set_models(&mut self, context: &mut Gpu, models: &Models) {
        self.delete_models(context);
        let kinds = models.kinds.iter().map(|kind| {
            let pieces = kind.pieces.iter().map(|geometry| {
                let (surface, texture) = surface(&self.textures, geometry.texture);
                let surface = match surface {
                    Surface::Plain if kind.has_trim => Surface::Trimmed,
                    other => other,
                };
                Piece {
                    mesh: MeshBuffer::of_geometry(context, geometry),
                    surface,
                    texture,
                }
            });
            pieces.collect()
        });
        self.kinds = kinds.collect();
        let groups = models.groups.iter().map(|group| {
            let count = group.instances.len();
            let source = BufferSource::empty::<Instance>(count);
            let usage = BufferUsage::Dynamic;
            GroupBuffer {
                kind: group.kind,
                instances: context.new_buffer(BufferType::VertexBuffer, usage, source),
                count,
                bounds: group.bounds,
                moves: group.moves,
            }
        });
        self.groups = groups.collect();
        self.note_surfaces();
    }

    /// Uploads the groups of `models` that have changed since they were uploaded last.
    pub fn update_groups(&mut self, context: &mut Gpu, models: &mut Models) -> ChangedGroups {
        let mut changed = ChangedGroups::default();
        for (buffer, group) in self.groups.iter_mut().zip(&mut models.groups) {
            if std::mem::take(&mut group.changed) {
                context.buffer_update(buffer.instances, BufferSource::slice(&group.instances));
                buffer.bounds = group.bounds;
                changed.still |= !group.moves;
                changed.moving |= group.moves;
            }
        }
        changed
    }

    /// A box around all movers. `None` if there are none.
    pub fn moving_bounds(&self) -> Option<Bounds> {
        let moving = self.groups.iter().filter(|group| group.moves);
        moving.map(|group| group.bounds).reduce(Bounds::union)
    }

    /// The surfaces of the chunks, or of the groups, which are instanced.
    pub fn surfaces(&self, is_instanced: bool) -> &[Surface] {
        &self.surfaces[usize::from(is_instanced)]
    }

    /// Draws the chunks with one of these `surfaces` that `frustum` may show, with the current pipeline, whose uniforms are
    /// set. The texture follows the other `images`.
    pub fn draw_chunks(
        &self,
        context: &mut Gpu,
        surfaces: &[Surface],
        frustum: &Frustum,
        images: &[TextureId],
    ) {
        for ChunkBuffer { piece, bounds } in &self.chunks {
            if surfaces.contains(&piece.surface) && frustum.may_show(bounds) {
                piece.mesh.draw(context, &piece.images(images));
            }
        }
    }

    /// Draws those of `groups` with one of these `surfaces` that `frustum` may show, with the current pipeline, whose
    /// uniforms are set. The texture follows the other `images`.
    pub fn draw_groups(
        &self,
        context: &mut Gpu,
        (groups, surfaces): (Groups, &[Surface]),
        frustum: &Frustum,
        images: &[TextureId],
    ) {
        for group in &self.groups {
            let is_asked = match groups {
                Groups::Still => !group.moves,
                Groups::Moving => group.moves,
                Groups::All => true,
            };
            if !is_asked || !frustum.may_show(&group.bounds) {
                continue;
            }
            for piece in &self.kinds[group.kind] {
                if surfaces.contains(&piece.surface) {
                    let instances = (group.instances, group.count);
                    let images = piece.images(images);
                    piece.mesh.draw_instances(context, instances, &images);
                }
            }
        }
    }
}

impl Piece {
    /// The images of a shader, and the texture after them.
    fn images(&self, others: &[TextureId]) -> SmallVec<[TextureId; 3]> {
        others.iter().copied().chain(self.texture).collect()
    }
}
