//! The mouse grab: while the game holds the mouse, its motion turns the view. The editor borrows it while a button is held.

use macroquad::input::{mouse_position, set_cursor_grab, show_mouse};

use crate::platform;
use crate::platform::raw_pointer::RawPointer;

/// A window that becomes full screen is hidden and shown again, and loses the keyboard meanwhile. A loss within
/// this time does not release the mouse; seconds of game time.
const RESIZE_SECONDS: f64 = 1.0;

/// The mouse, whether the game holds it, and its motion.
#[derive(Debug, Default)]
pub struct MouseGrab {
    grabbed: bool,
    /// Whether the game has the mouse only as long as a button is held.
    borrowed: bool,
    /// Reports the motion, where macroquad's positions do not serve. `None`: not opened yet.
    raw: Option<Option<RawPointer>>,
    /// The mouse in the last frame in which it was grabbed; pixels.
    position: Option<(f32, f32)>,
    /// How long a lost keyboard still belongs to a change of the window's size; seconds.
    resizing_seconds: f64,
}

impl MouseGrab {
    pub fn is_grabbed(&self) -> bool {
        self.grabbed
    }

    /// Grabs the mouse, or releases it.
    pub fn set(&mut self, grab: bool) {
        self.borrow(false);
        if grab != self.grabbed {
            self.grabbed = grab;
            self.capture(grab);
            platform::notify_page(if grab { "grabbed" } else { "freed" });
        }
    }

    /// Whether the game has the mouse as long as a button is held.
    pub fn is_borrowed(&self) -> bool {
        self.borrowed
    }

    /// Takes the free mouse, so that its motion does not end at the edge of the window, or gives it back.
    pub fn borrow(&mut self, borrow: bool) {
        if borrow != self.borrowed {
            self.borrowed = borrow;
            self.capture(borrow);
        }
    }

    fn capture(&mut self, capture: bool) {
        self.position = None;
        self.listen(capture);
        set_cursor_grab(capture);
        show_mouse(!capture);
    }

    /// Releases the mouse if the window `lost_focus`, but not because its size changes.
    pub fn poll_focus(&mut self, seconds: f64, lost_focus: bool) {
        self.resizing_seconds -= seconds;
        if lost_focus && self.resizing_seconds <= 0.0 {
            self.set(false);
        }
    }

    /// Prepares for a change between a window and full screen.
    pub fn expect_resize(&mut self) {
        self.resizing_seconds = RESIZE_SECONDS;
        // A difference across the change is not a motion of the mouse.
        self.position = None;
    }

    fn listen(&mut self, listens: bool) {
        let raw = self.raw.get_or_insert_with(RawPointer::open);
        if raw
            .as_mut()
            .is_some_and(|raw| raw.listen(listens).is_none())
        {
            *raw = None;
        }
    }

    /// How far the grabbed mouse moved since the last frame, to the right and down; pixels.
    pub fn motion(&mut self) -> Option<(f64, f64)> {
        if !self.grabbed && !self.borrowed {
            return None;
        }
        if let Some(raw) = self.raw.as_mut().and_then(Option::as_mut) {
            let motion = raw.take();
            if motion.is_none() {
                self.raw = Some(None);
            }
            return motion;
        }
        let now = mouse_position();
        // The first position after a grab is not a motion.
        let before = self.position.replace(now)?;
        Some((f64::from(now.0 - before.0), f64::from(now.1 - before.1)))
    }
}
