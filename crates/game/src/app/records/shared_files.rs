//! The files that come with the link to a contact: its picture, its words, and a clip of it from the side. This program makes the
//! clip in a separate process, while the game goes on.

use std::path::{Path, PathBuf};

use crate::app::records::share::{PassedOn, SharedContact};
use crate::draw::screenshot;
use crate::platform::{self, Beside, terminal};

/// A clip that is being made.
pub struct ClipMaker {
    program: Beside,
    path: PathBuf,
}

impl ClipMaker {
    /// The message for the player, once the clip is made or cannot be made.
    pub fn outcome(&mut self) -> Option<String> {
        let is_made = self.program.outcome()?;
        let path = self.path.display();
        Some(if is_made {
            format!("the clip of the contact is {path}")
        } else {
            format!("no clip of the contact: `sidle clip --side LINK {path}` says why")
        })
    }
}

/// Writes the words of `contact` and begins its clip. Returns the message that tells of all, also of its `picture`.
pub fn write_shared_files(
    picture: &Path,
    (made, contact): (PassedOn, SharedContact),
) -> (String, Option<ClipMaker>) {
    let words = screenshot::free_name("txt");
    let text = contact.words.join("\n") + "\n" + &made.link + "\n";
    let mut message = format!("{}; its picture is {}", made.message, picture.display());
    match terminal::write(&words, text) {
        Ok(()) => message += &format!(", its words are {}", words.display()),
        Err(problem) => terminal::warning(&problem),
    }
    let path = screenshot::free_name("gif");
    let arguments = [
        "clip".as_ref(),
        "--side".as_ref(),
        made.link.as_ref(),
        path.as_os_str(),
    ];
    match platform::run_beside(&arguments) {
        Ok(program) => {
            message += ", and a clip follows";
            (message, Some(ClipMaker { program, path }))
        }
        Err(problem) => {
            terminal::warning(&format!("no clip: {problem}"));
            (message, None)
        }
    }
}
