//! The cost of the last seconds: frame times, ticks, gathered colliders, and tick times.

use std::collections::VecDeque;

/// How many frames are kept, four seconds at 60 frames per second.
const KEPT: usize = 240;

/// The time of a frame at 60 frames per second; milliseconds.
pub const BUDGET_MS: f64 = 1000.0 / 60.0;

/// The cost of one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameSample {
    /// Length of the frame; milliseconds.
    pub frame_ms: f64,
    pub ticks: u32,
    /// Time of all its ticks together; microseconds.
    pub ticks_us: f64,
    /// Triangles and boxes that all its ticks gathered, if that was traced.
    pub gathered: Option<u32>,
}

impl FrameSample {
    /// Mean time of a tick; microseconds. `None` without a tick.
    pub fn tick_us(&self) -> Option<f64> {
        (self.ticks > 0).then(|| self.ticks_us / f64::from(self.ticks))
    }

    pub fn gathered_per_tick(&self) -> Option<f64> {
        Some(f64::from(self.gathered?) / f64::from(self.ticks))
    }
}

/// The samples of the last seconds, and the one of this frame.
#[derive(Debug, Default)]
pub struct Graph {
    samples: VecDeque<FrameSample>,
    now: FrameSample,
}

impl Graph {
    /// Adds a tick that took `seconds`, and how many colliders it gathered.
    pub fn note_tick(&mut self, seconds: f64, gathered: Option<usize>) {
        self.now.ticks += 1;
        self.now.ticks_us += seconds * 1e6;
        let before = self.now.gathered.unwrap_or(0);
        self.now.gathered = gathered.map(|gathered| before + gathered as u32);
    }

    /// Ends a frame of `seconds`.
    pub fn end_frame(&mut self, seconds: f64) {
        if self.samples.len() == KEPT {
            self.samples.pop_front();
        }
        let frame_ms = seconds * 1000.0;
        self.samples.push_back(FrameSample {
            frame_ms,
            ..std::mem::take(&mut self.now)
        });
    }

    /// One value of each frame, newest last, with its position along the graph, from 0 to 1. Frames without that
    /// value are left out.
    pub fn line(&self, of: impl Fn(&FrameSample) -> Option<f64>) -> Vec<(f32, f64)> {
        let first = KEPT - self.samples.len();
        let samples = self.samples.iter().enumerate();
        let at = |number: usize| (first + number) as f32 / (KEPT - 1) as f32;
        samples
            .filter_map(|(number, sample)| Some((at(number), of(sample)?)))
            .collect()
    }
}

/// The mean and the largest value of `line`. `None` for an empty line.
pub fn mean_and_most(line: &[(f32, f64)]) -> Option<(f64, f64)> {
    let values = line.iter().map(|(_, value)| *value);
    let most = values.clone().fold(0.0, f64::max);
    let mean = values.sum::<f64>() / line.len() as f64;
    (!line.is_empty()).then_some((mean, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_count_for_the_frame_in_which_they_run() {
        let mut graph = Graph::default();
        graph.note_tick(10e-6, Some(7));
        graph.note_tick(30e-6, Some(9));
        graph.end_frame(0.016);
        graph.end_frame(0.020);
        assert_eq!(graph.line(|frame| Some(frame.frame_ms))[0].1, 16.0);
        // The second frame had no tick: it has no tick time, rather than one of 0.
        let line = graph.line(FrameSample::tick_us);
        assert_eq!(line.len(), 1);
        assert!((line[0].1 - 20.0).abs() < 1e-9);
        assert_eq!(graph.line(FrameSample::gathered_per_tick)[0].1, 8.0);
        assert_eq!(graph.line(|frame| Some(frame.ticks.into()))[1].1, 0.0);
        graph.note_tick(10e-6, None);
        graph.end_frame(0.016);
        assert_eq!(graph.line(FrameSample::gathered_per_tick).len(), 1);
    }

    #[test]
    fn the_graph_keeps_the_last_seconds_with_the_newest_at_the_end() {
        let mut graph = Graph::default();
        for frame in 0..KEPT + 10 {
            graph.end_frame(frame as f64 / 1000.0);
        }
        let line = graph.line(|frame| Some(frame.frame_ms));
        assert_eq!(line.len(), KEPT);
        assert_eq!((line[0].0, line[KEPT - 1].0), (0.0, 1.0));
        assert!((line[0].1 - 10.0).abs() < 1e-9);
        let (mean, most) = mean_and_most(&line[..3]).unwrap();
        assert!((mean - 11.0).abs() < 1e-9 && (most - 12.0).abs() < 1e-9);
        assert_eq!(mean_and_most(&[]), None);
    }
}
