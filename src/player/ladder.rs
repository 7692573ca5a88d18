//! Ladders: the climb of a player of the swept controller.
//!
//! A [ladder](crate::world::SurfaceRules::ladder) takes over from the walk. While the player holds one, gravity has no effect,
//! and the keys lead along the ladder instead of along the ground:
//!
//! - The way that the player looks and walks decides. Into the ladder leads up, away from it leads down, and so do looks up
//!   and down. So the player climbs up with a level look, and down with a look at the feet.
//! - The climb follows the contact normal, whatever the shape: over the rungs of a net, around a rope, and over the upper
//!   edge, until the player stands there. Nobody hops.
//! - Each motion is swept, in pieces so short that the ladder is not lost between two of them at any tick rate.
//!
//! A player begins to climb who walks or flies into a ladder. One who backs over the upper edge, or looks down beyond it,
//! holds the ladder below. A jump leads away from it, and so does a push by the game that is faster than
//! [`launch_speed`](super::Tuning::launch_speed).
//!
//! Source: Half-Life's ladders, which turn the wish into the ladder into a climb, and the jump away from it. There, a look down
//! by half a right angle stops the climb, and a look up makes it faster.

mod box_pieces;
mod end;
mod grip;

use glam::DVec3;

use super::footing::Footing;
use super::motion::{self, is_launch, level, speed_factor};
use super::slide::{MoveRequest, SlideMode, slide};
use super::trace::Tracer;
use super::{Body, Command, Event, Ground, PlayerState, Scratch, Tuning, swept};
use crate::geometry::angle::ViewAxes;
use crate::geometry::float::{clamp, min};
use crate::tolerance::{CONTACT_GAP, REST_SPEED, TOUCH};
use crate::world::{FilteredWorld, Surface};

/// The speed of a climb as a share of the walking speed. Smaller: a tower takes long; larger: hands cannot keep up.
const SPEED_SHARE: f64 = 0.6;

/// How long one piece of a climb is, in radii. Smaller: a climb costs more; larger: it loses the ladder at an edge.
const PIECE: f64 = 0.25;

/// The most pieces in a tick. No climb is faster than they allow. Smaller: fast climbs are slower at low tick rates; larger: such
/// ticks take longer.
const MAX_PIECES: usize = 16;

/// The most pieces in a tick of a box, which go over an edge in small ones. Smaller: a climb over an edge takes more ticks; larger:
/// such ticks take longer.
const MAX_BOX_PIECES: usize = 48;

/// How fast the climb turns from up to down where the look passes half a right angle below level. Smaller: the player
/// climbs slowly while it looks a little up or down from there; larger: a small turn reverses the climb.
const SHARPNESS: f64 = 8.0;

/// The least `normal.y` of the upper edge where the climb ends. Smaller: the last of it is a hop; larger: rounding leaves no
/// direction for it.
const TOP_COS: f64 = 0.99999;

/// A climb is blocked that covers less than this share of its way. Smaller: a higher roof next to the upper edge stops
/// it; larger: bumps do.
const BLOCKED_SHARE: f64 = 0.5;

/// How far below level the look of a player must lead who walks forward over the upper edge of a ladder, to hold it.
/// Its sine. Smaller: who runs off a roof is caught; larger: a look at the feet does not suffice.
const LOOK_DOWN: f64 = 0.5;

/// What a climber follows: the command, the direction along the ground that it requests, and whether the player swims.
pub(super) type Order<'o> = (&'o Command, DVec3, bool);

/// The keys of a player, as a ladder understands them, or a wall below a ledge.
#[derive(Clone, Copy)]
pub(super) struct Climber<'c, 'w> {
    pub(super) world: &'c FilteredWorld<'w>,
    pub(super) footing: Footing<'c>,
    pub(super) body: Body,
    /// The direction of the command along the view, and that along the ground; no longer than 1.
    wish: DVec3,
    pub(super) walk: DVec3,
    /// Whether it climbs every wall, up to a ledge.
    mantles: bool,
    swims: bool,
    tuning: &'c Tuning,
    /// m/s.
    speed: f64,
    dt: f64,
}

/// The velocity along a ladder, the part of it that leads to the side, and how far up the player wants; -1 to 1.
#[derive(Clone, Copy)]
struct Climb {
    velocity: DVec3,
    aside: DVec3,
    rise: f64,
}

/// Climbs instead of walking, if the player holds a ladder or begins to. Returns whether it did. A swimmer swims on past a
/// ladder's end.
#[inline(never)]
pub(super) fn climb(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    order: Order<'_>,
    dt: f64,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> bool {
    let (command, walk, _) = order;
    let held = match state.ground {
        Ground::Ladder { normal } => Some(normal),
        // Who climbs onto a ledge goes on to it.
        Ground::Mantle { .. } => return false,
        _ => None,
    };
    if held.is_none() && walk == DVec3::ZERO {
        return false;
    }
    let Some(climber) = Climber::new(world, tuning, order, dt, scratch) else {
        return false;
    };
    let is_pushed_off = |normal| is_launch(state.velocity.dot(normal), tuning.launch_speed);
    let grip = match held {
        Some(normal) if is_pushed_off(normal) => None,
        Some(normal) => climber.grip(state.position, normal, scratch),
        None => climber.first_grip(state, scratch),
    };
    let Some(grip) = grip else {
        if held.is_some() {
            state.leave_ground();
        }
        return false;
    };
    if held.is_some() && (command.jump || state.jump_wanted > 0.0) {
        tracer.push(Event::Jump);
        jump_off(tuning, state, grip.normal);
        let motion = motion::through_the_air(tuning, state, walk * tuning.walk_speed, dt);
        swept::walk(world, tuning, state, motion, walk, scratch, tracer);
        return true;
    }
    (state.coyote, state.jump_wanted) = (0.0, 0.0);
    climber.climb(state, grip, scratch, tracer);
    true
}

/// Lets a walker who has just left the ground hold the ladder below its edge, if it means to.
#[inline(never)]
pub(super) fn climb_over_edge(
    world: &FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    (command, walk): (&Command, DVec3),
    dt: f64,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    // A jump, or a push, leads up.
    if walk == DVec3::ZERO || state.velocity.y > REST_SPEED {
        return;
    }
    let Some(climber) = Climber::new(world, tuning, (command, walk, false), dt, scratch) else {
        return;
    };
    let look = ViewAxes::new(command.yaw, command.pitch).look;
    let reach = climber.reach() + level(state.velocity).length() * dt;
    let edge = climber.grip_within(
        state.position,
        reach,
        scratch,
        &|&Surface { normal, .. }| {
            let means = look.dot(level(normal)) < 0.0 || look.y < -LOOK_DOWN;
            (means && walk.dot(normal) > 0.0).then_some(walk.dot(normal))
        },
    );
    let Some(edge) = edge else {
        return;
    };
    climber.cling(state, &edge, scratch, tracer);
    if let Some(edge) = climber.grip(state.position, edge.normal, scratch) {
        (state.velocity, state.coyote) = (DVec3::ZERO, 0.0);
        climber.hold(state, &edge, 0.0, tracer);
    }
}

/// Sets the velocity of a jump off a ladder with this unit normal.
fn jump_off(tuning: &Tuning, state: &mut PlayerState, normal: DVec3) {
    let away = level(normal).normalize_or_zero();
    state.velocity = away * tuning.walk_speed + DVec3::Y * tuning.jump_speed;
    state.leave_ground();
    state.jump_wanted = 0.0;
}

impl<'c, 'w> Climber<'c, 'w> {
    /// `None` where the tuning has no body, or no speed to climb with.
    fn new(
        world: &'c FilteredWorld<'w>,
        tuning: &'c Tuning,
        (command, walk, swims): Order<'_>,
        dt: f64,
        scratch: &mut Scratch,
    ) -> Option<Self> {
        let body = tuning.body()?;
        let axes = ViewAxes::new(command.yaw, command.pitch);
        let wish = axes.look * command.forward.value() + axes.right * command.right.value();
        let fastest = body.radius() * PIECE * MAX_PIECES as f64 / dt;
        let speed = tuning.walk_speed * SPEED_SHARE * speed_factor(tuning, command);
        let speed = min(speed, fastest);
        let floor_cos = scratch.floor_cos(tuning.max_slope_deg);
        (speed > 0.0).then(|| Self {
            world,
            footing: Footing::new(world, body, tuning.step_height, floor_cos),
            body,
            wish: wish.clamp_length_max(1.0),
            walk,
            mantles: false,
            swims,
            tuning,
            speed,
            dt,
        })
    }

    /// One who climbs up any wall below a ledge. The look decides nothing.
    pub(super) fn onto_ledge(
        world: &'c FilteredWorld<'w>,
        tuning: &'c Tuning,
        order: Order<'_>,
        dt: f64,
        scratch: &mut Scratch,
    ) -> Option<Self> {
        Self::new(world, tuning, order, dt, scratch).map(|climber| Self {
            wish: climber.walk,
            mantles: true,
            ..climber
        })
    }

    /// The climb that the keys request on a ladder with this unit normal.
    fn along(&self, normal: DVec3) -> Climb {
        let outward = level(normal).normalize_or_zero();
        let side = DVec3::Y.cross(outward);
        let up = DVec3::Y * normal.dot(outward) - outward * normal.y;
        let across = self.wish.dot(side);
        let rest = self.wish - side * across;
        let most = rest.length();
        let rise = clamp((rest.y - rest.dot(outward)) * SHARPNESS, -most, most);
        Climb {
            velocity: (up * rise + side * across) * self.speed,
            aside: side * across * self.speed,
            rise,
        }
    }

    /// Climbs from where the player holds `grip`.
    pub(super) fn climb(
        &self,
        state: &mut PlayerState,
        mut grip: Surface,
        scratch: &mut Scratch,
        tracer: &mut Tracer<'_>,
    ) {
        self.cling(state, &grip, scratch, tracer);
        let longest = self.body.radius() * PIECE;
        let length = self.along(grip.normal).velocity.length() * self.dt;
        let pieces = clamp(libm::ceil(length / longest), 1.0, MAX_PIECES as f64);
        let count = if self.body.is_box() {
            MAX_BOX_PIECES
        } else {
            pieces as usize
        };
        let (mut left, mut time) = (self.dt, self.dt / pieces);
        for _ in 0..count {
            let climb = self.along(grip.normal);
            if self.body.is_box() {
                time = min(time, left);
                if let Some(shorter) =
                    self.shorter_piece(&grip, climb, state.position, time, scratch)
                {
                    time = shorter;
                    continue;
                }
                left -= time;
            }
            let way = climb.velocity * time;
            let request = MoveRequest {
                asks: true,
                ..MoveRequest::flight(way)
            };
            state.velocity = climb.velocity;
            let (velocity, from) = (&mut state.velocity, state.position);
            let end = slide(
                self.world, self.body, from, &request, velocity, scratch, tracer,
            );
            state.position = end.position;
            let next = self.grip(state.position, grip.normal, scratch);
            if let Some(next) = &next {
                self.cling(state, next, scratch, tracer);
            }
            let ground = self.ground(state.position, scratch);
            // On its way up, the player passes floors next to the ladder, and stands where the ladder ends.
            let is_blocked =
                (state.position - from).dot(way) < BLOCKED_SHARE * way.length_squared();
            let is_over = |next: Surface| {
                next.normal.y >= TOP_COS || next.normal.dot(level(grip.normal)) < 0.0
            };
            let is_top = next.is_none_or(is_over) || is_blocked;
            if ground.stands() && (climb.rise <= 0.0 || is_top) {
                self.stand(state, ground, &grip, climb, tracer);
                return;
            }
            let Some(next) = next else {
                let time = min(left, self.dt / pieces);
                self.pass_end(state, &grip, (from, climb, time), scratch, tracer);
                return;
            };
            grip = next;
            if left <= 0.0 && self.body.is_box() {
                break;
            }
        }
        let rise = self.along(grip.normal).rise;
        self.hold(state, &grip, rise, tracer);
    }

    /// Lets the player hold a ladder.
    fn hold(&self, state: &mut PlayerState, grip: &Surface, rise: f64, tracer: &mut Tracer<'_>) {
        let normal = grip.normal;
        // Over an edge, the last piece of a climb leads away from where it ends, which is no push by the game.
        let away = state.velocity.dot(normal);
        if is_launch(away, self.tuning.launch_speed) {
            state.velocity -= normal * away;
        }
        state.ground = match self.mantles {
            true => Ground::Mantle { normal },
            false => Ground::Ladder { normal },
        };
        self.report(grip, rise, tracer);
    }

    fn report(&self, grip: &Surface, rise: f64, tracer: &mut Tracer<'_>) {
        let Surface {
            collider, normal, ..
        } = *grip;
        tracer.push(match self.mantles {
            true => Event::Mantle { collider, normal },
            false => Event::Climb {
                collider,
                normal,
                rise,
            },
        });
    }

    /// Moves the body up to a ladder that it holds and does not touch.
    fn cling(
        &self,
        state: &mut PlayerState,
        grip: &Surface,
        scratch: &mut Scratch,
        tracer: &mut Tracer<'_>,
    ) {
        if grip.separation > CONTACT_GAP {
            let way = grip.normal * -(grip.separation + TOUCH);
            self.land(state, way, scratch, tracer);
        }
    }

    /// Moves the body straight along `way` to what it meets first. If there is nothing, it stays.
    fn land(
        &self,
        state: &mut PlayerState,
        way: DVec3,
        scratch: &mut Scratch,
        tracer: &mut Tracer<'_>,
    ) {
        let request = MoveRequest {
            mode: SlideMode::Landing,
            ..MoveRequest::flight(way)
        };
        let (from, ignored) = (state.position, &mut DVec3::default());
        let end = slide(
            self.world, self.body, from, &request, ignored, scratch, tracer,
        );
        state.position = end.position;
    }

    /// The ground among the surfaces that the last motion has touched at its end.
    pub(super) fn ground(&self, position: DVec3, scratch: &mut Scratch) -> Ground {
        let Scratch {
            contacts, normals, ..
        } = &mut *scratch;
        self.footing
            .ground(contacts, position, DVec3::ZERO, true, normals)
    }
}

#[cfg(test)]
mod tests;
