//! The place of the tour's current step: a ring, a column of light over it, and an arrow to where it leads, or the way there.

use macroquad::color::Color;

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::session::guide::TourStep;
use crate::view::context::ViewContext;
use crate::view::palette::PLACE;

/// The size of the column; metres. Higher than a fence, so that it is seen from behind one.
const RADIUS: f64 = 0.7;
const HEIGHT: f64 = 3.2;

/// The height of the ring, of which the ground must not hide a part, and of the label, over the ground and over the ring; metres.
const RING: f64 = 0.04;
const LABEL: f64 = 2.4;
const LABEL_OVER_RING: f64 = 0.6;

/// The arrow on the ground to the subject of the step, from the ring on; metres.
const ARROW: [f64; 2] = [RADIUS, RADIUS + 0.9];

/// Sides of the column. Smaller: visible corners; larger: more to draw.
const SIDES: u32 = 12;

const OPACITY: f32 = 0.10;

/// Draws the place of `step`.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext, step: TourStep) {
    let place = step.ring(view.player_position);
    let pen = Pen::new(PLACE, 3.0);
    for height in [RING, HEIGHT] {
        debug.circle(pen, place + DVec3::Y * height, DVec3::Y, RADIUS);
    }
    let ahead = ARROW.map(|away| place + step.heading() * away);
    let way = match step.way() {
        [] => &ahead,
        way => way,
    };
    for leg in way.windows(2) {
        debug.arrow(pen, leg[0] + DVec3::Y * RING, leg[1] + DVec3::Y * RING);
    }
    let light = Color {
        a: OPACITY,
        ..PLACE
    };
    let corner = |side: u32| {
        let (sin, cos) = sin_cos_deg(f64::from(side) * 360.0 / f64::from(SIDES));
        place + DVec3::new(cos, 0.0, sin) * RADIUS
    };
    for side in 0..SIDES {
        let (one, other) = (corner(side), corner(side + 1));
        let up = DVec3::Y * HEIGHT;
        debug.face(light, &[one, other, other + up, one + up]);
    }
    let away = place.distance(view.player_position);
    // Within the column there is nothing to be found.
    if away > 2.0 * RADIUS {
        let text = format!("{}  {away:.0} m", step.title());
        let height = LABEL.max(place.y + LABEL_OVER_RING);
        debug.label(place.with_y(height), LabelSide::Above, PLACE, text);
    }
}
