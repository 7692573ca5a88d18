//! Overlay `tree`: the nodes of the broad phase that a query near the player visits.

use sidle::geometry::{Obb, Placement, Sphere};
use sidle::world::BvhNode;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::info_panel::InfoPanel;
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::{NEUTRAL, TREE};

pub const LEGEND: [LegendRow; 2] = [
    (TREE, "broad phase: inner node"),
    (NEUTRAL, "broad phase: leaf"),
];

/// Reach of the query around the player, in radii, about that of a motion.
const REACH: f64 = 0.5;

/// Opacity of the root, and the increase with each level of depth.
const MIN_OPACITY: f32 = 0.25;
const OPACITY_STEP: f32 = 0.1;

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let radius = view.sim.tuning().radius;
    let Some(ball) = Sphere::new(view.sim.player().position, radius) else {
        return;
    };
    let (mut inner, mut leaves, mut deepest) = (0, 0, 0);
    view.sim.world().visit_bvh(ball, radius * REACH, |cell| {
        deepest = deepest.max(cell.depth + 1);
        if cell.leaf {
            leaves += 1;
        } else {
            inner += 1;
        }
        if let Some(obb) = Obb::from_bounds(&cell.bounds, &Placement::IDENTITY) {
            debug.solid(pen(&cell), &obb);
        }
    });
    let shapes = view.sim.world().triangles().len() + view.sim.world().boxes().len();
    let mut panel = InfoPanel {
        title: "Broad phase".to_owned(),
        ..InfoPanel::default()
    };
    panel.tinted("inner nodes visited", inner.to_string(), TREE);
    panel.tinted(
        "leaves visited, up to 4 shapes each",
        leaves.to_string(),
        NEUTRAL,
    );
    panel.value("depth", deepest.to_string());
    panel.value("shapes in the world", shapes.to_string());
    panel.text(format!(
        "A query near you visits {} nodes, and tests at most {} of {shapes} shapes.",
        inner + leaves,
        (leaves * 4).min(shapes)
    ));
    debug.panels.push(panel);
}

/// The pen of a node, more opaque with depth.
fn pen(cell: &BvhNode) -> Pen {
    if cell.leaf {
        return Pen::new(NEUTRAL, 1.4);
    }
    let opacity = MIN_OPACITY + OPACITY_STEP * cell.depth as f32;
    Pen::new(TREE.with_alpha(opacity.min(1.0)), 2.0)
}
