//! The drawing of a session: positions interpolated between its last two ticks, and readings.

use std::fmt::Write;

use sidle::geometry::{Placement, Sphere, float};
use sidle::glam::DVec3;
use sidle::world::ColliderId;

use crate::options::controllers;
use crate::platform::IS_PAGE;
use crate::session::Session;
use crate::session::history::Ghost;
use crate::session::play::readings::Readings;

/// The third-person camera's height above the eye, distance behind it, and clearance; in radii of the player.
const THIRD_PERSON_UP: f64 = 0.6;
pub(super) const THIRD_PERSON_BACK: f64 = 7.0;
const THIRD_PERSON_CLEARANCE: f64 = 0.25;

/// How far the camera of a pane goes back for each metre between its body and the place where the controllers parted. Smaller:
/// one of them is outside of a narrow pane; larger: both are small.
const PANE_BACK: f64 = 1.5;

/// A body that is farther than this from where they parted is seen alone; radii of the player.
const PANE_REACH: f64 = 10.0;

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

    /// The interpolated eye of `ghost`, and its clearance; metres.
    pub fn ghost_eye(&self, ghost: &Ghost) -> (DVec3, f64) {
        let place = ghost.position_at(self.interpolation_fraction());
        let eye = self.eye_above(place, ghost.player());
        (eye, self.clearance_of(ghost.player(), 0.0))
    }

    /// The eye of a camera outside, which looks along the unit vector `look` at a body at `position`, and at the place where the
    /// controllers parted, and its clearance; metres.
    pub fn pane_eye(&self, position: DVec3, look: DVec3) -> (DVec3, f64) {
        let reach = self.sim.tuning().radius * PANE_REACH;
        let parted = self.verdicts.place().map(|place| place - position);
        let parted = parted.filter(|apart| apart.length() <= reach);
        self.eye_beside(position, look, parted.unwrap_or_default())
    }

    /// The third-person eye of a body whose own eye is at `eye`, and its clearance; metres.
    fn eye_behind(&self, eye: DVec3, look: DVec3) -> (DVec3, f64) {
        self.eye_beside(eye, look, DVec3::ZERO)
    }

    /// The same, for a picture of the body and of a place that is `apart` from it; metres.
    fn eye_beside(&self, eye: DVec3, look: DVec3, apart: DVec3) -> (DVec3, f64) {
        let tuning = self.sim.tuning();
        let clearance = tuning.radius * THIRD_PERSON_CLEARANCE;
        let reached = |from: DVec3, motion: DVec3| {
            let ball = Sphere::new(from, clearance);
            let hit = ball.and_then(|ball| self.sim.world().sweep_sphere(&ball, motion));
            from + motion * hit.map_or(1.0, |(_, hit)| hit.fraction)
        };
        let up = DVec3::Y * (tuning.radius * THIRD_PERSON_UP);
        let back = -look * (tuning.radius * THIRD_PERSON_BACK + apart.length() * PANE_BACK);
        let middle = reached(reached(eye, up), apart * 0.5);
        (reached(middle, back), clearance)
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

    /// The command-line option that starts the game at the player's place and view with the level's own body, or the parameter of a page's
    /// address.
    pub fn spawn_option(&self) -> String {
        let player = self.sim.player();
        let DVec3 { x, y, z } = self.own_position();
        let (yaw, pitch) = (player.yaw.degrees(), player.pitch.degrees());
        let option = if IS_PAGE { "spawn=" } else { "--spawn " };
        format!("{option}{x:.3},{y:.3},{z:.3},{yaw:.1},{pitch:.1}")
    }

    /// The player's position, as a line for the terminal.
    pub fn position_line(&self) -> String {
        let DVec3 { x, y, z } = self.sim.player().position;
        format!("player {x:.3},{y:.3},{z:.3}")
    }

    /// The player's state, for the corner of the screen and the panel.
    pub fn readings(&self) -> Readings {
        let player = self.sim.player();
        Readings {
            position: player.position.to_array(),
            yaw_deg: player.yaw.degrees(),
            pitch_deg: player.pitch.degrees(),
            speed: player.velocity.length(),
            ground: self.ground(),
            touching: self.touching(),
            controller: controllers::name(player.controller),
            mode: if player.crouched {
                "crouch"
            } else {
                player.mode.name()
            },
            ticks: self.sim.ticks(),
            hz: self.sim.hz(),
        }
    }

    /// The kind of ground, with the name of the surface on which the player stands.
    fn ground(&self) -> String {
        let (sim, player) = (&self.sim, self.sim.player());
        let kind = player.ground.name();
        let below = sim.contacts().underfoot(sim.world(), player.position);
        let below = below.filter(|_| player.ground.stands());
        let surface = below.and_then(|hit| self.surface_of(hit.collider));
        surface.map_or_else(|| kind.to_owned(), |surface| format!("{kind}, {surface}"))
    }

    /// The name of the surface that a collider has.
    fn surface_of(&self, collider: ColliderId) -> Option<&str> {
        self.level.surface_name(self.sim.world().tag(collider))
    }

    /// The names of the touched surfaces, with the count of repeated ones, and of the sensors, such as `fence
    /// 2, courtyard.obj x3, sensor gate`.
    fn touching(&self) -> String {
        let mut counts: Vec<(&str, &str, u32)> = Vec::new();
        let mut count = |kind, name| {
            let is_known = |kept: &&mut (&str, &str, u32)| (kept.0, kept.1) == (kind, name);
            match counts.iter_mut().find(is_known) {
                Some((.., count)) => *count += 1,
                None => counts.push((kind, name, 1)),
            }
        };
        for surface in self.sim.contacts().touching() {
            count("", self.level.name_of(surface.collider));
        }
        for sensor in self.sim.contacts().sensors() {
            let name = self.surface_of(*sensor);
            count("sensor ", name.unwrap_or(self.level.name_of(*sensor)));
        }
        let mut text = String::new();
        for (kind, name, count) in counts {
            let gap = if text.is_empty() { "" } else { ", " };
            // A string takes any text.
            let _ = match count {
                many if many > 1 && kind.is_empty() => write!(text, "{gap}{name} x{many}"),
                _ => write!(text, "{gap}{kind}{name}"),
            };
        }
        if text.is_empty() {
            text.push_str("nothing");
        }
        text
    }
}
