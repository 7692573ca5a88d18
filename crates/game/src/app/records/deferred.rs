//! Work that would delay a frame, of which each frame does a little, such as a link, a recording of the past, and the
//! preview of a recording.

use std::time::Duration;

use sidle::replay::Recording;

use crate::app::Game;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::records::race_film::RaceFilm;
use crate::app::records::share::{LinkMaker, PassedOn, SharedView};
#[cfg(not(target_arch = "wasm32"))]
use crate::app::records::shared_files::ClipMaker;
use crate::platform;
use crate::session::guide::PreviewMaker;
use crate::session::history::Past;

/// How long a frame continues each work. Smaller: a link takes more frames; larger: frames are late.
const SLICE: Duration = Duration::from_millis(6);

/// The work that is under way.
#[derive(Default)]
pub struct Deferred {
    link: Option<LinkMaker>,
    past: Option<Past>,
    preview: Option<PreviewMaker>,
    /// The clip of a contact that was shared.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::app) clip: Option<ClipMaker>,
    /// The clip of a race that was shared.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::app) race_film: Option<RaceFilm>,
}

impl Deferred {
    /// Whether there is work for the next frame.
    pub fn is_busy(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        if self.race_film.is_some() {
            return true;
        }
        self.link.is_some() || self.past.is_some() || self.preview.is_some()
    }
}

impl Game {
    /// Begins to make a link to the last moments. While "see why" shows a contact, the link pauses there, and the game does so
    /// now: the player sees what others will see.
    pub(in crate::app) fn copy_link(&mut self) {
        let contact = self.shown_contact().map(|tick| {
            self.show_tick(tick);
            self.views.side.is_large = true;
            let words = self.contact_words();
            let [first, _, last] = self.watched_ticks();
            let hz = u64::from(self.session.sim.hz());
            SharedView {
                is_race: false,
                tick,
                span: [first, last, hz],
                words,
            }
        });
        if contact.is_none() && self.share_race() {
            return;
        }
        match LinkMaker::begin(&self.session, &self.slot.document, contact) {
            Ok(maker) => self.deferred.link = Some(maker),
            Err(message) => self.show_message(message),
        }
    }

    /// Begins to share the race whose card is shown. Returns whether there is one that fits into a link.
    fn share_race(&mut self) -> bool {
        let Some(result) = self.session.shown_race_result() else {
            return false;
        };
        let (Some(race), finish) = (result.recording.clone(), result.tick) else {
            return false;
        };
        let name = &self.session.level.name;
        let words = format!("{name} in {}: {}", result.time, result.verdict);
        let [first, ..] = self.watched_ticks();
        let view = SharedView {
            is_race: true,
            tick: finish,
            span: [
                first
                    .max(finish.saturating_sub(result.time.ticks))
                    .min(finish),
                finish,
                u64::from(self.session.sim.hz()),
            ],
            words: vec![words],
        };
        let maker = LinkMaker::begin_race(&self.slot.document, race, view);
        let begins = maker.is_some();
        if begins && platform::HAS_CARD {
            let back = self.tick_after_film();
            self.show_tick(finish);
            self.film = Some([finish, back]);
        }
        self.deferred.link = maker.or(self.deferred.link.take());
        begins
    }

    /// Begins to record the remembered ticks, to save them.
    pub(in crate::app) fn save_past(&mut self) {
        match self.session.past(&self.slot.file(), usize::MAX) {
            Some(past) => self.deferred.past = Some(past),
            None => self.show_message("nothing has happened yet"),
        }
    }

    /// Begins to make the preview of `recording`, which starts now, for the page's card. A recording without a tick is a
    /// place to start, and there is nothing to watch.
    pub(in crate::app) fn preview(&mut self, recording: &Recording) {
        let wanted = platform::HAS_CARD && recording.inputs.ticks() > 0;
        self.deferred.preview = wanted.then(|| PreviewMaker::new(&self.session, recording));
    }

    /// Gives up the preview, and watches the recording no longer, since its level is no longer played.
    pub(in crate::app) fn drop_preview(&mut self) {
        self.deferred.preview = None;
        self.watched = None;
    }

    /// Continues the work that is under way.
    pub(in crate::app) fn advance_deferred(&mut self) {
        self.advance_preview();
        if let Some(maker) = &mut self.deferred.link {
            let page = self.settings.values.page.as_deref();
            if let Some(made) = maker.advance(SLICE, page) {
                // A preview of the link needs a picture. The page takes it, if there is one.
                let view = maker.view().cloned();
                self.deferred.link = None;
                match (made, view) {
                    (Ok(made), Some(view)) => self.share_picture(made, view),
                    (Ok(made), None) => self.show_message(made.message),
                    (Err(message), _) => self.show_message(message),
                }
            }
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(message) = self.deferred.clip.as_mut().and_then(ClipMaker::outcome) {
            self.deferred.clip = None;
            self.show_message(message);
        }
        if let Some(past) = &mut self.deferred.past
            && past.advance(SLICE)
        {
            self.finish_past();
        }
    }

    /// Records the remembered ticks to their end, if they are to be saved, and saves them.
    pub(in crate::app) fn finish_past(&mut self) {
        if let Some(past) = self.deferred.past.take() {
            self.save_recording(&past.finish());
        }
    }

    /// Takes the picture for the preview of a link, without a message in it. The page does so itself; in the window, a message then
    /// tells of all.
    fn share_picture(&mut self, made: PassedOn, view: SharedView) {
        self.views.hud.hide_message();
        if !platform::HAS_CARD {
            self.window.screenshot_due = true;
            self.window.shared = Some((made, view));
        }
    }

    /// What "see why" says of the tick that it shows, a line for each.
    fn contact_words(&mut self) -> Vec<String> {
        self.session.update_contact_clip();
        let picture = self.views.side.draw(&self.session, 1.0, 1.0);
        let Some(caption) = picture.map(|picture| picture.caption) else {
            return Vec::new();
        };
        let rows = caption.rows.iter();
        let rows: Vec<_> = rows
            .map(|(_, name, value)| format!("{name} {value}"))
            .collect();
        vec![caption.title, caption.sentence, rows.join(" · ")]
    }

    fn advance_preview(&mut self) {
        if let Some(maker) = &mut self.deferred.preview
            && let Some(preview) = maker.advance(&self.session, SLICE)
        {
            self.deferred.preview = None;
            platform::notify_page(&preview.message());
        }
    }
}
