//! What the graphics driver needs for all of it: shader programs, and the picture that they draw into.

pub mod program;
pub mod program_cache;
pub mod render_target;
