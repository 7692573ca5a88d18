//! What leads the player through the levels: the list of them, the goal of each, the tour of the courtyard, and the preview
//! of a recording that one will watch.

mod feats;
mod goals;
mod level_list;
mod preview;
mod tour;

pub use self::goals::{GoalWatch, goal_of};
pub use self::level_list::{LevelEntry, LevelList, LevelListCache};
pub use self::preview::PreviewMaker;
pub use self::tour::{Tour, TourStep};
