//! The panel's section "Time": pause, steps, slow motion, and a slider over the remembered ticks.

use egui::{RichText, Slider, Ui};

use crate::options::action::{Action, Seek};
use crate::options::ranges::{MAX_SLOWNESS, RATES};
use crate::ui::panel::model::{PanelModel, key_buttons};
use crate::ui::panel::style;

pub fn show(ui: &mut Ui, model: &PanelModel, actions: &mut Vec<Action>) {
    let clock = &model.clock;
    let pause = if clock.paused { "Go on" } else { "Pause" };
    let back = "One tick back. Shift with the key: a second.";
    let ahead = "One tick ahead. Shift with the key: a second.";
    let begin = "Back to the spawn; movers return to their start.";
    let buttons = [
        (
            pause,
            "{pause}",
            Action::Pause,
            "Continues from the tick that is shown.",
        ),
        ("Back", "{step_back}", Action::Seek(Seek::Ticks(-1)), back),
        ("Step", "{step_ahead}", Action::Seek(Seek::Ticks(1)), ahead),
        ("Respawn", "{respawn}", Action::Respawn, begin),
    ];
    key_buttons(ui, model, &buttons, actions);
    let record = if model.records {
        "End recording"
    } else {
        "Record"
    };
    let records = "Records from now on, in a file that replays bit-exactly.";
    let saves = "Saves the last minutes in such a file.";
    let links = "Copies a link that replays the recording, or the last minute, with its level.";
    let buttons = [
        (record, "{record}", Action::ToggleRecording, records),
        ("Save the past", "Shift {record}", Action::SavePast, saves),
        ("Copy link", "{copy_link}", Action::CopyLink, links),
    ];
    key_buttons(ui, model, &buttons, actions);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.label("speed");
        ui.add_space(4.0);
        for slowness in 0..=MAX_SLOWNESS {
            let slower = 1_u32 << slowness;
            let text = match slower {
                1 => "1".to_owned(),
                slower => format!("1/{slower}"),
            };
            let chosen = clock.slowdown == slower;
            let button = ui.selectable_label(chosen, RichText::new(text).monospace());
            if button.on_hover_text("The speed of time.").clicked() {
                actions.push(Action::SetSlowness(slowness));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.label("ticks a second");
        ui.add_space(4.0);
        for hz in RATES {
            let text = RichText::new(hz.to_string()).monospace();
            let button = ui.selectable_label(clock.hz == hz, text);
            let about = "The tick rate. A change discards the remembered ticks.";
            if button.on_hover_text(about).clicked() && clock.hz != hz {
                actions.push(Action::SetHz(hz));
            }
        }
    });
    let last = clock.behind + clock.ahead;
    let mut shown = clock.behind;
    ui.spacing_mut().slider_width = ui.available_width() - 8.0;
    let slider = Slider::new(&mut shown, 0..=last.max(1)).show_value(false);
    let slider = ui.add_enabled(last > 0, slider);
    let slider = slider.on_hover_text("Shows any tick of the last minutes, bit-exactly.");
    if slider.changed() {
        actions.push(Action::Seek(Seek::Ticks(
            shown as isize - clock.behind as isize,
        )));
    }
    let seconds = |ticks: usize| ticks as f64 / f64::from(clock.hz);
    let words = format!(
        "tick {} at {} Hz · {:.1} s kept · {:.2} s back",
        clock.tick,
        clock.hz,
        seconds(last),
        seconds(clock.ahead)
    );
    ui.label(RichText::new(words).small().color(style::FAINT));
}
