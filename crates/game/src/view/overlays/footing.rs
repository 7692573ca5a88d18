//! The player's own outline and its contact shadow, which show how large the body is and where it stands.

use sidle::geometry::{Segment, Sphere};
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::palette::SHADOW;
use crate::view::context::ViewContext;
use crate::view::palette;

/// The outline shows while the view is lower than this: the sine of 20 degrees.
const LOW_VIEW: f64 = -0.34;

/// A body higher above the ground than this casts no contact shadow; metres.
const MAX_ABOVE: f64 = 2.0;

/// The rings of the shadow, from the outermost to the innermost, as shares of its radius, and the opacity that each adds. Fewer:
/// they are seen as bands.
const RINGS: usize = 12;
const OUTER: f64 = 1.2;
const INNER: f64 = 0.32;
const RING_OPACITY: f64 = 0.045;

/// How far the first ring lies above the ground, and each above the one below, in radii. Smaller: they flicker.
const LIFT: f64 = 0.01;
const LIFT_EACH: f64 = 0.003;

/// The circles of a sphere's outline, given by how far below its middle, in radii.
const CIRCLES: [f64; 3] = [0.4, 0.7, 0.92];

/// Whether the body is seen, from outside or by looking down.
pub fn is_seen(view: &ViewContext) -> bool {
    view.lab.is_none() && (view.outside || view.axes.look.y < LOW_VIEW)
}

/// Draws both.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let (tuning, player) = (view.sim.tuning(), view.sim.player());
    let obb = (player.controller == Controller::Boxed)
        .then(|| tuning.obb(view.player_position, player.yaw))
        .flatten();
    let is_box = tuning.body == BodyShape::Box;
    let [radius, below] = match &obb {
        Some(obb) => {
            let half = obb.half_extents();
            [half.x.min(half.z), half.y]
        }
        None => [tuning.radius; 2],
    };
    if view.effects.is_some() {
        shadow(debug, view, radius, below);
    }
    if view.outside || view.editor.is_some() {
        return;
    }
    let color = palette::controller(player.controller);
    let pen = Pen::new(color, 2.0);
    let center = view.player_position;
    let low = center + DVec3::NEG_Y * below;
    let width = (radius * 200.0).round() / 100.0;
    let upright = is_box
        .then(|| tuning.for_player(player).body()?.at(center)?.bounds())
        .flatten();
    if let Some(obb) = obb.or(upright) {
        debug.solid(pen, &obb);
        return;
    }
    if tuning.body == BodyShape::Capsule {
        debug.circle(pen, low, DVec3::Y, radius);
    } else if let Some(sphere) = Sphere::new(center, radius) {
        for share in CIRCLES {
            let around = (1.0 - share * share).sqrt() * radius;
            debug.circle(
                pen,
                center + DVec3::NEG_Y * (share * radius),
                DVec3::Y,
                around,
            );
        }
        debug.silhouette(pen, &sphere);
    }
    let words = format!("{width} m wide");
    debug.label(low, LabelSide::Above, color, words);
}

/// The soft shadow on the ground under a body of `radius` that reaches `below` its middle; metres.
fn shadow(debug: &mut DebugDraw, view: &ViewContext, radius: f64, below: f64) {
    let middle = view.player_position;
    let down = DVec3::NEG_Y * (below + MAX_ABOVE);
    let world = view.sim.world();
    let Some((_, hit)) = world.intersect_segment(&Segment::new(middle, middle + down)) else {
        return;
    };
    let above = (middle.distance(hit.point) - below).max(0.0);
    let opacity = RING_OPACITY * (1.0 - above / MAX_ABOVE).max(0.0);
    let color = SHADOW.with_alpha(opacity as f32);
    for number in 0..RINGS {
        let number = number as f64;
        let ring = OUTER - (OUTER - INNER) * number / (RINGS - 1) as f64;
        let lifted = hit.point + hit.normal * ((LIFT + LIFT_EACH * number) * radius);
        debug.disc(color, lifted, hit.normal, radius * ring);
    }
}
