//! Where the entries of a level's text are in the picture, and in its [`lines`].

mod lines;

use std::collections::BTreeMap;
use std::ops::Range;

use sidle::geometry::{Aabb, Obb, Placement, Segment};
use sidle::glam::DVec3;
use sidle::level::{EntryId, EntryNumbers, EntryTable, EntryText, Scene, TriangleOwner};
use sidle::query::intersect_segment_obb;
use sidle::sim::Sim;
use sidle::world::ColliderId;

pub use self::lines::entry_at_line;
use crate::session::editor::{Editor, Ray, Target};

/// The range of a ray; metres.
const REACH: f64 = 1000.0;

/// The least side of the box in which an entry is taken, such as a thin sign; metres.
const MARGIN: f64 = 0.01;

/// The entry that `collider` belongs to: for a part of a prefab, the place of that.
pub fn entry_of(level: &Scene, collider: ColliderId) -> Option<EntryId> {
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
    let place = level.place_of(|placed| match table {
        EntryTable::Prop => placed.props.contains(&number),
        EntryTable::Mover => placed.movers.contains(&number),
        _ => false,
    });
    Some(match place {
        Some(number) => EntryId {
            table: EntryTable::Place,
            number,
        },
        None => EntryId { table, number },
    })
}

/// The current box around the object that `entry` places. `None` if there is no such entry, or it is a mesh that does not collide.
pub fn box_of(level: &Scene, sim: &Sim, entry: EntryId) -> Option<Obb> {
    let EntryId { table, number } = entry;
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
            let found = level.signs().get(number)?;
            Obb::from_bounds(&found.mesh.bounds, &found.placement)
        }
        EntryTable::Prop => level.prop_bounds(number),
        EntryTable::Zone => Some(sim.zones().get(number)?.obb),
        EntryTable::Mover => {
            let id = sim.movers().get(number)?.id;
            sim.world().boxes().get(id.0 as usize).copied()
        }
        EntryTable::Place => {
            let placed = level.placed.get(number)?;
            Obb::from_bounds(&place_bounds(level, sim, number)?, &placed.placement)
        }
        EntryTable::Spawn => None,
    }
}

/// The bounds of what place `number` has added, in the space of its prefab.
pub fn place_bounds(level: &Scene, sim: &Sim, number: usize) -> Option<Aabb> {
    let placed = level.placed.get(number)?;
    let of = |table, numbers: &Range<usize>| {
        let entries = numbers.clone().map(move |number| EntryId { table, number });
        entries.filter_map(|entry| box_of(level, sim, entry))
    };
    let boxes = of(EntryTable::Prop, &placed.props)
        .chain(of(EntryTable::Mover, &placed.movers))
        .chain(of(EntryTable::Zone, &placed.zones))
        .chain(of(EntryTable::Sign, &placed.signs));
    let Placement {
        position,
        rotation,
        scale,
    } = placed.placement;
    let back = rotation.transpose();
    let corners = boxes.flat_map(|obb| corners(&obb));
    Aabb::from_points(corners.map(|corner| back * (corner - position) / scale))
}

/// The corners of a box.
pub fn corners(obb: &Obb) -> [DVec3; 8] {
    let (center, axes, half) = (obb.center(), obb.axes(), obb.half_extents());
    core::array::from_fn(|corner| {
        let side = |axis: usize| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
        center + axes * (half * DVec3::new(side(0), side(1), side(2)))
    })
}

/// The box of an entry that may have been edited since the level was loaded. For a mover, that at the start of its path.
pub fn outline_of(level: &Scene, sim: &Sim, editor: &Editor, entry: EntryId) -> Option<Obb> {
    let EntryText { numbers, .. } = editor.entries(entry.table).get(entry.number)?;
    let cube = |half: f64| Aabb::from_points([DVec3::splat(-half), DVec3::splat(half)]);
    match entry.table {
        EntryTable::Zone => Obb::from_bounds(&cube(0.5)?, &numbers.placement()),
        EntryTable::Spawn => {
            let numbers = EntryNumbers::at(numbers.position);
            Obb::from_bounds(&cube(sim.tuning().radius)?, &numbers.placement())
        }
        EntryTable::Mover => {
            let model = level.mover_models.get(entry.number)?;
            let mut placement = model.placement;
            placement.position = numbers.position;
            Obb::from_bounds(&model.mesh.bounds, &placement)
        }
        EntryTable::Sign => {
            let sign = level.signs().get(entry.number)?;
            Obb::from_bounds(&sign.mesh.bounds, &numbers.placement())
        }
        EntryTable::Place => Obb::from_bounds(
            &place_bounds(level, sim, entry.number)?,
            &numbers.placement(),
        ),
        EntryTable::Prop | EntryTable::Mesh | EntryTable::Terrain => box_of(level, sim, entry),
    }
}

/// The entry that `ray` meets first. A zone is taken through its faces, unless there is something in it.
pub fn pick(level: &Scene, sim: &Sim, editor: &Editor, ray: &Ray) -> Option<EntryId> {
    let seen = Segment::new(ray.eye, ray.eye + ray.look * REACH);
    let solid = Target::find(sim.world(), ray.eye, ray.look);
    let mut nearest = solid.map_or(REACH, |target| target.distance);
    let mut picked = solid.and_then(|target| entry_of(level, target.collider));
    // The nearest thing that is not only a volume.
    let mut thing = solid.map(|target| target.point);
    // All places of a prefab have the same bounds.
    let mut bounds: BTreeMap<&str, Option<Aabb>> = BTreeMap::new();
    // Zones come last, because what is in them is taken first.
    let (volumes, things): (Vec<_>, Vec<_>) = editor
        .all()
        .filter(|(entry, _)| {
            let placed = level.placed.get(entry.number);
            match entry.table {
                EntryTable::Zone | EntryTable::Sign | EntryTable::Spawn => true,
                // Nothing else of it can be pointed at.
                EntryTable::Place => {
                    placed.is_some_and(|placed| placed.props.is_empty() && placed.movers.is_empty())
                }
                _ => false,
            }
        })
        .partition(|(entry, _)| matches!(entry.table, EntryTable::Zone | EntryTable::Place));
    for (entry, content) in things.into_iter().chain(volumes) {
        let outline = match level.placed.get(entry.number) {
            Some(placed) if entry.table == EntryTable::Place => {
                let bounds = bounds.entry(&placed.prefab);
                let bounds = *bounds.or_insert_with(|| place_bounds(level, sim, entry.number));
                bounds.and_then(|bounds| Obb::from_bounds(&bounds, &content.numbers.placement()))
            }
            _ => outline_of(level, sim, editor, entry),
        };
        let Some(obb) = outline else {
            continue;
        };
        let Some(hit) = intersect_segment_obb(&seen, &obb) else {
            continue;
        };
        let is_volume = matches!(entry.table, EntryTable::Zone | EntryTable::Place);
        let holds = |point: DVec3| {
            let inside = obb.to_local(point).abs() + DVec3::splat(MARGIN);
            inside.cmplt(obb.half_extents()).all()
        };
        let distance = hit.fraction * REACH;
        if distance < nearest && distance > 0.0 && !(is_volume && thing.is_some_and(holds)) {
            (nearest, picked) = (distance, Some(entry));
            if !is_volume {
                thing = Some(ray.eye + ray.look * distance);
            }
        }
    }
    picked.filter(|entry| editor.entries(entry.table).len() > entry.number)
}

#[cfg(test)]
mod tests;
