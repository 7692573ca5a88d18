//! Cells: which states of a walker count as the same place.

use sidle::glam::DVec3;

use super::Floor;
use sidle::geometry::Aabb;
use sidle::geometry::float::{max, min};
use sidle::player::Ground;
use sidle::sim::Sim;

/// How near a mover has to be for its phase to count; metres. Smaller: a walker next to a platform does not wait for
/// it; larger: more cells look the same.
const NEAR_MOVER: f64 = 2.0;

/// Into how many phases the path of a mover is cut, in each direction. Smaller: a ride is one place; larger: more cells.
const PHASES: f64 = 8.0;

/// About how many cells the plan of a level may have, and how much memory a cell takes; bytes. In a larger level, or with
/// less memory, the cells are larger than the body's radius.
const MIN_CELLS: f64 = 2e6;
const MAX_CELLS: f64 = 1e7;
const CELL_MEMORY: f64 = 200.0;

/// How many cells of water are one, along each axis. Smaller: a lake takes more memory; larger: openings under water are found by luck.
const WATER: [i32; 3] = [2, 4, 2];

/// How many squares of open floor are one place, along X and along Z. Smaller: more places are kept; larger: walks begin
/// farther from where they go.
const BLOCK: i32 = 4;

/// The phase of a place of open floor.
const OPEN: u16 = u16::MAX;

/// The carrier of a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Support {
    /// It stands, and can walk and jump.
    Stands,
    /// It holds a ladder.
    Climbs,
    /// The water reaches its chest.
    Swims,
    /// It slides down a slope.
    Slides,
    /// It is in the air.
    Air,
}

impl Support {
    /// Whether every search can go on from there, because the walker's keys decide where it goes.
    pub fn is_steady(self) -> bool {
        matches!(self, Self::Stands | Self::Climbs | Self::Swims)
    }
}

/// A place: a small box of positions, the carrier of the walker there, and the phase of the mover nearby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub at: [i32; 3],
    pub support: Support,
    /// 0: no mover is near.
    phase: u16,
}

/// A place that walkers have been to, by the order in which they were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceId(pub u32);

/// How a level is cut into cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The width of a cell; metres.
    pub side: f64,
    /// Its height; metres. Lower than a step that a walker climbs, so that both of its levels are two cells.
    pub height: f64,
}

impl Grid {
    /// The grid for a body of this `radius` in a level of these `bounds`, with `memory` bytes for its cells.
    pub fn new(radius: f64, bounds: Option<Aabb>, memory: usize) -> Self {
        let size = bounds.map_or(DVec3::ZERO, |bounds| bounds.half_extents() * 2.0);
        let plan = size.x * size.z;
        let cells = max(min(memory as f64 / CELL_MEMORY, MAX_CELLS), MIN_CELLS);
        let side = max(radius, (plan / cells).sqrt());
        Self {
            side,
            height: radius * 0.5,
        }
    }

    /// The box of positions that `position` lies in.
    pub fn at(&self, position: DVec3) -> [i32; 3] {
        let along = |value: f64, size: f64| (value / size).floor() as i32;
        [
            along(position.x, self.side),
            along(position.y, self.height),
            along(position.z, self.side),
        ]
    }

    /// The box of positions of a walker at `position` with this support. In water, several are one.
    pub fn at_with(&self, position: DVec3, support: Support) -> [i32; 3] {
        let at = self.at(position);
        match support {
            Support::Swims => [0, 1, 2].map(|axis| at[axis].div_euclid(WATER[axis])),
            _ => at,
        }
    }

    /// The cell of the state of `sim`.
    pub fn cell_of(&self, sim: &Sim) -> Cell {
        let player = sim.player();
        let support = match player.ground {
            Ground::Floor { .. } | Ground::Wedged { .. } => Support::Stands,
            Ground::Ladder { .. } => Support::Climbs,
            Ground::Steep { .. } | Ground::Mantle { .. } => Support::Slides,
            Ground::None if swims(sim) => Support::Swims,
            Ground::None => Support::Air,
        };
        Cell {
            at: self.at_with(player.position, support),
            support,
            phase: phase(sim),
        }
    }
}

impl Grid {
    /// The cell of the place where the player of `sim` is. On open floor, neighbouring squares are one. `None` if it
    /// is in the air above open floor, and comes down on it.
    pub fn place_of(&self, sim: &Sim, floor: &Floor) -> Option<Cell> {
        let cell = self.cell_of(sim);
        let patch = match cell.support {
            Support::Slides | Support::Climbs | Support::Swims => None,
            Support::Stands | Support::Air => floor.open_below(sim.player().position),
        };
        match (patch, cell.support) {
            (None, _) => Some(cell),
            (Some(_), Support::Air) => None,
            (Some(patch), _) => {
                let [x, _, z] = cell.at;
                Some(Cell {
                    at: [x.div_euclid(BLOCK), patch as i32, z.div_euclid(BLOCK)],
                    phase: OPEN,
                    ..cell
                })
            }
        }
    }
}

impl Cell {
    /// Whether it is several squares of open floor.
    pub fn is_open(&self) -> bool {
        self.phase == OPEN
    }
}

/// Whether water reaches the chest of the player.
fn swims(sim: &Sim) -> bool {
    let water = sim.water();
    water.is_some_and(|water| water.is_deep(sim.tuning(), sim.player()))
}

/// The phase of the first mover near the player.
fn phase(sim: &Sim) -> u16 {
    let position = sim.player().position;
    for (number, driven) in (1_u16..).zip(sim.movers()) {
        let Some(obb) = sim.world().boxes().get(driven.id.0 as usize) else {
            continue;
        };
        let reach = obb.half_extents().length() + NEAR_MOVER;
        if position.distance_squared(obb.center()) > reach * reach {
            continue;
        }
        let length = driven.mover.desc().path.length();
        let share = min(driven.state.distance / max(length, 1e-9), 1.0);
        let along = (share * (PHASES - 1.0)).round() as u16;
        let back = if driven.state.backward {
            PHASES as u16
        } else {
            0
        };
        return (number % 2048) * 2 * PHASES as u16 + back + along + 1;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::world::World;

    #[test]
    fn a_cell_is_as_wide_as_the_body_and_half_as_high() {
        let grid = Grid::new(0.5, None, 0);
        assert_eq!(grid.at(DVec3::new(0.49, 0.24, -0.01)), [0, 0, -1]);
        assert_eq!(grid.at(DVec3::new(0.5, 0.25, 0.0)), [1, 1, 0]);
        // Far beyond every level, the last cell holds all.
        assert_eq!(grid.at(DVec3::splat(1e30)), [i32::MAX; 3]);
    }

    #[test]
    fn a_large_level_has_larger_cells() {
        let corners = [DVec3::ZERO, DVec3::new(3000.0, 10.0, 3000.0)];
        let grid = Grid::new(0.5, Aabb::from_points(corners), 0);
        assert!((grid.side - (9e6_f64 / MIN_CELLS).sqrt()).abs() < 1e-12);
        assert_eq!(grid.height, 0.25);
        let grid = Grid::new(0.5, Aabb::from_points(corners), 1 << 30);
        assert_eq!(
            grid.side,
            (9e6 / ((1_u64 << 30) as f64 / CELL_MEMORY)).sqrt()
        );
    }

    #[test]
    fn a_falling_walker_is_in_the_air() {
        let sim = Sim::new(World::default(), Default::default(), Default::default(), 60);
        let cell = Grid::new(0.5, None, 0).cell_of(&sim);
        assert_eq!((cell.support, cell.phase), (Support::Air, 0));
    }
}
