//! Straight walks home, from places that no walker came back from. A place with a way home is not a trap, and need
//! not be searched.

use super::archive::{Archive, Homeward};
use super::frontier::{Frontier, LONG, MAX_COLUMNS, NONE, neighbours, straight};
use crate::floor::{Floor, PlaceId};
use crate::walk::{Gait, Job};
use sidle::sim::Sim;

/// The walks to make. One runs straight over as many places as it can, from the farthest of them. From each place
/// that this did not lead home from, one goes to the point next to it on the way home at a later look.
pub fn walks_home(
    frontier: &mut Frontier,
    floor: &Floor,
    sim: &Sim,
    archive: &mut Archive,
) -> Vec<Job> {
    let lost = frontier.lost(archive);
    let ways = Ways::new(&lost, frontier, floor, archive);
    let again: Vec<bool> = lost
        .iter()
        .map(|point| {
            let place = frontier.place(*point as usize);
            place.is_some_and(|id| archive.place(id).homeward == Homeward::Passed)
        })
        .collect();
    let mut jobs = Vec::new();
    for number in ways.order.iter().rev().map(|number| *number as usize) {
        let point = lost[number] as usize;
        let Some(id) = frontier.place(point) else {
            continue;
        };
        let walked = archive.place(id).homeward;
        let line = match (again[number], walked) {
            (false, Homeward::Untried) => ways.line(number, &lost, floor),
            (true, Homeward::Passed) => vec![ways.next[number]],
            _ => continue,
        };
        let now = if again[number] {
            Homeward::Walked
        } else {
            Homeward::Passed
        };
        archive.mark_homeward(id, now);
        let Some(end) = line.last() else {
            continue;
        };
        let gait = if line.len() < LONG[1] {
            Gait::Walk
        } else {
            Gait::Run
        };
        let end = floor.points[*end as usize].position;
        jobs.extend(straight(archive, id, end, gait, sim));
        for passed in line {
            let place = frontier.place(passed as usize);
            let untried = |id: &PlaceId| archive.place(*id).homeward == Homeward::Untried;
            if let Some(id) = place.filter(untried) {
                archive.mark_homeward(id, Homeward::Passed);
            }
        }
    }
    jobs
}

/// The ways home over the points that walkers did not come back from.
struct Ways {
    /// For each of these points, the next on its way, how many are left, and all that have a way, the nearest first.
    next: Vec<u32>,
    left: Vec<u32>,
    order: Vec<u32>,
}

impl Ways {
    fn new(lost: &[u32], frontier: &Frontier, floor: &Floor, archive: &Archive) -> Self {
        let is_home = |point: usize| {
            let place = frontier.place(point);
            place.is_some_and(|id| archive.graph().is_home(id))
        };
        let mut ways = Self {
            next: vec![NONE; lost.len()],
            left: vec![NONE; lost.len()],
            order: Vec::new(),
        };
        for (number, point) in lost.iter().map(|point| *point as usize).enumerate() {
            let mut homes =
                neighbours(point, floor).filter(|to| is_home(*to) && floor.is_step(point, *to));
            if let Some(to) = homes.next() {
                (ways.next[number], ways.left[number]) = (to as u32, 1);
                ways.order.push(number as u32);
            }
        }
        let mut at = 0;
        while let Some(number) = ways.order.get(at).map(|number| *number as usize) {
            at += 1;
            let point = lost[number] as usize;
            for from in neighbours(point, floor) {
                let Ok(before) = lost.binary_search(&(from as u32)) else {
                    continue;
                };
                if ways.next[before] == NONE && floor.is_step(from, point) {
                    (ways.next[before], ways.left[before]) = (point as u32, ways.left[number] + 1);
                    ways.order.push(before as u32);
                }
            }
        }
        ways
    }

    /// The points straight ahead on the way home of a point, as far as each is nearer to home.
    fn line(&self, mut number: usize, lost: &[u32], floor: &Floor) -> Vec<u32> {
        let column = |point: u32| floor.column(floor.points[point as usize].position);
        let mut at = lost[number];
        let [from, to] = [at, self.next[number]].map(column);
        let way = [to[0].saturating_sub(from[0]), to[1].saturating_sub(from[1])];
        let mut line = Vec::new();
        while line.len() < MAX_COLUMNS {
            let [x, z] = column(at);
            let mut ahead = floor.of_column([x.saturating_add(way[0]), z.saturating_add(way[1])]);
            let nearer = ahead.find_map(|point| {
                if !floor.is_step(at as usize, point) {
                    return None;
                }
                if point as u32 == self.next[number] {
                    return Some((point as u32, lost.binary_search(&(point as u32)).ok()));
                }
                let there = lost.binary_search(&(point as u32)).ok()?;
                (self.left[there] < self.left[number]).then_some((point as u32, Some(there)))
            });
            let Some((point, there)) = nearer else {
                break;
            };
            line.push(point);
            let Some(there) = there else {
                // Home.
                break;
            };
            (at, number) = (point, there);
        }
        line
    }
}
