//! The level from above, as the map shows it: what is collided, cut at a height.
//!
//! The triangles lie on the GPU, and boxes go there in each frame; the GPU finds what lies highest below
//! the cut. What is above the cut is drawn first, beneath all else: so nobody is hidden by a roof, and
//! the top of a hill is no hole. Where one looks into something solid, that was cut open.

use macroquad::color::Color;
use macroquad::miniquad::{
    BufferLayout, Comparison, PassAction, PipelineParams, RenderingBackend, UniformType,
    UniformsSource, VertexAttribute, VertexFormat, VertexStep,
};

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::world::World;

use crate::draw::convert::to_drawn;
use crate::draw::renderer::instances::Instances;
use crate::draw::renderer::mesh_buffer::MeshBuffer;
use crate::draw::renderer::program::{Program, shader_meta};

/// What a map shows.
#[derive(Clone, Copy, Debug)]
pub struct PlanView {
    /// What is in the middle, at the height of the cut; metres.
    pub center: DVec3,
    /// From the middle to the right and upper edges; metres.
    pub reach: [f32; 2],
    /// On the screen: from the left, from the lower edge, width, and height; the screen's own pixels.
    pub place: [i32; 4],
    /// Between two lines of the grid; metres.
    pub grid: f64,
    /// The least upward part of the normal of a floor.
    pub floor_cos: f64,
}

/// A triangle's corner, relative to the scene's origin.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PlanVertex {
    place: [f32; 3],
    normal: [f32; 3],
}

/// A box, relative to the scene's origin.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PlanBox {
    center: [f32; 3],
    /// From the centre to the middles of three faces.
    half: [[f32; 3]; 3],
    color: [u8; 4],
}

impl PlanBox {
    pub fn new(obb: &Obb, origin: DVec3, color: Color) -> Self {
        let half = |axis| to_drawn(obb.axes().col(axis) * obb.half_extents()[axis]).to_array();
        Self {
            center: to_drawn(obb.center() - origin).to_array(),
            half: [0, 1, 2].map(half),
            color: color.into(),
        }
    }
}

/// Draws the level from above.
pub struct Plan {
    mesh: Program,
    solid: Program,
    boxes: Instances<PlanBox>,
    /// The level's triangles, once they were wanted.
    triangles: Option<MeshBuffer>,
    /// The lowest corner of all; metres above the scene's origin.
    lowest: f32,
}

/// All uniforms, laid out as they are declared.
#[repr(C)]
struct Uniforms {
    /// The middle, x and z, and 1 / reach.
    sheet: [f32; 4],
    /// The cut, the lowest corner, 1 for what is above the cut, and the least slope of a floor.
    heights: [f32; 4],
    /// A place on the grid, x and z; the distance of its lines, and pixels per metre.
    grid: [f32; 4],
}

impl Plan {
    pub fn new(context: &mut dyn RenderingBackend) -> Result<Self, String> {
        let uniforms = [
            ("sheet", UniformType::Float4),
            ("heights", UniformType::Float4),
            ("grid", UniformType::Float4),
        ];
        let params = || PipelineParams {
            depth_test: Comparison::LessOrEqual,
            depth_write: true,
            ..Default::default()
        };
        let mesh = Program::new(
            context,
            (&[VERTEX_HEAD, MESH_VERTEX].concat(), FRAGMENT),
            &[],
            &uniforms,
            &[
                ("corner", VertexFormat::Float3),
                ("facing", VertexFormat::Float3),
            ],
            params(),
        )?;
        let each = BufferLayout {
            step_func: VertexStep::PerInstance,
            ..BufferLayout::default()
        };
        let solid = Program::with_layouts(
            context,
            (&[VERTEX_HEAD, BOX_VERTEX].concat(), FRAGMENT),
            shader_meta(&[], &uniforms),
            &[BufferLayout::default(), each],
            &[
                VertexAttribute::with_buffer("corner", VertexFormat::Float3, 0),
                VertexAttribute::with_buffer("facing", VertexFormat::Float3, 0),
                VertexAttribute::with_buffer("center", VertexFormat::Float3, 1),
                VertexAttribute::with_buffer("half_x", VertexFormat::Float3, 1),
                VertexAttribute::with_buffer("half_y", VertexFormat::Float3, 1),
                VertexAttribute::with_buffer("half_z", VertexFormat::Float3, 1),
                VertexAttribute::with_buffer("color", VertexFormat::Byte4, 1),
            ],
            params(),
        )?;
        let (corners, indices) = cube();
        Ok(Self {
            mesh,
            solid,
            boxes: Instances::new(context, &corners, &indices),
            triangles: None,
            lowest: 0.0,
        })
    }

    /// Another level is shown from now on.
    pub fn forget(&mut self, context: &mut dyn RenderingBackend) {
        if let Some(triangles) = self.triangles.take() {
            triangles.delete(context);
        }
    }

    /// Draws `world` with its `boxes`, within its place on the screen; the pass is left open for what is
    /// drawn over it.
    pub fn draw(
        &mut self,
        context: &mut dyn RenderingBackend,
        (world, origin): (&World, DVec3),
        boxes: &[PlanBox],
        view: &PlanView,
    ) {
        if self.triangles.is_none() {
            let vertices = vertices(world, origin);
            let heights = vertices.iter().map(|vertex| vertex.place[1]);
            self.lowest = heights.fold(f32::INFINITY, f32::min);
            self.triangles = Some(MeshBuffer::upload_any(context, &vertices));
        }
        let Some(triangles) = &self.triangles else {
            return;
        };
        self.boxes.upload(context, boxes);
        let bottoms = boxes.iter().map(PlanBox::bottom);
        let lowest = bottoms.fold(self.lowest, f32::min);
        let center = view.center - origin;
        let cut = center.y as f32;
        let [x, y, width, height] = view.place;
        let on_grid = |origin: f64| -(origin.rem_euclid(view.grid)) as f32;
        context.begin_default_pass(PassAction::Nothing);
        context.apply_viewport(x, y, width, height);
        context.apply_scissor_rect(x, y, width, height);
        context.apply_pipeline(&self.mesh.pipeline);
        let [red, green, blue] = PAPER;
        context.clear(Some((red, green, blue, 1.0)), Some(1.0), None);
        for above in [1.0, 0.0] {
            let uniforms = Uniforms {
                sheet: [
                    center.x as f32,
                    center.z as f32,
                    1.0 / view.reach[0],
                    1.0 / view.reach[1],
                ],
                heights: [cut, lowest.min(cut), above, view.floor_cos as f32],
                grid: [
                    on_grid(origin.x),
                    on_grid(origin.z),
                    view.grid as f32,
                    width as f32 / (2.0 * view.reach[0]),
                ],
            };
            context.apply_pipeline(&self.mesh.pipeline);
            context.apply_bindings(&triangles.bindings(vec![]));
            context.apply_uniforms(UniformsSource::table(&uniforms));
            context.draw(0, triangles.count(), 1);
            context.apply_pipeline(&self.solid.pipeline);
            self.boxes.draw(context, UniformsSource::table(&uniforms));
        }
    }
}

impl PlanBox {
    /// Its lowest corner.
    fn bottom(&self) -> f32 {
        self.center[1] - self.half.iter().map(|half| half[1].abs()).sum::<f32>()
    }
}

fn vertices(world: &World, origin: DVec3) -> Vec<PlanVertex> {
    let triangles = world.triangles().iter();
    let vertices = triangles.flat_map(|triangle| {
        let normal = to_drawn(triangle.plane().normal()).to_array();
        triangle.vertices().map(|corner| PlanVertex {
            place: to_drawn(corner - origin).to_array(),
            normal,
        })
    });
    vertices.collect()
}

/// The corners of a cube from -1 to 1, each with the normal of its face; and its triangles.
fn cube() -> (Vec<f32>, Vec<u16>) {
    let (mut corners, mut indices) = (Vec::new(), Vec::new());
    for face in 0..6_u16 {
        let (axis, side) = (usize::from(face / 2), f32::from(face % 2) * 2.0 - 1.0);
        for (u, v) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let (mut corner, mut normal) = ([0.0; 3], [0.0; 3]);
            (corner[axis], corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (side, u, v);
            normal[axis] = side;
            corners.extend(corner.into_iter().chain(normal));
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner| face * 4 + corner));
    }
    (corners, indices)
}

/// Where there is nothing; red, green and blue, as displayed.
const PAPER: [f32; 3] = [0.055, 0.078, 0.1];

const VERTEX_HEAD: &str = r"#version 100
precision highp float;
attribute vec3 corner;
attribute vec3 facing;
uniform vec4 sheet;
uniform vec4 heights;
varying vec3 place;
varying vec3 normal;
varying vec4 paint;
void show() {
    // Of two surfaces that lie on each other, the one that is seen from within: what stands on a floor
    // was cut open.
    float raised = normal.y < -0.01 ? 0.002 : 0.0;
    float deep = (heights.x - place.y - raised) / (heights.x - heights.y + 1.0);
    float depth = heights.z > 0.5 ? 0.0 : clamp(-0.9 + 1.8 * deep, -0.95, 0.95);
    gl_Position = vec4((place.x - sheet.x) * sheet.z, (sheet.y - place.z) * sheet.w, depth, 1.0);
}
";

const MESH_VERTEX: &str = r"
void main() {
    place = corner;
    normal = facing;
    paint = vec4(0.0);
    show();
}
";

const BOX_VERTEX: &str = r"
attribute vec3 center;
attribute vec3 half_x;
attribute vec3 half_y;
attribute vec3 half_z;
attribute vec4 color;
void main() {
    place = center + half_x * corner.x + half_y * corner.y + half_z * corner.z;
    normal = normalize(half_x) * facing.x + normalize(half_y) * facing.y + normalize(half_z) * facing.z;
    paint = color / 255.0;
    show();
}
";

const FRAGMENT: &str = r"#version 100
precision highp float;
uniform vec4 heights;
uniform vec4 grid;
varying vec3 place;
varying vec3 normal;
varying vec4 paint;
// How much of this pixel a line covers that is so far away; metres.
float line(float away) {
    return clamp(1.0 - away * grid.w, 0.0, 1.0);
}
void main() {
    bool above = heights.z > 0.5;
    if (above != (place.y > heights.x)) discard;
    vec3 color;
    if (above || normal.y < -0.01) {
        // Solid: hatched.
        color = mix(vec3(0.38, 0.44, 0.48), paint.rgb * 0.75, paint.a);
        float across = fract((place.x - place.z) * grid.w / 9.0) * 9.0;
        color *= 1.0 - 0.2 * clamp(2.2 - abs(across - 4.5), 0.0, 1.0);
    } else {
        // The deeper, the darker.
        float near = 1.0 / (1.0 + (heights.x - place.y) / 1.6);
        color = mix(vec3(0.11, 0.15, 0.18), vec3(0.30, 0.37, 0.42), near);
        float light = dot(normal, normalize(vec3(-0.5, 1.0, -0.35))) / 0.853;
        color *= 0.35 + 0.65 * light;
        color = mix(color, paint.rgb * (0.35 + 0.35 * near) * (0.5 + 0.5 * light), paint.a * 0.8);
        // Too steep to stand on.
        if (normal.y < heights.w) color = mix(color, vec3(0.62, 0.25, 0.16), 0.5);
        vec2 away = abs(fract((place.xz - grid.xy) / grid.z + 0.5) - 0.5) * grid.z;
        color += 0.055 * max(line(away.x), line(away.y));
    }
    gl_FragColor = vec4(color, 1.0);
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cubes_faces_point_out_of_it() {
        let (corners, indices) = cube();
        assert_eq!((corners.len(), indices.len()), (6 * 4 * 6, 36));
        for vertex in corners.chunks(6) {
            let along: f32 = vertex[..3]
                .iter()
                .zip(&vertex[3..])
                .map(|(a, b)| a * b)
                .sum();
            assert_eq!(along, 1.0, "{vertex:?}");
        }
    }
}
