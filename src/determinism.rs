//! The determinism contract: same input, same bits; what that rests on, and what a caller owes.
//!
//! A recording made on a desktop comes out the same in a browser, and a bug that somebody saw is a bug that
//! everybody can see. This page says how far that goes. It holds no code.
//!
//! # What is guaranteed
//! The same version of the library, given the same level, tuning, tick rate and commands, has the same bits in
//! every [`PlayerState`](crate::player::PlayerState), every mover, every
//! [`StateHash`](crate::replay::StateHash), every encoded recording and every
//! [`Trace`](crate::player::Trace), after every tick: on every target whose `f64` is IEEE 754's, such as
//! x86-64, AArch64 and WebAssembly, in a debug build as in a release build, with trace and without.
//!
//! ```
//! use sidle::geometry::{Triangle, angle::BinaryAngle};
//! use sidle::glam::Vec3;
//! use sidle::player::{Axis, Command};
//! use sidle::{replay::StateHash, sim::Sim, world::World};
//!
//! let floor = [Vec3::new(-9.0, -1.0, -9.0), Vec3::new(0.0, -1.0, 9.0), Vec3::new(9.0, -1.0, -9.0)];
//! let world = World::new(vec![Triangle::new(floor).unwrap()], vec![]);
//! let mut sim = Sim::new(world, Default::default(), Default::default(), 120);
//! let mut hash = StateHash::new();
//! for tick in 0..240 {
//!     sim.tick(&Command {
//!         forward: Axis::new(0.7),
//!         yaw: BinaryAngle::from_degrees(f64::from(tick) * 0.3),
//!         jump: tick == 100,
//!         ..Command::default()
//!     });
//!     hash.add(&sim);
//! }
//! assert_eq!(hash.to_string(), "39b5f303f0d523c6"); // On your machine too.
//! ```
//!
//! # What it rests on
//! - Plus, minus, times, divided by, square roots, comparisons and conversions of numbers: IEEE 754 leaves no
//!   bit of their results open, and neither Rust nor WebAssembly fuses or reorders them.
//! - One door to trigonometry, [`geometry::angle`](crate::geometry::angle): the crate `libm`, compiled with
//!   the rest, not the platform's. `glam` is built with its feature `libm` for the same reason.
//! - One door to the larger and the smaller of two numbers, [`geometry::order`](crate::geometry::order).
//! - [`Command`](crate::player::Command)s are whole numbers: [`Axis`](crate::player::Axis) and
//!   [`BinaryAngle`](crate::geometry::angle::BinaryAngle) round a device before the simulation sees it.
//! - No clock, no random generator, no environment, no thread, no order of a hash map, no address of
//!   anything. `usize` has 32 bits in a browser: none is hashed or written, and what a file counts is checked.
//! - The broad phase works in 32 bits and with vector units, which sum up in another order on each machine. It
//!   only decides who is looked at at all, always too many; the others are tested exactly, and sorted by id or
//!   distance. So no bit depends on how its tree was built, and of the swept controller none on the order of
//!   the triangles. (The classic one lets every polygon push in turn: their order is part of the level.)
//! - What is not a number never comes of good input: shapes, tunings and files refuse it, and a motion that is
//!   not finite is not made. Should one be hashed, its bits do not count: Rust and WebAssembly leave them open.
//!
//! # What the caller owes
//! - The same ticks: one [`Sim::tick`](crate::sim::Sim::tick) with one command each, at one fixed rate. Frames
//!   of a screen are not ticks; collect their time, and tick when a whole one is due.
//! - With [`advance`](fn@crate::player::advance) or
//!   [`move_and_slide`](fn@crate::player::move_and_slide) alone, the same `dt` and positions to the bit, and
//!   what moves in the world moved in the same order.
//! - The same geometry to the bit, boxes and movers in the same order. Numbers that went through somebody's
//!   sine, or through an exporter, are other numbers.
//! - Finite numbers.
//! - The usual floating-point state: round to nearest, subnormal numbers kept. Some audio and physics
//!   libraries switch on flush-to-zero and leave it on for the whole thread. Rust itself holds any change of
//!   it for undefined behaviour.
//! - A target with `f64` in hardware as IEEE 754 has it. Not the 32-bit x86 targets without SSE2, such as
//!   `i586`: their x87 unit rounds otherwise.
//! - No edits between ticks that the other side does not make: [`retune`](crate::sim::Sim::retune),
//!   [`set_hz`](crate::sim::Sim::set_hz), [`edit_box`](crate::sim::Sim::edit_box).
//!
//! # What is not promised
//! - The same bits from another version of the library. A recording names the version that made it.
//! - The same picture: drawing works with the platform's mathematics, and in 32 bits.
//! - How long a tick takes.
//!
//! # What is forbidden, and why
//! `.clippy.toml` lists them; the library, and the part of the game that makes commands, deny them.
//!
//! | what | why | instead |
//! |---|---|---|
//! | `sin`, `cos`, `tan`, `asin`, `acos`, `atan`, `atan2`, `sin_cos`, the hyperbolic ones, `exp`, `exp2`, `exp_m1`, `ln`, `ln_1p`, `log`, `log2`, `log10`, `powf`, `cbrt`, `hypot` | their precision "varies by platform, Rust version, and can even differ within the same execution" \[1\]; IEEE 754 only recommends that they be rounded correctly \[2\], and they come from each system's C library | [`geometry::angle`](crate::geometry::angle) |
//! | `powi` | the same note: the order of the products is left open | products |
//! | `to_degrees`, `to_radians` | the same note, although today they are one product | [`RADIANS_PER_DEGREE`](crate::geometry::angle::RADIANS_PER_DEGREE) |
//! | `mul_add` | exact by IEEE 754, but rounded once, so that it is not the product and the sum; slow wherever there is no instruction for it, as in a browser | a product and a sum |
//! | `f64::max`, `min`, `clamp` | of 0 and -0, "either input may be returned non-deterministically" \[3\]; a hash sees the sign | [`geometry::order`](crate::geometry::order) |
//! | `HashMap`, `HashSet` | seeded anew in every run: walked in another order | `BTreeMap`, sorted lists |
//! | `glam`'s `Vec4`, `Vec3A`, `Quat`, `Mat4` and their like | their dot products are summed in the order of the vector unit | the D-types; in the broad phase they are allowed |
//! | `std::time`, `std::env`, threads | another answer each time | commands |
//!
//! Allowed, since they are exact: `sqrt`, `abs`, `floor`, `ceil`, `trunc`, `round`, `%`, `as`, `total_cmp`, and
//! reading and printing numbers.
//!
//! 1. Rust, standard library, `f64`: "Unspecified precision".
//! 2. IEEE 754-2019: 5.4 has the required operations, 9.2 the recommended ones.
//! 3. Rust, standard library, `f64::max`; "NaN bit patterns" of `f32` tells what is open about NaN.
//! 4. WebAssembly Core Specification, 4.3.3, Floating-Point Operations: round to nearest, ties to even; "NaN
//!    Propagation" has its only open results.
//!
//! # How it is checked
//! `tests/golden.txt` has the hash of one long tour through every shipped level with every controller.
//! `cargo test --test golden` compares with it, in a debug and in a release build; `.ci/hashes` runs the program
//! itself, debug, release, as WebAssembly in node and in the page in Chromium, and prints one table:
//!
//! ```sh
//! sidle simulate levels/speed.toml --controller swept --script recordings/tour.toml
//! node web/simulate.mjs target/web 'level=levels/speed.toml&controller=swept&script=recordings/tour.toml'
//! bash .ci/hashes
//! ```
//!
//! `docs/hashes.md` shows that table. x86-64 and WebAssembly are run so; that others agree follows from what it
//! rests on, and whoever has one can see it with `cargo test --test golden`.
//!
//! The recordings of `recordings/` hold a check of every tick: `sidle replay FILE --verify` names the first that
//! comes out otherwise. `cargo test --test tidy` reads what the library uses.
