//! A grid that is being baked, on a thread, or in a worker of the page, which ends with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};

use sidle::geometry::packing::Packed;

use crate::draw::renderer::ambient::occluders::Corners;
use crate::draw::renderer::ambient::occlusion_bake::bake;
use crate::draw::renderer::ambient::occlusion_grid::{GridLayout, OcclusionGrid};
use crate::platform;
use crate::platform::worker::{Worker, WorkerMessage, WorkerRequest};

/// The size of a worker's message; bytes. A frame takes one. Smaller: it takes more frames; larger: a frame waits longer.
const MESSAGE: usize = 1 << 20;

/// A grid that is being baked. Dropping it ends the work.
pub enum OcclusionJob {
    Thread {
        is_cancelled: Arc<AtomicBool>,
        receiver: Receiver<Option<OcclusionGrid>>,
    },
    Worker(WorkerRequest, ArrivingGrid),
}

/// The progress of a job.
#[derive(Debug, PartialEq)]
pub enum Progress {
    Working,
    /// Without a grid, there is no ambient occlusion.
    Ended(Option<OcclusionGrid>),
}

impl OcclusionJob {
    /// Begins to bake `triangles`. `None` if a page has no workers.
    pub fn begin(triangles: Vec<Corners>) -> Option<Self> {
        if platform::HAS_WORKERS {
            let request = WorkerRequest::start(Worker::Baker, &pack_request(&triangles))?;
            return Some(Self::Worker(request, ArrivingGrid::default()));
        }
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let flag = is_cancelled.clone();
        let work = move || bake(&triangles, || flag.load(Ordering::Relaxed));
        let receiver = platform::spawn(work);
        Some(Self::Thread {
            is_cancelled,
            receiver,
        })
    }

    /// The progress of the job. In the page, takes one message.
    pub fn poll(&mut self) -> Progress {
        match self {
            Self::Thread { receiver, .. } => match receiver.try_recv() {
                Ok(grid) => Progress::Ended(grid),
                Err(TryRecvError::Empty) => Progress::Working,
                Err(TryRecvError::Disconnected) => Progress::Ended(None),
            },
            Self::Worker(request, arriving) => match request.next() {
                WorkerMessage::None => Progress::Working,
                WorkerMessage::Bytes(message) => {
                    let progress = arriving.add(&message);
                    if progress != Progress::Working {
                        request.end();
                    }
                    progress
                }
                WorkerMessage::Unavailable | WorkerMessage::Missing | WorkerMessage::Crashed => {
                    Progress::Ended(None)
                }
            },
        }
    }

    /// Waits for the grid. There is no waiting for a worker.
    pub fn wait(self) -> Option<OcclusionGrid> {
        match &self {
            Self::Thread { receiver, .. } => receiver.recv().ok().flatten(),
            Self::Worker(..) => None,
        }
    }
}

impl Drop for OcclusionJob {
    fn drop(&mut self) {
        if let Self::Thread { is_cancelled, .. } = self {
            is_cancelled.store(true, Ordering::Relaxed);
        }
    }
}

fn pack_request(triangles: &[Corners]) -> Vec<u8> {
    let mut request = Vec::with_capacity(size_of_val(triangles));
    triangles
        .iter()
        .for_each(|corners| corners.pack(&mut request));
    request
}

/// In a worker, bakes the triangles of `request`, and calls `send` with each message for the game.
#[cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page has workers")
)]
pub fn serve(mut request: &[u8], send: &dyn Fn(&[u8])) {
    let mut triangles = Vec::with_capacity(request.len() / size_of::<Corners>());
    while let Some(corners) = Corners::unpack(&mut request) {
        triangles.push(corners);
    }
    let grid = bake(&triangles, || false);
    let mut head = Vec::new();
    grid.as_ref().map(|grid| grid.layout).pack(&mut head);
    send(&head);
    if let Some(grid) = &grid {
        grid.texels.as_flattened().chunks(MESSAGE).for_each(send);
    }
}

/// A grid that comes in messages, its layout, then its texels.
#[derive(Default)]
pub struct ArrivingGrid(Option<OcclusionGrid>);

impl ArrivingGrid {
    fn add(&mut self, mut message: &[u8]) -> Progress {
        let Some(grid) = &mut self.0 else {
            let Some(layout) = Option::<GridLayout>::unpack(&mut message).flatten() else {
                return Progress::Ended(None);
            };
            let texels = Vec::with_capacity(layout.texel_count());
            self.0 = Some(OcclusionGrid { layout, texels });
            return Progress::Working;
        };
        grid.texels.extend_from_slice(message.as_chunks().0);
        if grid.texels.len() < grid.layout.texel_count() {
            return Progress::Working;
        }
        Progress::Ended(self.0.take())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::time::{Duration, Instant};

    /// A floor of `side` metres.
    fn floor(side: f32) -> Vec<Corners> {
        let [a, b] = [[0.0; 3], [side, 0.0, side]];
        vec![[a, [0.0, 0.0, side], b], [a, b, [side, 0.0, 0.0]]]
    }

    /// The messages of a worker that bakes `triangles`.
    fn served(triangles: &[Corners]) -> Progress {
        let state = RefCell::new((ArrivingGrid::default(), Progress::Working));
        serve(&pack_request(triangles), &|message| {
            let (arriving, progress) = &mut *state.borrow_mut();
            assert_eq!(*progress, Progress::Working, "the end is the last message");
            assert!(message.len() <= MESSAGE);
            *progress = arriving.add(message);
        });
        state.into_inner().1
    }

    #[test]
    fn a_grid_of_a_worker_equals_one_of_a_thread() {
        // A grid of several messages, most of which is in the open and takes no time.
        let mut high = floor(7.0);
        high.push([[0.0, 80.0, 0.0], [0.0, 80.0, 1.0], [1.0, 80.0, 0.0]]);
        for triangles in [floor(7.0), floor(0.01), high, Vec::new()] {
            let there = OcclusionJob::begin(triangles.clone()).and_then(OcclusionJob::wait);
            assert_eq!(there.is_some(), !triangles.is_empty());
            assert_eq!(served(&triangles), Progress::Ended(there));
        }
    }

    #[test]
    fn triangles_at_impossible_places_have_no_grid() {
        for place in [f32::NAN, f32::INFINITY, f32::MAX] {
            let triangle = [[place; 3], [1.0, 0.0, 0.0], [-place; 3]];
            assert_eq!(served(&[triangle]), Progress::Ended(None), "{place}");
        }
    }

    #[test]
    fn a_job_that_is_dropped_ends_soon() {
        // Large enough to take much longer than this test waits.
        let job = OcclusionJob::begin(floor(450.0)).expect("a job");
        let OcclusionJob::Thread { is_cancelled, .. } = &job else {
            panic!("a disk has threads");
        };
        let held = Arc::downgrade(is_cancelled);
        std::thread::sleep(Duration::from_millis(20));
        drop(job);
        let start = Instant::now();
        while held.strong_count() > 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "still working");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
