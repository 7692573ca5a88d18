//! The shader programs of the graphics driver, and the pictures that they draw into.

pub mod program;
pub mod program_cache;
pub mod render_target;
pub mod stream_buffer;
