//! Draws the canvas, as coloured triangles whose opacity comes from the texture of the glyphs.

use macroquad::math::Mat4;
use macroquad::miniquad::{
    Bindings, BlendFactor, BlendState, BlendValue, BufferId, BufferSource, BufferType, BufferUsage,
    Comparison, Equation, FilterMode, PassAction, PipelineParams, RenderPass, RenderingBackend,
    TextureFormat, TextureParams, TextureWrap, UniformType, UniformsSource, VertexFormat,
};

use crate::draw::glyphs::{self, Glyphs};
use crate::draw::renderer::target::program::{Program, gl_context};

/// Number of vertices that the first buffer holds.
const INITIAL_CAPACITY: usize = 1 << 12;

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
    bindings: Bindings,
    /// Numbers of vertices and of indices that fit.
    capacity: [usize; 2],
}

impl ShapeBuffers {
    fn new(context: &mut dyn RenderingBackend) -> Self {
        let capacity = [INITIAL_CAPACITY; 2];
        Self {
            bindings: Bindings {
                vertex_buffers: vec![vertex_buffer(context, capacity[0])],
                index_buffer: index_buffer(context, capacity[1]),
                images: Vec::new(),
            },
            capacity,
        }
    }

    fn upload(&mut self, context: &mut dyn RenderingBackend, shapes: &CanvasShapes) {
        let bindings = &mut self.bindings;
        if shapes.vertices.len() > self.capacity[0] {
            self.capacity[0] = shapes.vertices.len().next_power_of_two();
            context.delete_buffer(bindings.vertex_buffers[0]);
            bindings.vertex_buffers[0] = vertex_buffer(context, self.capacity[0]);
        }
        if shapes.indices.len() > self.capacity[1] {
            self.capacity[1] = shapes.indices.len().next_power_of_two();
            context.delete_buffer(bindings.index_buffer);
            bindings.index_buffer = index_buffer(context, self.capacity[1]);
        }
        let vertices = BufferSource::slice(&shapes.vertices);
        context.buffer_update(bindings.vertex_buffers[0], vertices);
        context.buffer_update(bindings.index_buffer, BufferSource::slice(&shapes.indices));
    }
}

fn vertex_buffer(context: &mut dyn RenderingBackend, capacity: usize) -> BufferId {
    let source = BufferSource::empty::<CanvasVertex>(capacity);
    context.new_buffer(BufferType::VertexBuffer, BufferUsage::Stream, source)
}

fn index_buffer(context: &mut dyn RenderingBackend, capacity: usize) -> BufferId {
    let source = BufferSource::empty::<u32>(capacity);
    context.new_buffer(BufferType::IndexBuffer, BufferUsage::Stream, source)
}

/// The shader, the buffers and the texture of the canvas.
pub struct CanvasPainter {
    flat: Program,
    /// With depth test.
    in_level: Program,
    flat_buffers: ShapeBuffers,
    in_level_buffers: ShapeBuffers,
    /// Height of the texture; pixels. `None` if there is no texture yet.
    height: Option<usize>,
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
        let gl = gl_context();
        let context = gl.quad_context;
        let over = BlendState::new(
            Equation::Add,
            BlendFactor::Value(BlendValue::SourceAlpha),
            BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
        );
        let mut program = |tests_depth| {
            let params = PipelineParams {
                color_blend: Some(over),
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
            height: None,
        })
    }

    /// Draws `shapes` over the window, whose size is in logical pixels.
    pub fn draw_flat(
        &mut self,
        glyphs: &mut Glyphs,
        shapes: &CanvasShapes,
        (width, height): (f32, f32),
    ) {
        let mut gl = gl_context();
        gl.flush();
        let context = &mut *gl.quad_context;
        self.update_texture(context, glyphs);
        self.flat_buffers.upload(context, shapes);
        let projection = Mat4::orthographic_rh_gl(0.0, width, height, 0.0, -1.0, 1.0);
        context.begin_default_pass(PassAction::Nothing);
        context.apply_pipeline(&self.flat.pipeline);
        context.apply_bindings(&self.flat_buffers.bindings);
        self.draw(context, projection, shapes);
    }

    /// Draws `shapes`, which are in clip space, into `pass`, where nothing hides them.
    pub fn draw_in_level(
        &mut self,
        glyphs: &mut Glyphs,
        shapes: &CanvasShapes,
        pass: Option<RenderPass>,
    ) {
        let mut gl = gl_context();
        gl.flush();
        let context = &mut *gl.quad_context;
        self.update_texture(context, glyphs);
        self.in_level_buffers.upload(context, shapes);
        context.begin_pass(pass, PassAction::Nothing);
        context.apply_pipeline(&self.in_level.pipeline);
        context.apply_bindings(&self.in_level_buffers.bindings);
        self.draw(context, Mat4::IDENTITY, shapes);
    }

    fn draw(&self, context: &mut dyn RenderingBackend, projection: Mat4, shapes: &CanvasShapes) {
        let uniforms = Uniforms {
            projection: projection.to_cols_array(),
            texture: [glyphs::WIDTH as f32, self.height.unwrap_or(1) as f32],
        };
        context.apply_uniforms(UniformsSource::table(&uniforms));
        context.draw(0, shapes.indices.len() as i32, 1);
        context.end_render_pass();
    }

    /// Copies the new glyphs into the texture.
    fn update_texture(&mut self, context: &mut dyn RenderingBackend, glyphs: &mut Glyphs) {
        let height = glyphs.height();
        let (rows, pixels) = glyphs.take_changed();
        if rows.is_empty() {
            return;
        }
        let buffers = [&mut self.flat_buffers, &mut self.in_level_buffers];
        if self.height == Some(height)
            && let [texture] = buffers[0].bindings.images[..]
        {
            let (width, top) = (glyphs::WIDTH as i32, rows.start as i32);
            let count = rows.len() as i32;
            context.texture_update_part(texture, 0, top, width, count, pixels);
            return;
        }
        if let [texture] = buffers[0].bindings.images[..] {
            context.delete_texture(texture);
        }
        // The glyphs name all rows when their number changes.
        let params = TextureParams {
            format: TextureFormat::RGBA8,
            wrap: TextureWrap::Clamp,
            min_filter: FilterMode::Linear,
            mag_filter: FilterMode::Linear,
            width: glyphs::WIDTH as u32,
            height: height as u32,
            ..TextureParams::default()
        };
        let texture = context.new_texture_from_data_and_format(pixels, params);
        for buffer in buffers {
            buffer.bindings.images = vec![texture];
        }
        self.height = Some(height);
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
