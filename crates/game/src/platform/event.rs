//! Events from the platform, outside of the window.

#![cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page sends them")
)]

use std::path::PathBuf;

use sidle::level::EntryId;

/// An event from the page around the game.
#[derive(Clone, Debug, PartialEq)]
pub enum HostEvent {
    /// Open the level, the mesh or the recording at this path.
    Open(PathBuf),
    /// Write a new level, and open it.
    NewLevel,
    /// Press the key of this row of the table of controls, with Shift if its name follows the word `shift`.
    Press(String),
    /// Give up the level that is being loaded.
    CancelLoading,
    /// The answer to the question that the page shows.
    Answer(Answer),
    /// The browser has released the mouse.
    MouseReleased,
    /// Begin the tour, or go on with it.
    AcceptTour,
    /// Go back by a step of the tour.
    BackInTour,
    /// Leave the tour, or decline it.
    LeaveTour,
    /// Show the tick this many ticks later: a finger drags the card of the view from the side.
    SeekTicks(isize),
    /// Show the tick at this share of the time bar, from 0 to 1.
    SeekShare(f64),
    /// The player has switched to this device.
    Device(InputDevice),
    /// Stop or resume time.
    Time(TimeFlow),
    /// The page shows or hides the level's text.
    TextShown(bool),
    /// Mark this entry of the text in the picture, or none.
    Mark(Option<EntryId>),
    /// A finger drags the lab's shape to the right and down; shares of the picture's height.
    DragLabShape([f64; 2]),
    /// Two fingers turn the lab's shape: to the right, down, and clockwise; radians.
    TurnLabShape([f64; 3]),
    /// Three fingers lead the camera around the lab's exhibit: to the right and down; shares of the picture's height.
    OrbitLab([f64; 2]),
    /// The graphics are lost: say how to continue in a new program.
    Suspend,
    /// Another tab of the page has saved settings.
    SettingsSaved,
    /// Another tab of the page has kept a best time.
    BestTimeKept,
    /// The page is a frame of another page, and has a slider of time and a choice of controllers.
    Embedded,
    /// Pause at this tick.
    Seek(u64),
    /// Replay the recording with another value of what has this name.
    Vary(String, String),
    /// Save the settings now, since the page may be closed without another frame.
    SaveSettings,
}

/// The answer to a question of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    /// Leave what the question is about.
    Leave,
}

impl Answer {
    /// All answers, in the order of their buttons, with the names that the page uses.
    pub const NAMES: [(&'static str, Self); 3] =
        [("yes", Self::Yes), ("no", Self::No), ("leave", Self::Leave)];
}

/// The player's input device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputDevice {
    /// Keys and a mouse.
    #[default]
    Keyboard,
    /// Sticks on a touch screen, without keys.
    Touch,
}

/// Whether game time passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeFlow {
    #[default]
    Running,
    /// Something covers the game.
    Stopped,
    /// The page's card covers the game. The picture behind it moves.
    Presented,
}
