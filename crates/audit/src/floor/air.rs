//! The air of a map: to which floor air leads from the spawn. Its brushes enclose more than rooms. What is outside behind them, or
//! between two of them, is no floor to which a player expects a way, and neither is a closed room.

use sidle::glam::DVec3;

use super::sight::is_free;
use sidle::geometry::Aabb;
use sidle::geometry::float::max;
use sidle::parallel::Workers;
use sidle::sim::Sim;

/// How many cells the bounds of a map have at most. Fewer: thin air between two parts of a map is not found; more: it takes
/// longer.
const MAX_CELLS: f64 = 2e6;

/// The directions from a cell to those next to it.
const STEPS: [[i32; 3]; 6] = [
    [-1, 0, 0],
    [1, 0, 0],
    [0, -1, 0],
    [0, 1, 0],
    [0, 0, -1],
    [0, 0, 1],
];

/// Cells of equal size in a box.
struct Cells {
    low: DVec3,
    side: f64,
    size: [i32; 3],
}

impl Cells {
    /// Cells as wide as a body of this `radius`, or wider in a large box. A passage that a body fits through then has the middles
    /// of some cells in it.
    fn new(bounds: Aabb, radius: f64) -> Option<Self> {
        let (low, size) = (bounds.min(), bounds.max() - bounds.min());
        let side = max(radius, (size.x * size.y * size.z / MAX_CELLS).cbrt());
        let count = (size / side).ceil() + DVec3::ONE;
        let is_small = count.x * count.y * count.z < MAX_CELLS * 4.0;
        (is_small && side > 0.0).then(|| Self {
            low,
            side,
            size: count.to_array().map(|along| along as i32),
        })
    }

    fn count(&self) -> usize {
        self.size.iter().map(|along| *along as usize).product()
    }

    /// The number of a cell. `None` outside of the box.
    fn number(&self, cell: [i32; 3]) -> Option<u32> {
        let is_inside = (0..3).all(|axis| (0..self.size[axis]).contains(&cell[axis]));
        let [x, y, z] = cell;
        is_inside.then(|| ((x * self.size[1] + y) * self.size[2] + z) as u32)
    }

    fn cell(&self, number: u32) -> [i32; 3] {
        let (number, [_, y, z]) = (number as i32, self.size);
        [number / (y * z), number / z % y, number % z]
    }

    fn of(&self, position: DVec3) -> Option<u32> {
        let cell = ((position - self.low) / self.side).floor();
        self.number(cell.to_array().map(|along| along as i32))
    }

    fn middle(&self, cell: [i32; 3]) -> DVec3 {
        let [x, y, z] = cell.map(f64::from);
        self.low + (DVec3::new(x, y, z) + 0.5) * self.side
    }
}

/// What one cell of air leads to.
struct Next {
    cells: Vec<u32>,
    /// Points of the floor that it touches.
    points: Vec<u32>,
    /// Whether air leads out of the bounds.
    leaks: bool,
}

/// Whether air leads from the patch `first` to each of `count` parts of a floor, of which `points` are the positions and
/// parts. The first ones are `patches`. Where it leads to a point of a patch, it leads to all of the patch. `None`: it leads out of the bounds
/// of the map, so that nothing is outside.
pub(super) fn patches(
    sim: &Sim,
    bounds: Aabb,
    points: &[(DVec3, u32)],
    [patches, count]: [usize; 2],
    first: u32,
) -> Option<Vec<bool>> {
    let cells = Cells::new(bounds, sim.tuning().radius)?;
    let mut by_cell: Vec<(u32, u32)> = (0..)
        .zip(points)
        .filter_map(|(number, (position, _))| Some((cells.of(*position)?, number)))
        .collect();
    by_cell.sort_unstable();
    let mut by_patch = vec![Vec::new(); count];
    for (number, (_, patch)) in (0_u32..).zip(points) {
        if (*patch as usize) < patches {
            by_patch[*patch as usize].push(number);
        }
    }
    let next = |number: u32| {
        let cell = cells.cell(number);
        let middle = cells.middle(cell);
        let mut next = Next {
            cells: Vec::new(),
            points: Vec::new(),
            leaks: false,
        };
        for step in STEPS {
            let other = [0, 1, 2].map(|axis| cell[axis] + step[axis]);
            if is_free(sim, middle, cells.middle(other)) {
                match cells.number(other) {
                    Some(number) => next.cells.push(number),
                    None => next.leaks = true,
                }
            }
        }
        let start = by_cell.partition_point(|(of, _)| *of < number);
        let here = by_cell[start..].iter().take_while(|(of, _)| *of == number);
        let reached = here.filter(|(_, at)| is_free(sim, middle, points[*at as usize].0));
        next.points.extend(reached.map(|(_, at)| *at));
        next
    };
    let mut filled = vec![false; cells.count()];
    let mut found = vec![false; count];
    let (mut open, mut left) = (Vec::new(), vec![first]);
    loop {
        while let Some(patch) = left.pop() {
            if core::mem::replace(&mut found[patch as usize], true) {
                continue;
            }
            for at in &by_patch[patch as usize] {
                let position = points[*at as usize].0;
                let Some(number) = cells.of(position) else {
                    continue;
                };
                let is_new = !filled[number as usize];
                if is_new && is_free(sim, position, cells.middle(cells.cell(number))) {
                    filled[number as usize] = true;
                    open.push(number);
                }
            }
        }
        if open.is_empty() {
            return Some(found);
        }
        for next in Workers::All.map(&open.split_off(0), |number| next(*number)) {
            if next.leaks {
                return None;
            }
            left.extend(next.points.iter().map(|at| points[*at as usize].1));
            for number in next.cells {
                if !core::mem::replace(&mut filled[number as usize], true) {
                    open.push(number);
                }
            }
        }
    }
}
