//! Gaps between two parts of the floor that a walker may jump over with a run-up. How fast a walker is counts for no place, so that
//! seeded keys seldom jump at the edge at full speed.

use std::collections::BTreeMap;

use super::archive::Archive;
use super::frontier::{Frontier, straight};
use crate::floor::{Floor, PlaceId, highest_climb, is_free};
use crate::walk::{Gait, Job};
use sidle::geometry::float::{max, min};
use sidle::glam::{DVec2, DVec3};
use sidle::sim::Sim;

/// The widest gap that is looked at, and the longest run-up; metres. Smaller: fast walkers miss ways; larger: it takes longer.
const MAX_GAP: f64 = 12.0;
const MAX_RUN_UP: f64 = 10.0;

/// A gap is not tried again unless it is narrower than those that were tried by this share, and at most so often between two patches.
/// Larger: a gap that is blocked where it is narrowest may be tried nowhere else.
const NARROWER: f64 = 0.9;
const MAX_TRIES: u8 = 4;

/// The gaps between patches of a floor.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaps {
    /// How far apart along the ground two points may be; metres. 0: nobody jumps, or everybody reaches everything.
    reach: f64,
    /// The points at the rims of patches that are worth it, by their squares of [`Self::reach`] metres.
    landings: BTreeMap<[i32; 2], Vec<u32>>,
    /// The narrowest gap to try next from one patch to another, and those that were tried.
    gaps: BTreeMap<[u32; 2], Gap>,
}

/// A gap from one patch to another.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// Where a walker jumps off, and where it comes down. `None`: nothing is to be tried.
    next: Option<[u32; 2]>,
    /// Its width, or that of the last one that was tried; metres.
    width: f64,
    tries: u8,
}

impl Leaps {
    pub(super) fn new(floor: &Floor, sim: &Sim) -> Self {
        let mut leaps = Self {
            reach: min(reach(sim, 0.0), MAX_GAP),
            ..Self::default()
        };
        if leaps.reach > 0.0 {
            for (number, point) in (0..).zip(&floor.points) {
                if point.is_rim() && floor.patches[point.patch as usize].inner > 0 {
                    let square = leaps.square(point.position);
                    leaps.landings.entry(square).or_default().push(number);
                }
            }
        }
        leaps
    }

    fn square(&self, position: DVec3) -> [i32; 2] {
        [position.x, position.z].map(|along| (along / self.reach).floor() as i32)
    }

    /// Looks for gaps next to a point at a rim that was reached.
    pub(super) fn look(&mut self, from: u32, floor: &Floor, sim: &Sim) {
        let start = floor.points[from as usize];
        if self.reach <= 0.0 {
            return;
        }
        let climb = highest_climb(sim);
        let [x, z] = self.square(start.position);
        let (x, z) = (
            x.saturating_sub(1)..=x.saturating_add(1),
            z.saturating_sub(1)..=z.saturating_add(1),
        );
        for square in x.flat_map(|x| z.clone().map(move |z| [x, z])) {
            for to in self.landings.get(&square).into_iter().flatten() {
                let end = &floor.points[*to as usize];
                let off = end.position - start.position;
                let width = DVec2::new(off.x, off.z).length();
                // Other walks go to what is next to it.
                let is_near = width <= floor.side * 1.5;
                if end.patch == start.patch || is_near || width > self.reach || off.y > climb {
                    continue;
                }
                let gap = self.gaps.entry([start.patch, end.patch]).or_insert(Gap {
                    next: None,
                    width: f64::INFINITY,
                    tries: 0,
                });
                let is_narrower = match gap.next {
                    Some(_) => width < gap.width,
                    None => width < gap.width * NARROWER && gap.tries < MAX_TRIES,
                };
                if is_narrower
                    && width <= reach(sim, off.y)
                    && is_clear(sim, start.position, end.position)
                {
                    (gap.next, gap.width) = (Some([from, *to]), width);
                }
            }
        }
    }

    /// The next leaps, up to `count`.
    pub(super) fn next(
        &mut self,
        count: usize,
        frontier: &Frontier,
        floor: &Floor,
        sim: &Sim,
        archive: &Archive,
    ) -> Vec<Job> {
        let mut jobs = Vec::new();
        for gap in self.gaps.values_mut() {
            if jobs.len() == count {
                break;
            }
            let Some([from, to]) = gap.next else {
                continue;
            };
            if !frontier.is_worth_a_leap(from as usize, to as usize, floor, archive) {
                continue;
            }
            (gap.next, gap.tries) = (None, gap.tries + 1);
            let ends = [from, to].map(|point| floor.points[point as usize].position);
            let starts = run_up(from as usize, ends, frontier, floor);
            let mut farthest_first = starts.into_iter().rev();
            jobs.extend(
                farthest_first.find_map(|id| straight(archive, id, ends[1], Gait::Leap, sim)),
            );
        }
        jobs
    }
}

/// The places on the line of a leap in front of the gap, the nearest first.
pub(super) fn run_up(
    from: usize,
    [edge, end]: [DVec3; 2],
    frontier: &Frontier,
    floor: &Floor,
) -> Vec<PlaceId> {
    let back = (edge - end).with_y(0.0).normalize_or_zero() * floor.side;
    let mut places: Vec<PlaceId> = frontier.place(from).into_iter().collect();
    let mut at = from;
    for number in 1..=(MAX_RUN_UP / floor.side) as u32 {
        let column = floor.column(edge + back * f64::from(number));
        let same = floor.column(floor.points[at].position) == column;
        let mut points = floor.of_column(column);
        let Some(next) =
            points.find(|point| floor.is_step(*point, at) && floor.is_step(at, *point))
        else {
            break;
        };
        if !same {
            at = next;
            places.extend(frontier.place(at));
        }
    }
    places
}

/// How far along the ground a walker comes that jumps at its full speed onto something that is `rise` metres higher.
pub(super) fn reach(sim: &Sim, rise: f64) -> f64 {
    let tuning = sim.tuning();
    let (speed, gravity) = (tuning.jump_speed, tuning.gravity);
    if gravity <= 0.0 || speed <= 0.0 {
        return 0.0;
    }
    // What is too high for the jump is climbed at its highest point.
    let left = max(speed * speed - 2.0 * gravity * rise, 0.0);
    let seconds = (speed + left.sqrt()) / gravity + tuning.coyote_time;
    tuning.walk_speed * max(tuning.fast_factor, 1.0) * seconds + tuning.radius * 2.0
}

/// Whether nothing that stands still is above the gap between two places, where a jump would lead.
fn is_clear(sim: &Sim, from: DVec3, to: DVec3) -> bool {
    let top = max(from.y, to.y) + sim.tuning().radius;
    let middle = ((from + to) * 0.5).with_y(top);
    is_free(sim, from, middle) && is_free(sim, middle, to)
}
