//! The panel's part about time: pause, steps, slow motion, and a slider over all that is remembered.

use egui::{RichText, Slider, Ui};

use crate::options::action::{Action, Seek};
use crate::options::ranges::{MAX_SLOWNESS, RATES};
use crate::ui::panel::style;
use crate::ui::panel::model::{PanelModel, key_buttons};

pub fn show(ui: &mut Ui, model: &PanelModel, asked: &mut Vec<Action>) {
    let clock = &model.clock;
    let pause = if clock.paused { "Go on" } else { "Pause" };
    let back = "One tick back; with Shift on the key, a second.";
    let ahead = "One tick ahead; with Shift on the key, a second.";
    let begin = "Back to the start, and movers to theirs.";
    let buttons = [
        (
            pause,
            "{pause}",
            Action::Pause,
            "From the tick that is shown.",
        ),
        ("Back", "{step_back}", Action::Seek(Seek::Ticks(-1)), back),
        ("Step", "{step_ahead}", Action::Seek(Seek::Ticks(1)), ahead),
        ("Respawn", "{respawn}", Action::Respawn, begin),
    ];
    key_buttons(ui, model, &buttons, asked);
    let record = if model.records {
        "End recording"
    } else {
        "Record"
    };
    let records = "What you do from here on, in a file that replays to the bit.";
    let saves = "What you did, as far back as one can look, in such a file.";
    let links = "What you record, or the last minute, with the level, as a link that replays it.";
    let buttons = [
        (record, "{record}", Action::ToggleRecording, records),
        ("Save the past", "Shift {record}", Action::SavePast, saves),
        ("Copy link", "{copy_link}", Action::CopyLink, links),
    ];
    key_buttons(ui, model, &buttons, asked);
    ui.horizontal(|ui| {
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
            if button.on_hover_text("How fast time passes.").clicked() {
                asked.push(Action::SetSlowness(slowness));
            }
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.label("ticks a second");
        ui.add_space(4.0);
        for hz in RATES {
            let text = RichText::new(hz.to_string()).monospace();
            let button = ui.selectable_label(clock.hz == hz, text);
            let about = "How finely time is cut. What was before cannot be looked at any more.";
            if button.on_hover_text(about).clicked() && clock.hz != hz {
                asked.push(Action::SetHz(hz));
            }
        }
    });
    let last = clock.behind + clock.ahead;
    let mut shown = clock.behind;
    ui.spacing_mut().slider_width = ui.available_width() - 8.0;
    let slider = Slider::new(&mut shown, 0..=last.max(1)).show_value(false);
    let slider = ui.add_enabled(last > 0, slider);
    let slider = slider.on_hover_text("Any tick of the last minutes, to the bit as it was.");
    if slider.changed() {
        asked.push(Action::Seek(Seek::Ticks(
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
