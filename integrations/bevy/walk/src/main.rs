//! A first-person walk in Bevy.
//!
//! ```sh
//! cargo run --release
//! cargo run --no-default-features -- --frames 300
//! ```
//!
//! `--frames N` ends the program after so many frames. `--headless` opens no window, and holds the key W. Without the feature
//! `window`, the program is always headless.

mod headless;
#[cfg(feature = "window")]
mod window;

use std::process::ExitCode;

use bevy_app::{App, AppExit};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut is_headless = !cfg!(feature = "window");
    let mut frames = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match (argument.as_str(), rest.clone().next()) {
            ("--headless", _) => is_headless = true,
            ("--frames", Some(number)) if number.parse::<u32>().is_ok() => {
                frames = number.parse().ok();
                rest.next();
            }
            _ => {
                eprintln!("usage: bevy_sidle_walk [--headless] [--frames N]");
                return ExitCode::from(2);
            }
        }
    }
    let mut app = App::new();
    if is_headless {
        headless::run(&mut app, frames.unwrap_or(300));
        return ExitCode::SUCCESS;
    }
    match open(&mut app, frames) {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

#[cfg(feature = "window")]
fn open(app: &mut App, frames: Option<u32>) -> AppExit {
    window::run(app, frames)
}

#[cfg(not(feature = "window"))]
fn open(_app: &mut App, _frames: Option<u32>) -> AppExit {
    AppExit::Success
}
