//! Fingers on the lab's shape: one drags it in the plane of the picture, two turn it.

use sidle::geometry::float::clamp;
use sidle::glam::DVec3;

use crate::app::Game;

/// The shape is at least this far away for a finger; metres. Smaller: a shape beside the eye hardly moves.
const NEAREST: f64 = 0.3;

/// The largest gesture of a frame; shares of the picture's height, and radians.
const LARGEST_GESTURE: f64 = 1.0;

impl Game {
    /// Moves the lab's shape to the right and down by these shares of the picture's height, so that it stays under the
    /// finger.
    pub(super) fn drag_lab_shape(&mut self, shares: [f64; 2]) {
        let axes = self.axes();
        let (eye, _) = self.views.eye(&self.session, &axes);
        let half_angle = self.settings.values.field_of_view_deg.to_radians() * 0.5;
        let Some(lab) = &mut self.session.lab else {
            return;
        };
        let distance = (lab.position() - eye).dot(axes.look).max(NEAREST);
        let height = 2.0 * distance * half_angle.tan();
        let [right, down] = shares.map(|share| limited(share) * height);
        let up = axes.right.cross(axes.look);
        lab.place_by_hand(axes.right * right - up * down, DVec3::ZERO);
    }

    /// Turns the lab's shape: its near side to the right and down, and the whole clockwise; radians.
    pub(super) fn turn_lab_shape(&mut self, angles: [f64; 3]) {
        let axes = self.axes();
        let Some(lab) = &mut self.session.lab else {
            return;
        };
        let [right, down, clockwise] = angles.map(limited);
        let up = axes.right.cross(axes.look);
        let turn = up * right + axes.right * down + axes.look * clockwise;
        lab.place_by_hand(DVec3::ZERO, turn);
    }
}

fn limited(amount: f64) -> f64 {
    clamp(amount, -LARGEST_GESTURE, LARGEST_GESTURE)
}
