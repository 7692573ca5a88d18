//! The level on the GPU: chunks of triangles, and groups of props and movers.

use macroquad::miniquad::{
    BufferId, BufferLayout, BufferSource, BufferType, BufferUsage, PipelineParams,
    RenderingBackend, TextureId, UniformType, VertexAttribute, VertexFormat, VertexStep,
};

use crate::draw::renderer::bounds::{Bounds, Frustum};
use crate::draw::renderer::instances::{Instance, Models};
use crate::draw::renderer::level_mesh::LevelMesh;
use crate::draw::renderer::mesh_buffer::MeshBuffer;
use crate::draw::renderer::program::{Program, shader_meta};
use crate::draw::renderer::vertices::Vertex;

/// A chunk on the GPU.
struct ChunkBuffer {
    mesh: MeshBuffer,
    bounds: Bounds,
}

/// The mesh of all models of one kind.
struct KindBuffer {
    mesh: MeshBuffer,
    has_trim: bool,
}

/// A group of models on the GPU.
struct GroupBuffer {
    kind: usize,
    instances: BufferId,
    count: usize,
    bounds: Bounds,
    moves: bool,
}

/// Some of the groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// Those whose sides have no frame.
    Plain,
    /// Those whose sides have a frame.
    Trimmed,
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

/// The level on the GPU.
#[derive(Default)]
pub struct SceneBuffers {
    chunks: Vec<ChunkBuffer>,
    /// The first chunks of the next level, uploaded before it replaces this one.
    uploaded: Vec<ChunkBuffer>,
    kinds: Vec<KindBuffer>,
    groups: Vec<GroupBuffer>,
}

/// The layouts of the two buffers of a group: the vertices of the mesh, and its instances.
fn instanced_layouts() -> [BufferLayout; 2] {
    let each = BufferLayout {
        step_func: VertexStep::PerInstance,
        ..BufferLayout::default()
    };
    [BufferLayout::default(), each]
}

/// The attributes of a vertex and of its instance.
fn instanced_attributes() -> Vec<VertexAttribute> {
    let vertex = Vertex::LAYOUT.map(|(name, format)| VertexAttribute::with_buffer(name, format, 0));
    let instance = ["row_x", "row_y", "row_z", "scale_shade"];
    let instance = instance.map(|name| VertexAttribute::with_buffer(name, VertexFormat::Float4, 1));
    vertex.into_iter().chain(instance).collect()
}

/// The program of a pass that draws chunks, or that draws groups, which are instanced.
pub fn scene_program(
    context: &mut dyn RenderingBackend,
    sources: (&str, &str),
    is_instanced: bool,
    images: &[&str],
    uniforms: &[(&str, UniformType)],
    params: PipelineParams,
) -> Result<Program, String> {
    if !is_instanced {
        return Program::new(context, sources, images, uniforms, &Vertex::LAYOUT, params);
    }
    let meta = shader_meta(images, uniforms);
    let (layouts, attributes) = (instanced_layouts(), instanced_attributes());
    Program::with_layouts(context, sources, meta, &layouts, &attributes, params)
}

impl SceneBuffers {
    /// Uploads one more chunk of a level that [`set_level`](Self::set_level) gets later. Returns whether there was one left.
    pub fn upload_part(
        &mut self,
        context: &mut dyn RenderingBackend,
        level_mesh: &LevelMesh,
    ) -> bool {
        let chunk = level_mesh.chunks.get(self.uploaded.len());
        let buffer = chunk.map(|chunk| ChunkBuffer {
            mesh: MeshBuffer::upload(context, &chunk.vertices, &chunk.indices),
            bounds: chunk.bounds,
        });
        let is_left = buffer.is_some();
        self.uploaded.extend(buffer);
        is_left
    }

    /// Drops the chunks of a level that will not come.
    pub fn drop_parts(&mut self, context: &mut dyn RenderingBackend) {
        for chunk in self.uploaded.drain(..) {
            chunk.mesh.delete(context);
        }
    }

    /// Replaces the level, and uploads what is left of it.
    pub fn set_level(&mut self, context: &mut dyn RenderingBackend, level_mesh: &LevelMesh) {
        while self.upload_part(context, level_mesh) {}
        let uploaded = std::mem::take(&mut self.uploaded);
        for chunk in std::mem::replace(&mut self.chunks, uploaded) {
            chunk.mesh.delete(context);
        }
        for kind in self.kinds.drain(..) {
            kind.mesh.delete(context);
        }
        for group in self.groups.drain(..) {
            context.delete_buffer(group.instances);
        }
        let models = &level_mesh.models;
        let kinds = models.kinds.iter().map(|kind| KindBuffer {
            mesh: MeshBuffer::upload(context, &kind.vertices, &kind.indices),
            has_trim: kind.has_trim,
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
    }

    /// Uploads the groups of `models` that have changed since they were uploaded last.
    pub fn update_groups(
        &mut self,
        context: &mut dyn RenderingBackend,
        models: &mut Models,
    ) -> ChangedGroups {
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

    /// A box around all movers. `None`: there are none.
    pub fn moving_bounds(&self) -> Option<Bounds> {
        let moving = self.groups.iter().filter(|group| group.moves);
        moving.map(|group| group.bounds).reduce(Bounds::union)
    }

    /// Whether there is a group of these.
    pub fn has(&self, groups: Groups) -> bool {
        self.groups
            .iter()
            .any(|group| self.is_one_of(group, groups))
    }

    fn is_one_of(&self, group: &GroupBuffer, groups: Groups) -> bool {
        match groups {
            Groups::Plain => !self.kinds[group.kind].has_trim,
            Groups::Trimmed => self.kinds[group.kind].has_trim,
            Groups::Still => !group.moves,
            Groups::Moving => group.moves,
            Groups::All => true,
        }
    }

    /// Draws the chunks that `frustum` may show, with the current pipeline, whose uniforms are set.
    pub fn draw_chunks(
        &self,
        context: &mut dyn RenderingBackend,
        frustum: &Frustum,
        images: &[TextureId],
    ) {
        for chunk in &self.chunks {
            if frustum.may_show(&chunk.bounds) {
                chunk.mesh.draw(context, images);
            }
        }
    }

    /// Draws those of `groups` that `frustum` may show, with the current pipeline, whose uniforms are set.
    pub fn draw_groups(
        &self,
        context: &mut dyn RenderingBackend,
        groups: Groups,
        frustum: &Frustum,
        images: &[TextureId],
    ) {
        for group in &self.groups {
            if self.is_one_of(group, groups) && frustum.may_show(&group.bounds) {
                let mesh = &self.kinds[group.kind].mesh;
                mesh.draw_instances(context, (group.instances, group.count), images);
            }
        }
    }
}
