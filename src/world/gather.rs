//! Colliders gathered once for all queries of one move.

use glam::DVec3;

use super::batch::BatchList;
use super::first_hit::FirstHit;
use super::kept::Kept;
use super::known_contacts::KnownContacts;
use super::probe::Probe;
use super::{Collider, ColliderId, FilteredWorld, Surface, World};
use crate::geometry::float::max;
use crate::geometry::{Capsule, UprightBody};
use crate::query::{
    SweepHit, sweep_capsule_capsule, sweep_capsule_obb, sweep_capsule_triangle_until,
    sweep_sphere_obb, sweep_sphere_triangle_until,
};
use crate::tolerance::{CONTACT_GAP, TOUCH};

/// A motion of at most this many radii is gathered for all directions at once; it stays inside
/// however it turns. Smaller: more gathering; larger: more colliders to test.
const ROUND_RADII: f64 = 2.0;

/// How much farther than a move needs the list of a body reaches that moves on and on; in radii. Smaller: more gathering;
/// larger: more colliders to test.
const AHEAD_RADII: f64 = 1.0;

/// The most colliders that a list which reaches ahead holds. Smaller: more gathering; larger: more colliders to test.
const MAX_AHEAD: usize = 16;

/// Where a short move needs more colliders than these, its list serves no other. Smaller: more gathering; larger: moves over dense
/// meshes look in vain for a list that serves them.
const FEW: usize = 5;

/// After a list would have held more, this many moves gather only their needs.
const CROWDED_MOVES: u8 = 16;

/// The greatest coordinate of a body whose list serves other moves; metres. So all of them are within the edge of the world.
const FARTHEST: f64 = 1e6;

/// How near to a swept body a sweep notes what it passes; metres. The body itself is larger than that by a [`TOUCH`] at
/// most, and touches surfaces within [`CONTACT_GAP`]. Smaller: contacts are missed; larger: more exact tests.
const PASSING_GAP: f64 = CONTACT_GAP + TOUCH;

/// The most colliders that a sweep in the tree notes. Smaller: more searches for what is touched at its end; larger: more of
/// what it passed far from there is tested.
const MAX_PASSED: usize = 16;

/// The colliders near a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearby {
    list: BatchList,
    /// The surfaces that the last sweep may have touched, or passed within [`PASSING_GAP`].
    passed: Vec<u32>,
    /// Whether the last sweep noted all of that.
    notes_passed: bool,
    /// Where the body came to in the last sweep, if it noted all that it passed.
    arrival: Option<DVec3>,
    /// Whether the list is complete. If not, the queries search the tree for the same colliders.
    listed: bool,
    /// The body when they were gathered.
    center: DVec3,
    /// The list is complete up to this distance from there, in any direction; metres.
    budget: f64,
    /// The move that the list was made for; `None` if it serves no other move.
    kept: Option<Kept>,
    /// How many moves gather only their needs.
    crowded: u8,
}

impl Nearby {
    /// Finds all colliders that come within `reach` of `body` while its base moves at most `length`. For a long motion
    /// nothing is gathered, and its queries search the tree, as they do when there would be more than `most`. `only`:
    /// the list holds nothing else, as a trace shows it; for a long motion, the colliders near its start.
    pub fn gather(
        &mut self,
        filtered: &FilteredWorld<'_>,
        body: &UprightBody,
        length: f64,
        reach: f64,
        (most, only): (usize, bool),
    ) {
        let body = &body.around();
        self.arrival = None;
        let round = length <= body.radius() * ROUND_RADII;
        self.budget = if round { length } else { 0.0 };
        self.center = body.base();
        let needed = reach + self.budget;
        let mut ahead = 0.0;
        if let Some(kept) = &self.kept
            && !only
        {
            let moved = kept.center.distance(self.center);
            if moved + needed <= kept.reach && kept.is_of(filtered) && kept.suits(body) {
                self.listed = true;
                return;
            }
            // A body that has come from where the list was made moves on and on. Another body may be anywhere.
            if round && moved <= kept.reach + needed {
                ahead = self.list_ahead(filtered, body, needed);
            }
        }
        if !round && !only {
            self.listed = false;
            return;
        }
        if ahead == 0.0 {
            self.list_near(filtered, body, needed, most);
        }
        self.kept = None;
        if self.listed
            && !only
            && (ahead > 0.0 || self.list.len() <= FEW)
            && self.center.abs().max_element() <= FARTHEST
            && let Some(selection) = filtered.selection()
        {
            self.kept = Some(Kept {
                world: filtered.world().revision(),
                selection,
                radius: body.radius(),
                rise: body.rise(),
                center: self.center,
                reach: needed + ahead,
            });
        }
    }

    /// Lists more than a move needs, if that is not too much. Returns how much farther the list reaches; metres.
    #[inline(never)]
    fn list_ahead(&mut self, filtered: &FilteredWorld<'_>, body: &Capsule, needed: f64) -> f64 {
        if self.crowded > 0 {
            self.crowded -= 1;
            return 0.0;
        }
        let ahead = body.radius() * AHEAD_RADII;
        self.list_near(filtered, body, needed + ahead, MAX_AHEAD);
        if self.listed {
            ahead
        } else {
            self.crowded = CROWDED_MOVES;
            0.0
        }
    }

    /// Lists all colliders within `reach` of `body`, if there are no more than `most`.
    fn list_near(&mut self, filtered: &FilteredWorld<'_>, body: &Capsule, reach: f64, most: usize) {
        self.list.clear();
        let (list, world) = (&mut self.list, filtered.world());
        world.visit_near(body, reach, Probe::near, |number| {
            if filtered.meets_number(number) {
                list.push(number);
            }
            list.len() <= most
        });
        if list.len() <= most && world.has_rest(body, reach) {
            world.visit_rest(body, reach, &mut |number, is_everywhere| {
                if filtered.meets_number(number) {
                    if is_everywhere {
                        list.push_everywhere(number);
                    } else {
                        list.push(number);
                    }
                }
                list.len() <= most
            });
        }
        self.listed = list.len() <= most;
        if self.listed {
            world.finish(list);
        }
    }

    /// Makes the queries search the tree until the next list is gathered.
    pub fn forget(&mut self) {
        self.listed = false;
        self.budget = -1.0;
        self.arrival = None;
    }

    /// Notes that the last sweep has brought the body to `place`, on its way and before its hit. The surfaces there are
    /// therefore among those that it passed.
    pub fn arrive(&mut self, place: DVec3) {
        self.arrival = self.notes_passed.then_some(place);
    }

    /// Notes that a motion begins, of any body.
    pub fn depart(&mut self) {
        self.arrival = None;
    }

    /// Whether the move that was gathered for can meet nothing: the list is complete for all of it, and empty.
    #[inline]
    pub fn is_clear(&self) -> bool {
        self.listed && self.budget > 0.0 && self.list.is_empty()
    }

    /// The distance from the gathered body up to which the list is complete; metres, 0 for a long
    /// motion.
    pub fn budget(&self) -> f64 {
        self.budget
    }

    /// All gathered colliders, in no particular order.
    pub fn colliders(&self, world: &FilteredWorld<'_>) -> impl Iterator<Item = ColliderId> {
        self.list
            .numbers()
            .map(move |number| world.collider(number).id())
    }

    /// Whether the list is complete up to `length` from `body`.
    fn covers(&self, body: &UprightBody, length: f64) -> bool {
        let moved = body.base().distance(self.center);
        moved + length <= self.budget * (1.0 + 1e-9)
    }

    /// Whether the list holds, beyond the needs of the move, all that comes within `reach` of `body` while it moves by
    /// `way`. Then it does so where the way begins and where it ends.
    fn holds(&self, world: &FilteredWorld<'_>, body: &UprightBody, way: DVec3, reach: f64) -> bool {
        self.listed
            && self.kept.as_ref().is_some_and(|kept| {
                let larger = body.around().radius() - kept.radius + reach;
                let left = kept.reach - larger * (1.0 + 1e-9);
                let moved = farthest_squared(body.base() - kept.center, way);
                left > 0.0
                    && moved * (1.0 + 4e-9) <= left * left
                    && body.rise() == kept.rise
                    && kept.is_of(world)
            })
    }

    /// Fills `found` with the surfaces within `reach` of `body`.
    pub fn surfaces(
        &self,
        filtered: &FilteredWorld<'_>,
        body: &UprightBody,
        reach: f64,
        found: &mut Vec<Surface>,
    ) {
        found.clear();
        let world = filtered.world();
        let look = |number| {
            if body.is_box() && world.is_far_from_box(number, body, reach) {
                return;
            }
            let surface = world.surface(number, body);
            if surface.separation <= reach && filtered.can_stop(number, body) {
                found.push(surface);
            }
        };
        if self.arrival == Some(body.base()) {
            self.passed.iter().copied().for_each(look);
        } else if self.listed && self.covers(body, 0.0)
            || self.holds(filtered, body, DVec3::ZERO, reach)
        {
            if !self.list.is_empty() {
                let probe = Probe::new(&body.around(), DVec3::ZERO, reach);
                self.list.visit(&probe, look);
            }
        } else {
            filtered.visit_near(&body.around(), reach, look);
        }
    }

    /// The first touch of `body` along `way`. Grazed surfaces do not stop it, nor do `known` ones that it does not enter.
    pub fn sweep(
        &mut self,
        world: &FilteredWorld<'_>,
        body: &UprightBody,
        way: DVec3,
        known: KnownContacts<'_>,
    ) -> Option<(ColliderId, SweepHit)> {
        self.notes_passed = false;
        let length = way.length();
        if self.covers(body, length) {
            return self.sweep_list(world, body, way, known);
        }
        // A hit before the end of the list is the first hit.
        let share = (self.budget - body.base().distance(self.center)) / length;
        let of_share = |(collider, hit): (ColliderId, SweepHit)| {
            let fraction = hit.fraction * share;
            (collider, SweepHit { fraction, ..hit })
        };
        if self.holds(world, body, way, PASSING_GAP) {
            let of_all = self.sweep_list(world, body, way, known);
            if share > 0.0 {
                // Nothing is hit there that the whole way does not pass.
                let first = self.sweep_passed(world, body, way * share);
                return first.map(of_share).or(of_all);
            }
            return of_all;
        }
        if share > 0.0
            && let Some(first) = self.sweep_list(world, body, way * share, known)
        {
            return Some(of_share(first));
        }
        self.sweep_tree(world, body, way)
    }

    /// The first touch of `body` along `way`, with any collider.
    fn sweep_tree(
        &mut self,
        world: &FilteredWorld<'_>,
        body: &UprightBody,
        way: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        let passed = &mut self.passed;
        passed.clear();
        let first = world.first_hit_passing(body, way, PASSING_GAP, |number| {
            if passed.len() <= MAX_PASSED {
                passed.push(number);
            }
        });
        self.notes_passed = passed.len() <= MAX_PASSED;
        first
    }

    /// The first touch of `body` along `way` with a surface that the last sweep along the list passed.
    fn sweep_passed(
        &self,
        filtered: &FilteredWorld<'_>,
        body: &UprightBody,
        way: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        let mut first = FirstHit::new(body, way);
        for number in self.passed.iter().copied() {
            filtered.test_sweep(number, body, way, &mut first);
        }
        first.hit
    }

    fn sweep_list(
        &mut self,
        filtered: &FilteredWorld<'_>,
        body: &UprightBody,
        way: DVec3,
        known: KnownContacts<'_>,
    ) -> Option<(ColliderId, SweepHit)> {
        if !self.listed {
            return self.sweep_tree(filtered, body, way);
        }
        let (list, passed) = (&self.list, &mut self.passed);
        passed.clear();
        self.notes_passed = true;
        // As in the air.
        if list.is_empty() {
            return None;
        }
        let passes = |number| known.lets_pass(filtered.collider(number).id(), way);
        // Such as the floor of a hall. To leave it out would take as long as the exact test.
        if let Some(number) = list.only() {
            passed.push(number);
            if passes(number) {
                debug_assert!(is_free_of(filtered, number, body, way), "along {way}");
                return None;
            }
            let mut first = FirstHit::new(body, way);
            filtered.test_sweep(number, body, way, &mut first);
            return first.hit;
        }
        let mut first = FirstHit::new(body, way);
        let probe = Probe::new(&body.around(), way, PASSING_GAP);
        list.visit_until(&probe, |number| {
            passed.push(number);
            if passes(number) {
                debug_assert!(is_free_of(filtered, number, body, way), "along {way}");
            } else {
                filtered.test_sweep(number, body, way, &mut first);
            }
            first.limit()
        });
        first.hit
    }
}

/// Whether the exact test finds no touch with this collider.
fn is_free_of(world: &FilteredWorld<'_>, number: u32, body: &UprightBody, way: DVec3) -> bool {
    let mut first = FirstHit::new(body, way);
    world.test_sweep(number, body, way, &mut first);
    first.hit.is_none()
}

/// How far from an origin something comes that starts at `gone` and moves by `way`, squared, no farther than where it
/// starts or where it ends.
#[inline]
fn farthest_squared(moved: DVec3, way: DVec3) -> f64 {
    max(moved.length_squared(), (moved + way).length_squared())
}

impl FilteredWorld<'_> {
    /// Calls `visit` with the index of every collider that may be within `reach` of `body`.
    pub(super) fn visit_near(&self, body: &Capsule, reach: f64, mut visit: impl FnMut(u32)) {
        let world = self.world();
        world.visit_near(body, reach, Probe::touched, |number| {
            if self.meets_number(number) {
                visit(number);
            }
            true
        });
        if world.has_rest(body, reach) {
            world.visit_rest(body, reach, &mut |number, _| {
                if self.meets_number(number) {
                    visit(number);
                }
                true
            });
        }
    }

    /// Adds the indices of all colliders that may be within `reach` of `body`, sorted by id. Triangles
    /// come before boxes.
    pub(crate) fn numbers_near(&self, body: &Capsule, reach: f64, found: &mut Vec<u32>) {
        let first = found.len();
        self.visit_near(body, reach, |number| found.push(number));
        self.world().sort_numbers(&mut found[first..]);
    }

    /// Adds all colliders that may be within `reach` of `body`, sorted, those whose bounds are, so some may be a
    /// little farther away. The broad phase of your query.
    pub fn colliders_near(
        &self,
        body: impl Into<UprightBody>,
        reach: f64,
        found: &mut Vec<ColliderId>,
    ) {
        let mut numbers = Vec::new();
        self.numbers_near(&body.into().around(), reach, &mut numbers);
        found.extend(numbers.into_iter().map(|number| self.collider(number).id()));
    }

    /// Adds the indices of all colliders that may be within `reach` of `body`, and of those triangles that
    /// would be if each reached beyond its edges by the share `growth` of its longest edge; sorted by id.
    pub(crate) fn numbers_near_grown(
        &self,
        body: &Capsule,
        reach: f64,
        growth: f64,
        found: &mut Vec<u32>,
    ) {
        let (first, growth) = (found.len(), growth as f32);
        let world = self.world();
        world.visit_near_grown(body, reach, growth, &mut |number| {
            if self.meets_number(number) {
                found.push(number);
            }
        });
        world.sort_numbers(&mut found[first..]);
    }
}

impl World {
    /// The first touch of the moving `body` with the collider with this tree index. Touches later
    /// than the `first` so far may be omitted.
    pub(super) fn sweep_collider(
        &self,
        number: u32,
        body: &UprightBody,
        motion: DVec3,
        first: &FirstHit,
    ) -> Option<(ColliderId, SweepHit)> {
        let Some(body) = body.as_capsule() else {
            return self.sweep_box(number, body, motion, f64::from(first.limit()));
        };
        match self.collider(number) {
            Collider::Triangle(id, triangle) => {
                let hit = match body.as_sphere() {
                    Some(sphere) => {
                        let limit = f64::from(first.limit());
                        sweep_sphere_triangle_until(&sphere, motion, limit, first.slack, triangle)
                    }
                    None => {
                        let limit = f64::from(first.limit());
                        sweep_capsule_triangle_until(body, motion, limit, triangle)
                    }
                };
                Some((ColliderId::Triangle(id), hit?))
            }
            Collider::Box(id, obb) => {
                let hit = match body.as_sphere() {
                    Some(sphere) => sweep_sphere_obb(&sphere, motion, obb),
                    None => sweep_capsule_obb(body, motion, obb),
                };
                Some((ColliderId::Box(id), hit?))
            }
            Collider::Round(id, other) => {
                let hit = sweep_capsule_capsule(body, motion, &other.capsule);
                Some((ColliderId::Box(id), hit?))
            }
        }
    }
}
