//! Where the vertical lines of a grid cross a mesh, its floors and ceilings, without a world.

use glam::DVec3;

use super::ranks::order;
use crate::geometry::float::{max, min};
use crate::geometry::{Aabb, Triangle};
use crate::level::choices::UpAxis;
use crate::parallel::Workers;

/// The most cells along each side. Smaller: narrow doors lie between the lines; larger: the search takes longer.
const MAX_CELLS: usize = 96;

/// The most cells that are tested, and the most crossings that are kept, for each piece of the triangles. A mesh of many
/// triangles as large as itself would keep the computer busy.
const MAX_TESTS: usize = 1 << 19;
const MAX_CROSSINGS: usize = 1 << 16;

/// A point where a vertical line crosses a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    /// The cell of the line.
    pub cell: u32,
    pub height: f64,
    /// The height of the unit normal: 1 for a floor, -1 for a ceiling.
    pub rise: f64,
}

/// The crossings of all lines.
pub(super) struct Columns {
    /// How many cells there are along X and along Z.
    pub cells: [usize; 2],
    /// The length of a cell's side.
    pub side: f64,
    /// The corner of the first cell, with the least X and Z.
    corner: DVec3,
    /// In the order of cells, then from below.
    crossings: Vec<Crossing>,
}

impl Columns {
    /// The columns of `triangles`, with the axis `up` upwards, within `bounds`, where it is so already. A cell is at least
    /// `least` wide.
    pub fn new(triangles: &[Triangle], up: UpAxis, bounds: &Aabb, least: f64) -> Self {
        let size = bounds.half_extents() * 2.0;
        let side = max(max(size.x, size.z) / MAX_CELLS as f64, least);
        // A mesh without a width still has a cell.
        let side = if side > 0.0 { side } else { 1.0 };
        let count = |length: f64| (libm::ceil(length / side) as usize).clamp(1, MAX_CELLS);
        let cells = [count(size.x), count(size.z)];
        let mut columns = Self {
            cells,
            side,
            corner: bounds.min(),
            crossings: Vec::new(),
        };
        let found = Workers::All.map_pieces(triangles, |_, piece| {
            let (mut found, mut tests) = (Vec::new(), 0);
            for triangle in piece {
                let corners = triangle.vertices();
                let corners = corners.map(|corner| up.upright(corner));
                columns.cross(corners, &mut found, &mut tests);
            }
            found
        });
        let mut crossings = columns.sorted(&found.concat());
        // Where two triangles meet, a line may cross both.
        let near = columns.near();
        crossings.dedup_by(|b, a| {
            a.cell == b.cell && b.height - a.height <= near && (a.rise > 0.0) == (b.rise > 0.0)
        });
        columns.crossings = crossings;
        columns
    }

    /// Heights that differ by less are the same.
    fn near(&self) -> f64 {
        self.side * 1e-6
    }

    /// `crossings` in the order of cells, then from below.
    fn sorted(&self, crossings: &[Crossing]) -> Vec<Crossing> {
        // Where a solid stands on another, one ends before the other begins.
        let low = self.corner.y;
        let begins = |rise: f64| if rise > 0.0 { self.near() } else { 0.0 };
        let heights = crossings.iter();
        let heights: Vec<f64> = heights
            .map(|surface| surface.height - low + begins(surface.rise))
            .collect();
        let mut ends = vec![0; self.cells[0] * self.cells[1] + 1];
        for crossing in crossings {
            ends[crossing.cell as usize + 1] += 1;
        }
        for cell in 1..ends.len() {
            ends[cell] += ends[cell - 1];
        }
        let mut sorted = crossings.to_vec();
        for place in order(&heights) {
            let crossing = crossings[place];
            let end = &mut ends[crossing.cell as usize];
            sorted[*end] = crossing;
            *end += 1;
        }
        sorted
    }

    /// Adds where the lines cross a triangle.
    fn cross(&self, corners: [DVec3; 3], found: &mut Vec<Crossing>, tests: &mut usize) {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a);
        let rise = normal.y / normal.length();
        // An upright triangle has no height above a point.
        if rise.is_nan() || rise.abs() < 1e-4 {
            return;
        }
        let range = |axis: usize, count: usize| {
            let low = min(min(a[axis], b[axis]), c[axis]) - self.corner[axis];
            let high = max(max(a[axis], b[axis]), c[axis]) - self.corner[axis];
            let first = libm::ceil(low / self.side - 0.5) as usize;
            let end = libm::floor(high / self.side + 0.5) as usize;
            first.min(count)..end.min(count)
        };
        let across = range(0, self.cells[0]);
        for row in range(2, self.cells[1]) {
            *tests += across.len();
            if *tests > MAX_TESTS || found.len() > MAX_CROSSINGS {
                return;
            }
            for column in across.clone() {
                let cell = row * self.cells[0] + column;
                let point = self.middle(cell as u32);
                let side_of = |from: DVec3, to: DVec3| {
                    let (way, off) = (to - from, point - from);
                    (way.z * off.x - way.x * off.z) * normal.y
                };
                if side_of(a, b) >= 0.0 && side_of(b, c) >= 0.0 && side_of(c, a) >= 0.0 {
                    let off = point - a;
                    let height = a.y - (normal.x * off.x + normal.z * off.z) / normal.y;
                    found.push(Crossing {
                        cell: cell as u32,
                        height,
                        rise,
                    });
                }
            }
        }
    }

    /// The line of a cell, at height 0.
    pub fn middle(&self, cell: u32) -> DVec3 {
        let (row, column) = (cell as usize / self.cells[0], cell as usize % self.cells[0]);
        let along = |number: usize| (number as f64 + 0.5) * self.side;
        DVec3::new(
            self.corner.x + along(column),
            0.0,
            self.corner.z + along(row),
        )
    }

    /// The crossings of each cell that has some, from below.
    pub fn by_cell(&self) -> impl Iterator<Item = &[Crossing]> {
        self.crossings.chunk_by(|a, b| a.cell == b.cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    fn columns(corners: &[[f32; 3]], faces: &[[usize; 3]], least: f64) -> Columns {
        let corner = |at: usize| Vec3::from_array(corners[at]);
        let triangles: Vec<_> = faces
            .iter()
            .filter_map(|face| Triangle::new(face.map(corner)))
            .collect();
        let points = triangles.iter().flat_map(Triangle::vertices);
        let bounds = Aabb::from_points(points).unwrap();
        Columns::new(&triangles, UpAxis::Y, &bounds, least)
    }

    #[test]
    fn a_slope_is_crossed_once_in_every_cell_at_its_height() {
        // y = x / 2 over 4 × 4 metres, and the same face down.
        let square = [[0., 0., 0.], [0., 0., 4.], [4., 2., 4.], [4., 2., 0.]];
        for (faces, sign) in [
            ([[0, 1, 2], [0, 2, 3]], 1.0),
            ([[2, 1, 0], [3, 2, 0]], -1.0),
        ] {
            let columns = columns(&square, &faces, 1.0);
            assert_eq!(columns.cells, [4, 4]);
            let cells: Vec<_> = columns.by_cell().collect();
            assert_eq!(cells.len(), 16);
            for cell in cells {
                let [crossing] = cell else {
                    panic!("crossed {} times", cell.len());
                };
                let point = columns.middle(crossing.cell);
                assert!((crossing.height - point.x * 0.5).abs() < 1e-12);
                assert!((crossing.rise - sign * 0.8_f64.sqrt()).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn upright_and_tiny_meshes_have_no_crossing() {
        let wall = [[0., 0., 0.], [4., 0., 0.], [4., 2., 0.], [0., 2., 0.]];
        let upright = columns(&wall, &[[0, 1, 2], [0, 2, 3]], 0.5);
        assert_eq!(upright.by_cell().count(), 0);
        let tiny = [[0., 0., 0.], [0., 0., 1e-30], [1e-30, 0., 0.]];
        assert!(columns(&tiny, &[[0, 1, 2]], 0.0).by_cell().count() > 0);
    }
}
