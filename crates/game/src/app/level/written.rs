//! Levels that the game writes: a new one, and the one around a bare mesh.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::app::Game;
use crate::app::level::arrival::Arrival;
use crate::options::action::Starter;
use crate::platform;
use crate::session::editor::DiscardCause;
use crate::session::guide::starter_level;

/// How many names of new levels are tried.
const MAX_NEW_LEVELS: u32 = 999;

impl Game {
    /// Writes a new level next to the one that is played, and opens it.
    pub(in crate::app) fn new_level(&mut self, starter: Starter) {
        if !self.may_lose_edits(DiscardCause::Open) {
            return;
        }
        let own = self.slot.document.file().filter(|_| !platform::IS_PAGE);
        let folder = own.and_then(Path::parent);
        let folder = folder.unwrap_or(platform::OWN_LEVELS.as_ref()).to_owned();
        for number in 1..=MAX_NEW_LEVELS {
            let name = match number {
                1 => "New level".to_owned(),
                _ => format!("New level {number}"),
            };
            let file = name.to_lowercase().replace(' ', "-");
            let path = folder.join(file).with_extension("toml");
            match write_own(&path, &starter_level(starter, &name)) {
                Ok(()) => {
                    self.open_level(&path);
                    self.slot.arrival = Some((path, Arrival::New(starter)));
                    return;
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return self.show_message(format!("cannot write {}: {error}", path.display()));
                }
            }
        }
        let shown = folder.display();
        self.show_message(format!(
            "`{shown}` has {MAX_NEW_LEVELS} new levels already: rename some of them"
        ));
    }

    /// Writes the level around a bare mesh next to the mesh, and continues in it, with the editor open or not. To edit it,
    /// a level that is there already is opened.
    pub(in crate::app) fn save_level(&mut self, edits: bool) {
        let Some((mesh, text)) = self.slot.document.unsaved_mesh_level() else {
            self.show_message_with_keys(
                "nothing to save: {save_level} saves the level around a bare mesh, and this one has a file",
            );
            return;
        };
        let path = mesh.with_extension("toml");
        let arrival = match platform::write_new(&path, text.as_bytes()) {
            Ok(()) => {
                // The same level: the player stays in place.
                self.slot.document.set_path(&path);
                Arrival::Written { edits }
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if !edits {
                    let editor = self.key_labels().fill("{editor}");
                    let shown = shown(&path);
                    let message = format!("{shown} is there already: {editor} opens it to edit");
                    return self.show_message(message);
                }
                Arrival::Found
            }
            Err(error) => {
                return self.show_message(format!("cannot write {}: {error}", path.display()));
            }
        };
        self.open_level(&path);
        self.slot.arrival = Some((path, arrival));
    }

    /// Opens the editor in a level for which that was asked, and says which level it is.
    pub(in crate::app) fn arrive(&mut self) {
        let played = self.slot.document.path();
        let Some((path, arrival)) = self.slot.arrival.take().filter(|(path, _)| path == played)
        else {
            return;
        };
        if arrival.edits() && !self.slot.edits() {
            self.toggle_editor();
        }
        let shown = match arrival {
            // The page has a list of its files.
            Arrival::New(_) if !platform::IS_PAGE => path.display().to_string(),
            _ => shown(&path),
        };
        let editor = self.key_labels().fill("{editor}");
        self.show_message(arrival.message(&shown, &editor));
    }
}

/// The name of the file at `path`.
fn shown(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Writes a new file of the player's. A page keeps it until it is closed, and stores what is changed in it as a draft.
///
/// # Errors
/// When the file exists already, or cannot be written.
fn write_own(path: &Path, text: &str) -> io::Result<()> {
    if !platform::IS_PAGE {
        return platform::write_new(path, text.as_bytes());
    }
    if platform::exists_locally(path) {
        return Err(ErrorKind::AlreadyExists.into());
    }
    platform::keep(path, text.as_bytes());
    Ok(())
}
