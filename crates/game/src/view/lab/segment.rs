//! The lesson on the intersection of a segment with a polygon or a box: the tests behind the crosshair.

use core::f64::consts::TAU;

use sidle::geometry::{Plane, Segment};
use sidle::query::{
    ANGLE_MATCH_FACTOR, SegmentHit, contains_polygon_point, intersect_segment_obb,
    intersect_segment_plane, intersect_segment_polygon, sweep_point_plane,
};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, millimetres};
use crate::session::lab::LabBody;
use crate::view::palette::{GUIDE, MOVED, NEUTRAL, RESULT};

pub fn show(debug: &mut DebugDraw, panel: &mut InfoPanel, segment: &Segment, second: &LabBody) {
    let hit = match second {
        LabBody::Polygon(corners) => {
            let Some(plane) = Plane::from_polygon(corners) else {
                return;
            };
            panel.text("1. Are the ends on opposite sides of the plane?");
            let [from, to] = [segment.start, segment.end].map(|end| plane.signed_distance(end));
            panel.value("d0 = n·p0 + d", millimetres(from));
            panel.value("d1 = n·p1 + d", millimetres(to));
            let crossing = intersect_segment_plane(segment, &plane);
            let opposite = if crossing.is_some() { "yes" } else { "no" };
            panel.tinted("opposite sides", opposite, GUIDE);
            panel.text("2. Where does it cross the plane?");
            panel.value("u = d0 / (d0 - d1)", fraction(crossing));
            panel.text("3. Is that point inside, by the sum of angles?");
            let inside = crossing.map(|crossing| contains_polygon_point(corners, crossing.point));
            let sum = inside.map_or("not tested".to_owned(), |is_inside| {
                format!("{:.3} rad", is_inside.angle_sum)
            });
            panel.value("sum of the angles", sum);
            let needed = ANGLE_MATCH_FACTOR * TAU;
            panel.value(
                format!("needed: {ANGLE_MATCH_FACTOR} · 2π"),
                format!("{needed:.3} rad"),
            );
            let hit = intersect_segment_polygon(segment, corners);
            if let Some(crossing) = crossing {
                for corner in corners {
                    debug.segment(Pen::new(GUIDE, 1.2), crossing.point, *corner);
                }
                debug.dot(Pen::new(GUIDE, 9.0), crossing.point);
            }
            hit
        }
        LabBody::Obb(obb) => {
            panel.text("The box is the intersection of three slabs. The segment is inside from its last entry to its first exit.");
            let hit = intersect_segment_obb(segment, obb);
            panel.value("enters at u", fraction(hit));
            let normal = hit.map(|hit| obb.axes().transpose() * hit.normal);
            let face =
                normal.map(|normal| format!("{:+.0} {:+.0} {:+.0}", normal.x, normal.y, normal.z));
            panel.value("through the side", face.unwrap_or("none".to_owned()));
            let length = (segment.end - segment.start).length();
            panel.value("length of the segment", millimetres(length));
            panel.value(
                "before the box",
                millimetres(length * hit.map_or(1.0, |hit| hit.fraction)),
            );
            hit
        }
        LabBody::Plane(plane) => {
            panel.text("The sphere's sweep with r = 0: from the front side only.");
            let [from, to] = [segment.start, segment.end].map(|end| plane.signed_distance(end));
            panel.value("d0 = n·p0 + d", millimetres(from));
            panel.value("d1 = n·p1 + d", millimetres(to));
            let hit = sweep_point_plane(segment.start, segment.end - segment.start, plane);
            let swept = hit.map(|hit| hit.fraction);
            let swept = swept.map_or("no touch".to_owned(), |u| format!("{u:.3}"));
            panel.value("u = (d0 - 0) / (d0 - d1)", swept);
            let either = intersect_segment_plane(segment, plane);
            panel.value("line–plane, from either side", fraction(either));
            either.filter(|_| hit.is_some())
        }
        _ => None,
    };
    let (answer, color) = if hit.is_some() {
        ("hit", RESULT)
    } else {
        ("miss", NEUTRAL)
    };
    panel.tinted("result", answer, color);

    debug.label(segment.start, LabelSide::Left, MOVED, "start");
    debug.label(segment.end, LabelSide::Right, MOVED, "end");
    if let Some(hit) = hit {
        debug.plane_patch(Pen::new(RESULT, 1.6), hit.point, hit.normal, 0.14);
        let tip = hit.point + hit.normal * 0.35;
        debug.arrow(Pen::new(RESULT, 2.8), hit.point, tip);
        debug.label(
            tip,
            LabelSide::Above,
            RESULT,
            format!("hit, u = {:.3}", hit.fraction),
        );
    }
}

fn fraction(hit: Option<SegmentHit>) -> String {
    hit.map_or("no point".to_owned(), |hit| format!("{:.3}", hit.fraction))
}
