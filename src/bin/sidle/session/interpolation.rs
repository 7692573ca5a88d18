//! What is drawn of a session: positions interpolated between its last two ticks, and readings.

use std::fmt::Write;

use sidle::geometry::{Placement, Sphere, float};
use sidle::glam::DVec3;
use sidle::player::Tuning;

use crate::session::Session;
use crate::session::ghosts::Ghost;
use crate::session::readings::Readings;

/// The third-person camera's height above the eye, distance behind it, and clearance; in radii of the player.
const THIRD_PERSON_UP: f64 = 0.6;
const THIRD_PERSON_BACK: f64 = 7.0;
const THIRD_PERSON_CLEARANCE: f64 = 0.25;

impl Session {
    /// The shown moment between the last two ticks: 0 is the earlier one, 1 the last.
    pub fn interpolation_fraction(&self) -> f64 {
        float::clamp(self.accumulator * f64::from(self.sim.hz()), 0.0, 1.0)
    }

    /// The player's interpolated position; metres.
    pub fn player_position(&self) -> DVec3 {
        let fraction = self.interpolation_fraction();
        self.previous.lerp(self.sim.player().position, fraction)
    }

    /// The eye's height above its place in the body, from step smoothing; metres.
    fn eye_offset(&self) -> f64 {
        self.step_smoothing.offset_at(self.interpolation_fraction())
    }

    /// The eye's interpolated position; metres.
    pub fn eye(&self) -> DVec3 {
        let tuning = self.sim.tuning().for_player(self.sim.player());
        let low = self.player_position() + DVec3::Y * (tuning.eye_offset() + self.eye_offset());
        low + DVec3::Y * self.crouch_offset(low, &tuning)
    }

    /// How far the eye is above `low`, its place in the body, just after a crouch, negative below; metres. A ceiling
    /// under which the player has crouched keeps the eye down.
    fn crouch_offset(&self, low: DVec3, tuning: &Tuning) -> f64 {
        let fraction = self.interpolation_fraction();
        let offset = self.crouch_smoothing.offset_at(fraction);
        let room = tuning.height - tuning.eye_height;
        let head = Sphere::new(low, room).filter(|_| offset > 0.0);
        let hit = head.and_then(|head| self.sim.world().sweep_sphere(&head, DVec3::Y * offset));
        offset * hit.map_or(1.0, |(_, hit)| hit.fraction)
    }

    /// The distance from the eye to the nearest possible surface; metres.
    pub fn clearance(&self) -> f64 {
        self.resting_clearance() - self.eye_offset().abs()
    }

    /// The same, without step smoothing.
    pub(super) fn resting_clearance(&self) -> f64 {
        let sim = &self.sim;
        sim.tuning().clearance(sim.player().controller)
    }

    /// The third-person eye, for a view along the unit vector `look`, and its clearance; metres. Obstacles bring it
    /// nearer to the player.
    pub fn third_person_eye(&self, look: DVec3) -> (DVec3, f64) {
        self.eye_behind(self.eye(), look)
    }

    /// The interpolated eye of `ghost`, and its clearance; metres. With a `look` along which the body is seen: from behind.
    pub fn ghost_eye(&self, ghost: &Ghost, look: Option<DVec3>) -> (DVec3, f64) {
        let tuning = self.sim.tuning();
        let place = ghost.position_at(self.interpolation_fraction());
        let eye = place + DVec3::Y * tuning.for_player(ghost.player()).eye_offset();
        match look {
            Some(look) => self.eye_behind(eye, look),
            None => (eye, tuning.clearance(ghost.controller())),
        }
    }

    /// The third-person eye of a body whose own eye is at `eye`, and its clearance; metres.
    fn eye_behind(&self, eye: DVec3, look: DVec3) -> (DVec3, f64) {
        let tuning = self.sim.tuning();
        let head = eye + DVec3::Y * (tuning.radius * THIRD_PERSON_UP);
        let clearance = tuning.radius * THIRD_PERSON_CLEARANCE;
        let back = -look * (tuning.radius * THIRD_PERSON_BACK);
        let ball = Sphere::new(head, clearance);
        let hit = ball.and_then(|ball| self.sim.world().sweep_sphere(&ball, back));
        let fraction = hit.map_or(1.0, |(_, hit)| hit.fraction);
        (head + back * fraction, clearance)
    }

    /// The interpolated placement of each mover.
    pub fn mover_placements(&self) -> impl Iterator<Item = Placement> {
        let fraction = self.interpolation_fraction();
        let movers = self.sim.movers().iter();
        movers.map(move |driven| {
            driven
                .mover
                .placement(driven.interpolated_distance(fraction))
        })
    }

    /// The command-line option that starts the game at the player's position and view.
    pub fn spawn_option(&self) -> String {
        let player = self.sim.player();
        let DVec3 { x, y, z } = player.position;
        let (yaw, pitch) = (player.yaw.degrees(), player.pitch.degrees());
        format!("--spawn {x:.3},{y:.3},{z:.3},{yaw:.1},{pitch:.1}")
    }

    /// The player's state, for the corner of the screen and the panel.
    pub fn readings(&self) -> Readings {
        let player = self.sim.player();
        Readings {
            position: player.position.to_array(),
            yaw_deg: player.yaw.degrees(),
            pitch_deg: player.pitch.degrees(),
            speed: player.velocity.length(),
            ground: player.ground.name(),
            touching: self.touching(),
            controller: player.controller.name(),
            mode: if player.crouched {
                "crouch"
            } else {
                player.mode.name()
            },
            ticks: self.sim.ticks(),
            hz: self.sim.hz(),
        }
    }

    /// The names of the touched surfaces, with the count of repeated ones: `fence 2, courtyard.obj x3`.
    fn touching(&self) -> String {
        let mut counts: Vec<(&str, u32)> = Vec::new();
        for surface in self.sim.contacts().touching() {
            let name = self.level.name_of(surface.collider);
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let mut text = String::new();
        for (name, count) in counts {
            let gap = if text.is_empty() { "" } else { ", " };
            // A string takes any text.
            let _ = match count {
                1 => write!(text, "{gap}{name}"),
                many => write!(text, "{gap}{name} x{many}"),
            };
        }
        if text.is_empty() {
            text.push_str("nothing");
        }
        text
    }
}
