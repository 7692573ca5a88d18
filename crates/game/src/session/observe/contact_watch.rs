//! Finds the last contact worth seeing, such as the first touch of a wall, a step, or a tunnel.
//!
//! It reads the states and the contacts of every tick, but no trace. So a tick that nobody watches stays as fast as
//! before. The found tick is traced later, by
//! [`Timeline::review`](crate::session::history::timeline::Timeline::review).

use sidle::glam::DVec3;
use sidle::player::{Command, Controller, PlayerState};
use sidle::sim::Sim;
use sidle::sim::metrics::{own_motion, wish_velocity};
use sidle::world::ColliderId;

use crate::session::eye::is_step;
use crate::session::observe::anomaly::Anomaly;
use crate::session::observe::walls::{RecentWalls, SAME_WALL_COS, touched_walls};

/// How long the same motion must be commanded before the player can count as blocked; seconds. Smaller: a player who
/// starts to walk counts as blocked; larger: one who gives up soon never does.
pub const PUSH_SECONDS: f64 = 0.25;

/// A player who moves less than this share of the commanded distance is blocked. Smaller: one who jitters is not;
/// larger: one who slides slowly along a wall is.
pub const BLOCKED_SHARE: f64 = 0.01;

/// A contact that was not seen for this long is over; seconds. Smaller: a body that jitters at a wall touches it again and
/// again; larger: a second touch of the same wall is overlooked.
const OVER_SECONDS: f64 = 0.3;

/// A throw or a tunnel is held for at least this long; seconds. Smaller: the wall behind takes its place before anyone has
/// looked; larger: later contacts are overlooked.
const HOLD_SECONDS: f64 = 4.0;

/// A throw this many times as far as the one that is held takes its place.
const FARTHER: f64 = 2.0;

/// A smaller rise in a tick is no step; metres.
const MIN_RISE: f64 = 1e-4;

/// The greatest height of the unit normal of an edge that lifts the body, of 14 degrees. Larger: seams of hilly ground count.
const EDGE_HEIGHT: f64 = 0.97;

/// A normal with at least this cosine to that of a face, of 10 degrees, belongs to the face and not to its edge.
const FACE_COS: f64 = 0.985;

/// A shorter throw is the jitter of a body in a corner; metres.
const MIN_THROWN: f64 = 0.01;

/// How many walls are remembered.
const WALLS: usize = 4;

/// The kind of a contact; later ones are more important.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactKind {
    /// A wall took a part of the motion.
    Touch,
    /// The player pushes against something, and does not move.
    Blocked,
    /// Two walls at once took a part of the motion.
    Crease,
    /// The player rose over a step.
    Step,
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
    /// The tick to look at, of a touch that lasts, the second one, since the first is half on the way to the wall.
    pub tick: u64,
    /// The tick in which it began.
    pub begun: u64,
    pub kind: ContactKind,
    /// How far a throw went; 0 for other kinds; metres.
    pub thrown: f64,
}

/// The state that lasts from tick to tick; of the controller that made the last one.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    controller: Controller,
    walls: RecentWalls<WALLS>,
    /// The last tick of each kind of contact.
    seen: [Option<u64>; KINDS],
    push: Push,
}

/// How long the same motion was commanded, and how far it led.
#[derive(Clone, Copy, Debug, Default)]
struct Push {
    wish: DVec3,
    ticks: u32,
    moved: DVec3,
}

/// For how many ticks a contact is not seen until it is over, at `hz` ticks a second.
pub fn ticks_until_over(hz: u32) -> u64 {
    (OVER_SECONDS * f64::from(hz)).ceil() as u64
}

/// Finds contacts, and holds the last one worth seeing.
#[derive(Clone, Debug, Default)]
pub struct ContactWatch {
    held: Option<Contact>,
    /// The last tick that was noted.
    tick: u64,
    course: Course,
    /// The last tick in which the held contact lasted, and the course then. Who goes on from an earlier tick goes on
    /// with it.
    lasted: (u64, Course),
}

impl ContactWatch {
    /// The last contact worth seeing.
    pub fn held(&self) -> Option<&Contact> {
        self.held.as_ref()
    }

    /// Notes the last tick of `sim`, which led the player from `before` by `command`, and in which `anomaly` happened.
    pub fn note(
        &mut self,
        before: &PlayerState,
        command: &Command,
        sim: &Sim,
        anomaly: Option<&Anomaly>,
    ) {
        let (tick, controller) = (sim.ticks(), sim.player().controller);
        // A contact of this tick or a later one belongs to a future that was discarded.
        self.held = self.held.filter(|held| held.tick < tick);
        if tick != self.tick + 1 {
            let (until, lasted) = self.lasted;
            let lasts = self.held.is_some() && tick <= until + 1;
            self.course = if lasts {
                lasted.rewound(tick - 1)
            } else {
                Course::default()
            };
        }
        self.tick = tick;
        if controller != self.course.controller || sim.respawned() {
            self.course = Course {
                controller,
                ..Course::default()
            };
        }
        if sim.respawned() {
            return;
        }
        let over = ticks_until_over(sim.hz());
        let begun = self.course.note(before, command, sim, over);
        if let Some(held) = &mut self.held {
            let touches = matches!(held.kind, ContactKind::Touch | ContactKind::Crease);
            let lasts = self.course.seen[held.kind as usize] == Some(tick);
            if touches && lasts && tick == held.begun + 1 {
                held.tick = tick;
            }
        }
        let thrown = anomaly.map_or(0.0, Anomaly::distance);
        let is_notable = |it: &&Anomaly| it.tunnelled() || it.distance() >= MIN_THROWN;
        let unexpected = anomaly.filter(is_notable).and_then(|anomaly| {
            let kind = if anomaly.tunnelled() {
                ContactKind::Tunnel
            } else {
                ContactKind::Thrown
            };
            let farther = self.held.is_some_and(|held| {
                held.kind == kind && thrown > held.thrown * FARTHER && thrown > 0.0
            });
            (self.course.begins(kind, tick, over) || farther).then_some(kind)
        });
        if let Some(kind) = begun.max(unexpected) {
            let contact = Contact {
                tick,
                begun: tick,
                kind,
                thrown: if kind == ContactKind::Thrown {
                    thrown
                } else {
                    0.0
                },
            };
            self.offer(contact, over, sim.hz());
        }
        let seen = |held: Contact| self.course.seen[held.kind as usize] == Some(tick);
        if self.held.is_some_and(seen) {
            self.lasted = (tick, self.course);
        }
    }

    /// Holds `contact`, unless a more important one still lasts.
    fn offer(&mut self, contact: Contact, over: u64, hz: u32) {
        let lasts = |held: Contact| {
            let seen = self.course.seen[held.kind as usize];
            let hold = if held.kind >= ContactKind::Thrown {
                (HOLD_SECONDS * f64::from(hz)) as u64
            } else {
                0
            };
            seen.is_some_and(|seen| contact.tick - seen <= over) || contact.tick - held.tick < hold
        };
        let replaces = |held: Contact| contact.kind >= held.kind || !lasts(held);
        if self.held.is_none_or(replaces) {
            self.held = Some(contact);
        }
    }
}

impl Course {
    /// The course as it was at `tick`, as far as that is known.
    fn rewound(mut self, tick: u64) -> Self {
        self.walls.rewind(tick);
        for seen in self.seen.iter_mut().flatten() {
            *seen = (*seen).min(tick);
        }
        self
    }

    /// Notes a tick of `sim`. Returns the kind of contact that begins with it.
    fn note(
        &mut self,
        before: &PlayerState,
        command: &Command,
        sim: &Sim,
        over: u64,
    ) -> Option<ContactKind> {
        let (tick, player) = (sim.ticks(), sim.player());
        let walls = || touched_walls(sim);
        let mut kind = None;
        for normal in walls() {
            if self.walls.meets(*normal, tick, over) {
                kind = Some(ContactKind::Touch);
            }
        }
        if let Some(first) = walls().next() {
            self.begins(ContactKind::Touch, tick, over);
            let another = walls().any(|normal| normal.dot(*first) < SAME_WALL_COS);
            if another && self.begins(ContactKind::Crease, tick, over) {
                kind = Some(ContactKind::Crease);
            }
        }
        let dt = 1.0 / f64::from(sim.hz());
        let motion = own_motion(before.position, player, dt);
        let wish = wish_velocity(sim.tuning(), command) * dt;
        if self.push.is_blocked(wish, motion, sim.hz())
            && self.begins(ContactKind::Blocked, tick, over)
        {
            kind = kind.max(Some(ContactKind::Blocked));
        }
        let walks = before.ground.stands() && player.ground.stands();
        let rises = player.controller == Controller::Swept && walks && motion.y > MIN_RISE;
        let climbs = rises && (is_step(before, player, dt) || rolls_over_edge(sim));
        if climbs && self.begins(ContactKind::Step, tick, over) {
            kind = kind.max(Some(ContactKind::Step));
        }
        kind
    }

    /// Notes a contact of this `kind`. Returns whether it begins with `tick`, so that none was seen for `over` ticks.
    fn begins(&mut self, kind: ContactKind, tick: u64, over: u64) -> bool {
        let seen = self.seen[kind as usize].replace(tick);
        seen.is_none_or(|seen| tick - seen > over)
    }
}

/// Whether the player touches an edge from above, which lifts a round body like a step.
fn rolls_over_edge(sim: &Sim) -> bool {
    let touching = sim.contacts().touching().iter();
    let mut slanted = touching.filter(|surface| (0.0..=EDGE_HEIGHT).contains(&surface.normal.y));
    slanted.any(|surface| {
        let faces = |face: DVec3| face.dot(surface.normal).abs() > FACE_COS;
        let world = sim.world();
        match surface.collider {
            ColliderId::Triangle(id) => {
                let triangle = world.triangles().get(id.0 as usize);
                triangle.is_some_and(|triangle| !faces(triangle.plane().normal()))
            }
            ColliderId::Box(id) => {
                let obb = world.boxes().get(id.0 as usize);
                obb.is_some_and(|obb| !(0..3).any(|axis| faces(obb.axes().col(axis))))
            }
        }
    })
}

impl Push {
    /// Notes a tick in which `wish` was commanded, and the player moved by `motion`; metres. Returns whether it is
    /// blocked. That is asked at the end of every [`PUSH_SECONDS`].
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
