//! The files beside the link to a contact: its picture, its words, and a clip of it from the side. This program makes the clip in a
//! process of its own, while the game goes on.

use std::path::{Path, PathBuf};

use crate::app::Game;
use crate::app::records::share::{PassedOn, SharedContact};
use crate::draw::screenshot;
use crate::platform::{self, Beside, terminal};

/// A clip that is being made.
pub struct ClipMaker {
    program: Beside,
    path: PathBuf,
}

impl Game {
    /// Writes the words of `contact` and begins its clip. Returns the message that tells of all, also of its `picture`.
    pub(in crate::app) fn write_shared_files(
        &mut self,
        picture: &Path,
        (made, contact): (PassedOn, SharedContact),
    ) -> String {
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
                self.deferred.clip = Some(ClipMaker { program, path });
            }
            Err(problem) => terminal::warning(&format!("no clip: {problem}")),
        }
        message
    }

    /// Tells of a clip that is made.
    pub(super) fn advance_clip(&mut self) {
        let Some(maker) = &mut self.deferred.clip else {
            return;
        };
        if let Some(is_made) = maker.program.outcome() {
            let path = maker.path.display();
            let message = if is_made {
                format!("the clip of the contact is {path}")
            } else {
                format!("no clip of the contact: `sidle clip --side LINK {path}` says why")
            };
            self.deferred.clip = None;
            self.show_message(message);
        }
    }
}
