//! The shape with which a prop collides.

use crate::level::text::name_of;

/// The shape with which a prop collides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CollisionShape {
    /// One box, made from the bounds of its mesh.
    #[default]
    Box,
    /// The triangles of its mesh.
    Mesh,
    /// The triangles of the convex hull of its mesh.
    Hull,
}

impl CollisionShape {
    /// The shapes, with their names in a level.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("box", Self::Box),
        ("mesh", Self::Mesh),
        ("hull", Self::Hull),
    ];

    /// Its name in a level.
    #[must_use]
    pub fn name(self) -> &'static str {
        name_of(&Self::NAMES, &self)
    }
}
