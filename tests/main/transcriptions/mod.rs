//! The formulas of the founding texts, written down literally, against the library's functions.
//!
//! The transcriptions work on plain arrays (`vector.rs`) and call nothing of the library, so that an
//! error in a shared helper cannot hide. Each test compares 100 000 seeded cases, or says why fewer.
//! Half of the cases are on a coarse grid, where sums are exact and shapes often just touch. Where
//! the library deviates on purpose, the test states how.

// The formulas keep the indices of the texts.
#![allow(clippy::needless_range_loop)]

mod vector;

mod box_contacts;
mod boxes;
mod camera;
mod contacts;
mod sweep;

/// The number of cases of each test.
const CASES: usize = 100_000;
