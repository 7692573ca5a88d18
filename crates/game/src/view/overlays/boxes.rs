//! Overlay `boxes`: the boxes that props collide as.

use sidle::world::ColliderId;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::OBB;

const PEN: Pen = Pen::new(OBB, 2.0);

pub const LEGEND: [LegendRow; 1] = [(OBB, "box of a prop")];

/// Boxes farther from the eye than this are not drawn. There, the fog hides most of the level; metres. Larger: in a
/// level of many props, more lines than anybody can tell apart.
const REACH: f64 = 200.0;

/// Draws all boxes near the eye but the target of the crosshair, which has its own outline.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext, occluded_opacity: f32) {
    let target = view.target.map(|target| target.collider);
    for (id, obb) in view.boxes() {
        let (offset, radius) = (obb.center() - view.eye, obb.half_extents().length());
        let is_near = offset.length() <= REACH + radius && offset.dot(view.axes.look) >= -radius;
        if is_near && target != Some(ColliderId::Box(id)) {
            debug.solid(PEN.occluded_opacity(occluded_opacity), &obb);
        }
    }
}
