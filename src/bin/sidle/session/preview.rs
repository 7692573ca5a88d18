//! A preview of a recording for the page's card: what one will watch, with its map as plain numbers.
//!
//! The map is cut like a floor plan, as in `sidle compare --map`: ground below the cut, walls where the cut crosses them,
//! boxes from above, and the player's path.

use serde::Serialize;

use sidle::geometry::float::{max, min};
use sidle::glam::{DVec2, DVec3, Vec3Swizzles};
use sidle::player::{Controller, TickInput};
use sidle::replay::Recording;
use sidle::sim::Sim;
use sidle::world::floor_plan::{cut_triangles, faces_above, top};

use crate::session::Session;

/// The recording is simulated for the path up to this many ticks: a minute at 120 ticks per second. Larger: a long
/// recording delays the first frame.
const MOST_TICKS: usize = 7200;

/// The most shapes of each kind. Larger: a large mesh makes a message of many megabytes.
const MOST_SHAPES: usize = 4000;

/// The most points of the path.
const MOST_POINTS: usize = 600;

/// The level around the path, as a share of the path's size, and at least; metres.
const AROUND: f64 = 0.5;
const MARGIN: f64 = 4.0;

/// A point of the map: x to the right, z downwards; metres, rounded to millimetres.
type Point = [f64; 2];

/// What one will watch.
#[derive(Serialize)]
pub struct Preview {
    /// The level's name.
    level: String,
    /// The controllers in the order in which they first move the player.
    controllers: Vec<&'static str>,
    seconds: f64,
    map: Map,
}

#[derive(Serialize)]
struct Map {
    /// The corner with the least x and z, and the opposite one.
    corners: [Point; 2],
    ground: Vec<Vec<Point>>,
    boxes: Vec<Vec<Point>>,
    walls: Vec<[Point; 2]>,
    path: Vec<Point>,
}

impl Preview {
    /// The preview of `recording`, which starts in `session`.
    pub fn new(session: &Session, recording: &Recording) -> Self {
        let mut controllers = Vec::new();
        for TickInput { command, .. } in recording.inputs.iter() {
            let name = command.controller.name();
            if !controllers.contains(&name) {
                controllers.push(name);
            }
            if controllers.len() == Controller::NAMES.len() {
                break;
            }
        }
        Self {
            level: session.level.name.clone(),
            controllers,
            seconds: recording.seconds(),
            map: Map::around(&path(&session.sim, recording), &session.sim),
        }
    }

    /// The preview as a message to the page.
    pub fn message(&self) -> String {
        // Text and finite numbers can always be written.
        let json = serde_json::to_string(self).unwrap_or_default();
        format!("preview {json}")
    }
}

/// The player's path, with a point for each tick.
fn path(start: &Sim, recording: &Recording) -> Vec<DVec3> {
    let mut sim = start.clone().without_trace();
    let mut points = vec![sim.player().position];
    for input in recording.inputs.iter().take(MOST_TICKS) {
        sim.play(&input);
        points.push(sim.player().position);
    }
    points
}

impl Map {
    fn around(path: &[DVec3], sim: &Sim) -> Self {
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
        let cut = heights.get(heights.len() / 2).copied().unwrap_or_default();

        let world = sim.world();
        let triangles = world.triangles().iter();
        let flat = triangles.filter(|triangle| triangle.plane().normal().y.abs() > 0.05);
        let corners = flat.map(|triangle| triangle.vertices());
        let below = corners.filter(|corners| corners.iter().any(|corner| corner.y <= cut));
        let tops = world.boxes().iter();
        let tops = tops.filter(|obb| 2.0 * obb.center().y - top(obb) <= cut);
        let every = path.len().div_ceil(MOST_POINTS);
        let last = path.len().saturating_sub(1);
        let kept = path.iter().enumerate();
        let kept = kept.filter(|(at, _)| at % every == 0 || *at == last);
        Self {
            corners: [area.low, area.high].map(point),
            ground: area.shapes(below.map(Vec::from)),
            boxes: area.shapes(tops.flat_map(faces_above).map(Vec::from)),
            walls: cut_triangles(world, cut)
                .filter(|line| area.meets(line))
                .take(MOST_SHAPES)
                .map(|line| line.map(|end| point(end.xz())))
                .collect(),
            path: kept.map(|(_, place)| point(place.xz())).collect(),
        }
    }
}

/// The part of the level on the map.
struct Area {
    low: DVec2,
    high: DVec2,
}

impl Area {
    fn shapes(&self, shapes: impl Iterator<Item = Vec<DVec3>>) -> Vec<Vec<Point>> {
        shapes
            .filter(|corners| self.meets(corners))
            .take(MOST_SHAPES)
            .map(|corners| corners.iter().map(|corner| point(corner.xz())).collect())
            .collect()
    }

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
mod tests {
    use super::*;
    use crate::session::limits::Limits;
    use crate::session::loader::{LevelSource, load};
    use crate::session::run::load_recording;

    #[test]
    fn a_preview_names_the_level_the_controller_and_the_length_and_draws_the_path() {
        let recording = load_recording("recordings/ride.sidle".as_ref()).expect("a recording");
        let path = format!("levels/{}", recording.header.file);
        let loaded = load(
            LevelSource::File(path.into()),
            Limits::Own,
            |_| (),
            &mut |_| (),
        );
        let (mut level, ()) = loaded.level.expect("a level");
        recording.header.apply_to(&mut level);
        let session = Session::new(level, None, recording.header.hz);
        let preview = Preview::new(&session, &recording);
        assert_eq!(preview.level, session.level.name);
        assert_eq!(preview.seconds, recording.seconds());
        assert!(!preview.controllers.is_empty());
        let Map {
            corners: [low, high],
            path,
            ground,
            ..
        } = &preview.map;
        assert!(path.len() > 10 && path.len() <= MOST_POINTS + 1);
        assert!(!ground.is_empty() && ground.len() <= MOST_SHAPES);
        let inside = |place: &Point| {
            [0, 1]
                .iter()
                .all(|at| (low[*at]..=high[*at]).contains(&place[*at]))
        };
        assert!(path.iter().all(inside));
        assert!(preview.message().starts_with("preview {\"level\":"));
    }
}
