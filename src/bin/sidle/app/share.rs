//! A link to what was just done: where one can paste it from, and so for somebody else to see.

use sidle::replay::{Moment, Recorder, TooLong};

use crate::platform;
use crate::app::Game;
use crate::platform::terminal;
use crate::session::link;

/// So much of what nobody recorded goes into a link, if that does not become too long; seconds. Smaller: it
/// is over before one sees where one is; larger: one waits for the moment that is meant.
const LONGEST: usize = 60;

/// What goes into a link.
struct Shared {
    moment: Moment,
    text: String,
    /// Whether more of it would have been too long.
    cut: bool,
}

impl Game {
    /// Puts a link to what is being recorded, or else to the last minute, where one can paste it from; of what
    /// is too long, the last seconds that are not.
    pub(super) fn copy_link(&mut self) {
        let words = self.try_copy_link();
        self.hud.show_message(words.unwrap_or_else(|message| message));
    }

    fn try_copy_link(&self) -> Result<String, String> {
        let Shared { moment, text, cut } = self.shared()?;
        let page = platform::page_address().or_else(|| self.settings.values.page.clone());
        let (what, copied) = match &page {
            Some(page) => ("a link", link::link(page, &text)),
            // Without a page it is at least a command that works in every shell.
            None => {
                let link = link::link("", &text);
                ("a command for a shell", format!("sidle replay '{link}'"))
            }
        };
        platform::copy_to_clipboard(&copied);
        // Some systems forget it when the game ends.
        terminal::line(&copied)?;
        let seconds = moment.recording().seconds();
        let which = if cut { "the last " } else { "" };
        let count = copied.len();
        let copied = format!("copied {what}: {which}{seconds:.1} s in {count} characters");
        Ok(match link::missing_mesh_warning(&moment) {
            Some(warning) => format!("{copied}; {warning}"),
            None => copied,
        })
    }

    fn shared(&self) -> Result<Shared, String> {
        let (path, level) = (self.document.link_path(), self.document.text());
        let share = |recorder: &Recorder, cut| {
            let moment = Moment::new(recorder.recording(), &path, level);
            moment.encode().map(|text| Shared { moment, text, cut })
        };
        let recorded = self.session.recording_so_far().filter(|it| it.ticks() > 0);
        if let Some(Ok(shared)) = recorded.as_ref().map(|recorder| share(recorder, false)) {
            return Ok(shared);
        }
        let (file, hz) = (self.level_file(), self.session.sim.hz() as usize);
        let last = |seconds: usize, cut| {
            let recorder = self.session.record_history(&file, seconds * hz);
            recorder.map(|recorder| share(&recorder, cut))
        };
        let too_long = match last(LONGEST, recorded.is_some()) {
            None => return Err("nothing has happened yet".to_owned()),
            Some(Ok(shared)) => return Ok(shared),
            Some(Err(too_long)) => too_long,
        };
        // As many seconds as fit: between those that do, and those that do not.
        let (mut fitting, mut fits, mut too_many) = (Err(too_long), 0, LONGEST);
        while too_many - fits > 1 {
            let seconds = (fits + too_many) / 2;
            match last(seconds, true) {
                Some(Ok(shared)) => (fitting, fits) = (Ok(shared), seconds),
                _ => too_many = seconds,
            }
        }
        fitting.map_err(|error: TooLong| error.to_string())
    }
}
