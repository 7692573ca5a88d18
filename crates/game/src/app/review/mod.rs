//! The audit of the level in the window: its run in the background, and the visits to its findings.

pub mod audit;
pub mod audit_desk;
