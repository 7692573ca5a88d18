//! lab.

pub mod body;
pub mod exhibit;
pub mod state;
