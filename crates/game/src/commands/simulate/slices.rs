//! A run in slices, between which the progress is shown. A page also handles its events between them, so that it does not
//! freeze and the visitor can cancel.

use std::time::Duration;

use crate::commands::simulate::Simulation;
use crate::exit::Exit;
use crate::platform::Instant;

/// How long a slice runs. Smaller: a page spends more of its time between slices; larger: it answers late.
const SLICE: Duration = Duration::from_millis(30);

impl Simulation {
    /// Runs a slice. Returns whether there are more.
    fn run_slice(&mut self) -> Result<bool, String> {
        let start = Instant::now();
        self.advance(&mut || start.elapsed() >= SLICE)
    }
}

/// Runs all slices, and prints the results. On a terminal, it shows the progress.
///
/// # Errors
/// When the results cannot be written.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(mut simulation: Simulation) -> Result<Exit, String> {
    let mut line = crate::platform::terminal::ProgressLine::new();
    while simulation.run_slice()? {
        line.show_ticks(simulation.ticks(), simulation.all_ticks);
    }
    drop(line);
    simulation.finish()
}

#[cfg(target_arch = "wasm32")]
pub use page::run;

#[cfg(target_arch = "wasm32")]
mod page {
    use std::cell::RefCell;

    use super::{Exit, Simulation};
    use crate::platform;
    use crate::platform::terminal;

    thread_local! {
        /// The run that is under way. The page asks for its slices.
        static RUN: RefCell<Option<Simulation>> = const { RefCell::new(None) };
    }

    /// What [`sidle_continue`] returns if there are more slices; no exit code.
    const MORE: i32 = -1;

    /// Leaves the run to [`sidle_continue`].
    pub fn run(simulation: Simulation) -> Result<Exit, String> {
        RUN.set(Some(simulation));
        Ok(Exit::Fine)
    }

    /// Runs a slice, and after the last one prints the results. Returns the exit code, or -1 if there are more slices.
    /// `web/host.js` calls it.
    #[unsafe(no_mangle)]
    extern "C" fn sidle_continue() -> i32 {
        let Some(mut simulation) = RUN.take() else {
            return Exit::Fine as i32;
        };
        let ended = match simulation.run_slice() {
            Ok(true) => {
                let (ticks, all) = (simulation.ticks(), simulation.all_ticks.unwrap_or(0));
                platform::notify_page(&format!("simulating {ticks} {all}"));
                RUN.set(Some(simulation));
                return MORE;
            }
            Ok(false) => simulation.finish(),
            Err(message) => Err(message),
        };
        let exit = ended.unwrap_or_else(|message| {
            terminal::error(&message);
            Exit::Problems
        });
        exit as i32
    }
}
