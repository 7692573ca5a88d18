//! The arrows of the view from the side: what was asked for, what was taken from it, and how the player moved, all to one scale, with
//! their labels.

use macroquad::color::Color;

use sidle::glam::DVec3;

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::view::palette::{ASKED, LEFT, MUTED, THROWN};
use crate::view::side::account::Account;
use crate::view::side::figures::Figures;

/// Length of the longest arrow; radii of the body.
const ARROW_LENGTH: f64 = 1.9;

/// Largest magnification of the arrows.
const MAX_MAGNIFICATION: f64 = 400.0;

/// Two arrows are on one line if the tip of the shorter is no farther than this from the longer; radii of the body. Smaller: one
/// covers the other; larger: arrows that show as two do not begin in one place.
const ON_ONE_LINE: f64 = 0.06;

/// How far arrows on one line are drawn from it, one on each side, so that neither covers the other; radii of the body.
const LANE: f64 = 0.16;

/// A part of the chain that lies under another arrow for this length is a long one; radii of the body. Smaller: arrows are moved without
/// need; larger: one covers the other.
const COVERED: f64 = 0.4;

/// The room of a label, half its width and its height; radii of the body. Larger: a label may be far from its arrow's best side;
/// smaller: it covers arrows.
const LABEL: [f64; 2] = [0.55, 0.16];

/// How many places of each arrow a label must not cover.
const PLACES: u32 = 16;

/// An arrow shorter than this share of the longest is not drawn.
const MIN_ARROW: f64 = 0.02;

/// The arrows of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrows {
    pub account: Account,
    /// Where they begin; metres.
    start: DVec3,
    /// How many times their true length they are drawn.
    pub magnification: f64,
    /// The body's; metres.
    radius: f64,
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
            radius,
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

    /// Draws them; `pushes` are those of the tick, in order, each with its colour; metres.
    pub fn draw(&self, debug: &mut DebugDraw, pushes: &[(DVec3, Color)]) {
        let Account {
            asked,
            taken,
            moved,
            ..
        } = self.account;
        let figures = Figures::new(&self.account);
        let longest = asked.length().max(moved.length()).max(1e-9);
        let shows = |motion: DVec3| motion.length() > MIN_ARROW * longest && motion.length() > 1e-6;
        let [start, asked_end, moved_end] = self.points();
        let mut chain = vec![asked_end];
        let parts = self.parts_taken(pushes);
        chain.extend(parts.iter().scan(asked_end, |from, (part, _)| {
            *from += *part * self.magnification;
            Some(*from)
        }));
        let lane = self.lane(debug);
        // The requested motion, and the way that the player moved.
        let [above, below] = match lane {
            Some(lane) => [lane, -lane],
            None => [
                DVec3::ZERO,
                self.beside(&chain, debug)
                    .filter(|_| shows(taken))
                    .unwrap_or_default(),
            ],
        };
        let mut lines = Vec::new();
        if shows(asked) {
            lines.push([start + above, asked_end + above]);
            debug.arrow(Pen::new(ASKED, 3.4), start + above, asked_end + above);
        }
        if shows(taken) {
            for (ends, (_, color)) in chain.windows(2).zip(&parts) {
                lines.push([ends[0], ends[1]]);
                debug.arrow(Pen::new(*color, 3.0), ends[0], ends[1]);
            }
        }
        if shows(moved) {
            lines.push([start + below, moved_end + below]);
            debug.arrow(Pen::new(LEFT, 4.4), start + below, moved_end + below);
        }
        if below != DVec3::ZERO {
            // As in a drawing with dimensions: what lies side by side belongs to one place.
            for (from, to) in [
                (start + above, start + below),
                (asked_end + above, asked_end),
                (moved_end, moved_end + below),
            ] {
                debug.segment(Pen::new(MUTED, 1.4), from, to);
            }
        }
        let mut label = |place: DVec3, motion: DVec3, aside: DVec3, color, text: String| {
            let wanted = if aside == DVec3::ZERO { motion } else { aside };
            debug.label(
                place,
                clear_side(debug, &lines, (place, wanted), self.radius),
                color,
                text,
            );
        };
        if shows(asked) {
            let text = format!("asked {}", figures.asked);
            label(asked_end + above, asked, above, ASKED, text);
        }
        if let (true, Some(length)) = (shows(taken), figures.taken) {
            let place = chain[0].lerp(chain[1], 0.5);
            let text = format!("{} {length}", taken_name(&self.account));
            let aside = if lane.is_some() { below } else { -below };
            label(place, asked, aside, THROWN, text);
        }
        if shows(moved) {
            let back = if figures.thrown_back.as_ref() == Some(&figures.moved) {
                " back"
            } else {
                ""
            };
            let text = format!("{MOVED} {}{back}", figures.moved);
            label(moved_end + below, moved, below, LEFT, text);
        }
        debug.kept_free.extend(lines);
    }

    /// The offset of the arrow of how the player moved, away from that of the requested motion, if a long part of the `chain` of what
    /// was taken away, which is in its true place, would lie under it.
    fn beside(&self, chain: &[DVec3], debug: &DebugDraw) -> Option<DVec3> {
        let look = debug.up().cross(debug.right());
        // As the picture shows it, from where the arrows start.
        let flat = |motion: DVec3| motion.reject_from(look);
        let moved = flat(self.account.moved * self.magnification);
        let (ahead, length) = (moved.try_normalize()?, moved.length());
        let aside = ahead.cross(look);
        let near = LANE * self.radius;
        let covers = chain.windows(2).any(|ends| {
            let ends = [ends[0], ends[1]].map(|end| flat(end - self.start));
            let along = ends.map(|end| end.dot(ahead).clamp(0.0, length));
            let away = ends.map(|end| end.dot(aside).abs());
            (along[1] - along[0]).abs() > COVERED * self.radius && away[0] + away[1] < 2.0 * near
        });
        let asked = flat(self.account.asked).dot(aside);
        let sign = if asked > 0.0 { -1.0 } else { 1.0 };
        covers.then_some(aside * (sign * near))
    }

    /// The offset of the requested motion, at right angles to it; its opposite is that of the remaining motion. `None` if these are
    /// not on one line, and need none.
    fn lane(&self, debug: &DebugDraw) -> Option<DVec3> {
        let (right, up) = (debug.right(), debug.up());
        let look = up.cross(right);
        // As the picture shows them.
        let [asked, moved] =
            [self.account.asked, self.account.moved].map(|motion| motion.reject_from(look));
        let longer = if asked.length() > moved.length() {
            asked
        } else {
            moved
        };
        let apart = asked.cross(moved).length() * self.magnification;
        if apart > ON_ONE_LINE * self.radius * longer.length() {
            return None;
        }
        let aside = longer.cross(look).try_normalize().unwrap_or(up);
        // Above an arrow, or to the left of an upright one.
        let sign = if aside.dot(up - right * 0.2) < 0.0 {
            -1.0
        } else {
            1.0
        };
        Some(aside * (sign * LANE * self.radius))
    }

    /// The parts of the removed motion with their colours: what earlier ticks took, and each of the `pushes` of this one. One part if
    /// that is not all of it, or if there is only one push.
    fn parts_taken(&self, pushes: &[(DVec3, Color)]) -> Vec<(DVec3, Color)> {
        let Account { taken, earlier, .. } = self.account;
        let rest = taken - earlier - pushes.iter().map(|(push, _)| *push).sum::<DVec3>();
        if pushes.len() < 2 || rest.length() > 1e-6 {
            return vec![(taken, THROWN)];
        }
        std::iter::once((earlier, THROWN))
            .chain(pushes.iter().copied())
            .filter(|(part, _)| part.length() > 1e-6)
            .collect()
    }
}

/// The side of `place` on which a label covers least of `lines`: among equal ones that where `wanted` leads. All in metres, for a
/// body of this `radius`.
fn clear_side(
    debug: &DebugDraw,
    lines: &[[DVec3; 2]],
    (place, wanted): (DVec3, DVec3),
    radius: f64,
) -> LabelSide {
    let [half_width, height] = LABEL.map(|length| length * radius);
    let (right, up) = (debug.right(), debug.up());
    let sides = [
        (LabelSide::Right, right, [2.0 * half_width, height]),
        (LabelSide::Left, -right, [2.0 * half_width, height]),
        (LabelSide::Above, up, [2.0 * height, half_width]),
        (LabelSide::Below, -up, [2.0 * height, half_width]),
    ];
    let cost = |(_, side, [reach, aside]): &(LabelSide, DVec3, [f64; 2])| {
        let covers = |point: DVec3| {
            let to = point - place;
            let along = to.dot(*side);
            let across = (to - *side * along).dot(right + up).abs();
            along > 0.03 * radius && along < *reach && across < *aside
        };
        let covered = lines.iter().flat_map(|[from, to]| {
            (0..=PLACES).map(|place| from.lerp(*to, f64::from(place) / f64::from(PLACES)))
        });
        let covered = covered.filter(|point| covers(*point)).count();
        covered as f64 - 0.9 * wanted.normalize_or_zero().dot(*side)
    };
    let best = sides
        .iter()
        .min_by(|one, other| cost(one).total_cmp(&cost(other)));
    best.map_or(LabelSide::Right, |(side, ..)| *side)
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

/// The colours of the arrows and their meanings.
pub const LEGEND: [(Color, &str); 3] = [(ASKED, "asked"), (THROWN, "taken away"), (LEFT, MOVED)];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::palette;
    use sidle::geometry::angle::{BinaryAngle, ViewAxes};

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
        let [first, second] = [0, 1].map(palette::numbered);
        assert_eq!(
            arrows.parts_taken(&[(one, first), (other, second)]),
            [(earlier, THROWN), (one, first), (other, second)]
        );
        // One push, or pushes that are not all that moved the player.
        let whole = [(account.taken, THROWN)];
        assert_eq!(arrows.parts_taken(&[(one + other, first)]), whole);
        assert_eq!(arrows.parts_taken(&[(one, first), (one, second)]), whole);
    }

    #[test]
    fn a_long_push_back_lies_beside_how_the_player_moved_and_a_slide_closes_its_triangle() {
        // At an edge: 50 mm ahead, and 484 mm back at a slant.
        let (asked, push) = (DVec3::NEG_Z * 0.05, DVec3::new(0.342, 0.0, 0.342));
        let beside = |asked: DVec3, taken: DVec3| {
            let moved = asked + taken;
            let account = Account {
                asked,
                moved,
                taken,
                ..Account::default()
            };
            let arrows = Arrows::new(account, DVec3::ZERO, 0.5);
            let [_, asked_end, moved_end] = arrows.points();
            let aside = arrows.beside(&[asked_end, moved_end], &from_above());
            aside.map(|aside| (aside, moved.normalize()))
        };
        let (aside, ahead) = beside(asked, push).expect("a long part");
        assert!((aside.length() - LANE * 0.5).abs() < 1e-12);
        assert!(
            aside.dot(ahead).abs() < 1e-12 && aside.dot(asked) < 0.0,
            "{aside}"
        );
        let along_a_wall = DVec3::new(0.02, 0.0, 0.02);
        assert_eq!(beside(DVec3::NEG_Z * 0.04, along_a_wall), None);
    }

    fn from_above() -> DebugDraw {
        let mut debug = DebugDraw::new(DVec3::ZERO);
        let axes = ViewAxes {
            look: DVec3::NEG_Y,
            heading: DVec3::NEG_Z,
            right: DVec3::X,
        };
        debug.begin(DVec3::Y * 9.0, axes);
        debug
    }

    /// The lanes of what was asked for and of how the player moved, seen from above with north upwards on the picture.
    fn lane_of(asked: DVec3, moved: DVec3) -> Option<DVec3> {
        let debug = from_above();
        let account = Account {
            asked,
            moved,
            taken: moved - asked,
            ..Account::default()
        };
        Arrows::new(account, DVec3::ZERO, 0.5).lane(&debug)
    }

    #[test]
    fn arrows_on_one_line_lie_beside_each_other_and_never_one_ahead_of_the_other() {
        for ahead in [DVec3::NEG_Z, DVec3::X, DVec3::new(0.6, 0.0, -0.8), DVec3::Z] {
            for share in [0.9, -0.05] {
                let lane = lane_of(ahead * 0.04, ahead * (0.04 * share)).expect("one line");
                assert!(
                    lane.dot(ahead).abs() < 1e-12 && lane.y == 0.0,
                    "{ahead}: {lane}"
                );
                assert!((lane.length() - LANE * 0.5).abs() < 1e-12);
            }
        }
        // They part by 5 mm on 40 mm, which shows: the triangle closes.
        assert_eq!(
            lane_of(DVec3::NEG_Z * 0.04, DVec3::new(0.005, 0.0, -0.036)),
            None
        );
    }

    #[test]
    fn a_label_goes_to_the_side_that_has_no_arrow() {
        let mut debug = DebugDraw::new(DVec3::ZERO);
        debug.begin(
            DVec3::Z * 9.0,
            ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO),
        );
        let to_the_right = [[DVec3::ZERO, DVec3::X]];
        let side =
            |lines: &[[DVec3; 2]], wanted| clear_side(&debug, lines, (DVec3::ZERO, wanted), 0.5);
        assert_eq!(side(&[], DVec3::X), LabelSide::Right);
        assert_eq!(side(&to_the_right, DVec3::NEG_X), LabelSide::Left);
        assert_ne!(side(&to_the_right, DVec3::X), LabelSide::Right);
    }
}
