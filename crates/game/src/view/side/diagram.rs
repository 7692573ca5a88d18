//! The drawing of the view from the side: the body, its path, and the arrows of the requested, the removed and
//! the remaining motion.

use macroquad::color::Color;

use sidle::geometry::Sphere;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Event, PlayerState, Tuning};
use sidle::world::ColliderId;

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::session::play::ContactClip;
use crate::view::overlays::body;
use crate::view::palette::{self, ACTED, ASKED, CREASE, LEFT, MUTED, THROWN};
use crate::view::side::account::Account;
use crate::view::side::section::PassedWall;

/// Length of the longest arrow; radii of the body.
const ARROW_LENGTH: f64 = 1.9;

/// Largest magnification of the arrows.
const MAX_MAGNIFICATION: f64 = 400.0;

/// Two motions are on one line if the sine of the angle between them is at most this, and then lie this far apart; radii of
/// the body.
const STRAIGHT_SINE: f64 = 0.15;
const LANE: f64 = 0.16;

/// An arrow shorter than this share of the longest is not drawn.
const MIN_ARROW: f64 = 0.02;

/// Reach of a crease to both sides, and the length of a normal; radii of the body.
const CREASE_REACH: f64 = 1.7;
const NORMAL_LENGTH: f64 = 0.45;

/// Normals with at least this cosine are drawn once.
const SAME_NORMAL_COS: f64 = 0.999;

/// Opacity of the bodies of other ticks.
const GHOST_OPACITY: f32 = 0.55;

/// The arrows of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrows {
    pub account: Account,
    /// Where they begin; metres.
    start: DVec3,
    /// How many times as long as in truth they are drawn.
    pub magnification: f64,
    /// How far from each other the arrows lie that are on one line; metres.
    lane: f64,
}

impl Arrows {
    /// The arrows of `account` in the middle of a body of this `radius` at `start`.
    pub fn new(account: Account, start: DVec3, radius: f64) -> Self {
        let Account {
            asked, taken, left, ..
        } = account;
        let longest = [asked, taken, left].map(DVec3::length);
        let longest = longest.into_iter().fold(0.0, f64::max);
        let magnification = (ARROW_LENGTH * radius / longest.max(1e-9)).min(MAX_MAGNIFICATION);
        Self {
            account,
            start,
            lane: LANE * radius,
            magnification: if magnification > 1.0 {
                magnification.round()
            } else {
                1.0
            },
        }
    }

    /// Where the arrows begin and end; metres.
    pub fn points(&self) -> [DVec3; 3] {
        [DVec3::ZERO, self.account.asked, self.account.left]
            .map(|motion| self.start + motion * self.magnification)
    }

    fn draw(&self, debug: &mut DebugDraw) {
        let Account {
            asked, taken, left, ..
        } = self.account;
        let [taken_name, left_name] = names(&self.account);
        let [start, asked_end, left_end] = self.points();
        let longest = asked.length().max(left.length()).max(1e-9);
        let shows = |motion: DVec3| motion.length() > MIN_ARROW * longest && motion.length() > 1e-6;
        // Arrows along one line lie side by side.
        let slant = asked.cross(left).length();
        let is_straight = slant <= STRAIGHT_SINE * asked.length() * left.length();
        let lane = if is_straight {
            debug.up() * self.lane
        } else {
            DVec3::ZERO
        };
        let (start_asked, asked_end) = (start + lane, asked_end + lane);
        let (start_left, left_end) = (start - lane, left_end - lane);
        // Beyond the tip, where it does not cover the arrow.
        let side = |debug: &DebugDraw, way: DVec3| {
            if way.dot(debug.right()) < 0.0 {
                LabelSide::Left
            } else {
                LabelSide::Right
            }
        };
        if shows(asked) {
            debug.arrow(Pen::new(ASKED, 3.4), start_asked, asked_end);
            let text = format!("asked {}", length_text(asked.length()));
            let side = if is_straight {
                LabelSide::Above
            } else {
                side(debug, asked)
            };
            debug.label(asked_end, side, ASKED, text);
        }
        if shows(taken) {
            let begin = asked_end - lane;
            let end = begin + taken * self.magnification;
            debug.arrow(Pen::new(THROWN, 3.0), begin, end);
            let text = format!("{taken_name} {}", length_text(taken.length()));
            let (place, side) = if is_straight {
                (end, side(debug, taken))
            } else {
                (begin.lerp(end, 0.5), side(debug, asked))
            };
            debug.label(place, side, THROWN, text);
        }
        if shows(left) {
            debug.arrow(Pen::new(LEFT, 4.4), start_left, left_end);
            let text = format!("{left_name} {}", length_text(left.length()));
            let side = if is_straight {
                LabelSide::Below
            } else {
                side(debug, left)
            };
            debug.label(left_end, side, LEFT, text);
        }
    }
}

/// The names of the second and the third arrow. Pushes take nothing away beforehand, and may lead farther.
pub fn names(account: &Account) -> [&'static str; 2] {
    if account.is_pushed {
        ["pushed", "moved"]
    } else {
        ["taken away", "left"]
    }
}

/// Formats a length, such as `41.7 mm`, `833 mm`, `2.50 m`.
pub fn length_text(metres: f64) -> String {
    if metres < 0.099_95 {
        format!("{:.1} mm", metres * 1000.0)
    } else if metres < 0.9995 {
        format!("{:.0} mm", metres * 1000.0)
    } else {
        format!("{metres:.2} m")
    }
}

/// The middle of the player's body; metres.
pub fn middle(tuning: &Tuning, player: &PlayerState) -> DVec3 {
    let tuning = tuning.for_player(player);
    let rise = match tuning.body {
        BodyShape::Capsule if player.controller != Controller::Boxed => {
            tuning.height * 0.5 - tuning.radius
        }
        _ => 0.0,
    };
    player.position + DVec3::Y * rise
}

/// The obstacles of a tick: surfaces with their normals, and a wall that was passed.
pub struct Met<'m> {
    pub surfaces: &'m [(ColliderId, DVec3)],
    pub passed: Option<&'m PassedWall>,
}

/// Draws the tick at `index` of `clip`, with its bodies, what it `met`, and its `arrows`. Of a tick that is
/// `unexpected`, the bodies of the ticks before and after are also drawn.
pub fn draw(
    debug: &mut DebugDraw,
    clip: &ContactClip,
    (index, unexpected): (usize, bool),
    tuning: &Tuning,
    arrows: &Arrows,
    met: &Met,
) {
    let tick = &clip.ticks()[index];
    let color = palette::controller(tick.after.controller);
    let path = Pen::new(color.with_alpha(0.7), 1.6);
    let ticks = clip.ticks().iter();
    let ticks = ticks.skip_while(|before| before.respawned);
    let places = ticks.map(|tick| middle(tuning, &tick.after));
    debug.polyline(path, places.clone());
    for place in places {
        debug.dot(Pen::new(color.with_alpha(0.7), 3.0), place);
    }
    let ghost = Pen::new(color.with_alpha(GHOST_OPACITY), 1.6);
    if unexpected {
        let before = index
            .checked_sub(1)
            .and_then(|before| clip.ticks().get(before));
        for other in before.into_iter().chain(clip.ticks().get(index + 1)) {
            outline(debug, ghost, tuning, &other.before);
            outline(debug, ghost, tuning, &other.after);
        }
    }
    outline(debug, Pen::new(MUTED, 1.8), tuning, &tick.before);
    draw_body(debug, tuning, &tick.after);
    let place = (middle(tuning, &tick.after), tuning.radius);
    draw_crease(debug, &tick.events, place);
    draw_touches(debug, met.surfaces, place);
    if let Some(wall) = met.passed {
        let inside = wall.inside;
        debug.segment(Pen::new(ACTED, 6.0), inside.start, inside.end);
        let thickness = inside.start.distance(inside.end);
        let text = format!("wall {}", length_text(thickness));
        let top = inside.point_at(0.5) + debug.up() * (1.2 * tuning.radius);
        debug.label(top, LabelSide::Above, ACTED, text);
    }
    arrows.draw(debug);
}

/// Draws the crease of two surfaces through `middle`, for a body of this `radius`.
fn draw_crease(debug: &mut DebugDraw, events: &[Event], (middle, radius): (DVec3, f64)) {
    let crease = events.iter().find_map(|event| match event {
        Event::Turn { crease, .. } => *crease,
        _ => None,
    });
    if let Some(crease) = crease {
        let reach = crease * (CREASE_REACH * radius);
        debug.segment(Pen::new(CREASE, 3.4), middle - reach, middle + reach);
        debug.label(middle - reach, LabelSide::Left, CREASE, "crease");
    }
}

/// Marks where `met` surfaces touch a body of this `radius` around `middle`, with their normals.
fn draw_touches(
    debug: &mut DebugDraw,
    met: &[(ColliderId, DVec3)],
    (middle, radius): (DVec3, f64),
) {
    for (number, (_, normal)) in met.iter().enumerate() {
        let is_drawn = |(_, other): &(ColliderId, DVec3)| other.dot(*normal) > SAME_NORMAL_COS;
        if met[..number].iter().any(is_drawn) {
            continue;
        }
        let touch = middle - *normal * radius;
        debug.dot(Pen::new(ACTED, 8.0), touch);
        let end = touch + *normal * (NORMAL_LENGTH * radius);
        debug.arrow(Pen::new(ACTED, 2.0), touch, end);
    }
}

/// Draws the player's body, without the lines on a sphere that would cover the arrows.
fn draw_body(debug: &mut DebugDraw, tuning: &Tuning, player: &PlayerState) {
    let is_round = player.controller != Controller::Boxed && tuning.body == BodyShape::Sphere;
    match Sphere::new(player.position, tuning.radius).filter(|_| is_round) {
        Some(sphere) => {
            let color = palette::controller(player.controller);
            debug.glass_sphere(color, &sphere);
            debug.silhouette(Pen::new(color, 2.6), &sphere);
        }
        None => body::draw(debug, tuning, player, player.position),
    }
}

/// The outline of the player's body.
fn outline(debug: &mut DebugDraw, pen: Pen, tuning: &Tuning, player: &PlayerState) {
    if player.controller == Controller::Boxed {
        if let Some(obb) = tuning.obb(player.position, player.yaw) {
            debug.solid(pen, &obb);
        }
        return;
    }
    let body = tuning.for_player(player).body();
    let Some(body) = body.and_then(|body| body.at(player.position)) else {
        return;
    };
    let axis = body.axis();
    for center in [axis.start, axis.end] {
        if let Some(sphere) = Sphere::new(center, body.radius()) {
            debug.silhouette(pen, &sphere);
        }
    }
    let side = debug.right() * body.radius();
    for side in [side, -side] {
        debug.segment(pen, axis.start + side, axis.end + side);
    }
}

/// The colours of the arrows and their meanings.
pub const LEGEND: [(Color, &str); 3] = [(ASKED, "asked"), (THROWN, "taken away"), (LEFT, "left")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_in_millimetres_up_to_a_metre() {
        assert_eq!(length_text(0.041_66), "41.7 mm");
        assert_eq!(length_text(0.9994), "999 mm");
        assert_eq!(length_text(0.0999), "99.9 mm");
        assert_eq!(length_text(2.5), "2.50 m");
        assert_eq!(length_text(0.0), "0.0 mm");
    }

    #[test]
    fn arrows_are_magnified_by_a_whole_number_and_long_ones_keep_their_size() {
        let account = |length: f64| Account {
            asked: DVec3::X * length,
            ..Account::default()
        };
        // 0.95 m for 41.7 mm.
        let short = Arrows::new(account(0.0417), DVec3::ZERO, 0.5);
        assert_eq!(short.magnification, 23.0);
        assert_eq!(short.points()[1], DVec3::X * (0.0417 * 23.0));
        assert_eq!(
            Arrows::new(account(2.5), DVec3::ZERO, 0.5).magnification,
            1.0
        );
        assert_eq!(
            Arrows::new(account(0.0), DVec3::ZERO, 0.5).magnification,
            400.0
        );
    }

    #[test]
    fn the_middle_of_a_capsule_is_above_its_reference_point() {
        let capsule = Tuning {
            body: BodyShape::Capsule,
            radius: 0.3,
            height: 1.8,
            ..Tuning::default()
        };
        let player = PlayerState::default();
        assert!((middle(&capsule, &player).y - 0.6).abs() < 1e-12);
        assert_eq!(middle(&Tuning::default(), &player), DVec3::ZERO);
    }
}
