//! Leaks of a map: gaps in its walls through which air leads from the start to the void.
//!
//! Reading order: [`leaks`] here, `tree.rs` (cells that no face crosses), `portals.rs` (the openings between them) and `way.rs` (the way of the
//! air, and where it crosses the hull).
//!
//! The compilers of maps look for the same. They fill the inside of a map, and refuse one that is open or remove nothing of it.
//! Here everything that stops a player counts as a wall, details and clips too, and no mover does.

mod portals;
mod tree;
mod way;

use sidle::glam::DVec3;
use sidle::world::World;

use portals::Portals;
use tree::Tree;
use way::Ways;

/// The most leaks that are looked for. Larger: a map without walls has many findings.
const MAX_LEAKS: usize = 8;

/// Gaps nearer to one another are one leak; metres. Smaller: a long gap is several; larger: one that is mended leaves the leak where it was.
const ONE_LEAK: f64 = 4.0;

/// A way from the start of a map to the void.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Leak {
    /// Where it crosses the hull: the narrowest place between the last one with walls all around and the void.
    pub at: DVec3,
    /// How wide the gap is there; metres. `None`: the start itself is open to the void.
    pub width: Option<f64>,
    /// From the start to the void.
    pub way: Vec<DVec3>,
}

/// The leaks of the map whose faces are in `world`, nearest first. A map that is too large to tell has none.
pub(crate) fn leaks(world: &World, start: DVec3) -> Vec<Leak> {
    let mut found = Vec::new();
    let Some(tree) = Tree::of(world.triangles()) else {
        return found;
    };
    let Some(portals) = Portals::of(&tree) else {
        return found;
    };
    let mut ways = Ways::new(&portals, tree.cell_at(start), start);
    while found.len() < MAX_LEAKS {
        let Some(way) = ways.next() else { break };
        let leak = way::leak(world, way);
        let Some(width) = leak.width else {
            // Every way leads out.
            found.push(leak);
            break;
        };
        ways.close(leak.at, width.max(ONE_LEAK));
        found.push(leak);
    }
    found
}
