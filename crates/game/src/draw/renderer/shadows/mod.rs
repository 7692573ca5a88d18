//! The sun's shadows: their casters, and the maps that hold them.

pub mod near_shadow;
pub mod shadow_casters;
pub mod shadow_map;
