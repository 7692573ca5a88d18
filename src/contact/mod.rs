//! Contacts: how two shapes touch.
//!
//! A query says whether; a contact says where, which way and how deep, which is what a response
//! needs. One direction everywhere: the normal points from the world to the player.

mod sphere_obb;

use glam::DVec3;

pub use sphere_obb::contact_sphere_obb;

/// One place where the player and the world overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The world's point that is touched; metres.
    pub point: DVec3,
    /// Unit normal from the world to the player.
    pub normal: DVec3,
    /// How deep they overlap along the normal: moving the player by `normal * depth` makes them
    /// just touch. Metres, not negative.
    pub depth: f64,
}
