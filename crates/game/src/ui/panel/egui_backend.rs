//! Connects egui with the window: events in; triangles, cursor and clipboard out.

use core::mem::take;

use egui::{
    Context, Event, Memory, Modifiers, MouseWheelUnit, PointerButton, RawInput, Rect, ViewportId,
};
use macroquad::input::utils::repeat_all_miniquad_input;
use macroquad::miniquad::{self, CursorIcon, EventHandler, KeyCode, KeyMods, MouseButton, window};

use crate::draw::renderer::flat::egui_painter::EguiPainter;
use crate::platform;
use crate::ui::panel::style;

/// The largest side of the font texture, which every current graphics driver supports; pixels.
const MAX_TEXTURE_SIDE: usize = 4096;

/// Without input, the panel is laid out again after this time, for the numbers in it; seconds. Smaller: an open panel costs
/// more; larger: its graphs jerk.
const IDLE_SECONDS: f64 = 1.0 / 15.0;

/// egui in the window.
pub struct EguiBackend {
    pub context: Context,
    interface: EguiPainter,
    input: RawInput,
    /// The last layout, until it is drawn.
    output: Option<egui::FullOutput>,
    cursor: CursorIcon,
    /// Whether the mouse is a pointer, rather than turning the view.
    pointer: bool,
    /// When the next layout is due without input, and the size and scale of the last one.
    due: f64,
    laid_out: [f32; 3],
}

impl EguiBackend {
    /// # Errors
    /// When the driver refuses the shader, or a font is missing.
    pub fn new() -> Result<Self, String> {
        let context = Context::default();
        style::apply(&context)?;
        Ok(Self {
            context,
            interface: EguiPainter::new()?,
            input: RawInput::default(),
            output: None,
            cursor: CursorIcon::Default,
            pointer: false,
            due: f64::NEG_INFINITY,
            laid_out: [0.0; 3],
        })
    }

    /// Lays out a frame by `show`, in points of `scale` pixels, from the events of `subscriber` since the last
    /// frame. While the mouse turns the view, it is no `pointer`. Without events, the last layout stays for a while.
    pub fn run(
        &mut self,
        subscriber: usize,
        scale: f32,
        pointer: bool,
        mut show: impl FnMut(&Context),
    ) -> Used {
        if self.pointer && !pointer {
            self.input.events.push(Event::PointerGone);
        }
        self.pointer = pointer;
        let mut collector = EventCollector {
            events: take(&mut self.input.events),
            modifiers: self.input.modifiers,
            has_key: false,
            scale,
            pointer,
        };
        repeat_all_miniquad_input(&mut collector, subscriber);
        let EventCollector {
            events,
            modifiers,
            has_key,
            ..
        } = collector;
        self.input.modifiers = modifiers;
        let mut used = Used {
            // Enter ends the input of a field, which still has that key.
            typed: self.context.wants_keyboard_input(),
            pointed: has_pointer(&self.context),
            has_popup: self.context.memory(Memory::any_popup_open),
        };
        let (width, height) = window::screen_size();
        let (now, sizes) = (miniquad::date::now(), [width, height, scale]);
        if events.is_empty() && !has_key && now < self.due && self.laid_out == sizes {
            return used;
        }
        self.laid_out = sizes;
        let size = egui::vec2(width, height) / scale;
        let (has_press, mut pressed) = (events.iter().any(is_press), false);
        let held = self.context.input(|input| input.pointer.any_down());
        for batch in batches(events, held) {
            let presses = batch.iter().any(is_press);
            let batch = taken(batch, self.context.wants_keyboard_input());
            self.input.events = batch.map(with_clipboard).collect();
            self.input.screen_rect = Some(Rect::from_min_size(egui::Pos2::ZERO, size));
            self.input.max_texture_side = Some(MAX_TEXTURE_SIDE);
            self.input.time = Some(now);
            let viewport = self.input.viewports.entry(ViewportId::ROOT).or_default();
            viewport.native_pixels_per_point = Some(scale);
            let output = self.context.run(self.input.take(), &mut show);
            used.typed |= self.context.wants_keyboard_input();
            pressed |= presses && has_pointer(&self.context);
            self.keep(output, now);
        }
        used.pointed = pressed || has_pointer(&self.context);
        // egui closes a list only at keys and presses that it sees, and only while the list's field is shown.
        if used.has_popup && (has_key || has_press && !self.context.is_pointer_over_area()) {
            self.context.memory_mut(Memory::close_popup);
        }
        used
    }

    /// Keeps the layout of a pass until it is drawn, and does what it asks of the system.
    fn keep(&mut self, output: egui::FullOutput, now: f64) {
        let views = output.viewport_output.values();
        let wanted = views.map(|view| view.repaint_delay.as_secs_f64());
        self.due = now + wanted.fold(IDLE_SECONDS, f64::min);
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                platform::copy_to_clipboard(text);
            }
        }
        if self.pointer {
            self.show_cursor(cursor(output.platform_output.cursor_icon));
        }
        match &mut self.output {
            // A layout that was never drawn may contain new letters of the font texture.
            Some(before) => before.append(output),
            None => self.output = Some(output),
        }
    }

    /// Draws the last layout.
    pub fn draw(&mut self) {
        if let Some(output) = self.output.take() {
            let scale = output.pixels_per_point;
            let primitives = self.context.tessellate(output.shapes, scale);
            self.interface
                .upload(&primitives, &output.textures_delta, scale);
        }
        self.interface.draw();
    }

    /// Takes the focus from a text field, and ends a drag.
    pub fn release_focus(&mut self) {
        self.context.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
            memory.close_popup();
        });
        self.context.stop_dragging();
        self.input.events.push(Event::PointerGone);
        self.show_cursor(CursorIcon::Default);
    }

    fn show_cursor(&mut self, cursor: CursorIcon) {
        if cursor != self.cursor {
            self.cursor = cursor;
            window::set_mouse_cursor(cursor);
        }
    }
}

/// What a frame's input was used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Whether a text field had the keys, at any moment of the frame.
    pub typed: bool,
    /// Whether the mouse was pressed over the panel in the frame, or is over it, or drags a part of it.
    pub pointed: bool,
    /// Whether a list that drops down was open when the frame began.
    pub has_popup: bool,
}

/// A button of the mouse in a series of events.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    No,
    /// It is down, and the mouse has not moved since it was pressed, or since the frame began.
    Still,
    /// It is down, and the mouse has moved.
    Moved,
}

/// The events in parts, each of which is laid out before the next one, although in a slow frame all have come at once. A field
/// gets the keys only in the pass after the click on it. What is dragged is under the mouse in the pass of the press, moves in another one, and
/// is let go in a third one. A button may be `held` from before.
fn batches(events: Vec<Event>, held: bool) -> Vec<Vec<Event>> {
    let mut parts = vec![Vec::new()];
    let mut held = if held { Held::Still } else { Held::No };
    // Whether the last event that counts was typed.
    let mut last = None;
    for event in events {
        let kind = match &event {
            Event::PointerButton { .. } => Some(false),
            event => is_typed(event).then_some(true),
        };
        let changes = kind.is_some() && last.is_some() && kind != last;
        let moves = matches!(event, Event::PointerMoved(_));
        let drags = held == Held::Still && moves;
        let drops = held == Held::Moved && kind == Some(false);
        last = kind.or(last);
        held = match kind {
            Some(false) if is_press(&event) => Held::Still,
            Some(false) => Held::No,
            _ if drags => Held::Moved,
            _ => held,
        };
        match parts.last_mut() {
            Some(part) if part.is_empty() || !(changes || drags || drops) => part.push(event),
            _ => parts.push(vec![event]),
        }
    }
    parts
}

/// Whether a button of the mouse is pressed.
fn is_press(event: &Event) -> bool {
    matches!(event, Event::PointerButton { pressed: true, .. })
}

/// Whether the mouse is over an area of `context`, or drags a part of it.
fn has_pointer(context: &Context) -> bool {
    context.is_using_pointer() || context.is_pointer_over_area()
}

/// The events that are taken: without a field that has the keys, those of the mouse.
fn taken(events: Vec<Event>, is_typing: bool) -> impl Iterator<Item = Event> {
    let events = events.into_iter();
    events.filter(move |event| is_typing || !is_typed(event))
}

/// Whether only a text field takes this event.
fn is_typed(event: &Event) -> bool {
    match event {
        Event::Key { pressed, .. } => *pressed,
        Event::Text(_) | Event::Cut | Event::Copy | Event::Paste(_) => true,
        _ => false,
    }
}

/// The event, with what is pasted.
fn with_clipboard(event: Event) -> Event {
    match event {
        Event::Paste(_) => {
            let text = window::clipboard_get().unwrap_or_default();
            Event::Paste(text.trim().to_owned())
        }
        event => event,
    }
}

/// Discards the events while the panel is closed.
pub struct IgnoreInput;

impl EventHandler for IgnoreInput {
    fn update(&mut self) {}
    fn draw(&mut self) {}
}

/// Converts the window's events to egui's.
struct EventCollector {
    events: Vec<Event>,
    /// Those that are held.
    modifiers: Modifiers,
    /// Whether any key was pressed, also one that no field uses.
    has_key: bool,
    scale: f32,
    pointer: bool,
}

impl EventCollector {
    fn place(&self, x: f32, y: f32) -> egui::Pos2 {
        egui::pos2(x, y) / self.scale
    }

    fn button(&mut self, button: MouseButton, x: f32, y: f32, pressed: bool) {
        let button = match button {
            MouseButton::Left => PointerButton::Primary,
            MouseButton::Right => PointerButton::Secondary,
            MouseButton::Middle => PointerButton::Middle,
            MouseButton::Unknown => return,
        };
        if self.pointer {
            self.events.push(Event::PointerButton {
                pos: self.place(x, y),
                button,
                pressed,
                modifiers: self.modifiers,
            });
        }
    }

    fn key(&mut self, key: KeyCode, with: KeyMods, pressed: bool) {
        self.has_key |= pressed;
        self.modifiers = held(key, with, pressed);
        let modifiers = self.modifiers;
        let event = match key {
            KeyCode::X if pressed && modifiers.command => Some(Event::Cut),
            KeyCode::C if pressed && modifiers.command => Some(Event::Copy),
            // What is pasted is asked for once a text field takes it.
            KeyCode::V if pressed && modifiers.command => Some(Event::Paste(String::new())),
            _ => egui_key(key).map(|key| Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            }),
        };
        self.events.extend(event);
    }
}

impl EventHandler for EventCollector {
    fn update(&mut self) {}
    fn draw(&mut self) {}

    fn window_minimized_event(&mut self) {
        // Another window gets the release of what is held.
        self.modifiers = Modifiers::NONE;
    }

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        if self.pointer {
            let place = self.place(x, y);
            self.events.push(Event::PointerMoved(place));
        }
    }

    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        // The web reports pixels, other systems notches.
        let unit = if cfg!(target_arch = "wasm32") {
            MouseWheelUnit::Point
        } else {
            MouseWheelUnit::Line
        };
        if self.pointer {
            self.events.push(Event::MouseWheel {
                unit,
                delta: egui::vec2(x, y),
                modifiers: self.modifiers,
            });
        }
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.button(button, x, y, true);
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.button(button, x, y, false);
    }

    fn char_event(&mut self, character: char, with: KeyMods, _repeat: bool) {
        // Keys without a letter also arrive as characters, which are control characters or in the private use area.
        let is_letter = !character.is_control() && !('\u{e000}'..='\u{f8ff}').contains(&character);
        if is_letter && !with.ctrl && !with.logo {
            self.events.push(Event::Text(character.to_string()));
        }
    }

    fn key_down_event(&mut self, key: KeyCode, with: KeyMods, _repeat: bool) {
        self.key(key, with, true);
    }

    fn key_up_event(&mut self, key: KeyCode, with: KeyMods) {
        self.key(key, with, false);
    }
}

/// What is held from now on, as `key` is pressed or released. With the key of a modifier, a system tells what was held before.
fn held(key: KeyCode, mut with: KeyMods, pressed: bool) -> Modifiers {
    let own = match key {
        KeyCode::LeftShift | KeyCode::RightShift => &mut with.shift,
        KeyCode::LeftControl | KeyCode::RightControl => &mut with.ctrl,
        KeyCode::LeftAlt | KeyCode::RightAlt => &mut with.alt,
        KeyCode::LeftSuper | KeyCode::RightSuper => &mut with.logo,
        _ => return modifiers(with),
    };
    *own = pressed;
    modifiers(with)
}

fn modifiers(with: KeyMods) -> Modifiers {
    let mac = cfg!(target_os = "macos");
    Modifiers {
        alt: with.alt,
        ctrl: with.ctrl,
        shift: with.shift,
        mac_cmd: mac && with.logo,
        command: if mac { with.logo } else { with.ctrl },
    }
}

/// The keys that egui's text fields use. Not Tab, which closes the panel.
fn egui_key(key: KeyCode) -> Option<egui::Key> {
    Some(match key {
        KeyCode::Left => egui::Key::ArrowLeft,
        KeyCode::Right => egui::Key::ArrowRight,
        KeyCode::Up => egui::Key::ArrowUp,
        KeyCode::Down => egui::Key::ArrowDown,
        KeyCode::Home => egui::Key::Home,
        KeyCode::End => egui::Key::End,
        KeyCode::Backspace => egui::Key::Backspace,
        KeyCode::Delete => egui::Key::Delete,
        KeyCode::Enter | KeyCode::KpEnter => egui::Key::Enter,
        KeyCode::Escape => egui::Key::Escape,
        KeyCode::Tab => egui::Key::Tab,
        KeyCode::A => egui::Key::A,
        KeyCode::Z => egui::Key::Z,
        KeyCode::Y => egui::Key::Y,
        _ => return None,
    })
}

fn cursor(icon: egui::CursorIcon) -> CursorIcon {
    match icon {
        egui::CursorIcon::PointingHand => CursorIcon::Pointer,
        egui::CursorIcon::Text => CursorIcon::Text,
        egui::CursorIcon::ResizeHorizontal | egui::CursorIcon::ResizeColumn => CursorIcon::EWResize,
        egui::CursorIcon::NotAllowed => CursorIcon::NotAllowed,
        _ => CursorIcon::Default,
    }
}

#[cfg(test)]
mod tests;
