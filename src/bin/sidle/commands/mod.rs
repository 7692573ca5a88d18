//! commands.

pub mod check;
pub mod compare;
pub mod link;
pub mod new;
pub mod play;
pub mod replay;
pub mod schema;
pub mod simulate;
