//! Polls the devices: keys, mouse and gamepad become commands of the player and actions of the window.
//!
//! The mouse turns the view in the frame in which it moves, and is never multiplied by the frame's length.
//! A press is kept until a tick uses it, so that none is lost in a frame without a tick.
//!
//! [`Input`] is made of parts: [`view_angles`] and [`player_input`] hold the state of the next command, [`mouse`] the
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
pub mod player_input;
pub mod time_keys;
pub mod view_angles;

use macroquad::input::{
    KeyCode, MouseButton, is_key_pressed, is_mouse_button_down, is_mouse_button_pressed,
    mouse_position, mouse_wheel,
};

use sidle::level::{Level, Scene};
use sidle::player::{BodyShape, TickInput};

use crate::options::action::{Action, LabAction};
use crate::options::controls::{BindingTarget, Control, TABLE};
use crate::options::map_size::ZOOM_STEP;
use crate::options::settings::values::Values;
use crate::ui::editor_keys;
use crate::ui::editor_keys::EditKeys;
use crate::ui::input::context::{EditorState, InputContext, TourInput};
use crate::ui::input::control_states::ControlStates;
use crate::ui::input::gamepad::{Button, Gamepad};
use crate::ui::input::keyboard::Keyboard;
use crate::ui::input::lab_mouse::LabMouse;
use crate::ui::input::level_features::LevelFeatures;
use crate::ui::input::mouse::MouseGrab;
use crate::ui::input::player_input::PlayerInput;
use crate::ui::input::time_keys::TimeKeys;
use crate::ui::input::view_angles::ViewAngles;
use crate::ui::screens::menu;

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
    pub fn poll(&mut self, seconds: f64, context: InputContext, values: &Values) -> Vec<Action> {
        self.context = context;
        let shape = context.lab_shape.filter(|_| !self.mouse.is_grabbed());
        let gesture = self.lab_mouse.poll(shape);
        self.poll_grab(seconds);
        let gamepad = self.gamepad.read();
        let captured = context.capture.keys();
        self.controls = if captured || context.binds_keys() || context.shows_menu() {
            ControlStates::default()
        } else {
            ControlStates::poll(&values.bindings, &gamepad, |key| self.is_free(key))
        };
        if context.binds_keys() {
            let presses = self.keyboard.presses.iter().copied();
            return presses.map(Action::PressOnKeyPage).collect();
        }
        if context.shows_menu() {
            self.time_keys.release();
            let actions = self.poll_menu(&gamepad);
            self.pointer = mouse_position();
            return actions;
        }
        let mut actions = Vec::new();
        actions.extend(self.poll_escape());
        actions.extend(self.poll_question());
        actions.extend(self.poll_cancel());
        actions.extend(self.poll_mesh_card());
        actions.extend(self.poll_tour());
        actions.extend(self.press_on_side_card());
        actions.extend(gesture.map(Action::HandleLab));
        if context.waits() {
            let fullscreen = values.bindings.is_pressed(Action::ToggleFullscreen);
            actions.extend(fullscreen.then_some(Action::ToggleFullscreen));
            return actions;
        }
        self.turn_view(seconds, values, &gamepad);
        if captured {
            if values.bindings.is_pressed(Action::TogglePanel) {
                actions.push(Action::TogglePanel);
            }
            self.time_keys.release();
            return actions;
        }
        // With Ctrl, letters are the editor's.
        if !context.editor.is_on() || !self.keyboard.control {
            actions.extend(self.poll_presses(values, &gamepad));
        }
        actions.extend(self.poll_editor(seconds));
        let mut presses = self.keyboard.presses.iter();
        if presses.any(|press| press.control && press.key == KeyCode::C) {
            actions.push(Action::CopySpawnOption);
        }
        actions.extend(self.poll_time(seconds));
        if context.lists_levels() {
            actions.extend(poll_level_list());
            actions.extend(self.poll_level_rows());
        } else {
            actions.extend(poll_wheel());
        }
        self.pointer = mouse_position();
        actions
    }

    /// The action of pressing a key of the row `name`.
    pub fn press_row(&mut self, name: &str) -> Option<Action> {
        let row = TABLE.iter().find(|row| row.name == name)?;
        self.press(row.target, false)
    }

    /// A click grabs the mouse or drags the bar of the clock; losing the keyboard releases the mouse.
    fn poll_grab(&mut self, seconds: f64) {
        let lost_focus = self.keyboard.poll();
        self.mouse.poll_focus(seconds, lost_focus);
        let bar = self.context.time_bar.filter(|_| !self.mouse.is_grabbed());
        let down = is_mouse_button_down(MouseButton::Left);
        let pressed = is_mouse_button_pressed(MouseButton::Left) && !self.context.capture.mouse();
        let scrubbing = self.time_keys.poll_bar(bar, down, pressed);
        let presses_nothing = self.poll_cancel().is_none()
            && self.press_on_card().is_none()
            && self.press_on_tour().is_none()
            && self.press_on_side_card().is_none();
        let context = &self.context;
        let covered =
            context.asks() || context.waits() || context.lists_levels() || context.shows_menu();
        let plays = !covered && presses_nothing && !self.lab_mouse.holds();
        if pressed && !scrubbing && plays {
            self.mouse.set(true);
        }
    }

    /// Esc leaves one thing at a time: the page or panel that is open, a level that is loading, the mouse grab. Then it
    /// shows the menu.
    fn poll_escape(&mut self) -> Option<Action> {
        if !is_key_pressed(KeyCode::Escape) || self.context.capture.escape() {
            return None;
        }
        if self.context.open.is_some() {
            return self.context.open;
        }
        if self.context.loading.is_some() {
            return Some(Action::CancelLoading);
        }
        if self.mouse.is_grabbed() {
            self.mouse.set(false);
            return None;
        }
        if self.context.waits() {
            return Some(Action::Quit);
        }
        Some(Action::ToggleMenu)
    }

    /// The answer to a question: Enter, or a press on one of its buttons. Esc answers no.
    fn poll_question(&self) -> Option<Action> {
        if !self.context.asks() {
            return None;
        }
        let entered = is_key_pressed(KeyCode::Enter) || is_key_pressed(KeyCode::KpEnter);
        let pressed = is_mouse_button_pressed(MouseButton::Left);
        let buttons = self.context.buttons.filter(|_| pressed);
        let answer = buttons.and_then(|buttons| buttons.answer_at(mouse_position()));
        let answer = if entered { Some(true) } else { answer };
        answer.map(Action::AnswerQuestion)
    }

    /// Keys, gamepad and mouse in the menu.
    fn poll_menu(&self, gamepad: &Gamepad) -> Vec<Action> {
        use Button::{A, B, Down, Start, Up};
        let button = |button| gamepad.pressed.contains(&button);
        let pointer = mouse_position();
        let rows = self.context.menu_rows;
        let entry = rows.and_then(|rows| rows.entry_at(pointer));
        let clicks = is_mouse_button_pressed(MouseButton::Left);
        let take = |action| vec![Action::ToggleMenu, action];
        if is_key_pressed(KeyCode::Escape) || is_key_pressed(KeyCode::Menu) || button(B) {
            return vec![Action::ToggleMenu];
        }
        if is_key_pressed(KeyCode::Enter) || is_key_pressed(KeyCode::KpEnter) || button(A) {
            return rows.map_or_else(Vec::new, |rows| take(rows.menu.action()));
        }
        if button(Start) {
            return vec![Action::Resume];
        }
        if let Some(number) = entry.filter(|_| clicks) {
            return take(menu::entries()[number].1);
        }
        let moved = entry.filter(|_| pointer != self.pointer);
        let up = is_key_pressed(KeyCode::Up) || button(Up);
        let down = is_key_pressed(KeyCode::Down) || button(Down);
        let selected = [
            up.then_some(Action::SelectInMenu(-1)),
            down.then_some(Action::SelectInMenu(1)),
            moved.map(Action::SelectInMenuAt),
        ];
        selected.into_iter().flatten().collect()
    }

    /// The mouse in the list of levels. It chooses where it moves, a press opens, and the wheel turns the list.
    fn poll_level_rows(&self) -> Option<Action> {
        let (_, wheel) = mouse_wheel();
        if wheel != 0.0 {
            return Some(Action::SelectLevel(if wheel > 0.0 { -1 } else { 1 }));
        }
        let pointer = mouse_position();
        let level = self.context.level_rows?.level_at(pointer)?;
        if is_mouse_button_pressed(MouseButton::Left) {
            return Some(Action::OpenLevelAt(level));
        }
        (pointer != self.pointer).then_some(Action::SelectLevelAt(level))
    }

    /// A press on the button that cancels loading.
    fn poll_cancel(&self) -> Option<Action> {
        let bar = self.context.loading.filter(|_| !self.mouse.is_grabbed())?;
        let pressed = is_mouse_button_pressed(MouseButton::Left) && bar.is_cancel(mouse_position());
        pressed.then_some(Action::CancelLoading)
    }

    /// Turns the view by mouse, arrow keys and stick.
    fn turn_view(&mut self, seconds: f64, values: &Values, gamepad: &Gamepad) {
        if let Some((right, down)) = self.mouse.motion() {
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

    /// Whether `key` has its bound effect, and none in the list of levels or in the editor.
    fn is_free(&self, key: KeyCode) -> bool {
        use KeyCode::{
            Backspace, Down, Enter, Home, Key1, Key2, Key3, Key4, Key5, KpEnter, Left, Right, Tab,
            Up,
        };
        let lists_levels = self.context.lists_levels();
        let editor = self.context.editor;
        // The arrow keys move a selected prop. With Ctrl they turn it.
        let moves_prop =
            editor == EditorState::PropSelected || editor.is_on() && self.keyboard.control;
        match key {
            Up | Down | Left | Right => !lists_levels && !moves_prop,
            Enter | KpEnter | Home if lists_levels => false,
            Enter | KpEnter if self.context.asks() || self.context.shows_help() => false,
            Enter | KpEnter if self.context.tour == TourInput::Offered => false,
            Backspace if self.context.tour != TourInput::None => false,
            Enter | KpEnter | Tab | Key1 | Key2 | Key3 | Key4 | Key5
                if self.context.chooses_units() =>
            {
                false
            }
            _ => !editor.is_on() || !editor_keys::uses(key),
        }
    }

    /// The actions of the keys and buttons that were pressed.
    fn poll_presses(&mut self, values: &Values, gamepad: &Gamepad) -> Vec<Action> {
        let is_pressed = |key: &KeyCode| is_key_pressed(*key) && self.is_free(*key);
        let rows = values.bindings.rows();
        let rows = rows.filter(|(row, keys)| self.level.has(row) && keys.iter().any(is_pressed));
        let by_keys = rows.map(|(row, keys)| {
            let shift = self.keyboard.has_shift(|press| keys.contains(&press.key));
            (row.target, shift)
        });
        let by_gamepad = gamepad.pressed().map(|target| (target, false));
        let pressed: Vec<_> = by_keys.chain(by_gamepad).collect();
        let pressed = pressed.into_iter();
        pressed
            .filter_map(|(target, shift)| self.press(target, shift))
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
    fn poll_editor(&mut self, seconds: f64) -> Vec<Action> {
        let InputContext { editor, open, .. } = self.context;
        if !editor.is_on() || !matches!(open, None | Some(Action::TogglePanel)) {
            return Vec::new();
        }
        let edits = self.editor_keys.poll(seconds, &self.keyboard.presses);
        edits.into_iter().map(Action::Edit).collect()
    }

    /// The ticks that the bar of the clock and the keys seek.
    fn poll_time(&mut self, seconds: f64) -> Vec<Action> {
        let context = &self.context;
        let scrubbed = self.time_keys.scrub(context.time_bar);
        let shift = self.keyboard.has_shift(|_| true);
        let paused = context.paused && !context.editor.is_on() && !context.lists_levels();
        let stepped = self.time_keys.poll(seconds, &self.controls, shift, paused);
        scrubbed
            .into_iter()
            .chain(stepped)
            .map(Action::Seek)
            .collect()
    }
}

/// The effect of the keys of `action` with Shift.
fn with_shift(action: Action) -> Action {
    match action {
        Action::Lab(LabAction::Next) => Action::Lab(LabAction::Previous),
        Action::NextFinding(by) => Action::NextFinding(-by),
        Action::SlowDown => Action::NextHz,
        Action::ToggleRecording => Action::SavePast,
        other => other,
    }
}

/// The keys in the list of levels.
fn poll_level_list() -> impl Iterator<Item = Action> {
    let keys = [
        (KeyCode::Up, Action::SelectLevel(-1)),
        (KeyCode::Down, Action::SelectLevel(1)),
        (KeyCode::Enter, Action::OpenLevel),
        (KeyCode::KpEnter, Action::OpenLevel),
        (KeyCode::Home, Action::SetStartLevel),
    ];
    let pressed = keys.into_iter().filter(|(key, _)| is_key_pressed(*key));
    pressed.map(|(_, action)| action)
}

/// The wheel zooms the map.
fn poll_wheel() -> Option<Action> {
    let (_, wheel) = mouse_wheel();
    let factor = if wheel > 0.0 {
        ZOOM_STEP
    } else {
        1.0 / ZOOM_STEP
    };
    (wheel != 0.0).then_some(Action::ZoomMap(factor))
}
