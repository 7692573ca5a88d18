//! Polls the devices: keys, mouse and gamepad become commands of the player and actions of the window.
//!
//! The mouse turns the view in the frame in which it moves, and is never multiplied by the frame's length.
//! A press is kept until a tick uses it, so that none is lost in a frame without a tick.
//!
//! [`Input`] is made of parts: [`view_angles`] is the direction of the view, [`mouse`] the
//! grab, [`keyboard`] the presses of a frame, [`control_states`] the held controls, [`time_keys`] the keys that seek,
//! [`gamepad`] the gamepad. [`commands`] makes commands of them; [`hints`] and [`help_keys`] explain the keys.

// The same presses make the same command on every machine.
#![deny(clippy::disallowed_methods)]

pub mod activity;
mod cards;
pub mod commands;
pub mod context;
pub mod control_states;
pub mod gamepad;
#[cfg_attr(target_arch = "wasm32", path = "gamepad_web.rs")]
#[cfg_attr(
    all(feature = "gamepad", not(target_arch = "wasm32")),
    path = "gamepad_native.rs"
)]
#[cfg_attr(
    not(any(feature = "gamepad", target_arch = "wasm32")),
    path = "gamepad_none.rs"
)]
mod gamepad_reader;
pub mod help_keys;
pub mod hints;
pub mod keyboard;
pub mod lab_mouse;
pub mod level_features;
pub mod mouse;
pub mod time_keys;
pub mod view_angles;

use macroquad::input::{
    KeyCode, MouseButton, is_key_pressed, is_mouse_button_down, is_mouse_button_pressed,
    mouse_position, mouse_wheel,
};
use macroquad::window::{screen_height, screen_width};

use sidle::level::{Level, Scene};
use sidle::player::{BodyShape, TickInput};

use crate::options::action::{Action, LabAction};
use crate::options::controls::{BindingTarget, Control, TABLE};
use crate::options::edit_action::EditAction;
use crate::options::map_size::ZOOM_STEP;
use crate::options::settings::values::Values;
use crate::ui::editor_keys;
use crate::ui::editor_keys::EditKeys;
use crate::ui::events::{Events, InputKind};
use crate::ui::input::commands::PlayerInput;
use crate::ui::input::context::{EditorState, InputContext, TourInput};
use crate::ui::input::control_states::ControlStates;
use crate::ui::input::gamepad::Gamepad;
use crate::ui::input::keyboard::Keyboard;
use crate::ui::input::lab_mouse::LabMouse;
use crate::ui::input::level_features::LevelFeatures;
use crate::ui::input::mouse::MouseGrab;
use crate::ui::input::time_keys::TimeKeys;
use crate::ui::input::view_angles::ViewAngles;
use crate::ui::screens::Screens;

/// How fast the arrow keys turn the view; degrees per second.
const KEY_TURN: f64 = 100.0;

/// The state of the devices, and their settings for the next command.
pub struct Input {
    pub view: ViewAngles,
    pub player: PlayerInput,
    pub mouse: MouseGrab,
    keyboard: Keyboard,
    gamepad: gamepad_reader::Reader,
    controls: ControlStates,
    time_keys: TimeKeys,
    editor_keys: EditKeys,
    lab_mouse: LabMouse,
    level: LevelFeatures,
    /// The context of the last poll.
    context: InputContext,
    /// The mouse in the last frame; pixels of the window.
    pointer: (f32, f32),
    /// How far it has moved since then.
    pointer_motion: (f32, f32),
}

impl Input {
    pub fn new(level: &Level) -> Self {
        let mut input = Self {
            view: ViewAngles::default(),
            player: PlayerInput::default(),
            mouse: MouseGrab::default(),
            keyboard: Keyboard::new(),
            gamepad: gamepad_reader::Reader::new(),
            controls: ControlStates::default(),
            time_keys: TimeKeys::default(),
            editor_keys: EditKeys::default(),
            lab_mouse: LabMouse::default(),
            level: LevelFeatures::default(),
            context: InputContext::default(),
            pointer: (0.0, 0.0),
            pointer_motion: (0.0, 0.0),
        };
        input.start_level(level);
        input
    }

    /// Takes view, mode and controller from the spawn of `level`.
    pub fn start_level(&mut self, level: &Level) {
        let spawn = &level.rules.spawn;
        self.view.set_body(spawn.yaw, spawn.pitch);
        self.player.start(spawn, level.tuning.body);
        self.continue_level(&level.scene, level.tuning.body);
    }

    /// Continues in the level of `scene`, which has changed, with this `body`, which may be tuned.
    pub fn continue_level(&mut self, scene: &Scene, body: BodyShape) {
        self.player.set_body(body);
        self.player.clear_presses();
        self.level = LevelFeatures::of(scene);
    }

    /// Takes view, mode, controller and boxes from `input`.
    pub fn resume_from(&mut self, input: &TickInput) {
        self.view.set_body(input.command.yaw, input.command.pitch);
        self.player.resume_from(input);
    }

    /// Polls the devices for a frame of `seconds`; returns the actions in their order.
    pub fn poll(
        &mut self,
        seconds: f64,
        context: InputContext,
        screens: &mut Screens,
        values: &mut Values,
    ) -> Vec<Action> {
        self.context = context;
        let shape = context.lab_shape.filter(|_| !self.mouse.is_grabbed());
        let gesture = self.lab_mouse.poll(shape);
        let lost_focus = self.keyboard.poll();
        self.mouse.poll_focus(seconds, lost_focus);
        self.mouse.borrow(borrows(
            self.edits_by_mouse() && !screens.are_modal(),
            self.mouse.is_borrowed(),
            is_mouse_button_pressed(MouseButton::Right) && !self.panel_has_mouse(),
            is_mouse_button_down(MouseButton::Right),
        ));
        let gamepad = self.gamepad.read();
        let events = self.events(&gamepad);
        let card = self.click_card(&events, screens.top().is_some());
        self.poll_grab(&events, screens, card.is_some());
        let captured = context.keys_are_captured();
        let is_modal = screens.are_modal();
        self.controls = if captured || is_modal {
            ControlStates::default()
        } else {
            let is_free = |key| self.is_free(key, screens);
            ControlStates::poll(&values.bindings, &gamepad, is_free)
        };
        let mut actions = Vec::new();
        if !is_modal {
            actions.extend(self.poll_escape(&events, screens));
        }
        actions.extend(screens.handle(&events, &mut values.bindings));
        if is_modal {
            self.time_keys.release();
            return actions;
        }
        actions.extend(self.press_tour_key(&events).or(card));
        actions.extend(gesture.map(Action::HandleLab));
        if screens.loading.covers() {
            let fullscreen = values.bindings.is_pressed(Action::ToggleFullscreen);
            actions.extend(fullscreen.then_some(Action::ToggleFullscreen));
            return actions;
        }
        self.turn_view(seconds, values, &gamepad);
        if captured {
            // In a field, Tab leads to the next one.
            let is_free = !context.capture.escape();
            if is_free && values.bindings.is_pressed(Action::TogglePanel) {
                actions.push(Action::TogglePanel);
            }
            // No text field uses Ctrl+S.
            let mut presses = events.presses.iter();
            let saves = presses.any(|press| press.control && press.key == KeyCode::S);
            if saves && context.editor.is_on() {
                actions.push(Action::Edit(EditAction::Save));
            }
            if context.edits_while_typing() && screens.top().is_none() {
                let (place, has_mouse) = (self.editing_place(), self.panel_has_mouse());
                let edits = self.editor_keys.poll_mouse(place, has_mouse);
                actions.extend(edits.into_iter().map(Action::Edit));
            }
            self.time_keys.release();
            return actions;
        }
        actions.extend(self.poll_game(seconds, &events, &gamepad, screens, values));
        actions
    }

    /// The actions of keys, buttons and the wheel in the game itself, where no screen takes them.
    fn poll_game(
        &mut self,
        seconds: f64,
        events: &Events,
        gamepad: &Gamepad,
        screens: &Screens,
        values: &Values,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        let is_editing = self.context.editor.is_on();
        // With Ctrl, letters are the editor's.
        if !is_editing || !self.keyboard.control {
            actions.extend(self.poll_presses(values, gamepad, screens));
        }
        if is_editing && screens.top().is_none() {
            let (place, has_mouse) = (self.editing_place(), self.panel_has_mouse());
            let presses = &self.keyboard.presses;
            let edits = self.editor_keys.poll(seconds, presses, place, has_mouse);
            actions.extend(edits.into_iter().map(Action::Edit));
        }
        let mut presses = events.presses.iter();
        let copies_place = self.context.editor != EditorState::EntrySelected;
        if copies_place && presses.any(|press| press.control && press.key == KeyCode::C) {
            actions.push(Action::CopySpawnOption);
        }
        let scrolls = screens.take(InputKind::Scroll);
        if self.context.builds() {
            self.time_keys.release();
            let sought = self.time_keys.scrub(self.context.areas.time_bar);
            actions.extend(sought.map(Action::Seek));
        } else {
            actions.extend(self.poll_time(seconds, scrolls));
        }
        if events.wheel != 0.0 && !scrolls && !self.context.capture.mouse() {
            let nearer = (events.wheel > 0.0).then_some(ZOOM_STEP);
            actions.push(Action::ZoomMap(nearer.unwrap_or(1.0 / ZOOM_STEP)));
        }
        actions
    }

    /// The presses since the last frame, and the place of the mouse.
    fn events(&mut self, gamepad: &Gamepad) -> Events {
        let pointer = mouse_position();
        let before = std::mem::replace(&mut self.pointer, pointer);
        self.pointer_motion = (pointer.0 - before.0, pointer.1 - before.1);
        Events {
            presses: self.keyboard.presses.clone(),
            buttons: gamepad.pressed.clone(),
            pointer,
            has_moved: pointer != before,
            clicks: is_mouse_button_pressed(MouseButton::Left) && !self.mouse.is_grabbed(),
            wheel: mouse_wheel().1,
            panel_has_keys: self.context.capture.keys(),
        }
    }

    /// The action of pressing a key of the row `name`, which may follow the word `shift`.
    pub fn press_row(&mut self, name: &str) -> Option<Action> {
        let shifted = name.strip_prefix("shift ");
        let name = shifted.unwrap_or(name);
        let row = TABLE.iter().find(|row| row.name == name)?;
        self.press(row.target, shifted.is_some())
    }

    /// A click drags the bar of the clock, or grabs the mouse if it presses nothing else: no `card`, and nothing of `screens`.
    fn poll_grab(&mut self, events: &Events, screens: &Screens, card: bool) {
        let bar = self.context.areas.time_bar;
        let bar = bar.filter(|_| !self.mouse.is_grabbed());
        let down = is_mouse_button_down(MouseButton::Left);
        let pressed = events.clicks && !self.context.capture.mouse();
        let is_scrubbing = self.time_keys.poll_bar(bar, down, pressed);
        let is_covered = self.edits_by_mouse()
            || screens.loading.covers()
            || screens.loading.takes_click(events.pointer)
            || screens.take(InputKind::Click(events.pointer));
        if pressed && !is_scrubbing && !is_covered && !card && !self.lab_mouse.holds() {
            self.mouse.set(true);
        }
    }

    /// Esc leaves one thing at a time: the screen that is open, a list that drops down, the large map, what the editor has selected, the panel, a level that is loading, the mouse grab. Then it
    /// shows the menu.
    fn poll_escape(&mut self, events: &Events, screens: &Screens) -> Option<Action> {
        if !events.has_key(KeyCode::Escape) || self.context.capture.escape() {
            return None;
        }
        if screens.top().is_some() {
            return Some(Action::CloseScreen);
        }
        if let Some(action) = self.context.escape() {
            return action;
        }
        if self.context.panel_is_open {
            return Some(Action::TogglePanel);
        }
        if screens.loading.is_shown() {
            return Some(Action::CancelLoading);
        }
        if self.mouse.is_grabbed() {
            self.mouse.set(false);
            return None;
        }
        Some(Action::ToggleMenu)
    }

    /// Notes that the editor and its palette were switched on or off since the last poll.
    pub fn follow_editor(&mut self, panel_is_open: bool, editor: EditorState) {
        (self.context.panel_is_open, self.context.editor) = (panel_is_open, editor);
    }

    /// Whether the panel or the bar of the clock has the mouse.
    fn panel_has_mouse(&self) -> bool {
        self.context.capture.mouse() || self.time_keys.is_scrubbing()
    }

    /// Whether the free mouse edits the level: the editor is on, and its palette open.
    fn edits_by_mouse(&self) -> bool {
        let context = &self.context;
        context.editor.is_on() && context.panel_is_open && !self.mouse.is_grabbed()
    }

    /// Where the free mouse edits the level, from the left and from the top of the picture, as shares of it.
    pub fn editing_place(&self) -> Option<(f32, f32)> {
        let (x, y) = self.pointer;
        let place = (x / screen_width().max(1.0), y / screen_height().max(1.0));
        self.edits_by_mouse().then_some(place)
    }

    /// Turns the view by mouse, arrow keys and stick.
    fn turn_view(&mut self, seconds: f64, values: &Values, gamepad: &Gamepad) {
        // Where the mouse cannot be captured, its way over the picture counts.
        let held = self.edits_by_mouse()
            && !self.context.capture.mouse()
            && !self.mouse.is_borrowed()
            && is_mouse_button_down(MouseButton::Right);
        let (right, down) = self.pointer_motion;
        let held = held.then_some((f64::from(right), f64::from(down)));
        if let Some((right, down)) = self.mouse.motion().or(held) {
            let yaw_deg = right * values.sensitivity;
            let pitch_deg = down * values.sensitivity;
            let pitch_deg = if values.invert_mouse {
                pitch_deg
            } else {
                -pitch_deg
            };
            self.view.turn(-yaw_deg, pitch_deg);
        }
        let left = self.controls.axis(Control::TurnLeft, Control::TurnRight);
        let up = self.controls.axis(Control::TurnUp, Control::TurnDown);
        let degrees = KEY_TURN * seconds;
        self.view.turn(left * degrees, up * degrees);
        let [right, up] = gamepad.turn();
        let degrees = values.stick_turn_deg * seconds;
        self.view.turn(-right * degrees, up * degrees);
        self.view.normalize();
    }

    /// Whether `key` does what it is bound to, and nothing in a screen, in the tour or in the editor.
    fn is_free(&self, key: KeyCode, screens: &Screens) -> bool {
        use KeyCode::{Backspace, Down, Enter, KpEnter, Left, Right, Up};
        if screens.take(InputKind::Key(key)) {
            return false;
        }
        let editor = self.context.editor;
        match key {
            // The arrow keys move a selected entry. With Ctrl they turn it.
            Up | Down | Left | Right => {
                editor != EditorState::EntrySelected && !(editor.is_on() && self.keyboard.control)
            }
            Enter | KpEnter
                if matches!(self.context.tour, TourInput::Offered | TourInput::Moving) =>
            {
                false
            }
            Backspace if self.context.tour != TourInput::None => false,
            _ => !editor.is_on() || !editor_keys::uses(key),
        }
    }

    /// The actions of the keys and buttons that were pressed.
    fn poll_presses(
        &mut self,
        values: &Values,
        gamepad: &Gamepad,
        screens: &Screens,
    ) -> Vec<Action> {
        let is_pressed = |key: &KeyCode| is_key_pressed(*key) && self.is_free(*key, screens);
        let rows = values.bindings.rows();
        let helps = screens.shows_help();
        let rows = rows.filter(|(row, keys)| {
            let is_over_help = helps && acts_over_help(row.target);
            let acts = |key: &KeyCode| is_pressed(key) || (is_over_help && is_key_pressed(*key));
            self.level.has(row) && keys.iter().any(acts)
        });
        // Letters typed outside of the fields of the palette only walk, fly, pause, edit and leave the editor.
        let builds = self.context.builds();
        let rows = rows.filter(|(row, keys)| {
            let is_walk = matches!(row.target, BindingTarget::Hold(_));
            !builds
                || is_walk
                || matches!(row.name, "fly" | "editor" | "pause")
                || !keys.iter().any(|key| is_pressed(key) && types(*key))
        });
        let by_keys = rows.map(|(row, keys)| {
            let shift = self.keyboard.has_shift(|press| keys.contains(&press.key));
            (row.target, shift)
        });
        let by_gamepad = gamepad.pressed().map(|target| (target, false));
        let pressed: Vec<_> = by_keys.chain(by_gamepad).collect();
        let pressed = pressed.into_iter();
        pressed
            .filter_map(|(target, shift)| self.press(target, shift))
            .map(by_key)
            .collect()
    }

    /// The action of pressing `target`, alone or with Shift.
    fn press(&mut self, target: BindingTarget, shift: bool) -> Option<Action> {
        match (target, shift) {
            (BindingTarget::Hold(control), _) => {
                if control == Control::Jump {
                    self.player.jump();
                }
                None
            }
            (BindingTarget::Switch(switch), _) => self.player.apply(switch),
            (BindingTarget::Action(action), true) => Some(with_shift(action)),
            (BindingTarget::Action(action), false) => Some(action),
        }
    }

    /// The effects of the editor's keys, unless a page covers the level.
    fn poll_time(&mut self, seconds: f64, scrolls: bool) -> Vec<Action> {
        let context = &self.context;
        let scrubbed = self.time_keys.scrub(context.areas.time_bar);
        let shift = self.keyboard.has_shift(|_| true);
        let paused = context.paused && !context.editor.is_on() && !scrolls;
        let stepped = self.time_keys.poll(seconds, &self.controls, shift, paused);
        scrubbed
            .into_iter()
            .chain(stepped)
            .map(Action::Seek)
            .collect()
    }
}

/// Whether the editor has the mouse while the right button turns the view: from a press of the button over the picture, until it is let go
/// or the palette is closed. A mouse that the browser has taken back meanwhile is not asked for again.
fn borrows(edits_by_mouse: bool, borrowed: bool, pressed: bool, down: bool) -> bool {
    edits_by_mouse && down && (borrowed || pressed)
}

/// Whether `target` acts on the window or on the screens, also while the help covers the picture.
fn acts_over_help(target: BindingTarget) -> bool {
    use Action::{Screenshot, ToggleFullscreen, ToggleHelp, ToggleKeyPage, ToggleLevels};
    matches!(
        target,
        BindingTarget::Action(
            ToggleHelp | ToggleKeyPage | ToggleLevels | ToggleFullscreen | Screenshot
        )
    )
}

/// Whether `key` is one that writes a letter, a digit or a sign.
fn types(key: KeyCode) -> bool {
    // Their numbers are those of ASCII, and Space is for jumps.
    (KeyCode::Apostrophe as u16..=KeyCode::GraveAccent as u16).contains(&(key as u16))
}

/// The effect of the keys of `action`. None of them changes the settings of the next game, since one is soon pressed by mistake.
fn by_key(action: Action) -> Action {
    match action {
        Action::ChangeSetting(change) => Action::ChangeForSession(change),
        other => other,
    }
}

/// The effect of the keys of `action` with Shift.
fn with_shift(action: Action) -> Action {
    match action {
        Action::Lab(LabAction::Next) => Action::Lab(LabAction::Previous),
        Action::NextFinding(by) => Action::NextFinding(-by),
        Action::SlowDown => Action::NextHz,
        Action::ToggleOverlays(5) => Action::TryOtherValue,
        Action::ToggleRecording => Action::SavePast,
        other => other,
    }
}

#[cfg(test)]
mod tests;
