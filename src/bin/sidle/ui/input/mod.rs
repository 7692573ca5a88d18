//! Keys and mouse: what the player wants, and what the window is asked to do.
//!
//! The mouse turns the view in the very frame in which it moves, and is never multiplied by the
//! frame's length. Presses are kept until a tick takes them, so that none is lost in a frame
//! without a tick.
//!
//! [`hands`] is what they hold, [`table`] all that keys can do, [`bindings`] which keys do it now,
//! [`key_names`] what keys are called, [`wishes`] the commands that come of it, [`words`] what the help and the hints say of them, [`key_page`]
//! binds others, [`gamepad`] is what a gamepad does, [`mouse`] turns the view.

// The same presses make the same command on every machine.
#![deny(clippy::disallowed_methods)]

pub mod gamepad;
#[cfg(all(feature = "gamepad", not(target_arch = "wasm32")))]
#[path = "gamepad_native.rs"]
mod gamepad_reader;
#[cfg(target_arch = "wasm32")]
#[path = "gamepad_web.rs"]
mod gamepad_reader;
pub mod player;
pub mod mouse;
pub mod commands;
pub mod words;

use macroquad::input::{
    KeyCode, is_key_down, is_key_pressed, mouse_position, mouse_wheel,
    utils::register_input_subscriber,
};
use macroquad::math::Rect;

use sidle::geometry::angle::BinaryAngle;
use sidle::level::Level;
use sidle::player::{BodyShape, Command, Controller, Mode};
use sidle::world::BoxFit;

use crate::options::action::{Action, LabAction, Seek};
use crate::options::controls::{BindingTarget, Control, Switch, TABLE};
use crate::options::map_size::ZOOM_STEP;
use crate::options::press::Press;
use crate::options::settings::values::Values;
use crate::platform::event::InputDevice;
use crate::ui::editor_keys;
use crate::ui::capture::PanelCapture;
use crate::ui::editor_keys::EditKeys;
use crate::ui::input::gamepad::Gamepad;
use crate::view::hud::time_bar;

/// A key that is held is taken again after this time, and then every so often; seconds.
const REPEAT_AFTER: f64 = 0.35;
const REPEAT_EVERY: f64 = 1.0 / 30.0;

/// The player's hands.
pub struct Input {
    yaw_deg: f64,
    pitch_deg: f64,
    /// Where the body goes on looking, yaw and pitch, while a free camera looks elsewhere; degrees.
    body_view: Option<(f64, f64)>,
    mode: Mode,
    controller: Controller,
    /// The controllers that can move the level's body.
    controllers: Vec<Controller>,
    /// Which boxes movers have.
    boxes: BoxFit,
    has_movers: bool,
    has_lab: bool,
    jump: bool,
    respawn: bool,
    /// What the player has set.
    values: Values,
    grabbed: bool,
    /// Where the mouse was in the last frame in which it was grabbed.
    mouse: Option<(f32, f32)>,
    /// For so long losing the keyboard is taken for a part of the window's own change of size.
    resizing_seconds: f64,
    /// Since a held key was taken the last time; negative before it is taken again.
    repeat_seconds: f64,
    subscriber: usize,
    /// Whether the editor is on, and then, whether it has something selected.
    pub editing: Option<bool>,
    /// Whether keys take one far through time.
    pub looks_far: bool,
    /// Where the bar of the clock is, and whether the mouse holds it.
    pub time_bar: Option<Rect>,
    scrubs: bool,
    edit_keys: EditKeys,
    /// What goes into the panel, and so nowhere else.
    pub taken: PanelCapture,
    /// Whether the panel is open.
    pub beside_panel: bool,
    pub device: InputDevice,
    /// Whether a recording or a script moves the player.
    pub watches: bool,
    gamepad: Gamepad,
    #[cfg(any(feature = "gamepad", target_arch = "wasm32"))]
    gamepad_reader: gamepad_reader::Reader,
    /// Whether keys are for the world, and not for a page over it or the panel.
    listens: bool,
    /// Whether the list of levels is open.
    choosing: bool,
    /// What was pressed since the last frame, and whether Ctrl was held with any of it, or is.
    pressed: Vec<Press>,
    control: bool,
}

impl Input {
    pub fn new(level: &Level, values: &Values) -> Self {
        let mut input = Self {
            yaw_deg: 0.0,
            pitch_deg: 0.0,
            body_view: None,
            mode: Mode::default(),
            controller: Controller::default(),
            controllers: Vec::new(),
            boxes: BoxFit::default(),
            has_movers: false,
            has_lab: false,
            jump: false,
            respawn: false,
            values: values.clone(),
            grabbed: false,
            mouse: None,
            resizing_seconds: 0.0,
            repeat_seconds: 0.0,
            subscriber: register_input_subscriber(),
            editing: None,
            looks_far: false,
            time_bar: None,
            scrubs: false,
            edit_keys: EditKeys::default(),
            taken: PanelCapture::default(),
            beside_panel: false,
            device: InputDevice::default(),
            watches: false,
            gamepad: Gamepad::default(),
            #[cfg(any(feature = "gamepad", target_arch = "wasm32"))]
            gamepad_reader: gamepad_reader::Reader::new(),
            listens: true,
            choosing: false,
            pressed: Vec::new(),
            control: false,
        };
        input.enter(level);
        input
    }

    /// Begins in `level`, as it says.
    pub fn enter(&mut self, level: &Level) {
        let spawn = &level.rules.spawn;
        self.look_along(spawn.yaw, spawn.pitch);
        self.mode = spawn.mode;
        self.controller = spawn.controller;
        self.boxes = BoxFit::default();
        self.fit(level, level.tuning.body);
    }

    /// Goes on in `level`, which was changed, with a `body` that may have been tried and is not the level's.
    pub fn fit(&mut self, level: &Level, body: BodyShape) {
        self.set_supported_controllers(body);
        // The movers themselves may be on their way already.
        self.has_movers = !level.mover_models.is_empty();
        self.has_lab = level.lab.is_some();
        // What was pressed meanwhile is not for here.
        self.jump = false;
        self.respawn = false;
    }

    /// Turns the body's view.
    pub fn look_along(&mut self, yaw: BinaryAngle, pitch: BinaryAngle) {
        match &mut self.body_view {
            Some(body_view) => *body_view = (yaw.degrees(), pitch.degrees()),
            None => self.turn_to(yaw, pitch),
        }
    }

    /// Turns what one sees.
    pub fn turn_to(&mut self, yaw: BinaryAngle, pitch: BinaryAngle) {
        (self.yaw_deg, self.pitch_deg) = (yaw.degrees(), pitch.degrees());
    }

    /// Goes on from where `command` left the view, the mode and the controller.
    pub fn follow(&mut self, command: &Command) {
        self.look_along(command.yaw, command.pitch);
        self.go_on(command);
    }

    /// The same, but the view stays.
    pub fn go_on(&mut self, command: &Command) {
        self.mode = command.mode;
        self.controller = command.controller;
        self.boxes = command.boxes;
        // What was pressed meanwhile is not for later.
        self.jump = false;
        self.respawn = false;
    }

    /// Where the view looks.
    pub fn view(&self) -> (BinaryAngle, BinaryAngle) {
        (
            BinaryAngle::from_degrees(self.yaw_deg),
            BinaryAngle::from_degrees(self.pitch_deg),
        )
    }

    /// 1 while a key of `plus` is held, -1 with `minus`, 0 with none or both.
    fn held(&self, plus: Control, minus: Control) -> f64 {
        let down = |control| f64::from(u8::from(self.is_down(control)));
        down(plus) - down(minus)
    }

    fn is_down(&self, control: Control) -> bool {
        let mut keys = self.values.bindings.keys_of(control).iter();
        let down = keys.any(|key| is_key_down(*key) && self.is_free(*key));
        self.listens && (down || self.gamepad.is_down(control))
    }

    fn is_pressed(&self, control: Control) -> bool {
        let mut keys = self.values.bindings.keys_of(control).iter();
        let pressed = keys.any(|key| is_key_pressed(*key) && self.is_free(*key));
        self.listens && (pressed || self.gamepad.is_pressed(control))
    }

    /// Whether a key does what it is bound to, and nothing in the list of levels or in the editor.
    fn is_free(&self, key: KeyCode) -> bool {
        use KeyCode::{Down, Enter, Home, KpEnter, Left, Right, Up};
        // A prop that is selected is moved by them, with Ctrl it is turned.
        let moves = self.editing == Some(true) || self.editing.is_some() && self.control;
        match key {
            Up | Down | Left | Right => !self.choosing && !moves,
            Enter | KpEnter | Home if self.choosing => false,
            _ => self.editing.is_none() || !editor_keys::takes(key),
        }
    }

    /// The keys that look at another tick; held, they go on.
    fn poll_time(&mut self, seconds: f64, actions: &mut Vec<Action>) {
        if let Some(bar) = self.time_bar.filter(|_| self.scrubs) {
            let share = time_bar::fraction_at(bar, mouse_position().0);
            actions.push(Action::Seek(Seek::Share(share)));
        }
        let by = if is_shift_down() || self.pressed.iter().any(|press| press.shift) {
            Seek::Seconds
        } else {
            Seek::Ticks
        };
        let near = [(Control::TickBack, by(-1)), (Control::TickAhead, by(1))];
        let far = [
            (Control::FarBack, Seek::Seconds(-10)),
            (Control::FarAhead, Seek::Seconds(10)),
            (Control::FirstTick, Seek::First),
            (Control::LastTick, Seek::Last),
        ];
        let far = far.into_iter().filter(|_| self.looks_far);
        // In a slow frame a key is let go of again before anyone can ask.
        let used = |control| self.is_down(control) || self.is_pressed(control);
        let mut held = near.into_iter().chain(far);
        let Some((control, look)) = held.find(|(control, _)| used(*control)) else {
            self.repeat_seconds = 0.0;
            return;
        };
        if self.is_pressed(control) {
            self.repeat_seconds = -REPEAT_AFTER;
            actions.push(Action::Seek(look));
            return;
        }
        self.repeat_seconds += seconds;
        while self.repeat_seconds > 0.0 {
            self.repeat_seconds -= REPEAT_EVERY;
            actions.push(Action::Seek(look));
        }
    }

    /// Goes by what the player has set.
    pub fn apply_settings(&mut self, values: &Values) {
        if self.values != *values {
            self.values.clone_from(values);
        }
    }

    /// Reads the devices for a frame of `seconds`, while `open` is over the picture.
    pub fn poll(&mut self, seconds: f64, open: Option<Action>) -> Vec<Action> {
        let mut actions = Vec::new();
        self.poll_grab(seconds);
        #[cfg(any(feature = "gamepad", target_arch = "wasm32"))]
        {
            self.gamepad = self.gamepad_reader.read();
        }
        let binds = open == Some(Action::ToggleKeyPage);
        self.listens = !binds && !self.taken.keys();
        if binds {
            let pressed = self.pressed.iter().copied();
            return pressed.map(Action::PressOnKeyPage).collect();
        }
        self.poll_escape(open, &mut actions);
        self.choosing = open == Some(Action::ToggleLevels);
        self.poll_view(seconds);
        if self.taken.keys() {
            if self.values.bindings.asks_for(Action::TogglePanel) {
                actions.push(Action::TogglePanel);
            }
            self.repeat_seconds = 0.0;
            return actions;
        }
        // With Ctrl, letters are the editor's.
        if self.editing.is_none() || !self.control {
            self.poll_presses(&mut actions);
        }
        if self.editing.is_some() && matches!(open, None | Some(Action::TogglePanel)) {
            let edits = self.edit_keys.poll(seconds, &self.pressed).into_iter();
            actions.extend(edits.map(Action::Edit));
        }
        if self
            .pressed
            .iter()
            .any(|press| press.control && press.key == KeyCode::C)
        {
            actions.push(Action::CopyPlace);
        }
        self.looks_far &= self.editing.is_none() && !self.choosing;
        self.poll_time(seconds, &mut actions);
        poll_levels(self.choosing, &mut actions);
        let (_, wheel) = mouse_wheel();
        if wheel != 0.0 {
            let times = if wheel > 0.0 {
                ZOOM_STEP
            } else {
                1.0 / ZOOM_STEP
            };
            actions.push(Action::ZoomMap(times));
        }
        actions
    }

    /// Esc leaves one thing at a time: what is `open`, the hold on the mouse, the game.
    fn poll_escape(&mut self, open: Option<Action>, actions: &mut Vec<Action>) {
        if !is_key_pressed(KeyCode::Escape) || self.taken.escape() {
            return;
        }
        if let Some(toggle) = open {
            actions.push(toggle);
        } else if self.grabbed {
            self.grab(false);
        } else {
            actions.push(Action::Quit);
        }
    }

    fn poll_presses(&mut self, actions: &mut Vec<Action>) {
        let is_pressed = |key: &KeyCode| is_key_pressed(*key) && self.is_free(*key);
        let rows = self.values.bindings.rows();
        let pressed = rows.filter(|(row, keys)| self.has(row) && keys.iter().any(is_pressed));
        // In a slow frame, Shift is let go of again before anyone can ask.
        let shift = |keys: &[KeyCode]| {
            let mut presses = self.pressed.iter();
            is_shift_down() || presses.any(|press| press.shift && keys.contains(&press.key))
        };
        let by_pad = self.gamepad.pressed().map(|target| (target, false));
        let pressed = pressed.map(|(row, keys)| (row.target, shift(keys)));
        let pressed: Vec<_> = pressed.chain(by_pad).collect();
        for (target, shift) in pressed {
            actions.extend(self.press(target, shift));
        }
    }

    /// What comes of pressing something, alone or with Shift.
    fn press(&mut self, target: BindingTarget, shift: bool) -> Option<Action> {
        Some(match (target, shift) {
            (BindingTarget::Hold(control), _) => {
                self.jump |= control == Control::Jump;
                return None;
            }
            (BindingTarget::Switch(switch), _) => return self.switch(switch),
            (BindingTarget::Ask(Action::Lab(LabAction::Next)), true) => Action::Lab(LabAction::Previous),
            (BindingTarget::Ask(Action::SlowDown), true) => Action::NextHz,
            (BindingTarget::Ask(Action::ToggleRecording), true) => Action::SavePast,
            (BindingTarget::Ask(action), _) => action,
        })
    }

    /// What comes of pressing a key of the row of this name.
    pub fn press_row(&mut self, name: &str) -> Option<Action> {
        let row = TABLE.iter().find(|row| row.name == name)?;
        self.press(row.target, false)
    }

    /// Switches something in the hands, and tells what it is now.
    fn switch(&mut self, switch: Switch) -> Option<Action> {
        Some(match switch {
            Switch::Respawn => {
                self.respawn = true;
                return None;
            }
            Switch::Mode => {
                self.mode = match self.mode {
                    Mode::Walk => Mode::Fly,
                    Mode::Fly => Mode::Walk,
                };
                Action::Mode(self.mode)
            }
            Switch::Boxes => {
                self.boxes = match self.boxes {
                    BoxFit::Oriented => BoxFit::Aligned,
                    BoxFit::Aligned => BoxFit::Oriented,
                };
                Action::Boxes(self.boxes)
            }
            Switch::Controller => {
                let known = &self.controllers;
                let at = known.iter().position(|one| *one == self.controller);
                let next = at.map_or(0, |at| (at + 1) % known.len());
                self.controller = known.get(next).copied().unwrap_or_default();
                Action::Controller(self.controller)
            }
        })
    }
}

/// The keys of the list of levels, while it is open.
fn poll_levels(open: bool, actions: &mut Vec<Action>) {
    for (key, action) in [
        (KeyCode::Up, Action::ChooseLevel(-1)),
        (KeyCode::Down, Action::ChooseLevel(1)),
        (KeyCode::Enter, Action::OpenLevel),
        (KeyCode::KpEnter, Action::OpenLevel),
        (KeyCode::Home, Action::StartHere),
    ] {
        if open && is_key_pressed(key) {
            actions.push(action);
        }
    }
}

fn is_control_down() -> bool {
    is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl)
}

fn is_shift_down() -> bool {
    is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift)
}
