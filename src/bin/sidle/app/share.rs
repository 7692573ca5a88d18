//! A link that replays what was just done, so that others can see it.

use sidle::replay::{Moment, Recorder, TooLong};

use crate::platform;
use crate::platform::terminal;
use crate::session::Session;
use crate::session::document::LevelDocument;
use crate::session::link;

/// Without a recording, a link holds the last seconds: this many, or as many as fit. Smaller: the replay is over
/// before one knows the place; larger: one waits long for the moment that matters.
const LONGEST_SECONDS: usize = 60;

/// The content of a link.
struct Shared {
    moment: Moment,
    text: String,
    /// Whether the beginning was left out.
    cut: bool,
}

/// Copies a link to the recording that runs, or else to the last minute; of what is too long for a link, to the last
/// seconds that fit. `page` is the page that replays it. Returns the message for the player.
///
/// # Errors
/// A message, when there is nothing to share, or no part of it fits.
pub fn copy_link(
    session: &Session,
    document: &LevelDocument,
    page: Option<&str>,
) -> Result<String, String> {
    let Shared { moment, text, cut } = shared(session, document)?;
    let page = platform::page_address().or_else(|| page.map(str::to_owned));
    let (what, copied) = match &page {
        Some(page) => ("a link", link::link(page, &text)),
        // Without a page, a command that works in every shell.
        None => {
            let link = link::link("", &text);
            ("a command for a shell", format!("sidle replay '{link}'"))
        }
    };
    platform::copy(&copied);
    // Some systems drop the clipboard when the game ends.
    terminal::line(&copied)?;
    let seconds = moment.recording().seconds();
    let which = if cut { "the last " } else { "" };
    let count = copied.len();
    let copied = format!("copied {what}: {which}{seconds:.1} s in {count} characters");
    Ok(match link::foreign_meshes(&moment) {
        Some(warning) => format!("{copied}; {warning}"),
        None => copied,
    })
}

fn shared(session: &Session, document: &LevelDocument) -> Result<Shared, String> {
    let (path, level) = (document.link_path(), document.text());
    let share = |recorder: &Recorder, cut| {
        let moment = Moment::new(recorder.recording(), &path, level);
        moment.encode().map(|text| Shared { moment, text, cut })
    };
    let recorded = session.recorded().filter(|it| it.ticks() > 0);
    if let Some(Ok(shared)) = recorded.as_ref().map(|recorder| share(recorder, false)) {
        return Ok(shared);
    }
    let (file, hz) = (document.path().to_string_lossy(), session.sim.hz() as usize);
    let last = |seconds: usize, cut| {
        let recorder = session.past(&file, seconds * hz);
        recorder.map(|recorder| share(&recorder, cut))
    };
    let too_long = match last(LONGEST_SECONDS, recorded.is_some()) {
        None => return Err("nothing has happened yet".to_owned()),
        Some(Ok(shared)) => return Ok(shared),
        Some(Err(too_long)) => too_long,
    };
    // Bisects the number of seconds that fit.
    let (mut fitting, mut fits, mut too_many) = (Err(too_long), 0, LONGEST_SECONDS);
    while too_many - fits > 1 {
        let seconds = (fits + too_many) / 2;
        match last(seconds, true) {
            Some(Ok(shared)) => (fitting, fits) = (Ok(shared), seconds),
            _ => too_many = seconds,
        }
    }
    fitting.map_err(|error: TooLong| error.to_string())
}
