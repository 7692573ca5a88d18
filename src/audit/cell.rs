//! Cells: which states of a walker count as the same place.

use glam::DVec3;

use crate::geometry::Aabb;
use crate::geometry::float::{max, min};
use crate::player::Ground;
use crate::sim::Sim;

/// How near a mover has to be for its phase to count; metres. Smaller: a walker beside a platform does not wait for it;
/// larger: more cells look the same.
const NEAR_MOVER: f64 = 2.0;

/// Into how many phases the path of a mover is cut, in each direction. Smaller: a ride is one place; larger: more cells.
const PHASES: f64 = 8.0;

/// About how many cells the plan of a level may have. In a larger one, the cells are larger than the body's radius.
const MOST_CELLS: f64 = 2e6;

/// What carries a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Support {
    /// It stands, and can walk and jump.
    Stands,
    /// It slides down a slope.
    Slides,
    /// It is in the air.
    Air,
}

/// A place: a small box of positions, what carries the walker there, and the phase of the mover nearby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub at: [i32; 3],
    pub support: Support,
    /// 0: no mover is near.
    phase: u16,
}

/// How a level is cut into cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// The width of a cell; metres.
    pub side: f64,
    /// Its height; metres. Lower than a step that a walker climbs, so that both of its levels are two cells.
    pub height: f64,
}

impl Grid {
    /// The grid for a body of this `radius` in a level of these `bounds`.
    pub fn new(radius: f64, bounds: Option<Aabb>) -> Self {
        let size = bounds.map_or(DVec3::ZERO, |bounds| bounds.half_extents() * 2.0);
        let plan = size.x * size.z;
        let side = max(radius, (plan / MOST_CELLS).sqrt());
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

    /// The cell of the state of `sim`.
    pub fn cell_of(&self, sim: &Sim) -> Cell {
        let player = sim.player();
        Cell {
            at: self.at(player.position),
            support: match player.ground {
                Ground::Floor { .. } | Ground::Wedged { .. } => Support::Stands,
                Ground::Steep { .. } => Support::Slides,
                Ground::None => Support::Air,
            },
            phase: phase(sim),
        }
    }
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
    use crate::world::World;

    #[test]
    fn a_cell_is_as_wide_as_the_body_and_half_as_high() {
        let grid = Grid::new(0.5, None);
        assert_eq!(grid.at(DVec3::new(0.49, 0.24, -0.01)), [0, 0, -1]);
        assert_eq!(grid.at(DVec3::new(0.5, 0.25, 0.0)), [1, 1, 0]);
        // Far beyond every level, the last cell holds all.
        assert_eq!(grid.at(DVec3::splat(1e30)), [i32::MAX; 3]);
    }

    #[test]
    fn a_large_level_has_larger_cells() {
        let corners = [DVec3::ZERO, DVec3::new(3000.0, 10.0, 3000.0)];
        let grid = Grid::new(0.5, Aabb::from_points(corners));
        assert!((grid.side - (9e6_f64 / MOST_CELLS).sqrt()).abs() < 1e-12);
        assert_eq!(grid.height, 0.25);
    }

    #[test]
    fn a_falling_walker_is_in_the_air() {
        let sim = Sim::new(World::default(), Default::default(), Default::default(), 60);
        let cell = Grid::new(0.5, None).cell_of(&sim);
        assert_eq!((cell.support, cell.phase), (Support::Air, 0));
    }
}
