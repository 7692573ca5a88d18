//! Memory that moves use again.

use glam::DVec3;

use super::Contacts;
use super::slide::Workspace;
use crate::world::Surface;

/// Memory that moves and ticks use again, so that they allocate nothing once it is large enough.
///
/// Its content never changes a result: each move and each tick empties it first. One is enough for
/// many players that move one after the other; players that move at the same time need one each.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) workspace: Workspace,
    /// Numbers of near colliders.
    pub(super) near: Vec<u32>,
    /// Normals of touched surfaces.
    pub(super) normals: Vec<DVec3>,
    /// What is touched now, and what was in the way.
    pub(super) contacts: Contacts,
    /// What was touched before something was tried.
    before_try: Vec<Surface>,
}

impl Scratch {
    /// Empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What the last move or tick touched.
    pub(crate) fn contacts(&self) -> &Contacts {
        &self.contacts
    }

    /// Forgets the last move or tick. Another world or another body may come.
    pub(crate) fn clear(&mut self) {
        self.contacts.clear();
        self.workspace.forget();
    }

    /// Keeps a copy of the touched surfaces while something is tried.
    pub(super) fn begin_try(&mut self) {
        self.before_try.clear();
        self.before_try.extend_from_slice(self.contacts.touching());
    }

    /// Restores the touched surfaces: the try failed.
    pub(super) fn undo_try(&mut self) {
        core::mem::swap(&mut self.before_try, self.contacts.touching_mut());
    }
}
