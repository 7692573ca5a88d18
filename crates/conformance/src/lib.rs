//! Scenes that test any character controller, with expectations by formula or by brute force.
//!
//! A [`Family`] has scenes, a [`Scene`] has variants, and each variant is a [`Trial`]: a plain world, a script, and
//! expectations. [`examine`] lets a mover run trials and judges its runs, and [`html()`] and [`junit()`] write reports.
//!
//! | file | contents |
//! |---|---|
//! | `course.rs` | the world of a trial: triangles, boxes, and boxes that move |
//! | `trial.rs` | a trial: its script and its expectations |
//! | `check.rs` | an expectation: a figure of a run, and its limits |
//! | `body.rs`, `oracle.rs`, `rounded_box.rs` | how deep a body is in the world, by brute force |
//! | `run.rs` | one run of a trial |
//! | `judge.rs` | all trials of a mover |
//! | `scene.rs`, `scenes/` | the families and their scenes |
//! | `level.rs` | a trial as a level file, and as a recording of one of our controllers |
//! | `picture.rs`, `report.rs`, `html.rs`, `junit.rs` | reports |

#![forbid(unsafe_code)]

mod body;
mod check;
mod course;
mod html;
mod judge;
mod junit;
mod level;
pub mod oracle;
mod picture;
mod random;
mod report;
pub mod rounded_box;
mod run;
mod scene;
mod scenes;
#[cfg(test)]
mod tests;
mod trial;

pub use body::{Body, Shapes};
pub use check::{Check, Expected, Judged, Measure, Outcome};
pub use course::{Block, Course, Form, MovingBlock};
pub use html::html;
pub use judge::{Examination, Subject, TrialResult, examine};
pub use junit::junit;
pub use level::{TrialLevel, flight, mesh, player, prop, vector};
pub use picture::svg;
pub use report::{Examined, counts, escaped, figure, is_clean};
pub use run::{Clock, Run};
pub use scene::{Family, Scene};
pub use trial::{Heading, Leg, Script, Trial, Twin};
