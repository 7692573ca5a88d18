//! From where the level is seen: with the player's own eyes, from behind it, or from a camera that has
//! left it.
//!
//! The simulation knows nothing of it: whoever looks around from elsewhere stands still for it.

use sidle::glam::DVec3;
use sidle::player::{Command, Tuning};

/// The free room around a camera that walls do not stop; metres. Smaller: far surfaces flicker; larger:
/// what one flies up to is cut open.
const FREE_ROOM: f64 = 0.1;

/// From where the level is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Viewpoint {
    /// With the player's own eyes.
    Eyes,
    /// From behind the player.
    Outside,
    /// From anywhere.
    Free(FreeCamera),
}

impl Viewpoint {
    /// Whether the player's body is seen.
    pub fn sees_body(&self) -> bool {
        *self != Self::Eyes
    }

    /// Whether what the crosshair points at is worth a word: from behind, it is mostly the player.
    pub fn points(&self) -> bool {
        *self != Self::Outside
    }
}

/// A camera that flies through everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeCamera {
    /// Metres.
    pub eye: DVec3,
}

impl FreeCamera {
    /// The free room around it; metres.
    pub const ROOM: f64 = FREE_ROOM;

    /// Flies for `seconds` as `wish` says, as fast as the player would: at once, and through walls.
    pub fn fly(&mut self, wish: &Command, tuning: &Tuning, seconds: f64) {
        let factor = if wish.fast { tuning.fast_factor } else { 1.0 };
        self.eye += wish.fly_wish() * (tuning.fly_speed * factor * seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::angle::BinaryAngle;
    use sidle::player::Axis;

    fn flown(wish: Command) -> DVec3 {
        let mut camera = FreeCamera { eye: DVec3::X };
        let tuning = Tuning {
            fly_speed: 8.0,
            fast_factor: 2.0,
            ..Tuning::default()
        };
        camera.fly(&wish, &tuning, 0.5);
        camera.eye - DVec3::X
    }

    #[test]
    fn it_flies_where_it_looks_at_the_players_own_speed() {
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
    fn two_keys_are_no_faster_than_one() {
        let both = Command {
            forward: Axis::new(1.0),
            right: Axis::new(1.0),
            ..Command::default()
        };
        assert!((flown(both).length() - 4.0).abs() < 1e-9);
    }
}
