//! The panel's section "Audit": walkers test the level, and their findings.

use egui::{ProgressBar, RichText, ScrollArea, Ui};

use sidle_audit::Finding;

use crate::options::action::Action;
use crate::options::heat::Heat;
use crate::session::audit::{AuditState, LevelAudit};
use crate::session::words::count;
use crate::ui::panel::model::{PanelModel, key_button, key_buttons};
use crate::ui::panel::style;
use crate::view::palette;

/// The greatest height of the list of findings; points.
const LIST: f32 = 150.0;

pub fn show(ui: &mut Ui, model: &PanelModel, actions: &mut Vec<Action>) {
    let text = match model.audit.map(LevelAudit::state) {
        None | Some(AuditState::Failed(_)) => "Audit this level",
        Some(AuditState::Loading | AuditState::Preparing | AuditState::Walking(_)) => "Cancel",
        Some(AuditState::Done(_)) => "Go on",
        Some(AuditState::Cancelled) => "Audit again",
    };
    let about = "Thousands of walkers find where players fall out or get stuck, and places that they cannot reach. You can play on meanwhile. A changed level is audited again.";
    ui.horizontal_wrapped(|ui| {
        let key = if model.audit.is_none() {
            "{finding}"
        } else {
            ""
        };
        let button = key_button(ui, &model.labels, text, key);
        if button.on_hover_text(about).clicked() {
            actions.push(Action::ToggleAudit);
        }
        if let Some(audit) = model.audit {
            show_state(ui, audit);
        }
    });
    let Some(audit) = model.audit else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.label("heat")
            .on_hover_text(model.labels.fill("{heat}: the next"));
        ui.add_space(4.0);
        for (heat, name, about) in Heat::ALL {
            let button = ui.selectable_label(heat == model.heat, name);
            if button.on_hover_text(about).clicked() {
                actions.push(Action::SetHeat(heat));
            }
        }
    });
    let findings: Vec<_> = audit.findings().collect();
    let (selected, has_way_back) = model.finding;
    if !findings.is_empty() {
        let next = "Replays it in the contact inspector, or looks at the place.";
        let buttons = [
            ("Next", "{finding}", Action::NextFinding(1), next),
            ("Before", "Shift {finding}", Action::NextFinding(-1), next),
        ];
        key_buttons(ui, model, &buttons, actions);
    }
    if has_way_back || selected.is_some() {
        ui.horizontal_wrapped(|ui| {
            let back = ui.button("Back to where I was");
            if back.clicked() {
                actions.push(Action::LeaveFinding);
            }
            let shown = selected.and_then(|number| Some((number, *findings.get(number)?)));
            if let Some((number, finding)) = shown {
                show_ignoring(ui, finding, number, actions);
            }
        });
    }
    show_findings(ui, &findings, selected, actions);
}

/// Shows the progress of the audit.
fn show_state(ui: &mut Ui, audit: &LevelAudit) {
    let covered = audit.results().map(|results| &results.report.coverage);
    let covered = covered.map(|coverage| {
        format!(
            "{:.0} % of {:.0} m²",
            coverage.share() * 100.0,
            coverage.floor
        )
    });
    let covered = covered.unwrap_or_default();
    match audit.state() {
        AuditState::Loading => {
            ui.spinner();
            ui.label("reading the level");
        }
        AuditState::Preparing => {
            ui.spinner();
            ui.label("looking for the floor");
        }
        AuditState::Walking(progress) => {
            let bar = ProgressBar::new(progress.share as f32).desired_width(70.0);
            ui.add(bar);
            ui.label(covered).on_hover_text(words(progress));
        }
        AuditState::Done(progress) => {
            ui.label(format!("done: {covered}"))
                .on_hover_text(words(progress));
        }
        AuditState::Cancelled => {
            ui.label(format!("cancelled: {covered}"));
        }
        AuditState::Failed(why) => {
            ui.label(RichText::new(why).color(style::color(palette::ERROR)));
        }
    }
}

fn words(progress: &crate::session::audit::AuditProgress) -> String {
    let places = count(progress.places, "place", "places");
    format!("{} ticks, {places}", progress.ticks)
}

/// Offers to write into the level's text that a finding is meant.
fn show_ignoring(ui: &mut Ui, finding: &Finding, number: usize, actions: &mut Vec<Action>) {
    let (id, all) = (finding.id(), finding.box_id());
    let mut offer = |text: &str, id: &str, by_box: bool| {
        let about = format!(
            "Adds `{id}` to `ignore` in [audit] of the level, with the reason \"meant\". The editor saves it, or takes it back."
        );
        if ui.button(text).on_hover_text(about).clicked() {
            actions.push(Action::IgnoreFinding { number, by_box });
        }
    };
    offer("Ignore it", &id, false);
    if all != id {
        offer("Ignore its box", &all, true);
    }
}

/// Lists the findings, each with its place. A click shows it.
fn show_findings(
    ui: &mut Ui,
    findings: &[&Finding],
    selected: Option<usize>,
    actions: &mut Vec<Action>,
) {
    if findings.is_empty() {
        return;
    }
    let row = ui.spacing().interact_size.y;
    let list = ScrollArea::vertical().id_salt("findings").max_height(LIST);
    list.auto_shrink([false, true])
        .show_rows(ui, row, findings.len(), |ui, rows| {
            for number in rows {
                let finding = findings[number];
                let severity = palette::severity(finding.kind().severity());
                let [x, y, z] = finding.at.to_array();
                let words = format!(
                    "{} {} at {x:.1} {y:.1} {z:.1}",
                    number + 1,
                    finding.kind().name()
                );
                let words = RichText::new(words).color(style::color(severity));
                let about = format!("{}; {}", finding.message, finding.repair);
                let button = ui.selectable_label(selected == Some(number), words);
                if button.on_hover_text(about).clicked() {
                    actions.push(Action::ShowFinding(number));
                }
            }
        });
}
