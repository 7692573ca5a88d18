//! The direction of the view, which the mouse, keys and sticks turn.

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::float::clamp;

/// The steepest pitch, so the view never points straight up or down; degrees.
const STEEPEST_PITCH: f64 = 89.0;

/// The direction of the view; and that of the body, while a free camera looks elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct ViewAngles {
    yaw_deg: f64,
    pitch_deg: f64,
    /// Yaw and pitch of the body while the camera is detached from it; degrees.
    body_deg: Option<(f64, f64)>,
}

impl ViewAngles {
    /// Yaw and pitch of the view.
    pub fn angles(&self) -> (BinaryAngle, BinaryAngle) {
        (
            BinaryAngle::from_degrees(self.yaw_deg),
            BinaryAngle::from_degrees(self.pitch_deg),
        )
    }

    /// Yaw and pitch of the body, while the camera is detached from it.
    pub fn detached_body(&self) -> Option<(BinaryAngle, BinaryAngle)> {
        let (yaw_deg, pitch_deg) = self.body_deg?;
        Some((
            BinaryAngle::from_degrees(yaw_deg),
            BinaryAngle::from_degrees(pitch_deg),
        ))
    }

    /// Sets the direction of the view.
    pub fn set(&mut self, yaw: BinaryAngle, pitch: BinaryAngle) {
        (self.yaw_deg, self.pitch_deg) = (yaw.degrees(), pitch.degrees());
    }

    /// Sets the direction of the body; the view follows unless it is detached.
    pub fn set_body(&mut self, yaw: BinaryAngle, pitch: BinaryAngle) {
        match &mut self.body_deg {
            Some(body_deg) => *body_deg = (yaw.degrees(), pitch.degrees()),
            None => self.set(yaw, pitch),
        }
    }

    /// Lets the view turn without the body.
    pub fn detach(&mut self) {
        let view = (self.yaw_deg, self.pitch_deg);
        self.body_deg.get_or_insert(view);
    }

    /// Returns the view to the direction of the body.
    pub fn attach(&mut self) {
        if let Some(body) = self.body_deg.take() {
            (self.yaw_deg, self.pitch_deg) = body;
        }
    }

    /// Turns the view by these degrees, to the left, and up.
    pub fn turn(&mut self, yaw_deg: f64, pitch_deg: f64) {
        self.yaw_deg += yaw_deg;
        self.pitch_deg += pitch_deg;
    }

    /// Brings yaw below a whole turn, and pitch into its range.
    pub fn normalize(&mut self) {
        self.yaw_deg %= 360.0;
        self.pitch_deg = clamp(self.pitch_deg, -STEEPEST_PITCH, STEEPEST_PITCH);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_keeps_its_direction_while_the_view_is_detached() {
        let mut view = ViewAngles::default();
        view.turn(45.0, -10.0);
        let before = view.angles();
        assert_eq!(view.detached_body(), None);
        view.detach();
        view.turn(30.0, 5.0);
        assert_eq!(view.detached_body(), Some(before));
        assert_ne!(view.angles(), before);
        view.attach();
        assert_eq!(view.angles(), before);
    }

    #[test]
    fn pitch_stops_before_straight_up() {
        let mut view = ViewAngles::default();
        view.turn(725.0, 120.0);
        view.normalize();
        let limit = BinaryAngle::from_degrees(STEEPEST_PITCH);
        assert_eq!(view.angles(), (BinaryAngle::from_degrees(5.0), limit));
    }
}
