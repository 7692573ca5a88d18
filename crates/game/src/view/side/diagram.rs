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
use crate::view::palette::{self, ACTED, ASKED, CREASE, LEFT, MUTED, THROWN, TRIAL};
use crate::view::side::account::Account;
use crate::view::side::figures::{Figures, length_text};
use crate::view::side::section::PassedWall;

/// Length of the longest arrow; radii of the body.
const ARROW_LENGTH: f64 = 1.9;

/// Largest magnification of the arrows.
const MAX_MAGNIFICATION: f64 = 400.0;

/// Two motions are on one line if the sine of the angle between them is at most this.
const STRAIGHT_SINE: f64 = 0.15;

/// How far arrows on one line are drawn from it, one on each side, so that neither covers the other; radii of the body.
const LANE: f64 = 0.16;

/// An arrow shorter than this share of the longest is not drawn.
const MIN_ARROW: f64 = 0.02;

/// How far the line of a crease reaches to each side of the body's middle; radii of the body.
const CREASE_REACH: f64 = 1.7;

/// A component of a normal that is larger than this means that a side of a box touches there.
const FACE_SHARE: f64 = 1e-6;

/// Length of the arrow of a normal; radii of the body.
const NORMAL_LENGTH: f64 = 0.45;

/// Normals with at least this cosine of the angle between them are drawn once.
const SAME_NORMAL_COS: f64 = 0.999;

/// Opacity of the bodies of other ticks.
const GHOST_OPACITY: f32 = 0.55;

/// The arrows of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrows {
    pub account: Account,
    /// Where they begin; metres.
    start: DVec3,
    /// How many times their true length they are drawn.
    pub magnification: f64,
    /// How far arrows on one line are drawn from it; metres.
    lane: f64,
}

impl Arrows {
    /// The arrows of `account` in the middle of a body of this `radius` at `start`.
    pub fn new(account: Account, start: DVec3, radius: f64) -> Self {
        let Account {
            asked,
            taken,
            moved,
            ..
        } = account;
        let longest = [asked, taken, moved].map(DVec3::length);
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

    /// Where the arrows start, and where those of the requested and of the remaining motion end; metres.
    pub fn points(&self) -> [DVec3; 3] {
        [DVec3::ZERO, self.account.asked, self.account.moved]
            .map(|motion| self.start + motion * self.magnification)
    }

    /// Draws them; `pushes` are those of the tick, in order; metres.
    fn draw(&self, debug: &mut DebugDraw, pushes: &[DVec3]) {
        let Account {
            asked,
            taken,
            moved,
            ..
        } = self.account;
        let longest = asked.length().max(moved.length()).max(1e-9);
        let shows = |motion: DVec3| motion.length() > MIN_ARROW * longest && motion.length() > 1e-6;
        let lane = self.lane(debug);
        if shows(asked) {
            self.draw_asked(debug, lane);
        }
        if shows(taken) {
            self.draw_taken(debug, lane, pushes);
        }
        if shows(moved) {
            self.draw_moved(debug, lane);
        }
    }

    /// The offset of the requested motion, whose opposite is that of the remaining motion. `None` if the latter is on one line
    /// with no other motion, and needs none.
    fn lane(&self, debug: &DebugDraw) -> Option<DVec3> {
        let moved = self.account.moved;
        let covers = |other: DVec3| {
            moved.cross(other).length() <= STRAIGHT_SINE * moved.length() * other.length()
        };
        let is_straight = covers(self.account.asked) || covers(self.account.taken);
        is_straight.then(|| debug.up() * self.lane)
    }

    fn draw_asked(&self, debug: &mut DebugDraw, lane: Option<DVec3>) {
        let asked = self.account.asked;
        let [start, end, _] = self.points();
        let offset = lane.unwrap_or_default();
        debug.arrow(Pen::new(ASKED, 3.4), start + offset, end + offset);
        let text = format!("asked {}", Figures::new(&self.account).asked);
        let side = match lane {
            Some(_) => LabelSide::Above,
            None => side_beyond_tip(debug, asked),
        };
        debug.label(end + offset, side, ASKED, text);
    }

    /// The parts of the removed motion: what earlier ticks took, and each of the `pushes` of this one. One part if that is not all
    /// of it, or if there is only one push.
    fn parts_taken(&self, pushes: &[DVec3]) -> Vec<DVec3> {
        let Account { taken, earlier, .. } = self.account;
        let rest = taken - earlier - pushes.iter().sum::<DVec3>();
        if pushes.len() < 2 || rest.length() > 1e-6 {
            return vec![taken];
        }
        std::iter::once(earlier)
            .chain(pushes.iter().copied())
            .filter(|part| part.length() > 1e-6)
            .collect()
    }

    fn draw_taken(&self, debug: &mut DebugDraw, lane: Option<DVec3>, pushes: &[DVec3]) {
        let Account { asked, taken, .. } = self.account;
        let [_, start, _] = self.points();
        let end = start + taken * self.magnification;
        let mut from = start;
        for part in self.parts_taken(pushes) {
            let to = from + part * self.magnification;
            debug.arrow(Pen::new(THROWN, 3.0), from, to);
            from = to;
        }
        let name = taken_name(&self.account);
        let Some(length) = Figures::new(&self.account).taken else {
            return;
        };
        let text = format!("{name} {length}");
        let (place, side) = match lane {
            Some(_) => (end, side_beyond_tip(debug, taken)),
            None => (start.lerp(end, 0.5), side_beyond_tip(debug, asked)),
        };
        debug.label(place, side, THROWN, text);
    }

    fn draw_moved(&self, debug: &mut DebugDraw, lane: Option<DVec3>) {
        let moved = self.account.moved;
        let [start, _, end] = self.points();
        let offset = -lane.unwrap_or_default();
        debug.arrow(Pen::new(LEFT, 4.4), start + offset, end + offset);
        let text = format!("{MOVED} {}", Figures::new(&self.account).moved);
        let side = match lane {
            Some(_) => LabelSide::Below,
            None => side_beyond_tip(debug, moved),
        };
        debug.label(end + offset, side, LEFT, text);
    }
}

/// The side of the tip of an arrow of this `motion` where a label does not cover the arrow.
fn side_beyond_tip(debug: &DebugDraw, motion: DVec3) -> LabelSide {
    if motion.dot(debug.right()) < 0.0 {
        LabelSide::Left
    } else {
        LabelSide::Right
    }
}

/// The name of the arrow that shows how the player moved.
pub const MOVED: &str = "moved";

/// The name of the second arrow, from what was asked for to how the player [moved](MOVED). Pushes move the player after the fact.
/// They take nothing away in advance, and may lead farther than the requested motion. Nor does a step take anything away.
pub fn taken_name(account: &Account) -> &'static str {
    let is_mostly_earlier = account.earlier.length() > account.of_this_tick().length();
    if account.is_pushed && !is_mostly_earlier {
        "pushed"
    } else if account.is_step && !account.is_pushed {
        "by the step"
    } else if account.exceeds() && !account.is_pushed {
        "added"
    } else {
        // If mostly earlier, it is speed that the body does not have yet, or no longer.
        "taken away"
    }
}

/// The middle of the player's body; metres.
pub fn middle(tuning: &Tuning, player: &PlayerState) -> DVec3 {
    let tuning = tuning.for_player(player);
    let rise = match tuning.body {
        BodyShape::Capsule | BodyShape::Box if player.controller != Controller::Boxed => {
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

/// Draws the tick at `index` of `clip`, with its bodies, what it `met`, and its `arrows`. If the tick is `unexpected`, the
/// bodies of the ticks before and after it are also drawn.
pub fn draw(
    debug: &mut DebugDraw,
    clip: &ContactClip,
    index: usize,
    unexpected: bool,
    tuning: &Tuning,
    arrows: &Arrows,
    met: &Met,
) {
    let tick = &clip.ticks()[index];
    let color = palette::controller(tick.after.controller);
    draw_path(debug, clip, tuning, color);
    if unexpected {
        draw_neighbours(debug, clip, index, tuning, color);
    }
    outline(debug, Pen::new(MUTED, 1.8), tuning, &tick.before);
    draw_body(debug, tuning, &tick.after);
    let (middle, radius) = (middle(tuning, &tick.after), tuning.radius);
    draw_crease(debug, &tick.events, middle, radius);
    draw_touches(debug, met.surfaces, tuning, &tick.after);
    if let Some(wall) = met.passed {
        draw_passed_wall(debug, wall, tuning.radius);
    }
    let pushes = tick.events.iter().filter_map(|event| match event {
        Event::Push { offset, .. } => Some(*offset),
        _ => None,
    });
    arrows.draw(debug, &pushes.collect::<Vec<_>>());
}

/// Draws the path of the body's middle. In a clip that begins with a respawn, the path begins after it.
fn draw_path(debug: &mut DebugDraw, clip: &ContactClip, tuning: &Tuning, color: Color) {
    let ticks = clip.ticks().iter();
    let ticks = ticks.skip_while(|tick| tick.respawned);
    let places = ticks.map(|tick| middle(tuning, &tick.after));
    let color = color.with_alpha(0.7);
    debug.polyline(Pen::new(color, 1.6), places.clone());
    for place in places {
        debug.dot(Pen::new(color, 3.0), place);
    }
}

/// Draws the bodies of the ticks before and after the one at `index`.
fn draw_neighbours(
    debug: &mut DebugDraw,
    clip: &ContactClip,
    index: usize,
    tuning: &Tuning,
    color: Color,
) {
    let pen = Pen::new(color.with_alpha(GHOST_OPACITY), 1.6);
    let ticks = clip.ticks();
    let before = index.checked_sub(1).and_then(|before| ticks.get(before));
    for tick in before.into_iter().chain(ticks.get(index + 1)) {
        outline(debug, pen, tuning, &tick.before);
        outline(debug, pen, tuning, &tick.after);
    }
}

/// Draws the part of the player's path inside of a `wall` that it passed, with the thickness of the wall.
fn draw_passed_wall(debug: &mut DebugDraw, wall: &PassedWall, radius: f64) {
    let inside = wall.inside;
    debug.segment(Pen::new(ACTED, 6.0), inside.start, inside.end);
    let text = match wall.thickness() {
        Some(thickness) => format!("wall {}", length_text(thickness)),
        None => "sheet".to_owned(),
    };
    let top = inside.point_at(0.5) + debug.up() * (1.2 * radius);
    debug.label(top, LabelSide::Above, ACTED, text);
}

/// Draws the crease of two surfaces through `middle`, for a body of this `radius`.
fn draw_crease(debug: &mut DebugDraw, events: &[Event], middle: DVec3, radius: f64) {
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

/// Marks where `met` surfaces touch the body of `player`, with their normals.
fn draw_touches(
    debug: &mut DebugDraw,
    met: &[(ColliderId, DVec3)],
    tuning: &Tuning,
    player: &PlayerState,
) {
    let (middle, radius) = (middle(tuning, player), tuning.radius);
    let half_height = tuning.for_player(player).height * 0.5;
    for (number, (_, normal)) in met.iter().enumerate() {
        let is_same = |(_, other): &(ColliderId, DVec3)| other.dot(*normal) > SAME_NORMAL_COS;
        if met[..number].iter().any(is_same) {
            continue;
        }
        let mut touch = middle - *normal * radius;
        if tuning.body == BodyShape::Box {
            // What a box reaches farthest with against the normal is a face, an edge or a corner.
            let sides = DVec3::new(radius, half_height, radius) * normal.signum();
            let faces = normal.abs().cmpgt(DVec3::splat(FACE_SHARE));
            touch = middle - DVec3::select(faces, sides, DVec3::ZERO);
        }
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
    if let Some(obb) = body.bounds().filter(|_| body.is_box()) {
        debug.solid(pen, &obb);
        return;
    }
    let axis = body.around().axis();
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

/// Draws the body of the same keys with another value, which these `words` name.
pub fn draw_trial(debug: &mut DebugDraw, tuning: &Tuning, player: &PlayerState, words: String) {
    outline(debug, Pen::new(TRIAL, 2.6), tuning, player);
    let top = middle(tuning, player) + debug.up() * tuning.radius;
    debug.label(top, LabelSide::Above, TRIAL, words);
}

/// The colours of the arrows and their meanings.
pub const LEGEND: [(Color, &str); 3] = [(ASKED, "asked"), (THROWN, "taken away"), (LEFT, MOVED)];

#[cfg(test)]
mod tests {
    use super::*;

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
    fn several_pushes_are_drawn_one_after_the_other_and_end_where_the_motion_does() {
        let [earlier, one, other] = [DVec3::Z * 0.03, DVec3::X * 0.02, DVec3::X * -0.01];
        let account = Account {
            asked: DVec3::Z * -0.04,
            taken: earlier + one + other,
            earlier,
            ..Account::default()
        };
        let arrows = Arrows::new(account, DVec3::ZERO, 0.5);
        assert_eq!(arrows.parts_taken(&[one, other]), [earlier, one, other]);
        // One push, or pushes that are not all that moved the player.
        assert_eq!(arrows.parts_taken(&[one + other]), [account.taken]);
        assert_eq!(arrows.parts_taken(&[one, one]), [account.taken]);
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
