//! Guesses the unit and the upward axis of a bare mesh.
//!
//! Floors and ceilings are large, and walls look to both sides, so the axis that points up has much area across it, and
//! the other two have alike areas. The unit is the one in which a person fits. Rooms are a few metres high, storeys and
//! steps have their usual heights, and no place is a thousand kilometres wide. Metres win a draw.

use glam::DVec3;

use super::columns::Columns;
use super::ranks::sort;
use crate::geometry::float::{max, min};
use crate::geometry::{Aabb, Triangle};
use crate::level::choices::{LengthUnit, MeshSpace, UpAxis};
use crate::parallel::Workers;

/// How a bare mesh is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshGuess {
    /// Its unit and upward axis.
    pub space: MeshSpace,
    /// A further factor, if no unit makes it a place for persons; otherwise 1.
    pub scale: f64,
    /// Whether another unit or axis is as likely, so that a player should be asked.
    pub is_doubtful: bool,
}

impl MeshGuess {
    /// The guess of a player, who knows it.
    pub(super) fn chosen(space: MeshSpace) -> Self {
        Self {
            space,
            scale: 1.0,
            is_doubtful: false,
        }
    }

    /// For users, such as `centimetres, Z up`.
    ///
    /// # Example
    /// ```
    /// use sidle::level::{Budget, Disk, load_mesh_as_level};
    /// let level = load_mesh_as_level("assets/car.obj".as_ref(), None, &Disk, &Budget::OWN, &mut |_| ());
    /// assert_eq!(level.guess.in_words(), "metres, Y up");
    /// ```
    #[must_use]
    pub fn in_words(&self) -> String {
        let units = self.space.units.in_words();
        let up = match self.space.up {
            UpAxis::Y => "Y",
            UpAxis::Z => "Z",
        };
        let words = format!("{units}, {up} up");
        if self.scale == 1.0 {
            words
        } else {
            format!("{words}, scaled by {:?} since no unit fits", self.scale)
        }
    }
}

/// The widths in which a mesh keeps its size; metres. Outside of them no unit fits, and it is scaled to [`USUAL_SIZE`].
const SIZES: core::ops::RangeInclusive<f64> = 0.05..=5000.0;

/// The width of a mesh that no unit fits, roughly, after scaling; metres.
pub(super) const USUAL_SIZE: f64 = 12.0;

/// By how much another unit must be less likely, and the other axis; as logarithms. Smaller: a wrong guess goes without a
/// question; larger: the game asks about every crate.
const UNIT_DOUBT: f64 = 0.25;
const AXIS_DOUBT: f64 = 0.1;

/// A mesh is a shell with openings if its faces seen from one side are more than this share of all faces than those seen from
/// the other side. Smaller: rounding opens a solid; larger: a house needs a large door.
const OPEN_SHARE: f64 = 2e-3;

/// The guess for a mesh of these triangles, as its file has them.
pub(super) fn guess(triangles: &[Triangle], bounds: &Aabb) -> MeshGuess {
    let faces = Faces::of(triangles);
    let (up, up_margin) = faces.upward_axis(bounds);
    let upright = upright_bounds(bounds, up);
    let features = Features::of(triangles, &faces, up, &upright);
    let (mut best, mut second, mut units) =
        (f64::NEG_INFINITY, f64::NEG_INFINITY, LengthUnit::Metre);
    for (_, other) in LengthUnit::NAMES {
        let score = features.score(other);
        // Of two alike, the first one wins.
        if score > best {
            (best, second, units) = (score, best, other);
        } else {
            second = max(second, score);
        }
    }
    let size = width(&upright) * units.metres();
    let space = MeshSpace { units, up };
    if SIZES.contains(&size) {
        let is_doubtful = best - second < UNIT_DOUBT || up_margin < AXIS_DOUBT;
        MeshGuess {
            space,
            scale: 1.0,
            is_doubtful,
        }
    } else {
        let units = LengthUnit::Metre;
        MeshGuess {
            space: MeshSpace { units, up },
            scale: usual_scale(width(&upright)),
            is_doubtful: true,
        }
    }
}

/// The larger side, seen from above; of a tall mesh, half its height.
pub(super) fn width(bounds: &Aabb) -> f64 {
    let half = bounds.half_extents();
    max(max(half.x, half.z), half.y * 0.5) * 2.0
}

fn upright_bounds(bounds: &Aabb, up: UpAxis) -> Aabb {
    let corners = [bounds.min(), bounds.max()].map(|corner| up.upright(corner));
    Aabb::from_points(corners).unwrap_or(*bounds)
}

/// The scale of a mesh of this width: 1, 2 or 5 times a power of ten.
fn usual_scale(width: f64) -> f64 {
    let wanted = USUAL_SIZE / width;
    let mut power = 1.0;
    while power * 10.0 <= wanted {
        power *= 10.0;
    }
    while power > wanted {
        power *= 0.1;
    }
    let steps = [5.0, 2.0, 1.0].into_iter();
    let mut fitting = steps.filter(|step| step * power <= wanted);
    let scale = fitting.next().unwrap_or(1.0) * power;
    // 0.1 has no exact power.
    if scale < 1.0 {
        1.0 / libm::round(1.0 / scale)
    } else {
        scale
    }
}

/// The areas of a mesh by where they look.
#[derive(Clone, Copy, Default)]
pub(super) struct Faces {
    all: f64,
    /// Across X, Y and Z: within 45 degrees of the axis.
    across: [f64; 3],
    /// The areas exactly across each axis.
    exactly_across: [f64; 3],
    /// Seen along X, Y and Z, less what is seen from behind, nothing for a closed mesh.
    open: [f64; 3],
}

impl Faces {
    pub fn of(triangles: &[Triangle]) -> Self {
        let parts = Workers::All.map_pieces(triangles, |_, piece| {
            let mut part = Self::default();
            piece.iter().for_each(|triangle| part.add(triangle));
            part
        });
        let mut faces = Self::default();
        for part in parts {
            faces.all += part.all;
            for axis in 0..3 {
                faces.across[axis] += part.across[axis];
                faces.exactly_across[axis] += part.exactly_across[axis];
                faces.open[axis] += part.open[axis];
            }
        }
        faces
    }

    fn add(&mut self, triangle: &Triangle) {
        let [a, b, c] = triangle.vertices();
        let normal = (b - a).cross(c - a) * 0.5;
        let area = normal.length();
        self.all += area;
        for axis in 0..3 {
            let share = normal[axis].abs() / area;
            if share > 0.7072 {
                self.across[axis] += area;
            }
            if share > 0.9999 {
                self.exactly_across[axis] += area;
            }
            self.open[axis] += normal[axis];
        }
    }

    /// Whether something is missing of a solid with these faces.
    pub fn has_openings(&self) -> bool {
        DVec3::from_array(self.open).length() > self.all * OPEN_SHARE
    }

    /// The share of upright walls if `up` is upwards.
    fn walls(&self, up: UpAxis) -> f64 {
        let (y, z) = (self.across[1], self.across[2]);
        let other = if up == UpAxis::Y { z } else { y };
        (self.across[0] + other) / self.all
    }

    /// The axis that points up, and by how much it is likelier than the other.
    fn upward_axis(&self, bounds: &Aabb) -> (UpAxis, f64) {
        let size = bounds.half_extents() * 2.0;
        let ground = min(size.x, size.y);
        let flat = self.exactly_across[2] / self.all;
        let is_sheet = size.z < ground * 1e-3;
        let is_closed = self.open[2].abs() < self.all * 0.15;
        // A wall that stands is as likely as one that lies, and most meshes have Y up.
        let is_slab = is_closed && size.z < ground * 0.15 && flat > 0.6;
        if is_sheet || is_slab {
            return (UpAxis::Y, 1.0);
        }
        let likelihood = |up: usize, level_axis: usize| {
            let share = self.across[up] / self.all;
            let [a, b] = [self.across[0], self.across[level_axis]];
            let balance = if a + b > 0.0 {
                min(a, b) / max(a, b)
            } else {
                1.0
            };
            let starts_at_zero = |axis: usize| bounds.min()[axis].abs() < size[axis] * 0.02;
            let stands = starts_at_zero(up) && !(starts_at_zero(0) && starts_at_zero(level_axis));
            let flatness = 1.0 - size[up] / size.max_element();
            let open = max(self.open[up] / self.all, 0.0);
            let stands = if stands { 0.25 } else { 0.0 };
            share + 0.3 * balance + stands + 0.15 * flatness + 0.2 * open
        };
        let margin = likelihood(2, 1) - (likelihood(1, 2) + 0.15);
        let up = if margin > 0.0 { UpAxis::Z } else { UpAxis::Y };
        (up, margin.abs())
    }
}

/// What shows the size of a mesh, in its own unit.
struct Features {
    width: f64,
    height: f64,
    /// The share of upright walls.
    walls: f64,
    /// The usual height of its rooms, if a good part of it has ceilings.
    room: Option<f64>,
    /// The distance of several floors or steps one above the other.
    rise: Option<f64>,
}

/// As many floors or steps at the same distance are stairs or storeys.
const MIN_RISES: usize = 3;

/// More heights than this are those of a terrain.
const MAX_HEIGHTS: usize = 2000;

impl Features {
    fn of(triangles: &[Triangle], faces: &Faces, up: UpAxis, bounds: &Aabb) -> Self {
        let columns = Columns::new(triangles, up, bounds, 0.0);
        let (mut rooms, mut places) = (Vec::new(), 0);
        for cell in columns.by_cell() {
            places += 1;
            let pairs = cell.windows(2);
            let under_ceiling = pairs.filter(|pair| pair[0].rise > 0.5 && pair[1].rise < 0.0);
            rooms.extend(under_ceiling.map(|pair| pair[1].height - pair[0].height));
        }
        sort(&mut rooms);
        let room = rooms.get(rooms.len() / 2).copied();
        Self {
            width: width(bounds),
            height: bounds.half_extents().y * 2.0,
            walls: faces.walls(up),
            room: room.filter(|_| rooms.len() * 7 > places),
            rise: common_rise(triangles, up, bounds),
        }
    }

    /// How likely the mesh is measured in `units`, as a logarithm.
    fn score(&self, units: LengthUnit) -> f64 {
        let metres = units.metres();
        let mut score = match units {
            LengthUnit::Metre => 0.0,
            LengthUnit::Centimetre => -0.3,
            LengthUnit::Inch => -0.6,
            LengthUnit::Foot => -0.7,
            LengthUnit::Millimetre => -1.0,
        };
        score -= above(self.width * metres, 2000.0) + above(0.1, self.width * metres);
        score -= self.walls * above(self.height * metres, 60.0);
        if let Some(room) = self.room {
            let height = room * metres;
            score -= above(height, 6.0) + above(1.5, height);
            // Nobody stands in it.
            if height < 1.7 {
                score -= 1.0;
            }
        }
        if let Some(rise) = self.rise {
            let rise = rise * metres;
            let step = above(rise, 0.27) + above(0.1, rise);
            let storey = above(rise, 4.5) + above(2.3, rise);
            score -= min(min(step, storey), 2.0);
        }
        score
    }
}

/// By how much `value` is above `limit`, as a logarithm; 0 below it.
fn above(value: f64, limit: f64) -> f64 {
    max(libm::log(value / limit), 0.0)
}

/// The distance at which several flat floors or steps follow one another upwards.
fn common_rise(triangles: &[Triangle], up: UpAxis, bounds: &Aabb) -> Option<f64> {
    let heights = Workers::All.map_pieces(triangles, |_, piece| {
        let flat = piece.iter().filter_map(|triangle| {
            let [a, b, c] = triangle.vertices().map(|corner| up.upright(corner));
            let normal = (b - a).cross(c - a);
            (normal.y > normal.length() * 0.9999).then_some(a.y)
        });
        let mut heights: Vec<f64> = flat.collect();
        sort(&mut heights);
        heights.dedup();
        heights
    });
    let mut heights = heights.concat();
    sort(&mut heights);
    let same = bounds.half_extents().y * 2e-4;
    heights.dedup_by(|b, a| *b - *a <= same);
    if heights.len() > MAX_HEIGHTS {
        return None;
    }
    let rises: Vec<f64> = heights.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let alike = |a: &f64, b: &f64| (a - b).abs() < max(*a, *b) * 0.05;
    let longest = rises
        .chunk_by(alike)
        .max_by_key(|run| run.len())
        .filter(|run| run.len() >= MIN_RISES)?;
    Some(longest.iter().sum::<f64>() / longest.len() as f64)
}
