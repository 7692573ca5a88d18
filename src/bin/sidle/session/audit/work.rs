//! Where a level is audited: on a thread.

use crate::session::audit::news::News;
use crate::session::limits::Limits;
use crate::session::loader::LevelSource;

/// What has come from an audit.
pub enum Next {
    News(News),
    /// Nothing new.
    Nothing,
    /// Nothing more will come.
    Ended,
}

/// The thread of an audit, which a page does not have.
#[cfg(target_arch = "wasm32")]
pub enum Work {}

#[cfg(target_arch = "wasm32")]
impl Work {
    /// Never begins.
    pub fn begin(_: LevelSource, _: Limits, _: Option<Self>) -> Option<Self> {
        None
    }

    pub fn next(&mut self) -> Next {
        match *self {}
    }

    pub fn go_on(&mut self) -> bool {
        match *self {}
    }

    pub fn cancel(&mut self) {
        match *self {}
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

    use sidle::audit::Trails;

    use super::{LevelSource, Limits, News, Next};
    use crate::session::audit::auditor::Auditor;
    use crate::session::audit::news::AuditState;

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
                if let Some(trails) =
                    audit(&Auditor { send }, (source, limits), trails, &wants_more)
                {
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
        auditor: &Auditor<impl Fn(News) -> ControlFlow<()> + Sync>,
        (source, limits): (LevelSource, Limits),
        trails: Option<Trails>,
        more: &Receiver<()>,
    ) -> Option<Trails> {
        let cores = available_parallelism().map_or(1, usize::from);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1));
        let threads = match threads.build() {
            Ok(threads) => threads,
            Err(error) => {
                let words = format!("cannot start threads: {error}");
                // It ends here in any case.
                let _ = (auditor.send)(News::State(AuditState::Failed(words)));
                return trails;
            }
        };
        let begun = threads.install(|| auditor.begin(source, limits, trails.as_ref()));
        let ControlFlow::Continue(Some(mut audit)) = begun else {
            return trails;
        };
        drop(trails);
        while threads.install(|| auditor.walk(&mut audit)).is_continue() && more.recv().is_ok() {}
        Some(audit.trails())
    }
}
