//! The drawings of the contact lab: a pair of shapes that the keys move, and the results of the library's queries for
//! them, with an info panel.
//!
//! Each lesson has a file. All numbers are the return values of the library's functions for the shapes as drawn.

pub mod shapes;

pub mod as_written;
pub mod axes;
pub mod bounds;
pub mod boxes;
pub mod contacts;
pub mod polygon;
pub mod segment;
pub mod steps;
pub mod sweep;

use sidle::player::Tuning;

use crate::draw::debug_draw::{DebugDraw, LabelSide};
use crate::draw::info_panel::InfoPanel;
use crate::session::lab::{Lab, LabBody, Lesson, triangle};
use crate::view::palette::{MOVED, MUTED, NEUTRAL, RESULT, STANDING};

/// Draws the exhibit. Returns its info panel.
pub fn draw(lab: &Lab, debug: &mut DebugDraw) -> InfoPanel {
    let exhibit = lab.exhibit();
    let (number, count) = lab.number();
    let mut panel = InfoPanel {
        title: format!("{number}/{count}  {}", exhibit.title),
        rows: Vec::new(),
    };
    if let Some(question) = lab.question() {
        panel.tinted_text(question.ask, NEUTRAL);
        if lab.is_answered() {
            panel.tinted_text(format!("Found! {}", question.answer), RESULT);
        }
    }
    let (first, second) = (lab.first(), lab.second());
    shapes::draw(debug, STANDING, &second, lab.origin());
    shapes::draw(debug, MOVED, &first, lab.origin());
    match (exhibit.lesson, &first, &second) {
        (Lesson::Polygon, LabBody::Sphere(sphere), LabBody::Polygon(corners)) => {
            let factor = Tuning::default().edge_radius_factor;
            polygon::show(debug, &mut panel, sphere, corners, (factor, false));
        }
        (Lesson::Sweep, LabBody::Sphere(sphere), _) => {
            sweep::show(debug, &mut panel, sphere, lab.motion(), &second);
        }
        (Lesson::Sweep, LabBody::Obb(a), LabBody::Obb(b)) => {
            sweep::show_boxes(debug, &mut panel, a, lab.motion(), b);
        }
        (Lesson::Segment, LabBody::Segment(segment), _) => {
            segment::show(debug, &mut panel, segment, &second);
        }
        (Lesson::Axes, LabBody::Obb(a), LabBody::Polygon(corners)) => {
            if let Some(triangle) = triangle(corners) {
                axes::show_box_triangle(debug, &mut panel, a, &triangle);
            }
        }
        (Lesson::Steps, LabBody::Sphere(sphere), LabBody::Plane(plane)) => {
            steps::show(debug, &mut panel, sphere, lab.motion(), plane);
        }
        (Lesson::Bounds, LabBody::Obb(a), LabBody::Obb(b)) => {
            bounds::show(debug, &mut panel, a, b);
        }
        (Lesson::Projection, LabBody::Obb(a), LabBody::Segment(axis)) => {
            boxes::show_projection(debug, &mut panel, a, axis);
        }
        (Lesson::Transform, LabBody::Obb(a), LabBody::Sphere(ball)) => {
            boxes::show_transform(debug, &mut panel, a, ball);
        }
        (Lesson::EdgesAndFaces, LabBody::Obb(a), LabBody::Obb(b)) => {
            boxes::show_edges(&mut panel, a, b);
        }
        (Lesson::AsWritten, LabBody::Obb(a), LabBody::Obb(b)) => {
            as_written::show(debug, &mut panel, a, b);
        }
        _ => contacts::show(debug, &mut panel, lab),
    }
    for (body, color, name) in [(&first, MOVED, "A"), (&second, STANDING, "B")] {
        if let Some(place) = shapes::leftmost_point(body, lab.origin(), debug) {
            debug.label(place, LabelSide::Left, color, name);
        }
    }
    if lab.can_settle() {
        let settles = if lab.settles { "on" } else { "off" };
        let row = format!("{settles}, tick {}", lab.ticks());
        panel.tinted("settling (G)", row, MUTED);
    }
    if lab.answered() > 0 {
        let answered = format!("{} of {count}", lab.answered());
        panel.tinted("questions answered", answered, MUTED);
    }
    panel
}

#[cfg(test)]
pub mod test_support {
    //! The board of an exhibit, for tests of single lessons.

    use sidle::geometry::angle::{BinaryAngle, ViewAxes};
    use sidle::glam::DVec3;

    use super::draw;
    use crate::draw::debug_draw::DebugDraw;
    use crate::draw::info_panel::{InfoPanel, InfoRow};
    use crate::session::lab::Lab;

    /// The board of the lab's exhibit.
    pub fn panel(lab: &Lab) -> InfoPanel {
        let mut debug = DebugDraw::new(DVec3::ZERO);
        let axes = ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO);
        debug.begin(DVec3::new(0.0, 1.5, 3.0), axes);
        draw(lab, &mut debug)
    }

    /// The labels of the board, and their values.
    pub fn values(lab: &Lab) -> Vec<(String, String)> {
        let rows = panel(lab).rows.into_iter();
        let values = rows.filter_map(|row| match row {
            InfoRow::Value(label, value, _) => Some((label, value)),
            _ => None,
        });
        values.collect()
    }

    /// The value with this label.
    pub fn value<'v>(values: &'v [(String, String)], label: &str) -> &'v str {
        let found = values.iter().find(|(known, _)| known == label);
        &found.unwrap_or_else(|| panic!("no {label}: {values:?}")).1
    }
}

#[cfg(test)]
mod tests {
    use sidle::geometry::angle::{BinaryAngle, ViewAxes};
    use sidle::glam::DVec3;

    use super::*;
    use crate::session::lab::{LabInput, parse_exhibit};
    use crate::test_support::Dice;

    #[test]
    fn every_exhibit_draws_finite_numbers_for_any_keys_at_any_tick_rate() {
        let eye = DVec3::new(0.0, 1.5, 3.0);
        let axes = ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO);
        let mut debug = DebugDraw::new(DVec3::ZERO);
        let mut dice = Dice(1);
        for hz in [60.0, 120.0, 240.0] {
            let mut lab = Lab::new(DVec3::Y, None);
            let (_, count) = lab.number();
            for _ in 0..count {
                let name = lab.exhibit().name;
                let mut input = LabInput::default();
                let mut panels = Vec::new();
                for tick in 0..200 {
                    if tick % 100 == 0 {
                        // The shapes have drifted apart.
                        lab.restart();
                    }
                    if tick % 20 == 0 {
                        let mut key = || (dice.roll() * 3.0).floor() - 1.0;
                        input.shift = DVec3::new(key(), key(), key());
                        input.turn = DVec3::new(key(), key(), key());
                        input.stretch = key();
                        lab.settles = key() > 0.0;
                    }
                    lab.tick(&input, 1.0 / hz);
                    debug.begin(eye, axes);
                    let panel = draw(&lab, &mut debug);
                    let text = format!("{:?} {}", panel, lab.line());
                    assert!(
                        !text.contains("NaN") && !text.contains("inf"),
                        "{name}: {text}"
                    );
                    panels.push(panel);
                }
                panels.dedup();
                assert!(panels.len() > 50, "{name} shows {} panels", panels.len());
                lab.show_next(false);
            }
            assert_eq!(lab.number().0, 1, "once round");
        }
    }

    #[test]
    fn the_error_for_an_unknown_exhibit_lists_the_known_ones() {
        assert_eq!(parse_exhibit("box-box").unwrap(), "box-box");
        let message = parse_exhibit("boxes").unwrap_err();
        assert!(
            message.contains("`boxes`; there are: sphere-polygon, "),
            "{message}"
        );
    }
}
