//! Lost graphics: the game writes how a new program continues in the same place.
//!
//! A browser may take the graphics of a page away, and with them everything that the renderer has uploaded. The page
//! then restarts the program, with the parameters that this file writes. The state travels as a recording without
//! a tick; the level's text, even if unsaved, as its file in the page's memory.

use std::path::Path;

use crate::app::Game;
use crate::options::map_size::MapSize;
use crate::platform;
use crate::session::eye::Viewpoint;

/// The file in the page's memory that holds the state.
const STATE: &str = "resumed/state.sidle";

impl Game {
    /// Keeps the state in the page's memory, and notifies the page how to continue.
    pub(in crate::app) fn suspend(&mut self) {
        // The page continues from this moment, so a recording in progress is saved.
        self.session.end_recording();
        self.save_ended_recording();
        let saved = self.settings.save_if_changed();
        self.show_failure(saved);
        let document = &self.slot.document;
        let mut parameters = vec![("level", document.path().to_string_lossy().into_owned())];
        if document.editor().is_some() {
            platform::override_file(document.path(), document.text());
        }
        let state = self.session.new_recorder(&self.slot.file());
        platform::keep(Path::new(STATE), &state.recording().encode());
        parameters.push(("replay", STATE.to_owned()));
        let shown = self.views.overlays.shown.names().join(",");
        parameters.push((
            "overlays",
            if shown.is_empty() {
                "none".to_owned()
            } else {
                shown
            },
        ));
        if self.views.viewpoint == Viewpoint::ThirdPerson {
            parameters.push(("outside", "1".to_owned()));
        }
        let mut sizes = MapSize::NAMES.iter();
        if let Some((name, _)) = sizes.find(|(_, size)| *size == self.views.map.size) {
            parameters.push(("map", (*name).to_owned()));
        }
        if self.panel.is_open() {
            parameters.push(("panel", "1".to_owned()));
        }
        if let Some(lab) = &self.session.lab {
            parameters.push(("exhibit", lab.exhibit().name.to_owned()));
        }
        // Text can always be written.
        let json = serde_json::to_string(&(parameters, self.session.paused)).unwrap_or_default();
        platform::notify_page(&format!("suspended {json}"));
    }
}
