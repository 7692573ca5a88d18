//! A hash of every part of a level that a recording depends on.

use glam::DMat3;

use super::fnv::Fnv;
use crate::geometry::Obb;
#[cfg(feature = "level")]
use crate::level::Level;
use crate::player::Rules;
use crate::sim::Sim;
use crate::world::{ColliderId, DrivenMover, MoverDesc, OnHit, PathEnd, World, Zone};

/// The hash of the simulated part of a level, over all bits of every triangle, box, mover and zone, in order, and
/// the height below which the player respawns.
///
/// The hash is the same on every target and at every tick. It leaves out spawn, tuning and tick rate,
/// because a recording has its own, and everything that is only drawn.
///
/// # Example
/// ```
/// use sidle::{replay::LevelHash, sim::Sim, world::World};
/// let sim = || Sim::new(World::default(), Default::default(), Default::default(), 120);
/// let mut later = sim();
/// later.tick(&Default::default());
/// assert_eq!(LevelHash::of(&later), LevelHash::of(&sim()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelHash(u64);

impl LevelHash {
    /// The hash of the level of `sim`.
    #[must_use]
    pub fn of(sim: &Sim) -> Self {
        Self::continued(
            StaticHash::of_parts(sim.world(), sim.rules(), sim.zones()),
            sim,
        )
    }

    /// The hash of `level`.
    #[cfg(feature = "level")]
    #[must_use]
    pub fn of_level(level: &Level) -> Self {
        Self::of_parts(StaticHash::of_level(level), &level.world, &level.movers)
    }

    /// The hash of the level of `sim`, whose static part has the hash `fixed`, the same as [`of`](Self::of), without
    /// the time that the triangles take.
    #[must_use]
    pub fn continued(fixed: StaticHash, sim: &Sim) -> Self {
        Self::of_parts(fixed, sim.world(), sim.movers())
    }

    fn of_parts(StaticHash(mut hash): StaticHash, world: &World, movers: &[DrivenMover]) -> Self {
        let mut driven = vec![false; world.boxes().len()];
        for mover in movers {
            if let Some(is_driven) = driven.get_mut(mover.id.0 as usize) {
                *is_driven = true;
            }
        }
        for (id, obb) in world.boxes_with_ids() {
            // The position of a mover's box follows from its description.
            if driven.get(id.0 as usize) != Some(&true) {
                hash.bytes(&id.0.to_le_bytes());
                add_box(&mut hash, obb);
            }
        }
        for mover in movers {
            hash.bytes(&mover.id.0.to_le_bytes());
            add_desc(&mut hash, mover.mover.desc());
            let frame = mover.mover.frame;
            if frame != DMat3::IDENTITY {
                for axis in [frame.x_axis, frame.y_axis, frame.z_axis] {
                    hash.vector(axis);
                }
            }
        }
        Self(hash.0)
    }

    /// The hash with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The hash as a number.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl core::fmt::Display for LevelHash {
    /// 16 hexadecimal digits.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The hash of the static part of a level, its triangles, its zones and its `kill_y`, which neither a tick nor an edit
/// of a box changes. A [`LevelHash`] begins with it.
///
/// Hashing a million triangles takes a tenth of a second, so a game computes this hash once, where it loads a level.
///
/// # Example
/// ```
/// use sidle::{replay::{LevelHash, StaticHash}, sim::Sim, world::World};
/// let sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// let fixed = StaticHash::of(&sim);
/// assert_eq!(LevelHash::continued(fixed, &sim), LevelHash::of(&sim));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticHash(Fnv);

impl StaticHash {
    /// The hash of the static part of the level of `sim`.
    #[must_use]
    pub fn of(sim: &Sim) -> Self {
        Self::of_parts(sim.world(), sim.rules(), sim.zones())
    }

    /// The hash of the static part of `level`.
    #[cfg(feature = "level")]
    #[must_use]
    pub fn of_level(level: &Level) -> Self {
        Self::of_parts(&level.world, &level.rules, &level.zones)
    }

    fn of_parts(world: &World, rules: &Rules, zones: &[Zone]) -> Self {
        let mut hash = Fnv::NEW;
        hash.number(rules.kill_y);
        hash.bytes(&(world.triangles().len() as u64).to_le_bytes());
        for triangle in world.triangles() {
            for vertex in triangle.vertices() {
                hash.vector(vertex);
            }
        }
        // A world that was not changed has the hash that it had before worlds could change.
        if !world.is_as_built() {
            for (id, triangle) in world.triangles_with_ids() {
                hash.bytes(&id.0.to_le_bytes());
                triangle
                    .vertices()
                    .into_iter()
                    .for_each(|vector| hash.vector(vector));
            }
            for id in world.colliders().filter(|id| !world.is_enabled(*id)) {
                let (kind, number) = match id {
                    ColliderId::Triangle(id) => (0, id.0),
                    ColliderId::Box(id) => (1, id.0),
                };
                hash.bytes(&[kind]);
                hash.bytes(&number.to_le_bytes());
            }
        }
        // A level without zones has the hash that it had before there were any.
        for zone in zones {
            let mut action = zone.action;
            hash.bytes(action.name().as_bytes());
            add_box(&mut hash, &zone.obb);
            if let Some(vector) = action.vector() {
                hash.vector(*vector);
            }
        }
        // Nor does one without surfaces that have rules have another hash.
        for (tag, rules) in world.rules() {
            hash.bytes(&tag.to_le_bytes());
            hash.number(rules.friction);
            hash.bytes(&[u8::from(rules.one_way), u8::from(rules.sensor)]);
            hash.vector(rules.conveyor);
            // Rules without limits have the hash that they had before there were any.
            for (name, limit) in [
                ("max_slope_deg", rules.max_slope_deg),
                ("step_height", rules.step_height),
            ] {
                if let Some(limit) = limit {
                    hash.bytes(name.as_bytes());
                    hash.number(limit);
                }
            }
            if rules.ladder {
                hash.bytes(b"ladder");
            }
        }
        if !world.rules().is_empty() {
            for id in world.colliders() {
                hash.bytes(&world.tag(id).to_le_bytes());
            }
        }
        Self(hash)
    }

    /// The hash with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(Fnv(bits))
    }

    /// The hash as a number.
    pub const fn bits(self) -> u64 {
        self.0.0
    }
}

fn add_box(hash: &mut Fnv, obb: &Obb) {
    let axes = obb.axes();
    for vector in [
        obb.center(),
        axes.x_axis,
        axes.y_axis,
        axes.z_axis,
        obb.half_extents(),
    ] {
        hash.vector(vector);
    }
}

fn add_desc(hash: &mut Fnv, desc: &MoverDesc) {
    let MoverDesc {
        path,
        speed,
        bounds,
        rotation,
        scale,
        turn,
        on_end,
        on_hit,
    } = desc;
    hash.bytes(&(path.points().len() as u64).to_le_bytes());
    for point in path.points() {
        hash.vector(*point);
    }
    hash.number(*speed);
    for vector in [
        bounds.min(),
        bounds.max(),
        rotation.x_axis,
        rotation.y_axis,
        rotation.z_axis,
        *scale,
    ] {
        hash.vector(vector);
    }
    hash.bytes(&[u8::from(*turn)]);
    hash.bytes(name_of(&PathEnd::NAMES, on_end).as_bytes());
    hash.bytes(name_of(&OnHit::NAMES, on_hit).as_bytes());
}

/// A name, not a number: a new variant does not change it.
fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    let known = names.iter().find(|(_, known)| known == value);
    known.map_or("", |(name, _)| name)
}

#[cfg(test)]
mod tests;
