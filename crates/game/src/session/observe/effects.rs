//! What motion leaves to be seen for a moment: the dust of footsteps and landings, and where a wall takes speed away, dust or
//! sparks, and a scratch along it.
//!
//! It reads the player's state and changes nothing, as an observer of the simulation. It has no clock and no random numbers: the
//! same ticks always leave the same. How it looks is up to the view.

use sidle::geometry::float::{clamp, max, min};
use sidle::glam::DVec3;
use sidle::player::{Command, PlayerState};
use sidle::sim::Sim;
use sidle::sim::metrics::wish_velocity;
use sidle::world::ColliderId;

use crate::session::observe::sounds::{Footfall, WALL_RISE};

/// The most motes and scratches at once; the oldest give way. Larger: more to draw.
const MAX_MOTES: usize = 64;
const MAX_SCRATCHES: usize = 48;

/// How long a mote of dust, a spark and a scratch are seen; seconds.
const DUST_SECONDS: f64 = 0.7;
const SPARK_SECONDS: f64 = 0.35;
const SCRATCH_SECONDS: f64 = 6.0;

/// A wall that takes this speed away has the full effect; m/s.
const FULL_TAKEN: f64 = 4.0;

/// Slower motion along a wall leaves nothing; m/s. At the second speed, a wall gets all its motes.
const SCRAPE_SPEEDS: (f64, f64) = (0.4, 3.0);

/// The motes of a second at a wall with the full effect.
const MOTES_PER_SECOND: f64 = 32.0;

/// Beyond this effect, stone also gives sparks.
const SPARKING: f64 = 0.45;

/// A longer scratch is continued by another one; metres. Larger: it does not follow a round wall, and fades in long pieces.
const SCRATCH: f64 = 0.3;

/// The motes of a footstep, and of a landing at its loudest.
const STEP_MOTES: u32 = 3;
const LANDING_MOTES: f32 = 14.0;

/// A surface with less friction gives flakes of ice, and looks like ice. Larger: wet stone is ice.
pub const ICY: f64 = 0.5;

/// The substance of which a mote is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    Stone,
    Wood,
    Metal,
    Ice,
}

/// A grain of dust, or a spark, which flies off from a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mote {
    /// After which tick it began.
    born: u64,
    pub is_spark: bool,
    pub matter: Matter,
    /// Where it began, and how fast; metres, and m/s.
    start: DVec3,
    velocity: DVec3,
    /// From 0 to 1.
    pub strength: f32,
}

/// A straight scratch on a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scratch {
    /// The tick that has last drawn it further.
    tick: u64,
    pub ends: [DVec3; 2],
    /// From the wall to the body; a unit vector.
    pub normal: DVec3,
    pub strength: f32,
}

impl Mote {
    /// Its age as a share of its time, `ticks` after the start at `hz`; `None` before and after.
    pub fn age(&self, ticks: f64, hz: f64) -> Option<f64> {
        let all = if self.is_spark {
            SPARK_SECONDS
        } else {
            DUST_SECONDS
        };
        let age = (ticks - self.born as f64) / hz / all;
        (0.0..1.0).contains(&age).then_some(age)
    }

    /// Where it is at this age, and how fast; metres, and m/s.
    pub fn motion(&self, age: f64) -> (DVec3, DVec3) {
        if self.is_spark {
            let seconds = age * SPARK_SECONDS;
            let fall = DVec3::NEG_Y * 9.8;
            let way = self.velocity * seconds + fall * (0.5 * seconds * seconds);
            return (self.start + way, self.velocity + fall * seconds);
        }
        // The air stops dust.
        let slowed = 1.0 + 5.0 * age;
        let way = self.velocity * (age * DUST_SECONDS / slowed);
        (self.start + way, self.velocity / (slowed * slowed))
    }
}

impl Scratch {
    /// What is left of it, from 1 to 0.
    pub fn left(&self, ticks: f64, hz: f64) -> f32 {
        let age = (ticks - self.tick as f64) / hz / SCRATCH_SECONDS;
        clamp(1.0 - age, 0.0, 1.0) as f32
    }
}

/// What the last ticks have left.
#[derive(Debug, Default)]
pub struct Effects {
    motes: Vec<Mote>,
    scratches: Vec<Scratch>,
    /// The last tick.
    tick: u64,
    /// The part of the next mote of a scrape that is due.
    due: f64,
    /// How many motes there were. It decides how each differs.
    number: u32,
}

impl Effects {
    /// Notes the last tick of `sim`, in which `command` moved the player from `before`, with this footfall.
    pub fn note(&mut self, before: &PlayerState, command: &Command, sim: &Sim, feet: Footfall) {
        let tick = sim.ticks();
        if sim.relocated() || tick != self.tick + 1 {
            *self = Self::default();
        }
        self.tick = tick;
        if sim.relocated() || sim.water().is_some() {
            return;
        }
        let (now, hz) = (tick as f64, f64::from(sim.hz()));
        self.motes.retain(|mote| mote.age(now, hz).is_some());
        self.scratches.retain(|it| it.left(now, hz) > 0.0);
        self.note_feet(sim, feet);
        self.note_walls(before, command, sim);
    }

    /// Removes everything, as before a picture that shows only the level.
    pub fn clear(&mut self) {
        self.motes.clear();
        self.scratches.clear();
    }

    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.motes.is_empty() && self.scratches.is_empty()
    }

    pub fn motes(&self) -> &[Mote] {
        &self.motes
    }

    pub fn scratches(&self) -> &[Scratch] {
        &self.scratches
    }

    fn note_feet(&mut self, sim: &Sim, feet: Footfall) {
        let player = sim.player();
        let ground = sim.contacts().underfoot(sim.world(), player.position);
        let Some(ground) = ground.filter(|_| feet != Footfall::default()) else {
            return;
        };
        let matter = matter_of(ground.collider, sim);
        if feet.landing > 0.0 {
            let count = (LANDING_MOTES * (0.3 + 0.7 * feet.landing)) as u32;
            for _ in 0..count {
                let [x, y, z, _] = self.differ();
                let out = DVec3::new(x, 0.0, z).normalize_or_zero();
                let velocity = out * (1.2 + 2.4 * f64::from(feet.landing)) + DVec3::Y * (0.3 + y);
                let start = ground.point + out * 0.15;
                self.add(false, matter, (start, velocity), 0.5 + 0.5 * feet.landing);
            }
        } else if matter != Matter::Metal {
            for _ in 0..STEP_MOTES {
                let [x, y, z, _] = self.differ();
                let start = ground.point + DVec3::new(x, 0.0, z) * 0.12;
                let velocity = player.velocity * 0.15 + DVec3::new(x, 0.5 + y, z) * 0.7;
                self.add(false, matter, (start, velocity), 0.5 * feet.step);
            }
        }
    }

    fn note_walls(&mut self, before: &PlayerState, command: &Command, sim: &Sim) {
        let player = sim.player();
        let seconds = 1.0 / f64::from(sim.hz());
        let moved = (player.position - before.position) / seconds;
        let wish = wish_velocity(sim.tuning(), command);
        let touched = sim.contacts().touching().iter();
        let walls = touched.filter(|surface| surface.normal.y.abs() < WALL_RISE);
        // The speed that the wall takes away: what was asked for, or what the body came with.
        let taken = walls.map(|wall| {
            let asked = max(-wish.dot(wall.normal), -before.velocity.dot(wall.normal));
            (wall, min(asked / FULL_TAKEN, 1.0))
        });
        let most = taken.max_by(|(_, one), (_, other)| one.total_cmp(other));
        let Some((wall, taken)) = most.filter(|(_, taken)| *taken > 0.0) else {
            return;
        };
        let along = moved - wall.normal * moved.dot(wall.normal);
        let (least, full) = SCRAPE_SPEEDS;
        if along.length() < least {
            return;
        }
        let effect = taken * min(along.length() / full, 1.0);
        self.scratch(wall.point, wall.normal, effect as f32);
        let matter = matter_of(wall.collider, sim);
        self.due += MOTES_PER_SECOND * effect * seconds;
        while self.due >= 1.0 {
            self.due -= 1.0;
            let [x, y, z, chance] = self.differ();
            let aside = DVec3::new(x, y, z);
            let sparks = match matter {
                Matter::Metal => true,
                Matter::Stone => effect > SPARKING && chance > 0.0,
                Matter::Wood | Matter::Ice => false,
            };
            let start = wall.point + wall.normal * 0.02 + aside * 0.04;
            let velocity = if sparks {
                along * (0.7 + 0.4 * x) + wall.normal * (0.6 + y) + aside + DVec3::Y * 1.2
            } else {
                along * 0.45 + wall.normal * 0.5 + aside * 0.5 + DVec3::Y * 0.3
            };
            let strength = (0.4 + 0.6 * effect) as f32;
            self.add(sparks, matter, (start, velocity), strength);
        }
    }

    /// Draws the scratch to `point` further, or begins another one.
    fn scratch(&mut self, point: DVec3, normal: DVec3, strength: f32) {
        let tick = self.tick;
        let last = self.scratches.last_mut();
        let last = last.filter(|last| last.tick + 1 == tick && last.normal.dot(normal) > 0.99);
        let mut start = point;
        if let Some(last) = last {
            if last.ends[0].distance(last.ends[1]) < SCRATCH {
                (last.tick, last.ends[1]) = (tick, point);
                last.strength = last.strength.max(strength);
                return;
            }
            start = last.ends[1];
        }
        if self.scratches.len() == MAX_SCRATCHES {
            self.scratches.remove(0);
        }
        self.scratches.push(Scratch {
            tick,
            ends: [start, point],
            normal,
            strength,
        });
    }

    fn add(
        &mut self,
        is_spark: bool,
        matter: Matter,
        (start, velocity): (DVec3, DVec3),
        strength: f32,
    ) {
        if self.motes.len() == MAX_MOTES {
            self.motes.remove(0);
        }
        self.motes.push(Mote {
            born: self.tick,
            is_spark,
            matter,
            start,
            velocity,
            strength,
        });
    }

    /// Numbers from -1 to 1, which differ from mote to mote.
    fn differ(&mut self) -> [f64; 4] {
        [0; 4].map(|_| {
            self.number = self.number.wrapping_add(1);
            let mixed = self.number.wrapping_mul(0x9e37_79b9);
            let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b);
            f64::from(mixed >> 8) / f64::from(1 << 23) - 1.0
        })
    }
}

/// What a collider is made of, as far as it shows.
fn matter_of(collider: ColliderId, sim: &Sim) -> Matter {
    let world = sim.world();
    if world.surface_rules(world.tag(collider)).friction < ICY {
        return Matter::Ice;
    }
    match collider {
        ColliderId::Box(id) if sim.movers().iter().any(|driven| driven.id == id) => Matter::Metal,
        ColliderId::Box(_) => Matter::Wood,
        ColliderId::Triangle(_) => Matter::Stone,
    }
}

#[cfg(test)]
mod tests;
