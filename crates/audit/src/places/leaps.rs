//! Gaps between two parts of the floor that a walker may jump over with a run-up. How fast a walker is counts for no place, so that
//! seeded keys seldom jump at the edge at full speed.

use std::collections::BTreeMap;

use super::archive::Archive;
use super::frontier::{Frontier, straight};
use super::tree_memory;
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

/// How many landings that are behind something are looked at from one point, of one patch and of all. Smaller: a landing to which only
/// this point looks is missed; larger: along a closed wall, each point looks at everything behind it.
const MAX_BLOCKED_OF_PATCH: u32 = 16;
const MAX_BLOCKED: u32 = 64;

/// The gaps between patches of a floor.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaps {
    /// How far apart along the ground two points may be; metres. 0: nobody jumps, or everybody reaches everything.
    reach: f64,
    /// The points at the rims of patches that are worth it, by their squares of [`Self::reach`] metres.
    landings: BTreeMap<[i32; 2], Vec<u32>>,
    /// How many landings there are.
    count: usize,
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
                    leaps.count += 1;
                }
            }
        }
        leaps
    }

    fn square(&self, position: DVec3) -> [i32; 2] {
        [position.x, position.z].map(|along| (along / self.reach).floor() as i32)
    }

    /// How much memory it takes; bytes, about.
    pub(super) fn memory(&self) -> usize {
        tree_memory::<[i32; 2], Vec<u32>>(self.landings.len())
            + self.count * size_of::<u32>()
            + tree_memory::<[u32; 2], Gap>(self.gaps.len())
    }

    /// Looks for gaps next to a point at a rim that was reached.
    pub(super) fn look(&mut self, from: u32, floor: &Floor, sim: &Sim) {
        self.look_through(from, floor, sim, |from, to| is_clear(sim, from, to));
    }

    /// The same, where `is_clear` says whether nothing is between two places.
    fn look_through(
        &mut self,
        from: u32,
        floor: &Floor,
        sim: &Sim,
        mut is_clear: impl FnMut(DVec3, DVec3) -> bool,
    ) {
        if self.reach <= 0.0 {
            return;
        }
        let start = floor.points[from as usize];
        let mut blocked: BTreeMap<u32, u32> = BTreeMap::new();
        let mut left = MAX_BLOCKED;
        // What is nearest is looked at first: nothing behind the first clear gap to a patch is narrower.
        for (width, to) in self.landings_near(from, floor, sim) {
            let end = &floor.points[to as usize];
            let blocked = blocked.entry(end.patch).or_default();
            if left == 0 {
                break;
            }
            if *blocked == MAX_BLOCKED_OF_PATCH {
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
            if !is_narrower {
                continue;
            }
            if is_clear(start.position, end.position) {
                (gap.next, gap.width) = (Some([from, to]), width);
            } else {
                (*blocked, left) = (*blocked + 1, left - 1);
            }
        }
    }

    /// The landings on other patches that a jump from a point may lead to, and how far along the ground they are, the nearest first.
    fn landings_near(&self, from: u32, floor: &Floor, sim: &Sim) -> Vec<(f64, u32)> {
        let start = floor.points[from as usize];
        let climb = highest_climb(sim);
        let [x, z] = self.square(start.position);
        let [x, z] = [x, z].map(|along| along.saturating_sub(1)..=along.saturating_add(1));
        let squares = x.flat_map(|x| z.clone().map(move |z| [x, z]));
        let numbers = squares.filter_map(|square| self.landings.get(&square));
        let mut found: Vec<(f64, u32)> = numbers
            .flatten()
            .filter_map(|to| {
                let end = &floor.points[*to as usize];
                let off = end.position - start.position;
                let width = DVec2::new(off.x, off.z).length();
                // Other walks go to what is next to it.
                let is_far = width > floor.side * 1.5;
                let is_new = end.patch != start.patch && is_far;
                (is_new && width <= self.reach && off.y <= climb && width <= reach(sim, off.y))
                    .then_some((width, *to))
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
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
            // In front of a ledge the floor ends at a wall, where a leap never jumps.
            if ends[1].y - ends[0].y > floor.points[to as usize].step_height {
                let mut nearest_first = starts.iter();
                jobs.extend(
                    nearest_first.find_map(|id| straight(archive, *id, ends[1], Gait::Hop, sim)),
                );
            }
            let mut farthest_first = starts.into_iter().rev();
            jobs.extend(
                farthest_first.find_map(|id| straight(archive, id, ends[1], Gait::Leap, sim)),
            );
        }
        jobs
    }
}

/// The places on the line of a leap in front of the gap, the nearest first.
pub fn run_up(
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
pub fn reach(sim: &Sim, rise: f64) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::Grid;
    use crate::test_support::{Block, sim_of};

    /// Two floors of 20 by 40 m, 3 m apart.
    const FLOORS: [Block; 2] = [
        [[-11.5, -1.0, 0.0], [10.0, 1.0, 20.0]],
        [[11.5, -1.0, 0.0], [10.0, 1.0, 20.0]],
    ];

    /// How often each point of the rim on the left looks, and whether there is a gap to jump over.
    fn looks(boxes: &[Block]) -> (Vec<u32>, bool) {
        let sim = sim_of(boxes);
        let floor = Floor::of(&sim, &Grid::new(0.5, None, 0), 1.0, None);
        let mut leaps = Leaps::new(&floor, &sim);
        let points = (0..).zip(&floor.points);
        let rim = points.filter(|(_, point)| point.is_rim() && point.position.x < 0.0);
        let looks = rim.map(|(from, _)| {
            let mut looks = 0;
            leaps.look_through(from, &floor, &sim, |from, to| {
                looks += 1;
                is_clear(&sim, from, to)
            });
            looks
        });
        let looks = looks.collect();
        assert!(leaps.memory() > leaps.count * size_of::<u32>() && leaps.count > 100);
        (looks, leaps.gaps.values().any(|gap| gap.next.is_some()))
    }

    #[test]
    fn along_a_closed_wall_each_point_looks_a_few_times_and_a_window_is_still_found() {
        let wall = |from: f64, to: f64| {
            let (middle, half) = ((from + to) * 0.5, (to - from) * 0.5);
            [[0.0, 3.0, middle], [0.2, 5.0, half]]
        };
        let (looks_at, is_found) = looks(&[FLOORS[0], FLOORS[1], wall(-30.0, 30.0)]);
        assert!(!is_found);
        assert!(looks_at.iter().all(|looks| *looks <= MAX_BLOCKED_OF_PATCH));
        assert!(looks_at.contains(&MAX_BLOCKED_OF_PATCH));
        let window = [FLOORS[0], FLOORS[1], wall(-30.0, 9.0), wall(10.0, 30.0)];
        assert!(looks(&window).1);
    }

    #[test]
    fn however_many_floors_are_behind_walls_a_point_looks_a_bounded_number_of_times() {
        // Twelve floors behind a wall, 3 m apart.
        let behind = (0..12).map(|number| {
            let z = f64::from(number) * 3.0 - 16.5;
            [[6.5, -1.0, z], [5.0, 1.0, 1.0]]
        });
        let wall = [[0.0, 3.0, 0.0], [0.2, 5.0, 30.0]];
        let boxes: Vec<Block> = behind.chain([FLOORS[0], wall]).collect();
        let (looks_at, is_found) = looks(&boxes);
        assert!(!is_found && looks_at.iter().all(|looks| *looks <= MAX_BLOCKED));
        assert!(looks_at.iter().any(|looks| *looks > MAX_BLOCKED_OF_PATCH));
    }

    #[test]
    fn without_walls_a_point_looks_once() {
        let (looks_at, is_found) = looks(&FLOORS);
        assert!(is_found && looks_at.iter().all(|looks| *looks <= 1));
    }
}
