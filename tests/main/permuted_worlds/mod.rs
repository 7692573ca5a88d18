//! No bit of the swept controller depends on the order of the triangles and boxes of a world, or on its build quality.
//!
//! The same moves are made in each world as it is, reversed, and shuffled three times. One of the shuffled worlds has the
//! best tree. The worlds are full of ties, such as shared edges and vertices, duplicates, coincident faces and
//! symmetric cones.

mod moves;
mod shapes;
mod sweeps;
mod walks;
