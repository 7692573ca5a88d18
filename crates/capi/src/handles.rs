//! Handles. A handle is a number that is never given out twice, so that a stale one is refused and not another object.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError,
};

use crate::failure::{Code, Failure};
use crate::memory::plain;
use crate::players::Player;
use crate::worlds::Scene;

/// A world, or 0. It looks like a pointer to C, and points at nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct WorldHandle(usize);

/// A player, or 0. It looks like a pointer to C, and points at nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct PlayerHandle(usize);

plain!(WorldHandle, PlayerHandle);

/// All live objects of one kind, sorted by handle. Handles are odd, so that they are no addresses of anything.
struct Registry<T> {
    kind: &'static str,
    live: RwLock<Vec<(usize, Arc<T>)>>,
}

static WORLDS: Registry<RwLock<Scene>> = Registry::new("world");
static PLAYERS: Registry<Mutex<Player>> = Registry::new("player");

/// The last handle.
static LAST: AtomicUsize = AtomicUsize::new(1);

impl<T> Registry<T> {
    const fn new(kind: &'static str) -> Self {
        let live = RwLock::new(Vec::new());
        Self { kind, live }
    }

    /// Keeps `object`, and returns its handle.
    fn add(&self, object: T) -> Result<usize, Failure> {
        // While no other thread adds one, so that they stay sorted.
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        let next = |last: usize| last.checked_add(2);
        let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        let handle = last.ok().and_then(next);
        let handle = handle.ok_or_else(|| Failure::new(Code::Full, "there are no more handles"))?;
        live.push((handle, Arc::new(object)));
        Ok(handle)
    }

    /// Where a handle is in the list.
    fn place(live: &[(usize, Arc<T>)], handle: usize) -> Option<usize> {
        live.binary_search_by_key(&handle, |(known, _)| *known).ok()
    }

    fn missing(&self, handle: usize) -> Failure {
        let kind = self.kind;
        let text = match handle {
            0 => format!("the {kind} is null"),
            _ => format!("{handle:#x} is no {kind}: it was freed, or it never was one"),
        };
        Failure::new(Code::Handle, text)
    }

    fn find(&self, handle: usize) -> Result<Arc<T>, Failure> {
        let live = self.live.read().unwrap_or_else(PoisonError::into_inner);
        let at = Self::place(&live, handle);
        let at = at.ok_or_else(|| self.missing(handle))?;
        Ok(Arc::clone(&live[at].1))
    }

    /// Forgets an object. 0 is none, as for `free` in C.
    fn remove(&self, handle: usize) -> Result<(), Failure> {
        if handle == 0 {
            return Ok(());
        }
        let removed = {
            let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
            Self::place(&live, handle).map(|at| live.remove(at))
        };
        removed.map(drop).ok_or_else(|| self.missing(handle))
    }

    fn locked<G>(&self, lock: Result<G, TryLockError<G>>) -> Result<G, Failure> {
        let kind = self.kind;
        lock.map_err(|error| match error {
            TryLockError::WouldBlock => Failure::new(
                Code::Busy,
                format!("this {kind} is in use: another thread has it, or it is listed twice"),
            ),
            TryLockError::Poisoned(_) => Failure::new(
                Code::Panic,
                format!("an earlier call failed while it changed this {kind}: free it"),
            ),
        })
    }
}

impl WorldHandle {
    pub(crate) fn add(scene: Scene) -> Result<Self, Failure> {
        WORLDS.add(RwLock::new(scene)).map(Self)
    }

    pub(crate) fn remove(self) -> Result<(), Failure> {
        WORLDS.remove(self.0)
    }

    /// Lets `act` read the world, at the same time as other threads.
    pub(crate) fn read<R>(
        self,
        act: impl FnOnce(&Scene) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let found = WORLDS.find(self.0)?;
        let scene: RwLockReadGuard<'_, Scene> = WORLDS.locked(found.try_read())?;
        act(&scene)
    }

    /// Lets `act` change the world, which no other thread uses meanwhile.
    pub(crate) fn change<R>(
        self,
        act: impl FnOnce(&mut Scene) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let found = WORLDS.find(self.0)?;
        let mut scene: RwLockWriteGuard<'_, Scene> = WORLDS.locked(found.try_write())?;
        act(&mut scene)
    }
}

impl PlayerHandle {
    pub(crate) fn add(player: Player) -> Result<Self, Failure> {
        PLAYERS.add(Mutex::new(player)).map(Self)
    }

    pub(crate) fn remove(self) -> Result<(), Failure> {
        PLAYERS.remove(self.0)
    }

    /// The player, to be locked by [`lock`].
    pub(crate) fn find(self) -> Result<Arc<Mutex<Player>>, Failure> {
        PLAYERS.find(self.0)
    }

    /// Lets `act` use the player, which no other thread uses meanwhile.
    pub(crate) fn with<R>(
        self,
        act: impl FnOnce(&mut Player) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let found = self.find()?;
        act(&mut *lock(&found)?)
    }
}

/// Takes a player for this thread.
pub(crate) fn lock(player: &Mutex<Player>) -> Result<MutexGuard<'_, Player>, Failure> {
    PLAYERS.locked(player.try_lock())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_handle_a_foreign_one_and_one_of_another_kind_are_refused() {
        let code = |result: Result<(), Failure>| result.map_err(|failure| failure.code);
        let refused = Err(Code::Handle);
        let world = WorldHandle::add(Scene::default()).unwrap();
        let again = WorldHandle::add(Scene::default()).unwrap();
        assert_eq!(code(world.read(|_| Ok(()))), Ok(()));
        assert_eq!(code(world.remove()), Ok(()));
        for stale in [world, WorldHandle(again.0 + 1), WorldHandle(usize::MAX)] {
            assert_eq!(code(stale.read(|_| Ok(()))), refused);
            assert_eq!(code(stale.change(|_| Ok(()))), refused);
            assert_eq!(code(stale.remove()), refused);
        }
        assert_eq!(code(PlayerHandle(again.0).with(|_| Ok(()))), refused);
        assert_eq!(code(WorldHandle(0).read(|_| Ok(()))), refused);
        assert_eq!(code(WorldHandle(0).remove()), Ok(()));
        // A world that another call changes is not waited for.
        let busy = again.change(|_| again.read(|_| Ok(())));
        assert_eq!(code(busy), Err(Code::Busy));
        assert_eq!(code(again.remove()), Ok(()));
    }
}
