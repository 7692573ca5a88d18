//! Anomalies of the classic and the boxed controller: the player is thrown back, thrown up, or tunnels. The game
//! detects them so that it can offer an explanation.

use sidle::geometry::Segment;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Mode, PlayerState};
use sidle::sim::Sim;

/// Shorter motions in one tick are no anomaly: against the wished direction, and up; metres.
const MIN_BACK: f64 = 1e-3;
const MIN_UP: f64 = 0.15;

/// How long an anomaly counts as recent; seconds of game time.
pub const RECENT_SECONDS: u64 = 8;

/// An unexpected motion of the player in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anomaly {
    /// The tick in which it happened.
    pub tick: u64,
    kind: AnomalyKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum AnomalyKind {
    /// The player moved this far against the wished direction; metres.
    ThrownBack(f64),
    /// The player rose this far without a jump; metres.
    ThrownUp(f64),
    /// The player passed through a surface.
    Tunnelled,
}

impl Anomaly {
    /// Finds the anomaly of the last tick of `sim`, which led the player from `before` by `command`.
    pub fn find(before: &PlayerState, command: &Command, sim: &Sim) -> Option<Self> {
        let player = sim.player();
        let rides = before.ride.is_some() || player.ride.is_some();
        // The swept controller has no anomalies by construction.
        if player.controller == Controller::Swept || rides || sim.relocated() {
            return None;
        }
        let wish = match command.mode {
            Mode::Walk => command.walk_wish(),
            Mode::Fly => command.fly_wish(),
        };
        let motion = player.position - before.position;
        let kind = if crosses_surface(sim, before.position, player.position) {
            AnomalyKind::Tunnelled
        } else {
            classify(before, wish, motion)?
        };
        let tick = sim.ticks();
        Some(Self { tick, kind })
    }

    /// Whether it happened at most [`RECENT_SECONDS`] from the current tick of `sim`.
    pub fn is_recent(&self, sim: &Sim) -> bool {
        let age = sim.ticks().abs_diff(self.tick);
        age <= RECENT_SECONDS * u64::from(sim.hz())
    }

    /// Whether the player passed through a surface.
    pub fn tunnelled(&self) -> bool {
        self.kind == AnomalyKind::Tunnelled
    }

    /// How far the player was thrown; 0 if it tunnelled; metres.
    pub fn distance(&self) -> f64 {
        match self.kind {
            AnomalyKind::ThrownBack(way) | AnomalyKind::ThrownUp(way) => way,
            AnomalyKind::Tunnelled => 0.0,
        }
    }

    /// What happened: `thrown back 12 mm`.
    pub fn description(&self) -> String {
        match self.kind {
            AnomalyKind::ThrownBack(way) => format!("thrown back {:.0} mm", way * 1000.0),
            AnomalyKind::ThrownUp(way) => format!("thrown up {:.0} mm", way * 1000.0),
            AnomalyKind::Tunnelled => "through a surface".to_owned(),
        }
    }
}

fn classify(before: &PlayerState, wish: DVec3, motion: DVec3) -> Option<AnomalyKind> {
    let wish = wish.normalize_or_zero();
    let back = -motion.dot(wish);
    // After a turn the player still drifts in the old direction.
    let drifts = before.velocity.dot(wish) < 0.0;
    if motion.y >= MIN_UP && before.ground.stands() {
        Some(AnomalyKind::ThrownUp(motion.y))
    } else if back >= MIN_BACK && !drifts {
        Some(AnomalyKind::ThrownBack(back))
    } else {
        None
    }
}

/// Whether the straight line from `from` to `to` crosses a surface.
pub fn crosses_surface(sim: &Sim, from: DVec3, to: DVec3) -> bool {
    let moves = from.distance(to) > MIN_BACK;
    moves
        && sim
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
    fn motion_against_the_wish_is_an_anomaly_unless_the_player_drifts() {
        let (still, ahead) = (state(DVec3::ZERO), DVec3::Z);
        let of = |before: &PlayerState, way| classify(before, ahead, way);
        assert_eq!(
            of(&still, DVec3::Z * -0.01),
            Some(AnomalyKind::ThrownBack(0.01))
        );
        assert_eq!(of(&still, DVec3::Z * -1e-4), None);
        assert_eq!(of(&still, DVec3::Z * 0.04), None);
        assert_eq!(of(&state(DVec3::NEG_Z), DVec3::Z * -0.01), None);
        // Without a wish there is no motion against it.
        assert_eq!(classify(&still, DVec3::ZERO, DVec3::Z * -0.01), None);
    }

    #[test]
    fn rising_is_an_anomaly_only_from_the_ground() {
        let still = state(DVec3::ZERO);
        let up = DVec3::Y * 0.2;
        assert_eq!(
            classify(&still, DVec3::Z, up),
            Some(AnomalyKind::ThrownUp(0.2))
        );
        let falls = PlayerState {
            ground: Ground::None,
            ..still
        };
        assert_eq!(classify(&falls, DVec3::Z, up), None);
    }

    /// Flies at 270 m/s towards a wall, 5 cm thick, that is 2 m ahead.
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
            // The view is along -Z, so backwards leads to the wall.
            forward: Axis::new(-1.0),
            ..sim.idle_command()
        };
        let before = *sim.player();
        sim.tick(&command);
        Anomaly::find(&before, &command, &sim)
    }

    #[test]
    fn tunnelling_is_found_for_the_classic_controller_and_never_for_the_swept_one() {
        let anomaly = at_the_thin_wall(Controller::Classic).expect("2.25 m in one tick");
        assert_eq!((anomaly.tick, anomaly.kind), (1, AnomalyKind::Tunnelled));
        assert_eq!(anomaly.description(), "through a surface");
        assert_eq!(at_the_thin_wall(Controller::Swept), None);
    }

    #[test]
    fn an_anomaly_is_recent_for_eight_seconds() {
        let mut sim = Sim::new(World::default(), Tuning::default(), Rules::default(), 10);
        let anomaly = Anomaly {
            tick: 0,
            kind: AnomalyKind::ThrownBack(0.0123),
        };
        assert_eq!(anomaly.description(), "thrown back 12 mm");
        let idle = sim.idle_command();
        (0..80).for_each(|_| sim.tick(&idle));
        assert!(anomaly.is_recent(&sim));
        sim.tick(&idle);
        assert!(!anomaly.is_recent(&sim));
    }
}
