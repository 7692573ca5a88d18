//! The determinism contract: the guarantee, its reasons, and the caller's part.
//!
//! A recording made on a desktop replays bit-exactly in a browser, so everyone can reproduce a bug. This
//! module contains no code.
//!
//! # What is guaranteed
//! The same version of the library, given the same level, tuning, tick rate and commands, produces
//! the same bits after every tick in every [`PlayerState`](crate::player::PlayerState), every
//! mover, every [`StateHash`](crate::replay::StateHash), every encoded recording and every
//! [`Trace`](crate::player::Trace). This holds on every target whose `f64` is IEEE 754's, such as
//! x86-64, AArch64 and WebAssembly, in debug and release builds, with and without a trace.
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
//! # What the guarantee rests on
//! - Addition, subtraction, multiplication, division, square roots, comparisons and conversions:
//!   IEEE 754 specifies every bit of their results, and neither Rust nor WebAssembly \[4\] fuses or
//!   reorders them.
//! - One source of trigonometry, [`geometry::angle`](crate::geometry::angle): the crate `libm`,
//!   compiled with the library, not the platform's. `glam` is built with its feature `libm` for the
//!   same reason.
//! - One source of minimum, maximum and clamp, [`geometry::float`](crate::geometry::float).
//! - [`Command`](crate::player::Command)s are integers: [`Axis`](crate::player::Axis) and
//!   [`BinaryAngle`](crate::geometry::angle::BinaryAngle) quantise device input before the
//!   simulation reads it.
//! - No clock, random generator, environment, thread, hash map order or memory address is used.
//!   `usize` has 32 bits in a browser, so no `usize` is hashed or written, and counts in files are checked.
//! - The broad phase uses f32 and vector units, whose order of summation differs between machines. It is
//!   conservative. It only reports candidates, and more than needed. They are tested exactly and sorted by
//!   id or distance, so no bit depends on the shape of its tree.
//! - No bit of the swept controller's states depends on the order of the triangles and boxes either, even
//!   where a motion turns too often and ends early. Geometry decides ties, not ids. (The order of the movers
//!   does matter, because they drive one after the other. So does the vertex with which a triangle begins, by
//!   rounding. In the classic controller every polygon pushes in turn, so their order is part of the level.)
//! - Valid input never produces NaN: shapes, tunings and files reject it, and the swept controller refuses
//!   a motion that is not finite. A NaN is hashed without its bits, because Rust and WebAssembly leave them
//!   unspecified.
//!
//! # What the caller must do
//! - Run the same ticks: one [`Sim::tick`](crate::sim::Sim::tick) per command, at one fixed rate.
//!   Frames are not ticks. Accumulate frame time, and tick when a whole tick is due.
//! - With [`advance`](fn@crate::player::advance) or
//!   [`move_and_slide`](fn@crate::player::move_and_slide) alone, pass the same `dt` and positions,
//!   bit for bit, and move objects of the world in the same order.
//! - Pass the same geometry, bit for bit, with boxes and movers in the same order. Numbers from
//!   another machine's sine or from another exporter are different numbers.
//! - Pass finite numbers.
//! - Keep the default floating-point state: round to nearest, subnormal numbers kept. Some audio
//!   and physics libraries switch on flush-to-zero and leave it on for the whole thread. Rust
//!   treats any change of this state as undefined behaviour.
//! - Use a target with IEEE 754 `f64` in hardware. The 32-bit x86 targets without SSE2, such as
//!   `i586`, do not qualify, because their x87 unit rounds differently.
//! - Make the same edits between ticks on both sides: [`retune`](crate::sim::Sim::retune),
//!   [`set_hz`](crate::sim::Sim::set_hz), [`edit_box`](crate::sim::Sim::edit_box), [`edit_prop`](crate::sim::Sim::edit_prop).
//!
//! # What is not promised
//! - The same bits from another version of the library. A recording names the version that made it.
//! - The same picture, because drawing uses the platform's mathematics, in f32.
//! - The duration of a tick.
//!
//! # What is forbidden, and why
//! `.clippy.toml` lists the functions and types. The library and the part of the game that makes commands
//! deny them. `tests/main/tidy.rs` checks the last row.
//!
//! | what | why | instead |
//! |---|---|---|
//! | `sin`, `cos`, `tan`, `asin`, `acos`, `atan`, `atan2`, `sin_cos`, the hyperbolic ones, `exp`, `exp2`, `exp_m1`, `ln`, `ln_1p`, `log`, `log2`, `log10`, `powf`, `cbrt`, `hypot` | their precision "varies by platform, Rust version, and can even differ within the same execution" \[1\]; IEEE 754 only recommends that they be rounded correctly \[2\], and they come from each system's C library | [`geometry::angle`](crate::geometry::angle) |
//! | `powi` | the same note: the order of the products is unspecified | products |
//! | `to_degrees`, `to_radians` | the same note, although today they are a single product | [`RADIANS_PER_DEGREE`](crate::geometry::angle::RADIANS_PER_DEGREE) |
//! | `mul_add` | exact by IEEE 754, but rounded once, so it differs from a product and a sum; slow without a hardware instruction, as in a browser | a product and a sum |
//! | `f64::max`, `min`, `clamp` | of 0 and -0, "either input may be returned non-deterministically" \[3\]; the sign changes a hash | [`geometry::float`](crate::geometry::float) |
//! | `HashMap`, `HashSet` | seeded differently in every run, so the iteration order changes | `BTreeMap`, sorted lists |
//! | `glam`'s `Vec4`, `Vec3A`, `Quat`, `Mat4` and their like | vector units sum their dot products in different orders | the D-types; the broad phase may use them |
//! | `std::time`, `std::env`, threads | different in every run | commands |
//!
//! Allowed, because they are exact: `sqrt`, `abs`, `floor`, `ceil`, `trunc`, `round`, `%`, `as`,
//! `total_cmp`, and reading and printing numbers.
//!
//! 1. Rust, standard library, `f64`: "Unspecified precision".
//! 2. IEEE 754-2019: 5.4 has the required operations, 9.2 the recommended ones.
//! 3. Rust, standard library, `f64::max`; "NaN bit patterns" of `f32` states what is unspecified
//!    about NaN.
//! 4. WebAssembly Core Specification, 4.3.3, Floating-Point Operations: round to nearest, ties to
//!    even; "NaN Propagation" lists its only unspecified results.
//!
//! # How it is checked
//! `tests/golden.txt` holds the hashes of one long tour through every shipped level with every controller.
//! `cargo test --test main golden` compares with them, in debug and release builds. `.ci/hashes` runs the
//! program itself, in debug and release builds, in a release build for 64-bit ARM, and as WebAssembly in node
//! and in the page in Chromium, and prints one table:
//!
//! ```sh
//! sidle simulate levels/speed.toml --controller swept --script recordings/tour.toml
//! node web/simulate.mjs target/web 'level=levels/speed.toml&controller=swept&script=recordings/tour.toml'
//! bash .ci/hashes
//! ```
//!
//! `docs/hashes.md` shows that table for x86-64, 64-bit ARM and WebAssembly. Other targets agree by the arguments
//! above; `cargo test --test main golden` checks the target that runs it.
//!
//! The recordings in `recordings/` hold a check for every tick: `sidle replay FILE --verify` names the
//! first tick that differs. `cargo test --test main tidy` checks which functions the library uses.
