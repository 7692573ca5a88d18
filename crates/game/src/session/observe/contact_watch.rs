//! Finds the last contact worth seeing, such as the first touch of a wall, a step, or a tunnel.
//!
//! It reads the states and the contacts of every tick, but no trace, so ticks are played as fast as without it. The tick of
//! the contact is traced later, by
//! [`Timeline::review`](crate::session::history::timeline::Timeline::review).

use sidle::glam::DVec3;
use sidle::player::{Command, Controller, PlayerState};
use sidle::sim::metrics::{own_motion, wish_velocity};
use sidle::sim::{Sim, ZoneEffect};
use sidle::world::ColliderId;

use crate::session::observe::anomaly::Anomaly;
use crate::session::observe::walls::{RecentWalls, SAME_WALL_COS, touched_walls};

/// How long the same motion must be commanded before the player can count as blocked; seconds. Smaller: a player who
/// starts to walk counts as blocked; larger: a player who gives up soon is never blocked.
pub const PUSH_SECONDS: f64 = 0.25;

/// A player who moves less than this share of the commanded distance is blocked. Smaller: a player who jitters is not
/// blocked; larger: a player who slides slowly along a wall is.
pub const BLOCKED_SHARE: f64 = 0.01;

/// A contact ends when it has not been seen for this long; seconds. Smaller: a body that jitters at a wall makes one contact
/// after another; larger: a second touch of the same wall is overlooked.
const OVER_SECONDS: f64 = 0.3;

/// A throw or a tunnel is held for at least this long; seconds. Smaller: a touch of the next wall replaces it before anyone
/// has looked; larger: later contacts are overlooked.
const HOLD_SECONDS: f64 = 4.0;

/// A body sets off as long as it gains at least this share of the commanded speed in a tick. Larger: the touch is shown before it
/// is up to speed; smaller: it is shown late.
const SPEEDS_UP: f64 = 0.01;

/// A throw replaces the held one if it goes at least this many times as far.
const FARTHER: f64 = 2.0;

/// A smaller rise in a tick does not count as a step; metres.
const MIN_RISE: f64 = 1e-4;

/// An edge lifts the body if the upward component of its unit normal is at most this, which is a tilt of 14 degrees. Larger:
/// the seams of hilly ground count as edges.
const MAX_EDGE_UP: f64 = 0.97;

/// A normal belongs to a face, and not to its edge, if the cosine of its angle to the face's normal is at least this, that of
/// 10 degrees.
const FACE_COS: f64 = 0.985;

/// A shorter throw is the jitter of a body in a corner; metres.
const MIN_THROWN: f64 = 0.01;

/// A body that moves less in a tick rests; metres.
const MIN_MOTION: f64 = 1e-5;

/// How many walls are remembered.
const WALLS: usize = 4;

/// The kind of a contact; later ones are more important.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactKind {
    /// A wall blocked a part of the motion.
    Touch,
    /// The player pushes against something and does not move.
    Blocked,
    /// Two walls at once blocked a part of the motion.
    Crease,
    /// The player rose over a step.
    Step,
    /// A zone threw the player into the air.
    Launch,
    /// Pushes threw the player back or up.
    Thrown,
    /// The player passed through a surface.
    Tunnel,
}

/// The number of kinds.
const KINDS: usize = ContactKind::Tunnel as usize + 1;

/// A contact worth seeing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The tick to look at. Of a lasting touch, it is the second one, because during a part of the first the body still
    /// approaches the wall, or the one in which a body that sets off has come up to speed.
    pub tick: u64,
    /// The tick in which it began.
    pub begun: u64,
    pub kind: ContactKind,
    /// How far a throw went; 0 for other kinds; metres.
    pub thrown: f64,
}

/// The observations up to the last tick, since the controller changed or the player respawned.
#[derive(Clone, Copy, Debug, Default)]
struct Observations {
    controller: Controller,
    walls: RecentWalls<WALLS>,
    /// The last tick in which each kind of contact was seen.
    seen: [Option<u64>; KINDS],
    push: Push,
}

/// How long the same motion was commanded, and how far the player moved meanwhile.
#[derive(Clone, Copy, Debug, Default)]
struct Push {
    /// The commanded motion of one tick; metres.
    wish: DVec3,
    ticks: u32,
    moved: DVec3,
}

/// After how many ticks without being seen a contact is over, at `hz` ticks a second.
pub fn ticks_until_over(hz: u32) -> u64 {
    (OVER_SECONDS * f64::from(hz)).ceil() as u64
}

/// Finds contacts, and holds the last one worth seeing.
#[derive(Clone, Debug, Default)]
pub struct ContactWatch {
    held: Option<Contact>,
    /// The last tick that was noted.
    tick: u64,
    observed: Observations,
    /// The last tick in which the held contact was seen, and the observations then. After a rewind to an earlier tick, the
    /// watch continues with them.
    last_of_held: (u64, Observations),
}

impl ContactWatch {
    /// The last contact worth seeing.
    pub fn held(&self) -> Option<&Contact> {
        self.held.as_ref()
    }

    /// Notes the last tick of `sim`, in which `command` moved the player from `before`, and `anomaly` happened.
    pub fn note(
        &mut self,
        before: &PlayerState,
        command: &Command,
        sim: &Sim,
        anomaly: Option<&Anomaly>,
    ) {
        let (tick, controller) = (sim.ticks(), sim.player().controller);
        self.continue_at(tick);
        if controller != self.observed.controller || sim.respawned() {
            self.observed = Observations {
                controller,
                ..Observations::default()
            };
        }
        if sim.respawned() {
            return;
        }
        let timeout = ticks_until_over(sim.hz());
        if !happens(before, command, sim) {
            return;
        }
        let expected = self.observed.note(before, command, sim, timeout);
        let speeds = [before.velocity, sim.player().velocity].map(|velocity| velocity.length());
        let speeds_up =
            speeds[1] - speeds[0] > SPEEDS_UP * wish_velocity(sim.tuning(), command).length();
        self.look_at_second_tick(tick, speeds_up, timeout);
        let unexpected = anomaly.and_then(|anomaly| self.note_anomaly(anomaly, tick, timeout));
        if let Some(kind) = expected.max(unexpected) {
            let throw = anomaly.filter(|_| kind == ContactKind::Thrown);
            let contact = Contact {
                tick,
                begun: tick,
                kind,
                thrown: throw.map_or(0.0, Anomaly::distance),
            };
            self.offer(contact, timeout, sim.hz());
        }
        let is_seen = |held: Contact| self.observed.last_seen(held.kind) == Some(tick);
        if self.held.is_some_and(is_seen) {
            self.last_of_held = (tick, self.observed);
        }
    }

    /// Continues with `tick`. If it does not follow the last one, the player has gone back in time, and the ticks from there on
    /// were discarded.
    fn continue_at(&mut self, tick: u64) {
        self.held = self.held.filter(|held| held.tick < tick);
        if tick != self.tick + 1 {
            let (last, observed) = self.last_of_held;
            let lasts = self.held.is_some() && tick <= last + 1;
            self.observed = if lasts {
                observed.rewound(tick - 1)
            } else {
                Observations::default()
            };
        }
        self.tick = tick;
    }

    /// Makes `tick` the tick to look at, if it is the second one of the held touch, or the body still `speeds_up` since then.
    fn look_at_second_tick(&mut self, tick: u64, speeds_up: bool, timeout: u64) {
        if let Some(held) = &mut self.held {
            let touches = matches!(held.kind, ContactKind::Touch | ContactKind::Crease);
            let lasts = self.observed.last_seen(held.kind) == Some(tick);
            let goes_on = speeds_up && tick == held.tick + 1 && tick <= held.begun + timeout;
            if touches && lasts && (tick == held.begun + 1 || goes_on) {
                held.tick = tick;
            }
        }
    }

    /// Notes an `anomaly` of `tick`. Returns the kind of contact that begins with it, or that goes much farther than the held
    /// one.
    fn note_anomaly(&mut self, anomaly: &Anomaly, tick: u64, timeout: u64) -> Option<ContactKind> {
        let thrown = anomaly.distance();
        let kind = if anomaly.tunnelled() {
            ContactKind::Tunnel
        } else if thrown >= MIN_THROWN {
            ContactKind::Thrown
        } else {
            return None;
        };
        let goes_farther = self.held.is_some_and(|held| {
            held.kind == kind && thrown > held.thrown * FARTHER && thrown > 0.0
        });
        (self.observed.begins(kind, tick, timeout) || goes_farther).then_some(kind)
    }

    /// Holds `contact`, unless a more important one still lasts.
    fn offer(&mut self, contact: Contact, timeout: u64, hz: u32) {
        let lasts = |held: Contact| {
            let seen = self.observed.last_seen(held.kind);
            let hold_ticks = if held.kind >= ContactKind::Thrown {
                (HOLD_SECONDS * f64::from(hz)) as u64
            } else {
                0
            };
            seen.is_some_and(|seen| contact.tick - seen <= timeout)
                || contact.tick - held.tick < hold_ticks
        };
        let replaces = |held: Contact| contact.kind >= held.kind || !lasts(held);
        if self.held.is_none_or(replaces) {
            self.held = Some(contact);
        }
    }
}

impl Observations {
    /// The observations at the earlier `tick`. A contact that was seen later counts as seen in `tick`, since the ticks before
    /// the last are not stored.
    fn rewound(mut self, tick: u64) -> Self {
        self.walls.rewind(tick);
        for seen in self.seen.iter_mut().flatten() {
            *seen = (*seen).min(tick);
        }
        self
    }

    /// Notes the last tick of `sim`. Returns the most important kind of contact that begins with it.
    fn note(
        &mut self,
        before: &PlayerState,
        command: &Command,
        sim: &Sim,
        timeout: u64,
    ) -> Option<ContactKind> {
        let dt = 1.0 / f64::from(sim.hz());
        let motion = own_motion(before.position, sim.player(), dt);
        let touch = self.note_walls(sim, timeout);
        let wish = wish_velocity(sim.tuning(), command) * dt;
        let is_blocked = self.push.is_blocked(wish, motion, sim.hz());
        let blocked = self.note_if(is_blocked, ContactKind::Blocked, sim, timeout);
        let climbs = climbs(before, motion, sim);
        let step = self.note_if(climbs, ContactKind::Step, sim, timeout);
        let launch = self.note_if(launched_by_zone(sim), ContactKind::Launch, sim, timeout);
        touch.max(blocked).max(step).max(launch)
    }

    /// Notes the walls that the last tick of `sim` touched. Returns the kind of contact that begins with them.
    fn note_walls(&mut self, sim: &Sim, timeout: u64) -> Option<ContactKind> {
        let tick = sim.ticks();
        let walls = || touched_walls(sim);
        let first = walls().next()?;
        let mut is_new = false;
        for normal in walls() {
            is_new |= self.walls.note_touch(*normal, tick, timeout);
        }
        self.begins(ContactKind::Touch, tick, timeout);
        let has_other = walls().any(|normal| normal.dot(*first) < SAME_WALL_COS);
        let crease = self.note_if(has_other, ContactKind::Crease, sim, timeout);
        crease.or(is_new.then_some(ContactKind::Touch))
    }

    /// If `is_seen`, notes a contact of this `kind`. Returns the kind if such a contact begins.
    fn note_if(
        &mut self,
        is_seen: bool,
        kind: ContactKind,
        sim: &Sim,
        timeout: u64,
    ) -> Option<ContactKind> {
        (is_seen && self.begins(kind, sim.ticks(), timeout)).then_some(kind)
    }

    /// Notes a contact of this `kind` in `tick`. Returns whether it begins then, because none was seen in the `timeout` ticks
    /// before.
    fn begins(&mut self, kind: ContactKind, tick: u64, timeout: u64) -> bool {
        let seen = self.seen[kind as usize].replace(tick);
        seen.is_none_or(|seen| tick - seen > timeout)
    }

    /// The last tick in which a contact of this `kind` was seen.
    fn last_seen(&self, kind: ContactKind) -> Option<u64> {
        self.seen[kind as usize]
    }
}

/// Whether the last tick of `sim` asked for a motion, or moved the player by itself. A body that rests at a wall shows nothing.
fn happens(before: &PlayerState, command: &Command, sim: &Sim) -> bool {
    let motion = own_motion(before.position, sim.player(), 1.0 / f64::from(sim.hz()));
    wish_velocity(sim.tuning(), command) != DVec3::ZERO || motion.length() > MIN_MOTION
}

/// Whether the player rose by `motion` over a step or an edge in the last tick of `sim`, which began in the state `before`.
fn climbs(before: &PlayerState, motion: DVec3, sim: &Sim) -> bool {
    let player = sim.player();
    let walks = before.ground.stands() && player.ground.stands();
    let rises = player.controller == Controller::Swept && walks && motion.y > MIN_RISE;
    rises && (sim.contacts().climbed() > MIN_RISE || rolls_over_edge(sim))
}

/// Whether a zone threw the player into the air in the last tick of `sim`.
pub fn launched_by_zone(sim: &Sim) -> bool {
    let mut events = sim.zone_events().iter();
    events.any(|event| event.effect == ZoneEffect::Launch)
}

/// Whether the player touches an edge from above, which lifts a round body like a step.
fn rolls_over_edge(sim: &Sim) -> bool {
    let touching = sim.contacts().touching().iter();
    let mut slanted = touching.filter(|surface| (0.0..=MAX_EDGE_UP).contains(&surface.normal.y));
    slanted.any(|surface| {
        let is_face = |face: DVec3| face.dot(surface.normal).abs() > FACE_COS;
        let world = sim.world();
        match surface.collider {
            ColliderId::Triangle(id) => {
                let triangle = world.triangles().get(id.0 as usize);
                triangle.is_some_and(|triangle| !is_face(triangle.plane().normal()))
            }
            ColliderId::Box(id) => {
                let obb = world.boxes().get(id.0 as usize);
                obb.is_some_and(|obb| !(0..3).any(|axis| is_face(obb.axes().col(axis))))
            }
        }
    })
}

impl Push {
    /// Notes a tick in which `wish` was commanded and the player moved by `motion`; metres. Returns whether the player is
    /// blocked, which is decided once in [`PUSH_SECONDS`] and otherwise false.
    fn is_blocked(&mut self, wish: DVec3, motion: DVec3, hz: u32) -> bool {
        if wish != self.wish {
            *self = Self {
                wish,
                ..Self::default()
            };
        }
        if wish == DVec3::ZERO {
            return false;
        }
        self.ticks += 1;
        self.moved += motion;
        if f64::from(self.ticks) < PUSH_SECONDS * f64::from(hz) {
            return false;
        }
        let commanded = wish.length() * f64::from(self.ticks);
        let blocked = self.moved.length() < BLOCKED_SHARE * commanded;
        (self.ticks, self.moved) = (0, DVec3::ZERO);
        blocked
    }
}

#[cfg(test)]
mod tests;
