//! The program that audits a level in a worker of the page. `web/worker.js` runs it.
//!
//! The worker loads it when it is first needed. The page's own program, in the same worker, loads the level, and packs it into
//! chunks. This one unpacks them, lets walkers walk, and sends what they find to the game.

mod host;

use std::cell::RefCell;
use std::ops::ControlFlow;

use sidle::geometry::packing::Packed;
use sidle::level::{FIRST_FREE_TAG, LevelUnpacker, LoadedLevel};
use sidle_audit::Audit;
use sidle_audit::background::{AuditState, Auditor, News, first_problem};

/// A level that comes in chunks, the last of which is its path.
#[derive(Default)]
struct Arriving {
    level: LevelUnpacker,
    path: Option<String>,
}

impl Arriving {
    /// Adds the next chunk. `None` if it is damaged.
    fn add(&mut self, chunk: &[u8]) -> Option<()> {
        match chunk.split_first()? {
            (&FIRST_FREE_TAG, mut rest) => {
                self.path = Some(Packed::unpack(&mut rest)?);
                Some(())
            }
            _ => self.level.add(chunk),
        }
    }

    /// What was loaded, and its path. `None` if something is missing.
    fn finish(self) -> Option<(LoadedLevel, String)> {
        Some((self.level.finish()?, self.path?))
    }
}

thread_local! {
    /// The level to audit next, while it comes. `Err`: a chunk was damaged.
    static ARRIVING: RefCell<Option<Result<Arriving, ()>>> = const { RefCell::new(None) };
    /// The audit whose walkers may go on.
    static AUDIT: RefCell<Option<Audit>> = const { RefCell::new(None) };
}

/// Takes the next chunk of a level.
#[unsafe(no_mangle)]
extern "C" fn sidle_audit_add() {
    let chunk = host::request();
    ARRIVING.with_borrow_mut(|arriving| {
        let level = arriving.get_or_insert_with(|| Ok(Arriving::default()));
        if let Ok(it) = level
            && it.add(&chunk).is_none()
        {
            *level = Err(());
        }
    });
}

/// Begins to audit the level that has come, or lets the walkers of the last one go on: for so many `ticks`, or, if that is 0, as
/// long as an audit in the game lasts. The same ticks give the same report as `sidle audit --ticks`.
#[unsafe(no_mangle)]
extern "C" fn sidle_audit_walk(ticks: f64) {
    let auditor = Auditor {
        // Only the end of the worker ends it.
        send: |news: News| {
            news.pack(&mut |message| host::send(message));
            ControlFlow::Continue(())
        },
        clock: host::now,
    };
    // Nothing breaks off, as nothing asks it to.
    let _ = walk(&auditor, ticks as u64);
}

fn walk(
    auditor: &Auditor<impl Fn(News) -> ControlFlow<()>, impl Fn() -> std::time::Duration>,
    ticks: u64,
) -> ControlFlow<()> {
    if let Some(arrived) = ARRIVING.take() {
        let (level, path) = match arrived.ok().and_then(Arriving::finish) {
            Some((loaded, path)) => match loaded.level {
                Some(level) => (level, path),
                None => return fail(auditor, first_problem(&loaded.diagnostics)),
            },
            None => return fail(auditor, "it did not arrive whole".to_owned()),
        };
        // The audit before frees its memory.
        let trails = AUDIT.take().map(|before| before.trails());
        let audit = auditor.begin(level, &path, trails.as_ref())?;
        AUDIT.set(Some(audit));
    }
    let Some(mut audit) = AUDIT.take() else {
        return fail(auditor, "its audit has ended".to_owned());
    };
    if ticks > 0 {
        audit.run(ticks, &mut |_| ());
        auditor.finish(&audit)?;
    } else {
        auditor.walk(&mut audit)?;
    }
    AUDIT.set(Some(audit));
    ControlFlow::Continue(())
}

/// Reports why a level cannot be audited.
fn fail(
    auditor: &Auditor<impl Fn(News) -> ControlFlow<()>, impl Fn() -> std::time::Duration>,
    why: String,
) -> ControlFlow<()> {
    (auditor.send)(News::State(AuditState::Failed(why)))
}
