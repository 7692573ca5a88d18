//! Plan view: the colliders of a level from above, cut at a height.
//!
//! The triangles and the boxes that stand still stay on the GPU. The depth test finds the highest surface below the
//! cut. Everything above the cut is drawn first and lies beneath the rest, so a roof hides nothing, and the top of a
//! hill is not a hole. A visible back face belongs to a solid that the cut opens.

use macroquad::color::Color;
use macroquad::miniquad::{
    BufferLayout, Comparison, PassAction, PipelineParams, UniformType, UniformsSource,
    VertexAttribute, VertexFormat,
};

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::world::World;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::flat::plan_shader::{BOX_VERTEX, FRAGMENT, MESH_VERTEX, VERTEX_HEAD};
use crate::draw::renderer::level::instance_buffer::InstanceBuffer;
use crate::draw::renderer::level::mesh_buffer::MeshBuffer;
use crate::draw::renderer::target::program::{Gpu, Program, instance_layout, shader_meta};

/// The part of a level that a plan shows, and its place on the screen.
#[derive(Clone, Copy, Debug)]
pub struct PlanView {
    /// The point in the middle, at the height of the cut; metres.
    pub center: DVec3,
    /// Half the width and half the height; metres.
    pub half_extents: [f32; 2],
    /// Rectangle on the screen, as left, bottom, width and height; physical pixels from the lower left.
    pub screen_rect: [i32; 4],
    /// Distance between the lines of the grid; metres.
    pub grid_spacing: f64,
    /// Surfaces whose unit normal has a smaller y are drawn as steep.
    pub min_floor_normal_y: f64,
}

/// A corner of a triangle, relative to the scene's origin.
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
    half_axes: [[f32; 3]; 3],
    color: [u8; 4],
}

impl PlanBox {
    pub fn new(obb: &Obb, origin: DVec3, color: Color) -> Self {
        let half =
            |axis| to_render_vec3(obb.axes().col(axis) * obb.half_extents()[axis]).to_array();
        Self {
            center: to_render_vec3(obb.center() - origin).to_array(),
            half_axes: [0, 1, 2].map(half),
            color: color.into(),
        }
    }
}

/// The boxes of a plan.
#[derive(Clone, Copy)]
pub struct PlanBoxes<'b> {
    /// The boxes that stand still, and the number of their revision. The same number needs no upload.
    pub still: (&'b [PlanBox], u64),
    /// The boxes that move, in this frame, and the number of their revision.
    pub moving: (&'b [PlanBox], u64),
}

/// Draws the plan view.
pub struct PlanRenderer {
    mesh: Program,
    solid: Program,
    still_boxes: InstanceBuffer<PlanBox>,
    moving_boxes: InstanceBuffer<PlanBox>,
    /// The level's triangles, uploaded when they are first needed.
    triangles: Option<MeshBuffer>,
    /// Height of the lowest corner above the scene's origin; metres.
    lowest: f32,
}

/// The uniforms, in the order of their declaration.
#[repr(C)]
struct Uniforms {
    /// The x and z of the middle, and 1 / half extents.
    sheet: [f32; 4],
    /// The cut, the lowest corner, whether to draw above the cut (1) or below (0), and the smallest normal y of a floor.
    heights: [f32; 4],
    /// The x and z of a point of the grid, the distance between its lines, and pixels per metre.
    grid: [f32; 4],
}

impl PlanRenderer {
    pub fn new(context: &mut Gpu) -> Result<Self, String> {
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
        let solid = Program::with_layouts(
            context,
            (&[VERTEX_HEAD, BOX_VERTEX].concat(), FRAGMENT),
            shader_meta(&[], &uniforms),
            &[BufferLayout::default(), instance_layout()],
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
            still_boxes: InstanceBuffer::new(context, &corners, &indices),
            moving_boxes: InstanceBuffer::new(context, &corners, &indices),
            triangles: None,
            lowest: 0.0,
        })
    }

    /// Deletes the triangles, for another level.
    pub fn clear(&mut self, context: &mut Gpu) {
        if let Some(triangles) = self.triangles.take() {
            triangles.delete(context);
        }
    }

    /// Draws `world` with its `boxes` into the rectangle of `view`. The pass stays open, for drawings over the plan.
    pub fn draw(
        &mut self,
        context: &mut Gpu,
        (world, origin): (&World, DVec3),
        boxes: &PlanBoxes,
        view: &PlanView,
    ) {
        if self.triangles.is_none() {
            let vertices = vertices(world, origin);
            let heights = vertices.iter().map(|vertex| vertex.place[1]);
            self.lowest = heights.fold(f32::INFINITY, f32::min);
            // Each corner has its own normal, so the triangles share no vertices.
            let indices: Vec<u32> = (0..vertices.len() as u32).collect();
            self.triangles = Some(MeshBuffer::upload(context, &vertices, &indices));
        }
        let Some(triangles) = &self.triangles else {
            return;
        };
        let PlanBoxes { still, moving } = boxes;
        self.still_boxes.upload(context, still.0, still.1);
        self.moving_boxes.upload(context, moving.0, moving.1);
        let bottoms = still.0.iter().chain(moving.0).map(PlanBox::bottom);
        let lowest = bottoms.fold(self.lowest, f32::min);
        let center = view.center - origin;
        let cut = center.y as f32;
        let [x, y, width, height] = view.screen_rect;
        let on_grid = |origin: f64| -(origin.rem_euclid(view.grid_spacing)) as f32;
        context.begin_default_pass(PassAction::Nothing);
        context.apply_viewport(x, y, width, height);
        context.apply_scissor_rect(x, y, width, height);
        context.apply_pipeline(&self.mesh.pipeline);
        let [red, green, blue] = BACKGROUND;
        context.clear(Some((red, green, blue, 1.0)), Some(1.0), None);
        for above in [1.0, 0.0] {
            let uniforms = Uniforms {
                sheet: [
                    center.x as f32,
                    center.z as f32,
                    1.0 / view.half_extents[0],
                    1.0 / view.half_extents[1],
                ],
                heights: [cut, lowest.min(cut), above, view.min_floor_normal_y as f32],
                grid: [
                    on_grid(origin.x),
                    on_grid(origin.z),
                    view.grid_spacing as f32,
                    width as f32 / (2.0 * view.half_extents[0]),
                ],
            };
            context.apply_pipeline(&self.mesh.pipeline);
            context.apply_uniforms(UniformsSource::table(&uniforms));
            triangles.draw(context, &[]);
            context.apply_pipeline(&self.solid.pipeline);
            self.still_boxes
                .draw(context, UniformsSource::table(&uniforms));
            self.moving_boxes
                .draw(context, UniformsSource::table(&uniforms));
        }
    }
}

impl PlanBox {
    /// Height of the lowest corner.
    fn bottom(&self) -> f32 {
        self.center[1] - self.half_axes.iter().map(|half| half[1].abs()).sum::<f32>()
    }
}

fn vertices(world: &World, origin: DVec3) -> Vec<PlanVertex> {
    let triangles = world.triangles().iter();
    let vertices = triangles.flat_map(|triangle| {
        let normal = to_render_vec3(triangle.plane().normal()).to_array();
        triangle.vertices().map(|corner| PlanVertex {
            place: to_render_vec3(corner - origin).to_array(),
            normal,
        })
    });
    vertices.collect()
}

/// The corners of a cube from -1 to 1, each with the normal of its face, and the indices of the triangles.
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

/// The background; red, green and blue, as displayed.
const BACKGROUND: [f32; 3] = [0.055, 0.078, 0.1];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_of_the_cube_point_outwards() {
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
