//! The steps of a tick in order, with their lengths, for the large view.

use sidle::level::Scene;

use crate::draw::info_panel::{InfoPanel, InfoRow};
use crate::draw::theme::FAINT;
use crate::view::palette::{ASKED, LEFT, MUTED, THROWN, numbered as color_of};
use crate::view::side::account::Account;
use crate::view::side::arrows::{MOVED, taken_name};
use crate::view::side::explanations;
use crate::view::side::figures::{Figures, length_text};
use crate::view::side::tick_breakdown::{Motion, MotionStep, StepKind, Sweep, TickBreakdown};

/// Largest number of rows.
const MAX_ROWS: usize = 18;

/// The figures of a tick, and that of its push, if there is only one.
type Lengths<'f> = (&'f Figures, Option<&'f String>);

/// The panel of the `tick` that `breakdown` takes apart. It begins and ends with the figures of the arrows, and each
/// row in between has the sign with which its arrow counts.
pub fn panel(tick: u64, account: &Account, breakdown: &TickBreakdown, level: &Scene) -> InfoPanel {
    let mut panel = InfoPanel {
        title: format!("How tick {tick} was made"),
        ..InfoPanel::default()
    };
    let figures = Figures::new(account);
    panel.tinted("asked", figures.asked.clone(), ASKED);
    if let Some([earlier, _]) = &figures.parts {
        panel.tinted("− lost before, or not gained yet", earlier, THROWN);
    }
    let mut numbered = 0;
    let steps = breakdown.effective().flat_map(|motion| &motion.steps);
    let pushes = steps.filter(|step| matches!(step.kind, StepKind::Push(_)));
    let only_push = pushes.count() == 1 && account.is_pushed;
    let lengths = (&figures, figures.taken.as_ref().filter(|_| only_push));
    for motion in breakdown.effective() {
        add_motion(&mut panel, motion, (level, lengths), &mut numbered);
    }
    for attempt in explanations::failed_attempts(breakdown) {
        panel.tinted(attempt, "in vain", MUTED);
    }
    let hidden = panel.rows.len().saturating_sub(MAX_ROWS);
    if hidden > 0 {
        panel.rows.truncate(MAX_ROWS);
        panel
            .rows
            .push(InfoRow::Text(format!("and {hidden} rows more"), FAINT));
    }
    let is_vector = figures.taken.is_some();
    // Pushes are listed one by one.
    if !account.is_pushed {
        let now = match figures.parts {
            Some([_, now]) => Some(("taken away now", now)),
            None => figures.taken.map(|length| (taken_name(account), length)),
        };
        if let Some((name, length)) = now {
            let takes = name.starts_with("taken");
            let sign = if takes { "−" } else { "+" };
            panel.tinted(format!("{sign} {name}"), length, THROWN);
        }
    }
    panel.tinted(format!("= {MOVED}"), figures.moved, LEFT);
    if is_vector {
        let words = "Arrows are added, not their lengths.";
        panel.rows.push(InfoRow::Text(words.to_owned(), FAINT));
    }
    panel
}

fn add_motion(
    panel: &mut InfoPanel,
    motion: &Motion,
    (level, lengths): (&Scene, Lengths),
    numbered: &mut usize,
) {
    if let Some(tried) = motion.tried {
        panel.tinted(explanations::attempt(tried), "", MUTED);
    }
    for step in &motion.steps {
        add_step(panel, step, (level, lengths), numbered);
    }
    if let Some((_, sweep)) = &motion.refused {
        add_turn(panel, sweep);
    }
    if let Some(text) = motion.stop.and_then(explanations::stop_label) {
        panel.tinted(text, "", MUTED);
    }
}

fn add_step(
    panel: &mut InfoPanel,
    step: &MotionStep,
    (level, lengths): (&Scene, Lengths),
    numbered: &mut usize,
) {
    let (figures, only_push) = lengths;
    let length = figures.length(step.from.distance(step.to));
    let color = color_of(*numbered);
    match &step.kind {
        StepKind::Move => panel.value("= goes ahead, through anything", length),
        StepKind::Push(collider) => {
            *numbered += 1;
            let name = level.numbered_name_of(*collider);
            let length = only_push.cloned().unwrap_or(length);
            panel.tinted(format!("+ push {numbered}, {name}"), length, color);
        }
        StepKind::Sweep(sweep) => {
            *numbered += 1;
            add_turn(panel, sweep);
            panel.tinted(format!("sweep {numbered}"), length, color);
            if let Some((collider, _)) = sweep.hit {
                panel.value("  stopped by", level.numbered_name_of(collider));
            }
        }
    }
}

/// Adds the part of a motion that the planes left.
fn add_turn(panel: &mut InfoPanel, sweep: &Sweep) {
    if sweep.left == sweep.way {
        return;
    }
    let (left, way) = (sweep.left.length(), sweep.way.length());
    let share = 100.0 * way / left.max(f64::MIN_POSITIVE);
    let [way, left] = [way, left].map(length_text);
    let kept = format!("{way} of {left} ({share:.0} %)");
    panel.tinted("  planes leave", kept, MUTED);
}
