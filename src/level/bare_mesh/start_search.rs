//! Finds a start for the player in a bare mesh, a floor with headroom, from which much can be reached.
//!
//! Vertical lines cross the mesh in columns, which gives its floors. Floors of neighbouring columns are connected where
//! a step or a slope leads from one to the other and no wall stands between them. Of the connected regions, the largest
//! wins, and a floor under a ceiling counts several times as much as one under the sky, because a room is better than
//! its roof.

use glam::DVec3;

use super::columns::{Columns, Crossing};
use super::guess::{Faces, width};
use super::ranks::order;
use crate::geometry::angle::sin_cos_deg;
use crate::geometry::float::{max, min};
use crate::geometry::{Aabb, Segment, Sphere, Triangle};
use crate::level::choices::UpAxis;
use crate::player::Tuning;
use crate::world::{World, floor_cos};

/// The least width of a mesh to start under the sky of; metres. Next to a narrower one, the player sees all of it.
const MIN_PLACE: f64 = 15.0;

/// The least distance of columns; metres. Smaller: a small room takes as long as a large one; larger: its walls are missed.
const MIN_SIDE: f64 = 0.35;

/// The least headroom of a floor; metres. Smaller: the player starts under a table.
const HEADROOM: f64 = 1.6;

/// The height above a floor at which a wall is looked for, above steps and below windows; metres.
const KNEE: f64 = 0.6;

/// The least area of a region under a ceiling, and of one under the sky; square metres.
const MIN_ROOM: f64 = 3.0;
const MIN_GROUND: f64 = 9.0;

/// A solid at least as high as the first may be a building, unless it is wider than its height times the second, as a terrain is.
const BUILDING_HEIGHT: f64 = 2.2;
const BUILDING_WIDTH: f64 = 8.0;

/// Regions of this share of the best score are as good; of them, the lowest wins. Smaller: a cellar; larger: an upper storey
/// with a balcony.
const ALIKE: f64 = 0.7;

/// How many points of a shell, heights above its floor in metres, and directions look for an opening.
const LOOKOUTS: usize = 12;
const LOOKOUT_HEIGHTS: [f64; 3] = [0.6, 1.2, 1.8];
const LOOKOUT_WAYS: u32 = 32;

/// The player looks another way if the view ahead is shorter; metres.
const SHORT_VIEW: f64 = 6.0;

/// The most points of a region, and the most regions, that are tried.
const MAX_POINTS: usize = 200;
const MAX_REGIONS: usize = 8;

/// Where the player starts in a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MeshStart {
    pub position: DVec3,
    /// Degrees.
    pub yaw_deg: f64,
}

/// The room above a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cover {
    Sky,
    Ceiling,
    /// A face that looks up, such as a roof of single faces.
    Back,
    /// A face that looks up, over a floor that looks down, as inside a shell whose faces all look outward.
    Shell,
}

impl Cover {
    /// How much an area under it counts.
    fn weight(self) -> f64 {
        match self {
            Self::Sky => 1.0,
            Self::Shell => 1.5,
            Self::Back => 2.0,
            Self::Ceiling => 4.0,
        }
    }
}

/// A point of a floor, in the middle of a cell.
struct Floor {
    cell: u32,
    height: f64,
    /// How much it rises in a metre.
    slope: f64,
    cover: Cover,
    /// Whether it is the top of a solid as high as a building.
    tops_solid: bool,
    /// How many of the four floors next to it are connected with it.
    connected: u8,
    /// The region's first floor.
    region: u32,
}

/// The search in one mesh.
pub(super) struct StartSearch {
    columns: Columns,
    floors: Vec<Floor>,
    tuning: Tuning,
    /// Whether the mesh is as wide as a place.
    is_place: bool,
    /// Whether a solid of this shape may be a building.
    is_compact: bool,
    /// Longer than any way through the mesh; metres.
    reach: f64,
}

/// Connected floors.
#[derive(Clone, Copy, Default)]
struct Region {
    first: u32,
    area: f64,
    score: f64,
    under_sky: f64,
    on_solid: f64,
    in_shell: f64,
    /// The height of its lowest point.
    low: f64,
    /// The sum of its points.
    sum: DVec3,
    count: f64,
    /// How many of its points are surrounded by others.
    inner: usize,
}

impl StartSearch {
    /// The floors of `triangles`, which lie within `bounds`.
    pub fn new(triangles: &[Triangle], bounds: &Aabb) -> Self {
        let tuning = Tuning::default();
        let columns = Columns::new(triangles, UpAxis::Y, bounds, MIN_SIDE);
        let floor_cos = floor_cos(tuning.max_slope_deg);
        let height = bounds.half_extents().y * 2.0;
        let is_compact = width(bounds) < height * BUILDING_WIDTH;
        let has_inside = is_compact && Faces::of(triangles).has_openings();
        let floors = columns.by_cell();
        let floors = floors.flat_map(|cell| floors_of(cell, floor_cos, has_inside));
        let mut floors: Vec<Floor> = floors.collect();
        for (number, floor) in (0..).zip(&mut floors) {
            floor.region = number;
        }
        Self {
            columns,
            floors,
            tuning,
            is_place: width(bounds) >= MIN_PLACE,
            is_compact,
            reach: bounds.half_extents().length() * 2.0,
        }
    }

    /// Whether a start may be found. If not, the world need not be built.
    pub fn is_promising(&self) -> bool {
        let area = self.columns.side * self.columns.side;
        let covered = |floor: &&Floor| floor.cover != Cover::Sky;
        let rooms = self.floors.iter().filter(covered).count() as f64 * area;
        let open = self.floors.iter().filter(|floor| !covered(floor));
        let ground = open.filter(|floor| !self.is_roof(floor)).count() as f64 * area;
        rooms >= MIN_ROOM || self.is_place && ground >= MIN_GROUND
    }

    fn is_roof(&self, floor: &Floor) -> bool {
        floor.tops_solid && self.is_compact
    }

    /// The start in `world`, which has the same triangles. `None` if no floor is large enough.
    pub fn find(mut self, world: &World) -> Option<MeshStart> {
        self.connect(world);
        let mut regions = self.regions();
        regions.retain(|region| {
            let is_open = region.under_sky * 2.0 > region.area;
            let is_roof = region.on_solid * 2.0 > region.area && self.is_compact;
            region.inner > 0
                && match is_open {
                    true => self.is_place && region.area >= MIN_GROUND && !is_roof,
                    false => region.area >= MIN_ROOM,
                }
                && (region.in_shell * 2.0 < region.area || self.looks_out(region, world))
        });
        let position = (0..MAX_REGIONS).find_map(|_| {
            let region = take_best(&mut regions)?;
            self.stand_in(&region, world)
        })?;
        Some(MeshStart {
            position,
            yaw_deg: free_view(world, position),
        })
    }

    /// Connects neighbouring floors.
    fn connect(&mut self, world: &World) {
        let [across, along] = self.columns.cells;
        let mut first = vec![0_u32; across * along + 1];
        for floor in &self.floors {
            first[floor.cell as usize + 1] += 1;
        }
        for cell in 0..across * along {
            first[cell + 1] += first[cell];
        }
        let of_cell = |cell: usize| first[cell] as usize..first[cell + 1] as usize;
        for a in 0..self.floors.len() {
            let cell = self.floors[a].cell as usize;
            let right = (cell % across + 1 < across).then_some(cell + 1);
            let ahead = (cell + across < across * along).then_some(cell + across);
            for neighbour in [right, ahead].into_iter().flatten() {
                if let Some(b) = of_cell(neighbour).find(|b| self.leads(a, *b, world)) {
                    self.floors[a].connected += 1;
                    self.floors[b].connected += 1;
                    let [a, b] = [a, b].map(|floor| self.root(floor as u32));
                    self.floors[a.max(b) as usize].region = a.min(b);
                }
            }
        }
    }

    /// Whether a walker gets from one floor to the other, which is next to it.
    fn leads(&self, a: usize, b: usize, world: &World) -> bool {
        let (a, b) = (&self.floors[a], &self.floors[b]);
        let slope = if a.slope > b.slope { a.slope } else { b.slope };
        let rise = (a.height - b.height).abs();
        if rise > self.tuning.step_height + slope * self.columns.side {
            return false;
        }
        let high = if a.height > b.height {
            a.height
        } else {
            b.height
        };
        let [from, to] = [a, b].map(|floor| {
            let middle = self.columns.middle(floor.cell);
            DVec3::new(middle.x, high + KNEE, middle.z)
        });
        world.intersect_segment(&Segment::new(from, to)).is_none()
    }

    /// The first floor of a floor's region.
    fn root(&self, floor: u32) -> u32 {
        let mut at = floor;
        while self.floors[at as usize].region != at {
            at = self.floors[at as usize].region;
        }
        at
    }

    fn regions(&mut self) -> Vec<Region> {
        let area = self.columns.side * self.columns.side;
        let mut regions: Vec<Region> = Vec::new();
        let mut of_root = vec![u32::MAX; self.floors.len()];
        for number in 0..self.floors.len() as u32 {
            let root = self.root(number);
            // Shortens the way for later ones.
            self.floors[number as usize].region = root;
            let floor = &self.floors[number as usize];
            let place = &mut of_root[root as usize];
            if *place == u32::MAX {
                *place = regions.len() as u32;
                regions.push(Region {
                    first: root,
                    low: floor.height,
                    ..Region::default()
                });
            }
            let region = &mut regions[*place as usize];
            region.low = min(region.low, floor.height);
            region.area += area;
            region.score += area * floor.cover.weight();
            region.under_sky += if floor.cover == Cover::Sky { area } else { 0.0 };
            region.on_solid += if floor.tops_solid { area } else { 0.0 };
            let is_in_shell = floor.cover == Cover::Shell;
            region.in_shell += if is_in_shell { area } else { 0.0 };
            region.sum += self.point(floor);
            region.count += 1.0;
            region.inner += usize::from(floor.connected == 4);
        }
        regions
    }

    fn point(&self, floor: &Floor) -> DVec3 {
        self.columns.middle(floor.cell).with_y(floor.height)
    }

    /// The inner points of a region, those near its middle first, and the middle.
    fn inner_points(&self, region: &Region) -> (Vec<&Floor>, DVec3) {
        let middle = region.sum / region.count;
        let of_region = |floor: &&Floor| floor.region == region.first && floor.connected == 4;
        let points: Vec<&Floor> = self.floors.iter().filter(of_region).collect();
        let away = points.iter();
        let away = away.map(|floor| self.point(floor).distance_squared(middle));
        let away: Vec<f64> = away.collect();
        let points = order(&away)
            .into_iter()
            .map(|place| points[place])
            .collect();
        (points, middle)
    }

    /// Whether there is an opening in the shell around a region. A solid has none.
    fn looks_out(&self, region: &Region, world: &World) -> bool {
        let (points, _) = self.inner_points(region);
        let apart = points.len().div_ceil(LOOKOUTS).max(1);
        let points = points.into_iter().step_by(apart);
        let mut eyes = points
            .flat_map(|floor| LOOKOUT_HEIGHTS.map(|height| self.point(floor) + DVec3::Y * height));
        eyes.any(|eye| {
            (0..LOOKOUT_WAYS).any(|number| {
                let degrees = 360.0 / f64::from(LOOKOUT_WAYS) * f64::from(number);
                let (sin, cos) = sin_cos_deg(degrees);
                let way = DVec3::new(sin, 0.0, cos) * self.reach;
                world
                    .intersect_segment(&Segment::new(eye, eye + way))
                    .is_none()
            })
        })
    }

    /// A place to stand near the middle of a region.
    fn stand_in(&self, region: &Region, world: &World) -> Option<DVec3> {
        let (points, middle) = self.inner_points(region);
        let mut points = points.into_iter().take(MAX_POINTS);
        // Exactly in the middle, if a floor is there.
        let nearest = points.clone().next()?;
        let off = self.point(nearest) - middle;
        let is_there = max(off.x.abs(), off.z.abs()) <= self.columns.side * 0.5 + 1e-9;
        let in_middle = is_there.then(|| self.stand(middle, nearest.height, world));
        in_middle
            .flatten()
            .or_else(|| points.find_map(|floor| self.stand(self.point(floor), floor.height, world)))
    }

    /// The player's position above `point` on a floor of about this height, unless something is in the way.
    fn stand(&self, point: DVec3, height: f64, world: &World) -> Option<DVec3> {
        let radius = self.tuning.radius;
        let drop = (HEADROOM - radius * 2.0) * 0.5;
        let above = point.with_y(height + radius + drop);
        let (_, hit) =
            world.sweep_sphere(&Sphere::new(above, radius)?, DVec3::NEG_Y * drop * 2.0)?;
        if hit.normal.y < floor_cos(self.tuning.max_slope_deg) {
            return None;
        }
        let mut near = Vec::new();
        world.surfaces_near(Sphere::new(hit.center, radius)?, 0.0, &mut near);
        let is_free = near.iter().all(|surface| surface.separation > -1e-4);
        is_free.then_some(hit.center)
    }
}

/// Removes the best of `regions`, the lowest of those that are about as good as the best one.
fn take_best(regions: &mut Vec<Region>) -> Option<Region> {
    let best = regions
        .iter()
        .fold(0.0, |best, region| max(best, region.score));
    let mut lowest: Option<usize> = None;
    for (number, region) in regions.iter().enumerate() {
        let is_lower = lowest.is_none_or(|before| region.low < regions[before].low);
        if region.score >= best * ALIKE && is_lower {
            lowest = Some(number);
        }
    }
    lowest.map(|number| regions.remove(number))
}

/// The floors in a column; with `has_inside`, also those that look down and have a face above that looks up.
fn floors_of(cell: &[Crossing], floor_cos: f64, has_inside: bool) -> impl Iterator<Item = Floor> {
    (0..cell.len()).filter_map(move |at| {
        let Crossing {
            cell: number,
            height,
            rise,
        } = cell[at];
        let above = cell.get(at + 1);
        let looks_up = rise > 0.0;
        let is_inside = !looks_up && has_inside && above.is_some_and(|above| above.rise > 0.0);
        if rise.abs() < floor_cos || !looks_up && !is_inside {
            return None;
        }
        if above.is_some_and(|above| above.height - height < HEADROOM) {
            return None;
        }
        let below = at.checked_sub(1).map(|below| &cell[below]);
        Some(Floor {
            cell: number,
            height,
            slope: (1.0 - min(rise * rise, 1.0)).sqrt() / rise.abs(),
            cover: match above {
                None => Cover::Sky,
                Some(_) if is_inside => Cover::Shell,
                Some(above) if above.rise < 0.0 => Cover::Ceiling,
                Some(_) => Cover::Back,
            },
            tops_solid: below
                .is_some_and(|below| below.rise < 0.0 && height - below.height >= BUILDING_HEIGHT),
            connected: 0,
            region: 0,
        })
    })
}

/// The heading with the longest view; ahead, if that is long enough.
fn free_view(world: &World, eye: DVec3) -> f64 {
    const FAR: f64 = 100.0;
    let view = |way: DVec3| {
        let hit = world.intersect_segment(&Segment::new(eye, eye + way * FAR));
        hit.map_or(FAR, |(_, hit)| hit.fraction * FAR)
    };
    let mut best = (0.0, view(DVec3::NEG_Z));
    if best.1 >= SHORT_VIEW {
        return 0.0;
    }
    for (yaw_deg, way) in [(90.0, DVec3::NEG_X), (-90.0, DVec3::X), (180.0, DVec3::Z)] {
        let length = view(way);
        if length > best.1 * 1.2 {
            best = (yaw_deg, length);
        }
    }
    best.0
}

#[cfg(test)]
mod tests;
