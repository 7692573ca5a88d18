//! Draws egui's output over everything else: coloured, textured triangles.
//!
//! One upload takes all vertices of a layout to the GPU. Each mesh is then drawn with its own clip rectangle, in every frame
//! until the next layout.

use std::collections::BTreeMap;

use egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Primitive, Vertex};
use egui::{TextureId, TexturesDelta};
use macroquad::miniquad::{
    self, BlendFactor, BlendState, BlendValue, BufferId, BufferSource, BufferType, BufferUsage,
    Equation, FilterMode, PassAction, PipelineParams, RenderingBackend, TextureFormat,
    TextureParams, TextureWrap, UniformType, UniformsSource, VertexFormat,
};

use crate::draw::renderer::target::program::{Program, gl_context};

/// Number of vertices and of indices that the first buffers hold.
const INITIAL_CAPACITY: usize = 1 << 13;

/// The shader, buffers and textures for egui.
pub struct EguiPainter {
    program: Program,
    vertices: BufferId,
    indices: BufferId,
    /// Capacities of both buffers.
    capacity: [usize; 2],
    textures: BTreeMap<TextureId, miniquad::TextureId>,
    /// The layout that was uploaded last, and the pixels of one of its points.
    batches: Vec<Batch>,
    scale: f32,
}

/// Triangles that share a texture and a clip rectangle.
struct Batch {
    /// Left, top, right and bottom; pixels from the upper left.
    clip: [f32; 4],
    texture: TextureId,
    first: i32,
    count: i32,
}

impl EguiPainter {
    /// # Errors
    /// When the driver refuses the shader.
    pub fn new() -> Result<Self, String> {
        let gl = gl_context();
        let context = gl.quad_context;
        let over = BlendState::new(
            Equation::Add,
            // The colours have premultiplied alpha.
            BlendFactor::One,
            BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
        );
        let program = Program::new(
            context,
            (VERTEX, FRAGMENT),
            &["letters"],
            &[("size", UniformType::Float2)],
            &[
                ("place", VertexFormat::Float2),
                ("spot", VertexFormat::Float2),
                ("color", VertexFormat::Byte4),
            ],
            PipelineParams {
                color_blend: Some(over),
                alpha_blend: Some(over),
                ..Default::default()
            },
        )?;
        Ok(Self {
            program,
            vertices: buffer::<Vertex>(context, BufferType::VertexBuffer, INITIAL_CAPACITY),
            indices: buffer::<u32>(context, BufferType::IndexBuffer, INITIAL_CAPACITY),
            capacity: [INITIAL_CAPACITY; 2],
            textures: BTreeMap::new(),
            batches: Vec::new(),
            scale: 1.0,
        })
    }

    /// Uploads `primitives` after applying the texture changes `delta`; one point is `scale` pixels.
    pub fn upload(&mut self, primitives: &[ClippedPrimitive], delta: &TexturesDelta, scale: f32) {
        let mut gl = gl_context();
        gl.flush();
        let context = &mut *gl.quad_context;
        for (id, image) in &delta.set {
            self.set_texture(context, *id, image);
        }
        self.upload_batches(context, primitives, scale);
        for id in &delta.free {
            if let Some(texture) = self.textures.remove(id) {
                context.delete_texture(texture);
            }
        }
    }

    fn upload_batches(
        &mut self,
        context: &mut dyn RenderingBackend,
        primitives: &[ClippedPrimitive],
        scale: f32,
    ) {
        let (mut vertices, mut indices) = (Vec::new(), Vec::new());
        self.scale = scale;
        self.batches.clear();
        for ClippedPrimitive {
            clip_rect: clip,
            primitive,
        } in primitives
        {
            let Primitive::Mesh(mesh) = primitive else {
                continue;
            };
            let (base, first) = (vertices.len() as u32, indices.len());
            vertices.extend_from_slice(&mesh.vertices);
            indices.extend(mesh.indices.iter().map(|index| base + index));
            self.batches.push(Batch {
                clip: [clip.min.x, clip.min.y, clip.max.x, clip.max.y].map(|it| it * scale),
                texture: mesh.texture_id,
                first: first as i32,
                count: mesh.indices.len() as i32,
            });
        }
        if indices.is_empty() {
            return;
        }
        self.reserve(context, [vertices.len(), indices.len()]);
        context.buffer_update(self.vertices, BufferSource::slice(&vertices));
        context.buffer_update(self.indices, BufferSource::slice(&indices));
    }

    /// Draws the layout that was uploaded last.
    pub fn draw(&self) {
        if self.batches.is_empty() {
            return;
        }
        let mut gl = gl_context();
        gl.flush();
        let context = &mut *gl.quad_context;
        let (width, height) = miniquad::window::screen_size();
        context.begin_default_pass(PassAction::Nothing);
        context.apply_pipeline(&self.program.pipeline);
        for batch in &self.batches {
            let Some(texture) = self.textures.get(&batch.texture) else {
                continue;
            };
            let [left, top, right, bottom] = batch.clip.map(f32::round);
            let (left, right) = (left.clamp(0.0, width), right.clamp(0.0, width));
            let (top, bottom) = (top.clamp(0.0, height), bottom.clamp(0.0, height));
            if right <= left || bottom <= top {
                continue;
            }
            // OpenGL counts from the bottom.
            context.apply_scissor_rect(
                left as i32,
                (height - bottom) as i32,
                (right - left) as i32,
                (bottom - top) as i32,
            );
            context.apply_bindings_from_slice(&[self.vertices], self.indices, &[*texture]);
            let size = [width / self.scale, height / self.scale];
            context.apply_uniforms(UniformsSource::table(&size));
            context.draw(batch.first, batch.count, 1);
        }
        context.end_render_pass();
    }

    fn reserve(&mut self, context: &mut dyn RenderingBackend, wanted: [usize; 2]) {
        if wanted[0] > self.capacity[0] {
            self.capacity[0] = wanted[0].next_power_of_two();
            context.delete_buffer(self.vertices);
            self.vertices = buffer::<Vertex>(context, BufferType::VertexBuffer, self.capacity[0]);
        }
        if wanted[1] > self.capacity[1] {
            self.capacity[1] = wanted[1].next_power_of_two();
            context.delete_buffer(self.indices);
            self.indices = buffer::<u32>(context, BufferType::IndexBuffer, self.capacity[1]);
        }
    }

    /// Creates a texture, or updates a part of an existing one.
    fn set_texture(&mut self, context: &mut dyn RenderingBackend, id: TextureId, new: &ImageDelta) {
        let [width, height] = new.image.size().map(|side| side as u32);
        let pixels: Vec<u8> = match &new.image {
            ImageData::Color(image) => image.pixels.iter().flat_map(|it| it.to_array()).collect(),
            ImageData::Font(image) => {
                let pixels = image.srgba_pixels(None);
                pixels.flat_map(|it| it.to_array()).collect()
            }
        };
        match (new.pos, self.textures.get(&id)) {
            (Some([x, y]), Some(texture)) => context.texture_update_part(
                *texture,
                x as i32,
                y as i32,
                width as i32,
                height as i32,
                &pixels,
            ),
            (Some(_), None) => {}
            (None, _) => {
                let texture = context.new_texture_from_data_and_format(
                    &pixels,
                    TextureParams {
                        format: TextureFormat::RGBA8,
                        wrap: TextureWrap::Clamp,
                        min_filter: FilterMode::Linear,
                        mag_filter: FilterMode::Linear,
                        width,
                        height,
                        ..TextureParams::default()
                    },
                );
                if let Some(before) = self.textures.insert(id, texture) {
                    context.delete_texture(before);
                }
            }
        }
    }
}

fn buffer<T>(context: &mut dyn RenderingBackend, kind: BufferType, capacity: usize) -> BufferId {
    context.new_buffer(
        kind,
        BufferUsage::Stream,
        BufferSource::empty::<T>(capacity),
    )
}

const VERTEX: &str = r"#version 100
uniform vec2 size;
attribute vec2 place;
attribute vec2 spot;
attribute vec4 color;
varying lowp vec4 shade;
varying vec2 at;
void main() {
    gl_Position = vec4(2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y, 0.0, 1.0);
    shade = color / 255.0;
    at = spot;
}
";

const FRAGMENT: &str = r"#version 100
precision highp float;
uniform sampler2D letters;
varying lowp vec4 shade;
varying vec2 at;
void main() {
    gl_FragColor = shade * texture2D(letters, at);
}
";
