//! The player's choices: actions, key bindings, overlays, ranges, arguments and settings. Plain data that every layer
//! above may name.

pub mod action;
pub mod arguments;
pub mod bindings;
pub mod buttons;
pub mod controllers;
pub mod controls;
pub mod edit_action;
pub mod heat;
pub mod key_names;
pub mod map_size;
pub mod overlay_set;
pub mod press;
pub mod ranges;
pub mod settings;
pub mod surface_style;
