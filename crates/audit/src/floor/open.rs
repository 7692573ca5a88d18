//! Open floor, far from every rim, wall and other floor. Few places of it are kept, since a walker gets from each to
//! all others around.

use sidle::glam::DVec3;

use super::Floor;
use sidle::sim::Sim;

/// How far from everything open floor is; metres. Smaller: walkers that could jump from there onto something do not; larger:
/// more places are kept.
const OPEN: f64 = 3.0;

/// How far below and above open floor a walker belongs to it; metres.
const OPEN_DEPTH: f64 = 0.5;
const OPEN_HEIGHT: f64 = 3.0;

impl Floor {
    /// The open floor below a `position`, the patch that it belongs to.
    pub fn open_below(&self, position: DVec3) -> Option<u32> {
        let mut column = self.of_column(self.column(position));
        let point = column.next().filter(|point| self.open[*point])?;
        let rise = position.y - self.points[point].position.y;
        (-OPEN_DEPTH..OPEN_HEIGHT)
            .contains(&rise)
            .then_some(self.points[point].patch)
    }

    /// Whether a point lies far from everything.
    pub fn is_open(&self, point: usize) -> bool {
        self.open[point]
    }

    /// Which points lie so far from every rim, and from every other floor, that a walker there can walk to every side.
    /// Where something moves, none does, nor where the points are so far apart that a wall lies between two of them.
    pub fn open_points(&self, sim: &Sim) -> Vec<bool> {
        let is_coarse = self.side >= sim.tuning().radius * 2.0;
        if is_coarse || !sim.movers().is_empty() || !sim.zones().is_empty() {
            return vec![false; self.points.len()];
        }
        let points = self.points.iter().map(|point| {
            let column = self.of_column(self.column(point.position));
            !point.is_rim() && column.len() == 1
        });
        let mut open: Vec<bool> = points.collect();
        let mut ring: Vec<usize> = (0..open.len()).filter(|at| !open[*at]).collect();
        for _ in 0..(OPEN / self.side).ceil() as u32 {
            let mut next = Vec::new();
            for at in ring {
                for neighbour in self.near(self.points[at].position, self.side) {
                    if core::mem::replace(&mut open[neighbour], false) {
                        next.push(neighbour);
                    }
                }
            }
            ring = next;
        }
        open
    }
}
