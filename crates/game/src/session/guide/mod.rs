//! The guides through the levels: the list of them, the goal of each, the tour of the courtyard, the preview of a
//! recording, and the text of a new level.

mod goals;
mod level_list;
mod preview;
mod starter;
mod tour;
mod wall_watch;

pub use self::goals::{Goal, GoalWatch, goal_count, goal_of, goals_json};
pub use self::level_list::{LevelEntry, LevelList, LevelListCache};
pub use self::preview::PreviewMaker;
pub use self::starter::starter_level;
pub use self::tour::{Tour, TourStep, TourTask, is_near_wall};
