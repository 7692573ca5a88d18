//! The answers of a mover.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sidle::glam::DVec3;
use sidle::player::Ground;

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
            Ground::Ladder { .. } | Ground::None => Self::None,
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
