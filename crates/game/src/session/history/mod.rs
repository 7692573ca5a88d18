//! The past of a session.
//!
//! [`timeline`] keeps the last minutes, any tick of which can be shown again, and [`past`] makes a recording of them.
//! [`ghosts`] run along with the player and are rewound with it; each leaves a [`trail`].

mod ghosts;
mod past;
pub mod timeline;
mod trail;

pub use self::ghosts::{Ghost, GhostMode, Ghosts, play};
pub use self::past::Past;
pub use self::timeline::Timeline;
pub use self::trail::Trail;
