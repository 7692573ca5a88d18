//! The floors of movers: where a body could stand on them, anywhere on their paths. A lift is a way, and floor that one may miss.

use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;
use sidle::sim::Sim;
use sidle::world::{ColliderId, floor_plan};

use super::finder::Finder;

/// How far apart the samples of a path and of the rim of a face are; metres. Smaller: it takes longer; larger: a step off a lift that passes
/// a ledge is not found.
const STEP: f64 = 0.75;

/// The most samples of a path, of each side of a face, and of all platforms together. More: many movers take long.
const MAX_STEPS: f64 = 48.0;
const MAX_SIDE: f64 = 6.0;
const MAX_BODIES: f64 = 20_000.0;

/// The floor of a mover.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// Its number among the movers.
    pub mover: usize,
    /// Bodies that stand at its rim, anywhere on its path: the position of each, and the floor below it.
    pub bodies: Vec<[DVec3; 2]>,
    /// The area of its floor; square metres.
    pub area: f64,
    /// Whether a player at the spawn would expect to get onto it.
    pub is_expected: bool,
}

impl Platform {
    /// How much memory it takes; bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.bodies)
    }

    /// The floors of all movers of `sim` on which a body has room.
    pub(super) fn all(sim: &Sim, finder: &Finder<'_>) -> Vec<Self> {
        let movers = sim.movers().iter().enumerate();
        let share = MAX_BODIES / (4.0 * MAX_SIDE * sim.movers().len() as f64);
        let all = movers.map(|(number, driven)| {
            let length = driven.mover.desc().path.length();
            let steps = max(
                min((length / STEP).ceil(), min(share.floor(), MAX_STEPS)),
                1.0,
            );
            let mut platform = Self {
                mover: number,
                bodies: Vec::new(),
                area: 0.0,
                is_expected: false,
            };
            for step in 0..=steps as u32 {
                let obb = driven.obb(length * f64::from(step) / steps);
                let mut area = 0.0;
                for face in floor_plan::faces_above(&obb) {
                    let [a, b, c, _] = face;
                    let across = (b - a).cross(c - b);
                    let size = across.length();
                    let Some(normal) = finder.floor_normal(across, ColliderId::Box(driven.id))
                    else {
                        continue;
                    };
                    let known = platform.bodies.len();
                    let bodies = rim(&face).into_iter().filter_map(|contact| {
                        Some([finder.standing_position(contact, normal)?, contact])
                    });
                    platform.bodies.extend(bodies);
                    if platform.bodies.len() > known {
                        area += size;
                    }
                }
                platform.area = max(platform.area, area);
            }
            platform
        });
        all.filter(|platform| !platform.bodies.is_empty()).collect()
    }

    /// A body on it, about the middle of its path.
    pub fn middle(&self) -> DVec3 {
        self.bodies[self.bodies.len() / 2][0]
    }

    /// The corners of the box around all bodies on it.
    pub(super) fn corners(&self) -> [DVec3; 2] {
        let mut positions = self.bodies.iter().map(|[position, _]| *position);
        let first = positions.next().unwrap_or_default();
        positions.fold([first; 2], |[low, high], at| [low.min(at), high.max(at)])
    }
}

/// Points along the sides of a face.
fn rim(corners: &[DVec3; 4]) -> Vec<DVec3> {
    let sides = (0..4).map(|side| [corners[side], corners[(side + 1) % 4]]);
    let points = sides.flat_map(|[from, to]| {
        let steps = min(max((from.distance(to) / STEP).ceil(), 1.0), MAX_SIDE);
        (0..steps as u32).map(move |step| from + (to - from) * (f64::from(step) / steps))
    });
    points.collect()
}
