//! A first-person character controller for Rust, and a game that shows why it moves the way it does.
//!
//! This crate is the library. A camera sphere, an upright capsule or a box walks and flies among triangles and oriented
//! boxes, and slides along them. The library opens no window, reads no clock and prints nothing. Its input is a world,
//! a tuning and a command; its output is a new state and a report of the tick.
//!
//! # Walk in ten lines
//! ```
//! use sidle::geometry::Triangle;
//! use sidle::glam::{DVec3, Vec3};
//! use sidle::player::{Axis, Command, PlayerState, Scratch, Tuning, advance};
//! use sidle::world::World;
//!
//! let floor = [Vec3::new(-99.0, 0.0, -99.0), Vec3::new(0.0, 0.0, 99.0), Vec3::new(99.0, 0.0, -99.0)];
//! let world = World::new(vec![Triangle::new(floor).unwrap()], vec![]);
//! let mut player = PlayerState { position: DVec3::Y, ..PlayerState::default() };
//! let (tuning, mut scratch) = (Tuning::default(), Scratch::new());
//! let ahead = Command { forward: Axis::new(1.0), ..Command::default() };
//! for _ in 0..120 {
//!     advance(&world, &tuning, &mut player, &ahead, 1.0 / 120.0, &mut scratch, None);
//! }
//! assert!((player.position.y - 0.5).abs() < 1e-4); // It fell 0.5 m and stands on the floor.
//! assert!(player.position.z < -4.0); // It walked ahead, towards -Z.
//! ```
//!
//! A game with its own movement rules uses [`player::step_and_slide`], the walk of the swept controller under a velocity of the
//! game, with steps and the ground. [`book::own_movement`] has that of Quake. [`player::move_and_slide`] is the move without a
//! walk. It takes a body, a position and a motion, and returns where the motion ends. `examples/slide.rs` shows it.
//! [`World::intersect_segment`](world::World::intersect_segment) is the raycast, and `sweep_sphere`, `sweep_capsule` and
//! `sweep_obb` are the shape casts. `surfaces_near` and `worst_overlap` are overlap queries.
//! [`World::fits`](world::World::fits) tests for room, and [`Sim::try_resize`](sim::Sim::try_resize) changes the player's
//! size where there is room. Moving platforms are driven by [`player::Driver`], and trigger volumes are
//! [`Zone`](world::Zone)s.
//!
//! # Conventions
//! - Coordinates are right-handed, with Y up. Units are metres, seconds and radians; degrees appear only
//!   in files and in names that end in `_deg`. A yaw of 0 looks along -Z and grows to the left; a positive pitch looks up.
//! - The vertices of a triangle run counter-clockwise, seen from its front. A contact's `normal` has unit
//!   length and points from the world to the player. A `depth` is never negative; a `separation` is
//!   signed, positive apart. A `fraction` is in [0, 1]; a `motion` is in metres, a `velocity` in metres per
//!   second.
//! - Mesh vertices are stored as `f32`; all arithmetic is `f64`. The broad phase uses conservative `f32`.
//!
//! # Map, in reading order
//! | module | contents |
//! |---|---|
//! | [`book`] | how to use the library, from a fixed tick to rollback |
//! | [`architecture`] | how the source is built: its layers, a tick, a level, and where to add things |
//! | [`classics`] | the classic texts, item by item: function, test, and place in the game |
//! | [`geometry`] | shapes, as data with invariants |
//! | [`query`] | narrow phase: pure functions between two shapes |
//! | [`contact`] | contact generation (point, normal, depth, features) and a cache over ticks |
//! | [`world`] | the triangles and boxes that the player collides with, moving platforms, zones, queries |
//! | [`player`] | command, state, tuning, the controllers, and the results and traces of a move |
//! | [`level`] | from text files and meshes (OBJ, glTF) to a world, with every problem's place |
//! | [`sim`] | world and player together, tick by tick |
//! | [`replay`] | recordings of runs, and their verification |
//! | [`tolerance`] | every numerical tolerance |
//! | [`determinism`] | why the same input gives the same bits, and the caller's part |
//!
//! # Invariants
//! - The same world, tuning and commands give the same bits on every target; [`determinism`] is the
//!   contract. Trigonometry goes through [`geometry::angle`]; nothing reads a clock, a random generator or
//!   the order of a hash map.
//! - A move of the swept controller never leaves the body deeper in a collider than before, at any speed.
//!   Debug builds check that in every move.
//! - After warm-up, a tick allocates nothing.
//! - With the feature `parallel`, levels load on all threads of rayon's current pool. Their number changes no bit. A tick
//!   uses the calling thread only.
//! - No level, mesh or script file makes the library panic.
//! - Only `level/files/disk.rs` opens files. The library never prints.

#![forbid(unsafe_code)]
// These functions and types differ between machines or between two runs: see `determinism`.
#![cfg_attr(
    not(test),
    deny(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        clippy::iter_over_hash_type
    )
)]

pub mod architecture;
// Only documentation: a change of a page compiles nothing anew.
#[cfg(any(doc, doctest))]
pub mod book;
pub mod classics;
pub mod contact;
pub mod determinism;
pub mod geometry;
#[cfg(feature = "level")]
pub mod level;
#[doc(hidden)]
pub mod order;
#[doc(hidden)]
pub mod parallel;
pub mod player;
pub mod query;
#[cfg(feature = "replay")]
pub mod replay;
pub mod sim;
pub mod tolerance;
pub mod world;

#[cfg(test)]
mod test_support;

pub use glam;

/// Runs the Rust blocks of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the Rust blocks of the page about the library as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
