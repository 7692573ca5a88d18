//! Actions of the window, from keys, gamepad buttons, the panel or the page.

use sidle::player::{Controller, Mode};
use sidle::world::BoxFit;

use crate::options::edit_action::EditAction;
use crate::options::heat::Heat;
use crate::options::overlay_set::Overlay;
use crate::platform::event::Answer;

/// An action of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    Quit,
    /// Open or close the menu.
    ToggleMenu,
    /// Close the topmost screen.
    CloseScreen,
    /// The player has selected another entry of a screen.
    Selected,
    /// Close the menu, and go on with the mouse.
    Resume,
    /// Open the help, show its next page, or close it after the last.
    ToggleHelp,
    /// Begin the tour, or go on with it.
    StartTour,
    /// Leave the tour, or decline it.
    LeaveTour,
    /// Go to the place of the tour's step, or on to the next one, or back to the one before.
    NextTourStep(isize),
    /// Show or hide the HUD.
    ToggleReadings,
    /// Open or close the panel.
    TogglePanel,
    /// Open the panel at the settings.
    OpenSettings,
    /// Return the player to the spawn.
    Respawn,
    /// Switch the overlays of this number key on or off.
    ToggleOverlays(u8),
    /// Show or hide one overlay.
    ShowOverlay(Overlay, bool),
    /// Fill the window with the view from the side, or make it small again.
    EnlargeSideView,
    /// Run the last contact again with another value, as a ghost, or remove that.
    TryOtherValue,
    Lab(LabAction),
    HandleLab(LabGesture),
    ToggleEditor,
    /// Switch the editor on, if it is off, and open its palette.
    OpenEditor,
    /// Leave the editor, and begin at the level's start.
    PlayFromStart,
    Edit(EditAction),
    /// Switch between first and third person.
    ToggleThirdPerson,
    /// Switch the free camera on or off.
    ToggleFreeCamera,
    /// Change between a camera sphere and a person.
    ChangeStature,
    /// Show the map in its next size.
    NextMap,
    /// Magnify the map by this factor.
    ZoomMap(f64),
    Pause,
    /// Halve the speed of time, or restore it after the slowest.
    SlowDown,
    /// Set the speed of time to 1 / 2^n.
    SetSlowness(u32),
    /// Set the next of the usual tick rates.
    NextHz,
    /// Set the tick rate; per second.
    SetHz(u32),
    /// Start or end a recording.
    ToggleRecording,
    /// Save the last minutes as a recording.
    SavePast,
    /// Copy a link to the recording in progress, or else to the last minute.
    CopyLink,
    /// Begin to audit the level, cancel that, or let the walkers go on.
    ToggleAudit,
    /// Show the finding of the audit this many places further down; begin the audit if there is none.
    NextFinding(isize),
    /// Show the finding of this number, from 0.
    ShowFinding(usize),
    /// Let the level ignore the finding of this number, or all of its kind in the box around it.
    IgnoreFinding {
        number: usize,
        by_box: bool,
    },
    /// Return from a finding to where the player was.
    LeaveFinding,
    /// Show the next heat of the audit.
    NextHeat,
    /// Show this heat.
    SetHeat(Heat),
    /// Restart ghosts at the player.
    ResyncGhosts,
    /// Show or hide the strip chart.
    ToggleChart,
    /// Pause at another tick.
    Seek(Seek),
    /// Show or hide the list of levels.
    ToggleLevels,
    /// Open the level that is selected in the list.
    OpenLevel,
    /// Give up the level that is loading.
    CancelLoading,
    /// Answer the question that the game has asked.
    AnswerQuestion(Answer),
    /// Show or hide the choice of a bare mesh's unit and upward axis.
    ToggleMeshChooser,
    /// Play the bare mesh in the unit of this number, from 0.
    ChooseUnits(usize),
    /// Play the bare mesh with its other axis upwards.
    ChooseOtherAxis,
    /// Make the level that is played the start level, or clear it.
    SetStartLevel,
    /// Write a new level, and open it.
    NewLevel(Starter),
    /// Open the level at this index of the list.
    OpenLevelAt(usize),
    /// Open the level this many places further down the list.
    NextLevel(isize),
    /// Show or hide the page for binding keys.
    ToggleKeyPage,
    /// Load the level again.
    Reload,
    ToggleProblems,
    /// Save the level that was made around a bare mesh.
    SaveLevel,
    /// Print the player's place as a command-line option.
    PrintSpawnOption,
    /// Copy that option to the clipboard.
    CopySpawnOption,
    /// Copy the tuning to the clipboard, as a table of a level.
    CopyTuning,
    /// Save the tuning into the level's file.
    SaveTuning,
    ToggleFullscreen,
    Screenshot,
    /// The player has switched the mode.
    ModeChanged(Mode),
    /// The player has switched the boxes of movers.
    BoxFitChanged(BoxFit),
    /// The player has switched the controller.
    ControllerChanged(Controller),
    /// Change a setting for good.
    ChangeSetting(SettingChange),
    /// Change a setting until the game ends.
    ChangeForSession(SettingChange),
    /// Keep the changes that would last until the game ends.
    KeepSettings,
}

/// A change of a setting by a key, or by a button of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettingChange {
    /// Multiply the mouse's sensitivity by this factor.
    ScaleSensitivity(f64),
    /// Draw surfaces in the next style.
    NextSurfaceStyle,
    /// Turn sound on or off.
    ToggleSound,
}

/// Which tick to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seek {
    /// This many ticks after the shown one; before it when negative.
    Ticks(isize),
    /// This many seconds after the shown tick; before it when negative.
    Seconds(isize),
    /// The first tick of the history.
    First,
    /// The last tick of the history.
    Last,
    /// The tick at this fraction of the history.
    Share(f64),
}

/// What a new level begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// A small room to change.
    Room,
    /// A floor, to build on.
    Empty,
}

/// An action of the lab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabAction {
    Next,
    Previous,
    ToggleSettling,
    Restart,
    ToggleBoard,
}

/// A gesture in a lab.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LabGesture {
    /// Moves the shape to the right and down; shares of the picture's height.
    Drag([f64; 2]),
    /// Turns the shape: its near side to the right and down, and the whole clockwise; radians.
    Turn([f64; 3]),
    /// Leads the camera around the exhibit, which follows to the right and down; shares of the picture's height.
    Orbit([f64; 2]),
}
