//! A link that replays the last moments, so that others can see it.

use std::time::Duration;

use sidle::replay::{Moment, Recording};

use crate::platform;
use crate::platform::terminal;
use crate::session::Session;
use crate::session::editor::LevelDocument;
use crate::session::history::Past;
use crate::session::recordings::link;

/// Without a recording, a link holds at most this many of the last seconds. Smaller: the replay is over before the viewer
/// knows the place; larger: the viewer waits long for the moment that matters.
const MAX_SECONDS: usize = 60;

/// Makes a link to the recording that runs, or else to the last minute; of a run that is too long for a link, to the
/// last seconds that fit.
pub struct LinkMaker {
    /// The level's path and text for the link.
    path: String,
    text: String,
    /// What the link shows; `None`: the last moments.
    view: Option<SharedView>,
    work: Work,
}

/// A contact that is shared, at which the link pauses, or a race, which it plays.
#[derive(Clone, Debug)]
pub struct SharedView {
    pub is_race: bool,
    /// The tick of the contact, or of the finish.
    pub tick: u64,
    /// The first tick and the last that can be shown, and the ticks per second.
    pub span: [u64; 3],
    /// What happened, in words, a line for each.
    pub words: Vec<String>,
}

/// What was passed on.
#[derive(Debug)]
pub struct PassedOn {
    /// The message for the player.
    pub message: String,
    /// The link, or without a page the text that a command replays.
    #[cfg(not(target_arch = "wasm32"))]
    pub link: String,
}

enum Work {
    /// The recording that runs fits.
    Made(Shared),
    /// The last seconds are recorded.
    Past(Box<Search>),
}

/// A search for the number of last seconds that fit, by bisection.
struct Search {
    past: Past,
    hz: usize,
    /// The number of seconds that is tried.
    seconds: usize,
    /// The most seconds that fit, and their link.
    fits: usize,
    best: Option<Shared>,
    /// The fewest seconds that are known to be too many.
    too_many: usize,
    /// Whether a recording runs, whose beginning is left out.
    cuts: bool,
}

/// The content of a link.
struct Shared {
    text: String,
    seconds: f64,
    /// A warning, if there is one.
    warning: Option<String>,
    /// Whether the beginning was left out.
    cut: bool,
}

impl LinkMaker {
    /// Begins to make a link to the `race` of `view`, if that fits.
    pub fn begin_race(document: &LevelDocument, race: Recording, view: SharedView) -> Option<Self> {
        let (path, text) = (document.link_path(), document.text().to_owned());
        let made = share(race, &path, &text, false).ok()?;
        Some(Self {
            path,
            text,
            view: Some(view),
            work: Work::Made(made),
        })
    }

    /// Begins to make a link, which pauses at the contact of `view` if there is one.
    ///
    /// # Errors
    /// A message, when there is nothing to share.
    pub fn begin(
        session: &Session,
        document: &LevelDocument,
        view: Option<SharedView>,
    ) -> Result<Self, String> {
        let (path, text) = (document.link_path(), document.text().to_owned());
        let recorded = session
            .recording_so_far()
            .filter(|recording| recording.ticks() > 0);
        let made = recorded
            .as_ref()
            .map(|recording| share(recording.recording(), &path, &text, false));
        let work = match made {
            Some(Ok(shared)) => Work::Made(shared),
            _ => Work::Past(Box::new(Search::begin(
                session,
                document,
                recorded.is_some(),
            )?)),
        };
        Ok(Self {
            path,
            text,
            view,
            work,
        })
    }

    /// What the link shows.
    pub fn view(&self) -> Option<&SharedView> {
        self.view.as_ref()
    }

    /// Continues for about `time`. Once the link is made, shares it; `page` is the page that replays it.
    ///
    /// # Errors
    /// A message, when there is no link.
    pub fn advance(
        &mut self,
        time: Duration,
        page: Option<&str>,
    ) -> Option<Result<PassedOn, String>> {
        let view = self.view.as_ref();
        Some(match &mut self.work {
            Work::Made(shared) => pass_on(shared, page, view),
            Work::Past(search) => match search.advance(time, &self.path, &self.text)? {
                Ok(shared) => pass_on(&shared, page, view),
                Err(message) => Err(message),
            },
        })
    }
}

impl Search {
    fn begin(session: &Session, document: &LevelDocument, cuts: bool) -> Result<Self, String> {
        let (file, hz) = (document.path().to_string_lossy(), session.sim.hz() as usize);
        let past = session.past(&file, MAX_SECONDS * hz);
        Ok(Self {
            past: past.ok_or("nothing has happened yet")?,
            hz,
            seconds: MAX_SECONDS,
            fits: 0,
            best: None,
            too_many: MAX_SECONDS + 1,
            cuts,
        })
    }

    /// Continues for about `time`. Returns the most seconds that fit, once they are found.
    fn advance(
        &mut self,
        time: Duration,
        path: &str,
        text: &str,
    ) -> Option<Result<Shared, String>> {
        if !self.past.advance(time) {
            return None;
        }
        let cut = self.cuts || self.seconds < MAX_SECONDS;
        match share(self.past.recorder().recording(), path, text, cut) {
            Ok(shared) => (self.best, self.fits) = (Some(shared), self.seconds),
            Err(message) if self.seconds <= 1 => return Some(Err(message)),
            Err(_) => self.too_many = self.seconds,
        }
        if self.too_many - self.fits <= 1 {
            return self.best.take().map(Ok);
        }
        self.seconds = (self.fits + self.too_many) / 2;
        self.past.restart(self.seconds * self.hz);
        None
    }
}

/// The content of a link to `recording`.
fn share(recording: Recording, path: &str, text: &str, cut: bool) -> Result<Shared, String> {
    let moment = Moment::new(recording, path, text);
    Ok(Shared {
        text: moment.encode().map_err(|error| error.to_string())?,
        seconds: moment.recording().seconds(),
        warning: link::missing_mesh_warning(&moment),
        cut,
    })
}

/// Copies the link to the clipboard, or lets the page share it with a picture and words if it shows a `view`.
fn pass_on(
    shared: &Shared,
    page: Option<&str>,
    view: Option<&SharedView>,
) -> Result<PassedOn, String> {
    let page = platform::page_address().or_else(|| page.map(str::to_owned));
    let contact = view.filter(|view| !view.is_race);
    let linked = |page: &str| match contact {
        Some(contact) => link::link_to_contact(page, &shared.text, contact.tick),
        None => link::link(page, &shared.text),
    };
    let (what, copied) = match &page {
        Some(page) => ("a link", linked(page)),
        // Without a page, a command that works in every shell.
        None => (
            "a command for a shell",
            format!("sidle replay '{}'", linked("")),
        ),
    };
    let by_page = view.filter(|_| platform::HAS_CARD);
    match by_page {
        Some(view) => {
            let what = if view.is_race { "race" } else { "contact" };
            let words = view.words.join(" · ");
            let ([first, last, hz], tick) = (view.span, view.tick);
            platform::notify_page(&format!(
                "share {what} {first} {tick} {last} {hz} {copied} {words}"
            ));
        }
        None => platform::copy_to_clipboard(&copied),
    }
    // Some systems drop the clipboard when the game ends.
    terminal::line(&copied)?;
    let (seconds, count) = (shared.seconds, copied.len());
    let which = if shared.cut { "the last " } else { "" };
    let made = match by_page {
        Some(_) => "made",
        None => "copied",
    };
    let made = match view {
        Some(view) if view.is_race => format!("{made} {what} to this race in {count} characters"),
        Some(contact) => format!(
            "{made} {what} to this contact, tick {}, in {count} characters",
            contact.tick
        ),
        None => format!("{made} {what}: {which}{seconds:.1} s in {count} characters"),
    };
    Ok(PassedOn {
        message: match &shared.warning {
            Some(warning) => format!("{made}; {warning}"),
            None => made,
        },
        #[cfg(not(target_arch = "wasm32"))]
        link: linked(page.as_deref().unwrap_or_default()),
    })
}

#[cfg(test)]
mod tests;
