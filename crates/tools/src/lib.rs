//! Parts that the programs of this package share with the tests of the library.

#![allow(missing_docs, reason = "the tests of the library own these files")]

#[path = "../../../src/test_support/glb.rs"]
pub mod glb;
#[path = "../../../src/test_support/random.rs"]
pub mod random;
