//! The hints at the lower edge, which say what keys to try next.

use std::borrow::Cow;
use std::rc::Rc;

use sidle::player::Mode;

use crate::platform::event::InputDevice;
use crate::ui::editor_keys;
use crate::ui::input::Input;
use crate::ui::input::context::{EditorState, InputContext};
use crate::ui::key_labels::{KeyLabels, LabelSource};

const EDITOR: [&str; 2] = ["{editor} leave the editor", "{help} help"];

const PLAYBACK: [&str; 5] = [
    "you watch",
    "{respawn} play yourself, from the spawn",
    "{overlay_5} see why",
    "{pause} pause",
    "{help} help",
];

const FREE_CAMERA: [&str; 6] = [
    "free camera: {free_camera} back",
    "{walk_forward walk_left walk_back walk_right} fly",
    "{jump} up",
    "{down} down",
    "{fast} faster",
    "{help} help",
];

const LAB: [&str; 7] = [
    "drag the blue shape",
    "Shift drag turn",
    "right drag around it",
    "{lab_next} next",
    "{lab_settle} settle",
    "{lab_restart} restart",
    "click outside it to look",
];

/// With the mouse captured, which turns the view.
const LAB_CAPTURED: [&str; 4] = [
    "{lab_away lab_near lab_left lab_right lab_up lab_down} move, Shift turn the blue shape",
    "{lab_next} next",
    "{lab_settle} settle",
    "{lab_restart} restart",
];

/// Seen from a camera that was led around the exhibit.
const LAB_CAMERA: [&str; 3] = [
    "wheel nearer",
    "{free_camera} back to yourself",
    "{walk_forward walk_left walk_back walk_right} fly",
];

const FREE_MOUSE: &str = "⟦Esc⟧ free the mouse";

const WALK: [&str; 3] = [
    "{walk_forward walk_left walk_back walk_right} walk",
    "{jump} jump",
    "{fly} fly",
];

const WALK_OR_CROUCH: [&str; 4] = [
    "{walk_forward walk_left walk_back walk_right} walk",
    "{jump} jump",
    "{down} crouch",
    "{fly} fly",
];

const FLY: [&str; 4] = [
    "{walk_forward walk_left walk_back walk_right} fly",
    "{jump} up",
    "{down} down",
    "{fly} walk",
];

/// In the editor, which says first that the player flies.
const EDITOR_FLY: [&str; 4] = [
    "you fly: {walk_forward walk_left walk_back walk_right}",
    FLY[1],
    FLY[2],
    FLY[3],
];

/// In the player's own level.
const EDIT: &str = "{editor} edit this level";

const MOVERS: [&str; 2] = ["{overlay_3} separating axes", "{mover_boxes} boxes"];

/// The hints as they are shown, kept until one of them, a key or the device changes.
#[derive(Default)]
pub struct FilledHints {
    templates: Vec<Cow<'static, str>>,
    /// What filled the templates.
    source: Option<LabelSource>,
    texts: Rc<[String]>,
}

impl FilledHints {
    /// The `templates` with the keys in `labels`.
    pub fn fill(&mut self, templates: Vec<Cow<'static, str>>, labels: &KeyLabels) -> Rc<[String]> {
        let source = Some(labels.source());
        if self.source != source || self.templates != templates {
            self.texts = templates.iter().map(|hint| labels.fill(hint)).collect();
            self.source = source;
            self.templates = templates;
        }
        self.texts.clone()
    }
}

impl Input {
    /// The keys to try next, the most useful first; the last ones lead to the help and out. While the player simply
    /// plays, the `first_hints` of a first game come first. Braces hold the names of rows of keys.
    pub fn hints(&self, device: InputDevice, first_hints: Vec<&'static str>) -> Vec<&'static str> {
        match device {
            InputDevice::Keyboard => self.templates(first_hints),
            InputDevice::Touch => Vec::new(),
        }
    }

    /// The hints on a keyboard.
    fn templates(&self, first_hints: Vec<&'static str>) -> Vec<&'static str> {
        let editor = self.context.editor;
        if editor.is_on() {
            return editor_hints(editor, self.edits_by_mouse(), self.player.mode());
        }
        if self.context.plays_back {
            return PLAYBACK.to_vec();
        }
        if self.view.detached_body().is_some() {
            if self.level.lab {
                let hand = lab(self.mouse.is_grabbed());
                let free = self.mouse.is_grabbed().then_some(FREE_MOUSE);
                let hints = [hand, &LAB_CAMERA, &FREE_CAMERA[5..]].concat();
                return hints.into_iter().chain(free).collect();
            }
            return FREE_CAMERA.to_vec();
        }
        let mut hints = if first_hints.is_empty() || self.level.lab {
            self.level_templates()
        } else {
            first_hints
        };
        hints = with_editor(hints, &self.context);
        hints.extend(last_hints(&self.context, self.mouse.is_grabbed()));
        hints
    }

    /// The hints for this level and this mode.
    fn level_templates(&self) -> Vec<&'static str> {
        if self.level.lab {
            // The shapes are the lesson, and need the room.
            let walk = self.player.mode() == Mode::Walk;
            let walk = if walk { WALK[0] } else { FLY[0] };
            return [lab(self.mouse.is_grabbed()), &[walk]].concat();
        }
        let mut hints = Vec::new();
        if !self.mouse.is_grabbed() {
            hints.push("click to look with the mouse");
        }
        hints.extend(match self.player.mode() {
            Mode::Walk if self.player.can_crouch() => WALK_OR_CROUCH.as_slice(),
            Mode::Walk => &WALK,
            Mode::Fly => &FLY,
        });
        if self.level.movers {
            hints.extend(MOVERS);
        }
        if self.player.has_other_controllers() {
            hints.extend(["{next_controller} next controller", "{overlay_8} compare"]);
        }
        hints.push("{overlay_5} see why");
        hints
    }
}

/// Those of `hints` that a player can do besides walking come after the way from its own level to the editor, since the last of them
/// give way in a narrow window.
fn with_editor(mut hints: Vec<&'static str>, context: &InputContext) -> Vec<&'static str> {
    if context.is_own_level {
        let fly = hints.iter().position(|hint| hint.contains("{fly}"));
        hints.insert(fly.map_or(hints.len(), |fly| fly + 1), EDIT);
    }
    hints
}

/// The hints that lead to the panel, to the help and out.
fn last_hints(context: &InputContext, is_captured: bool) -> Vec<&'static str> {
    let mut hints = vec!["{panel} panel", "{help} help"];
    hints.push(match (is_captured, context.panel_is_open) {
        (true, _) => FREE_MOUSE,
        (false, true) => "⟦Esc⟧ close the panel",
        (false, false) => "⟦Esc⟧ menu",
    });
    hints
}

/// The hints of the editor. A flight keeps those that end it.
fn editor_hints(editor: EditorState, by_mouse: bool, mode: Mode) -> Vec<&'static str> {
    let hints = match editor {
        _ if by_mouse => editor_keys::HINTS_MOUSE.as_slice(),
        EditorState::EntrySelected => &editor_keys::HINTS_SELECTED,
        EditorState::NothingSelected | EditorState::Off => &editor_keys::HINTS,
    };
    let flight: &[_] = match mode {
        Mode::Walk => &[],
        Mode::Fly => &EDITOR_FLY,
    };
    let flies = !flight.is_empty();
    let hints = hints
        .iter()
        .filter(|hint| !(flies && hint.starts_with("{fly}")));
    flight.iter().chain(hints).chain(&EDITOR).copied().collect()
}

/// The gestures that are possible in a lab, with the mouse captured or free.
fn lab(is_captured: bool) -> &'static [&'static str] {
    if is_captured { &LAB_CAPTURED } else { &LAB }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::bindings::Bindings;

    #[test]
    fn hints_name_known_rows_only() {
        let groups: [&[&str]; 14] = [
            &editor_keys::HINTS,
            &EDITOR_FLY,
            &editor_keys::HINTS_MOUSE,
            &editor_keys::HINTS_SELECTED,
            &EDITOR,
            &PLAYBACK,
            &FREE_CAMERA,
            &LAB,
            &LAB_CAPTURED,
            &LAB_CAMERA,
            &WALK,
            &WALK_OR_CROUCH,
            &FLY,
            &MOVERS,
        ];
        for hint in groups.concat() {
            assert_eq!(Bindings::default().unknown(hint), None, "{hint}");
        }
    }

    #[test]
    fn the_hints_lead_from_the_players_own_level_to_the_editor() {
        assert_eq!(Bindings::default().unknown(EDIT), None);
        let mut context = InputContext::default();
        let hints = [WALK.as_slice(), &MOVERS].concat();
        assert_eq!(with_editor(hints.clone(), &context), hints);
        context.is_own_level = true;
        let leads = with_editor(hints, &context);
        assert_eq!(leads, [WALK.as_slice(), &[EDIT], &MOVERS].concat());
        assert_eq!(with_editor(vec!["a", "b"], &context), ["a", "b", EDIT]);
        for is_captured in [false, true] {
            assert!(last_hints(&context, is_captured)[1].contains("help"));
        }
    }

    #[test]
    fn a_flight_in_the_editor_keeps_its_keys_before_all_others() {
        for (state, by_mouse) in [
            (EditorState::NothingSelected, true),
            (EditorState::NothingSelected, false),
            (EditorState::EntrySelected, true),
            (EditorState::EntrySelected, false),
        ] {
            let flying = editor_hints(state, by_mouse, Mode::Fly);
            assert_eq!(flying[..4], EDITOR_FLY);
            assert_eq!(
                flying.iter().filter(|hint| hint.contains("{fly}")).count(),
                1
            );
            let walking = editor_hints(state, by_mouse, Mode::Walk);
            assert!(!walking.contains(&"{jump} up") && walking.ends_with(&EDITOR));
        }
    }

    #[test]
    fn a_captured_mouse_is_not_said_to_drag_in_the_lab() {
        let drags = |is_captured| lab(is_captured).iter().any(|hint| hint.contains("drag"));
        assert!(drags(false) && !drags(true));
    }
}
