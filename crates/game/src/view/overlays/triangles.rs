//! Overlay `triangles`: the triangles near the player.

use core::cmp::Ordering;

use sidle::geometry::Sphere;
use sidle::glam::DVec3;
use sidle::world::{ColliderId, Surface};

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::TRIANGLE;

/// Triangles farther from the player than this are not drawn; metres. Larger: fine meshes become one
/// green surface.
const REACH: f64 = 12.0;

const PEN: Pen = Pen::new(TRIANGLE, 1.6);

pub const LEGEND: [LegendRow; 1] = [(TRIANGLE, "triangles near you")];

/// Memory that is reused from frame to frame.
#[derive(Default)]
pub struct TrianglesOverlay {
    found: Vec<Surface>,
    edges: Vec<[[f64; 3]; 2]>,
}

impl TrianglesOverlay {
    /// Draws the edges, with `occluded_opacity` where the level hides them.
    pub fn draw(&mut self, debug: &mut DebugDraw, view: &ViewContext, occluded_opacity: f32) {
        let Some(point) = Sphere::new(view.player_position, f64::MIN_POSITIVE) else {
            return;
        };
        view.sim
            .world()
            .surfaces_near(point, REACH, &mut self.found);
        self.edges.clear();
        for surface in &self.found {
            if let ColliderId::Triangle(id) = surface.collider {
                let edges = view.sim.world().triangles()[id.0 as usize].edges();
                self.edges.extend(edges.map(|edge| {
                    let (start, end) = (edge.start.to_array(), edge.end.to_array());
                    if start < end {
                        [start, end]
                    } else {
                        [end, start]
                    }
                }));
            }
        }
        // An edge that two triangles share is drawn once.
        let order = |a: &_, b: &_| PartialOrd::partial_cmp(a, b).unwrap_or(Ordering::Equal);
        self.edges.sort_unstable_by(order);
        self.edges.dedup();
        for [start, end] in &self.edges {
            debug.segment(
                PEN.occluded_opacity(occluded_opacity),
                DVec3::from_array(*start),
                DVec3::from_array(*end),
            );
        }
    }
}
