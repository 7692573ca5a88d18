//! The heights of a navmesh above the columns of a floor.

use sidle::geometry::Aabb;
use sidle::glam::{DVec2, DVec3};

use super::{Navmesh, NavmeshLink};
use crate::floor::{Columns, Floor};
use sidle::sim::Sim;

/// Samples in one column that are nearer than this in height are one; metres.
const SAME: f64 = 0.1;

/// The most columns that the triangles of a navmesh may lie over, each triangle counted for itself. More: the comparison takes
/// minutes, for a navmesh that lies over itself many times.
const MAX_COLUMNS: u64 = 1 << 28;

/// The most links that are compared. More: their walks and the comparison take minutes.
const MAX_LINKS: usize = 10_000;

/// How far the heights of a navmesh and of the floor may be apart, besides the highest step; metres. Smaller: the cells of a
/// navmesh are differences; larger: a low table is its floor.
const HEIGHT: f64 = 0.3;

/// How far apart in height a navmesh and the floor of `sim` may be at the same place; metres.
pub fn height_tolerance(sim: &Sim) -> f64 {
    sim.tuning().step_height + HEIGHT
}

/// A place of a navmesh, in the middle of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub column: [i32; 2],
    pub height: f64,
}

/// The heights of a navmesh in the middles of all columns, and its links.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// By column, then from below.
    pub all: Vec<Sample>,
    /// Whether the navmesh has polygons at all, or only links.
    pub has_polygons: bool,
    pub links: Vec<NavmeshLink>,
    /// Those of each column.
    columns: Columns,
}

impl Samples {
    /// Those of `navmesh` in the columns of `floor`, within `bounds`.
    ///
    /// # Errors
    /// The navmesh lies over itself too many times, or has too many links.
    pub fn of(navmesh: &Navmesh, floor: &Floor, bounds: Option<Aabb>) -> Result<Self, String> {
        let links = navmesh.links().to_vec();
        if links.len() > MAX_LINKS {
            let count = links.len();
            return Err(format!(
                "the navmesh has {count} links, and at most {MAX_LINKS} are compared"
            ));
        }
        let without_heights = Self {
            has_polygons: !navmesh.triangles().is_empty(),
            links,
            ..Self::default()
        };
        let Some(bounds) = bounds else {
            return Ok(without_heights);
        };
        let [low, high] = [bounds.min(), bounds.max()].map(|end| floor.column(end));
        // The columns below the box around a triangle, along X and Z.
        let columns = |corners: &[DVec3; 3]| {
            let least = corners.iter().copied().fold(corners[0], DVec3::min);
            let most = corners.iter().copied().fold(corners[0], DVec3::max);
            let [first, last] = [floor.column(least), floor.column(most)];
            [0, 1].map(|axis| first[axis].max(low[axis])..=last[axis].min(high[axis]))
        };
        let counts = navmesh.triangles().iter().map(|corners| {
            let [x, z] = columns(corners).map(|along| along.count() as u64);
            x.saturating_mul(z)
        });
        if counts.fold(0, u64::saturating_add) > MAX_COLUMNS {
            let why = "the navmesh is too large for this level: it lies over itself many times";
            return Err(why.to_owned());
        }
        let mut samples = Vec::new();
        for corners in navmesh.triangles() {
            let [along_x, along_z] = columns(corners);
            for x in along_x {
                for z in along_z.clone() {
                    let column = [x, z];
                    if let Some(height) = height_at(corners, middle_of(column, floor.side)) {
                        samples.push(Sample { column, height });
                    }
                }
            }
        }
        samples.sort_by(|a, b| a.column.cmp(&b.column).then(a.height.total_cmp(&b.height)));
        samples.dedup_by(|a, b| a.column == b.column && a.height - b.height < SAME);
        let mut columns = Columns::default();
        let mut end = 0;
        for column in samples.chunk_by(|a, b| a.column == b.column) {
            end += column.len() as u32;
            columns.push(column[0].column, end);
        }
        Ok(Self {
            all: samples,
            columns,
            ..without_heights
        })
    }

    /// The samples of a column, by their numbers.
    pub fn of_column(&self, column: [i32; 2]) -> core::ops::Range<usize> {
        self.columns.items(column)
    }
}

impl Sample {
    /// Its place, in columns of this `side`.
    pub fn place(&self, side: f64) -> DVec3 {
        let middle = middle_of(self.column, side);
        DVec3::new(middle.x, self.height, middle.y)
    }
}

/// The middle of a column of this `side` on the plan.
fn middle_of([x, z]: [i32; 2], side: f64) -> DVec2 {
    DVec2::new(f64::from(x) + 0.5, f64::from(z) + 0.5) * side
}

/// The height of a triangle above or below a place of the plan, if that lies in it. Borders belong to it.
fn height_at(corners: &[DVec3; 3], at: DVec2) -> Option<f64> {
    let [a, b, c] = corners.map(|corner| DVec2::new(corner.x, corner.z));
    let area = (b - a).perp_dot(c - a);
    if area == 0.0 {
        return None;
    }
    let of_b = (at - a).perp_dot(c - a) / area;
    let of_c = (b - a).perp_dot(at - a) / area;
    let is_inside = of_b >= 0.0 && of_c >= 0.0 && of_b + of_c <= 1.0;
    let [a, b, c] = corners.map(|corner| corner.y);
    is_inside.then_some(a + (b - a) * of_b + (c - a) * of_c)
}
