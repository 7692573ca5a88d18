//! Draws the canvas, as coloured triangles whose opacity comes from the texture of the glyphs.

use macroquad::math::Mat4;
use macroquad::miniquad::{
    BufferType, Comparison, PassAction, PipelineParams, RenderPass, TextureId, UniformType,
    UniformsSource, VertexFormat,
};

use crate::draw::glyphs::{self, Glyphs};
use crate::draw::renderer::target::program::{
    Gpu, Program, blend_over, clamped_texture, gl_context,
};
use crate::draw::renderer::target::stream_buffer::StreamBuffer;

/// A corner of a shape.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CanvasVertex {
    /// Logical pixels from the upper left, or in clip space.
    pub place: [f32; 4],
    /// The place in the texture of the glyphs; pixels.
    pub spot: [f32; 2],
    /// Red, green, blue and opacity, as displayed.
    pub color: [u8; 4],
}

/// Triangles, in the order in which they cover each other.
#[derive(Debug, Default)]
pub struct CanvasShapes {
    vertices: Vec<CanvasVertex>,
    indices: Vec<u32>,
}

impl CanvasShapes {
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Removes everything, and keeps the memory for the next frame.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.indices.clear();
    }

    /// Adds a convex shape with these corners.
    pub fn push_convex(&mut self, corners: impl Iterator<Item = CanvasVertex>) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        let end = self.vertices.len() as u32;
        for corner in first + 2..end {
            self.indices.extend([first, corner - 1, corner]);
        }
    }
}

/// The buffers for some shapes.
struct ShapeBuffers {
    vertices: StreamBuffer<CanvasVertex>,
    indices: StreamBuffer<u32>,
}

impl ShapeBuffers {
    fn new(context: &mut Gpu) -> Self {
        Self {
            vertices: StreamBuffer::new(context, BufferType::VertexBuffer),
            indices: StreamBuffer::new(context, BufferType::IndexBuffer),
        }
    }

    /// Draws `shapes` with the current pipeline and ends the pass.
    fn draw(
        &mut self,
        context: &mut Gpu,
        texture: Option<(TextureId, usize)>,
        projection: Mat4,
        shapes: &CanvasShapes,
    ) {
        self.vertices.upload(context, &shapes.vertices);
        self.indices.upload(context, &shapes.indices);
        if let Some((texture, height)) = texture {
            let (vertices, indices) = (self.vertices.id(), self.indices.id());
            context.apply_bindings_from_slice(&[vertices], indices, &[texture]);
            context.apply_uniforms(UniformsSource::table(&Uniforms {
                projection: projection.to_cols_array(),
                texture: [glyphs::WIDTH as f32, height as f32],
            }));
            context.draw(0, shapes.indices.len() as i32, 1);
        }
        context.end_render_pass();
    }
}

/// The shader, the buffers and the texture of the canvas.
pub struct CanvasPainter {
    flat: Program,
    /// With depth test.
    in_level: Program,
    flat_buffers: ShapeBuffers,
    in_level_buffers: ShapeBuffers,
    /// The texture of the glyphs, and its height in pixels. `None` if there is no texture yet.
    texture: Option<(TextureId, usize)>,
}

/// The uniforms, in the order of their declaration.
#[repr(C)]
struct Uniforms {
    projection: [f32; 16],
    /// Width and height of the texture; pixels.
    texture: [f32; 2],
}

impl CanvasPainter {
    /// # Errors
    /// When the driver refuses the shader.
    pub fn new() -> Result<Self, String> {
        let context = gl_context();
        let mut program = |tests_depth| {
            let params = PipelineParams {
                color_blend: Some(blend_over()),
                // miniquad enables the depth test only together with depth writes.
                depth_write: tests_depth,
                depth_test: if tests_depth {
                    Comparison::LessOrEqual
                } else {
                    Comparison::Always
                },
                ..Default::default()
            };
            Program::new(
                context,
                (VERTEX, FRAGMENT),
                &["glyphs"],
                &[
                    ("projection", UniformType::Mat4),
                    ("texture_size", UniformType::Float2),
                ],
                &[
                    ("place", VertexFormat::Float4),
                    ("spot", VertexFormat::Float2),
                    ("color", VertexFormat::Byte4),
                ],
                params,
            )
        };
        let (flat, in_level) = (program(false)?, program(true)?);
        Ok(Self {
            flat,
            in_level,
            flat_buffers: ShapeBuffers::new(context),
            in_level_buffers: ShapeBuffers::new(context),
            texture: None,
        })
    }

    /// Draws `shapes` over the window, whose size is in logical pixels.
    pub fn draw_flat(
        &mut self,
        glyphs: &mut Glyphs,
        shapes: &CanvasShapes,
        (width, height): (f32, f32),
    ) {
        let context = gl_context();
        self.update_texture(context, glyphs);
        let projection = Mat4::orthographic_rh_gl(0.0, width, height, 0.0, -1.0, 1.0);
        context.begin_default_pass(PassAction::Nothing);
        context.apply_pipeline(&self.flat.pipeline);
        self.flat_buffers
            .draw(context, self.texture, projection, shapes);
    }

    /// Draws `shapes`, which are in clip space, into `pass`, where nothing hides them.
    pub fn draw_in_level(
        &mut self,
        glyphs: &mut Glyphs,
        shapes: &CanvasShapes,
        pass: Option<RenderPass>,
    ) {
        let context = gl_context();
        self.update_texture(context, glyphs);
        context.begin_pass(pass, PassAction::Nothing);
        context.apply_pipeline(&self.in_level.pipeline);
        self.in_level_buffers
            .draw(context, self.texture, Mat4::IDENTITY, shapes);
    }

    /// Copies the new glyphs into the texture.
    fn update_texture(&mut self, context: &mut Gpu, glyphs: &mut Glyphs) {
        let height = glyphs.height();
        let (rows, pixels) = glyphs.take_changed();
        if rows.is_empty() {
            return;
        }
        match self.texture {
            Some((texture, old_height)) if old_height == height => {
                let (width, top) = (glyphs::WIDTH as i32, rows.start as i32);
                let count = rows.len() as i32;
                context.texture_update_part(texture, 0, top, width, count, pixels);
            }
            before => {
                if let Some((texture, _)) = before {
                    context.delete_texture(texture);
                }
                // The glyphs name all rows when their number changes.
                let size = [glyphs::WIDTH as u32, height as u32];
                self.texture = Some((clamped_texture(context, size, pixels), height));
            }
        }
    }
}

const VERTEX: &str = r"#version 100
precision highp float;
attribute vec4 place;
attribute vec2 spot;
attribute vec4 color;
uniform mat4 projection;
uniform vec2 texture_size;
varying lowp vec4 shade;
varying vec2 at;
void main() {
    gl_Position = projection * place;
    shade = color / 255.0;
    at = spot / texture_size;
}
";

const FRAGMENT: &str = r"#version 100
precision highp float;
uniform sampler2D glyphs;
varying lowp vec4 shade;
varying vec2 at;
void main() {
    gl_FragColor = shade * texture2D(glyphs, at);
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_convex_shape_is_a_fan_of_triangles() {
        let corner = |number: u8| CanvasVertex {
            place: [f32::from(number), 0.0, 0.0, 1.0],
            spot: [0.0; 2],
            color: [number; 4],
        };
        let mut shapes = CanvasShapes::default();
        for (corners, indices) in [(0, vec![]), (2, vec![]), (3, vec![0, 1, 2])] {
            shapes.clear();
            shapes.push_convex((0..corners).map(corner));
            assert_eq!(shapes.indices, indices, "{corners} corners");
            assert_eq!(shapes.is_empty(), indices.is_empty());
        }
        // A shape without triangles leaves the next one intact.
        shapes.clear();
        shapes.push_convex((0..2).map(corner));
        shapes.push_convex((0..5).map(corner));
        assert_eq!(shapes.indices, [2, 3, 4, 2, 4, 5, 2, 5, 6]);
        assert_eq!(size_of::<CanvasVertex>(), 28);
    }
}
