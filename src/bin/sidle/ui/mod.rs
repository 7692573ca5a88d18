//! ui.

pub mod capture;
pub mod editor_keys;
pub mod input;
pub mod first_hints;
pub mod panel;
pub mod screens;

