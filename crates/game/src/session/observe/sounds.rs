//! The sounds of the ticks: footsteps, scraping along walls, landings, and a tick at each new contact.
//!
//! It reads the player's state and changes nothing, as an observer of the simulation. How it sounds is up to the platform.

use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;
use sidle::player::{Ground, PlayerState};
use sidle::sim::Sim;
use sidle::world::ColliderId;

use crate::platform::sound::{Footing, SoundFrame};
use crate::session::eye::impact;

/// The distance from one footstep to the next at a slow walk; metres. Smaller: a patter; larger: fewer steps than legs would
/// make.
const STRIDE: f64 = 0.55;

/// How much the stride grows with the speed; metres for each m/s.
const STRIDE_PER_SPEED: f64 = 0.14;

/// The speed of a footstep at full loudness; m/s.
const FULL_STEP: f64 = 6.0;

/// A landing with an impact below the first speed is not heard. One at the second speed or faster is loudest; m/s.
const LANDING_SPEEDS: (f64, f64) = (1.0, 9.0);

/// A contact is one with a floor if the upward component of its unit normal is more than this.
pub const WALL_RISE: f64 = 0.7;

/// Slower motion along a wall is not heard; m/s.
const MIN_SCRAPE: f64 = 0.05;

/// Two normals belong to the same wall if the cosine of the angle between them is at least this. Its next triangle has such a
/// normal.
const SAME_WALL: f64 = 0.97;

/// What the feet did in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Footfall {
    /// The loudness of a step, and of a landing, from 0 to 1; 0 if there was none.
    pub step: f32,
    pub landing: f32,
}

/// Listens to the ticks of a session, and collects sounds until a frame takes them.
#[derive(Debug, Default)]
pub struct Listener {
    heard: SoundFrame,
    /// The distance since the last footstep; metres.
    since_step: f64,
    /// The walls that were touched in the last tick: their unit normals.
    walls: Vec<DVec3>,
    /// The walls of this tick, kept so that no tick allocates.
    now: Vec<DVec3>,
}

impl Listener {
    /// A number of a countdown is heard.
    pub fn note_count(&mut self) {
        self.heard.contacts = self.heard.contacts.saturating_add(1);
    }

    /// Hears the last tick of `sim`, in which the player moved from `before`. Returns what the feet did.
    pub fn hear(&mut self, before: &PlayerState, sim: &Sim) -> Footfall {
        if sim.relocated() {
            *self = Self::default();
            return Footfall::default();
        }
        let player = sim.player();
        let seconds = 1.0 / f64::from(sim.hz());
        let moved = player.position - before.position;
        let contacts = sim.contacts();
        self.now.clear();
        let touched = contacts.touching().iter().map(|surface| surface.normal);
        let normals = touched.chain(contacts.planes().iter().copied());
        for normal in normals.filter(|normal| normal.y.abs() < WALL_RISE) {
            // A wall that blocked the motion is mostly also touched at its end.
            if !is_among(&self.now, normal) {
                self.now.push(normal);
            }
        }
        let mut scrape = 0.0;
        for wall in &self.now {
            if !is_among(&self.walls, *wall) {
                self.heard.contacts = self.heard.contacts.saturating_add(1);
            }
            let along = moved - *wall * moved.dot(*wall);
            scrape = max(scrape, along.length() / seconds);
        }
        std::mem::swap(&mut self.walls, &mut self.now);
        self.heard.scrape = if scrape > MIN_SCRAPE {
            scrape as f32
        } else {
            0.0
        };
        let feet = self.hear_feet(player, moved, seconds, sim);
        if feet.step > 0.0 {
            self.heard.step = feet.step;
        }
        self.heard.landing = self.heard.landing.max(feet.landing);
        let eye = player.position.y + sim.tuning().for_player(player).eye_offset();
        if sim.water().is_some_and(|water| water.surface > eye) {
            // Under water, only a reached goal is heard.
            self.heard = SoundFrame {
                success: self.heard.success,
                ..SoundFrame::default()
            };
        }
        feet
    }

    /// A landing, or a step once the way is long enough.
    fn hear_feet(
        &mut self,
        player: &PlayerState,
        moved: DVec3,
        seconds: f64,
        sim: &Sim,
    ) -> Footfall {
        let mut feet = Footfall::default();
        if !player.ground.stands() {
            self.since_step = 0.0;
            return feet;
        }
        self.heard.footing = footing(player, sim);
        let (least, loudest) = LANDING_SPEEDS;
        if let Some(speed) = impact(sim).filter(|speed| *speed > least) {
            feet.landing = min(speed / loudest, 1.0) as f32;
            self.since_step = 0.0;
            return feet;
        }
        // A player who is carried does not walk.
        let carried = player.ride.is_some() && player.velocity.with_y(0.0).length() < MIN_SCRAPE;
        let pace = if carried {
            0.0
        } else {
            moved.with_y(0.0).length() / seconds
        };
        if pace < MIN_SCRAPE {
            return feet;
        }
        self.since_step += pace * seconds;
        if self.since_step >= STRIDE + STRIDE_PER_SPEED * pace {
            self.since_step = 0.0;
            feet.step = min(0.35 + 0.65 * pace / FULL_STEP, 1.0) as f32;
        }
        feet
    }

    /// Notes that the player has reached a goal, which is heard.
    pub fn note_success(&mut self) {
        self.heard.success = true;
    }

    /// The sounds since the last frame. Scraping lasts while the ticks continue, which `runs` says.
    pub fn take(&mut self, runs: bool) -> SoundFrame {
        let scrape = if runs { self.heard.scrape } else { 0.0 };
        let rest = SoundFrame {
            scrape,
            ..SoundFrame::default()
        };
        let heard = std::mem::replace(&mut self.heard, rest);
        SoundFrame { scrape, ..heard }
    }
}

/// Whether one of the unit normals `walls` is that of the same wall as `normal`.
fn is_among(walls: &[DVec3], normal: DVec3) -> bool {
    walls.iter().any(|known| known.dot(normal) > SAME_WALL)
}

/// The ground that the player walks on.
fn footing(player: &PlayerState, sim: &Sim) -> Footing {
    let below = sim.contacts().touching().iter();
    let below = below.max_by(|a, b| a.normal.y.total_cmp(&b.normal.y));
    match (player.ride, player.ground, below.map(|hit| hit.collider)) {
        (Some(_), ..) => Footing::Metal,
        (_, Ground::Wedged { .. }, _) => Footing::Gravel,
        (_, _, Some(ColliderId::Box(_))) => Footing::Wood,
        _ => Footing::Stone,
    }
}

#[cfg(test)]
mod tests;
