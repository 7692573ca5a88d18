//! A level being loaded: in a worker of the page, on a thread, or between two frames.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use sidle::level::{Diagnostic, LoadStage, Progress};

use crate::platform;
use crate::platform::worker::{Worker, WorkerMessage, WorkerRequest};
use crate::session::load::handover::{self, Arrival, Arriving, Handover};
use crate::session::load::limits::Limits;
use crate::session::load::loader::{Loaded, Prepare, Stamps, load};
use crate::session::load::source::LevelSource;
use crate::session::load::weight::is_light;

/// How long one frame unpacks messages of a worker. Smaller: a large level takes more frames; larger: frames are late.
pub const UNPACK_TIME: Duration = Duration::from_millis(6);

/// The words for the stages of loading, in their order.
const STAGES: [&str; 7] = [
    "reading",
    "cutting faces",
    "building the world",
    "checking",
    "building the picture",
    "taking over",
    "uploading",
];

/// The error when a worker breaks off.
const BROKEN_OFF: &str = "loading broke off: the level may need more memory than the browser has";

/// The error when a thread breaks off.
const ENDED: &str = "loading broke off: the program has an error, which the terminal shows";

/// The progress of loading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadStatus {
    stage: usize,
    /// How much of the stage is done; percent. `None`: unknown.
    pub percent: Option<usize>,
}

impl LoadStatus {
    /// The stage that makes vertices.
    const PICTURE: Self = Self::begin(4);
    const UNPACK: Self = Self::begin(5);
    /// Stands for an unknown percentage in a number.
    const UNKNOWN: usize = 101;

    /// The upload of vertices, with `done` of `all` parts.
    pub fn upload(done: usize, all: usize) -> Self {
        Self {
            percent: (100 * done).checked_div(all),
            ..Self::begin(6)
        }
    }

    const fn begin(stage: usize) -> Self {
        let percent = None;
        Self { stage, percent }
    }

    fn of(progress: Progress<'_>) -> Self {
        let stage = match progress.stage {
            LoadStage::Read => 0,
            LoadStage::Cut => 1,
            LoadStage::Build => 2,
            LoadStage::Check => 3,
        };
        let share = (100 * progress.done as u64).checked_div(progress.total as u64);
        let percent = share.map(|percent| percent.min(100) as usize);
        Self { stage, percent }
    }

    /// The stage in words.
    pub fn words(self) -> &'static str {
        STAGES.get(self.stage).copied().unwrap_or_default()
    }

    /// The words for all stages.
    pub fn all_words() -> impl Iterator<Item = &'static str> {
        STAGES.into_iter()
    }

    /// The status as a number.
    pub fn to_number(self) -> usize {
        self.stage << 7 | self.percent.unwrap_or(Self::UNKNOWN)
    }

    /// The inverse of [`to_number`](Self::to_number).
    pub fn of_number(number: usize) -> Self {
        Self {
            stage: number >> 7,
            percent: Some(number & 127).filter(|percent| *percent <= 100),
        }
    }
}

/// Loads the level of `source` within `limits`, and calls `report` with the status.
pub fn load_with_status<P>(
    source: LevelSource,
    limits: Limits,
    prepare: Prepare<P>,
    report: &dyn Fn(LoadStatus),
) -> Loaded<P> {
    report(LoadStatus::default());
    let prepare = |level: &_, problems: &mut _| {
        report(LoadStatus::PICTURE);
        prepare(level, problems)
    };
    load(source, limits, prepare, &mut |progress| {
        report(LoadStatus::of(progress))
    })
}

/// A level being loaded.
pub struct Loading<P: Handover> {
    source: LevelSource,
    limits: Limits,
    prepare: Prepare<P>,
    work: Work<P>,
}

/// Where a level is loaded.
enum Work<P: Handover> {
    Worker(WorkerRequest, Box<Arriving<P>>),
    Here {
        result: Receiver<Loaded<P>>,
        status: Arc<AtomicUsize>,
    },
}

impl<P: Handover + Send + 'static> Loading<P> {
    /// Begins to load the level of `source` within `limits`, in a worker if there is one, and no frame may wait.
    pub fn begin(source: LevelSource, limits: Limits, prepare: Prepare<P>) -> Self {
        let is_heavy = platform::HAS_WORKERS && !is_light(&source);
        let request = is_heavy.then(|| handover::pack_request(&source, limits));
        let worker = request
            .flatten()
            .and_then(|request| WorkerRequest::start(Worker::Loader, &request));
        let work = match worker {
            Some(request) => Work::Worker(request, Box::default()),
            None => Work::here(&source, limits, prepare),
        };
        Self {
            source,
            limits,
            prepare,
            work,
        }
    }

    /// The progress of loading.
    pub fn status(&self) -> LoadStatus {
        match &self.work {
            Work::Worker(_, arriving) => match arriving.status() {
                Some(status) => status,
                None => LoadStatus::UNPACK,
            },
            Work::Here { status, .. } => LoadStatus::of_number(status.load(Ordering::Relaxed)),
        }
    }

    /// The loaded level, once it is there, or the error when loading has broken off.
    pub fn poll(&mut self) -> Option<Loaded<P>> {
        let start = platform::Instant::now();
        loop {
            let (request, arriving) = match &mut self.work {
                Work::Here { result, .. } => {
                    return match result.try_recv() {
                        Ok(loaded) => Some(loaded),
                        Err(TryRecvError::Empty) => None,
                        Err(TryRecvError::Disconnected) => Some(self.failed(ENDED)),
                    };
                }
                Work::Worker(request, arriving) => (request, arriving),
            };
            match request.next() {
                WorkerMessage::None => return None,
                WorkerMessage::Bytes(bytes) => match arriving.add(&bytes) {
                    Some(Arrival::More) => {}
                    Some(Arrival::Complete) => {
                        request.end();
                        let arrived = std::mem::take(&mut **arriving);
                        let loaded = arrived.finish(self.source.clone());
                        return Some(loaded.unwrap_or_else(|| self.failed(BROKEN_OFF)));
                    }
                    None => return Some(self.failed(BROKEN_OFF)),
                },
                WorkerMessage::Unavailable => {
                    self.work = Work::here(&self.source, self.limits, self.prepare);
                }
                WorkerMessage::Missing | WorkerMessage::Crashed => {
                    return Some(self.failed(BROKEN_OFF));
                }
            }
            if start.elapsed() > UNPACK_TIME {
                return None;
            }
        }
    }

    /// Gives the level up. Nothing waits for the rest of a thread's work.
    pub fn cancel(self) {
        if let Work::Here { result, .. } = self.work {
            platform::discard(result);
        }
    }

    /// The error when loading has broken off.
    fn failed(&self, message: &str) -> Loaded<P> {
        let file = self.source.path().to_string_lossy();
        Loaded {
            source: self.source.clone(),
            level: None,
            diagnostics: vec![Diagnostic::of_file(file, message)],
            excess: None,
            guess: None,
            text: String::new(),
            files: Stamps::new(),
            static_hash: None,
        }
    }
}

impl<P: Handover + Send + 'static> Work<P> {
    /// Loads on a thread, or in the page between two frames.
    fn here(source: &LevelSource, limits: Limits, prepare: Prepare<P>) -> Self {
        let status = Arc::new(AtomicUsize::new(LoadStatus::default().to_number()));
        let (shown, source) = (status.clone(), source.clone());
        let result = platform::spawn(move || {
            load_with_status(source.clone(), limits, prepare, &|status| {
                shown.store(status.to_number(), Ordering::Relaxed);
            })
        });
        Self::Here { result, status }
    }
}

#[cfg(test)]
mod tests;
