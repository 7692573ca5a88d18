//! The first part of a step: how far a walker is raised, and around what overhangs it.

use glam::DVec3;

use super::Walker;
use crate::geometry::float::max;
use crate::player::slide::SlideMode;
use crate::player::{Event, Try};
use crate::tolerance::{STOP_GAP, TOUCH};

/// How often a body that goes up slides along something that overhangs. Smaller: walkers are stopped below noses that
/// lean far out; larger: a refused step costs more.
const MAX_OVERHANGS: usize = 6;

/// A walker that was raised for a step.
#[derive(Clone, Copy)]
pub(super) struct Raised {
    pub position: DVec3,
    /// The step height of this try; metres. A tread that allows only a lower one does not count.
    pub step_height: f64,
    /// By how much it was raised; metres.
    pub rise: f64,
    /// The walker must end above this height.
    pub low: f64,
    /// The tread must be no higher than this.
    pub high: f64,
}

impl Raised {
    /// A walker that was raised from `start` to `position`, for a tread no higher than `high`. `None` if it did not rise.
    fn new(step_height: f64, start: DVec3, position: DVec3, high: f64) -> Option<Self> {
        let rise = position.y - start.y;
        (rise > STOP_GAP).then_some(Self {
            position,
            step_height,
            rise,
            low: start.y + TOUCH,
            high: high + TOUCH,
        })
    }
}

impl Walker<'_, '_> {
    /// The height of the lowest point of a walker at `start`, whose contacts are known, and how far above it the
    /// highest tread may be. The step height counts from the support. On the edge of a step, that is above the
    /// body's lowest point.
    pub(super) fn lift(&self, step_height: f64, start: DVec3) -> (f64, f64) {
        let bottom = start.y - self.body.radius();
        let footing = self.footing;
        let touching = self.contacts().touching().iter();
        let floors = touching.filter(|surface| {
            footing.ground_normal(surface, start).y >= footing.floor_cos(surface)
        });
        let support = floors.map(|surface| surface.point.y).fold(bottom, max);
        (bottom, support - bottom + step_height)
    }

    /// Raises a walker at `start`, whose contacts are known, by the height of a step above its support.
    pub(super) fn raise(&mut self, step_height: f64, start: DVec3) -> Option<Raised> {
        let (bottom, height) = self.lift(step_height, start);
        let position = self.go_up(start, height, SlideMode::Straight);
        Raised::new(step_height, start, position, bottom + height)
    }

    /// Raises a walker that something overhangs, along which it slides while it goes up.
    #[cold]
    pub(super) fn raise_around(&mut self, step_height: f64, start: DVec3) -> Option<Raised> {
        // Its contacts are to be those at `start`.
        self.go_up(start, 0.0, SlideMode::Straight);
        let (bottom, height) = self.lift(step_height, start);
        let mut position = start;
        for _ in 0..MAX_OVERHANGS {
            let left = start.y + height - position.y;
            if left <= STOP_GAP {
                break;
            }
            let up = self.go_up(position, left, SlideMode::Slide);
            if up.y - position.y <= STOP_GAP {
                break;
            }
            position = up;
        }
        Raised::new(step_height, start, position, bottom + height)
    }

    /// Where a walker comes that goes up from `start` by `height`.
    fn go_up(&mut self, start: DVec3, height: f64, mode: SlideMode) -> DVec3 {
        let ignored = &mut DVec3::default();
        self.tracer.push(Event::Try(Try::Up));
        self.move_by(start, DVec3::Y * height, mode, ignored)
            .position
    }
}
