//! The places that walkers have been to, and where to go next.
//!
//! Reading order: `archive.rs` (places with their states), `graph.rs` (which leads to which), `frontier.rs` (the border of what
//! was reached), `holes.rs` (falls in the middle of it), `leaps.rs` (jumps with a run-up), `aims.rs` (walks to where nobody may be), `links.rs` (walks
//! along the links of a navmesh), `homeward.rs` (straight walks home) and `replaying.rs` (walks made
//! again, and recorded).

mod aims;
mod archive;
mod frontier;
mod graph;
mod holes;
mod homeward;
mod leaps;
mod links;
mod replaying;

pub use archive::Archive;
pub use frontier::{Frontier, straight};
pub use graph::{Basin, WayBack};
pub use homeward::walks_home;
pub use leaps::{reach as leap_reach, run_up};
pub use links::{WALKS, Way, goes, points_at};
pub use replaying::{Title, record};

/// How much memory a tree of so many entries takes; bytes, about: its nodes are two thirds full.
fn tree_memory<K, V>(count: usize) -> usize {
    count * (size_of::<K>() + size_of::<V>()) * 3 / 2
}
