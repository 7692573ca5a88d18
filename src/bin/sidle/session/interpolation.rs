//! What is drawn of a session: positions interpolated between its last two ticks, and readings.

use std::fmt::Write;

use sidle::geometry::{Placement, Sphere, float};
use sidle::glam::DVec3;

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

    /// The third-person eye, for a view along the unit vector `look`, and its clearance; metres. Obstacles bring it
    /// nearer to the player.
    pub fn third_person_eye(&self, look: DVec3) -> (DVec3, f64) {
        self.eye_behind(self.eye(), look)
    }

    /// The interpolated eye of `ghost`, and its clearance; metres. With a `look` along which the body is seen: from behind.
    pub fn ghost_eye(&self, ghost: &Ghost, look: Option<DVec3>) -> (DVec3, f64) {
        let place = ghost.position_at(self.interpolation_fraction());
        let eye = self.eye_above(place, ghost.player());
        match look {
            Some(look) => self.eye_behind(eye, look),
            None => (eye, self.clearance_of(ghost.player(), 0.0)),
        }
    }

    /// The third-person eye of a body whose own eye is at `eye`, and its clearance; metres.
    fn eye_behind(&self, eye: DVec3, look: DVec3) -> (DVec3, f64) {
        let tuning = self.sim.tuning();
        let clearance = tuning.radius * THIRD_PERSON_CLEARANCE;
        let reached = |from: DVec3, way: DVec3| {
            let ball = Sphere::new(from, clearance);
            let hit = ball.and_then(|ball| self.sim.world().sweep_sphere(&ball, way));
            from + way * hit.map_or(1.0, |(_, hit)| hit.fraction)
        };
        let up = DVec3::Y * (tuning.radius * THIRD_PERSON_UP);
        let back = -look * (tuning.radius * THIRD_PERSON_BACK);
        (reached(reached(eye, up), back), clearance)
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
