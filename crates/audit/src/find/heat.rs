//! Where walkers came through, how soon, and whether a way leads back: squares of the floor for a map.

use std::collections::BTreeMap;

use super::explored::Explored;
use crate::floor::{Support, foot};
use crate::places::WayBack;
use sidle::geometry::float::min;

/// How far apart two heights in one column may be to count as one floor, in cells.
const SAME_FLOOR: u32 = 2;

/// A square of the floor that walkers came through, or could stand on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HeatSquare {
    /// Its corner with the least X and Z; metres.
    pub corner: [f64; 2],
    /// Its side; metres.
    pub side: f64,
    /// The height of the floor in its middle; metres.
    pub height: f64,
    /// How often a walker stood there; 0: no walker reached it.
    pub visits: u64,
    /// How soon a walker came there, from the start on the way that was found; seconds. `None` if no walker did.
    pub soonest: Option<f64>,
    /// Whether a way leads back from there. `None` if no walker was there.
    pub way_back: Option<WayBack>,
}

/// A floor of a column.
struct Storey {
    /// The layer of cells.
    layer: i32,
    /// Whether a walker stood, climbed or swam there. Where one only slides, less is known.
    stands: bool,
    square: HeatSquare,
}

impl Storey {
    fn new(layer: i32, square: HeatSquare) -> Self {
        Self {
            layer,
            stands: false,
            square,
        }
    }

    /// Adds the knowledge of a place. Of those where walkers do not slide, one with a way back is enough.
    fn add_way_back(&mut self, stands: bool, way_back: WayBack) {
        let known = match (self.stands, stands) {
            (true, false) => return,
            (false, true) => None,
            _ => self.square.way_back,
        };
        self.stands = stands;
        self.square.way_back = known.max(Some(way_back));
    }
}

/// The squares, by X, then by Z, then from below.
pub fn heat_squares(audit: &Explored) -> Vec<HeatSquare> {
    let (grid, sim) = (&audit.surroundings.grid, audit.sim());
    let foot = foot(sim);
    let mut columns: BTreeMap<[i32; 2], Vec<Storey>> = BTreeMap::new();
    let empty = |[x, z]: [i32; 2], height| HeatSquare {
        corner: [x, z].map(|along| f64::from(along) * grid.side),
        side: grid.side,
        height,
        visits: 0,
        soonest: None,
        way_back: None,
    };
    let ways_back = audit.archive.graph().ways_back(|id| {
        let place = audit.archive.place(id);
        let is_certain = place.cell.support.is_steady() && place.searched;
        !is_certain || place.is_open
    });
    let expected = super::unreached::expected(audit);
    for (number, point) in audit.floor.points.iter().enumerate() {
        if expected[point.patch as usize] {
            let [x, layer, z] = grid.at(point.position);
            let mut storey = Storey::new(layer, empty([x, z], point.contact.y));
            if let Some(id) = audit
                .frontier
                .place(number)
                .filter(|_| audit.floor.is_open(number))
            {
                let (visits, tick) = audit.frontier.visits(number);
                storey.square.visits = u64::from(visits);
                storey.square.soonest = Some(f64::from(tick) / f64::from(sim.hz()));
                storey.add_way_back(true, ways_back[id.0 as usize]);
            }
            let column = columns.entry([x, z]).or_default();
            column.push(storey);
        }
    }
    for (id, place) in audit.archive.with_ids() {
        // The squares of open floor have what is known of them.
        if place.cell.support == Support::Air || place.cell.is_open() {
            continue;
        }
        // Cells in water are larger.
        let [x, layer, z] = grid.at(place.position);
        let column = columns.entry([x, z]).or_default();
        let near = |storey: &&mut Storey| storey.layer.abs_diff(layer);
        let nearest = column.iter_mut().min_by_key(near);
        let known = nearest.filter(|square| square.layer.abs_diff(layer) <= SAME_FLOOR);
        let storey = match known {
            Some(storey) => storey,
            None => {
                let square = empty([x, z], place.position.y - foot);
                column.push(Storey::new(layer, square));
                let last = column.len() - 1;
                &mut column[last]
            }
        };
        let stands = place.cell.support.is_steady();
        storey.add_way_back(stands, ways_back[id.0 as usize]);
        let square = &mut storey.square;
        let seconds = f64::from(place.tick) / f64::from(sim.hz());
        square.visits += u64::from(place.visits);
        square.soonest = Some(square.soonest.map_or(seconds, |known| min(known, seconds)));
    }
    let storeys = columns.into_values().flat_map(|mut column| {
        column.sort_by_key(|storey| storey.layer);
        column
    });
    storeys.map(|storey| storey.square).collect()
}
