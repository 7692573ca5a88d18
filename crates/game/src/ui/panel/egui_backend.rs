//! Connects egui with the window: events in; triangles, cursor and clipboard out.

use egui::{Context, Event, Modifiers, MouseWheelUnit, PointerButton, RawInput, Rect, ViewportId};
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
        show: impl FnMut(&Context),
    ) {
        if self.pointer && !pointer {
            self.input.events.push(Event::PointerGone);
        }
        self.pointer = pointer;
        let mut collector = EventCollector {
            input: &mut self.input,
            scale,
            pointer,
            typing: self.context.wants_keyboard_input(),
        };
        repeat_all_miniquad_input(&mut collector, subscriber);
        let (width, height) = window::screen_size();
        let (now, sizes) = (miniquad::date::now(), [width, height, scale]);
        if self.input.events.is_empty() && now < self.due && self.laid_out == sizes {
            return;
        }
        self.laid_out = sizes;
        let size = egui::vec2(width, height) / scale;
        self.input.screen_rect = Some(Rect::from_min_size(egui::Pos2::ZERO, size));
        self.input.max_texture_side = Some(MAX_TEXTURE_SIDE);
        self.input.time = Some(now);
        let viewport = self.input.viewports.entry(ViewportId::ROOT).or_default();
        viewport.native_pixels_per_point = Some(scale);
        let output = self.context.run(self.input.take(), show);
        let views = output.viewport_output.values();
        let wanted = views.map(|view| view.repaint_delay.as_secs_f64());
        self.due = now + wanted.fold(IDLE_SECONDS, f64::min);
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                platform::copy_to_clipboard(text);
            }
        }
        if pointer {
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

/// Discards the events while the panel is closed.
pub struct IgnoreInput;

impl EventHandler for IgnoreInput {
    fn update(&mut self) {}
    fn draw(&mut self) {}
}

/// Converts the window's events to egui's.
struct EventCollector<'i> {
    input: &'i mut RawInput,
    scale: f32,
    pointer: bool,
    /// Whether a text field has the focus.
    typing: bool,
}

impl EventCollector<'_> {
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
            self.input.events.push(Event::PointerButton {
                pos: self.place(x, y),
                button,
                pressed,
                modifiers: self.input.modifiers,
            });
        }
    }

    fn key(&mut self, key: KeyCode, with: KeyMods, pressed: bool) {
        self.input.modifiers = modifiers(with);
        let (typing, modifiers) = (self.typing, self.input.modifiers);
        let event = match key {
            _ if pressed && !typing => None,
            KeyCode::X if pressed && modifiers.command => Some(Event::Cut),
            KeyCode::C if pressed && modifiers.command => Some(Event::Copy),
            KeyCode::V if pressed && modifiers.command => {
                window::clipboard_get().map(|text| Event::Paste(text.trim().to_owned()))
            }
            _ => egui_key(key).map(|key| Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            }),
        };
        self.input.events.extend(event);
    }
}

impl EventHandler for EventCollector<'_> {
    fn update(&mut self) {}
    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        if self.pointer {
            let place = self.place(x, y);
            self.input.events.push(Event::PointerMoved(place));
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
            self.input.events.push(Event::MouseWheel {
                unit,
                delta: egui::vec2(x, y),
                modifiers: self.input.modifiers,
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
        if self.typing && is_letter && !with.ctrl && !with.logo {
            self.input.events.push(Event::Text(character.to_string()));
        }
    }

    fn key_down_event(&mut self, key: KeyCode, with: KeyMods, _repeat: bool) {
        self.key(key, with, true);
    }

    fn key_up_event(&mut self, key: KeyCode, with: KeyMods) {
        self.key(key, with, false);
    }
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
