//! Draws egui's output over everything else: coloured, textured triangles.
//!
//! One upload takes all vertices of a layout to the GPU. Each mesh is then drawn with its own clip rectangle, in every frame
//! until the next layout.

use std::collections::BTreeMap;

use egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Primitive, Vertex};
use egui::{TextureId, TexturesDelta};
use macroquad::miniquad::{
    self, BlendFactor, BlendState, BlendValue, BufferType, Equation, PassAction, PipelineParams,
    UniformType, UniformsSource, VertexFormat,
};

use crate::draw::renderer::target::program::{Gpu, Program, clamped_texture, gl_context};
use crate::draw::renderer::target::stream_buffer::StreamBuffer;

/// The shader, buffers and textures for egui.
pub struct EguiPainter {
    program: Program,
    vertices: StreamBuffer<Vertex>,
    indices: StreamBuffer<u32>,
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
        let context = gl_context();
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
            vertices: StreamBuffer::new(context, BufferType::VertexBuffer),
            indices: StreamBuffer::new(context, BufferType::IndexBuffer),
            textures: BTreeMap::new(),
            batches: Vec::new(),
            scale: 1.0,
        })
    }

    /// Uploads `primitives` after applying the texture changes `delta`; one point is `scale` pixels.
    pub fn upload(&mut self, primitives: &[ClippedPrimitive], delta: &TexturesDelta, scale: f32) {
        let context = gl_context();
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

    fn upload_batches(&mut self, context: &mut Gpu, primitives: &[ClippedPrimitive], scale: f32) {
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
                clip: [clip.min.x, clip.min.y, clip.max.x, clip.max.y]
                    .map(|coordinate| coordinate * scale),
                texture: mesh.texture_id,
                first: first as i32,
                count: mesh.indices.len() as i32,
            });
        }
        if !indices.is_empty() {
            self.vertices.upload(context, &vertices);
            self.indices.upload(context, &indices);
        }
    }

    /// Draws the layout that was uploaded last.
    pub fn draw(&self) {
        if self.batches.is_empty() {
            return;
        }
        let context = gl_context();
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
            let (vertices, indices) = (self.vertices.id(), self.indices.id());
            context.apply_bindings_from_slice(&[vertices], indices, &[*texture]);
            let size = [width / self.scale, height / self.scale];
            context.apply_uniforms(UniformsSource::table(&size));
            context.draw(batch.first, batch.count, 1);
        }
        context.end_render_pass();
    }

    /// Creates a texture, or updates a part of an existing one.
    fn set_texture(&mut self, context: &mut Gpu, id: TextureId, new: &ImageDelta) {
        let [width, height] = new.image.size().map(|side| side as u32);
        let pixels: Vec<u8> = match &new.image {
            ImageData::Color(image) => image
                .pixels
                .iter()
                .flat_map(|pixel| pixel.to_array())
                .collect(),
            ImageData::Font(image) => {
                let pixels = image.srgba_pixels(None);
                pixels.flat_map(|pixel| pixel.to_array()).collect()
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
                let texture = clamped_texture(context, [width, height], &pixels);
                if let Some(before) = self.textures.insert(id, texture) {
                    context.delete_texture(before);
                }
            }
        }
    }
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
