//! The table of controls: every row is one control or action with its default keys. Input, help and the key page read
//! this table.
//!
//! To add a control, add a row here and handle its [`BindingTarget`]. By default a key belongs to one row only.

use macroquad::input::KeyCode;

use crate::options::action::{Action, LabAction};
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

const fn hold(
    group: KeyGroup,
    name: &'static str,
    keys: &'static [KeyCode],
    control: Control,
    description: &'static str,
) -> KeyRow {
    row(group, name, keys, BindingTarget::Hold(control), description)
}

const fn switch(
    group: KeyGroup,
    name: &'static str,
    keys: &'static [KeyCode],
    switch: Switch,
    description: &'static str,
) -> KeyRow {
    row(
        group,
        name,
        keys,
        BindingTarget::Switch(switch),
        description,
    )
}

const fn action(
    group: KeyGroup,
    name: &'static str,
    keys: &'static [KeyCode],
    action: Action,
    description: &'static str,
) -> KeyRow {
    row(
        group,
        name,
        keys,
        BindingTarget::Action(action),
        description,
    )
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
const SENSITIVITY: &str = "mouse less or more sensitive";
const STEP: &str = "a tick back, or ahead; with Shift: a second";
const ZOOM: &str = "the large map: nearer, and farther";
const FAR: &str = "in a pause: 10 s back, or ahead; the first tick, the last; or drag the bar";
const SOUND: &str = "sound on or off: footsteps, scraping, landings, and a tick at each contact";
const LEVELS: &str = "the level before, and the next";
const LAB_MOVE: &str =
    "lab: move the blue shape away, near, left, right, up, down; with Shift: turn it";

/// All rows, in the order of the help.
#[rustfmt::skip]
pub const TABLE: &[KeyRow] = {
    use Control::*;
    use KeyGroup::*;
    use KeyCode as Key;
    &[
        hold(Lab, "lab_away", &[Key::I], LabAway, "lab: move away, or tip").shared(LAB_MOVE),
        hold(Lab, "lab_near", &[Key::K], LabNear, "lab: move near, or tip").shared(LAB_MOVE),
        hold(Lab, "lab_left", &[Key::J], LabLeft, "lab: move left, or roll").shared(LAB_MOVE),
        hold(Lab, "lab_right", &[Key::L], LabRight, "lab: move right, or roll").shared(LAB_MOVE),
        hold(Lab, "lab_up", &[Key::U], LabUp, "lab: move up, or turn").shared(LAB_MOVE),
        hold(Lab, "lab_down", &[Key::O], LabDown, "lab: move down, or turn").shared(LAB_MOVE),
        action(Lab, "lab_next", &[Key::N], Action::Lab(LabAction::Next), "lab: the next pair of shapes; with Shift: the one before"),
        hold(Lab, "lab_stretch", &[Key::T], LabStretch, "lab: a longer motion of a sweep; with Shift: a shorter one"),
        action(Lab, "lab_settle", &[Key::G], Action::Lab(LabAction::ToggleSettling), "lab: let it settle, resolving the deepest contact in each tick"),
        action(Lab, "lab_restart", &[Key::Delete], Action::Lab(LabAction::Restart), "lab: back to the pair's start"),
        action(Lab, "lab_board", &[Key::Insert], Action::Lab(LabAction::ToggleBoard), "lab: the board of numbers"),

        hold(Moving, "walk_forward", &[Key::W], Forward, "walk forward").shared(WALK),
        hold(Moving, "walk_left", &[Key::A], Left, "walk left").shared(WALK),
        hold(Moving, "walk_back", &[Key::S], Back, "walk back").shared(WALK),
        hold(Moving, "walk_right", &[Key::D], Right, "walk right").shared(WALK),
        hold(Moving, "turn_left", &[Key::Left], TurnLeft, "turn left").shared(TURN),
        hold(Moving, "turn_right", &[Key::Right], TurnRight, "turn right").shared(TURN),
        hold(Moving, "turn_up", &[Key::Up], TurnUp, "look up").shared(TURN),
        hold(Moving, "turn_down", &[Key::Down], TurnDown, "look down").shared(TURN),
        hold(Moving, "jump", &[Key::Space], Jump, "jump; when flying: up"),
        hold(Moving, "down", &[Key::C, Key::LeftControl, Key::RightControl], Down, "crouch, as a person or capsule; when flying: down"),
        hold(Moving, "fast", &[Key::LeftShift, Key::RightShift], Fast, "faster"),
        switch(Moving, "fly", &[Key::V], Switch::Mode, "walk or fly"),
        switch(Moving, "next_controller", &[Key::Q], Switch::Controller, "next controller"),
        switch(Moving, "respawn", &[Key::R], Switch::Respawn, "back to the spawn, and movers to their start"),
        switch(Moving, "mover_boxes", &[Key::B], Switch::Boxes, "movers: oriented or axis-aligned boxes"),
        action(Moving, "stature", &[Key::H], Action::ChangeStature, "camera sphere, or a person of human height"),
        action(Moving, "less_sensitive", &[Key::Minus], Action::ScaleSensitivity(1.0 / 1.25), "mouse less sensitive").shared(SENSITIVITY),
        action(Moving, "more_sensitive", &[Key::Equal], Action::ScaleSensitivity(1.25), "mouse more sensitive").shared(SENSITIVITY),

        action(Overlays, "overlay_1", &[Key::Key1], Action::ToggleOverlays(1), "overlay: boxes of props and triangles near you; again: through walls"),
        action(Overlays, "overlay_2", &[Key::Key2], Action::ToggleOverlays(2), "overlay: how tight a sphere, an AABB and an OBB fit"),
        action(Overlays, "overlay_3", &[Key::Key3], Action::ToggleOverlays(3), "overlay: the axes that separate a mover's box from the next"),
        action(Overlays, "overlay_4", &[Key::Key4], Action::ToggleOverlays(4), "overlay: your contacts, the ground, your velocity, and rules of surfaces"),
        action(Overlays, "overlay_5", &[Key::Key5], Action::ToggleOverlays(5), "see why: the last contact, cut open; , and . show its ticks"),
        action(Overlays, "side_large", &[Key::Enter], Action::EnlargeSideView, "see why: as large as the window, and small again"),
        action(Overlays, "overlay_6", &[Key::Key6], Action::ToggleOverlays(6), "overlay: every shape that the tick tested, and each result"),
        action(Overlays, "overlay_7", &[Key::Key7], Action::ToggleOverlays(7), "overlay: the classic text's tests: projected point, angles, edge zone"),
        action(Overlays, "overlay_8", &[Key::Key8], Action::ToggleOverlays(8), "ghosts: the other controllers from the same keys, and a verdict; again: side by side"),
        action(Overlays, "overlay_9", &[Key::Key9], Action::ToggleOverlays(9), "overlay: the boxes of the broad phase that a search near you opens"),
        action(Overlays, "resync_ghosts", &[Key::X], Action::ResyncGhosts, "ghosts: restart where you are"),
        action(Overlays, "chart", &[Key::F9], Action::ToggleChart, "chart: speed kept, gap, jitter and time per move of each controller"),
        action(Overlays, "finding", FINDING_KEYS, Action::NextFinding(1), "audit this level; then its next finding, with its replay; with Shift: the one before"),
        action(Overlays, "heat", &[Key::KpMultiply], Action::NextHeat, "audit: how often walkers came, how soon, whether a way leads back"),

        action(Watching, "outside", &[Key::Z], Action::ToggleThirdPerson, "see yourself from outside"),
        action(Watching, "free_camera", &[Key::F], Action::ToggleFreeCamera, "free camera: fly around while you stand still, and back"),
        action(Watching, "surfaces", &[Key::Slash], Action::NextSurfaceStyle, "surfaces: materials, checker of 1 m, plain, collision shapes"),
        action(Watching, "map", &[Key::M], Action::NextMap, "map: in the corner, large, off; the mouse wheel zooms the large one"),
        action(Watching, "map_nearer", &[Key::Apostrophe], Action::ZoomMap(ZOOM_STEP), "large map: nearer").shared(ZOOM),
        action(Watching, "map_farther", &[Key::Semicolon], Action::ZoomMap(1.0 / ZOOM_STEP), "large map: farther").shared(ZOOM),

        action(Time, "pause", &[Key::P], Action::Pause, "pause, and go on"),
        hold(Time, "step_back", &[Key::Comma], TickBack, "a tick back; with Shift: a second").shared(STEP),
        hold(Time, "step_ahead", &[Key::Period], TickAhead, "a tick ahead; with Shift: a second").shared(STEP),
        hold(Time, "far_back", &[Key::PageUp], FarBack, "in a pause: ten seconds back").shared(FAR),
        hold(Time, "far_ahead", &[Key::PageDown], FarAhead, "in a pause: ten seconds ahead").shared(FAR),
        hold(Time, "first_tick", &[Key::Home], FirstTick, "in a pause: to the first tick").shared(FAR),
        hold(Time, "last_tick", &[Key::End], LastTick, "in a pause: to the last tick").shared(FAR),
        action(Time, "slow_motion", &[Key::Key0], Action::SlowDown, "slow motion: 1/2 to 1/64, then as usual; with Shift: 30 to 240 ticks a second"),
        action(Time, "record", &[Key::F8], Action::ToggleRecording, "record, and end it; with Shift: save the last minutes"),
        action(Time, "copy_link", &[Key::Backslash], Action::CopyLink, "copy a link that replays the recording, or else the last minute"),

        action(Window, "menu", &[Key::Menu], Action::ToggleMenu, "the menu, as with Esc: go on, restart, levels, tour, settings, help, quit"),
        action(Window, "help", &[Key::F1], Action::ToggleHelp, "this help, and its next page"),
        action(Window, "panel", &[Key::Tab], Action::TogglePanel, "the panel: every value to try, overlays, time, levels, performance"),
        action(Window, "numbers", &[Key::F2], Action::ToggleReadings, "the HUD"),
        action(Level, "editor", &[Key::E], Action::ToggleEditor, "edit the level's props; the help then lists the editor's keys"),
        action(Level, "tell_place", &[Key::F3], Action::PrintSpawnOption, "print the place as a --spawn option"),
        action(Level, "levels", &[Key::F4], Action::ToggleLevels, "list of the levels in this folder and of the shipped ones; Home: start there from now on"),
        action(Level, "level_before", &[Key::LeftBracket], Action::NextLevel(-1), "the level before").shared(LEVELS),
        action(Level, "level_after", &[Key::RightBracket], Action::NextLevel(1), "the next level").shared(LEVELS),
        action(Level, "reload", &[Key::F5], Action::Reload, "load the level again (saving it also does)"),
        action(Level, "problems", &[Key::F6], Action::ToggleProblems, "hide or show the problems of a level that cannot be loaded"),
        action(Level, "save_level", &[Key::F7], Action::SaveLevel, "save the level that was made around a bare mesh"),
        action(Level, "mesh_size", &[Key::Backspace], Action::ToggleMeshChooser, "choose the unit and the upward axis of a bare mesh"),
        action(Window, "sound", &[Key::Y], Action::ToggleSound, SOUND),
        action(Window, "key_page", &[Key::F10], Action::ToggleKeyPage, "choose other keys"),
        action(Window, "full_screen", &[Key::F11], Action::ToggleFullscreen, "full screen"),
        action(Window, "screenshot", &[Key::F12], Action::Screenshot, "screenshot, as a PNG file"),
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
