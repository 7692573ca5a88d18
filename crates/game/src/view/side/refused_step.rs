//! A step that stopped a walker and was not climbed: how high it is, and what kept the walker below.

use sidle::geometry::Segment;
use sidle::glam::DVec3;
use sidle::player::{Controller, Mode, Try};
use sidle::sim::Sim;
use sidle::world::{ColliderId, floor_cos};

use crate::session::play::ClipTick;
use crate::view::side::figures::length_text;
use crate::view::side::tick_breakdown::{MotionStep, TickBreakdown};

/// How far behind the front a tread is looked for; metres. A bevel or an arc may come first. Fewer: a rounded step counts as a
/// wall; more: the step behind it is measured.
const INSETS: [f64; 6] = [0.01, 0.03, 0.06, 0.1, 0.16, 0.24];

/// An obstacle of more than so many step heights is a wall. Smaller: who is stopped by a table is not told why; larger: walls
/// are called steps.
const MAX_HEIGHTS: f64 = 2.0;

/// The height of a step, up to which a difference is rounding; metres.
const ROUNDING: f64 = 1e-3;

/// A step that was not climbed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefusedStep {
    /// From the feet to its tread; metres.
    pub height: f64,
    /// The highest step that leads onto this tread; metres.
    pub limit: f64,
    /// Whether something above stopped the walker when it tried to go up.
    pub lacks_headroom: bool,
}

impl RefusedStep {
    /// The step that the `walls` of `tick` belong to, in the world of `sim`. `None` if the walker climbed one, or no low
    /// obstacle stopped it.
    pub fn find(
        tick: &ClipTick,
        breakdown: &TickBreakdown,
        walls: &[DVec3],
        sim: &Sim,
    ) -> Option<Self> {
        let after = &tick.after;
        let walks = after.controller == Controller::Swept && after.mode == Mode::Walk;
        let stands = tick.before.ground.stands() && after.ground.stands();
        if !walks || !stands || breakdown.steps > 0 || tick.respawned {
            return None;
        }
        let against = |wall: &&DVec3| wall.dot(tick.wish) < 0.0;
        let by_wish = |a: &&DVec3, b: &&DVec3| a.dot(tick.wish).total_cmp(&b.dot(tick.wish));
        let wall = *walls.iter().filter(against).min_by(by_wish)?;
        let (height, tread) = tread_behind(tick, wall, sim)?;
        let tag = sim.world().tag(tread);
        let own = sim.world().surface_rules(tag).step_height;
        let limit = own.unwrap_or(sim.tuning().step_height);
        let up = || {
            breakdown
                .motions
                .iter()
                .filter(|motion| motion.tried == Some(Try::Up))
        };
        let is_low = height <= limit + ROUNDING;
        // A low step that was not tried, such as one that was grazed, is none that was refused.
        (!is_low || up().next().is_some()).then(|| Self {
            height,
            limit,
            lacks_headroom: is_low && up().all(|motion| rise(&motion.steps) < height - ROUNDING),
        })
    }

    /// The reason, in a sentence.
    pub fn sentence(&self) -> String {
        let (height, limit) = (length_text(self.height), length_text(self.limit));
        if self.height > self.limit + ROUNDING {
            format!("The step of {height} is too high: at most {limit} are climbed.")
        } else if self.lacks_headroom {
            format!("There is no headroom to climb the step of {height}.")
        } else {
            format!("It tried the step of {height}, and found no room or no footing on it.")
        }
    }
}

/// The height above the feet of the tread behind the front with the normal `wall`, and the tread. `None` if a wall is there.
fn tread_behind(tick: &ClipTick, wall: DVec3, sim: &Sim) -> Option<(f64, ColliderId)> {
    let tuning = sim.tuning().for_player(&tick.after);
    let position = tick.after.position;
    let inward = (-wall).with_y(0.0).try_normalize()?;
    let feet = position.y - tuning.radius;
    let top = feet + tuning.step_height * MAX_HEIGHTS;
    let front = position - wall * tuning.radius;
    let world = sim.world();
    INSETS.iter().find_map(|inset| {
        let place = (front + inward * *inset).with_y(top);
        let way = Segment::new(position.with_y(top), place);
        if world.intersect_segment(&way).is_some() {
            return None;
        }
        let down = Segment::new(place, place.with_y(feet + ROUNDING));
        let (tread, hit) = world.intersect_segment(&down)?;
        let is_floor = hit.normal.y >= floor_cos(tuning.max_slope_deg);
        let height = down.point_at(hit.fraction).y - feet;
        is_floor.then_some((height, tread))
    })
}

/// How far up a motion with these `steps` led; metres.
fn rise(steps: &[MotionStep]) -> f64 {
    let ends = steps.first().zip(steps.last());
    ends.map_or(0.0, |(first, last)| last.to.y - first.from.y)
}
