//! Audits a level on a thread, or in a worker of the page.

use crate::session::load::{LevelSource, Limits};
use sidle_audit::background::News;

/// The messages from an audit.
pub enum Next {
    News(News),
    /// Nothing new.
    Nothing,
    /// Nothing more will come.
    Ended,
}

#[cfg(target_arch = "wasm32")]
pub use worker::Work;

#[cfg(target_arch = "wasm32")]
mod worker {
    use super::{LevelSource, Limits, News, Next};
    use crate::platform::Instant;
    use crate::platform::worker::{Worker, WorkerMessage, WorkerRequest};
    use crate::session::load::{UNPACK_TIME, pack_request};
    use sidle_audit::background::{Arrival, Arriving, AuditState};

    /// The message when the program for audits, which the worker loads when it is first needed, did not arrive.
    const MISSING: &str =
        "a part of the page did not arrive: check the network and begin again, or reload the page";

    /// The worker of an audit, which keeps it while the game may want more. Dropping this ends the worker.
    pub struct Work {
        /// `None` if it was cancelled.
        request: Option<WorkerRequest>,
        /// Whether the worker has answered, so that nothing comes until the walkers continue.
        is_idle: bool,
        arriving: Arriving,
    }

    impl Work {
        /// Begins in a worker, in that of `before`, which has its trails, unless it is busy. `None` if the page cannot
        /// start one.
        pub fn begin(source: LevelSource, limits: Limits, before: Option<Self>) -> Option<Self> {
            let source = match source {
                // The page has the files of all shipped levels.
                LevelSource::BuiltIn(path) => LevelSource::File(path),
                source => source,
            };
            let message = pack_request(&source, limits)?;
            let mut request = before.and_then(|audit| audit.request);
            if !request
                .as_mut()
                .is_some_and(|request| request.send(&message))
            {
                request = WorkerRequest::start(Worker::Auditor, &message);
            }
            request.is_some().then(|| Self {
                request,
                is_idle: false,
                arriving: Arriving::default(),
            })
        }

        /// The next news. Unpacks only a part of long ones, since a frame waits.
        pub fn next(&mut self) -> Next {
            let start = Instant::now();
            while start.elapsed() < UNPACK_TIME {
                match self.request.as_ref().map(WorkerRequest::next) {
                    Some(WorkerMessage::Bytes(message)) => match self.arriving.add(&message) {
                        Some(Arrival::More) => {}
                        Some(Arrival::News(news)) => {
                            self.is_idle = matches!(
                                news,
                                News::State(AuditState::Done(_) | AuditState::Failed(_))
                            );
                            return Next::News(news);
                        }
                        None => return Next::Ended,
                    },
                    Some(WorkerMessage::None) => return Next::Nothing,
                    Some(WorkerMessage::Unavailable) if self.is_idle => return Next::Nothing,
                    Some(WorkerMessage::Missing) => {
                        self.is_idle = true;
                        let state = AuditState::Failed(MISSING.to_owned());
                        return Next::News(News::State(state));
                    }
                    // Its findings have arrived before.
                    _ => return Next::Ended,
                }
            }
            Next::Nothing
        }

        /// Lets the walkers go on. Returns whether they do.
        pub fn go_on(&mut self) -> bool {
            self.is_idle = false;
            self.request
                .as_mut()
                .is_some_and(|request| request.send(&[]))
        }

        pub fn cancel(&mut self) {
            self.request = None;
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use thread::Work;

#[cfg(not(target_arch = "wasm32"))]
mod thread {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
    use std::thread::{available_parallelism, spawn};
    use std::time::Duration;

    use sidle_audit::Trails;

    use super::{LevelSource, Limits, News, Next};
    use crate::platform::Instant;
    use crate::session::load::load;
    use sidle_audit::background::Auditor;
    use sidle_audit::background::{AuditState, first_problem};

    /// The thread of an audit. Another audit of the level begins only after it has ended.
    pub struct Work {
        news: Receiver<News>,
        /// Sends when the walkers shall go on.
        more: Sender<()>,
        cancelled: Arc<AtomicBool>,
        /// The trails of the audit, once the thread has ended.
        ended: Receiver<Trails>,
    }

    impl Drop for Work {
        fn drop(&mut self) {
            self.cancel();
        }
    }

    impl Work {
        /// Begins the thread, which waits for that of `before` to end.
        pub fn begin(source: LevelSource, limits: Limits, before: Option<Self>) -> Option<Self> {
            let (sender, news) = channel();
            let (more, wants_more) = channel();
            let (end, ended) = channel();
            let cancelled = Arc::new(AtomicBool::new(false));
            let is_cancelled = cancelled.clone();
            let before = before.map(|mut before| {
                before.cancel();
                std::mem::replace(&mut before.ended, channel().1)
            });
            spawn(move || {
                let trails = before.and_then(|before| before.recv().ok());
                let send = |news: News| match sender.send(news) {
                    Ok(()) if !is_cancelled.load(Ordering::Relaxed) => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                };
                let start = Instant::now();
                let auditor = Auditor {
                    send,
                    clock: || start.elapsed(),
                };
                if let Some(trails) = audit(&auditor, (source, limits), trails, &wants_more) {
                    // Nobody may want them.
                    let _ = end.send(trails);
                }
            });
            Some(Self {
                news,
                more,
                cancelled,
                ended,
            })
        }

        pub fn next(&mut self) -> Next {
            match self.news.try_recv() {
                Ok(news) => Next::News(news),
                Err(TryRecvError::Empty) => Next::Nothing,
                Err(TryRecvError::Disconnected) => Next::Ended,
            }
        }

        /// Lets the walkers go on. Returns whether they do.
        pub fn go_on(&mut self) -> bool {
            self.more.send(()).is_ok()
        }

        pub fn cancel(&mut self) {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Audits the level of `source` on all cores but one, which draws, until nobody wants more. Returns its trails.
    fn audit(
        auditor: &Auditor<impl Fn(News) -> ControlFlow<()> + Sync, impl Fn() -> Duration + Sync>,
        (source, limits): (LevelSource, Limits),
        trails: Option<Trails>,
        more: &Receiver<()>,
    ) -> Option<Trails> {
        let fail = |why: String| {
            // It ends here in any case.
            let _ = (auditor.send)(News::State(AuditState::Failed(why)));
        };
        let cores = available_parallelism().map_or(1, usize::from);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1));
        let threads = match threads.build() {
            Ok(threads) => threads,
            Err(error) => {
                fail(format!("cannot start threads: {error}"));
                return trails;
            }
        };
        let path = source.path().to_string_lossy().into_owned();
        let loaded = threads.install(|| load(source, limits, |_, _| (), &mut |_| ()));
        let Some((level, ())) = loaded.level else {
            fail(first_problem(&loaded.diagnostics));
            return trails;
        };
        let begun = threads.install(|| auditor.begin(level, &path, trails.as_ref()));
        let ControlFlow::Continue(mut audit) = begun else {
            return trails;
        };
        drop(trails);
        while threads.install(|| auditor.walk(&mut audit)).is_continue() && more.recv().is_ok() {}
        Some(audit.trails())
    }
}
