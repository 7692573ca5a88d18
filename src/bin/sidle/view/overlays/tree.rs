//! Overlay `tree`: the boxes of the broad phase that are looked into to find what is near the player.

use sidle::geometry::{Obb, Placement, Sphere};
use sidle::world::BvhNode;

use crate::draw::board::Board;
use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::palette::{INK, TREE};
use crate::view::context::ViewContext;

/// How far around the player is asked, in radii: about as far as a motion looks.
const REACH: f64 = 0.5;

/// How opaque the largest box is, and how much more each one inside it.
const LEAST_OPACITY: f32 = 0.25;
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
    let mut board = Board {
        title: "Broad phase".to_owned(),
        ..Board::default()
    };
    board.tinted("boxes of boxes, looked into", inner.to_string(), TREE);
    board.tinted(
        "smallest boxes, up to 4 shapes each",
        leaves.to_string(),
        INK,
    );
    board.value("deepest", deepest.to_string());
    board.value("shapes in the world", shapes.to_string());
    board.words(format!(
        "To find what is near, {} boxes are looked at, and at most {} of {shapes} shapes.",
        inner + leaves,
        (leaves * 4).min(shapes)
    ));
    debug.boards.push(board);
}

/// The deeper, the stronger.
fn pen(cell: &BvhNode) -> Pen {
    if cell.leaf {
        return Pen::new(INK, 1.4);
    }
    let opacity = LEAST_OPACITY + OPACITY_STEP * cell.depth as f32;
    Pen::new(TREE.with_alpha(opacity.min(1.0)), 2.0)
}
