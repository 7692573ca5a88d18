//! The knowledge of an audit: the level, and where walkers have been.

use core::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::incidents::Incidents;
use super::tried::Tried;
use crate::floor::Floor;
use crate::leak::Leak;
use crate::navmesh::Samples;
use crate::places::{Archive, Frontier, Title};
use crate::walk::{Pool, Surroundings};
use sidle::level::{Expectations, Scene};
use sidle::player::Controller;
use sidle::sim::Sim;
use sidle::world::{ColliderId, Zone};

/// The knowledge of a level that takes no walks. Several audits of one level share it.
#[derive(Clone)]
pub struct KnownLevel {
    pub scene: Arc<Scene>,
    pub expectations: Arc<Expectations>,
    pub title: Title,
    pub pool: Arc<Pool>,
    pub surroundings: Arc<Surroundings>,
    pub floor: Arc<Floor>,
    /// The navmesh to compare with, if there is one.
    pub navmesh: Option<Arc<Samples>>,
    /// The leaks of a map, once they were looked for.
    pub leaks: Arc<OnceLock<Vec<Leak>>>,
}

/// The knowledge of an audit. All findings are made from it.
pub struct Explored {
    pub level: KnownLevel,
    pub frontier: Frontier,
    pub archive: Archive,
    pub incidents: Incidents,
    pub tried: Tried,
}

impl Deref for Explored {
    type Target = KnownLevel;

    fn deref(&self) -> &KnownLevel {
        &self.level
    }
}

impl Explored {
    /// The level before its first tick.
    pub fn sim(&self) -> &Sim {
        self.pool.first()
    }

    /// The controller of the walkers, if it is outside of the library.
    pub fn outer_controller(&self) -> Option<Controller> {
        let controller = self.sim().player().controller;
        matches!(controller, Controller::Outer(_)).then_some(controller)
    }

    /// The name of a zone, as `[audit]` of a level names it.
    pub fn name_of_zone(&self, number: u32) -> String {
        let zones = self.sim().zones();
        let effect = |zone: &Zone| zone.action.name();
        let own = zones.get(number as usize).map_or("", effect);
        let of_effect = zones.iter().map(effect).enumerate();
        let of_effect: Vec<usize> = of_effect
            .filter(|(_, of)| *of == own)
            .map(|(number, _)| number)
            .collect();
        match of_effect.iter().position(|of| *of == number as usize) {
            Some(which) if of_effect.len() > 1 => format!("{own} {}", which + 1),
            _ => own.to_owned(),
        }
    }

    /// The name of a collider for messages.
    pub fn name_of(&self, collider: ColliderId) -> String {
        self.scene.numbered_name_of(collider)
    }
}
