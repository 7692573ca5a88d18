//! The book shows how to use the library, page by page. The pages are also in `docs/book/`. Their code is compiled as
//! tests.
//!
//! | page | recipe |
//! |---|---|
//! | [`fixed_tick`] | a fixed tick, and pictures between two ticks |
//! | [`queries`] | raycasts, shape casts, room and overlap, and filters |
//! | [`changing_worlds`] | colliders that come, go and move, such as crates, doors and bridges |
//! | [`platforms`] | moving platforms: lifts, doors and turntables |
//! | [`own_movement`] | your own rules of movement, such as those of Quake or Source |
//! | [`pushing`] | reactions to a hit: slide, ignore, stop, push |
//! | [`launching`] | knock-back, jump pads and explosions |
//! | [`ladders`] | ladders, nets and ropes |
//! | [`swimming`] | water: swimming, diving, currents, and the way out |
//! | [`rollback`] | snapshots, prediction and rollback |
//! | [`deterministic_games`] | your game's part in the same bits on every machine |
//! | [`tuning`] | numbers for a walk that feels right |
//! | [`troubleshooting`] | symptom, cause and fix |
//! | [`engines`] | vectors, single precision and saved states in an engine |
//! | [`coming_from_others`] | from the character controllers of rapier, avian and Jolt to this one |

#[doc = include_str!("../docs/book/fixed_tick.md")]
pub mod fixed_tick {}

#[doc = include_str!("../docs/book/queries.md")]
pub mod queries {}

#[doc = include_str!("../docs/book/changing_worlds.md")]
pub mod changing_worlds {}

#[doc = include_str!("../docs/book/platforms.md")]
pub mod platforms {}

#[doc = include_str!("../docs/book/own_movement.md")]
pub mod own_movement {}

#[doc = include_str!("../docs/book/pushing.md")]
pub mod pushing {}

#[doc = include_str!("../docs/book/launching.md")]
pub mod launching {}

#[doc = include_str!("../docs/book/ladders.md")]
pub mod ladders {}

#[doc = include_str!("../docs/book/swimming.md")]
pub mod swimming {}

#[doc = include_str!("../docs/book/rollback.md")]
pub mod rollback {}

#[doc = include_str!("../docs/book/deterministic_games.md")]
pub mod deterministic_games {}

#[doc = include_str!("../docs/book/tuning.md")]
pub mod tuning {}

#[doc = include_str!("../docs/book/troubleshooting.md")]
pub mod troubleshooting {}

#[doc = include_str!("../docs/book/engines.md")]
pub mod engines {}

#[doc = include_str!("../docs/book/coming_from_others.md")]
pub mod coming_from_others {}
