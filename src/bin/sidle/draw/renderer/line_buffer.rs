//! Lines and translucent faces over the level, for what is explained in it.
//!
//! A line is as thick on the screen wherever it is. Its two ends go to the GPU as they are, once per
//! line; the vertex shader cuts it at the near plane and lays a strip of the wanted width over it,
//! and the fragment shader rounds its ends and smooths its edges. (macroquad's own lines are one
//! pixel thin, and each break of a batch costs a buffer of half a megabyte for good.)
//!
//! The same lines are drawn three times: as faintly as each wants to be where something hides it; then, where nothing hides them,
//! as a dark edge; and on it in their colour. So a line is readable before any background, and one
//! behind a wall is known to be there. Dark edges come before all colours, so that none lies over
//! the colour of a line that it meets.

use macroquad::color::Color;
use macroquad::math::{Mat4, Vec3, Vec4};
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, BufferLayout, Comparison, Equation, PipelineParams,
    RenderingBackend, UniformType, UniformsSource, VertexAttribute, VertexFormat, VertexStep,
};

use sidle::glam::DVec3;

use crate::draw::camera::Camera;
use crate::draw::convert::to_drawn;
use crate::draw::renderer::instances::Instances;
use crate::draw::renderer::plan::PlanView;
use crate::draw::renderer::program::{Program, columns, shader_meta};

/// A straight line, relative to the scene's origin.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Line {
    start: [f32; 3],
    end: [f32; 3],
    /// Red, green, blue and opacity, as displayed.
    color: [u8; 4],
    width: f32,
    /// How opaque it is where something hides it: 0 is not at all.
    through: f32,
}

/// A translucent triangle, relative to the scene's origin.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Face {
    corners: [[f32; 3]; 3],
    /// Red, green, blue and opacity, as displayed.
    color: [u8; 4],
}

impl Line {
    /// From `start` to `end`, `width` pixels wide in a window of the usual height; where something hides
    /// it, `through` tells how opaque it is.
    pub fn new(start: Vec3, end: Vec3, color: Color, width: f32, through: f32) -> Self {
        Self {
            start: start.to_array(),
            end: end.to_array(),
            color: color.into(),
            width,
            through,
        }
    }
}

impl Face {
    pub fn new(corners: [Vec3; 3], color: Color) -> Self {
        Self {
            corners: corners.map(|corner| corner.to_array()),
            color: color.into(),
        }
    }
}

/// What is drawn over the level in a frame.
#[derive(Debug, Default)]
pub struct Marks {
    pub lines: Vec<Line>,
    pub faces: Vec<Face>,
}

impl Marks {
    /// Forgets all, and keeps the memory for the next frame.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.faces.clear();
    }
}

/// How a set of lines is drawn once.
struct Stroke {
    /// Drawn on each side of a line; pixels, and no more than half the line's width.
    edge: f32,
    opacity: f32,
    /// How dark the line's colour becomes: 0 leaves it as it is, 1 is black.
    shade: f32,
    /// How much nearer to the eye than it is a line is taken to be, as a share of its distance: lines
    /// on a surface must win against it. Smaller: they flicker; larger: they show through thin walls.
    /// (Wide lines are taken to be a little nearer still, so that of two in one place the wider is seen.)
    lift: f32,
    /// 1 to draw what is hidden as faintly as each line says; 0 to draw what is not.
    hidden: f32,
    /// 1 for round ends, which close the joints of lines; 0 for straight ones, of which neighbours
    /// do not overlap, so that a faint curve is equally faint everywhere.
    round: f32,
    /// Whether what is nearer hides it.
    tests_depth: bool,
}

const FAINT: Stroke = Stroke {
    tests_depth: false,
    edge: 0.0,
    opacity: 1.0,
    shade: 0.0,
    lift: 0.0,
    hidden: 1.0,
    round: 0.0,
};
const EDGE: Stroke = Stroke {
    tests_depth: true,
    edge: 1.0,
    opacity: 0.62,
    shade: 0.94,
    lift: 0.001,
    hidden: 0.0,
    round: 1.0,
};
const CORE: Stroke = Stroke {
    tests_depth: true,
    edge: 0.0,
    opacity: 1.0,
    shade: 0.0,
    lift: 0.004,
    hidden: 0.0,
    round: 1.0,
};

/// A face is behind the lines around it.
const FACE_LIFT: f32 = 0.001;

/// Draws marks: shaders, and buffers that keep their size from frame to frame.
pub struct LineBuffer {
    /// Without and with a test of depth.
    through: Program,
    before: Program,
    lines: Instances<Line>,
    filling: Program,
    faces: Instances<Face>,
}

/// How marks are seen: by a camera, or from above.
pub struct Sight {
    view_projection: Mat4,
    eye: Vec3,
    /// Metres.
    near: f32,
    /// Of the picture; pixels.
    size: (f32, f32),
}

impl Sight {
    fn of(camera: &Camera) -> Self {
        Self {
            view_projection: camera.view_projection(),
            eye: camera.eye,
            near: camera.near,
            size: camera.size,
        }
    }

    /// As a map shows a scene around `origin`; in front of everything that is below the cut.
    pub fn from_above(view: &PlanView, origin: DVec3) -> Self {
        let center = to_drawn(view.center - origin);
        let [across, up] = view.reach.map(|reach| 1.0 / reach);
        let [_, _, width, height] = view.place;
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

/// All uniforms of the lines, laid out as they are declared.
#[repr(C)]
struct LineUniforms {
    view_projection: [f32; 16],
    /// Where the eye is, and how near it is drawn at all; metres.
    eye: [f32; 4],
    /// Half the picture's width and height in pixels, and pixels per unit of a line's width.
    picture: [f32; 4],
    /// Edge, opacity, shade and lift of the stroke.
    stroke: [f32; 4],
    /// Whether ends are round, and whether what is hidden is drawn.
    round: [f32; 4],
}

#[repr(C)]
struct FaceUniforms {
    view_projection: [f32; 16],
    /// Where the eye is, and the lift.
    eye: [f32; 4],
}

impl LineBuffer {
    pub fn new(context: &mut dyn RenderingBackend) -> Result<Self, String> {
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
            VertexAttribute::with_buffer("through", VertexFormat::Float1, 1),
        ];
        let face_attributes = [
            VertexAttribute::with_buffer("corner", VertexFormat::Float3, 0),
            VertexAttribute::with_buffer("a", VertexFormat::Float3, 1),
            VertexAttribute::with_buffer("b", VertexFormat::Float3, 1),
            VertexAttribute::with_buffer("c", VertexFormat::Float3, 1),
            VertexAttribute::with_buffer("color", VertexFormat::Byte4, 1),
        ];
        let mut lines = |depth| {
            Program::with_layouts(
                context,
                (LINE_VERTEX, LINE_FRAGMENT),
                shader_meta(&[], &uniforms),
                &layouts(),
                &attributes,
                blending(depth),
            )
        };
        let (through, before) = (lines(false)?, lines(true)?);
        let filling = Program::with_layouts(
            context,
            (FACE_VERTEX, FACE_FRAGMENT),
            shader_meta(&[], &uniforms[..2]),
            &layouts(),
            &face_attributes,
            blending(true),
        )?;
        // Along the line, and across.
        let strip: [f32; 8] = [0.0, -1.0, 1.0, -1.0, 1.0, 1.0, 0.0, 1.0];
        let corners: [f32; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        Ok(Self {
            through,
            before,
            lines: Instances::new(context, &strip, &[0, 1, 2, 0, 2, 3]),
            filling,
            faces: Instances::new(context, &corners, &[0, 1, 2]),
        })
    }

    /// Draws `marks` over the level; a line's width counts `scale` pixels.
    pub fn draw(
        &mut self,
        context: &mut dyn RenderingBackend,
        camera: &Camera,
        marks: &Marks,
        scale: f32,
    ) {
        let sight = Sight::of(camera);
        self.draw_lines(context, &sight, &marks.lines, &[FAINT, EDGE, CORE], scale);
        // After the lines, so that those behind a face are seen through it.
        self.draw_faces(context, &sight, &marks.faces, FACE_LIFT);
    }

    /// Draws `marks` over a map: all of them are seen, faces below lines.
    pub fn draw_flat(
        &mut self,
        context: &mut dyn RenderingBackend,
        sight: &Sight,
        marks: &Marks,
        scale: f32,
    ) {
        self.draw_faces(context, sight, &marks.faces, 0.0);
        let flat = [EDGE, CORE].map(|stroke| Stroke {
            lift: 0.0,
            ..stroke
        });
        self.draw_lines(context, sight, &marks.lines, &flat, scale);
    }

    fn draw_lines(
        &mut self,
        context: &mut dyn RenderingBackend,
        sight: &Sight,
        lines: &[Line],
        strokes: &[Stroke],
        scale: f32,
    ) {
        self.lines.upload(context, lines);
        for stroke in strokes {
            let uniforms = LineUniforms {
                view_projection: columns(&sight.view_projection),
                eye: [sight.eye.x, sight.eye.y, sight.eye.z, sight.near],
                picture: [sight.size.0 * 0.5, sight.size.1 * 0.5, scale, 0.0],
                stroke: [
                    stroke.edge * scale,
                    stroke.opacity,
                    stroke.shade,
                    stroke.lift,
                ],
                round: [stroke.round, stroke.hidden, 0.0, 0.0],
            };
            let program = if stroke.tests_depth {
                &self.before
            } else {
                &self.through
            };
            context.apply_pipeline(&program.pipeline);
            self.lines.draw(context, UniformsSource::table(&uniforms));
        }
    }

    fn draw_faces(
        &mut self,
        context: &mut dyn RenderingBackend,
        sight: &Sight,
        faces: &[Face],
        lift: f32,
    ) {
        self.faces.upload(context, faces);
        let uniforms = FaceUniforms {
            view_projection: columns(&sight.view_projection),
            eye: [sight.eye.x, sight.eye.y, sight.eye.z, lift],
        };
        context.apply_pipeline(&self.filling.pipeline);
        self.faces.draw(context, UniformsSource::table(&uniforms));
    }
}

/// The corners of a shape, and then what differs from one of them to the next.
fn layouts() -> [BufferLayout; 2] {
    let each = BufferLayout {
        step_func: VertexStep::PerInstance,
        ..BufferLayout::default()
    };
    [BufferLayout::default(), each]
}

fn blending(depth: bool) -> PipelineParams {
    let over = BlendState::new(
        Equation::Add,
        BlendFactor::Value(BlendValue::SourceAlpha),
        BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
    );
    PipelineParams {
        color_blend: Some(over),
        depth_test: Comparison::LessOrEqual,
        // miniquad tests no depth without writing it.
        depth_write: depth,
        ..Default::default()
    }
}

const LINE_VERTEX: &str = r"#version 100
precision highp float;
attribute vec2 corner;
attribute vec3 start;
attribute vec3 end;
attribute vec4 color;
attribute float width;
attribute float through;
uniform mat4 view_projection;
uniform vec4 eye;
uniform vec4 picture;
uniform vec4 stroke;
uniform vec4 round;
varying vec4 tint;
// Where on the strip, along the line and across it; the line's length, and half its width; pixels.
varying vec4 strip;
void main() {
    float lift = stroke.w > 0.0 ? stroke.w + width * 0.0004 : 0.0;
    vec4 from = view_projection * vec4(mix(start, eye.xyz, lift), 1.0);
    vec4 to = view_projection * vec4(mix(end, eye.xyz, lift), 1.0);
    float near = eye.w;
    float seen = mix(1.0, through, round.y);
    tint = vec4(color.rgb / 255.0 * (1.0 - stroke.z), color.a / 255.0 * stroke.y * seen);
    if (seen <= 0.0 || (from.w < near && to.w < near)) {
        // Not to be seen, or behind the eye: all corners in one point, outside.
        strip = vec4(0.0);
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    // Only what is before the eye has a place on the screen.
    vec4 way = to - from;
    if (from.w < near) from += way * ((near - from.w) / way.w);
    if (to.w < near) to -= way * ((near - to.w) / -way.w);

    vec2 a = from.xy / from.w * picture.xy;
    vec2 b = to.xy / to.w * picture.xy;
    float length = distance(a, b);
    vec2 along = length > 0.0001 ? (b - a) / length : vec2(1.0, 0.0);
    float half_width = max(width * picture.z, 1.0) * 0.5;
    // Dark edges are as deep as the colour on them, so the strip is always as wide as with them; and
    // a pixel more, in which the edge fades.
    float reach = half_width * 1.5 + 1.0;
    half_width += min(stroke.x, half_width * 0.5);
    float outward = corner.x * 2.0 - 1.0;
    vec2 at = mix(a, b, corner.x) + along * (outward * reach) + vec2(-along.y, along.x) * (corner.y * reach);
    strip = vec4(corner.x * length + outward * reach, corner.y * reach, length, half_width);
    // Divided here, and not by the GPU: the strip is flat on the screen.
    float depth_from = from.z / from.w;
    float depth_to = to.z / to.w;
    float beyond = outward * reach / max(length, reach);
    float depth = mix(depth_from, depth_to, corner.x + beyond);
    gl_Position = vec4(at / picture.xy, depth, 1.0);
}
";

const LINE_FRAGMENT: &str = r"#version 100
precision highp float;
uniform vec4 round;
varying vec4 tint;
varying vec4 strip;
void main() {
    float beyond = max(max(-strip.x, strip.x - strip.z), 0.0);
    if (round.x < 0.5 && beyond > 0.0) discard;
    float cover = clamp(strip.w + 0.5 - length(vec2(beyond, strip.y)), 0.0, 1.0);
    // What is hardly there must hide nothing.
    if (cover < 0.05) discard;
    gl_FragColor = vec4(tint.rgb, tint.a * cover);
}
";

const FACE_VERTEX: &str = r"#version 100
precision highp float;
attribute vec3 corner;
attribute vec3 a;
attribute vec3 b;
attribute vec3 c;
attribute vec4 color;
uniform mat4 view_projection;
uniform vec4 eye;
varying vec4 tint;
void main() {
    vec3 place = a * corner.x + b * corner.y + c * corner.z;
    gl_Position = view_projection * vec4(mix(place, eye.xyz, eye.w), 1.0);
    tint = color / 255.0;
}
";

const FACE_FRAGMENT: &str = r"#version 100
precision highp float;
varying vec4 tint;
void main() {
    gl_FragColor = tint;
}
";
