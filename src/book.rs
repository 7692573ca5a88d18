//! The book: how to use the library, page by page. The pages are also in `docs/book/`; their code is compiled as tests.
//!
//! | page | what it shows |
//! |---|---|
//! | [`fixed_tick`] | a fixed tick, and pictures between two ticks |
//! | [`queries`] | questions about the world: rays, casts, room and overlap |
//! | [`platforms`] | boxes that move: lifts, doors and trains |
//! | [`pushing`] | what a body does with what it hits: slide, ignore, stop, push |
//! | [`rollback`] | snapshots, prediction and rollback |
//! | [`deterministic_games`] | what a game owes for the same bits on every machine |
//! | [`tuning`] | numbers for a walk that feels right |
//! | [`engines`] | vectors, single precision and saved states: the border to an engine |
//! | [`coming_from_others`] | from the character controllers of rapier, avian and Jolt to this one |

#[doc = include_str!("../docs/book/fixed_tick.md")]
pub mod fixed_tick {}

#[doc = include_str!("../docs/book/queries.md")]
pub mod queries {}

#[doc = include_str!("../docs/book/platforms.md")]
pub mod platforms {}

#[doc = include_str!("../docs/book/pushing.md")]
pub mod pushing {}

#[doc = include_str!("../docs/book/rollback.md")]
pub mod rollback {}

#[doc = include_str!("../docs/book/deterministic_games.md")]
pub mod deterministic_games {}

#[doc = include_str!("../docs/book/tuning.md")]
pub mod tuning {}

#[doc = include_str!("../docs/book/engines.md")]
pub mod engines {}

#[doc = include_str!("../docs/book/coming_from_others.md")]
pub mod coming_from_others {}
