//! The mark around the entry that the text editor of the page is in.

use sidle::geometry::Obb;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::view::palette::MARK;

/// Opacity of the edges behind other things, so that the entry is found from everywhere.
const OCCLUDED_OPACITY: f32 = 0.5;

const PEN: Pen = Pen::new(MARK, 3.0);

/// Draws the edges of `obb`.
pub fn draw(debug: &mut DebugDraw, obb: &Obb) {
    debug.solid(PEN.occluded_opacity(OCCLUDED_OPACITY), obb);
}
