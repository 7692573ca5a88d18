//! Overlay `boxes`: the boxes as which props are collided.

use sidle::world::ColliderId;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::palette::OBB;
use crate::view::context::ViewContext;

const PEN: Pen = Pen::new(OBB, 2.0);

/// Draws all boxes but the one under the crosshair, which is outlined anyway; so opaque where something
/// hides them.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext, through: f32) {
    let target = view.target.map(|target| target.collider);
    for (id, obb) in view.boxes() {
        if target != Some(ColliderId::Box(id)) {
            debug.solid(PEN.through(through), &obb);
        }
    }
}
