//! The lesson on the contact of two boxes: ours, the one with the text's edge–edge sign, and the minimum translation.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13.

use macroquad::color::Color;

use sidle::contact::{
    Contact, ContactKind, contact_obb_obb, contact_obb_obb_as_written,
    contact_obb_obb_min_translation,
};
use sidle::geometry::{Obb, Pose};
use sidle::glam::DVec3;
use sidle::query::{ObbOverlap, overlap_obb_obb};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, millimetres};
use crate::view::palette::{GUIDE, RESULT, THROWN};

/// Overlap that is left by rounding after a push; metres.
const ROUNDING: f64 = 1e-6;

pub fn show(debug: &mut DebugDraw, panel: &mut InfoPanel, first: &Obb, second: &Obb) {
    panel.text("One pair, three contacts. The frame is the blue box, moved out by the contact.");
    let rows: [(&str, Color, Option<Contact>); 3] = [
        ("ours", RESULT, contact_obb_obb(first, second)),
        (
            "as written",
            THROWN,
            contact_obb_obb_as_written(first, second),
        ),
        (
            "minimum translation",
            GUIDE,
            contact_obb_obb_min_translation(first, second),
        ),
    ];
    for (name, color, contact) in rows {
        let Some(contact) = contact else {
            panel.tinted(name, "no contact", color);
            continue;
        };
        let kind = match contact.kind() {
            ContactKind::EdgeEdge => "edge–edge",
            _ => "point–face",
        };
        let way_out = contact.normal * contact.depth;
        let after = if separates(first, second, way_out) {
            "apart"
        } else {
            "still overlapping"
        };
        panel.tinted(
            name,
            format!("{kind}, {}", millimetres(contact.depth)),
            color,
        );
        panel.tinted("   moved out by it", after, color);
        debug.solid(Pen::new(color.with_alpha(0.7), 1.4), &moved(first, way_out));
        let from = contact.point_on_first();
        debug.arrow(Pen::new(color, 2.8), from, contact.point);
        debug.dot(Pen::new(color, 9.0), contact.point);
        debug.label(contact.point, LabelSide::Right, color, name);
    }
    panel.text(
        "As written, an edge has passed another when its nearest point is nearer to the other box's centre.",
    );
    panel.text("So has an edge that lies far behind: it counts as deep as the two are apart.");
}

fn moved(obb: &Obb, way: DVec3) -> Obb {
    obb.transformed(&Pose::IDENTITY.translated_and_rotated(way, DVec3::ZERO))
}

fn separates(first: &Obb, second: &Obb, way: DVec3) -> bool {
    match overlap_obb_obb(&moved(first, way), second) {
        ObbOverlap::Apart(_) => true,
        ObbOverlap::Overlapping(gap) => -gap.separation < ROUNDING,
    }
}
