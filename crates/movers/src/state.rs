//! The answers of a mover.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sidle::glam::DVec3;
use sidle::player::{Ground, OuterStep};
use sidle::sim::{OuterController, OuterTick};
use sidle::world::Surface;

/// How far below the body a mover's ground is looked for, to know its slope; metres. Smaller: the ground of a mover that floats
/// counts as level; larger: a wall's foot counts as ground.
const GROUND_REACH: f64 = 0.1;

/// The least vertical part of the unit normal of ground. Smaller: walls count as steep ground; larger: steep ground has no slope.
const MIN_GROUND_RISE: f64 = 1e-3;

/// Who a mover is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// The name that its authors give it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it can do.
    pub can: Can,
    /// What its authors do not offer: names of families of `sidle conformance`, such as `steps`, or of scenes in them, such as
    /// `slopes/blocks`.
    pub lacks: Vec<String>,
}

/// What a mover can do. It offers [`tick`](Self::tick) or [`move_by`](Self::move_by), at least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Can {
    /// It walks by commands: `tick`.
    pub tick: bool,
    /// It moves by a displacement: `move`.
    pub move_by: bool,
    /// It saves and loads its state: `save`.
    pub save: bool,
    /// Its states have contacts: `contacts`.
    pub contacts: bool,
    /// It crouches: `crouch`.
    pub crouch: bool,
    /// It rides on boxes that move: `platforms`.
    pub platforms: bool,
}

impl Can {
    /// Everything.
    pub const ALL: Self = Self {
        tick: true,
        move_by: true,
        save: true,
        contacts: true,
        crouch: true,
        platforms: true,
    };

    /// The names in the protocol, in its order, each with whether the mover can do it.
    #[must_use]
    pub fn named(&self) -> [(&'static str, bool); 6] {
        [
            ("tick", self.tick),
            ("move", self.move_by),
            ("save", self.save),
            ("contacts", self.contacts),
            ("crouch", self.crouch),
            ("platforms", self.platforms),
        ]
    }

    /// Adds the ability of this name in the protocol. Other names are ignored, since a later protocol may have more.
    pub(crate) fn add(&mut self, name: &str) {
        match name {
            "tick" => self.tick = true,
            "move" => self.move_by = true,
            "save" => self.save = true,
            "contacts" => self.contacts = true,
            "crouch" => self.crouch = true,
            "platforms" => self.platforms = true,
            _ => {}
        }
    }
}

/// Where the body is after a request, and what it touches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// In the world, not relative to a platform; m/s.
    pub velocity: DVec3,
    /// The ground under the body.
    pub ground: MoverGround,
    /// The contacts at the end, if the mover sends them.
    pub contacts: Vec<MoverContact>,
}

impl State {
    /// The name of the first part with a number that is not finite.
    #[must_use]
    pub fn not_finite(&self) -> Option<&'static str> {
        let contacts = self.contacts.iter();
        let mut contacts = contacts.map(|contact| {
            contact.point.is_finite() && contact.normal.is_finite() && contact.depth.is_finite()
        });
        if !self.position.is_finite() {
            Some("position")
        } else if !self.velocity.is_finite() {
            Some("velocity")
        } else if !contacts.all(|finite| finite) {
            Some("contacts")
        } else {
            None
        }
    }
}

impl State {
    /// This state as a step of the simulation whose tick it answers.
    #[must_use]
    pub fn step_in(&self, tick: &OuterTick<'_>, near: &mut Vec<Surface>) -> OuterStep {
        OuterStep {
            position: self.position,
            velocity: self.velocity,
            ground: self.ground_in(tick, near),
        }
    }

    /// The ground under the body, whose slope is that of its flattest contact, or of the flattest surface near it. `near` is memory
    /// for those surfaces.
    fn ground_in(&self, tick: &OuterTick<'_>, near: &mut Vec<Surface>) -> Ground {
        if self.ground == MoverGround::None {
            return Ground::None;
        }
        let contacts = self.contacts.iter().map(|contact| contact.normal);
        let mut normal = flattest(contacts);
        if normal.is_none() {
            let body = tick.tuning.for_player(tick.player).body();
            if let Some(body) = body.and_then(|body| body.at(self.position)) {
                tick.world.surfaces_near(body, GROUND_REACH, near);
                normal = flattest(near.iter().map(|surface| surface.normal));
            }
        }
        match (self.ground, normal) {
            (MoverGround::Floor, normal) => Ground::Floor {
                normal: normal.unwrap_or(DVec3::Y),
            },
            (MoverGround::Steep, Some(normal)) => Ground::Steep { normal },
            (MoverGround::Steep | MoverGround::None, _) => Ground::None,
        }
    }
}

/// A controller that always answers with this state.
#[derive(Clone, Debug)]
pub struct KnownState(pub State);

impl OuterController for KnownState {
    fn step(&mut self, tick: &OuterTick<'_>) -> Option<OuterStep> {
        Some(self.0.step_in(tick, &mut Vec::new()))
    }
}

/// The normal that points up the most, of unit length; `None` if none points up.
fn flattest(normals: impl Iterator<Item = DVec3>) -> Option<DVec3> {
    let rising = normals.filter_map(DVec3::try_normalize);
    let rising = rising.filter(|normal| normal.y > MIN_GROUND_RISE);
    rising.max_by(|one, other| one.y.total_cmp(&other.y))
}

/// The ground under a body, as a mover sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoverGround {
    /// Ground on which it stands.
    Floor,
    /// Ground too steep to stand on.
    Steep,
    /// The air.
    #[default]
    None,
}

impl From<Ground> for MoverGround {
    /// A player who is wedged stands.
    fn from(ground: Ground) -> Self {
        match ground {
            Ground::Floor { .. } | Ground::Wedged { .. } => Self::Floor,
            Ground::Steep { .. } => Self::Steep,
            Ground::Ladder { .. } | Ground::Mantle { .. } | Ground::None => Self::None,
        }
    }
}

/// A contact that a mover reports.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoverContact {
    /// On the surface; metres.
    pub point: DVec3,
    /// Unit normal from the world to the body.
    pub normal: DVec3,
    /// How deep the body is in the surface; metres; 0 or more.
    pub depth: f64,
}

/// A saved state of a mover. Only that mover can read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved(Arc<str>);

impl Saved {
    /// A state that is this JSON text.
    #[must_use]
    pub fn from_json(text: &str) -> Self {
        Self(text.into())
    }

    /// The state as JSON text.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use sidle::geometry::{Obb, rotation_from_degrees};
    use sidle::player::{Command, Controller, Rules, TickInput, Tuning};
    use sidle::sim::Sim;
    use sidle::world::World;

    use super::*;

    #[test]
    fn the_ground_of_a_state_has_the_slope_of_the_world_under_it() {
        let rotation = rotation_from_degrees(DVec3::new(0.0, 0.0, 30.0));
        let normal = rotation * DVec3::Y;
        let ramp = Obb::new(DVec3::ZERO, rotation, DVec3::new(9.0, 0.5, 9.0));
        let world = World::new(vec![], vec![ramp.expect("a box")]);
        let mut sim = Sim::new(world, Tuning::default(), Rules::default(), 60);
        let command = Command {
            controller: Controller::Outer(0),
            ..sim.idle_command()
        };
        let state = State {
            position: normal * 1.01,
            ground: MoverGround::Floor,
            ..State::default()
        };
        sim.play_with(&TickInput::from(command), &mut KnownState(state));
        let ground = sim.player().ground;
        let Ground::Floor { normal: found } = ground else {
            panic!("{ground:?}");
        };
        assert!(found.distance(normal) < 1e-9, "{found}");
    }
}
