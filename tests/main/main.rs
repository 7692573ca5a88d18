//! The tests of the library that look at it from outside, in one program: a file or folder for each subject.
//!
//! `cargo test --test main NAME` runs those whose path contains `NAME`, such as `golden` or `zones::teleport`.
//! `THOROUGH=1 cargo test` tries several times as many random cases, as `.ci/run --all` does.

mod bad_files;
mod body_size;
mod car_crash;
mod changing_worlds;
mod classic_scan;
mod edit;
mod filters;
mod format_reference;
mod gallery;
mod glam_versions;
mod golden;
mod ground_classic;
mod heaps;
mod hostile_levels;
mod hostile_queries;
mod hostile_states;
mod hostile_texts;
mod move_and_slide;
mod movers;
mod on_hit;
mod permuted_worlds;
mod pits;
mod ramps;
mod recordings;
mod refused_steps;
mod scratch_reuse;
mod serde;
mod signs;
mod snapshot;
mod soft_lock;
mod solid_props;
mod stairs;
mod steep_slopes;
mod step_fronts;
mod support;
mod surfaces;
mod tidy;
mod trace;
mod transcriptions;
mod walk_all;
mod walk_boxed;
mod walk_classic;
mod walk_person;
mod walk_swept;
mod ways_out;
mod zones;

#[path = "../../src/test_support/random.rs"]
mod random;
