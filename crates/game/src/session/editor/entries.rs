//! Where the entries of a level's text are in the picture.

use sidle::geometry::Obb;
use sidle::level::{Look, Scene, TriangleOwner};
use sidle::sim::Sim;
use sidle::world::ColliderId;

use crate::platform::entry::{EntryTable, LevelEntry};

/// The entry that `collider` belongs to.
pub fn entry_of(level: &Scene, collider: ColliderId) -> Option<LevelEntry> {
    let (table, number) = match collider {
        ColliderId::Triangle(id) => match level.mesh_of(id)?.owner {
            TriangleOwner::Mesh(number) => (EntryTable::Mesh, number),
            TriangleOwner::Prop(number) => (EntryTable::Prop, number),
            TriangleOwner::Terrain(number) => (EntryTable::Terrain, number),
        },
        ColliderId::Box(id) => match level.prop_of(collider) {
            Some(number) => (EntryTable::Prop, number),
            None => (EntryTable::Mover, level.mover_of(id)?),
        },
    };
    Some(LevelEntry { table, number })
}

/// The current box around the object that `entry` places. `None` if there is no such entry, or it is a mesh that does not collide.
pub fn box_of(level: &Scene, sim: &Sim, entry: LevelEntry) -> Option<Obb> {
    let LevelEntry { table, number } = entry;
    match table {
        EntryTable::Mesh | EntryTable::Terrain => {
            let owner = match table {
                EntryTable::Mesh => TriangleOwner::Mesh(number),
                _ => TriangleOwner::Terrain(number),
            };
            let mut meshes = level.collided_meshes().iter();
            let found = meshes.find(|mesh| mesh.owner == owner)?;
            Obb::from_bounds(&found.mesh.bounds, &found.placement)
        }
        EntryTable::Sign => {
            let mut signs = level.models.iter().filter(|model| model.look == Look::Sign);
            let found = signs.nth(number)?;
            Obb::from_bounds(&found.mesh.bounds, &found.placement)
        }
        EntryTable::Prop => level.prop_bounds(number),
        EntryTable::Zone => Some(sim.zones().get(number)?.obb),
        EntryTable::Mover => {
            let id = sim.movers().get(number)?.id;
            sim.world().boxes().get(id.0 as usize).copied()
        }
    }
}

#[cfg(test)]
mod tests;
