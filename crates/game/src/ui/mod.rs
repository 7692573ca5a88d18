//! The player's controls: devices and their bindings, the panel, and the pages over the picture.

pub mod capture;
pub mod editor_keys;
pub mod events;
pub mod first_hints;
pub mod input;
pub mod key_labels;
pub mod panel;
pub mod screens;
