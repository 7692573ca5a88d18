//! To which floor a player would expect a way: from the spawn, or from where walkers have been. Patches are numbered first, and then
//! platforms.

use core::mem::replace;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use sidle::geometry::Aabb;
use sidle::glam::DVec3;
use sidle::sim::Sim;
use sidle::world::{World, Zone, ZoneAction};

use super::{Floor, Platform, air, sight, solid};

/// How far apart two floors may be along the ground for a player to expect a way between them; metres. Smaller: a ledge
/// across a gap is not found; larger: every roof is a finding.
const NEAR_FLOOR: f64 = 2.5;

/// From how many points of a patch one looks for the outside. Fewer: the outside of a map counts as a room; more: it takes longer.
const SAMPLES: u32 = 16;

/// How many pairs of bodies on two platforms are compared at most. More: a crowd of movers takes long.
const MAX_PAIRS: usize = 100_000_000;

/// How long a player may fall from the spawn; seconds. Smaller: the floor below a high spawn is not found.
const FIRST_FALL: f64 = 4.0;

impl Floor {
    /// Marks the patches to which a player at the spawn would expect a way.
    pub(super) fn mark_expected(&mut self, sim: &Sim, map: Option<Aabb>) {
        let start = first_stand(sim);
        let mut nearest: Option<(f64, u32)> = None;
        for point in &self.points {
            let distance_squared = point.position.distance_squared(start);
            if nearest.is_none_or(|(least, _)| distance_squared < least) {
                nearest = Some((distance_squared, point.patch));
            }
        }
        let Some((_, first)) = nearest else { return };
        self.first = first;
        self.leads_to = self.patches_in_reach(sim);
        self.link_platforms(sim);
        let (patches, count) = (self.patches.len(), self.leads_to.len());
        self.solid = vec![OnceLock::new(); count];
        let points = self.points.iter();
        let points = points.map(|point| (point.position, point.patch));
        let platforms = (patches as u32..).zip(&self.platforms);
        let bodies = platforms.flat_map(|(number, platform)| {
            let bodies = platform.bodies.iter();
            bodies.map(move |[position, _]| (*position, number))
        });
        let points: Vec<_> = points.chain(bodies).collect();
        self.air =
            map.and_then(|bounds| air::patches(sim, bounds, &points, [patches, count], first));
        let mut expected = vec![false; count];
        expected[first as usize] = true;
        self.expect_from(sim, vec![first], &mut expected);
        let all = self.patches.iter_mut().map(|patch| &mut patch.is_expected);
        let platforms = self.platforms.iter_mut();
        let all = all.chain(platforms.map(|platform| &mut platform.is_expected));
        for (is_expected, known) in all.zip(expected) {
            *is_expected = known;
        }
    }

    /// Which patches and platforms a player would expect to reach, from the spawn or from the patches `been`, to which walkers have found a
    /// way.
    pub fn expected_with(&self, sim: &Sim, been: &[u32]) -> Vec<bool> {
        let patches = self.patches.iter().map(|patch| patch.is_expected);
        let platforms = self.platforms.iter();
        let all = patches.chain(platforms.map(|platform| platform.is_expected));
        let mut expected: Vec<bool> = all.collect();
        let is_new = |patch: &u32| !expected[*patch as usize] && self.has_air(*patch);
        let open: Vec<u32> = been.iter().copied().filter(is_new).collect();
        for patch in &open {
            expected[*patch as usize] = true;
        }
        self.expect_from(sim, open, &mut expected);
        expected
    }

    /// Whether a player at the spawn, or on one of the patches and platforms that are `known`, would expect a way to each of them that
    /// leads over no other one but those that are `passed` unnoticed, such as the floor in a gap.
    pub fn next_to(&self, known: &[bool], passed: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut next = vec![false; self.leads_to.len()];
        let first = next.iter_mut().skip(self.first as usize).take(1);
        first.for_each(|next| *next = true);
        let from = (0..self.leads_to.len()).filter(|number| known.get(*number) == Some(&true));
        self.flood(from.collect(), |to| {
            let is_new = !replace(&mut next[to], true);
            is_new && known.get(to) == Some(&false) && passed(to)
        });
        next
    }

    /// The patches to which a player on one of those in `been`, which follow their order, would expect a way without a platform.
    pub fn on_foot(&self, been: &[bool]) -> Vec<bool> {
        let mut known = been.to_vec();
        let from = (0..known.len()).filter(|patch| been[*patch]);
        self.flood(from.collect(), |to| {
            let patch = known.get_mut(to);
            patch.is_some_and(|is_known| !replace(is_known, true))
        });
        known
    }

    /// Goes from those that are `open` on to all to which they lead, and from those that it `enters` on again.
    fn flood(&self, mut open: Vec<usize>, mut enters: impl FnMut(usize) -> bool) {
        while let Some(from) = open.pop() {
            let to = self.leads_to[from].iter().map(|to| *to as usize);
            open.extend(to.filter(|to| enters(*to)));
        }
    }

    /// The platforms from which a player would expect a way to a patch.
    pub fn platforms_to(&self, patch: u32) -> impl Iterator<Item = &Platform> {
        let of_platforms = self.leads_to.iter().skip(self.patches.len());
        let all = self.platforms.iter().zip(of_platforms);
        all.filter(move |(_, next)| next.contains(&patch))
            .map(|(platform, _)| platform)
    }

    /// Adds the patches to which a player on one of `open` would expect a way, but not those in solids.
    fn expect_from(&self, sim: &Sim, open: Vec<u32>, expected: &mut [bool]) {
        let mut known = expected.to_vec();
        let open = open.into_iter().map(|patch| patch as usize);
        self.flood(open.collect(), |to| {
            let is_new = !replace(&mut known[to], true);
            let patch = to as u32;
            let enters = is_new && self.has_air(patch) && !self.is_in_solid(sim.world(), patch);
            expected[to] |= enters;
            enters
        });
    }

    /// Whether a patch or the middle of a platform's path lies in a solid, which takes long to find out.
    fn is_in_solid(&self, world: &World, patch: u32) -> bool {
        *self.solid[patch as usize].get_or_init(|| {
            let middle = match self.patches.get(patch as usize) {
                Some(patch) => self.points[patch.middle as usize].position,
                None => self.platforms[patch as usize - self.patches.len()].middle(),
            };
            solid::encloses(world, middle) || self.is_map && solid::is_in_brush(world, middle)
        })
    }

    /// Whether air leads to a patch or a platform.
    fn has_air(&self, patch: u32) -> bool {
        self.air.as_ref().is_none_or(|air| air[patch as usize])
    }

    /// The zones that lead elsewhere, each with the patch that its body stands on then, if there is one.
    fn teleports<'s>(&self, sim: &'s Sim) -> Vec<(&'s Zone, Option<u32>)> {
        let patch_below = |to: DVec3| {
            let mut column = self.of_column(self.column(to)).rev();
            let point = column.find(|at| self.points[*at].position.y <= to.y + self.side)?;
            Some(self.points[point].patch)
        };
        let zones = sim.zones().iter();
        let teleports = zones.filter_map(|zone| match zone.action {
            ZoneAction::Teleport { to } => Some((zone, patch_below(to))),
            _ => None,
        });
        teleports.collect()
    }

    /// Up to [`SAMPLES`] points of each patch, evenly spread.
    fn samples(&self) -> Vec<Vec<usize>> {
        let mut counts = vec![0_u32; self.patches.len()];
        let mut samples = vec![Vec::new(); self.patches.len()];
        for (number, point) in self.points.iter().enumerate() {
            let patch = point.patch as usize;
            if counts[patch].is_multiple_of(self.patches[patch].points.div_ceil(SAMPLES)) {
                samples[patch].push(number);
            }
            counts[patch] += 1;
        }
        samples
    }

    /// For each patch, the others to which a player there would expect a way: near, and not the outside behind a closed wall.
    fn patches_in_reach(&self, sim: &Sim) -> Vec<Vec<u32>> {
        let mut leads_to: Vec<Vec<u32>> = vec![Vec::new(); self.patches.len()];
        let samples = self.samples();
        let teleports = self.teleports(sim);
        let radius = sim.tuning().radius;
        // Whether each patch is in a closed room; `None`: not known yet.
        let mut rooms: Vec<Option<bool>> = vec![None; self.patches.len()];
        // The nearest point of each patch nearby that a body gets to before a zone leads it elsewhere.
        let mut nearest: Vec<(u32, f64, usize)> = Vec::new();
        for point in self.points.iter().filter(|point| point.is_rim()) {
            let known = &mut leads_to[point.patch as usize];
            nearest.clear();
            for number in self.near(point.position, NEAR_FLOOR) {
                let other = &self.points[number];
                let off = other.position - point.position;
                let is_new = other.patch != point.patch && !known.contains(&other.patch);
                if !is_new || off.y > self.limit {
                    continue;
                }
                let distance = off.length_squared();
                let known = nearest.iter_mut().find(|near| near.0 == other.patch);
                if known.as_ref().is_some_and(|near| near.1 <= distance) {
                    continue;
                }
                let elsewhere = teleports.iter().filter(|(_, to)| *to != Some(other.patch));
                let elsewhere = elsewhere.map(|(zone, _)| *zone);
                if sight::is_led_away(elsewhere, radius, point.position, other.position) {
                    continue;
                }
                match known {
                    Some(near) => (near.1, near.2) = (distance, number),
                    None => nearest.push((other.patch, distance, number)),
                }
            }
            for (patch, _, number) in &nearest {
                let is_open = sight::is_open(
                    sim,
                    [point, &self.points[*number]].map(|body| [body.position, body.contact]),
                    self.limit,
                );
                let mut is_room = || {
                    *rooms[*patch as usize].get_or_insert_with(|| {
                        let mut samples = samples[*patch as usize].iter();
                        samples.all(|at| sight::is_inside(sim.world(), self.points[*at].position))
                    })
                };
                if is_open || !self.is_map && is_room() {
                    known.push(*patch);
                }
            }
        }
        leads_to
    }

    /// Adds to which floor platforms lead, and which floor leads to them, from where they are nearest to one another on their paths.
    fn link_platforms(&mut self, sim: &Sim) {
        let patches = self.patches.len() as u32;
        let (mut links, mut left) = (Vec::new(), MAX_PAIRS);
        let boxes: Vec<_> = self.platforms.iter().map(Platform::corners).collect();
        for (number, platform) in self.platforms.iter().enumerate() {
            let mut nearest: BTreeMap<u32, (f64, [[DVec3; 2]; 2])> = BTreeMap::new();
            let mut add = |to: u32, ends: [[DVec3; 2]; 2]| {
                let distance = ends[0][0].distance_squared(ends[1][0]);
                let known = nearest.entry(to).or_insert((distance, ends));
                if distance < known.0 {
                    *known = (distance, ends);
                }
            };
            for body in &platform.bodies {
                for at in self.near(body[0], NEAR_FLOOR) {
                    let point = &self.points[at];
                    add(point.patch, [*body, [point.position, point.contact]]);
                }
            }
            let [low, high] = boxes[number];
            for (other, next) in self.platforms.iter().enumerate().skip(number + 1) {
                let [least, most] = boxes[other];
                let is_near = (low - NEAR_FLOOR).cmple(most) & least.cmple(high + NEAR_FLOOR);
                let pairs = platform.bodies.len() * next.bodies.len();
                if !(is_near.x && is_near.z) || pairs > left {
                    continue;
                }
                left -= pairs;
                for body in &platform.bodies {
                    for to in &next.bodies {
                        let off = (to[0] - body[0]).with_y(0.0);
                        if off.length_squared() <= NEAR_FLOOR * NEAR_FLOOR {
                            add(patches + other as u32, [*body, *to]);
                        }
                    }
                }
            }
            let number = patches + number as u32;
            for (to, (_, ends)) in nearest {
                let rise = ends[1][0].y - ends[0][0].y;
                let (there, back) = (rise <= self.limit, -rise <= self.limit);
                if (there || back) && sight::is_open(sim, ends, self.limit) {
                    links.extend(there.then_some([number, to]));
                    links.extend(back.then_some([to, number]));
                }
            }
        }
        let count = self.patches.len() + self.platforms.len();
        self.leads_to.resize(count, Vec::new());
        for [from, to] in links {
            self.leads_to[from as usize].push(to);
        }
    }
}

/// Where a player that presses no key stands first: below the spawn, or where a zone leads a fall. If none does in time, the spawn.
fn first_stand(sim: &Sim) -> DVec3 {
    let spawn = sim.player().position;
    let mut sim = sim.clone();
    let idle = sim.idle_command();
    for _ in 0..(FIRST_FALL * f64::from(sim.hz())) as u32 {
        sim.tick(&idle);
        if sim.player().ground.stands() {
            return sim.player().position;
        }
    }
    spawn
}
