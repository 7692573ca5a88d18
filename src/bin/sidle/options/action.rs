//! What the window is asked to do, by whatever key.

use sidle::player::{Controller, Mode};
use sidle::world::BoxFit;

use crate::options::edit_action::EditAction;
use crate::options::overlay_set::Overlay;
use crate::options::press::Press;

/// What the window is asked to do in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    Quit,
    ToggleHelp,
    /// Show the numbers in the corner, or not.
    ToggleReadings,
    /// Open the panel, or close it.
    TogglePanel,
    /// Back to the spawn.
    Respawn,
    /// Switch the overlays of this number key.
    ToggleOverlays(u8),
    /// Switch one overlay.
    ShowOverlay(Overlay, bool),
    /// What a lab is asked to do.
    Lab(LabAction),
    ToggleEditor,
    /// What the editor is asked to do.
    Edit(EditAction),
    /// See the player from outside, or not.
    ToggleOutside,
    /// Let the camera leave the player, or return to it.
    ToggleFree,
    /// The map in another size.
    NextMap,
    /// Everything so many times larger on the map.
    ZoomMap(f64),
    Pause,
    /// Twice as slow, or as fast as usual.
    SlowDown,
    /// 2 to the power of this many times slower than usual.
    SetSlowness(u32),
    /// Another tick rate, the next of the usual ones.
    NextHz,
    /// So many ticks a second.
    SetHz(u32),
    /// Begin to record, or end it.
    ToggleRecording,
    /// Save the last minutes as a recording.
    SavePast,
    /// Put a link to the last of them where one can paste it from.
    CopyLink,
    /// Let ghosts begin where the player is.
    Resync,
    /// Show the strip chart, or not.
    ToggleChart,
    /// Pause at another tick.
    Seek(Seek),
    /// Show the list of levels, or not.
    ToggleLevels,
    /// Choose another one of the list.
    ChooseLevel(isize),
    /// Open the one that is chosen.
    OpenLevel,
    /// Begin with the one that is chosen from now on, or no longer.
    StartHere,
    /// Open the one at this place of the list, from 0.
    OpenLevelAt(usize),
    /// Open the level so many places farther down the list.
    NextLevel(isize),
    /// Show the page on which keys are bound, or not.
    ToggleKeyPage,
    /// A key for that page.
    PressOnKeyPage(Press),
    /// Load the level again.
    Reload,
    ToggleProblems,
    /// Save the level that was made around a bare mesh.
    SaveLevel,
    /// Tell the place in the words of the command line.
    PrintPlace,
    /// Put it where one can paste it from.
    CopyPlace,
    /// Put the player's feel there, as a level says it.
    CopyTuning,
    /// Write it into the level's file.
    SaveTuning,
    ToggleFullscreen,
    Screenshot,
    /// The mode is another one.
    Mode(Mode),
    /// Other boxes for the movers were asked for.
    Boxes(BoxFit),
    /// The controller is another one.
    Controller(Controller),
    /// Make the mouse so many times as sensitive.
    Sensitivity(f64),
}

/// Which tick to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seek {
    /// So many after this one, or before it.
    Ticks(isize),
    /// The same in seconds.
    Seconds(isize),
    /// As far back as one can look.
    First,
    /// The last one that was made.
    Last,
    /// The one at this share of all that one can look at.
    Share(f64),
}

/// What a lab is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabAction {
    Next,
    Previous,
    ToggleSettling,
    Restart,
    ToggleBoard,
}
