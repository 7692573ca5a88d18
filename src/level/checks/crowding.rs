//! How many colliders a body touches at once, which is what a tick costs.
//!
//! Numbers alone do not show it. Props that a level may hold cost little next to each other, and a thousand times as much in one
//! place. So the body of the player is placed where it comes to without a key: at the spawn, where movers start, in zones and
//! where teleports lead to. It is also placed where the colliders are densest. It only counts, and reads no clock, so a level
//! gets the same answer on every machine.

use core::ops::Range;
use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use crate::geometry::float::max;
use crate::geometry::{Capsule, UprightBody};
use crate::level::budget::{Budget, BudgetItem, Overrun};
use crate::level::document::{Document, ZoneEntry};
use crate::level::loaded::Level;
use crate::level::text::Problems;
use crate::world::{ColliderId, World, ZoneAction};

/// How much farther than the body a tick reaches, as a share of its radius. Smaller: a crowd that the next tick meets counts
/// for nothing; larger: fine meshes count for more than they cost.
const REACH_SHARE: f64 = 0.02;

/// Of the colliders of one mesh where they are densest, at most the limit divided by this counts, since a fine mesh is no
/// crowd, and a body that stays outside of it touches few. Smaller: fine meshes are refused; larger: a few meshes in one place
/// are overlooked.
const SHARES_OF_ONE: u64 = 2;

/// A cell of space with more colliders than this share of the limit is examined. Smaller: loading takes longer; larger: a crowd
/// on the borders of cells is overlooked.
const DENSE_SHARE: u64 = 8;

/// The most counters of cells, in which far cells may share one. Smaller: more cells are examined in vain; larger: more memory,
/// four bytes for each.
const MAX_COUNTERS: usize = 1 << 20;

/// Refuses a level in which a body touches more colliders at once than the `budget` allows; `document` holds their places.
/// Returns the exceeded limit.
pub fn check_crowding(
    level: &Level,
    document: &Document,
    budget: &Budget,
    problems: &mut Problems<'_>,
) -> Option<Overrun> {
    let limit = budget.tick_tests;
    let colliders = level.world.triangles().len() + level.world.boxes().len();
    let movers = level.movers.len() as u64;
    if (colliders as u64).saturating_mul(1 + movers) <= limit {
        return None;
    }
    let body = largest_body(level)?;
    let crowd = |place: DVec3, most: u64, most_of_one: u64| {
        Crowd::around(level, &body.at(place), (most, most_of_one))
    };
    let is_over = |place: DVec3, most_of_one: u64| crowd(place, limit, most_of_one).tests() > limit;
    let mut known = known_places(level, document).into_iter();
    let known = known.find(|(place, _)| is_over(*place, u64::MAX));
    let (place, which) = known.or_else(|| {
        let dense = dense_cells(&level.world, body.radius(), limit / DENSE_SHARE);
        let mut dense = dense.into_iter();
        let place = dense.find(|place| is_over(*place, limit / SHARES_OF_ONE))?;
        Some((place, "where colliders are densest"))
    })?;
    let crowd = crowd(place, u64::MAX, u64::MAX);
    let DVec3 { x, y, z } = place;
    let (count, tests) = (crowd.count, crowd.tests());
    let movers = match crowd.movers {
        0 => String::new(),
        movers => format!(", {movers} of them movers"),
    };
    let message = format!(
        "{which}, at {x:.1}, {y:.1}, {z:.1}, a body touches {count} colliders at once{movers}: a tick makes {tests} tests"
    );
    let label = format!("the last of them; expected at most {limit} tests in a tick");
    let help = "move them apart, or let props collide as a box; a link has lower limits than your own files, and \
                `--no-limits` lifts those";
    let span = crowd.last.and_then(|last| entry_of(level, document, last));
    problems.error(
        span.unwrap_or_default(),
        message,
        label,
        Some(help.to_owned()),
    );
    Some(Overrun {
        item: BudgetItem::TickTests,
        found: tests,
        limit,
    })
}

/// The colliders that a body touches at once.
struct Crowd {
    count: u64,
    /// How many of them are movers. Each of them looks at all.
    movers: u64,
    /// The last of those that were counted, in the order of the level.
    last: Option<ColliderId>,
}

impl Crowd {
    /// Counts those around `body`, until they need more than `most` tests, and at most `most_of_one` of each mesh.
    fn around(level: &Level, body: &UprightBody, (most, most_of_one): (u64, u64)) -> Self {
        let mut crowd = Self {
            count: 0,
            movers: 0,
            last: None,
        };
        // The last boxes are the movers'.
        let first_mover = level.world.boxes().len() - level.movers.len();
        let reach = body.radius() * REACH_SHARE;
        let mut of_meshes = BTreeMap::new();
        level.world.visit_touched(body, reach, &mut |collider| {
            let mut is_mover = false;
            match collider {
                ColliderId::Box(id) => is_mover = id.0 as usize >= first_mover,
                ColliderId::Triangle(id) if most_of_one < u64::MAX => {
                    let owner = level.scene.mesh_of(id).map(|mesh| mesh.owner);
                    let of_mesh = of_meshes.entry(owner).or_insert(0);
                    *of_mesh += 1;
                    if *of_mesh > most_of_one {
                        return true;
                    }
                }
                ColliderId::Triangle(_) => {}
            }
            crowd.count += 1;
            crowd.movers += u64::from(is_mover);
            crowd.last = crowd.last.max(Some(collider));
            crowd.tests() <= most
        });
        crowd
    }

    /// How many tests a tick makes.
    fn tests(&self) -> u64 {
        self.count.saturating_mul(1 + self.movers)
    }
}

/// The body of the player, as a capsule around its box if that is larger.
fn largest_body(level: &Level) -> Option<UprightBody> {
    let tuning = &level.tuning;
    let body = tuning.body()?.at(DVec3::ZERO)?;
    let box_size = tuning.box_half_extents.map(DVec3::max_element);
    let radius = max(body.around().radius(), box_size.unwrap_or(0.0));
    Capsule::new(DVec3::ZERO, radius, body.rise()).map(UprightBody::from)
}

/// The places that the player comes to without a key, and those of zones, with words for each.
fn known_places(level: &Level, document: &Document) -> Vec<(DVec3, &'static str)> {
    let mut places = vec![(level.rules.spawn.position, "where the player starts")];
    for ZoneEntry { zone, .. } in &document.zones {
        places.push((zone.obb.center(), "in a zone"));
        if let ZoneAction::Teleport { to } = zone.action {
            places.push((to, "where a teleport leads"));
        }
    }
    let starts = level.movers.iter().map(|driven| driven.obb(0.0).center());
    places.extend(starts.map(|start| (start, "where a mover starts")));
    places
}

/// The middles of the cells of space, `size` wide, in which the middles of more than `many` colliders lie, in the order of the
/// first collider in each.
fn dense_cells(world: &World, size: f64, many: u64) -> Vec<DVec3> {
    let triangles = world.triangles().iter().map(|triangle| {
        let [a, b, c] = triangle.vertices();
        (a.min(b).min(c) + a.max(b).max(c)) * 0.5
    });
    let boxes = world.boxes().iter().map(|obb| obb.center());
    let cells = || {
        let middles = triangles.clone().chain(boxes.clone());
        middles.map(|middle| (middle / size).floor())
    };
    let colliders = world.triangles().len() + world.boxes().len();
    let mut counters = vec![0_u32; colliders.next_power_of_two().min(MAX_COUNTERS)];
    let last = counters.len() as u64 - 1;
    let counter = |cell: DVec3| {
        // Cells of the same counter count together: then both are examined.
        let mix =
            |hash: u64, number: f64| (hash ^ number.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let row = [cell.y, cell.z].into_iter().fold(0, |hash, number| {
            let mixed = mix(hash, number + 0.0);
            mixed ^ mixed >> 32
        });
        // Those of neighbours in a row are neighbours in memory.
        (row.wrapping_add(cell.x as i64 as u64) & last) as usize
    };
    cells().for_each(|cell| counters[counter(cell)] += 1);
    // So it is in almost all levels, and a large one takes long to look through.
    if counters.iter().all(|counter| u64::from(*counter) <= many) {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    let mut dense = Vec::new();
    for cell in cells() {
        let is_dense = u64::from(counters[counter(cell)]) > many;
        if is_dense && seen.insert(cell.to_array().map(f64::to_bits)) {
            dense.push((cell + 0.5) * size);
        }
    }
    dense
}

/// The place in the text of the entry that placed `collider`.
fn entry_of(level: &Level, document: &Document, collider: ColliderId) -> Option<Range<usize>> {
    let scene = &level.scene;
    let span = if let Some(number) = scene.prop_of(collider) {
        &document.props.get(number)?.span
    } else {
        match collider {
            ColliderId::Box(id) => &document.movers.get(scene.mover_of(id)?)?.span,
            ColliderId::Triangle(id) => {
                let owner = scene.mesh_of(id)?.owner;
                &owner.entry(&document.meshes)?.span
            }
        }
    };
    Some(span.clone())
}

#[cfg(test)]
mod tests;
