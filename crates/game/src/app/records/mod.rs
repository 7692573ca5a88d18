//! Recordings: made, saved, shared and played back, a little in each frame where they are long.

pub mod countdown;
pub mod deferred;
pub mod film;
pub mod playback;
#[cfg(not(target_arch = "wasm32"))]
pub mod race_film;
pub mod racing;
pub mod recording;
pub mod share;
#[cfg(not(target_arch = "wasm32"))]
pub mod shared_files;
pub mod suspend;
pub mod watched;
