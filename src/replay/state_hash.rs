//! A hash of all states of a run.

use super::fnv::Fnv;
use crate::player::{PlayerState, Ride};
use crate::sim::{Race, Sim};
use crate::world::{BoxFit, MoverState, Obstacle};

/// The hash of the full states after all ticks, from first to last.
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
pub struct StateHash(Fnv);

impl StateHash {
    /// The hash of no states.
    pub const fn new() -> Self {
        Self(Fnv::NEW)
    }

    /// The hash with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(Fnv(bits))
    }

    /// The hash as a number.
    pub const fn bits(self) -> u64 {
        self.0.0
    }

    /// The hash folded into 16 bits, which a recording keeps for every tick.
    pub(super) const fn folded(self) -> u16 {
        let half = self.bits() ^ (self.bits() >> 32);
        (half ^ (half >> 16)) as u16
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
            crouched,
            last_wall,
            // It decides nothing, and the other follows from velocity and ground.
            air_time: _,
            leaving: _,
        } = *sim.player();
        let hash = &mut self.0;
        hash.bytes(&sim.ticks().to_le_bytes());
        hash.vector(position);
        hash.vector(velocity);
        hash.bytes(&yaw.bits().to_le_bytes());
        hash.bytes(&pitch.bits().to_le_bytes());
        // Names, not numbers: a new variant does not change them.
        hash.bytes(mode.name().as_bytes());
        hash.bytes(controller.name().as_bytes());
        hash.bytes(ground.name().as_bytes());
        if let Some(normal) = ground.normal() {
            hash.vector(normal);
        }
        if let Some(Ride { platform, velocity }) = ride {
            hash.bytes(&platform.0.to_le_bytes());
            hash.vector(velocity);
        }
        hash.number(coyote);
        hash.number(jump_wanted);
        // Nothing for a standing player: hashes from before players could crouch stay the same.
        if crouched {
            hash.bytes(b"crouched");
        }
        // Nothing where nobody has jumped off a wall.
        if let Some(wall) = last_wall {
            hash.bytes(b"wall");
            hash.vector(wall);
        }
        for mover in sim.movers() {
            let MoverState {
                distance,
                backward,
                blocked_by,
                fit,
            } = mover.state;
            hash.number(distance);
            let obstacle = match blocked_by {
                None => 0,
                Some(Obstacle::Player) => 1,
                Some(Obstacle::Box(id)) => 2 + u64::from(id.0),
            };
            hash.bytes(&[u8::from(backward), u8::from(fit == BoxFit::Aligned)]);
            hash.bytes(&obstacle.to_le_bytes());
        }
        let zones = sim.zone_state();
        // Nothing before the first zone is entered: hashes of levels without zones, and from before there were any, stay the same.
        if !zones.is_initial() {
            hash.bytes(zones.race.name().as_bytes());
            if let Race::Running { ticks, checkpoints } = zones.race {
                hash.bytes(&ticks.to_le_bytes());
                hash.bytes(&checkpoints.to_le_bytes());
            } else if let Race::Finished { ticks } = zones.race {
                hash.bytes(&ticks.to_le_bytes());
            }
            for inside in &zones.inside {
                hash.bytes(&[u8::from(*inside)]);
            }
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
        write!(f, "{:016x}", self.bits())
    }
}
