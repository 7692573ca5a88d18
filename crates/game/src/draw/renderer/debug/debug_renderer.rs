//! Draws lines and translucent faces over the level.
//!
//! A line has the same width on the screen at any distance. The CPU uploads its two ends; the vertex shader clips it
//! at the near plane and covers it with a strip of the wanted width, and the fragment shader rounds its ends and
//! smooths its edges. (macroquad's own lines are one pixel wide, and each break of a batch allocates a buffer of half a
//! megabyte for good.)
//!
//! The same lines are drawn three times, faintly where the level hides them, then as a dark edge where nothing hides
//! them, and then in their colour. So a line is readable in front of any background, and visible behind a wall. All
//! dark edges come before all colours, so that no edge covers the colour of a line that crosses it.

use macroquad::math::{Mat4, Vec3, Vec4};
use macroquad::miniquad::{
    BufferLayout, Comparison, PipelineParams, UniformType, UniformsSource, VertexAttribute,
    VertexFormat,
};

use sidle::glam::DVec3;

use crate::draw::camera::Camera;
use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::debug::debug_geometry::{DebugGeometry, Face, Line};
use crate::draw::renderer::debug::debug_shader::{
    FACE_FRAGMENT, FACE_VERTEX, LINE_FRAGMENT, LINE_VERTEX,
};
use crate::draw::renderer::flat::plan::PlanView;
use crate::draw::renderer::level::instance_buffer::InstanceBuffer;
use crate::draw::renderer::target::program::{
    Gpu, Program, blend_over, instance_layout, shader_meta,
};

/// One pass over a set of lines.
struct Stroke {
    /// Width added on each side of a line; pixels, at most half the line's width.
    edge: f32,
    opacity: f32,
    /// Darkens the line's colour: 0 keeps it, 1 is black.
    darkening: f32,
    /// Depth bias: how far a line is moved towards the eye, as a share of its distance, so that a line on a surface
    /// is in front of it. Smaller: lines flicker; larger: they show through thin walls. (The shader moves wide lines
    /// a little further, so that the wider of two lines in one place is in front.)
    depth_bias: f32,
    /// 1 applies each line's opacity for hidden parts, 0 draws lines opaque.
    occluded: f32,
    /// 1 for round ends, which close the joints between lines; 0 for straight ends, which do not overlap, so that a
    /// faint curve is equally faint everywhere.
    round: f32,
    depth_test: bool,
}

const FAINT: Stroke = Stroke {
    depth_test: false,
    edge: 0.0,
    opacity: 1.0,
    darkening: 0.0,
    depth_bias: 0.0,
    occluded: 1.0,
    round: 0.0,
};
const EDGE: Stroke = Stroke {
    depth_test: true,
    edge: 1.0,
    opacity: 0.62,
    darkening: 0.94,
    depth_bias: 0.001,
    occluded: 0.0,
    round: 1.0,
};
const CORE: Stroke = Stroke {
    depth_test: true,
    edge: 0.0,
    opacity: 1.0,
    darkening: 0.0,
    depth_bias: 0.004,
    occluded: 0.0,
    round: 1.0,
};

/// Smaller than that of lines, so that a face is behind its outline.
const FACE_DEPTH_BIAS: f32 = 0.001;

/// The shaders and buffers for [`DebugGeometry`].
pub struct DebugRenderer {
    line_program: Program,
    depth_tested_line_program: Program,
    face_program: Program,
    /// Of the window's picture, and of the one in a corner.
    pictures: [GeometryBuffers; 2],
    /// What only one picture of several has.
    over: GeometryBuffers,
    map: [GeometryBuffers; MAP_LAYERS],
}

/// The number of layers of debug geometry on the map.
pub const MAP_LAYERS: usize = 6;

/// Debug geometry on the GPU.
struct GeometryBuffers {
    lines: InstanceBuffer<Line>,
    faces: InstanceBuffer<Face>,
}

impl GeometryBuffers {
    fn new(context: &mut Gpu) -> Self {
        // Coordinates along the line and across it.
        let strip: [f32; 8] = [0.0, -1.0, 1.0, -1.0, 1.0, 1.0, 0.0, 1.0];
        let corners: [f32; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        Self {
            lines: InstanceBuffer::new(context, &strip, &[0, 1, 2, 0, 2, 3]),
            faces: InstanceBuffer::new(context, &corners, &[0, 1, 2]),
        }
    }

    fn upload(&mut self, context: &mut Gpu, geometry: &DebugGeometry) {
        let revision = geometry.revision();
        self.lines.upload(context, &geometry.lines, revision);
        self.faces.upload(context, &geometry.faces, revision);
    }
}

/// The projection of debug geometry: that of a camera, or that of the map.
pub struct DebugView {
    view_projection: Mat4,
    eye: Vec3,
    /// Metres.
    near: f32,
    /// Of the picture; pixels.
    size: (f32, f32),
}

impl DebugView {
    fn from_camera(camera: &Camera) -> Self {
        Self {
            view_projection: camera.view_projection(),
            eye: camera.eye,
            near: camera.near,
            size: camera.size,
        }
    }

    /// The projection of a map, for a scene around `origin`, in front of everything below the cut.
    pub fn from_above(plan: &PlanView, origin: DVec3) -> Self {
        let center = to_render_vec3(plan.center - origin);
        let [across, up] = plan.half_extents.map(|half| 1.0 / half);
        let [_, _, width, height] = plan.screen_rect;
        Self {
            view_projection: Mat4::from_cols(
                Vec4::new(across, 0.0, 0.0, 0.0),
                Vec4::ZERO,
                Vec4::new(0.0, -up, 0.0, 0.0),
                Vec4::new(-center.x * across, center.z * up, -0.98, 1.0),
            ),
            eye: center,
            near: 0.5,
            size: (width as f32, height as f32),
        }
    }
}

/// The uniforms of the line shaders, in the order of their declaration.
#[repr(C)]
struct LineUniforms {
    view_projection: [f32; 16],
    /// Position of the eye, and distance of the near plane; metres.
    eye: [f32; 4],
    /// Half the picture's width and height in pixels, and the scale of line widths.
    picture: [f32; 4],
    /// Edge, opacity, darkening and depth bias of the stroke.
    stroke: [f32; 4],
    /// Whether ends are round, and whether the opacity for hidden parts applies.
    round: [f32; 4],
}

/// The uniforms of the face shaders, in the order of their declaration.
#[repr(C)]
struct FaceUniforms {
    view_projection: [f32; 16],
    /// Position of the eye, and the depth bias.
    eye: [f32; 4],
}

impl DebugRenderer {
    pub fn new(context: &mut Gpu) -> Result<Self, String> {
        let uniforms = [
            ("view_projection", UniformType::Mat4),
            ("eye", UniformType::Float4),
            ("picture", UniformType::Float4),
            ("stroke", UniformType::Float4),
            ("round", UniformType::Float4),
        ];
        let attributes = [
            VertexAttribute::with_buffer("corner", VertexFormat::Float2, 0),
            VertexAttribute::with_buffer("start", VertexFormat::Float3, 1),
            VertexAttribute::with_buffer("end", VertexFormat::Float3, 1),
            VertexAttribute::with_buffer("color", VertexFormat::Byte4, 1),
            VertexAttribute::with_buffer("width", VertexFormat::Float1, 1),
            VertexAttribute::with_buffer("occluded_opacity", VertexFormat::Float1, 1),
        ];
        let face_attributes = [
            VertexAttribute::with_buffer("corner", VertexFormat::Float3, 0),
            VertexAttribute::with_buffer("a", VertexFormat::Float3, 1),
            VertexAttribute::with_buffer("b", VertexFormat::Float3, 1),
            VertexAttribute::with_buffer("c", VertexFormat::Float3, 1),
            VertexAttribute::with_buffer("color", VertexFormat::Byte4, 1),
        ];
        let mut line_program = |depth_test| {
            Program::with_layouts(
                context,
                (LINE_VERTEX, LINE_FRAGMENT),
                shader_meta(&[], &uniforms),
                &layouts(),
                &attributes,
                blending(depth_test),
            )
        };
        let (untested, depth_tested) = (line_program(false)?, line_program(true)?);
        let face_program = Program::with_layouts(
            context,
            (FACE_VERTEX, FACE_FRAGMENT),
            shader_meta(&[], &uniforms[..2]),
            &layouts(),
            &face_attributes,
            blending(true),
        )?;
        Ok(Self {
            line_program: untested,
            depth_tested_line_program: depth_tested,
            face_program,
            pictures: [(); 2].map(|()| GeometryBuffers::new(context)),
            over: GeometryBuffers::new(context),
            map: [(); MAP_LAYERS].map(|()| GeometryBuffers::new(context)),
        })
    }

    /// Draws `geometry` over the level, in the window's picture or in the one in a corner, and `over` it what only this picture has;
    /// `scale` multiplies the widths of lines.
    pub fn draw(
        &mut self,
        context: &mut Gpu,
        camera: &Camera,
        (geometry, over, is_inset): (&DebugGeometry, Option<&DebugGeometry>, bool),
        scale: f32,
    ) {
        let view = DebugView::from_camera(camera);
        self.pictures[usize::from(is_inset)].upload(context, geometry);
        if let Some(over) = over {
            self.over.upload(context, over);
        }
        let buffers = [
            Some(&self.pictures[usize::from(is_inset)]),
            over.map(|_| &self.over),
        ];
        for GeometryBuffers { lines, .. } in buffers.into_iter().flatten() {
            self.draw_lines(context, &view, lines, &[FAINT, EDGE, CORE], scale);
        }
        // After the lines, so that a line behind a face shows through it.
        for GeometryBuffers { faces, .. } in buffers.into_iter().flatten() {
            self.draw_faces(context, &view, faces, FACE_DEPTH_BIAS);
        }
    }

    /// Draws all `layers` over a map, from the bottom, each with faces below lines.
    pub fn draw_on_map(
        &mut self,
        context: &mut Gpu,
        view: &DebugView,
        layers: &[&DebugGeometry; MAP_LAYERS],
        scale: f32,
    ) {
        let flat = [EDGE, CORE].map(|stroke| Stroke {
            depth_bias: 0.0,
            ..stroke
        });
        for (buffers, geometry) in self.map.iter_mut().zip(layers) {
            buffers.upload(context, geometry);
        }
        for GeometryBuffers { lines, faces } in &self.map {
            self.draw_faces(context, view, faces, 0.0);
            self.draw_lines(context, view, lines, &flat, scale);
        }
    }

    fn draw_lines(
        &self,
        context: &mut Gpu,
        view: &DebugView,
        lines: &InstanceBuffer<Line>,
        strokes: &[Stroke],
        scale: f32,
    ) {
        for stroke in strokes {
            let uniforms = LineUniforms {
                view_projection: view.view_projection.to_cols_array(),
                eye: [view.eye.x, view.eye.y, view.eye.z, view.near],
                picture: [view.size.0 * 0.5, view.size.1 * 0.5, scale, 0.0],
                stroke: [
                    stroke.edge * scale,
                    stroke.opacity,
                    stroke.darkening,
                    stroke.depth_bias,
                ],
                round: [stroke.round, stroke.occluded, 0.0, 0.0],
            };
            let program = if stroke.depth_test {
                &self.depth_tested_line_program
            } else {
                &self.line_program
            };
            context.apply_pipeline(&program.pipeline);
            lines.draw(context, UniformsSource::table(&uniforms));
        }
    }

    fn draw_faces(
        &self,
        context: &mut Gpu,
        view: &DebugView,
        faces: &InstanceBuffer<Face>,
        depth_bias: f32,
    ) {
        let uniforms = FaceUniforms {
            view_projection: view.view_projection.to_cols_array(),
            eye: [view.eye.x, view.eye.y, view.eye.z, depth_bias],
        };
        context.apply_pipeline(&self.face_program.pipeline);
        faces.draw(context, UniformsSource::table(&uniforms));
    }
}

/// The layouts of the two buffers: the vertices of the shape, and the data of each instance.
fn layouts() -> [BufferLayout; 2] {
    [BufferLayout::default(), instance_layout()]
}

fn blending(depth_test: bool) -> PipelineParams {
    PipelineParams {
        color_blend: Some(blend_over()),
        depth_test: Comparison::LessOrEqual,
        // miniquad enables the depth test only together with depth writes.
        depth_write: depth_test,
        ..Default::default()
    }
}
