//! Which keys have a use in the level.

use sidle::level::Scene;

use crate::options::controls::{BindingTarget, KeyGroup, KeyRow, Switch};

/// The parts of a level that have separate keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelFeatures {
    pub movers: bool,
    pub lab: bool,
}

impl LevelFeatures {
    /// The features of the level of `scene`.
    pub fn of(scene: &Scene) -> Self {
        Self {
            movers: !scene.mover_models.is_empty(),
            lab: scene.lab.is_some(),
        }
    }

    /// Whether the keys of `row` have a use in the level.
    pub fn has(self, row: &KeyRow) -> bool {
        match (row.group, row.target) {
            (KeyGroup::Lab, _) => self.lab,
            (_, BindingTarget::Switch(Switch::Boxes)) => self.movers,
            _ => true,
        }
    }
}
