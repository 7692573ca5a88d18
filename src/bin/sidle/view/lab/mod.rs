//! The contact lab: a pair of shapes to be moved by keys, and everything that the library finds between
//! them, drawn and written beside it.
//!
//! [`exhibit`] lists the pairs, [`state`] is what advances, and one file for each lesson shows it. All
//! numbers are what the library's functions return for the shapes as they are drawn.

pub mod shapes;

pub mod axes;
pub mod contacts;
pub mod polygon;
pub mod segment;
pub mod sweep;

use sidle::geometry::Triangle;
use sidle::glam::DVec3;
use sidle::player::Tuning;

use crate::draw::board::Board;
use crate::draw::debug_draw::{DebugDraw, Side};
use crate::draw::palette::{FAINT_INK, MOVED, STANDING};
use crate::session::lab::body::LabBody;
use crate::session::lab::exhibit::Lesson;
use crate::session::lab::state::Lab;

/// Draws the exhibit, and tells what is to be written beside it.
pub fn draw(lab: &Lab, debug: &mut DebugDraw) -> Board {
    let exhibit = lab.exhibit();
    let (number, count) = lab.number();
    let mut board = Board {
        title: format!("{number}/{count}  {}", exhibit.title),
        rows: Vec::new(),
    };
    let (first, second) = (lab.first(), lab.second());
    shapes::draw(debug, STANDING, &second, lab.origin());
    shapes::draw(debug, MOVED, &first, lab.origin());
    match (exhibit.lesson, &first, &second) {
        (Lesson::Polygon, LabBody::Sphere(sphere), LabBody::Polygon(corners)) => {
            let factor = Tuning::default().edge_radius_factor;
            polygon::show(debug, &mut board, sphere, corners, factor);
        }
        (Lesson::Sweep, LabBody::Sphere(sphere), _) => {
            sweep::show(debug, &mut board, sphere, lab.motion(), &second);
        }
        (Lesson::Sweep, LabBody::Obb(a), LabBody::Obb(b)) => {
            sweep::show_boxes(debug, &mut board, a, lab.motion(), b);
        }
        (Lesson::Segment, LabBody::Segment(segment), _) => {
            segment::show(debug, &mut board, segment, &second);
        }
        (Lesson::Axes, LabBody::Obb(a), LabBody::Polygon(corners)) => {
            if let Some(triangle) = triangle(corners) {
                axes::show_box_triangle(debug, &mut board, a, &triangle);
            }
        }
        _ => contacts::show(debug, &mut board, lab),
    }
    for (body, color, name) in [(&first, MOVED, "A"), (&second, STANDING, "B")] {
        if let Some(place) = shapes::edge_of(body, lab.origin(), debug) {
            debug.label(place, Side::Left, color, name);
        }
    }
    if lab.can_settle() {
        let settles = if lab.settles { "on" } else { "off" };
        let row = format!("{settles}, tick {}", lab.ticks());
        board.tinted("settling (G)", row, FAINT_INK);
    }
    board
}

/// The corners of a level's mesh, and so of a triangle, are kept in 32 bits.
fn triangle(corners: &[DVec3]) -> Option<Triangle> {
    let corners: [DVec3; 3] = corners.try_into().ok()?;
    Triangle::new(corners.map(|corner| corner.as_vec3()))
}

#[cfg(test)]
mod tests {
    use sidle::geometry::angle::{BinaryAngle, ViewAxes};

    use super::*;
    use crate::session::lab::exhibit::parse_exhibit;
    use crate::session::lab::state::LabInput;

    /// Numbers that look random, from 0 to 1.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self) -> f64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) as f64 / (1_u64 << 31) as f64
        }
    }

    #[test]
    fn every_exhibit_takes_any_keys_at_any_rate() {
        let eye = DVec3::new(0.0, 1.5, 3.0);
        let axes = ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO);
        let mut debug = DebugDraw::new(DVec3::ZERO);
        let mut dice = Dice(1);
        for hz in [60.0, 120.0, 240.0] {
            let mut lab = Lab::new(DVec3::Y, None);
            let (_, count) = lab.number();
            for _ in 0..count {
                let name = lab.exhibit().name;
                let mut hands = LabInput::default();
                let mut boards = Vec::new();
                for tick in 0..600 {
                    if tick % 100 == 0 {
                        // Back to where it shows something.
                        lab.restart();
                    }
                    if tick % 20 == 0 {
                        let mut key = || (dice.roll() * 3.0).floor() - 1.0;
                        hands.shift = DVec3::new(key(), key(), key());
                        hands.turn = DVec3::new(key(), key(), key());
                        hands.stretch = key();
                        lab.settles = key() > 0.0;
                    }
                    lab.tick(&hands, 1.0 / hz);
                    debug.begin(eye, axes);
                    let board = draw(&lab, &mut debug);
                    let text = format!("{:?} {}", board, lab.line());
                    assert!(
                        !text.contains("NaN") && !text.contains("inf"),
                        "{name}: {text}"
                    );
                    boards.push(board);
                }
                boards.dedup();
                assert!(boards.len() > 50, "{name} shows {} boards", boards.len());
                lab.show_next(false);
            }
            assert_eq!(lab.number().0, 1, "once round");
        }
    }

    #[test]
    fn an_unknown_exhibit_is_told_with_the_known_ones() {
        assert_eq!(parse_exhibit("box-box").unwrap(), "box-box");
        let message = parse_exhibit("boxes").unwrap_err();
        assert!(
            message.contains("`boxes`; there are: sphere-polygon, "),
            "{message}"
        );
    }
}
