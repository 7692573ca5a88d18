//! What a key can do: one table, from which the keys are read, the help is written, and other keys are
//! bound.
//!
//! To add something: a row here, beside those it belongs to, and what is to be done where its
//! [`BindingTarget`] is read. A key has one row, so that everybody can find out what it does.

use macroquad::input::KeyCode;

use crate::options::action::{Action, LabAction};
use crate::options::map_size::ZOOM_STEP;

/// Something that a key can do.
pub struct KeyRow {
    pub group: Group,
    /// Its name in the settings.
    pub name: &'static str,
    /// The keys that do it, unless others are bound.
    pub keys: &'static [KeyCode],
    /// What that is.
    pub words: &'static str,
    /// What the help says of it and of its neighbours that have the same words here.
    pub together: Option<&'static str>,
    pub target: BindingTarget,
}

/// What it is about, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Moving,
    Overlays,
    Watching,
    Time,
    Level,
    Window,
    /// Only where there is a lab.
    Lab,
}

impl Group {
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

/// What comes of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BindingTarget {
    /// As long as it is held.
    Hold(Control),
    /// Once with each press, in the player's hands.
    Switch(Switch),
    /// The window is asked, once with each press.
    Ask(Action),
}

/// What is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Forward,
    Back,
    Left,
    Right,
    /// Held, it leads up; pressed, it jumps.
    Jump,
    Down,
    Fast,
    TurnLeft,
    TurnRight,
    TurnUp,
    TurnDown,
    /// To another tick; held, it goes on.
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

/// What is switched in the player's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    Mode,
    Controller,
    Respawn,
    Boxes,
}

impl KeyRow {
    /// Told in the help together with its neighbours.
    const fn together(self, words: &'static str) -> Self {
        Self {
            together: Some(words),
            ..self
        }
    }
}

const fn hold(
    group: Group,
    name: &'static str,
    keys: &'static [KeyCode],
    control: Control,
    words: &'static str,
) -> KeyRow {
    row(group, name, keys, BindingTarget::Hold(control), words)
}

const fn switch(
    group: Group,
    name: &'static str,
    keys: &'static [KeyCode],
    switch: Switch,
    words: &'static str,
) -> KeyRow {
    row(group, name, keys, BindingTarget::Switch(switch), words)
}

const fn ask(
    group: Group,
    name: &'static str,
    keys: &'static [KeyCode],
    action: Action,
    words: &'static str,
) -> KeyRow {
    row(group, name, keys, BindingTarget::Ask(action), words)
}

const fn row(
    group: Group,
    name: &'static str,
    keys: &'static [KeyCode],
    target: BindingTarget,
    words: &'static str,
) -> KeyRow {
    KeyRow {
        group,
        name,
        keys,
        words,
        together: None,
        target,
    }
}

const WALK: &str = "walk, or fly";
const TURN: &str = "turn the view";
const SENSITIVITY: &str = "mouse less or more sensitive";
const STEP: &str = "a tick back, or ahead; with Shift: a second";
const ZOOM: &str = "the large map: nearer, and farther";
const FAR: &str = "in a pause: 10 s back, or ahead; the first tick, the last; or drag the bar";
const LEVELS: &str = "the level before, and the next";
const LAB_MOVE: &str =
    "lab: move the blue shape away, near, left, right, up, down; with Shift: turn it";

/// All that keys can do, in the order of the help.
#[rustfmt::skip]
pub const TABLE: &[KeyRow] = {
    use Control::*;
    use Group::*;
    use KeyCode as Key;
    &[
        hold(Lab, "lab_away", &[Key::I], LabAway, "lab: move away, or tip").together(LAB_MOVE),
        hold(Lab, "lab_near", &[Key::K], LabNear, "lab: move near, or tip").together(LAB_MOVE),
        hold(Lab, "lab_left", &[Key::J], LabLeft, "lab: move left, or roll").together(LAB_MOVE),
        hold(Lab, "lab_right", &[Key::L], LabRight, "lab: move right, or roll").together(LAB_MOVE),
        hold(Lab, "lab_up", &[Key::U], LabUp, "lab: move up, or turn").together(LAB_MOVE),
        hold(Lab, "lab_down", &[Key::O], LabDown, "lab: move down, or turn").together(LAB_MOVE),
        ask(Lab, "lab_next", &[Key::N], Action::Lab(LabAction::Next), "lab: the next pair of shapes; with Shift: the one before"),
        hold(Lab, "lab_stretch", &[Key::T], LabStretch, "lab: a longer motion of a sweep; with Shift: a shorter one"),
        ask(Lab, "lab_settle", &[Key::G], Action::Lab(LabAction::ToggleSettling), "lab: let it settle, resolving the deepest contact in each tick"),
        ask(Lab, "lab_restart", &[Key::H], Action::Lab(LabAction::Restart), "lab: back to the pair's start"),
        ask(Lab, "lab_board", &[Key::Y], Action::Lab(LabAction::ToggleBoard), "lab: the board of numbers"),

        hold(Moving, "walk_forward", &[Key::W], Forward, "walk forward").together(WALK),
        hold(Moving, "walk_left", &[Key::A], Left, "walk left").together(WALK),
        hold(Moving, "walk_back", &[Key::S], Back, "walk back").together(WALK),
        hold(Moving, "walk_right", &[Key::D], Right, "walk right").together(WALK),
        hold(Moving, "turn_left", &[Key::Left], TurnLeft, "turn left").together(TURN),
        hold(Moving, "turn_right", &[Key::Right], TurnRight, "turn right").together(TURN),
        hold(Moving, "turn_up", &[Key::Up], TurnUp, "look up").together(TURN),
        hold(Moving, "turn_down", &[Key::Down], TurnDown, "look down").together(TURN),
        hold(Moving, "jump", &[Key::Space], Jump, "jump; when flying: up"),
        hold(Moving, "down", &[Key::C, Key::LeftControl, Key::RightControl], Down, "when flying: down"),
        hold(Moving, "fast", &[Key::LeftShift, Key::RightShift], Fast, "faster"),
        switch(Moving, "fly", &[Key::V], Switch::Mode, "walk or fly"),
        switch(Moving, "next_controller", &[Key::Q], Switch::Controller, "next controller"),
        switch(Moving, "respawn", &[Key::R], Switch::Respawn, "back to the spawn, and movers to their start"),
        switch(Moving, "mover_boxes", &[Key::B], Switch::Boxes, "movers: oriented or axis-aligned boxes"),
        ask(Moving, "less_sensitive", &[Key::Minus], Action::Sensitivity(1.0 / 1.25), "mouse less sensitive").together(SENSITIVITY),
        ask(Moving, "more_sensitive", &[Key::Equal], Action::Sensitivity(1.25), "mouse more sensitive").together(SENSITIVITY),

        ask(Overlays, "overlay_1", &[Key::Key1], Action::ToggleOverlays(1), "overlay: boxes of props and triangles near you; again: through walls"),
        ask(Overlays, "overlay_2", &[Key::Key2], Action::ToggleOverlays(2), "overlay: how tight a sphere, an AABB and an OBB fit"),
        ask(Overlays, "overlay_3", &[Key::Key3], Action::ToggleOverlays(3), "overlay: the axes that separate a mover's box from the next"),
        ask(Overlays, "overlay_4", &[Key::Key4], Action::ToggleOverlays(4), "overlay: what you touch, the ground, your velocity"),
        ask(Overlays, "overlay_5", &[Key::Key5], Action::ToggleOverlays(5), "overlay: see why: how the tick was made, sweep by sweep, push by push"),
        ask(Overlays, "overlay_6", &[Key::Key6], Action::ToggleOverlays(6), "overlay: all that the tick looked at, and what it found of it"),
        ask(Overlays, "overlay_7", &[Key::Key7], Action::ToggleOverlays(7), "overlay: the classic text's tests: projected point, angles, edge zone"),
        ask(Overlays, "overlay_8", &[Key::Key8], Action::ToggleOverlays(8), "ghosts: the other controllers from the same keys, with trails"),
        ask(Overlays, "overlay_9", &[Key::Key9], Action::ToggleOverlays(9), "overlay: the boxes of the broad phase that are looked into near you"),
        ask(Overlays, "resync_ghosts", &[Key::X], Action::Resync, "ghosts: begin again where you are"),
        ask(Overlays, "chart", &[Key::F9], Action::ToggleChart, "chart: speed kept, gap, wobble and time per move of each controller"),

        ask(Watching, "outside", &[Key::Z], Action::ToggleOutside, "see yourself from outside"),
        ask(Watching, "free_camera", &[Key::F], Action::ToggleFree, "free camera: fly around while you stand still, and back"),
        ask(Watching, "map", &[Key::M], Action::NextMap, "map: in the corner, large, off; the mouse wheel zooms the large one"),
        ask(Watching, "map_nearer", &[Key::Apostrophe], Action::ZoomMap(ZOOM_STEP), "large map: nearer").together(ZOOM),
        ask(Watching, "map_farther", &[Key::Semicolon], Action::ZoomMap(1.0 / ZOOM_STEP), "large map: farther").together(ZOOM),

        ask(Time, "pause", &[Key::P], Action::Pause, "pause, and go on"),
        hold(Time, "step_back", &[Key::Comma], TickBack, "a tick back; with Shift: a second").together(STEP),
        hold(Time, "step_ahead", &[Key::Period], TickAhead, "a tick ahead; with Shift: a second").together(STEP),
        hold(Time, "far_back", &[Key::PageUp], FarBack, "in a pause: ten seconds back").together(FAR),
        hold(Time, "far_ahead", &[Key::PageDown], FarAhead, "in a pause: ten seconds ahead").together(FAR),
        hold(Time, "first_tick", &[Key::Home], FirstTick, "in a pause: as far back as one can look").together(FAR),
        hold(Time, "last_tick", &[Key::End], LastTick, "in a pause: to the last tick").together(FAR),
        ask(Time, "slow_motion", &[Key::Key0], Action::SlowDown, "slow motion: 1/2 to 1/64, then as usual; with Shift: 30 to 240 ticks a second"),
        ask(Time, "record", &[Key::F8], Action::ToggleRecording, "record what you do, and end it; with Shift: save the last minutes"),
        ask(Time, "copy_link", &[Key::Backslash], Action::CopyLink, "copy a link that replays what you record, or else the last minute"),

        ask(Window, "help", &[Key::F1], Action::ToggleHelp, "this help"),
        ask(Window, "panel", &[Key::Tab], Action::TogglePanel, "the panel: every value to try, overlays, time, levels, performance"),
        ask(Window, "numbers", &[Key::F2], Action::ToggleReadings, "the numbers in the corner"),
        ask(Level, "editor", &[Key::E], Action::ToggleEditor, "edit the level's props: the help is then about that"),
        ask(Level, "tell_place", &[Key::F3], Action::PrintPlace, "print the place as a --spawn option"),
        ask(Level, "levels", &[Key::F4], Action::ToggleLevels, "list of the levels beside this one; Home: begin there from now on"),
        ask(Level, "level_before", &[Key::LeftBracket], Action::NextLevel(-1), "the level before").together(LEVELS),
        ask(Level, "level_after", &[Key::RightBracket], Action::NextLevel(1), "the next level").together(LEVELS),
        ask(Level, "reload", &[Key::F5], Action::Reload, "load the level again (saving it does so too)"),
        ask(Level, "problems", &[Key::F6], Action::ToggleProblems, "hide or show the problems of a level that cannot be loaded"),
        ask(Level, "save_level", &[Key::F7], Action::SaveLevel, "save the level that was made around a bare mesh"),
        ask(Window, "key_page", &[Key::F10], Action::ToggleKeyPage, "choose other keys"),
        ask(Window, "full_screen", &[Key::F11], Action::ToggleFullscreen, "full screen"),
        ask(Window, "screenshot", &[Key::F12], Action::Screenshot, "screenshot, as a PNG file"),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::key_names;

    #[test]
    fn every_row_has_a_key_of_its_own_a_name_and_words() {
        for (number, row) in TABLE.iter().enumerate() {
            assert!(!row.keys.is_empty(), "{} has no key", row.name);
            assert!(row.words.len() > 3, "{} has no words", row.name);
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
    fn what_is_told_together_stands_together() {
        for (number, row) in TABLE.iter().enumerate() {
            let Some(words) = row.together else { continue };
            let last = TABLE
                .iter()
                .rposition(|other| other.together == Some(words));
            let between = &TABLE[number..=last.unwrap()];
            assert!(
                between.iter().all(|row| row.together == Some(words)),
                "{words}"
            );
        }
    }
}
