//! How a walker follows the ground: down where it falls away, over crests, and down stairs.

use glam::DVec3;

use super::Walker;
use crate::geometry::float::{max, min};
use crate::player::motion::{along_ground, level};
use crate::player::slide::{MoveRequest, SlideMode};
use crate::player::{Event, Ground, Scratch, SlideEnd, Try, WalkState};
use crate::query::closest_cone_point;
use crate::tolerance::{
    BACK_OFF, CONE_MARGIN, CONTACT_GAP, GRAZING, MIN_DISTANCE, TOUCH, WALL_COS,
};
use crate::world::SlopeLimit;

/// How far the ground may turn under one piece of a motion over a crest; radians. Smaller: a tick on a crest
/// costs more; larger: a fast walker gains or loses speed there.
const MAX_CREST_TURN: f64 = 0.2;

/// How many surfaces too steep to stand on a walker follows down. Smaller: it takes off at rounded steps; larger: a landing
/// among rocks costs more.
const MAX_SLOPES: usize = 24;

/// How many faces and edges it follows closely. Smaller: it takes off at finely rounded steps; larger: a landing among
/// rocks costs more.
const MAX_FACETS: usize = 96;

/// By which angle a body rolls over an edge before it looks for the ground again; radians. Smaller: a landing on an edge
/// costs more; larger: the body may pass a narrow tread.
const MAX_ROLL: f64 = 0.15;

/// How long the pieces are in which a runner follows stairs down; radii. Smaller: a long motion costs more; larger: a
/// runner takes off from steps.
const MAX_PIECE: f64 = 0.5;

/// The greatest number of these pieces. Smaller: a small body takes off from steps; larger: a runner who leaves the
/// ground costs more.
const MAX_PIECES: f64 = 64.0;

/// Where such a piece leads off the ground, the walker goes by a part of it, at least by this share of the longest one. Smaller: a
/// walker who leaves the ground costs more; larger: it takes off from narrow treads.
const MIN_SHARE: f64 = 1.0 / 16.0;

/// How many tries a walker has for each piece. Smaller: it takes off from narrow treads; larger: a runner who leaves the ground
/// costs more.
const MAX_TRIES: usize = 12;

/// How far below a short motion there must be ground for its parts to be tried; snap distances. Smaller: a walker takes off from
/// steep stairs; larger: one who walks off a ledge costs more.
const MAX_DROPS: f64 = 2.5;

impl Walker<'_, '_> {
    /// Follows the ground down where it has fallen away from a walker, or finds a place to stand next to a steep
    /// surface.
    #[inline(never)]
    pub(super) fn snap(&mut self, state: &mut WalkState) {
        self.scratch.begin_try();
        if let Some(landing) = self.landing_below(state.position) {
            let drop = state.position.y - landing.y;
            self.tracer.push(Event::Snap { drop });
            self.scratch.contacts.add_drop(drop);
            state.position = landing;
            state.ground = self.ground(landing, state.velocity, true);
        } else {
            self.scratch.undo_try();
        }
    }

    /// The place to stand below `start`, no farther down than the walker follows the ground.
    fn landing_below(&mut self, start: DVec3) -> Option<DVec3> {
        let down = DVec3::NEG_Y * self.settings.snap_distance;
        let ignored = &mut DVec3::default();
        self.tracer.push(Event::Try(Try::Follow));
        let straight = self.move_by(start, down, SlideMode::Landing, ignored);
        if straight.end == SlideEnd::Done {
            // There is nothing below.
            return None;
        }
        let first = straight.position;
        self.follow_slopes(start, first, false, f64::INFINITY)
            .or_else(|| {
                // Straight on, the way may have led over a short tread.
                self.tracer.push(Event::Try(Try::Follow));
                self.move_by(first, DVec3::ZERO, SlideMode::Straight, ignored);
                self.follow_slopes(start, first, true, f64::INFINITY)
            })
    }

    /// Follows the surfaces at `landing`, which lies below `start`, down to a place to stand. `closely`: along each face
    /// to its end, and around each edge. What carries the walker there is no higher than `highest`; metres.
    pub(super) fn follow_slopes(
        &mut self,
        start: DVec3,
        mut landing: DVec3,
        closely: bool,
        highest: f64,
    ) -> Option<DVec3> {
        let ignored = &mut DVec3::default();
        let mut stands = self.stands_below(landing, highest);
        let pieces = if closely { MAX_FACETS } else { MAX_SLOPES };
        for _ in 0..pieces {
            if stands {
                break;
            }
            // There may be ground farther down, along a steep surface.
            let dropped = start.y - landing.y;
            let Some(way) = self.way_down(self.settings.snap_distance - dropped) else {
                break;
            };
            let way = if closely {
                way * self.share_on_surfaces(landing, way)
            } else {
                way
            };
            self.tracer.push(Event::Try(Try::Beside));
            let request = MoveRequest {
                slope: SlopeLimit::NONE,
                ..self.request(way, SlideMode::Straight)
            };
            let next = self.slide(landing, &request, ignored).position;
            if landing.y - next.y <= MIN_DISTANCE {
                break;
            }
            landing = next;
            stands = self.stands_below(landing, highest);
        }
        stands.then_some(landing)
    }

    /// Whether a walker at `place` stands on something no higher than `highest`; metres.
    fn stands_below(&mut self, place: DVec3, highest: f64) -> bool {
        self.stands(place) && (highest == f64::INFINITY || self.support(place) <= highest)
    }

    /// The share of `way` that a body at `place` goes along the touched surfaces before it leaves the face that it is
    /// over, or has rolled a little over the edge that it touches.
    fn share_on_surfaces(&self, place: DVec3, way: DVec3) -> f64 {
        let (world, length) = (self.footing.world.world(), way.length());
        // No way is steeper than one straight down, such as along the edge of a wall.
        if level(way).length() <= WALL_COS * length {
            return 1.0;
        }
        let mut least = 1.0;
        for surface in self.contacts().touching() {
            if surface.normal.dot(way).abs() > WALL_COS * length {
                continue;
            }
            let share = if self.footing.is_over_face(surface, place) {
                world.share_on_face(surface, way) + TOUCH / length
            } else {
                self.body.rounding() * MAX_ROLL / length
            };
            least = min(least, share);
        }
        least
    }

    /// The straight way down along the touched surfaces, by `drop`; metres. `None`: they lead no farther down.
    fn way_down(&mut self, drop: f64) -> Option<DVec3> {
        let Scratch {
            contacts, normals, ..
        } = &mut *self.scratch;
        normals.clear();
        normals.extend(contacts.touching().iter().map(|surface| surface.normal));
        let mut way = closest_cone_point(normals, DVec3::NEG_Y);
        // Where two edges are in one place up to rounding, the way may lead into one of them by as much. That would stop the
        // straight motion along it.
        for normal in &*normals {
            let into = way.dot(*normal);
            if into < -CONE_MARGIN * WALL_COS {
                way -= *normal * into;
            }
        }
        (drop > MIN_DISTANCE && way.y < -WALL_COS).then(|| way * (drop / -way.y))
    }

    /// Where the ground fell away under a straight `motion` from `start` to `end`, and the walker followed it
    /// down. Repeats the motion along the ground instead. So the walker covers the whole length of its motion,
    /// and no more. `before` is the normal of the ground at the start.
    pub(super) fn follow_crest(
        &mut self,
        state: &mut WalkState,
        start: DVec3,
        motion: DVec3,
        end: DVec3,
        before: DVec3,
    ) {
        let Some(after) = state.ground.support() else {
            return;
        };
        // The length of the difference is about the angle between both normals.
        let turn = before.distance(after);
        if turn > GRAZING && (end - start).abs_diff_eq(motion, BACK_OFF) {
            self.repeat_along_ground(state, start, motion, before, turn);
        }
    }

    /// Repeats a `motion` from `start` along the ground, whose normal is `before` at the start and turns by about `turn` radians.
    #[inline(never)]
    fn repeat_along_ground(
        &mut self,
        state: &mut WalkState,
        start: DVec3,
        motion: DVec3,
        before: DVec3,
        turn: f64,
    ) {
        self.scratch.begin_try();
        self.tracer.push(Event::Try(Try::Follow));
        let pieces = (turn / MAX_CREST_TURN).ceil();
        let (mut position, mut normal) = (start, before);
        for _ in 0..pieces as usize {
            let Some((next, ground)) = self.follow(position, motion / pieces, normal) else {
                self.scratch.undo_try();
                return;
            };
            (position, normal) = (next, ground);
        }
        let ground = self.ground(position, state.velocity, true);
        (state.position, state.ground) = (position, ground);
    }

    /// Where a `motion` from `start` has led farther above the ground than a walker follows it down. Repeats the motion in
    /// pieces and follows the ground down after each, as at a higher tick rate. So a walker stays on the ground of stairs
    /// that go down.
    #[inline(never)]
    pub(super) fn follow_steps_down(
        &mut self,
        state: &mut WalkState,
        start: &WalkState,
        motion: DVec3,
    ) {
        let pieces = self.pieces_of(motion);
        // A short motion is one piece, which has failed. Its parts may still find ground.
        if pieces <= MIN_SHARE || pieces <= 1.0 && !self.is_over_ground(state.position) {
            return;
        }
        let pieces = min(pieces.ceil(), MAX_PIECES);
        let is_straight = (state.position - start.position).abs_diff_eq(motion, BACK_OFF);
        let followed = (is_straight && pieces > 1.0)
            .then(|| self.follow_pieces(start, motion / pieces, pieces as usize))
            .flatten();
        if let Some((place, ground)) = followed {
            let drop = state.position.y - place.y;
            self.tracer.push(Event::Snap { drop });
            self.scratch.contacts.add_drop(drop);
            (state.position, state.ground) = (place, ground);
        } else {
            self.walk_instead(state, start, motion);
        }
    }

    /// Where the edge that carried a walker at `last_start` has turned a long motion up, the walker has flown over what it
    /// could not have climbed, and stands there. Repeats the `motion` in pieces, as at a higher tick rate.
    #[inline]
    pub(super) fn walk_where_it_has_flown(
        &mut self,
        state: &mut WalkState,
        start: &WalkState,
        last_start: DVec3,
        motion: DVec3,
    ) {
        if state.position.y > last_start.y
            && self.pieces_of(motion) > 1.0
            && self.has_flown_over(state.position, last_start)
            && !self.walk_instead(state, start, motion)
        {
            self.come_down(state, last_start);
        }
    }

    /// How many pieces a motion has, as a fraction.
    fn pieces_of(&self, motion: DVec3) -> f64 {
        motion.length() / (self.body.radius() * MAX_PIECE)
    }

    /// Walks a motion from `start` in pieces. Returns whether that leads over ground all the way; otherwise the walker stays.
    #[cold]
    fn walk_instead(&mut self, state: &mut WalkState, start: &WalkState, motion: DVec3) -> bool {
        let pieces = min(self.pieces_of(motion).ceil(), MAX_PIECES);
        let walked = self.walk_pieces(start, motion / pieces, pieces as usize);
        match walked {
            Some(walked) => *state = walked,
            // The contacts are to be those of the place where the walker stays.
            None => self.touch(state.position),
        }
        walked.is_some()
    }

    /// Whether something is below a walker at `place`, within what it follows down in some parts of one motion.
    fn is_over_ground(&mut self, place: DVec3) -> bool {
        self.scratch.begin_try();
        self.tracer.push(Event::Try(Try::Follow));
        let down = DVec3::NEG_Y * (self.settings.snap_distance * MAX_DROPS);
        let ignored = &mut DVec3::default();
        let below = self.move_by(place, down, SlideMode::Landing, ignored);
        self.scratch.undo_try();
        below.end != SlideEnd::Done
    }

    /// Where `count` times this `piece` leads along the ground from `start`. `None`: off the ground.
    fn follow_pieces(
        &mut self,
        start: &WalkState,
        piece: DVec3,
        count: usize,
    ) -> Option<(DVec3, Ground)> {
        let (mut place, mut ground) = (start.position, start.ground);
        for _ in 0..count {
            let normal = ground.support()?;
            (place, ground) = self.follow_step(place, piece, normal)?;
        }
        Some((place, ground))
    }

    /// How a walker at `start` walks `count` times this `piece`, over steps up and down. `None`: off the ground.
    ///
    /// An edge that turns a long motion up, or slows it down, leads it into the air farther than a short one. A responder
    /// was asked about the whole motion. What it has ignored is left out, and all else is solid. Who was stopped, or has pushed
    /// something, flies on.
    #[cold]
    fn walk_pieces(&mut self, start: &WalkState, piece: DVec3, count: usize) -> Option<WalkState> {
        let responder = self.footing.world.responder();
        let has_stopped = responder.is_some_and(|responder| responder.has_stopped());
        if has_stopped || !self.contacts().pushes().is_empty() {
            return None;
        }
        self.asks = false;
        let changes = self.scratch.contacts.changes();
        self.scratch.contacts.set_changes((0.0, 0.0));
        let least = self.body.radius() * MAX_PIECE * MIN_SHARE / piece.length();
        let first = if count > 1 { 1.0 } else { 0.5 };
        let (mut walk, mut left, mut share) = (*start, count as f64, first);
        for _ in 0..count * MAX_TRIES {
            let Some(normal) = walk.ground.support().filter(|_| left > 0.0) else {
                break;
            };
            let (before, made) = (walk, self.scratch.contacts.changes());
            walk.velocity = along_ground(walk.velocity, normal);
            let moved = self.move_over_ground(&mut walk, along_ground(piece * share, normal));
            if walk.ground.stands() && !self.is_grounded() {
                self.come_down(&mut walk, moved.last_start);
            }
            if walk.ground.stands() {
                left -= share;
                share = min(share * 2.0, min(left, 1.0));
            } else if share > least {
                // There may be a narrow tread between.
                share *= 0.5;
                walk = before;
                self.scratch.contacts.set_changes(made);
            }
        }
        if walk.ground.stands() && left <= 0.0 {
            return Some(walk);
        }
        self.scratch.contacts.set_changes(changes);
        None
    }

    /// Makes one piece of a motion along the ground with this `normal`, over a crest or down a step.
    fn follow_step(
        &mut self,
        start: DVec3,
        piece: DVec3,
        normal: DVec3,
    ) -> Option<(DVec3, Ground)> {
        self.tracer.push(Event::Try(Try::Follow));
        if let Some((place, normal)) = self.follow(start, piece, normal) {
            return Some((place, Ground::Floor { normal }));
        }
        let ignored = &mut DVec3::default();
        let along = along_ground(piece, normal);
        self.tracer.push(Event::Try(Try::Follow));
        let mut place = self
            .move_by(start, along, SlideMode::Slide, ignored)
            .position;
        if !self.stands(place) {
            place = self.landing_below(place)?;
        }
        Some((place, self.ground(place, DVec3::ZERO, true)))
    }

    /// Makes one motion along the ground with this `normal`, and along the ground beyond, if it falls away.
    /// Returns the place and the normal of the ground there.
    fn follow(&mut self, start: DVec3, motion: DVec3, normal: DVec3) -> Option<(DVec3, DVec3)> {
        let ignored = &mut DVec3::default();
        let motion = along_ground(motion, normal);
        let ahead = self.move_by(start, motion, SlideMode::Slide, ignored);
        let (landing, beyond) = self.land_on_floor(ahead.position, DVec3::Y)?;
        let is_straight = (ahead.position - start).abs_diff_eq(motion, BACK_OFF);
        let share = crest(motion, landing - start, beyond).filter(|_| is_straight);
        let Some(share) = share else {
            return Some((landing, beyond));
        };
        let rest = along_ground(motion * (1.0 - share), beyond);
        let over = self.move_by(start + motion * share, rest, SlideMode::Slide, ignored);
        self.land_on_floor(over.position, beyond)
    }

    /// Where a walker at `position` comes to a floor, if it moves against `up` by no more than the snap
    /// distance, and the floor's normal.
    fn land_on_floor(&mut self, position: DVec3, up: DVec3) -> Option<(DVec3, DVec3)> {
        let mut place = position;
        if !self.stands(place) {
            let down = up * -self.settings.snap_distance;
            let ignored = &mut DVec3::default();
            place = self
                .move_by(place, down, SlideMode::Landing, ignored)
                .position;
        }
        match self.ground(place, DVec3::ZERO, true) {
            Ground::Floor { normal } => Some((place, normal)),
            _ => None,
        }
    }
}

/// The share of `motion` after which it leaves the ground, if the walker comes to `landing`, relative to the
/// start of the motion, and the ground there has this `normal`. `None` if there is no crest.
fn crest(motion: DVec3, landing: DVec3, normal: DVec3) -> Option<f64> {
    // The motion crosses the plane through the landing from below, or starts a little above it.
    let (height, rise) = (landing.dot(normal), motion.dot(normal));
    let falls_away = rise > GRAZING * motion.length() && height >= -CONTACT_GAP && height <= rise;
    falls_away.then(|| max(height / rise, 0.0))
}
