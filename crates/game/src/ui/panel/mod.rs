//! The panel: everything that the player can set, switch and read, by the mouse.
//!
//! The panel is laid out before the keys are read, so that the game ignores the input which the panel uses; it is
//! drawn last. It changes nothing itself. It edits a [`PanelModel`] and returns [`Action`]s, the same as keys do.
//! [`egui_backend`] connects egui with the window, [`style`] holds fonts and colours. A closed panel costs nothing.

pub mod audit;
pub mod editor;
pub mod egui_backend;
pub mod feel;
pub mod fields;
pub mod graph;
pub mod icons;
pub mod levels;
pub mod model;
pub mod number;
pub mod overlays;
pub mod performance;
pub mod settings;
pub mod style;
pub mod time;

use std::time::Duration;

use egui::{Align, Context, Frame, Margin, RichText, ScrollArea, SidePanel, Ui};
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};

use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::platform::event::InputDevice;
use crate::ui::capture::PanelCapture;
use crate::ui::panel::editor::Palette;
use crate::ui::panel::egui_backend::{EguiBackend, IgnoreInput};
use crate::ui::panel::graph::Graph;
use crate::ui::panel::model::{PanelModel, key_button};

/// Width of the panel; points, which are pixels in a window of the default size.
const WIDTH: f32 = 352.0;

/// Width of the editor's palette; points.
const PALETTE: f32 = 212.0;

/// The panel's largest share of the window's width.
const MAX_SHARE: f32 = 0.62;

/// In a window narrower than this, such as a phone held upright, the panel may take all of the width; points.
const NARROW: f32 = 440.0;

/// The section of the settings, which are saved for the next game.
pub const SETTINGS: &str = "Settings";

/// The panel, and its state between frames.
pub struct Panel {
    open: bool,
    capture: PanelCapture,
    /// Whether a list that drops down was open when the frame began.
    had_popup: bool,
    /// Whether the game held the mouse when the panel was opened.
    mouse_was_grabbed: bool,
    subscriber: usize,
    graph: Graph,
    /// Whether it shows the editor's palette.
    is_palette: bool,
    palette: Palette,
    /// The section that the next frame shows.
    scrolls_to: Option<&'static str>,
    /// `None` until the panel is first opened.
    egui: Option<EguiBackend>,
}

impl Panel {
    pub fn new() -> Self {
        Self {
            open: false,
            capture: PanelCapture::default(),
            had_popup: false,
            mouse_was_grabbed: false,
            subscriber: register_input_subscriber(),
            graph: Graph::default(),
            is_palette: false,
            palette: Palette::default(),
            scrolls_to: None,
            egui: None,
        }
    }

    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The input that the panel uses itself.
    pub fn capture(&self) -> PanelCapture {
        self.capture
    }

    /// Whether a list that drops down was open when the frame began. Esc closes it, and nothing else.
    pub fn had_popup(&self) -> bool {
        self.open && self.had_popup
    }

    /// How much of the page the panel covers, from the left; pixels of the page.
    pub fn width(&self, page: &Viewport) -> f32 {
        if self.open {
            page.scaled(self.points(page))
        } else {
            0.0
        }
    }

    /// Its width; points.
    fn points(&self, page: &Viewport) -> f32 {
        if self.is_palette {
            PALETTE
        } else {
            width(page)
        }
    }

    /// Opens or closes the panel; while it is open and the game holds the mouse, only releases the mouse. Returns
    /// whether the game holds the mouse from now on.
    ///
    /// # Errors
    /// When the driver refuses the shader.
    pub fn toggle(&mut self, mouse_is_grabbed: bool) -> Result<bool, String> {
        if self.open && mouse_is_grabbed {
            return Ok(false);
        }
        let egui = match self.egui.take() {
            Some(egui) => egui,
            None => EguiBackend::new()?,
        };
        let egui = self.egui.insert(egui);
        self.open = !self.open;
        if self.open {
            self.mouse_was_grabbed = mouse_is_grabbed;
            return Ok(false);
        }
        egui.release_focus();
        self.capture = PanelCapture::Nothing;
        Ok(self.mouse_was_grabbed)
    }

    /// Shows the section of this name in the next frame.
    pub fn scroll_to(&mut self, section: &'static str) {
        self.scrolls_to = Some(section);
    }

    /// Lays out a frame with the `model` of an open panel; returns the actions of its buttons. The panel ignores the
    /// mouse while the game holds it. Then `pointer` is false.
    pub fn run(
        &mut self,
        page: &Viewport,
        pointer: bool,
        model: Option<&mut PanelModel>,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        self.is_palette = model.as_ref().is_some_and(|model| model.editor.is_some());
        let width = self.points(page);
        let (graph, palette) = (&self.graph, &mut self.palette);
        let egui = self.egui.as_mut().filter(|_| self.open);
        let Some((egui, model)) = egui.zip(model) else {
            repeat_all_miniquad_input(&mut IgnoreInput, self.subscriber);
            self.had_popup = false;
            return actions;
        };
        let sought = self.scrolls_to.take();
        let touch = model.labels.device == InputDevice::Touch;
        style::set_row_height(&egui.context, touch, page.scaled(1.0));
        let used = egui.run(self.subscriber, page.pixel_scale(), pointer, |context| {
            show(
                context,
                width,
                model,
                (graph, sought, &mut *palette),
                &mut actions,
            );
        });
        self.capture = PanelCapture::new(used.typed, used.pointed);
        self.had_popup = used.has_popup;
        actions
    }

    /// Adds a tick to the graphs, with its duration, and how many colliders it `gathered`, if that is traced.
    pub fn note_tick(&mut self, duration: Duration, gathered: Option<usize>) {
        self.graph.note_tick(duration.as_secs_f64(), gathered);
    }

    /// Adds a frame of `seconds` to the graphs.
    pub fn end_frame(&mut self, seconds: f64) {
        if self.open {
            self.graph.end_frame(seconds);
        }
    }

    /// Draws the panel as it was laid out last.
    pub fn draw(&mut self) {
        if let Some(egui) = self.egui.as_mut().filter(|_| self.open) {
            egui.draw();
        }
    }
}

/// Width of the panel on `page`; points.
fn width(page: &Viewport) -> f32 {
    let whole = page.width / page.scaled(1.0);
    let share = if whole < NARROW { 1.0 } else { MAX_SHARE };
    WIDTH.min(whole * share)
}

/// The room that the page's button takes on a touch screen; points.
const DONE: f32 = 80.0;

fn show(
    context: &Context,
    width: f32,
    model: &mut PanelModel,
    (graph, sought, palette): (&Graph, Option<&'static str>, &mut Palette),
    actions: &mut Vec<Action>,
) {
    let frame = Frame::new()
        .fill(style::SLATE)
        .inner_margin(Margin::symmetric(10, 6));
    let panel = SidePanel::left("panel").exact_width(width).resizable(false);
    let panel = panel.show_separator_line(false);
    panel.frame(frame).show(context, |ui| {
        if let Some(editor) = &mut model.editor {
            return editor::show(ui, editor, &model.labels, palette, actions);
        }
        ui.horizontal(|ui| {
            ui.label(RichText::new("Panel").heading().color(style::accent()));
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(layout, |ui| {
                if key_button(ui, &model.labels, "Close", "{panel}").clicked() {
                    actions.push(Action::TogglePanel);
                }
            });
        });
        ui.separator();
        let section = |ui: &mut Ui, name, show: &mut dyn FnMut(&mut Ui)| {
            section(ui, name, sought == Some(name), show);
        };
        let area = ScrollArea::vertical().auto_shrink(false);
        area.show(ui, |ui| {
            let audits = model.audit.is_some();
            // The player's request comes first.
            if audits {
                section(ui, "Audit", &mut |ui| audit::show(ui, model, actions));
            }
            section(ui, "Player", &mut |ui| feel::show(ui, model, actions));
            section(ui, "Overlays", &mut |ui| overlays::show(ui, model, actions));
            section(ui, "Time", &mut |ui| time::show(ui, model, actions));
            section(ui, "Level", &mut |ui| levels::show(ui, model, actions));
            if !audits {
                section(ui, "Audit", &mut |ui| audit::show(ui, model, actions));
            }
            section(ui, SETTINGS, &mut |ui| settings::show(ui, model, actions));
            section(ui, "Performance", &mut |ui| performance::show(ui, graph));
            // The page's button "Done" covers the lower edge.
            if model.labels.device == InputDevice::Touch {
                ui.add_space(DONE);
            }
        });
    });
}

/// A part of the panel that can be collapsed. The panel opens one that is sought, and scrolls to it.
fn section(ui: &mut Ui, name: &str, is_sought: bool, show: &mut dyn FnMut(&mut Ui)) {
    let title = RichText::new(name).size(15.0).color(style::accent());
    let header = egui::CollapsingHeader::new(title).default_open(true);
    let header = header.open(is_sought.then_some(true));
    let shown = header.show_unindented(ui, show);
    if is_sought {
        shown.header_response.scroll_to_me(Some(Align::TOP));
    }
    ui.add_space(4.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panel_leaves_a_part_of_a_narrow_window_to_the_level() {
        assert_eq!(width(&Viewport::new(1280.0, 720.0)), WIDTH);
        assert_eq!(width(&Viewport::new(2560.0, 1440.0)), WIDTH);
        let narrow = Viewport::new(480.0, 400.0);
        assert!(narrow.scaled(width(&narrow)) < 300.0);
    }

    #[test]
    fn the_panel_may_fill_a_phone_held_upright() {
        assert_eq!(width(&Viewport::new(390.0, 844.0)), WIDTH);
        assert!(width(&Viewport::new(320.0, 568.0)) <= WIDTH);
    }
}
