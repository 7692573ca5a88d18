//! session.

pub mod chart;
pub mod climb;
pub mod clock;
pub mod document;
pub mod editor;
pub mod floor_plan;
pub mod gauge;
pub mod ghosts;
pub mod lab;
pub mod level_files;
pub mod level_list;
pub mod link;
pub mod loader;
pub mod readings;
pub mod recording;
pub mod run;
pub mod sandbox;
pub mod snag;
pub mod stage;
pub mod target;
pub mod timeline;
pub mod trail;
pub mod viewpoint;
