//! How far an audit is: a line on the terminal.

use std::time::Duration;

use indicatif::{ProgressBar as Bar, ProgressStyle};

use sidle_audit::Audit;

/// How many steps a bar has.
const STEPS: u64 = 1000;

/// A bar on the terminal, with the coverage and an estimate of the time. Elsewhere, nothing is shown. Cleared when dropped.
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

    /// Shows that this share of the walks is made.
    pub fn show(&self, share: f64, audit: &Audit) {
        if self.0.is_hidden() {
            return;
        }
        let done = (share * STEPS as f64) as u64;
        // The coverage takes a while to count.
        if done / 20 != self.0.position() / 20 || self.0.message().is_empty() {
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
