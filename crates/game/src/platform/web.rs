//! The platform of a browser.

mod events;
mod files;
mod host;
mod images;
mod jobs;

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use sidle::geometry::float::max;

use super::parameters::command_line;
use host::{TextKind, send, sidle_now, sidle_page_address, sidle_parameters, take_text};

pub use events::{gamepad, poll_events};
pub use files::{
    FileStamp, NewFile, check_level_path, check_start_level, create, create_folder, exists,
    exists_locally, file_size, file_stamp, keep, linked_path, list, listed_title, override_file,
    read, rename, replay_hint, save, settings_path, write, write_new,
};
pub use host::take;
pub use images::{decode_image, forget_decoded_images};
pub use jobs::{discard, has_pending_files, spawn};

/// The page's parameters as a command line.
pub fn arguments(program: &clap::Command) -> Vec<String> {
    // SAFETY: the call returns the length of the result buffer.
    let text = take_text(unsafe { sidle_parameters() });
    let pairs = text.lines().filter_map(|line| line.split_once('\t'));
    let pairs: Vec<_> = pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let command = command_line(program, &pairs);
    for name in command.unknown {
        print_message(&format!("warning: the page has no parameter `{name}`"));
    }
    for message in command.ignored {
        print_message(&format!("warning: {message}"));
        notify_page(&format!("note {message}"));
    }
    command.line
}

/// Prints a usage error of the parameters.
pub fn report_usage_error(error: &clap::Error) -> ExitCode {
    print_message(&error.render().to_string());
    ExitCode::from(2)
}

/// Prints results.
///
/// # Errors
/// None.
pub fn print(text: &str) -> io::Result<()> {
    send(TextKind::Result, text);
    Ok(())
}

/// Prints a message.
pub fn print_message(text: &str) {
    send(TextKind::Message, text);
}

/// Copies `text` to the clipboard.
pub fn copy_to_clipboard(text: &str) {
    send(TextKind::Clipboard, text);
}

/// Sends a message to the page around the game.
pub fn notify_page(message: &str) {
    send(TextKind::Notification, message);
}

/// The address of the page, without parameters.
pub fn page_address() -> Option<String> {
    // SAFETY: the call returns the length of the result buffer.
    let address = take_text(unsafe { sidle_page_address() });
    (!address.is_empty()).then_some(address)
}

/// Lets the page draw no frame for `duration`, unless the player does something. Returns how long that is.
pub fn rest(duration: Duration) -> Duration {
    notify_page(&format!("rest {}", duration.as_millis()));
    duration
}

/// Reports panics to the page, which stops the game and shows them. Replaces the window's hook.
pub fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panicked| {
        send(TextKind::Panic, &panicked.to_string())
    }));
}

/// A point in time. The standard library's type panics on this target.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Instant(f64);

impl Instant {
    pub fn now() -> Self {
        // SAFETY: the call takes nothing and returns a number.
        Self(unsafe { sidle_now() })
    }

    pub fn elapsed(&self) -> Duration {
        Duration::from_secs_f64(max(Self::now().0 - self.0, 0.0))
    }
}
