//! The lesson on the two boxes that are called the AABB of a turned box.
//!
//! Sources: "OBB collision 2" (blog, 2016) leaves the rotation out and keeps the extents; a course page on oriented
//! boxes (Seoul National University) encloses the turned box. The box here turns around its middle, where both the
//! blog and we have the centre.

use sidle::geometry::{Obb, Solid};
use sidle::query::{ObbOverlap, overlap_obb_obb};

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::info_panel::InfoPanel;
use crate::view::palette::{AABB, GUIDE, MOVED};

pub fn show(debug: &mut DebugDraw, panel: &mut InfoPanel, first: &Obb, second: &Obb) {
    let (enclosing, unrotated) = (first.aligned(), first.without_rotation());
    debug.solid(Pen::new(AABB, 2.0), &enclosing);
    debug.solid(Pen::new(GUIDE, 2.0), &unrotated);
    panel.text("Turn the blue box: which of the three boxes touch the orange one?");
    for (name, color, obb) in [
        ("OBB, turned", MOVED, first),
        ("AABB that encloses it", AABB, &enclosing),
        ("rotation left out", GUIDE, &unrotated),
    ] {
        let touches = match overlap_obb_obb(obb, second) {
            ObbOverlap::Apart(_) => "apart",
            ObbOverlap::Overlapping(_) => "overlaps",
        };
        let text = format!("{:.1} litres, {touches}", obb.volume() * 1000.0);
        panel.tinted(name, text, color);
    }
    let outside = |number: &usize| {
        let beyond = unrotated.to_local(first.vertex(*number)).abs() - unrotated.half_extents();
        beyond.max_element() > 1e-9
    };
    let count = (0..first.vertex_count()).filter(outside).count();
    panel.value("corners outside the last one", format!("{count} of 8"));
    panel.text(
        "Without its rotation a box never grows when it turns, but it loses its own corners.",
    );
}
