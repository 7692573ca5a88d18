//! The effects of motion: dust of footsteps and landings, and where a wall takes speed away, dust or sparks, and a scratch.
//!
//! They are no overlay that is switched on, but are drawn with the level, unless the settings say otherwise.

use macroquad::color::Color;

use sidle::geometry::float::min;
use sidle::glam::DVec3;
use sidle::order::sort_by;

use crate::draw::debug_draw::DebugDraw;
use crate::session::observe::{Effects, Matter, Mote, Scratch};
use crate::view::context::ViewContext;

const DUST: Color = Color::new(0.90, 0.85, 0.75, 1.0);
const SAWDUST: Color = Color::new(0.80, 0.65, 0.44, 1.0);
const FLAKES: Color = Color::new(0.94, 0.98, 1.0, 1.0);
const HOT: Color = Color::new(1.0, 0.86, 0.42, 1.0);
const EMBER: Color = Color::new(1.0, 0.36, 0.05, 1.0);
const SCRATCHED: Color = Color::new(0.11, 0.09, 0.08, 1.0);

/// The radius of a mote of dust at its start, and how much it grows; metres.
const RADIUS: f64 = 0.04;
const GROWTH: f64 = 0.18;

/// The discs of a mote, from the outermost to the innermost, as shares of its radius. Their opacities add up.
const DISCS: [f64; 4] = [1.0, 0.78, 0.56, 0.34];

/// The opacity of each disc of a strong mote. Larger: dust hides the level.
const DISC_OPACITY: f32 = 0.15;

/// The trace of a spark is its way in this time; seconds. Its width; metres.
const TRACE_SECONDS: f64 = 0.035;
const TRACE_WIDTH: f64 = 0.014;

/// The lines of a scratch, how far each is aside of its middle, and half their width, and how far in front of the wall they lie;
/// metres. Nearer: they flicker.
const LINES: [f64; 3] = [-0.02, 0.0, 0.013];
const HALF_WIDTH: f64 = 0.003;
const LIFT: f64 = 0.004;
const SCRATCH_OPACITY: f32 = 0.6;

/// Dust nearer to the eye fades, and the nearest is not drawn; metres. Smaller: one of them covers the picture.
const NEAR: (f64, f64) = (0.45, 1.4);

/// Nothing is wider than this share of its distance from the eye. Larger: what is near looks like paper.
const MAX_WIDTH: f64 = 0.005;

/// Whether there is something to see.
pub fn are_seen(view: &ViewContext) -> bool {
    view.effects.is_some_and(|effects| !effects.is_empty())
}

/// Draws all of it, the farthest first.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let Some(effects) = view.effects.filter(|effects| !effects.is_empty()) else {
        return;
    };
    let hz = f64::from(view.sim.hz());
    // The picture is between the last two ticks.
    let now = (view.sim.ticks() as f64 + view.alpha - 1.0).max(0.0);
    draw_all(debug, effects, now, hz);
}

fn draw_all(debug: &mut DebugDraw, effects: &Effects, now: f64, hz: f64) {
    for scratch in effects.scratches() {
        draw_scratch(debug, scratch, scratch.left(now, hz));
    }
    let eye = debug.eye();
    let seen = effects.motes().iter().filter_map(|mote| {
        let age = mote.age(now, hz)?;
        let motion = mote.motion(age);
        Some((motion.0.distance(eye), mote, age, motion))
    });
    let mut seen: Vec<_> = seen.collect();
    sort_by(&mut seen, |(one, ..), (other, ..)| other.total_cmp(one));
    for (distance, mote, age, motion) in seen {
        let (least, full) = NEAR;
        let nearness = ((distance - least) / (full - least)).clamp(0.0, 1.0) as f32;
        if mote.is_spark {
            draw_spark(debug, age, motion, mote.strength);
        } else if nearness > 0.0 {
            draw_dust(debug, mote, age, motion.0, nearness * mote.strength);
        }
    }
}

/// Draws the trace of a spark, which points back to where it came from.
fn draw_spark(debug: &mut DebugDraw, age: f64, (place, velocity): (DVec3, DVec3), strength: f32) {
    let left = 1.0 - age as f32;
    let tail = place - velocity * TRACE_SECONDS;
    let towards = debug.eye() - place;
    let width = min(TRACE_WIDTH, towards.length() * MAX_WIDTH);
    let aside = velocity.cross(towards).normalize_or_zero() * (width * 0.5);
    let middle = place.lerp(tail, 0.2);
    let mix = |hot: f32, ember: f32| ember + (hot - ember) * left;
    let color = Color::new(
        mix(HOT.r, EMBER.r),
        mix(HOT.g, EMBER.g),
        mix(HOT.b, EMBER.b),
        left.sqrt() * strength,
    );
    debug.face(color, &[tail, middle + aside, place, middle - aside]);
}

fn draw_dust(debug: &mut DebugDraw, mote: &Mote, age: f64, place: DVec3, strength: f32) {
    let left = 1.0 - age as f32;
    let color = match mote.matter {
        Matter::Stone | Matter::Metal => DUST,
        Matter::Wood => SAWDUST,
        Matter::Ice => FLAKES,
    };
    let radius = RADIUS + GROWTH * age.sqrt();
    let color = color.with_alpha(DISC_OPACITY * strength * left);
    let (right, up) = (debug.right(), debug.up());
    for share in DISCS {
        debug.face(
            color,
            &OCTAGON.map(|(x, y)| place + (right * x + up * y) * (radius * share)),
        );
    }
}

/// The corners of a regular octagon in a circle of radius 1.
const OCTAGON: [(f64, f64); 8] = {
    let diagonal = std::f64::consts::FRAC_1_SQRT_2;
    [
        (1.0, 0.0),
        (diagonal, diagonal),
        (0.0, 1.0),
        (-diagonal, diagonal),
        (-1.0, 0.0),
        (-diagonal, -diagonal),
        (0.0, -1.0),
        (diagonal, -diagonal),
    ]
};

fn draw_scratch(debug: &mut DebugDraw, scratch: &Scratch, left: f32) {
    let Scratch { ends, normal, .. } = scratch;
    let [start, end] = ends.map(|end| end + *normal * LIFT);
    let aside = (end - start).cross(*normal).normalize_or_zero();
    let opacity = SCRATCH_OPACITY * scratch.strength * left;
    let color = SCRATCHED.with_alpha(opacity);
    let half = min(HALF_WIDTH, debug.eye().distance(end) * MAX_WIDTH * 0.5);
    for middle in LINES {
        let [one, other] = [middle - half, middle + half].map(|off| aside * off);
        debug.face(color, &[start + one, end + one, end + other, start + other]);
    }
}
