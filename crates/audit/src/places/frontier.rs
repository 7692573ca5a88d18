//! Which floor was reached, and the border of it: where to go next.
//!
//! A point of the floor that was not reached, next to one that was, is gone to straight, and the longest line of
//! such points first. Seeded keys would also come there, but most of them go elsewhere.

use std::collections::VecDeque;

use super::aims::Aims;
use super::archive::{Archive, Homeward};
use super::holes;
use super::leaps::{Leaps, run_up};
use super::links::Links;
use crate::floor::{Floor, PlaceId, Sector, highest_climb};
use crate::navmesh::NavmeshLink;
use crate::walk::{Course, Gait, Job, Plan, Surroundings};
use sidle::glam::DVec3;
use sidle::sim::Sim;

/// The directions to go, in columns.
pub(super) const DIRECTIONS: [[i32; 2]; 8] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
];

/// How many columns a straight walk goes, at most. Smaller: more time is spent on starts; larger: it misses more of them.
pub(super) const MAX_COLUMNS: usize = 40;

/// A line ends after this many points that were reached.
const MAX_KNOWN: usize = 4;

/// Lines of this many points that were not reached come before all that are shorter, and are run along. Shorter ones are walked
/// along. Smaller: what lies between two lines takes a walk for each point; larger: the same.
pub(super) const LONG: [usize; 3] = [16, 4, 1];

/// One straight walk out of this many jumps over a gap, once the border is walked over, and at most as many go where nobody may be, or
/// along the links of a navmesh.
/// Smaller: the rest is reached later; larger: these places are.
const LEAPS: usize = 4;

/// One straight walk out of this many goes where nobody may be, while there is border left. Smaller: the floor is reached later; larger:
/// in a large level, a way to where nobody may be is found late.
const AIMED: usize = 8;

/// No place, and no point.
pub(super) const NONE: u32 = u32::MAX;

/// The state of each point of a floor.
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    /// The place from which it was reached first.
    places: Vec<u32>,
    /// How often walkers came through, and how soon the first of them; ticks.
    visits: Vec<u32>,
    soonest: Vec<u32>,
    /// The [`DIRECTIONS`] that walkers tried from there, a bit for each.
    tried: Vec<u8>,
    /// The part that is explored first, how many of its points were reached, and whether it is done with.
    sector: Sector,
    inside: usize,
    leaves_sector: bool,
    /// The points of the border inside and outside of the sector, the next first: by the lines that begin there.
    border: [[VecDeque<u32>; LONG.len()]; 2],
    /// The points next to which a hole may be, and the gaps that walkers may jump over.
    rims: VecDeque<u32>,
    leaps: Leaps,
    /// Where nobody may be, and of how many walks a share is still to go there.
    aims: Aims,
    owed: usize,
    /// The links of a navmesh.
    links: Links,
    /// Whether a walker was on each patch.
    has_been: Vec<bool>,
    /// The number of the round of walks, and of the last one in which a walker went to each point.
    round: u32,
    claimed: Vec<u32>,
    /// How many points that a player would expect to reach were reached.
    expected: usize,
    /// The points that were reached, but for those that need no walk home any more.
    lost: Vec<u32>,
}

/// The floor straight ahead of a point.
struct Ahead {
    /// The points that were not reached.
    points: Vec<u32>,
    /// Whether there are others to which a walker is on the way.
    is_claimed: bool,
    /// Whether a jump leads to them.
    jumps: bool,
}

impl Frontier {
    /// Nothing of `floor` was reached.
    pub fn new(floor: &Floor, sim: &Sim, surroundings: &Surroundings, sector: Sector) -> Self {
        let count = floor.points.len();
        Self {
            sector,
            leaps: Leaps::new(floor, sim),
            aims: Aims::new(surroundings, sim),
            has_been: vec![false; floor.patches.len()],
            places: vec![NONE; count],
            visits: vec![0; count],
            soonest: vec![u32::MAX; count],
            tried: vec![0; count],
            claimed: vec![0; count],
            round: 1,
            ..Self::default()
        }
    }

    /// Walkers also go along these links of a navmesh from now on.
    pub fn follow(&mut self, links: &[NavmeshLink], floor: &Floor, sim: &Sim) {
        self.links = Links::new(links, floor, sim);
        for (number, point) in (0..).zip(&floor.points) {
            if self.places[number as usize] != NONE {
                self.links.add(number, point.position);
            }
        }
    }

    /// The links of a navmesh that walkers go along.
    pub fn links(&self) -> &Links {
        &self.links
    }

    /// Whether a point was reached.
    pub fn is_reached(&self, point: usize) -> bool {
        self.places[point] != NONE
    }

    /// Whether a walk home from a point is missing.
    fn is_lost(&self, point: usize, archive: &Archive) -> bool {
        let place = self.place(point);
        let lost = place.filter(|id| !archive.graph().is_home(*id));
        lost.is_some_and(|id| {
            let place = archive.place(id);
            place.state.is_some() && place.homeward != Homeward::Walked
        })
    }

    /// The place from which a point was reached first.
    pub fn place(&self, point: usize) -> Option<PlaceId> {
        Some(self.places[point])
            .filter(|id| *id != NONE)
            .map(PlaceId)
    }

    /// How often walkers came through a point, and how soon the first of them; ticks.
    pub fn visits(&self, point: usize) -> (u32, u32) {
        (self.visits[point], self.soonest[point])
    }

    /// Notes that a walker of `place` came to a point in a tick since the first of all.
    pub fn add(&mut self, floor: &Floor, point: usize, place: PlaceId, tick: u32) {
        self.visits[point] = self.visits[point].saturating_add(1);
        self.soonest[point] = self.soonest[point].min(tick);
        if self.is_reached(point) {
            return;
        }
        self.places[point] = place.0;
        self.has_been[floor.points[point].patch as usize] = true;
        self.expected += usize::from(floor.is_expected(point));
        self.lost.push(point as u32);
        let position = floor.points[point].position;
        self.aims.add(point as u32, position);
        self.links.add(point as u32, position);
        let is_inside = self.sector.contains(position);
        self.inside += usize::from(is_inside);
        self.border[usize::from(!is_inside)][0].push_back(point as u32);
        if floor.points[point].is_rim() {
            self.rims.push_back(point as u32);
        }
    }

    /// Notes a place where a walker can jump off, though it is no point of the floor.
    pub fn add_place(&mut self, place: PlaceId, position: DVec3) {
        self.aims.add_place(place, position);
    }

    /// The points from which a walk home is missing; sorted.
    pub fn lost(&mut self, archive: &Archive) -> Vec<u32> {
        let mut lost = core::mem::take(&mut self.lost);
        lost.retain(|point| self.is_lost(*point as usize, archive));
        lost.sort_unstable();
        self.lost.clone_from(&lost);
        lost
    }

    /// How many points that a player would expect to reach were reached.
    pub fn expected(&self) -> usize {
        self.expected
    }

    /// How much memory it takes; bytes, about.
    pub fn memory(&self) -> usize {
        let queued = self.border.iter().flatten().map(VecDeque::capacity);
        let queued = queued.sum::<usize>() + self.rims.capacity() + self.lost.capacity();
        self.places.len() * (4 * size_of::<u32>() + 1)
            + queued * size_of::<u32>()
            + self.has_been.len()
            + self.leaps.memory()
            + self.aims.memory()
            + self.links.memory()
    }

    /// Home is another place than before, because a walk home may be missing anywhere.
    pub fn move_home(&mut self) {
        let points = 0..self.places.len();
        let reached = points.filter(|point| self.is_reached(*point));
        self.lost = reached.map(|point| point as u32).collect();
    }

    /// Whether a walker could walk on from a point to one that was not reached.
    pub fn leads_on(&self, point: usize, floor: &Floor) -> bool {
        let mut neighbours = neighbours(point, floor);
        neighbours.any(|to| !self.is_reached(to) && floor.is_step(point, to))
    }

    /// Whether there may be border left to walk over in lines of more than a point or so.
    pub fn has_border(&self) -> bool {
        let mut long = self.border.iter().flat_map(|part| &part[..LONG.len() - 1]);
        long.any(|points| !points.is_empty())
    }

    /// There is nothing left to search in the reached part of the sector.
    pub fn leave_sector(&mut self) {
        self.leaves_sector = true;
    }

    /// Whether a jump over a gap may lead to floor that was not reached, or home from a place without a way there.
    pub(super) fn is_worth_a_leap(
        &self,
        from: usize,
        to: usize,
        floor: &Floor,
        archive: &Archive,
    ) -> bool {
        let is_home = |point| {
            let place = self.place(point);
            place.is_some_and(|id| archive.graph().is_home(id))
        };
        let is_new = !self.has_been[floor.points[to].patch as usize];
        is_new || is_home(to) && !is_home(from)
    }

    /// The next walks into holes, over gaps, over the border, to where nobody may be and along links, about up to `count`.
    pub fn next(
        &mut self,
        count: usize,
        sim: &Sim,
        floor: &Floor,
        surroundings: &Surroundings,
        archive: &Archive,
    ) -> Vec<Job> {
        // Small rounds have none for themselves, but several of them do.
        self.owed += count;
        let aimed = self.aimed(self.owed / AIMED, sim, floor, archive);
        self.owed %= AIMED;
        let count = count.saturating_sub(aimed.len());
        let mut jobs = Vec::with_capacity(count);
        while jobs.len() < count {
            let Some(point) = self.rims.pop_front() else {
                break;
            };
            self.leaps.look(point, floor, sim);
            let id = PlaceId(self.places[point as usize]);
            for hole in holes::next_to(sim, floor, surroundings, point as usize) {
                jobs.extend(straight(archive, id, hole, Gait::Creep, sim));
            }
        }
        self.round += 1;
        let holes = jobs.len();
        let left = count.saturating_sub(holes);
        jobs.extend(self.over_border(0, left, sim, floor, archive));
        // What lies outside of the sector waits while there is something to do inside, unless the way leads through it.
        let leaves = self.leaves_sector || self.inside < self.sector.most_points();
        if leaves && jobs.len() == holes {
            jobs.extend(self.over_border(1, left, sim, floor, archive));
        }
        // Most of what lies behind a gap is reached over the border.
        let most = if self.has_border() { 1 } else { count / LEAPS };
        let most = most.min(count.saturating_sub(jobs.len()));
        let mut leaps = core::mem::take(&mut self.leaps);
        jobs.extend(leaps.next(most, self, floor, sim, archive));
        self.leaps = leaps;
        let most = count.saturating_sub(jobs.len()).min(count / LEAPS);
        jobs.extend(self.aimed(most, sim, floor, archive));
        let mut links = core::mem::take(&mut self.links);
        let walks = links.next(
            count.saturating_sub(jobs.len()).min(count / LEAPS),
            &|point| self.place(point),
            &|point, line| run_up(point, line, self, floor),
            (floor, sim, archive),
        );
        let walks = walks.into_iter();
        jobs.extend(walks.filter_map(|(id, end, gait)| straight(archive, id, end, gait, sim)));
        self.links = links;
        jobs.extend(aimed);
        jobs
    }

    /// The next walks to where nobody may be, about up to `count`.
    fn aimed(&mut self, count: usize, sim: &Sim, floor: &Floor, archive: &Archive) -> Vec<Job> {
        let mut aims = core::mem::take(&mut self.aims);
        let jobs = aims.next(count, self, floor, sim, archive);
        self.aims = aims;
        jobs
    }

    /// The next walks over a part of the border, up to `count`.
    fn over_border(
        &mut self,
        part: usize,
        count: usize,
        sim: &Sim,
        floor: &Floor,
        archive: &Archive,
    ) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (class, least) in LONG.into_iter().enumerate() {
            let mut left = self.border[part][class].len();
            while jobs.len() < count && left > 0 {
                left -= 1;
                let Some(point) = self.border[part][class].pop_front() else {
                    break;
                };
                let Some((direction, ahead)) = self.best(point, sim, floor) else {
                    continue;
                };
                let gain = ahead.points.len();
                if gain < least && !ahead.is_claimed {
                    self.border[part][class + 1].push_back(point);
                    continue;
                }
                self.border[part][class].push_back(point);
                let Some(end) = ahead.points.last().filter(|_| gain >= least) else {
                    continue;
                };
                self.tried[point as usize] |= 1 << direction;
                let gait = match class {
                    _ if ahead.jumps => Gait::Hop,
                    0 => Gait::Run,
                    _ => Gait::Walk,
                };
                let id = PlaceId(self.places[point as usize]);
                let line = [point, *end].map(|point| floor.points[point as usize].position);
                let course = Course::new(archive.place(id).position, line, gait, sim);
                jobs.extend(course.and_then(|course| job(archive, id, course)));
                for point in ahead.points {
                    self.claimed[point as usize] = self.round;
                }
            }
        }
        jobs
    }

    /// Whether a walker is on the way to a point: in this round, or in the one before, whose results may not be known yet.
    fn is_claimed(&self, point: usize) -> bool {
        self.claimed[point] + 1 >= self.round
    }

    /// The best way to go from a point, and the points there: none, while others go to all of them. `None` if nothing
    /// is left.
    fn best(&self, point: u32, sim: &Sim, floor: &Floor) -> Option<(usize, Ahead)> {
        let mut best: Option<(usize, Ahead)> = None;
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            if self.tried[point as usize] & 1 << direction != 0 {
                continue;
            }
            let ahead = self.ahead(point, step, sim, floor);
            let known = best.as_ref().map_or(0, |(_, line)| line.points.len());
            let is_more = ahead.points.len() > known;
            if is_more || best.is_none() && ahead.is_claimed {
                best = Some((direction, ahead));
            }
        }
        best
    }

    /// The floor ahead of a point, as far as a walker gets there straight.
    fn ahead(&self, point: u32, [x, z]: [i32; 2], sim: &Sim, floor: &Floor) -> Ahead {
        let mut found = Ahead {
            points: Vec::new(),
            is_claimed: false,
            jumps: false,
        };
        let climb = highest_climb(sim);
        let mut at = point as usize;
        let mut column = floor.column(floor.points[at].position);
        let mut known = 0;
        // Across the corners of squares, a line leaves gaps.
        let most = if x != 0 && z != 0 { 1 } else { MAX_COLUMNS };
        for number in 0..most {
            column = [column[0].saturating_add(x), column[1].saturating_add(z)];
            let here = floor.points[at].position.y;
            let mut above = floor.of_column(column).rev();
            let Some(next) = above.find(|point| floor.points[*point].position.y <= here + climb)
            else {
                break;
            };
            let jumps = !floor.is_step(at, next);
            if jumps && number > 0 {
                break;
            }
            found.jumps |= jumps;
            known += 1;
            if !self.is_reached(next) {
                known = 0;
                if self.is_claimed(next) {
                    found.is_claimed = true;
                } else {
                    found.points.push(next as u32);
                }
            } else if number == 0 && jumps || known == MAX_KNOWN {
                break;
            }
            if floor.points[next].position.y < here && !floor.is_step(next, at) {
                // A walker that falls there begins again.
                break;
            }
            at = next;
        }
        found
    }
}

/// The points of the columns next to that of a point.
pub(super) fn neighbours(point: usize, floor: &Floor) -> impl Iterator<Item = usize> + '_ {
    let [x, z] = floor.column(floor.points[point].position);
    let columns = DIRECTIONS.map(|direction| {
        [
            x.saturating_add(direction[0]),
            z.saturating_add(direction[1]),
        ]
    });
    columns
        .into_iter()
        .flat_map(|column| floor.of_column(column))
}

/// The walk from a place straight to `end`, if its state is known.
pub fn straight(
    archive: &Archive,
    start: PlaceId,
    end: DVec3,
    gait: Gait,
    sim: &Sim,
) -> Option<Job> {
    let from = archive.place(start).position;
    let course = Course::new(from, [from, end], gait, sim)?;
    job(archive, start, course)
}

/// The walk from a place, if its state is known.
fn job(archive: &Archive, start: PlaceId, course: Course) -> Option<Job> {
    archive.place(start).state.is_some().then_some(Job {
        start,
        plan: Plan::Straight(course),
    })
}
