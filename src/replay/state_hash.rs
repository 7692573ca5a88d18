//! One number for a whole run.
//!
//! FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo): a byte at a time, the same on every target
//! and for ever, which the standard library's hasher does not promise.

use glam::DVec3;

use crate::player::{Ground, PlayerState, Ride};
use crate::sim::Sim;
use crate::world::{BoxFit, MoverState, Obstacle};

/// The hash of every tick's full state, from first to last.
///
/// # Example
/// ```
/// use sidle::{replay::StateHash, sim::Sim, world::World};
/// let mut sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// let (mut hash, empty) = (StateHash::new(), StateHash::new());
/// sim.tick(&Default::default());
/// hash.add(&sim);
/// assert_ne!(hash, empty);
/// assert_eq!(hash.to_string().len(), 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(u64);

impl StateHash {
    /// The hash of nothing.
    pub const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    /// Adds the state after the last tick of `sim`.
    pub fn add(&mut self, sim: &Sim) {
        let PlayerState {
            position,
            velocity,
            yaw,
            pitch,
            mode,
            controller,
            ground,
            ride,
            coyote,
            jump_wanted,
        } = *sim.player();
        self.bytes(&sim.ticks().to_le_bytes());
        self.vector(position);
        self.vector(velocity);
        self.bytes(&yaw.bits().to_le_bytes());
        self.bytes(&pitch.bits().to_le_bytes());
        // Names rather than numbers: they stay what they are when a variant is added.
        self.bytes(mode.name().as_bytes());
        self.bytes(controller.name().as_bytes());
        self.bytes(ground.name().as_bytes());
        if let Ground::Floor { normal } | Ground::Steep { normal } = ground {
            self.vector(normal);
        }
        if let Some(Ride { platform, velocity }) = ride {
            self.bytes(&platform.0.to_le_bytes());
            self.vector(velocity);
        }
        self.bytes(&coyote.to_bits().to_le_bytes());
        self.bytes(&jump_wanted.to_bits().to_le_bytes());
        for mover in sim.movers() {
            let MoverState {
                distance,
                backward,
                blocked_by,
                fit,
            } = mover.state;
            self.bytes(&distance.to_bits().to_le_bytes());
            let obstacle = match blocked_by {
                None => 0,
                Some(Obstacle::Player) => 1,
                Some(Obstacle::Box(id)) => 2 + u64::from(id.0),
            };
            self.bytes(&[u8::from(backward), u8::from(fit == BoxFit::Aligned)]);
            self.bytes(&obstacle.to_le_bytes());
        }
    }

    fn vector(&mut self, vector: DVec3) {
        for coordinate in vector.to_array() {
            self.bytes(&coordinate.to_bits().to_le_bytes());
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

impl Default for StateHash {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Display for StateHash {
    /// 16 hexadecimal digits.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_test_vectors_hold() {
        let hash = |text: &str| {
            let mut hash = StateHash::new();
            hash.bytes(text.as_bytes());
            hash.to_string()
        };
        assert_eq!(hash(""), "cbf29ce484222325");
        assert_eq!(hash("a"), "af63dc4c8601ec8c");
        assert_eq!(hash("foobar"), "85944171f73967e8");
    }
}
