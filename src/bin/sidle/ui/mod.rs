//! ui.

pub mod capture;
pub mod editor_keys;
pub mod input;
pub mod lessons;
pub mod panel;
pub mod screens;

