//! What is to be seen and read of a level on session, between its last two ticks.

use sidle::geometry::float;
use sidle::geometry::{Placement, Sphere};
use sidle::glam::DVec3;

use crate::session::Session;
use crate::session::readings::Readings;

/// Where one sees oneself from: so far up and back, with so much free room around; in radii.
const OUTSIDE_UP: f64 = 0.6;
const OUTSIDE_BACK: f64 = 7.0;
const OUTSIDE_ROOM: f64 = 0.25;

impl Session {
    /// How much of the way from the last tick but one to the last is to be seen, as a fraction.
    pub fn share(&self) -> f64 {
        float::clamp(self.accumulator * f64::from(self.sim.hz()), 0.0, 1.0)
    }

    /// Where the player is seen; metres.
    pub fn player(&self) -> DVec3 {
        self.previous.lerp(self.sim.player().position, self.share())
    }

    /// Where the eye is; metres.
    pub fn eye(&self) -> DVec3 {
        let above = self.sim.tuning().eye_offset() + self.step_smoothing.at(self.share());
        self.player() + DVec3::Y * above
    }

    /// The free room around the eye; metres.
    pub fn clearance(&self) -> f64 {
        self.room() - self.step_smoothing.at(self.share()).abs()
    }

    /// The same where the eye is in its place.
    pub(super) fn room(&self) -> f64 {
        let sim = &self.sim;
        sim.tuning().clearance(sim.player().controller)
    }

    /// An eye behind the player who looks along the unit vector `look`, and the free room around it;
    /// metres. What is between them brings it nearer.
    pub fn eye_outside(&self, look: DVec3) -> (DVec3, f64) {
        let tuning = self.sim.tuning();
        let head = self.eye() + DVec3::Y * (tuning.radius * OUTSIDE_UP);
        let room = tuning.radius * OUTSIDE_ROOM;
        let back = -look * (tuning.radius * OUTSIDE_BACK);
        let ball = Sphere::new(head, room);
        let hit = ball.and_then(|ball| self.sim.world().sweep_sphere(&ball, back));
        let share = hit.map_or(1.0, |(_, hit)| hit.fraction);
        (head + back * share, room)
    }

    /// Where the movers are seen.
    pub fn movers(&self) -> impl Iterator<Item = Placement> {
        let share = self.share();
        let movers = self.sim.movers().iter();
        movers.map(move |driven| driven.mover.placement(driven.interpolated_distance(share)))
    }

    /// Where the player is and looks, as the option that starts the game there.
    pub fn place(&self) -> String {
        let player = self.sim.player();
        let DVec3 { x, y, z } = player.position;
        let (yaw, pitch) = (player.yaw.degrees(), player.pitch.degrees());
        format!("--spawn {x:.3},{y:.3},{z:.3},{yaw:.1},{pitch:.1}")
    }

    /// What the panel shows.
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
            mode: player.mode.name(),
            ticks: self.sim.ticks(),
            hz: self.sim.hz(),
        }
    }

    /// The names of all that is touched, each once: `fence 2, courtyard.obj`.
    fn touching(&self) -> String {
        let mut counts: Vec<(&str, u32)> = Vec::new();
        for surface in self.sim.contacts().touching() {
            let name = self.level.name_of(surface.collider);
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let names = counts.iter().map(|(name, count)| match count {
            1 => (*name).to_owned(),
            many => format!("{name} x{many}"),
        });
        let names: Vec<_> = names.collect();
        if names.is_empty() {
            "nothing".to_owned()
        } else {
            names.join(", ")
        }
    }
}
