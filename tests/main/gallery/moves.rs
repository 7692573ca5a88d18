//! The level `moves`: each way to move leads where its sign says, and walking alone does not.

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::{DVec3, Vec3Swizzles};
use sidle::player::{Axis, Command, Ground, PlayerState};
use sidle::sim::Sim;

use super::{SWEPT, end_of_script, walker};
use crate::support::shipped_level;

/// A player of the level, and all states so far.
struct Player {
    sim: Sim,
    yaw_deg: f64,
    states: Vec<PlayerState>,
}

impl Player {
    fn at(position: [f64; 3], yaw_deg: f64) -> Self {
        let walk = walker(shipped_level("moves"), SWEPT, position, yaw_deg);
        Self {
            sim: walk.sim,
            yaw_deg,
            states: Vec::new(),
        }
    }

    /// Presses keys ahead and to the right for `seconds`, with a look up by `pitch_deg`, while the view turns left.
    fn hold(self, seconds: f64, [ahead, right]: [f64; 2], pitch_deg: f64) -> Self {
        self.play(seconds, [ahead, right], pitch_deg, 0.0, false)
    }

    /// The same, with a jump at its beginning.
    fn jump(self, seconds: f64, keys: [f64; 2]) -> Self {
        self.play(seconds, keys, 0.0, 0.0, true)
    }

    fn play(
        mut self,
        seconds: f64,
        [ahead, right]: [f64; 2],
        pitch_deg: f64,
        turn_deg_per_s: f64,
        mut jump: bool,
    ) -> Self {
        let hz = f64::from(self.sim.hz());
        for _ in 0..(seconds * hz) as u32 {
            self.yaw_deg += turn_deg_per_s / hz;
            self.sim.tick(&Command {
                forward: Axis::new(ahead),
                right: Axis::new(right),
                yaw: BinaryAngle::from_degrees(self.yaw_deg),
                pitch: BinaryAngle::from_degrees(pitch_deg),
                jump: std::mem::take(&mut jump),
                controller: SWEPT,
                ..Command::default()
            });
            self.states.push(*self.sim.player());
        }
        self
    }

    fn end(&self) -> DVec3 {
        self.sim.player().position
    }

    fn stands(&self) -> bool {
        self.sim.player().ground.stands()
    }

    fn held(&self, is: impl Fn(Ground) -> bool) -> bool {
        self.states.iter().any(|state| is(state.ground))
    }
}

#[test]
fn a_swimmer_drifts_across_the_river_and_climbs_out_at_the_other_bank() {
    let swum = Player::at([3.0, 0.4, 12.0], 0.0);
    let swum = swum.hold(0.5, [1.0, 0.0], 0.0).hold(3.0, [1.0, 0.0], 25.0);
    let climbs = |ground| matches!(ground, Ground::Mantle { .. });
    assert!(swum.held(climbs) && swum.stands() && swum.end().z < 5.8);
    assert!(swum.end().x > 3.3, "{}", swum.end());
}

#[test]
fn the_way_to_the_bank_behind_the_pool_leads_under_its_wall() {
    let end = end_of_script("moves", SWEPT).position;
    assert!((end - DVec3::new(0.0, 0.3, -14.7)).length() < 0.01, "{end}");
    // On the surface, the wall holds a swimmer.
    let held = Player::at([0.0, 0.4, 0.0], 0.0).hold(8.0, [1.0, 0.0], 20.0);
    assert!(held.end().z > -6.9, "{}", held.end());
}

#[test]
fn the_ladder_the_net_and_the_rope_lead_onto_the_tower_and_its_bare_wall_does_not() {
    for (position, yaw, climbs) in [
        ([-14.5, 0.4, 4.0], 0.0, true),
        ([-11.6, 0.4, 4.0], 0.0, true),
        ([-8.0, 0.4, 0.6], 90.0, true),
        ([-8.0, 0.4, -1.2], 90.0, false),
    ] {
        let climbed = Player::at(position, yaw).hold(2.5, [1.0, 0.0], 20.0);
        let is_up = climbed.stands() && (climbed.end().y - 4.3).abs() < 0.01;
        assert_eq!(is_up, climbs, "{position:?}: {}", climbed.end());
    }
}

#[test]
fn ledges_up_to_two_metres_are_climbed_from_a_jump() {
    for (x, height, climbs) in [
        (8.4, 1.2, true),
        (12.0, 1.6, true),
        (15.6, 2.0, true),
        (19.2, 2.6, false),
    ] {
        let jumped = Player::at([x, 0.4, 4.0], 0.0).hold(1.0, [1.0, 0.0], 0.0);
        let jumped = jumped.jump(1.5, [1.0, 0.0]);
        let highest = jumped.states.iter().filter(|state| state.ground.stands());
        let highest = highest.map(|state| state.position.y).fold(0.0, f64::max);
        assert_eq!(
            (highest - 0.3 - height).abs() < 0.01,
            climbs,
            "{height}: {highest}"
        );
    }
}

#[test]
fn jumps_from_wall_to_wall_lead_up_the_shaft_and_one_wall_alone_does_not() {
    let climb = |sides: [f64; 6]| {
        let pushed = Player::at([16.5, 0.4, -8.4], 0.0).hold(0.6, [0.0, sides[0]], 0.0);
        let jump = |player: Player, side: f64| player.jump(0.32, [0.0, side]);
        let up = sides.into_iter().fold(pushed, jump);
        up.hold(0.6, [1.0, 0.0], 0.0)
    };
    let up = climb([1.0, -1.0, 1.0, -1.0, 1.0, -1.0]);
    assert!(up.end().y > 5.2 && up.end().z < -9.0, "{}", up.end());
    assert!(climb([1.0; 6]).end().y < 3.0);
}

#[test]
fn a_flight_that_is_steered_leads_around_the_wall() {
    let run = || Player::at([9.8, 2.0, -8.2], 0.0).hold(0.55, [1.0, 0.0], 0.0);
    let steered = run().jump(0.3, [1.0, 0.0]);
    let steered = steered.play(0.6, [0.0, 1.0], 0.0, -120.0, false);
    let end = steered.hold(0.5, [0.0; 2], 0.0).end();
    assert!((end.y - 0.6).abs() < 0.01 && end.x > 11.4, "{end}");
    let straight = run().jump(1.4, [1.0, 0.0]).end();
    assert!(
        (straight.x - 9.8).abs() < 0.01 && straight.y < 0.4,
        "{straight}"
    );
}

#[test]
fn a_surfer_gains_speed_along_the_slope_and_whoever_lets_go_slides_off() {
    let start = || Player::at([-21.0, 5.4, -20.8], -90.0).hold(0.55, [1.0, 0.0], 0.0);
    let surfed = start().hold(4.0, [0.0, -1.0], 0.0);
    let speed = |state: &PlayerState| state.velocity.xz().length();
    let fastest = surfed.states.iter().map(speed).fold(0.0, f64::max);
    assert!(fastest > 11.0, "{fastest}");
    assert!(
        surfed.stands() && (surfed.end().y - 1.3).abs() < 0.01,
        "{}",
        surfed.end()
    );
    let slid = start().hold(4.0, [0.0; 2], 0.0);
    assert!(slid.end().x < 8.0 && slid.end().y < 0.4, "{}", slid.end());
}
