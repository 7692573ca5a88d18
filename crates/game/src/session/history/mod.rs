//! The past of a session.
//!
//! [`timeline`] keeps the last minutes, any tick of which can be shown again, and [`past`] makes a recording of them.
//! [`ghosts`] run along with the player and are rewound with it; each leaves a [`trail`].

pub mod ghosts;
pub mod past;
pub mod timeline;
pub mod trail;
