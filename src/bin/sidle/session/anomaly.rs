//! What a player of the classic or the boxed controller wonders about: thrown back, thrown up, or let
//! through. Noticed so that the game can offer to show why.

use sidle::geometry::Segment;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Mode, PlayerState};
use sidle::sim::Sim;

/// Shorter ways than these in one tick are no wonder: back against the wish, and up; metres.
const LEAST_BACK: f64 = 1e-3;
const LEAST_UP: f64 = 0.15;

/// How long it is offered to be shown; seconds of game time.
const OFFERED_SECONDS: u64 = 8;

/// What happened to the player in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anomaly {
    /// The tick in which it happened.
    pub tick: u64,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    /// So far against what was wished; metres.
    Back(f64),
    /// So far up without a jump; metres.
    Up(f64),
    /// Through a surface.
    Through,
}

impl Anomaly {
    /// What happened to a player who was as `before` and wished what `command` says, in the last tick of
    /// `sim`.
    pub fn find(before: &PlayerState, command: &Command, sim: &Sim) -> Option<Self> {
        let player = sim.player();
        let rides = before.ride.is_some() || player.ride.is_some();
        // The swept controller goes nowhere but where it may.
        if player.controller == Controller::Swept || rides || sim.respawned() {
            return None;
        }
        let wish = match command.mode {
            Mode::Walk => command.walk_wish(),
            Mode::Fly => command.fly_wish(),
        };
        let way = player.position - before.position;
        let what = if passes(sim, before.position, player.position) {
            What::Through
        } else {
            what(before, wish, way)?
        };
        let tick = sim.ticks();
        Some(Self { tick, what })
    }

    /// Whether it happened so shortly before `sim` that one still wonders.
    pub fn is_fresh(&self, sim: &Sim) -> bool {
        let age = sim.ticks().abs_diff(self.tick);
        age <= OFFERED_SECONDS * u64::from(sim.hz())
    }

    /// What it was.
    pub fn words(&self) -> String {
        match self.what {
            What::Back(way) => format!("thrown back {:.0} mm", way * 1000.0),
            What::Up(way) => format!("thrown up {:.0} mm", way * 1000.0),
            What::Through => "through a surface".to_owned(),
        }
    }
}

fn what(before: &PlayerState, wish: DVec3, way: DVec3) -> Option<What> {
    let wish = wish.normalize_or_zero();
    let back = -way.dot(wish);
    // Who only turns round still drifts on.
    let drifts = before.velocity.dot(wish) < 0.0;
    if way.y >= LEAST_UP && before.ground.is_floor() {
        Some(What::Up(way.y))
    } else if back >= LEAST_BACK && !drifts {
        Some(What::Back(back))
    } else {
        None
    }
}

/// Whether the straight way of a centre leads through a surface.
fn passes(sim: &Sim, from: DVec3, to: DVec3) -> bool {
    let goes = from.distance(to) > LEAST_BACK;
    goes && sim
        .world()
        .intersect_segment(&Segment::new(from, to))
        .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::begun;
    use crate::test_support::slab;
    use sidle::player::{Axis, Ground, Rules, Spawn, Tuning};
    use sidle::world::World;

    fn state(velocity: DVec3) -> PlayerState {
        PlayerState {
            velocity,
            ground: Ground::Floor { normal: DVec3::Y },
            ..PlayerState::default()
        }
    }

    #[test]
    fn back_against_the_wish_is_a_wonder_and_drifting_is_none() {
        let (still, ahead) = (state(DVec3::ZERO), DVec3::Z);
        let of = |before: &PlayerState, way| what(before, ahead, way);
        assert_eq!(of(&still, DVec3::Z * -0.01), Some(What::Back(0.01)));
        assert_eq!(of(&still, DVec3::Z * -1e-4), None);
        assert_eq!(of(&still, DVec3::Z * 0.04), None);
        assert_eq!(of(&state(DVec3::NEG_Z), DVec3::Z * -0.01), None);
        // Who wishes nothing is not thrown against anything.
        assert_eq!(what(&still, DVec3::ZERO, DVec3::Z * -0.01), None);
    }

    #[test]
    fn up_is_a_wonder_from_the_ground_only() {
        let still = state(DVec3::ZERO);
        let up = DVec3::Y * 0.2;
        assert_eq!(what(&still, DVec3::Z, up), Some(What::Up(0.2)));
        let falls = PlayerState {
            ground: Ground::None,
            ..still
        };
        assert_eq!(what(&falls, DVec3::Z, up), None);
    }

    /// Flies at 30 m/s towards a wall of 5 cm that is 0.6 m ahead.
    fn at_the_thin_wall(controller: Controller) -> Option<Anomaly> {
        let wall = slab(DVec3::Z * 2.0, DVec3::new(9.0, 9.0, 0.025));
        let world = World::new(vec![], vec![wall]);
        let spawn = Spawn {
            mode: Mode::Fly,
            controller,
            ..Spawn::default()
        };
        let tuning = Tuning {
            fly_speed: 270.0,
            ..Tuning::default()
        };
        let mut sim = begun(world, tuning, spawn);
        let command = Command {
            // Looks along -Z: backwards is ahead here.
            forward: Axis::new(-1.0),
            ..sim.idle_command()
        };
        let before = *sim.player();
        sim.tick(&command);
        Anomaly::find(&before, &command, &sim)
    }

    #[test]
    fn through_a_thin_wall_is_noticed_of_those_who_can() {
        let anomaly = at_the_thin_wall(Controller::Classic).expect("2.25 m in one tick");
        assert_eq!((anomaly.tick, anomaly.what), (1, What::Through));
        assert_eq!(anomaly.words(), "through a surface");
        assert_eq!(at_the_thin_wall(Controller::Swept), None);
    }

    #[test]
    fn a_snag_is_offered_for_some_seconds() {
        let mut sim = Sim::new(World::default(), Tuning::default(), Rules::default(), 10);
        let anomaly = Anomaly {
            tick: 0,
            what: What::Back(0.0123),
        };
        assert_eq!(anomaly.words(), "thrown back 12 mm");
        let idle = sim.idle_command();
        (0..80).for_each(|_| sim.tick(&idle));
        assert!(anomaly.is_fresh(&sim));
        sim.tick(&idle);
        assert!(!anomaly.is_fresh(&sim));
    }
}
