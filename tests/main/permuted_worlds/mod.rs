//! No bit of the swept controller depends on the order of the triangles and boxes of a world, or on its build quality.
//!
//! Each world is moved in as it is, reversed, and shuffled three times, once with the best tree. The worlds are full
//! of ties: shared edges and vertices, duplicates, faces that coincide, symmetric cones.

mod moves;
mod shapes;
mod sweeps;
mod walks;
