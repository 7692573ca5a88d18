//! The panel's section "Player": controller, mode, body, and every number of the tuning.

use egui::{DragValue, RichText, Slider, SliderClamping, Ui, vec2};

use sidle::glam::DVec3;
use sidle::player::{AirControl, BodyShape, Controller, Mode, Tuning, TuningNumber};

use crate::options::action::Action;
use crate::session::words::purpose;
use crate::ui::panel::model::{PanelModel, name};
use crate::ui::panel::{number, style};

const VALUES: f32 = 80.0;
const RESETS: f32 = 18.0;

/// A range whose end is at least this many times its start has a logarithmic slider.
const WIDE: f64 = 100.0;

/// The numbers that only count with the acceleration of Quake and its relatives. They are shown on request.
const OF_AIR: [&str; 5] = [
    "ground_gain",
    "ground_friction",
    "stop_speed",
    "air_gain",
    "air_speed_cap",
];

/// The ends of a logarithmic slider, next to 0 and to "at once".
const MIN_LOGARITHMIC: f64 = 0.5;
const MAX_LOGARITHMIC: f64 = 1000.0;

pub fn show(ui: &mut Ui, model: &mut PanelModel, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        name(ui, "controller", false);
        for (text, controller) in Controller::NAMES {
            let suits = controller.suits(model.tuning.body);
            let chosen = model.controller == controller;
            let button = ui.add_enabled(suits, egui::SelectableLabel::new(chosen, text));
            let (moves, body) = (controller.moves(), model.tuning.body.words());
            let button = button
                .on_disabled_hover_text(format!("moves {moves}, and this body is {body}"))
                .on_hover_text(format!("{text} {}.", purpose(controller)));
            if button.clicked() {
                actions.push(Action::ControllerChanged(controller));
            }
        }
    });
    ui.horizontal(|ui| {
        name(ui, "mode", false);
        for (text, mode) in Mode::NAMES {
            let button = ui.selectable_label(model.mode == mode, text);
            if button.clicked() {
                actions.push(Action::ModeChanged(mode));
            }
        }
    });
    let PanelModel { tuning, level, .. } = model;
    ui.horizontal(|ui| {
        name(ui, "body", tuning.body != level.body);
        for (text, body) in BodyShape::NAMES {
            if ui.selectable_label(tuning.body == body, text).clicked() {
                tuning.body = body;
                tuning.height = tuning.height.max(tuning.radius * 2.0);
            }
        }
    });
    let is_of_air = |number: &&TuningNumber| OF_AIR.contains(&number.name);
    let (of_air, others): (Vec<_>, Vec<_>) = Tuning::NUMBERS.iter().partition(is_of_air);
    for number in others {
        show_number(ui, number, tuning, level);
    }
    show_air_control(ui, tuning, level);
    let header = egui::CollapsingHeader::new("its numbers").id_salt("air control");
    header.show_unindented(ui, |ui| {
        for number in of_air {
            show_number(ui, number, tuning, level);
        }
    });
    show_switches(ui, tuning, level);
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        name(ui, "all of them", *tuning != *level);
        for (text, about, to) in [
            (
                "as the level says",
                "Discards the changes made here.",
                *level,
            ),
            (
                "as shipped",
                "The feel of a level without [player].",
                Tuning::default(),
            ),
        ] {
            let button = ui.add_enabled(*tuning != to, egui::Button::new(text));
            if button.on_hover_text(about).clicked() {
                *tuning = to;
            }
        }
    });
    ui.horizontal(|ui| {
        name(ui, "keep them", false);
        for (text, about, action) in [
            (
                "copy TOML",
                "Copies the [player] table of this feel: all values that differ from the shipped feel.",
                Action::CopyTuning,
            ),
            (
                "save into level",
                "Writes [player] into the level's file, and leaves the rest of the file as it is.",
                Action::SaveTuning,
            ),
        ] {
            if ui.button(text).on_hover_text(about).clicked() {
                actions.push(action);
            }
        }
    });
}

/// The presets that say how keys change the velocity.
fn show_air_control(ui: &mut Ui, tuning: &mut Tuning, level: &Tuning) {
    let about = "How keys change your velocity, as in other games: sets both accelerations, and its numbers below.";
    ui.horizontal(|ui| {
        let preset = AirControl::of(tuning);
        let changed = preset != AirControl::of(level);
        name(ui, "air control", changed).on_hover_text(about);
        // All of them beside each other.
        ui.spacing_mut().item_spacing.x = 0.0;
        for (text, one) in AirControl::NAMES {
            if ui.selectable_label(preset == Some(one), text).clicked() {
                one.apply(tuning);
            }
        }
    });
}

fn show_number(ui: &mut Ui, number: &TuningNumber, tuning: &mut Tuning, level: &Tuning) {
    let (before, of_level) = (number.of(tuning), number.of(level));
    let mut value = before;
    ui.horizontal(|ui| {
        let label = name(ui, &number.name.replace('_', " "), before != of_level);
        label.on_hover_ui(|ui| explain(ui, number, of_level));
        let sides = VALUES + RESETS + 2.0 * ui.spacing().item_spacing.x;
        ui.spacing_mut().slider_width = (ui.available_width() - sides).max(30.0);
        let [least, most] = number.usual;
        let wide = most.is_infinite() || least > 0.0 && most / least >= WIDE;
        let slider = Slider::new(&mut value, least..=most)
            .show_value(false)
            .clamping(SliderClamping::Never)
            .logarithmic(wide)
            .smallest_positive(MIN_LOGARITHMIC)
            .largest_finite(MAX_LOGARITHMIC);
        let slid = ui.add(slider);
        slid.on_hover_ui(|ui| explain(ui, number, of_level));
        let unit = if value.is_infinite() { "" } else { number.unit };
        let field = DragValue::new(&mut value)
            .range(number.range[0]..=number.range[1])
            .speed((most.min(MAX_LOGARITHMIC) - least) * 0.002)
            .custom_formatter(|value, _| number::written(value))
            .custom_parser(number::read)
            .update_while_editing(false)
            .suffix(format!(" {}", short(unit)));
        let field = ui.add_sized([VALUES, ui.spacing().interact_size.y], field);
        field.on_hover_ui(|ui| explain(ui, number, of_level));
        if let Some(back) = reset(ui, before, of_level, number.of(&Tuning::default())) {
            value = back;
        }
    });
    // A slider's value may differ slightly from the shown one.
    if value != before && tuning.set(number.name, value).is_ok() {
        keep_body(tuning, number.name);
    }
}

/// Keeps a capsule or a box at least as high as it is wide, by adapting the number that was not `touched`.
fn keep_body(tuning: &mut Tuning, touched: &str) {
    if tuning.body != BodyShape::Sphere {
        match touched {
            "radius" => tuning.height = tuning.height.max(tuning.radius * 2.0),
            _ => tuning.radius = tuning.radius.min(tuning.height * 0.5),
        }
    }
}

/// The short form of a unit, behind a number.
fn short(unit: &str) -> &str {
    match unit {
        "degrees" => "°",
        "times" => "×",
        unit => unit,
    }
}

/// The button that takes a value back to the level's, or from there to the shipped one.
fn reset(ui: &mut Ui, value: f64, level: f64, shipped: f64) -> Option<f64> {
    let (back, of) = if value == level {
        (shipped, "as shipped")
    } else {
        (level, "as the level says")
    };
    let arrow = RichText::new("↺").monospace();
    let button = egui::Button::new(arrow).frame(false);
    let button = ui.add_enabled(value != back, button.min_size(vec2(RESETS, 0.0)));
    let button = button.on_hover_text(format!("{}: {of}", number::written(back)));
    button.clicked().then_some(back)
}

/// Explains a number, and the effect of too small or too large a value.
fn explain(ui: &mut Ui, number: &TuningNumber, of_level: f64) {
    ui.label(
        RichText::new(number.name)
            .monospace()
            .color(style::accent()),
    );
    let texts = number.texts();
    ui.label(texts.meaning);
    ui.add_space(2.0);
    for (word, what) in [("too small", texts.smaller), ("too large", texts.larger)] {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(word).color(style::FAINT));
            ui.label(what);
        });
    }
    ui.add_space(2.0);
    let [least, most] = number.range.map(number::written);
    let level = number::written(of_level);
    let shipped = number::written(number.of(&Tuning::default()));
    let unit = number.unit;
    let facts = format!("{least} to {most} {unit} · level {level} · shipped {shipped}");
    ui.label(RichText::new(facts).small().color(style::FAINT));
}

fn show_switches(ui: &mut Ui, tuning: &mut Tuning, level: &Tuning) {
    let mut switch = |text: &str, on: &mut bool, of_level: bool, about: &str| {
        ui.horizontal(|ui| {
            name(ui, text, *on != of_level).on_hover_text(about);
            ui.checkbox(on, "").on_hover_text(about);
        });
    };
    let one_sided = "Classic only: a face pushes you to its front, even from behind.";
    switch(
        "one-sided",
        &mut tuning.one_sided,
        level.one_sided,
        one_sided,
    );
    let turns =
        "Boxed only: the box turns with your heading. Off: it stays parallel to the world's axes.";
    switch("box turns", &mut tuning.box_turns, level.box_turns, turns);
    let feet =
        "Capsule and box only: a crouch in the air pulls up your feet. Off: your head comes down.";
    switch(
        "crouch lifts feet",
        &mut tuning.crouch_lifts_feet,
        level.crouch_lifts_feet,
        feet,
    );
    let mut own = tuning.box_half_extents.is_some();
    let about = "Boxed only: half the size of your box to the right, up and ahead. Off: the radius along each.";
    switch(
        "separate box",
        &mut own,
        level.box_half_extents.is_some(),
        about,
    );
    if own != tuning.box_half_extents.is_some() {
        tuning.box_half_extents = own.then_some(DVec3::splat(tuning.radius));
    }
    if let Some(half_extents) = &mut tuning.box_half_extents {
        ui.horizontal(|ui| {
            name(ui, "box half extents", false).on_hover_text(about);
            for axis in 0..3 {
                let field = DragValue::new(&mut half_extents[axis])
                    .range(Tuning::BOX_HALF_EXTENTS)
                    .speed(0.005)
                    .custom_formatter(|value, _| number::written(value))
                    .custom_parser(number::read)
                    .update_while_editing(false)
                    .suffix(" m");
                ui.add(field).on_hover_text(about);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_one_size_of_a_capsule_adapts_the_other() {
        let person = Tuning {
            body: BodyShape::Capsule,
            radius: 1.0,
            height: 1.5,
            ..Tuning::default()
        };
        let kept = |touched| {
            let mut tuning = person;
            keep_body(&mut tuning, touched);
            (tuning.radius, tuning.height)
        };
        assert_eq!(kept("radius"), (1.0, 2.0));
        assert_eq!(kept("height"), (0.75, 1.5));
        let mut sphere = Tuning {
            body: BodyShape::Sphere,
            ..person
        };
        keep_body(&mut sphere, "radius");
        assert_eq!(sphere.height, 1.5);
    }
}
