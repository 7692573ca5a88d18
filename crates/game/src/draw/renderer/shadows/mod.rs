//! The sun's shadows: what casts them, and the maps that hold them.

pub mod near_shadow;
pub mod shadow_casters;
pub mod shadow_map;
