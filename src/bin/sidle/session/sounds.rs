//! What is heard of the ticks: footsteps, scraping along walls, landings, and a tick at each new contact.
//!
//! It reads the player's state and changes nothing, as an observer of the simulation. How it sounds is up to the platform.

use sidle::geometry::float::{max, min};
use sidle::glam::DVec3;
use sidle::player::{Ground, PlayerState};
use sidle::sim::Sim;
use sidle::world::ColliderId;

use crate::platform::sound::{Footing, SoundFrame};

/// The way from one footstep to the next at a slow walk, and how much longer it is for each m/s; metres and seconds. Smaller: a
/// patter; larger: fewer steps than legs would make.
const STRIDE: f64 = 0.55;
const STRIDE_PER_SPEED: f64 = 0.14;

/// The speed of a footstep at full loudness; m/s.
const FULL_STEP: f64 = 6.0;

/// A fall that ends more slowly than this is no landing, and one of the second speed is as loud as it gets; m/s.
const LANDING_SPEEDS: (f64, f64) = (1.0, 9.0);

/// A contact whose normal rises more than this is a floor's.
const WALL_RISE: f64 = 0.7;

/// Slower motion along a wall is not heard; m/s.
const LEAST_SCRAPE: f64 = 0.05;

/// Normals with at least this cosine are the same wall, such as the next triangle of it.
const SAME_WALL: f64 = 0.97;

/// Listens to the ticks of a session, and collects what is heard until a frame takes it.
#[derive(Debug, Default)]
pub struct Listener {
    heard: SoundFrame,
    /// The way since the last footstep; metres.
    way: f64,
    /// The walls that were touched in the last tick: their unit normals.
    walls: Vec<DVec3>,
    /// The walls of this tick, kept so that no tick allocates.
    now: Vec<DVec3>,
}

impl Listener {
    /// Hears the last tick of `sim`, which led the player from `before`.
    pub fn hear(&mut self, before: &PlayerState, sim: &Sim) {
        if sim.relocated() {
            *self = Self::default();
            return;
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
        self.heard.scrape = if scrape > LEAST_SCRAPE {
            scrape as f32
        } else {
            0.0
        };
        self.hear_feet(before, player, moved, seconds, sim);
    }

    /// A landing, or a step once the way is long enough.
    fn hear_feet(
        &mut self,
        before: &PlayerState,
        player: &PlayerState,
        moved: DVec3,
        seconds: f64,
        sim: &Sim,
    ) {
        if !player.ground.stands() {
            self.way = 0.0;
            return;
        }
        self.heard.footing = footing(player, sim);
        let (least, full) = LANDING_SPEEDS;
        let fall = -before.velocity.y;
        if !before.ground.stands() && fall > least {
            self.heard.landing = self.heard.landing.max(min(fall / full, 1.0) as f32);
            self.way = 0.0;
            return;
        }
        // Who is carried does not walk.
        let carried = player.ride.is_some() && player.velocity.with_y(0.0).length() < LEAST_SCRAPE;
        let pace = if carried {
            0.0
        } else {
            moved.with_y(0.0).length() / seconds
        };
        if pace < LEAST_SCRAPE {
            return;
        }
        self.way += pace * seconds;
        if self.way >= STRIDE + STRIDE_PER_SPEED * pace {
            self.way = 0.0;
            self.heard.step = min(0.35 + 0.65 * pace / FULL_STEP, 1.0) as f32;
        }
    }

    /// What was heard since the last frame. `runs`: ticks go on, so that scraping lasts.
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

/// What the player walks on.
fn footing(player: &PlayerState, sim: &Sim) -> Footing {
    let below = sim.contacts().touching().iter();
    let below = below.max_by(|a, b| a.normal.y.total_cmp(&b.normal.y));
    match (player.ride, player.ground, below.map(|it| it.collider)) {
        (Some(_), ..) => Footing::Metal,
        (_, Ground::Wedged { .. }, _) => Footing::Gravel,
        (_, _, Some(ColliderId::Box(_))) => Footing::Wood,
        _ => Footing::Stone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{begun, slab};
    use sidle::geometry::angle::BinaryAngle;
    use sidle::player::{Axis, Command, Spawn, Tuning};
    use sidle::world::World;

    /// A player at this height over a floor, in front of a wall that is 1.5 m away.
    fn sim(height: f64, hz: u32) -> Sim {
        let floor = slab(DVec3::Y * -1.0, DVec3::new(99.0, 1.0, 99.0));
        let wall = slab(DVec3::new(0.0, 1.0, -2.05), DVec3::new(99.0, 2.0, 0.05));
        let spawn = Spawn {
            position: DVec3::Y * (0.5 + height),
            ..Spawn::default()
        };
        let tuning = Tuning {
            ground_accel: f64::INFINITY,
            ..Tuning::default()
        };
        let mut sim = begun(World::new(vec![], vec![floor, wall]), tuning, spawn);
        sim.set_hz(hz);
        sim
    }

    /// What is heard of a second in which these axes are held, ahead and to the right: every tick.
    fn second(sim: &mut Sim, listener: &mut Listener, forward: f64, right: f64) -> Vec<SoundFrame> {
        let command = Command {
            forward: Axis::new(forward),
            right: Axis::new(right),
            yaw: BinaryAngle::ZERO,
            ..sim.idle_command()
        };
        let ticks = (0..sim.hz()).map(|_| {
            let before = *sim.player();
            sim.tick(&command);
            listener.hear(&before, sim);
            listener.take(true)
        });
        ticks.collect()
    }

    fn steps(heard: &[SoundFrame]) -> usize {
        heard.iter().filter(|heard| heard.step > 0.0).count()
    }

    #[test]
    fn who_stands_hears_nothing_and_who_walks_hears_as_many_steps_at_any_rate() {
        for hz in [30, 60, 120, 360] {
            let (mut sim, mut listener) = (sim(0.0, hz), Listener::default());
            second(&mut sim, &mut listener, 0.0, 0.0);
            let still = second(&mut sim, &mut listener, 0.0, 0.0);
            assert!(still.iter().all(SoundFrame::is_silent), "{hz} Hz");
            // 5 m/s and 0.55 m + 0.14 s · 5 m/s: four strides of 1.25 m, of which rounding may delay the last.
            let walk = second(&mut sim, &mut listener, 0.0, 1.0);
            assert!((3..=4).contains(&steps(&walk)), "{hz} Hz: {}", steps(&walk));
            assert!(
                walk.iter()
                    .all(|heard| heard.contacts == 0 && heard.scrape == 0.0)
            );
            assert!(walk.iter().all(|heard| heard.footing == Footing::Wood));
        }
    }

    #[test]
    fn a_wall_ticks_once_and_scrapes_as_fast_as_the_body_slides() {
        for hz in [30, 120, 360] {
            let (mut sim, mut listener) = (sim(0.0, hz), Listener::default());
            second(&mut sim, &mut listener, 0.0, 0.0);
            let heard = second(&mut sim, &mut listener, 1.0, 1.0);
            let contacts: u32 = heard.iter().map(|heard| heard.contacts).sum();
            assert_eq!(contacts, 1, "{hz} Hz");
            // Of 5 m/s, cos 45° leads along the wall.
            let scrape = f64::from(heard.last().unwrap().scrape);
            assert!(
                (scrape - 5.0 / 2.0_f64.sqrt()).abs() < 0.1,
                "{hz} Hz: {scrape}"
            );
            // Straight at it, the body rests: no scrape, and no further contact.
            let heard = second(&mut sim, &mut listener, 1.0, 0.0);
            assert_eq!(heard.last().unwrap().scrape, 0.0, "{hz} Hz");
            assert!(
                heard[1..].iter().all(|heard| heard.contacts == 0),
                "{hz} Hz"
            );
        }
    }

    #[test]
    fn a_landing_is_as_loud_as_the_fall_was_fast_and_no_step_is_heard_in_the_air() {
        let landing = |height: f64, hz: u32| {
            let (mut sim, mut listener) = (sim(height, hz), Listener::default());
            let heard = second(&mut sim, &mut listener, 0.0, 1.0);
            let first = heard.iter().position(|heard| heard.landing > 0.0);
            let steps = steps(&heard[..first.unwrap_or(0)]);
            assert_eq!(steps, 0, "{height} m, {hz} Hz");
            let landings = heard.iter().filter(|heard| heard.landing > 0.0).count();
            assert!(landings <= 1, "{height} m, {hz} Hz");
            heard.iter().map(|heard| heard.landing).fold(0.0, f32::max)
        };
        for hz in [30, 120, 360] {
            assert_eq!(landing(0.0, hz), 0.0, "{hz} Hz");
            let (low, high) = (landing(0.5, hz), landing(1.5, hz));
            // √(2 · 20 m/s² · 0.5 m) = 4.5 m/s, of 9 m/s.
            assert!((low - 0.5).abs() < 0.1, "{hz} Hz: {low}");
            assert!(high > low + 0.2, "{hz} Hz: {high}");
        }
    }

    #[test]
    fn in_a_pause_a_scrape_is_not_heard_and_nothing_is_heard_twice() {
        let (mut sim, mut listener) = (sim(0.0, 120), Listener::default());
        second(&mut sim, &mut listener, 1.0, 1.0);
        assert!(listener.take(true).scrape > 0.0, "a frame without a tick");
        assert!(listener.take(false).is_silent());
    }
}
