//! The guides through the levels: the list of them, the goal of each, the tour of the courtyard, and the preview
//! of a recording.

mod goals;
mod level_list;
mod preview;
mod tour;
mod wall_watch;

pub use self::goals::{Goal, GoalWatch, goal_count, goal_of, goals_json};
pub use self::level_list::{LevelEntry, LevelList, LevelListCache};
pub use self::preview::PreviewMaker;
#[cfg(test)]
pub use self::tour::TourTask;
pub use self::tour::{Tour, TourStep};
