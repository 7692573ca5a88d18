//! The values that keys have.

use glam::DVec3;

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum EditValue {
    /// A string.
    Text(String),
    /// A number, which is written to a thousandth.
    Number(f64),
    /// Three numbers.
    Vector(DVec3),
    /// `true` or `false`.
    Switch(bool),
}
