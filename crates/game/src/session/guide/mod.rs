//! What leads the player through the levels: the list of them, the goal of each, the tour of the courtyard, and the preview
//! of a recording that one will watch.

pub mod feats;
pub mod goals;
pub mod level_list;
pub mod preview;
pub mod tour;
