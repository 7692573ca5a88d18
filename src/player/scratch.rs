//! Memory that moves reuse.

use glam::DVec3;

use super::rest::Rest;
use super::slide::Workspace;
use super::{Command, Contacts};
use crate::geometry::angle::BinaryAngle;
use crate::world::{FilteredWorld, Surface, floor_cos};

/// Memory that moves and ticks reuse. Once it is large enough, they allocate nothing.
///
/// Its content never changes a result. The memory of a move or a tick is used again only where a search would find
/// the same. Players that move one after the other can share one scratch; players that move at the same time need one
/// each. One for each player is also faster, since its next move mostly needs the same surroundings.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) workspace: Workspace,
    /// Numbers of the colliders nearby.
    pub(super) near: Vec<u32>,
    /// Normals of touched surfaces.
    pub(super) normals: Vec<DVec3>,
    /// The surfaces touched now, and the planes that blocked the motion.
    pub(super) contacts: Contacts,
    /// The last walk that has left the walker in its place.
    pub(super) rest: Rest,
    /// The surfaces that were touched before a try.
    before_try: Vec<Surface>,
    /// The last slope limit in degrees, and the [`floor_cos`] of it.
    slope: Option<(f64, f64)>,
    /// The request of the last command to a walker, and the direction that follows.
    wish: Option<([i8; 2], BinaryAngle, DVec3)>,
}

impl Scratch {
    /// Empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The contacts of the last move or tick.
    pub(crate) fn contacts(&self) -> &Contacts {
        &self.contacts
    }

    /// Begins a move or a tick in `world`.
    #[inline]
    pub(super) fn begin(&mut self, world: &FilteredWorld<'_>) {
        self.clear();
        if let Some(responder) = world.responder() {
            responder.begin();
        }
    }

    /// Forgets the last move or tick, because the next may use another world or another body.
    pub(crate) fn clear(&mut self) {
        self.contacts.clear();
        self.workspace.forget();
    }

    /// The [`floor_cos`] of a slope limit in degrees. The same limit as in the last move costs nothing.
    #[inline]
    pub(super) fn floor_cos(&mut self, max_slope_deg: f64) -> f64 {
        match self.slope {
            Some((known, cos)) if known == max_slope_deg => cos,
            _ => self.find_floor_cos(max_slope_deg),
        }
    }

    #[cold]
    fn find_floor_cos(&mut self, max_slope_deg: f64) -> f64 {
        let cos = floor_cos(max_slope_deg);
        self.slope = Some((max_slope_deg, cos));
        cos
    }

    /// The direction that `command` requests of a walker. The same one as in the last tick costs nothing.
    #[inline]
    pub(super) fn walk_wish(&mut self, command: &Command) -> DVec3 {
        let steps = [command.forward.steps(), command.right.steps()];
        match self.wish {
            Some((known, yaw, wish)) if known == steps && yaw == command.yaw => wish,
            _ => {
                let wish = command.walk_wish();
                self.wish = Some((steps, command.yaw, wish));
                wish
            }
        }
    }

    /// Keeps a copy of the touched surfaces during a try.
    pub(super) fn begin_try(&mut self) {
        self.before_try.clear();
        self.before_try.extend_from_slice(self.contacts.touching());
    }

    /// The surfaces that were touched before the try.
    pub(super) fn before_try(&self) -> &[Surface] {
        &self.before_try
    }

    /// Restores the touched surfaces after a failed try.
    pub(super) fn undo_try(&mut self) {
        core::mem::swap(&mut self.before_try, self.contacts.touching_mut());
    }
}
