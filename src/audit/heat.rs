//! How often walkers came through each square of a level's plan.

use std::collections::BTreeMap;

use super::explored::Explored;

/// A square of a level's plan that walkers came through, or could stand on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatSquare {
    /// Its corner with the least X and Z; metres.
    pub corner: [f64; 2],
    /// Its side; metres.
    pub side: f64,
    /// How often a walker came through; 0: it is floor that nobody reached.
    pub visits: u64,
}

/// The squares, by X and then by Z.
pub(super) fn squares(audit: &Explored) -> Vec<HeatSquare> {
    let grid = &audit.around.grid;
    let mut visits: BTreeMap<[i32; 2], u64> = BTreeMap::new();
    for (point, expected) in audit.floor.points.iter().map(|point| {
        let patch = audit.floor.patches[point.patch as usize];
        (point, patch.is_expected)
    }) {
        let [x, _, z] = grid.at(point.position);
        if expected {
            visits.entry([x, z]).or_default();
        }
    }
    for place in audit.archive.places() {
        let [x, _, z] = place.cell.at;
        *visits.entry([x, z]).or_default() += u64::from(place.visits);
    }
    let square = |([x, z], visits): ([i32; 2], u64)| HeatSquare {
        corner: [x, z].map(|along| f64::from(along) * grid.side),
        side: grid.side,
        visits,
    };
    visits.into_iter().map(square).collect()
}
