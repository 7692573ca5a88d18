//! What every mover can do, and how a course is run, timed and kept.

use std::time::Instant;

use sidle::glam::DVec3;

use crate::scenes::{Course, Fence};

/// Something that takes a body of the shared radius through a scene.
pub trait Mover {
    /// Where the body is after it tried to go from `position` by `motion`.
    fn step(&mut self, position: DVec3, motion: DVec3) -> DVec3;
}

/// One after another: where the body is, and where it would go next.
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
                    motion[axis] = -motion[axis].abs() * place.signum();
                }
            }
        }
        self.position = mover.step(self.position, motion);
        if let Fence::Count(limit) = self.course.fence
            && !(self.position.abs().max_element() < limit)
        {
            self.escapes += 1;
            self.position = self.course.start;
        }
    }
}

/// Runs the first `moves` of a course; nanoseconds per move, and the bits of all ends mixed.
pub fn timed(mover: &mut dyn Mover, course: &Course, moves: usize) -> (f64, u64) {
    let (mut run, mut sum) = (Run::new(course), 0_u64);
    let moves = moves.min(course.motions.len());
    let begin = Instant::now();
    for motion in &course.motions[..moves] {
        run.step(mover, *motion);
        let bits = run.position.x.to_bits() ^ run.position.y.to_bits() ^ run.position.z.to_bits();
        sum = sum.rotate_left(5).wrapping_add(bits);
    }
    (begin.elapsed().as_nanos() as f64 / moves as f64, sum)
}

/// The time of each of the first moves of a course; `best` keeps the shortest of all runs, so that
/// what the machine did meanwhile does not count.
pub fn timed_each(mover: &mut dyn Mover, course: &Course, best: &mut [u32]) {
    let mut run = Run::new(course);
    for (motion, best) in course.motions.iter().zip(best) {
        let begin = Instant::now();
        run.step(mover, *motion);
        *best = (*best).min(begin.elapsed().as_nanos() as u32);
    }
}

/// How often a mover left the closed room, and where it was after every move.
pub fn recorded(mover: &mut dyn Mover, course: &Course) -> (u64, Vec<DVec3>) {
    let mut run = Run::new(course);
    let mut ends = Vec::with_capacity(course.motions.len());
    for motion in &course.motions {
        run.step(mover, *motion);
        ends.push(run.position);
    }
    (run.escapes, ends)
}
