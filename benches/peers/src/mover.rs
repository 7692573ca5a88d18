//! The interface of a mover, and functions that run, time and record a course.

use std::time::Instant;

use sidle::glam::DVec3;

use crate::scenes::{Course, Fence, TICK, WALK_SPEED};

/// A walker below this height has fallen through the terrain, and starts again; metres.
const FALLEN: f64 = -5.0;

/// A controller that moves a ball of [`RADIUS`](crate::scenes::RADIUS) through a scene.
pub trait Mover {
    /// Moves the body from `position` by `motion`; returns its new position.
    fn step(&mut self, position: DVec3, motion: DVec3) -> DVec3;

    /// What this move met, in words. Only our mover says it.
    fn explain(&mut self, _position: DVec3, _motion: DVec3) -> Option<String> {
        None
    }
}

/// The state of a run through a course.
struct Run<'c> {
    course: &'c Course,
    position: DVec3,
    escapes: u64,
}

impl<'c> Run<'c> {
    fn new(course: &'c Course) -> Self {
        Self {
            course,
            position: course.start,
            escapes: 0,
        }
    }

    #[inline]
    fn step(&mut self, mover: &mut dyn Mover, mut motion: DVec3) {
        if let Fence::Turn(limit) = self.course.fence {
            for (axis, place) in [(0, self.position.x), (2, self.position.z)] {
                if place.abs() > limit {
                    // At full speed, so that no slope carries the walker over the edge.
                    motion[axis] = -WALK_SPEED * TICK * place.signum();
                }
            }
        }
        self.position = mover.step(self.position, motion);
        let out = match self.course.fence {
            Fence::Turn(_) => self.position.y < FALLEN,
            Fence::Count(limit) => !self.position.abs().cmplt(DVec3::splat(limit)).all(),
        };
        if out {
            self.escapes += 1;
            self.position = self.course.start;
        }
    }
}

/// The result of a timed run of a course.
#[derive(Clone, Copy)]
pub struct Timed {
    /// The mean time of a move.
    pub nanoseconds: f64,
    /// A checksum of all end positions.
    pub sum: u64,
    pub escapes: u64,
}

/// Times the first `moves` moves of a course.
pub fn timed(mover: &mut dyn Mover, course: &Course, moves: usize) -> Timed {
    let (mut run, mut sum) = (Run::new(course), 0_u64);
    let moves = moves.min(course.motions.len());
    let begin = Instant::now();
    for motion in &course.motions[..moves] {
        run.step(mover, *motion);
        let bits = run.position.x.to_bits() ^ run.position.y.to_bits() ^ run.position.z.to_bits();
        sum = sum.rotate_left(5).wrapping_add(bits);
    }
    Timed {
        nanoseconds: begin.elapsed().as_nanos() as f64 / moves as f64,
        sum,
        escapes: run.escapes,
    }
}

/// Times the first moves of a course one by one. `best` keeps the shortest time of all runs, so that
/// other load on the machine does not count.
pub fn timed_each(mover: &mut dyn Mover, course: &Course, best: &mut [u32]) {
    let mut run = Run::new(course);
    for (motion, best) in course.motions.iter().zip(best) {
        let begin = Instant::now();
        run.step(mover, *motion);
        *best = (*best).min(begin.elapsed().as_nanos() as u32);
    }
}

/// What some moves of a course met, each with its number.
pub fn explained(
    mover: &mut dyn Mover,
    course: &Course,
    numbers: &[usize],
) -> Vec<(usize, String)> {
    let (mut run, mut found) = (Run::new(course), Vec::new());
    let last = numbers.iter().max().map_or(0, |last| last + 1);
    for (number, motion) in course.motions[..last].iter().enumerate() {
        if numbers.contains(&number) {
            let words = mover.explain(run.position, *motion);
            found.extend(words.map(|words| (number, words)));
        }
        run.step(mover, *motion);
    }
    found
}

/// Returns how often a mover left the closed room, and its position after every move.
pub fn recorded(mover: &mut dyn Mover, course: &Course) -> (u64, Vec<DVec3>) {
    let mut run = Run::new(course);
    let mut ends = Vec::with_capacity(course.motions.len());
    for motion in &course.motions {
        run.step(mover, *motion);
        ends.push(run.position);
    }
    (run.escapes, ends)
}
