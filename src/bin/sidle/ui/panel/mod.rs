//! The panel: everything that one may set, switch and read, to be reached by the mouse.
//!
//! A frame of it is laid out before the keys are read, so that what goes into the panel goes nowhere else,
//! and drawn last. It changes nothing by itself: it fills in a [`PanelModel`] and asks for [`Action`]s, the same
//! that keys ask for. [`egui_backend`] lies between egui and the window, [`style`] is how it looks; `play.rs` does
//! to the game what was filled in. Closed, it costs nothing.

pub mod feel;
pub mod egui_backend;
pub mod graph;
pub mod levels;
pub mod number;
pub mod overlays;
pub mod performance;
pub mod settings;
pub mod model;
pub mod style;
pub mod time;

use egui::{Context, Frame, Margin, RichText, ScrollArea, SidePanel, Ui};
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};

use std::time::Duration;

use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::ui::capture::PanelCapture;
use crate::ui::panel::egui_backend::{EguiBackend, IgnoreInput};
use crate::ui::panel::graph::Graph;
use crate::ui::panel::model::{PanelModel, key_button};

/// How wide it is; points, which are pixels of the usual window.
const WIDTH: f32 = 352.0;

/// It leaves so much of a narrow window; a share of its width.
const MOST: f32 = 0.62;

/// A phone held upright is narrower, points: there it takes what it needs, since a part of it is of no use.
const NARROW: f32 = 440.0;

/// The panel, with what it keeps from frame to frame.
pub struct Panel {
    open: bool,
    taken: PanelCapture,
    /// Whether the mouse turned the view before it was opened.
    had_mouse: bool,
    subscriber: usize,
    graph: Graph,
    /// From when it is first opened.
    egui: Option<EguiBackend>,
}

impl Panel {
    pub fn new() -> Self {
        Self {
            open: false,
            taken: PanelCapture::default(),
            had_mouse: false,
            subscriber: register_input_subscriber(),
            graph: Graph::default(),
            egui: None,
        }
    }

    pub fn is_open(&self) -> bool {
        self.open
    }

    pub fn taken(&self) -> PanelCapture {
        self.taken
    }

    /// How much of the page's left it covers; pixels of the page.
    pub fn width(&self, page: &Viewport) -> f32 {
        if self.open {
            page.scaled(width(page))
        } else {
            0.0
        }
    }

    /// Opens it, or closes it and keeps everything; from an open panel, a mouse that turns the view returns
    /// to it. `has_mouse` tells whether it does; whether it shall from now on is returned.
    ///
    /// # Errors
    /// When the driver refuses its shader.
    pub fn toggle(&mut self, has_mouse: bool) -> Result<bool, String> {
        if self.open && has_mouse {
            return Ok(false);
        }
        let egui = match self.egui.take() {
            Some(egui) => egui,
            None => EguiBackend::new()?,
        };
        let egui = self.egui.insert(egui);
        self.open = !self.open;
        if self.open {
            self.had_mouse = has_mouse;
            return Ok(false);
        }
        egui.let_go();
        self.taken = PanelCapture::Nothing;
        Ok(self.had_mouse)
    }

    /// Lays out a frame of an open panel with its `model`; while the mouse turns the view, it does not `point` at the panel. Tells what was
    /// asked for.
    pub fn run(&mut self, page: &Viewport, points: bool, model: Option<&mut PanelModel>) -> Vec<Action> {
        let mut asked = Vec::new();
        let graph = &self.graph;
        let egui = self.egui.as_mut().filter(|_| self.open);
        let Some((egui, model)) = egui.zip(model) else {
            repeat_all_miniquad_input(&mut IgnoreInput, self.subscriber);
            return asked;
        };
        egui.run(self.subscriber, page.pixel_scale(), points, |context| {
            show(context, width(page), model, graph, &mut asked);
        });
        let context = &egui.context;
        let mouse = context.is_using_pointer() || context.is_pointer_over_area();
        self.taken = PanelCapture::new(context.wants_keyboard_input(), mouse);
        asked
    }

    /// Charts what a tick cost, and how many colliders it `gathered`, where that is recorded.
    pub fn note_tick(&mut self, duration: Duration, gathered: Option<usize>) {
        self.graph.note_tick(duration.as_secs_f64(), gathered);
    }

    /// Ends a frame of so many `seconds`.
    pub fn end_frame(&mut self, seconds: f64) {
        if self.open {
            self.graph.end_frame(seconds);
        }
    }

    /// Draws what was laid out.
    pub fn draw(&mut self) {
        if let Some(egui) = self.egui.as_mut().filter(|_| self.open) {
            egui.draw();
        }
    }
}

/// How wide the panel is on this page; points.
fn width(page: &Viewport) -> f32 {
    let whole = page.width / page.scaled(1.0);
    let most = if whole < NARROW { 1.0 } else { MOST };
    WIDTH.min(whole * most)
}

fn show(context: &Context, width: f32, model: &mut PanelModel, graph: &Graph, asked: &mut Vec<Action>) {
    let frame = Frame::new()
        .fill(style::SLATE)
        .inner_margin(Margin::symmetric(10, 6));
    let panel = SidePanel::left("panel").exact_width(width).resizable(false);
    let panel = panel.show_separator_line(false);
    panel.frame(frame).show(context, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Panel").heading().color(style::accent()));
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(layout, |ui| {
                if key_button(ui, model.input, "Close", "{panel}").clicked() {
                    asked.push(Action::TogglePanel);
                }
            });
        });
        ui.separator();
        let area = ScrollArea::vertical().auto_shrink(false);
        area.show(ui, |ui| {
            section(ui, "Player", |ui| feel::show(ui, model, asked));
            section(ui, "Overlays", |ui| overlays::show(ui, model, asked));
            section(ui, "Time", |ui| time::show(ui, model, asked));
            section(ui, "Level", |ui| levels::show(ui, model, asked));
            section(ui, "Settings", |ui| settings::show(ui, model, asked));
            section(ui, "Performance", |ui| performance::show(ui, graph));
        });
    });
}

/// A part of the panel that can be folded away.
fn section(ui: &mut Ui, name: &str, show: impl FnOnce(&mut Ui)) {
    let title = RichText::new(name).size(15.0).color(style::accent());
    let header = egui::CollapsingHeader::new(title).default_open(true);
    header.show_unindented(ui, show);
    ui.add_space(4.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_takes_the_keys_and_the_mouse_over_the_panel_takes_both() {
        for (typing, mouse, taken) in [
            (false, false, [false, false, false]),
            (true, false, [true, true, false]),
            (false, true, [true, false, true]),
            (true, true, [true, true, true]),
        ] {
            let all = PanelCapture::new(typing, mouse);
            assert_eq!([all.keys(), all.escape(), all.mouse()], taken, "{all:?}");
        }
    }

    #[test]
    fn a_narrow_window_keeps_a_part_for_the_level() {
        assert_eq!(width(&Viewport::new(1280.0, 720.0)), WIDTH);
        assert_eq!(width(&Viewport::new(2560.0, 1440.0)), WIDTH);
        let narrow = Viewport::new(480.0, 400.0);
        assert!(narrow.scaled(width(&narrow)) < 300.0);
    }

    #[test]
    fn on_a_phone_held_upright_all_of_it_can_be_pressed() {
        assert_eq!(width(&Viewport::new(390.0, 844.0)), WIDTH);
        assert!(width(&Viewport::new(320.0, 568.0)) <= WIDTH);
    }
}
