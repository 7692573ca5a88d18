//! The architecture of the library and of the game around it, the page `ARCHITECTURE.md`.
#![doc = include_str!("../ARCHITECTURE.md")]
