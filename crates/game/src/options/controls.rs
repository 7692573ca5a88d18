//! The table of controls: every row is one control or action with its default keys. Input, help and the key page read
//! this table.
//!
//! To add a control, add a row here and handle its [`BindingTarget`]. By default a key belongs to one row only.

use macroquad::input::KeyCode;

use crate::options::action::{Action, LabAction, SettingChange};
use crate::options::map_size::ZOOM_STEP;
use crate::platform;

/// The keys of an audit. In the page, the first key opens the level's text.
const FINDING_KEYS: &[KeyCode] = if platform::HAS_TEXT_EDITOR {
    &[KeyCode::KpDivide]
} else {
    &[KeyCode::GraveAccent, KeyCode::KpDivide]
};

/// A row of the table.
pub struct KeyRow {
    pub group: KeyGroup,
    /// The name in the settings.
    pub name: &'static str,
    /// The default keys.
    pub keys: &'static [KeyCode],
    pub description: &'static str,
    /// A line of the help that this row shares with its neighbours of the same line.
    pub shared_help: Option<&'static str>,
    pub target: BindingTarget,
}

/// A group of rows, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyGroup {
    Moving,
    Overlays,
    Watching,
    Time,
    Level,
    Window,
    /// Only in levels with a lab.
    Lab,
}

impl KeyGroup {
    /// All groups, in the order of the help.
    pub const ALL: [Self; 7] = [
        Self::Lab,
        Self::Moving,
        Self::Overlays,
        Self::Watching,
        Self::Time,
        Self::Level,
        Self::Window,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Moving => "Moving",
            Self::Overlays => "Overlays",
            Self::Watching => "Watching",
            Self::Time => "Time",
            Self::Level => "Level",
            Self::Window => "Window",
            Self::Lab => "Contact lab",
        }
    }
}

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BindingTarget {
    /// Acts as long as the key is held.
    Hold(Control),
    /// Switches part of the player's input, once with each press.
    Switch(Switch),
    /// Triggers an action of the window, once with each press.
    Action(Action),
}

/// A control that acts while its key is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Forward,
    Back,
    Left,
    Right,
    /// Jumps when pressed; moves up while held.
    Jump,
    Down,
    Fast,
    TurnLeft,
    TurnRight,
    TurnUp,
    TurnDown,
    /// Steps to another tick; repeats while held.
    TickBack,
    TickAhead,
    FarBack,
    FarAhead,
    FirstTick,
    LastTick,
    LabAway,
    LabNear,
    LabLeft,
    LabRight,
    LabUp,
    LabDown,
    LabStretch,
}

/// A part of the player's input that a key switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    Mode,
    Controller,
    Respawn,
    Boxes,
}

impl KeyRow {
    /// The row, sharing the line `help` with its neighbours.
    const fn shared(self, help: &'static str) -> Self {
        Self {
            shared_help: Some(help),
            ..self
        }
    }
}

const fn row(
    group: KeyGroup,
    name: &'static str,
    keys: &'static [KeyCode],
    target: BindingTarget,
    description: &'static str,
) -> KeyRow {
    KeyRow {
        group,
        name,
        keys,
        description,
        shared_help: None,
        target,
    }
}

const WALK: &str = "walk, or fly";
const TURN: &str = "turn the view";
const SENSITIVITY: &str = "mouse less or more sensitive, until you quit";
const STEP: &str = "a tick back, or ahead; with Shift: a second";
const ZOOM: &str = "the large map: nearer, and farther";
const FAR: &str = "in a pause: 10 s back, or ahead; the first tick, the last; or drag the bar";
const MENU: &str = if platform::CAN_QUIT {
    "the menu, as with Esc: go on, restart, levels, tour, settings, help, quit"
} else {
    "the menu: go on, restart, levels, tour, settings, help"
};
const PLACE: &str = if platform::IS_PAGE {
    "print the place as the address has it: spawn=…"
} else {
    "print the place as a --spawn option"
};
const SOUND: &str =
    "sound on or off, until you quit: footsteps, scraping, landings, and a tick at each contact";
const LEVELS: &str = "the level before, and the next, in the order in which they teach";
const LAB_MOVE: &str =
    "lab: move the blue shape away, near, left, right, up, down; with Shift: turn it";

/// All rows, in the order of the help.
#[rustfmt::skip]
pub const TABLE: &[KeyRow] = {
    use BindingTarget::{Action as Do, Hold, Switch as Switched};
    use SettingChange::*;
    use Control::*;
    use KeyGroup::*;
    use KeyCode as Key;
    &[
        row(Lab, "lab_away", &[Key::I], Hold(LabAway), "lab: move away, or tip").shared(LAB_MOVE),
        row(Lab, "lab_near", &[Key::K], Hold(LabNear), "lab: move near, or tip").shared(LAB_MOVE),
        row(Lab, "lab_left", &[Key::J], Hold(LabLeft), "lab: move left, or roll").shared(LAB_MOVE),
        row(Lab, "lab_right", &[Key::L], Hold(LabRight), "lab: move right, or roll").shared(LAB_MOVE),
        row(Lab, "lab_up", &[Key::U], Hold(LabUp), "lab: move up, or turn").shared(LAB_MOVE),
        row(Lab, "lab_down", &[Key::O], Hold(LabDown), "lab: move down, or turn").shared(LAB_MOVE),
        row(Lab, "lab_next", &[Key::N], Do(Action::Lab(LabAction::Next)), "lab: the next pair of shapes; with Shift: the one before"),
        row(Lab, "lab_stretch", &[Key::T], Hold(LabStretch), "lab: a longer motion of a sweep; with Shift: a shorter one"),
        row(Lab, "lab_settle", &[Key::G], Do(Action::Lab(LabAction::ToggleSettling)), "lab: let it settle, resolving the deepest contact in each tick"),
        row(Lab, "lab_restart", &[Key::Delete], Do(Action::Lab(LabAction::Restart)), "lab: back to the pair's start"),
        row(Lab, "lab_board", &[Key::Insert], Do(Action::Lab(LabAction::ToggleBoard)), "lab: the board of numbers"),

        row(Moving, "walk_forward", &[Key::W], Hold(Forward), "walk forward").shared(WALK),
        row(Moving, "walk_left", &[Key::A], Hold(Left), "walk left").shared(WALK),
        row(Moving, "walk_back", &[Key::S], Hold(Back), "walk back").shared(WALK),
        row(Moving, "walk_right", &[Key::D], Hold(Right), "walk right").shared(WALK),
        row(Moving, "turn_left", &[Key::Left], Hold(TurnLeft), "turn left").shared(TURN),
        row(Moving, "turn_right", &[Key::Right], Hold(TurnRight), "turn right").shared(TURN),
        row(Moving, "turn_up", &[Key::Up], Hold(TurnUp), "look up").shared(TURN),
        row(Moving, "turn_down", &[Key::Down], Hold(TurnDown), "look down").shared(TURN),
        row(Moving, "jump", &[Key::Space], Hold(Jump), "jump; when flying: up"),
        row(Moving, "down", &[Key::C, Key::LeftControl, Key::RightControl], Hold(Down), "crouch, as a person or capsule; when flying: down"),
        row(Moving, "fast", &[Key::LeftShift, Key::RightShift], Hold(Fast), "faster"),
        row(Moving, "fly", &[Key::V], Switched(Switch::Mode), "walk or fly"),
        row(Moving, "next_controller", &[Key::Q], Switched(Switch::Controller), "next controller"),
        row(Moving, "respawn", &[Key::R], Switched(Switch::Respawn), "back to the spawn, and movers to their start; in a race and after it: back to its start"),
        row(Moving, "mover_boxes", &[Key::B], Switched(Switch::Boxes), "movers: oriented or axis-aligned boxes"),
        row(Moving, "stature", &[Key::H], Do(Action::ChangeStature), "camera sphere, or a person of human height"),
        row(Moving, "less_sensitive", &[Key::Minus], Do(Action::ChangeSetting(ScaleSensitivity(1.0 / 1.25))), "mouse less sensitive").shared(SENSITIVITY),
        row(Moving, "more_sensitive", &[Key::Equal], Do(Action::ChangeSetting(ScaleSensitivity(1.25))), "mouse more sensitive").shared(SENSITIVITY),

        row(Overlays, "overlay_1", &[Key::Key1], Do(Action::ToggleOverlays(1)), "overlay: boxes of props and triangles near you; again: through walls"),
        row(Overlays, "overlay_2", &[Key::Key2], Do(Action::ToggleOverlays(2)), "overlay: how tight a sphere, an AABB and an OBB fit"),
        row(Overlays, "overlay_3", &[Key::Key3], Do(Action::ToggleOverlays(3)), "overlay: the axes that separate a mover's box from the next"),
        row(Overlays, "overlay_4", &[Key::Key4], Do(Action::ToggleOverlays(4)), "overlay: your contacts, the ground, your velocity, and rules of surfaces"),
        row(Overlays, "overlay_5", &[Key::Key5], Do(Action::ToggleOverlays(5)), "see why: the last contact, cut open; with Shift: the same keys with another value, as a ghost"),
        row(Overlays, "side_large", &[Key::Enter], Do(Action::EnlargeSideView), "see why: as large as the window, and small again"),
        row(Overlays, "overlay_6", &[Key::Key6], Do(Action::ToggleOverlays(6)), "overlay: every shape that the tick tested, and each result"),
        row(Overlays, "overlay_7", &[Key::Key7], Do(Action::ToggleOverlays(7)), "overlay: the classic text's tests: projected point, angles, edge zone"),
        row(Overlays, "overlay_8", &[Key::Key8], Do(Action::ToggleOverlays(8)), "ghosts: the other controllers from the same keys, and a verdict; again: side by side"),
        row(Overlays, "overlay_9", &[Key::Key9], Do(Action::ToggleOverlays(9)), "overlay: the boxes of the broad phase that a search near you opens"),
        row(Overlays, "resync_ghosts", &[Key::X], Do(Action::ResyncGhosts), "ghosts: restart where you are"),
        row(Overlays, "chart", &[Key::F9], Do(Action::ToggleChart), "chart: speed kept, gap, jitter and time per move of each controller"),
        row(Overlays, "finding", FINDING_KEYS, Do(Action::NextFinding(1)), "audit this level; then its next finding, with its replay; with Shift: the one before"),
        row(Overlays, "heat", &[Key::KpMultiply], Do(Action::NextHeat), "audit: how often walkers came, how soon, whether a way leads back"),

        row(Watching, "outside", &[Key::Z], Do(Action::ToggleThirdPerson), "see yourself from outside"),
        row(Watching, "free_camera", &[Key::F], Do(Action::ToggleFreeCamera), "free camera: fly around while you stand still, and back"),
        row(Watching, "surfaces", &[Key::Slash], Do(Action::ChangeSetting(NextSurfaceStyle)), "surfaces, until you quit: materials, checker of 1 m, plain, collision shapes"),
        row(Watching, "map", &[Key::M], Do(Action::NextMap), "map: in the corner, large, off; the mouse wheel zooms the large one"),
        row(Watching, "map_nearer", &[Key::Apostrophe], Do(Action::ZoomMap(ZOOM_STEP)), "large map: nearer").shared(ZOOM),
        row(Watching, "map_farther", &[Key::Semicolon], Do(Action::ZoomMap(1.0 / ZOOM_STEP)), "large map: farther").shared(ZOOM),

        row(Time, "pause", &[Key::P], Do(Action::Pause), "pause, and go on"),
        row(Time, "step_back", &[Key::Comma], Hold(TickBack), "a tick back; with Shift: a second").shared(STEP),
        row(Time, "step_ahead", &[Key::Period], Hold(TickAhead), "a tick ahead; with Shift: a second").shared(STEP),
        row(Time, "far_back", &[Key::PageUp], Hold(FarBack), "in a pause: ten seconds back").shared(FAR),
        row(Time, "far_ahead", &[Key::PageDown], Hold(FarAhead), "in a pause: ten seconds ahead").shared(FAR),
        row(Time, "first_tick", &[Key::Home], Hold(FirstTick), "in a pause: to the first tick").shared(FAR),
        row(Time, "last_tick", &[Key::End], Hold(LastTick), "in a pause: to the last tick").shared(FAR),
        row(Time, "slow_motion", &[Key::Key0], Do(Action::SlowDown), "slow motion: 1/2 to 1/64, then as usual; with Shift: 30 to 240 ticks a second"),
        row(Time, "record", &[Key::F8], Do(Action::ToggleRecording), "record, and end it; with Shift: save the last minutes"),
        row(Time, "copy_link", &[Key::Backslash], Do(Action::CopyLink), "copy a link to the recording, or else the last minute; in \"see why\" and after a race: to that, with a clip"),

        row(Window, "menu", &[Key::Menu], Do(Action::ToggleMenu), MENU),
        row(Window, "help", &[Key::F1], Do(Action::ToggleHelp), "help: all keys, and its next page"),
        row(Window, "panel", &[Key::Tab], Do(Action::TogglePanel), "the panel: every value to try, overlays, time, levels, performance"),
        row(Window, "numbers", &[Key::F2], Do(Action::ToggleReadings), "the HUD"),
        row(Level, "editor", &[Key::E], Do(Action::ToggleEditor), "build the level with a palette; the help then lists the editor's keys"),
        row(Level, "tell_place", &[Key::F3], Do(Action::PrintSpawnOption), PLACE),
        row(Level, "levels", &[Key::F4], Do(Action::ToggleLevels), "list of the levels in this folder and of the shipped ones, with the goals that you have reached"),
        row(Level, "level_before", &[Key::LeftBracket], Do(Action::NextLevel(-1)), "the level before").shared(LEVELS),
        row(Level, "level_after", &[Key::RightBracket], Do(Action::NextLevel(1)), "the next level").shared(LEVELS),
        row(Level, "reload", &[Key::F5], Do(Action::Reload), "load the level again (saving it also does)"),
        row(Level, "problems", &[Key::F6], Do(Action::ToggleProblems), "hide or show the problems of a level that cannot be loaded"),
        row(Level, "save_level", &[Key::F7], Do(Action::SaveLevel), "save the level that was made around a bare mesh"),
        row(Level, "mesh_size", &[Key::Backspace], Do(Action::ToggleMeshChooser), "choose the unit and the upward axis of a bare mesh"),
        row(Window, "sound", &[Key::Y], Do(Action::ChangeSetting(ToggleSound)), SOUND),
        row(Window, "key_page", &[Key::F10], Do(Action::ToggleKeyPage), "choose other keys"),
        row(Window, "full_screen", &[Key::F11], Do(Action::ToggleFullscreen), "full screen"),
        row(Window, "screenshot", &[Key::F12], Do(Action::Screenshot), "screenshot, as a PNG file"),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::key_names;

    #[test]
    fn every_row_has_its_own_name_and_keys_and_a_description() {
        for (number, row) in TABLE.iter().enumerate() {
            assert!(!row.keys.is_empty(), "{} has no key", row.name);
            assert!(row.description.len() > 3, "{} has no description", row.name);
            let plain =
                |letter: char| letter.is_ascii_lowercase() || "_0123456789".contains(letter);
            assert!(row.name.chars().all(plain), "{}", row.name);
            for other in &TABLE[..number] {
                assert_ne!(row.name, other.name);
                assert_ne!(row.target, other.target, "{} and {}", row.name, other.name);
                for key in row.keys {
                    let (name, key_name) = (row.name, key_names::name(*key));
                    assert!(
                        !other.keys.contains(key),
                        "{key_name}: {name} and {}",
                        other.name
                    );
                }
            }
        }
    }

    #[test]
    fn rows_that_share_a_help_line_are_neighbours() {
        for (number, row) in TABLE.iter().enumerate() {
            let Some(help) = row.shared_help else {
                continue;
            };
            let last = TABLE
                .iter()
                .rposition(|other| other.shared_help == Some(help));
            let between = &TABLE[number..=last.unwrap()];
            assert!(
                between.iter().all(|row| row.shared_help == Some(help)),
                "{help}"
            );
        }
    }
}
