//! Outlines what the crosshair points at.

use sidle::world::ColliderId;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::palette::TARGET;
use crate::session::target::Target;
use crate::view::context::ViewContext;

const PEN: Pen = Pen::new(TARGET, 2.4);
const FINE_PEN: Pen = Pen::new(TARGET, 1.6);

/// The patch of the plane that is hit, and the arrow along its normal, as shares of the distance:
/// equally large on the screen wherever they are.
const PATCH_RADIUS: f64 = 0.05;
const NORMAL_LENGTH: f64 = 0.10;

/// Outlines what is pointed at, unless it is `outlined` already, and shows the plane that is hit.
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
    debug.patch(FINE_PEN, target.point, target.normal, radius);
    debug.arrow(PEN, target.point, target.point + target.normal * length);
}
