//! The progress of an audit, as a bar on the terminal.

use std::time::Duration;

use indicatif::{ProgressBar as Bar, ProgressStyle};

use sidle_audit::Audit;

/// The steps of a full bar.
const STEPS: u64 = 1000;

/// The coverage is counted again after this many steps, because that takes a while.
const STEPS_PER_COUNT: u64 = 20;

/// A bar with the coverage and an estimate of the time left. It is hidden if standard error is not a terminal, and cleared
/// when dropped.
pub struct ProgressBar(Bar);

impl ProgressBar {
    pub fn new() -> Self {
        let bar = Bar::new(STEPS);
        let template = "{bar:30} {percent} %, {msg}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Self(bar)
    }

    /// Shows that this share of the ticks or of the time is used up, from 0 to 1.
    pub fn show(&self, share: f64, audit: &Audit) {
        if self.0.is_hidden() {
            return;
        }
        let done = (share * STEPS as f64) as u64;
        let is_due = done / STEPS_PER_COUNT != self.0.position() / STEPS_PER_COUNT;
        if is_due || self.0.message().is_empty() {
            let (covered, cells) = (audit.covered() * 100.0, audit.cells());
            self.0
                .set_message(format!("{covered:.1} % of the floor, {cells} places"));
        }
        self.0.set_position(done.min(STEPS));
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
