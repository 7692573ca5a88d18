//! A preview of a recording for the page's card: its facts, with the map as plain numbers.
//!
//! The map is cut like a floor plan, as in `sidle compare --map`: ground below the cut, walls where the cut crosses them,
//! boxes from above, and the player's path.

use std::time::Duration;

use serde::Serialize;

use sidle::geometry::float::{max, min};
use sidle::glam::{DVec2, DVec3, Vec3Swizzles};
use sidle::player::Controller;
use sidle::replay::{Inputs, Recording};
use sidle::sim::{Sim, Snapshot};
use sidle::world::World;
use sidle::world::floor_plan::{cut_triangle, faces_above, top};

use crate::options::controllers;
use crate::platform::Instant;
use crate::session::Session;

/// The recording is simulated for the path up to this many ticks, a minute at 120 ticks per second. Larger: the preview
/// of a long recording comes late.
const MAX_TICKS: usize = 7200;

/// How many ticks are simulated between two looks at the clock. Smaller: looking takes time; larger: a frame is late.
const TICKS_AT_ONCE: usize = 16;

/// How many triangles, and how many boxes, are put on the map between two looks at the clock. Smaller: looking takes time;
/// larger: a frame is late.
const SOLIDS_AT_ONCE: usize = 1024;

/// The most shapes of each kind. Larger: a large mesh makes a message of many megabytes.
const MAX_SHAPES: usize = 4000;

/// The most points of the path.
const MAX_POINTS: usize = 600;

/// How far the map reaches beyond the path, as a share of the path's size.
const AROUND: f64 = 0.5;

/// The least that the map reaches beyond the path; metres.
const MARGIN: f64 = 4.0;

/// A point of the map, with x to the right, z downwards; metres, rounded to millimetres.
type Point = [f64; 2];

/// The facts of a recording.
#[derive(Serialize)]
pub struct Preview {
    /// The level's name.
    level: String,
    /// The controllers in the order in which they first move the player.
    controllers: Vec<&'static str>,
    seconds: f64,
    map: Map,
}

#[derive(Default, Serialize)]
struct Map {
    /// The corner with the least x and z, and the opposite one.
    corners: [Point; 2],
    ground: Vec<Vec<Point>>,
    boxes: Vec<Vec<Point>>,
    walls: Vec<[Point; 2]>,
    path: Vec<Point>,
}

/// Makes the preview of a recording, first the path, then the map around it.
pub struct PreviewMaker {
    level: String,
    seconds: f64,
    start: Snapshot,
    /// A simulation of the player's path, once it has begun.
    sim: Option<Sim>,
    inputs: Inputs,
    controllers: Vec<&'static str>,
    /// The player's path, with a point for each tick.
    path: Vec<DVec3>,
    /// The map, once the path is complete.
    map: Option<MapMaker>,
}

impl PreviewMaker {
    /// Begins to make the preview of `recording`, which starts in `session`.
    pub fn new(session: &Session, recording: &Recording) -> Self {
        Self {
            level: session.level.name.clone(),
            seconds: recording.seconds(),
            path: vec![session.sim.player().position],
            start: session.sim.snapshot(),
            sim: None,
            inputs: recording.inputs.iter(),
            controllers: Vec::new(),
            map: None,
        }
    }

    /// Continues for about `time`, in the level of `session`. Returns the preview once it is complete.
    pub fn advance(&mut self, session: &Session, time: Duration) -> Option<Preview> {
        let start = Instant::now();
        while start.elapsed() < time {
            let Some(maker) = &mut self.map else {
                self.extend_path(session);
                continue;
            };
            if maker.advance(session.sim.world()) {
                return Some(Preview {
                    level: std::mem::take(&mut self.level),
                    controllers: std::mem::take(&mut self.controllers),
                    seconds: self.seconds,
                    map: std::mem::take(&mut maker.map),
                });
            }
        }
        None
    }

    /// Simulates a few more ticks. Begins the map once the path is complete.
    fn extend_path(&mut self, session: &Session) {
        // Copying a large level takes a whole frame.
        let sim = self.sim.get_or_insert_with(|| {
            let mut sim = session.sim.clone().without_trace();
            sim.restore(&self.start);
            sim
        });
        for _ in 0..TICKS_AT_ONCE {
            let knows_all =
                self.path.len() > MAX_TICKS && self.controllers.len() == Controller::NAMES.len();
            let Some(input) = self.inputs.next().filter(|_| !knows_all) else {
                self.map = Some(MapMaker::around(&self.path));
                return;
            };
            let name = controllers::name(input.command.controller);
            if !self.controllers.contains(&name) {
                self.controllers.push(name);
            }
            if self.path.len() <= MAX_TICKS {
                sim.play(&input);
                self.path.push(sim.player().position);
            }
        }
    }
}

impl Preview {
    /// The preview as a message to the page.
    pub fn message(&self) -> String {
        // Text and finite numbers can always be written.
        let json = serde_json::to_string(self).unwrap_or_default();
        format!("preview {json}")
    }
}

/// Makes the map around a path.
struct MapMaker {
    area: Area,
    /// The height of the cut; metres.
    cut: f64,
    /// How many triangles, and how many boxes, are on the map or were left out.
    done: usize,
    map: Map,
}

impl MapMaker {
    fn around(path: &[DVec3]) -> Self {
        let flat = || path.iter().map(|point| point.xz());
        let low = flat().fold(DVec2::INFINITY, DVec2::min);
        let high = flat().fold(DVec2::NEG_INFINITY, DVec2::max);
        let room = DVec2::splat(MARGIN + AROUND * (high - low).max_element());
        let area = Area {
            low: low - room,
            high: high + room,
        };
        let mut heights: Vec<f64> = path.iter().map(|point| point.y).collect();
        heights.sort_unstable_by(f64::total_cmp);
        let every = path.len().div_ceil(MAX_POINTS);
        let last = path.len().saturating_sub(1);
        let kept = path.iter().enumerate();
        let kept = kept.filter(|(at, _)| at % every == 0 || *at == last);
        Self {
            cut: heights.get(heights.len() / 2).copied().unwrap_or_default(),
            done: 0,
            map: Map {
                corners: [area.low, area.high].map(point),
                path: kept.map(|(_, place)| point(place.xz())).collect(),
                ..Map::default()
            },
            area,
        }
    }

    /// Puts a few more triangles and boxes of `world` on the map; returns whether these were the last.
    fn advance(&mut self, world: &World) -> bool {
        let Self { area, cut, map, .. } = self;
        let (triangles, boxes) = (world.triangles(), world.boxes());
        for triangle in triangles.iter().skip(self.done).take(SOLIDS_AT_ONCE) {
            let corners = triangle.vertices();
            if !area.meets(&corners) {
                continue;
            }
            let is_below = corners.iter().any(|corner| corner.y <= *cut);
            if is_below && triangle.plane().normal().y.abs() > 0.05 {
                add(&mut map.ground, || on_map(&corners));
            }
            if let Some(line) = cut_triangle(triangle, *cut).filter(|line| area.meets(line)) {
                add(&mut map.walls, || line.map(|end| point(end.xz())));
            }
        }
        for obb in boxes.iter().skip(self.done).take(SOLIDS_AT_ONCE) {
            if 2.0 * obb.center().y - top(obb) <= *cut {
                for face in faces_above(obb).filter(|face| area.meets(face)) {
                    add(&mut map.boxes, || on_map(&face));
                }
            }
        }
        self.done += SOLIDS_AT_ONCE;
        self.done >= triangles.len().max(boxes.len())
    }
}

/// Adds a shape if there is room for one more.
fn add<S>(shapes: &mut Vec<S>, shape: impl FnOnce() -> S) {
    if shapes.len() < MAX_SHAPES {
        shapes.push(shape());
    }
}

fn on_map(corners: &[DVec3]) -> Vec<Point> {
    corners.iter().map(|corner| point(corner.xz())).collect()
}

/// The part of the level on the map.
struct Area {
    low: DVec2,
    high: DVec2,
}

impl Area {
    /// Whether the bounds of `corners` meet the area.
    fn meets(&self, corners: &[DVec3]) -> bool {
        [0, 2].into_iter().zip([0, 1]).all(|(axis, side)| {
            let numbers = || corners.iter().map(|corner| corner[axis]);
            let least = numbers().fold(f64::INFINITY, min);
            let most = numbers().fold(f64::NEG_INFINITY, max);
            most >= self.low[side] && least <= self.high[side]
        })
    }
}

fn point(place: DVec2) -> Point {
    place.to_array().map(|metres| (metres * 1e3).round() / 1e3)
}

#[cfg(test)]
mod tests;
