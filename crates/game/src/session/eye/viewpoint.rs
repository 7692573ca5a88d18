//! The camera's viewpoint: first person, third person, or free.
//!
//! The simulation does not depend on it. While the free camera flies, the player gets idle commands.

use sidle::glam::DVec3;
use sidle::player::{Command, Tuning};

/// The clearance of a camera that walls do not stop; metres. Smaller: far surfaces flicker; larger: near surfaces are
/// cut open.
const FREE_CLEARANCE: f64 = 0.1;

/// Where the camera is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Viewpoint {
    /// At the player's eye.
    FirstPerson,
    /// Behind the player.
    ThirdPerson,
    /// Anywhere.
    Free(FreeCamera),
}

impl Viewpoint {
    /// Whether the player's body is visible.
    pub fn shows_body(&self) -> bool {
        *self != Self::FirstPerson
    }

    /// Whether the target under the crosshair is shown. In third person it would mostly be the player.
    pub fn shows_target(&self) -> bool {
        *self != Self::ThirdPerson
    }
}

/// A camera that flies through everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeCamera {
    /// Metres.
    pub eye: DVec3,
}

impl FreeCamera {
    /// The clearance around the eye; metres.
    pub const CLEARANCE: f64 = FREE_CLEARANCE;

    /// Flies for `seconds` in the direction of `command` at the player's speed, without inertia and through walls.
    pub fn fly(&mut self, command: &Command, tuning: &Tuning, seconds: f64) {
        let factor = if command.fast {
            tuning.fast_factor
        } else {
            1.0
        };
        self.eye += command.fly_wish() * (tuning.fly_speed * factor * seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::angle::BinaryAngle;
    use sidle::player::Axis;

    fn flown(command: Command) -> DVec3 {
        let mut camera = FreeCamera { eye: DVec3::X };
        let tuning = Tuning {
            fly_speed: 8.0,
            fast_factor: 2.0,
            ..Tuning::default()
        };
        camera.fly(&command, &tuning, 0.5);
        camera.eye - DVec3::X
    }

    #[test]
    fn the_free_camera_flies_along_the_view_at_the_players_speed() {
        let ahead = Command {
            forward: Axis::new(1.0),
            pitch: BinaryAngle::from_degrees(90.0),
            ..Command::default()
        };
        // 8 m/s for half a second, straight up.
        assert!(flown(ahead).distance(DVec3::Y * 4.0) < 1e-9);
        let fast = Command {
            fast: true,
            ..ahead
        };
        assert!(flown(fast).distance(DVec3::Y * 8.0) < 1e-9);
        assert_eq!(flown(Command::default()), DVec3::ZERO);
    }

    #[test]
    fn diagonal_flight_is_not_faster() {
        let both = Command {
            forward: Axis::new(1.0),
            right: Axis::new(1.0),
            ..Command::default()
        };
        assert!((flown(both).length() - 4.0).abs() < 1e-9);
    }
}
