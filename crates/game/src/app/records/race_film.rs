//! The clip of a race in the window: a picture of each frame of its replay, and a thread that encodes them.

use std::path::PathBuf;
use std::thread::JoinHandle;

use crate::app::records::share::SharedView;
use crate::draw::movie::{Format, Movie};
use crate::draw::screenshot;
use crate::platform::terminal;

/// The most frames of a clip of a race. Larger: smoother, and a larger file.
const FRAMES: u64 = 90;

/// The longest that each is shown; seconds. Longer races go faster than they were.
const FRAME_SECONDS: f64 = 0.1;

/// The width of the clip; pixels. Larger: a larger file; smaller: the clock cannot be read.
const WIDTH: usize = 480;

/// Takes the pictures of a clip.
pub struct RaceFilm {
    path: PathBuf,
    /// The ticks to show, the last one first.
    ticks: Vec<u64>,
    fps: u32,
    movie: Option<Movie>,
    was_paused: bool,
    encoder: Option<JoinHandle<Result<(), String>>>,
}

impl RaceFilm {
    /// The film of what `view` shows, which will be at `path`. The game `was_paused` before.
    pub(super) fn new(path: PathBuf, view: &SharedView, was_paused: bool) -> Self {
        let [first, last, hz] = view.span;
        let count = (last - first).clamp(1, FRAMES);
        let seconds = ((last - first) as f64 / hz as f64 / count as f64).min(FRAME_SECONDS);
        let tick = |frame: u64| first + (last - first) * frame / count;
        Self {
            path,
            ticks: (0..count).rev().map(tick).collect(),
            fps: (1.0 / seconds).round() as u32,
            movie: None,
            was_paused,
            encoder: None,
        }
    }

    /// Whether the game was paused before.
    pub(super) fn was_paused(&self) -> bool {
        self.was_paused
    }

    /// The next tick to show, if there is one.
    pub(super) fn next_tick(&mut self) -> Option<u64> {
        self.ticks.pop()
    }

    /// Whether its frames are complete, and are encoded.
    pub(super) fn is_encoding(&self) -> bool {
        self.encoder.is_some()
    }

    /// What to say of it, once it is encoded.
    pub(super) fn outcome(&mut self) -> Option<String> {
        let encoder = self.encoder.take_if(|encoder| encoder.is_finished())?;
        let outcome = encoder
            .join()
            .unwrap_or(Err("the encoder stopped".to_owned()));
        Some(match outcome {
            Ok(()) => format!("the clip of the race is {}", self.path.display()),
            Err(why) => format!("no clip of the race: {why}"),
        })
    }

    /// Adds the frame that was just drawn.
    pub(super) fn take(&mut self) {
        let (size, pixels) = screenshot::pixels();
        let (size, pixels) = shrunk(size.map(usize::from), &pixels);
        let movie = self.movie.get_or_insert_with(|| Movie::new(size, self.fps));
        // A window that changes its size leaves the frames out.
        let _ = movie.add(size, pixels);
    }

    /// Encodes its frames, in a thread.
    pub(super) fn encode(&mut self) {
        let (movie, path) = (self.movie.take(), self.path.clone());
        self.encoder = Some(std::thread::spawn(move || {
            let movie = movie.ok_or("it has no frames")?;
            terminal::write(&path, movie.encode(Format::Gif)?)
        }));
    }
}

/// A picture of `size` with `pixels` of three bytes, no wider than [`WIDTH`]: each pixel is the average of those that it covers.
fn shrunk([width, height]: [usize; 2], pixels: &[u8]) -> ([u16; 2], Vec<u8>) {
    let [width, height] = [width.max(1), height.max(1)];
    let wide = width.min(WIDTH);
    let high = (height * wide / width).max(1);
    let mut small = Vec::with_capacity(wide * high * 3);
    for row in 0..high {
        let rows = row * height / high..((row + 1) * height / high).max(row * height / high + 1);
        for column in 0..wide {
            let columns = column * width / wide..(column + 1) * width / wide;
            for channel in 0..3 {
                let covered = rows.clone().flat_map(|row| {
                    columns
                        .clone()
                        .map(move |column| (row * width + column) * 3 + channel)
                });
                let bytes = covered.filter_map(|at| pixels.get(at));
                let (sum, count) = bytes.fold((0, 0), |(sum, count), byte| {
                    (sum + u32::from(*byte), count + 1)
                });
                small.push((sum / count.max(1)) as u8);
            }
        }
    }
    ([wide as u16, high as u16], small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_shrunk_to_the_averages_of_its_pixels() {
        let pixels: Vec<u8> = (0..4 * WIDTH * 2)
            .flat_map(|at| [(at % 2) as u8 * 100, 7, 9])
            .collect();
        let (size, small) = shrunk([2 * WIDTH, 4], &pixels);
        assert_eq!(size, [WIDTH as u16, 2]);
        assert!(small.chunks(3).all(|pixel| pixel == [50, 7, 9]));
        assert_eq!(shrunk([1, 1], &[1, 2, 3]), ([1, 1], vec![1, 2, 3]));
        assert_eq!(shrunk([0, 0], &[]).0, [1, 1]);
    }
}
