//! Outlines the target of the crosshair.

use sidle::world::ColliderId;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::session::editor::Target;
use crate::view::context::ViewContext;
use crate::view::palette::TARGET;

const PEN: Pen = Pen::new(TARGET, 2.4);
const FINE_PEN: Pen = Pen::new(TARGET, 1.6);

/// Sizes of the plane patch and of the arrow along its normal, as shares of the distance, so that they have the same size
/// on the screen everywhere.
const PATCH_RADIUS: f64 = 0.05;
const NORMAL_LENGTH: f64 = 0.10;

/// Outlines the target, unless it is `outlined` already, and draws the plane of the hit.
pub fn draw(target: &Target, debug: &mut DebugDraw, view: &ViewContext, outlined: bool) {
    match target.collider {
        ColliderId::Triangle(id) => {
            let triangle = &view.sim.world().triangles()[id.0 as usize];
            debug.triangle(PEN, triangle.vertices());
        }
        ColliderId::Box(id) if !outlined => {
            debug.solid(PEN, &view.sim.world().boxes()[id.0 as usize]);
        }
        ColliderId::Box(_) => {}
    }
    let (radius, length) = (
        target.distance * PATCH_RADIUS,
        target.distance * NORMAL_LENGTH,
    );
    debug.plane_patch(FINE_PEN, target.point, target.normal, radius);
    debug.arrow(PEN, target.point, target.point + target.normal * length);
}
