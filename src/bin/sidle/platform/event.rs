//! What the system, or the page around the game, asks of the game.

use std::path::PathBuf;

/// An event from outside the window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page sends events")
)]
pub enum HostEvent {
    /// Open the level, the mesh or the recording at this path.
    Open(PathBuf),
    /// Do what the key of this row does.
    Press(String),
    /// The browser released the mouse.
    MouseReleased,
    /// The player plays with this device from now on.
    Device(InputDevice),
    /// Time passes, or stands still, from now on.
    Time(TimeFlow),
}

/// What the player plays with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputDevice {
    /// Keys and a mouse.
    #[default]
    Keyboard,
    /// The sticks on a touch screen, which has no keys and little room.
    #[cfg_attr(
        not(target_arch = "wasm32"),
        allow(dead_code, reason = "only a page has one")
    )]
    Touch,
}

/// Whether time passes in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeFlow {
    #[default]
    Running,
    /// Something covers the game, which continues when that is gone.
    #[cfg_attr(
        not(target_arch = "wasm32"),
        allow(dead_code, reason = "only a page stops it")
    )]
    Stopped,
}
