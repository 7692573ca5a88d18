//! The files that come with the link to a contact or to a race: its picture, its words, and a clip. This program makes the clip of a
//! contact, from the side, in a separate process, while the game goes on. That of a race is a replay in the window.

use std::path::{Path, PathBuf};

use crate::app::records::share::{PassedOn, SharedView};
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

/// What makes the clip.
pub enum ClipBeginning {
    Contact(ClipMaker),
    /// The clip of a race is to be written there.
    Race(PathBuf),
}

/// Writes the words of `view` and begins its clip. Returns the message that tells of all, also of its `picture`.
pub fn write_shared_files(
    picture: &Path,
    (made, view): &(PassedOn, SharedView),
) -> (String, Option<ClipBeginning>) {
    let words = screenshot::free_name("txt");
    let text = view.words.join("\n") + "\n" + &made.link + "\n";
    let mut message = format!("{}; its picture is {}", made.message, picture.display());
    match terminal::write(&words, text) {
        Ok(()) => message += &format!(", its words are {}", words.display()),
        Err(problem) => terminal::warning(&problem),
    }
    let path = screenshot::free_name("gif");
    if view.is_race {
        message += ", and a clip follows";
        return (message, Some(ClipBeginning::Race(path)));
    }
    let arguments = [
        "clip".as_ref(),
        "--side".as_ref(),
        made.link.as_ref(),
        path.as_os_str(),
    ];
    match platform::run_beside(&arguments) {
        Ok(program) => {
            message += ", and a clip follows";
            (
                message,
                Some(ClipBeginning::Contact(ClipMaker { program, path })),
            )
        }
        Err(problem) => {
            terminal::warning(&format!("no clip: {problem}"));
            (message, None)
        }
    }
}
