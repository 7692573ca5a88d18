//! Walks at floor that no walker reached, from the floor next to it that walkers reached. Whoever reports that nobody gets there has
//! tried it: from near each part of its rim, at a walk, with a jump next to it and from farther away, and with a run-up.
//!
//! They come late in an audit and take few ticks, because most such floor is reached over the border.

use std::collections::BTreeMap;

use super::explored::Explored;
use super::unreached::{expected, reached_patches, reached_points};
use crate::floor::{PlaceId, highest_climb};
use crate::places::{run_up, straight};
use crate::walk::{Gait, Job, cost_of};
use sidle::geometry::float::max;
use sidle::glam::DVec2;

/// How far along the ground floor may be from that which walkers reached; metres. Smaller: what lies across a gap is not tried;
/// larger: more is tried in vain.
const NEAR: f64 = 3.0;

/// The side of the cubes of rim from each of which floor is tried in turn; metres. Smaller: its far side comes later; larger: where it is
/// blocked at some places, others are left for later.
const SPREAD: f64 = 2.0;

/// To how many points of one floor walkers go before others are looked for, and how many walks there are to one floor, about. Smaller: a
/// way is missed; larger: floor behind bars takes the ticks of other walks.
const MAX_LANDINGS: usize = 24;
const MAX_WALKS: u32 = 128;

/// How far in front of a ledge a second jump begins; squares.
const RUN: usize = 4;

/// How far behind a landing a walk ends; squares. What is only touched at its rim does not count as reached.
const BEYOND: f64 = 2.0;

/// Which floor that nobody reached is tried next.
#[derive(Debug)]
pub struct Approaches {
    /// The ways to try, the next one last, by the patch to which they lead.
    next: BTreeMap<u32, Vec<[u32; 2]>>,
}

impl Approaches {
    /// Looks for floor that nobody reached, next to floor that walkers reached.
    pub fn of(audit: &Explored) -> Self {
        let floor = &audit.floor;
        let reached = reached_patches(floor, &reached_points(audit));
        let expected = expected(audit);
        let climb = highest_climb(audit.sim());
        let mut ways: BTreeMap<u32, Vec<(f64, [u32; 2])>> = BTreeMap::new();
        for (number, point) in (0..).zip(&floor.points) {
            let patch = point.patch as usize;
            if !point.is_rim()
                || reached[patch]
                || !expected[patch]
                || floor.patches[patch].inner == 0
                || audit.tried.walks(point.patch) >= MAX_WALKS
            {
                continue;
            }
            let near = floor.near(point.position, NEAR);
            let from = near.filter(|from| {
                let place = audit.frontier.place(*from);
                place.is_some_and(|id| audit.archive.place(id).state.is_some())
                    && floor.points[*from].patch != point.patch
            });
            let costs = from.filter_map(|from| {
                let off = point.position - floor.points[from].position;
                let cost = DVec2::new(off.x, off.z).length() + max(off.y, 0.0);
                (off.y <= climb).then_some((cost, [from as u32, number]))
            });
            let nearest = costs.min_by(|(a, _), (b, _)| a.total_cmp(b));
            let new = nearest.filter(|(_, way)| !audit.tried.has(*way));
            ways.entry(point.patch).or_default().extend(new);
        }
        let mut next = BTreeMap::new();
        for (patch, mut ways) in ways {
            ways.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let mut cubes: BTreeMap<[i32; 3], u32> = BTreeMap::new();
            let mut ways: Vec<(u32, [u32; 2])> = ways
                .into_iter()
                .map(|(_, way)| {
                    let to = floor.points[way[1] as usize].position.to_array();
                    let cube = to.map(|along| (along / SPREAD).floor() as i32);
                    let before = cubes.entry(cube).or_default();
                    *before += 1;
                    (*before, way)
                })
                .collect();
            ways.sort_by_key(|(before, _)| *before);
            ways.truncate(MAX_LANDINGS);
            next.insert(patch, ways.into_iter().rev().map(|(_, way)| way).collect());
        }
        Self { next }
    }

    /// The next walks, which take about `ticks`: to a point of one floor that nobody reached after another.
    pub fn next(&mut self, audit: &mut Explored, ticks: u64) -> Vec<Job> {
        let reached = reached_patches(&audit.floor, &reached_points(audit));
        let (mut jobs, mut cost) = (Vec::new(), 0);
        loop {
            self.next
                .retain(|patch, ways| !reached[*patch as usize] && !ways.is_empty());
            let last = audit.tried.last();
            let after = self.next.range(last.saturating_add(1)..);
            let before = self.next.range(..=last);
            let turns: Vec<u32> = after.chain(before).map(|(patch, _)| *patch).collect();
            for patch in &turns {
                if cost >= ticks {
                    break;
                }
                let Some(way) = self.next.get_mut(patch).and_then(Vec::pop) else {
                    continue;
                };
                let new = walks(audit, way);
                audit.tried.add(way, *patch, new.len() as u32);
                let sim = audit.sim();
                let costs = new.iter();
                let costs = costs.map(|job| cost_of(job.plan, sim.player(), sim));
                cost += costs.sum::<u64>();
                jobs.extend(new);
            }
            // A way may have no walk, since the states of its places were dropped.
            if !jobs.is_empty() || turns.is_empty() {
                return jobs;
            }
        }
    }
}

/// The walks from one point of the floor to another.
fn walks(audit: &Explored, [from, to]: [u32; 2]) -> Vec<Job> {
    let floor = &audit.floor;
    let [start, end] = [from, to].map(|point| floor.points[point as usize].position);
    let ahead = (end - start).with_y(0.0).normalize_or_zero() * floor.side;
    let end = end + ahead * BEYOND;
    let starts = run_up(from as usize, [start, end], &audit.frontier, floor);
    let nearest = starts.first();
    let farther = starts.get(RUN.min(starts.len().saturating_sub(1)));
    let rise = end.y - start.y;
    let is_high = rise > floor.points[to as usize].step_height;
    let walk = (nearest, Gait::Walk);
    let ways: [Option<(Option<&PlaceId>, Gait)>; 5] = [
        (!is_high).then_some(walk),
        Some((nearest, Gait::Hop)),
        Some((farther, Gait::Hop)),
        Some((starts.last(), Gait::Leap)),
        audit
            .sim()
            .tuning()
            .can_crouch()
            .then_some((nearest, Gait::Duck)),
    ];
    let ways = ways.into_iter().flatten();
    let jobs = ways.filter_map(|(id, gait)| straight(&audit.archive, *id?, end, gait, audit.sim()));
    jobs.collect()
}
