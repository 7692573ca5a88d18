//! The player: a command and a state go in, a state and its contacts come out.
//!
//! Reading order: [`Command`], [`PlayerState`], [`Tuning`], then [`advance`](fn@advance), whose body lists
//! the steps of one tick. There are three controllers. [`classic`] pushes a camera sphere out of the world,
//! as the founding texts do; [`boxed`] does the same with a box. The swept controller is
//! [`step_and_slide`](fn@step_and_slide), which is [`move_and_slide`](fn@move_and_slide) with a walk on top.
//!
//! # Bodies that change size
//! A capsule crouches while [`Command::up`] is below 0, and stands up only where it fits; [`Tuning`] has its
//! crouched height. [`Tuning::for_player`] gives the size that counts now, to draw the body and to place the
//! eye. Other changes of size, such as a potion's, go through [`try_resize`], and
//! [`World::fits`](crate::world::World::fits) answers whether there is room anywhere.
//!
//! ```
//! use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
//! use sidle::player::{Axis, BodyShape, Command, PlayerState, Scratch, Tuning, advance};
//! let slab = |y, half| Obb::new(DVec3::Y * y, DMat3::IDENTITY, DVec3::new(half, 0.1, half)).unwrap();
//! let world = World::new(vec![], vec![slab(-0.1, 9.0), slab(1.3, 2.0)]); // A floor, and a slab at 1.2 m.
//! let tuning = Tuning { body: BodyShape::Capsule, radius: 0.3, ..Tuning::default() };
//! let mut player = PlayerState { position: DVec3::new(0.0, 0.3, 3.0), ..PlayerState::default() };
//! let mut scratch = Scratch::new();
//! let mut tick = |command: Command| {
//!     advance(&world, &tuning, &mut player, &command, 1.0 / 120.0, &mut scratch, None);
//!     (player.crouched, tuning.for_player(&player).eye_offset())
//! };
//! // In front of the slab, the key is held; under it, the player lets go and stays low.
//! let ahead = Command { forward: Axis::new(1.0), ..Command::default() };
//! let low = Command { up: Axis::new(-1.0), ..ahead };
//! assert!((0..120).all(|_| tick(low).0));
//! assert!((0..60).all(|_| tick(ahead).0));
//! let (_, eye) = tick(Command::default());
//! assert!((eye - 0.6).abs() < 1e-12); // 0.1 m below the top, which is 0.7 m above the reference point.
//! ```
//!
//! A move or a tick takes a [`Scratch`], which is reused memory, and returns a [`MoveResult`] or
//! [`Contacts`]. A [`Trace`] is an optional observer. The simulation writes it and never reads it.

pub mod boxed;
pub mod classic;

mod accelerate;
mod advance;
mod body;
mod command;
mod contacts;
mod draw_pose;
mod drive;
mod event;
mod footing;
mod ground;
mod ladder;
mod limits;
mod mantle;
mod motion;
mod move_and_slide;
mod outer;
mod platform;
mod resize;
mod rest;
mod ride;
mod rider;
mod scratch;
mod slide;
mod state;
mod step_and_slide;
mod step_settings;
mod swept;
mod swim;
mod tick_input;
mod trace;
mod tuning;
mod underfoot;
mod walk_state;
mod wall_jump;

pub use accelerate::{accelerate, slow_down};
pub use advance::advance;
pub(crate) use advance::advance_in;
pub use body::Body;
pub use command::{Axis, Command, Controller, Mode};
pub use contacts::{Contacts, Landing, Push};
pub use draw_pose::DrawPose;
pub use drive::Driver;
pub use event::{Candidate, Event, Finding, SideCounts, Stop, Try};
pub use limits::{MAX_COORDINATE, MAX_SPEED};
pub(crate) use motion::take_off;
pub use move_and_slide::{MoveResult, MoveSettings, SlideEnd, move_and_slide};
pub use outer::OuterStep;
pub(crate) use outer::follow;
pub use platform::{KinematicBox, MovedBody, Platform, platform_under, ride};
pub use resize::{RetuneError, retune, try_resize};
pub use ride::{body_gives_way, carry, carry_body, give_way};
pub use rider::{NoRoom, Rider, Squeeze};
pub use scratch::Scratch;
pub use state::{Ground, PlayerState, Ride, Rules, Spawn};
pub use step_and_slide::step_and_slide;
pub use step_settings::StepSettings;
pub use swim::{Water, swim};
pub use tick_input::TickInput;
pub use trace::Trace;
pub(crate) use trace::Tracer;
pub use tuning::{
    AirControl, BodyShape, BodySize, Tuning, TuningNumber, TuningProblem, TuningTexts,
};
pub use walk_state::WalkState;
