//! The tour: five steps through the courtyard. The simulation shows when each has succeeded, so the player needs
//! to confirm nothing.

use sidle::geometry::Segment;
use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Tuning};
use sidle::query::closest_segment_point;

use self::stair::Climb;
use crate::session::Session;
use crate::session::guide::wall_watch::WallWatch;
use crate::session::observe::{ContactKind, Outcome, touched_walls};

/// A slide along a wall counts from this length on; metres. Smaller: a brief touch counts.
const SLIDE_METRES: f64 = 1.0;

/// The ends of the long fence, the wall of the first step; metres.
const FENCE: Segment = Segment::new(DVec3::new(9.0, 0.5, 16.0), DVec3::new(9.0, 0.5, -2.0));

/// The middle of a body that touches the fence is at most this far from it; metres. Larger: other walls count as the fence.
const AT_FENCE: f64 = 1.5;

/// The middle of the thin wall, the one of the tunnel, at the height of a ball; metres. It is 8 m long.
const THIN_WALL: DVec3 = DVec3::new(16.0, 0.5, -4.0);

/// The middle of a body that has gone through the thin wall is at most this far from the wall's; metres. Larger: who goes through a column
/// has gone through the wall.
const AT_WALL: f64 = 5.0;

/// Within this distance of the thin wall, a running player is fast enough for it; metres. Smaller: the run-up begins slowly; larger: a
/// run elsewhere ends at the other end of the courtyard.
const NEAR_WALL: f64 = 9.0;

/// The height of the feet on the second crate of the stair; metres. Its top is at 1.8 m.
const CLIMBED: f64 = 1.75;

/// The view from the foot of the plank; degrees. Smaller: its foot is below the picture; larger: the second crate is above it.
const CLIMB_PITCH_DEG: f64 = -10.0;

/// Within this distance, the player is at the place of a step; metres. Smaller: a player in the ring is sent on.
const THERE: f64 = 2.5;

/// How far ahead of its place a step leads; metres. Nearer than [`THERE`], since it would lie behind a player
/// who stands there.
const AHEAD: f64 = 4.0;

/// The controllers are compared after they have pushed into the corner for this long; seconds. Shorter: their depths are those
/// of the first touch; longer: one of them may be thrown out.
const COMPARED_SECONDS: f64 = 0.75;

/// All controllers count as in the same corner if none is farther than this from the player; metres. Larger: one of them may be
/// out of the picture.
const TOGETHER: f64 = 1.2;

/// How far the step of the tunnel takes a running player in a tick; radii. The middle of the body lands behind a thin wall
/// from 1 on. Smaller: a wall that was touched first may hold; larger: one run leads through all walls of the courtyard.
const TUNNEL_RADII: f64 = 1.25;

/// A step of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourStep {
    /// Slide along the fence.
    Slide,
    /// Come to rest in a corner.
    Rest,
    /// Climb the stair of crates.
    Climb,
    /// Go through the thin wall, and see it from the side.
    Tunnel,
    /// Compare the controllers.
    Compare,
}

impl TourStep {
    /// All steps in their order. The tunnel comes early, since it surprises most.
    pub const ALL: [Self; 5] = [
        Self::Slide,
        Self::Tunnel,
        Self::Rest,
        Self::Climb,
        Self::Compare,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Slide => "Slide along a wall",
            Self::Rest => "Rest in a corner",
            Self::Climb => "Climb the stair",
            Self::Tunnel => "Go through a wall",
            Self::Compare => "Compare",
        }
    }

    /// The place in the courtyard, on the ground; metres.
    pub fn place(self) -> DVec3 {
        match self {
            Self::Slide => DVec3::new(8.2, 0.0, 9.0),
            Self::Rest => DVec3::new(-10.6, 0.0, 1.0),
            Self::Climb => stair::WAY[0],
            Self::Tunnel => DVec3::new(13.0, 0.0, -4.0),
            Self::Compare => DVec3::new(-16.4, 0.0, 13.2),
        }
    }

    /// The way from its place to the subject of the step; degrees, as a level's `yaw_deg`.
    pub fn heading_deg(self) -> f64 {
        match self {
            Self::Slide => -45.0,
            Self::Rest | Self::Climb => 0.0,
            Self::Tunnel => -90.0,
            Self::Compare => 90.0,
        }
    }

    /// The heading as a unit vector on the ground.
    pub fn heading(self) -> DVec3 {
        let (sin, cos) = sin_cos_deg(self.heading_deg());
        DVec3::new(-sin, 0.0, -cos)
    }

    /// How far down a player at its place looks to see its subject; degrees, as a level's `pitch_deg`.
    pub fn pitch_deg(self) -> f64 {
        match self {
            Self::Climb => CLIMB_PITCH_DEG,
            _ => 0.0,
        }
    }

    /// Whether a player at `position` is at its place, or further on the way from there.
    pub fn has_reached(self, position: DVec3) -> bool {
        self.place().distance(position) < THERE
            || (self == Self::Climb && Climb::at(position) != Climb::Approach)
    }

    /// Where the ring lies for a player at `position`: at its place, and then on the crate that comes next.
    pub fn ring(self, position: DVec3) -> DVec3 {
        match self {
            Self::Climb => Climb::at(position).goal(),
            _ => self.place(),
        }
    }

    /// The way from its place to its subject, which arrows show; metres.
    pub fn way(self) -> &'static [DVec3] {
        match self {
            Self::Climb => &stair::WAY,
            _ => &[],
        }
    }

    /// Where it leads a player at `position`, to its place, and from there to its subject.
    pub fn goal(self, position: DVec3) -> DVec3 {
        if self != Self::Climb && self.has_reached(position) {
            self.place() + self.heading() * AHEAD
        } else {
            self.ring(position)
        }
    }
}

/// The player's task now; more than one thing in some steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourTask {
    /// The subject of the step.
    Do(TourStep),
    /// The step of the tunnel needs the classic controller.
    TakeClassic,
    /// The player has gone through the wall: see it from the side.
    SeeTunnel,
    /// The player is at the foot of the plank, or on it: walk up.
    WalkUp,
    /// The player is on the first crate: jump onto the second.
    JumpAcross,
}

impl TourTask {
    /// All tasks.
    #[cfg(test)]
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [
            Self::TakeClassic,
            Self::SeeTunnel,
            Self::WalkUp,
            Self::JumpAcross,
        ];
        TourStep::ALL.map(Self::Do).into_iter().chain(others)
    }

    /// The task, in one sentence or two; names of rows of keys are in braces.
    pub fn words(self) -> &'static str {
        match self {
            Self::Do(TourStep::Slide) => {
                "Walk into the long fence at a slant, and keep going. The fence takes away only the motion into the fence."
            }
            Self::Do(TourStep::Rest) => {
                "Walk into the corner, and keep pushing. Two walls together leave no motion."
            }
            Self::Do(TourStep::Climb) => {
                "Go to the ring. A plank leads from there up to a stair of crates."
            }
            Self::Do(TourStep::Tunnel) => {
                "Face the thin wall and run at it with {fast}, which this step makes much faster. You land behind it."
            }
            Self::Do(TourStep::Compare) => {
                "{overlay_8}: the other controllers walk as you do. Push into the sharp corner. Which one sinks in, and how far?"
            }
            Self::TakeClassic => {
                "Press {next_controller} until you are classic. Only a controller that moves first and checks later goes through."
            }
            Self::SeeTunnel => {
                "You went through the wall. {overlay_5} shows the contact, with the ticks before and after."
            }
            Self::WalkUp => "Walk straight up the plank, and stop in the ring on the first crate.",
            Self::JumpAcross => {
                "Turn right, to the higher crate. Walk against it, keep walking, and jump ({jump})."
            }
        }
    }
}

/// The player's way through the tour.
#[derive(Clone, Debug)]
pub struct Tour {
    /// The number of steps that have succeeded.
    done: usize,
    wall_watch: WallWatch,
    /// Whether the player has gone through a wall in the current step.
    tunnelled: bool,
    /// For how many ticks all controllers have been measured together.
    compared: u32,
}

impl Tour {
    /// The tour after this many steps; from the beginning after the last.
    pub fn after(done: usize) -> Self {
        Self {
            done: if done < TourStep::ALL.len() { done } else { 0 },
            wall_watch: WallWatch::default(),
            tunnelled: false,
            compared: 0,
        }
    }

    /// The number of steps that have succeeded.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Goes to the step this many further on, or back.
    pub fn skip(&mut self, by: isize) {
        *self = Self {
            done: self.done.saturating_add_signed(by).min(TourStep::ALL.len()),
            ..Self::after(0)
        };
    }

    /// The current step; `None` after the last.
    pub fn step(&self) -> Option<TourStep> {
        TourStep::ALL.get(self.done).copied()
    }

    /// The task now of a player with this `controller` at `position`; `None` after the last step.
    pub fn task(&self, controller: Controller, position: DVec3) -> Option<TourTask> {
        let step = self.step()?;
        Some(match step {
            TourStep::Climb => match Climb::at(position) {
                Climb::Approach => TourTask::Do(step),
                Climb::Plank => TourTask::WalkUp,
                Climb::Jump => TourTask::JumpAcross,
            },
            TourStep::Tunnel if self.tunnelled => TourTask::SeeTunnel,
            TourStep::Tunnel if controller != Controller::Classic => TourTask::TakeClassic,
            _ => TourTask::Do(step),
        })
    }

    /// The tuning for the current step, from the `level`'s. That of the tunnel makes a running player fast enough, at
    /// `hz` ticks a second.
    pub fn tuning(&self, level: &Tuning, hz: u32) -> Tuning {
        if self.step() != Some(TourStep::Tunnel) {
            return *level;
        }
        let speed = TUNNEL_RADII * level.radius * f64::from(hz);
        let factor = speed / float::max(level.walk_speed, f64::MIN_POSITIVE);
        Tuning {
            fast_factor: float::clamp(factor, level.fast_factor, 100.0),
            ground_accel: f64::INFINITY,
            ..*level
        }
    }

    /// Notes the last tick of `session`, in which `command` moved the player from `before`. Returns the step that has succeeded
    /// with it.
    pub fn note(
        &mut self,
        session: &Session,
        before: DVec3,
        command: &Command,
        sees_side: bool,
    ) -> Option<TourStep> {
        let step = self.step()?;
        let follows = self.wall_watch.note(session, before, command);
        if !follows || !self.succeeds(step, session, sees_side) {
            return None;
        }
        self.done += 1;
        self.tunnelled = false;
        Some(step)
    }

    /// Whether `step` has succeeded with the last tick of `session`.
    fn succeeds(&mut self, step: TourStep, session: &Session, sees_side: bool) -> bool {
        let sim = &session.sim;
        match step {
            TourStep::Slide => {
                let position = sim.player().position;
                let is_at_fence = closest_segment_point(&FENCE, position)
                    .point
                    .distance(position)
                    <= AT_FENCE;
                is_at_fence && self.wall_watch.slid() >= SLIDE_METRES
            }
            TourStep::Rest => self.wall_watch.rests(),
            TourStep::Climb => {
                let feet = sim.player().position.y - sim.tuning().radius;
                sim.player().ground.stands() && feet >= CLIMBED
            }
            TourStep::Tunnel => {
                let is_at_wall = sim.player().position.distance(THIN_WALL) <= AT_WALL;
                self.tunnelled |= is_at_wall && session.begins_contact(&[ContactKind::Tunnel]);
                self.tunnelled && sees_side
            }
            TourStep::Compare => {
                self.compared = if compares(session) {
                    self.compared + 1
                } else {
                    0
                };
                f64::from(self.compared) >= COMPARED_SECONDS * f64::from(sim.hz())
            }
        }
    }
}

/// Whether a player at `position` is near the wall of the tunnel.
pub fn is_near_wall(position: DVec3) -> bool {
    position.distance(THIN_WALL) <= NEAR_WALL
}

/// Whether all controllers push into the sharp corner, and are measured.
fn compares(session: &Session) -> bool {
    let position = session.sim.player().position;
    let corner = TourStep::Compare.place() + TourStep::Compare.heading() * AHEAD;
    let is_there = corner.with_y(position.y).distance(position) < AHEAD;
    let mut ghosts = session.ghosts.iter();
    let are_together = ghosts.all(|ghost| ghost.player().position.distance(position) < TOGETHER);
    let verdicts = session.verdicts().iter();
    let measured = verdicts.filter(|verdict| matches!(verdict.outcome, Outcome::Measured { .. }));
    is_there && are_together && measured.count() > 1 && touched_walls(&session.sim).next().is_some()
}

mod stair;
#[cfg(test)]
mod tests;
