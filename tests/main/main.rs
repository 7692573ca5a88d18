//! The integration tests of the library in one program, with a file or folder for each subject.
//!
//! `cargo test --test main NAME` runs the tests whose path contains `NAME`, such as `golden` or `zones::teleport`. With
//! `THOROUGH=1 cargo test`, as in `.ci/run --all`, there are several times as many random cases.

mod bad_files;
mod bodies;
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
mod launch;
mod move_and_slide;
mod movers;
mod on_hit;
mod own_movement;
mod permuted_worlds;
mod pits;
mod ramps;
mod recordings;
mod refused_steps;
mod scratch_reuse;
mod serde;
mod shapes;
mod signs;
mod slope_limit;
mod snapshot;
mod soft_lock;
mod solid_props;
mod stairs;
mod steep_slopes;
mod step_fronts;
mod support;
mod surfaces;
mod terrain;
mod tidy;
mod trace;
mod transcriptions;
mod traps;
mod upright_box;
mod walk_all;
mod walk_boxed;
mod walk_classic;
mod walk_person;
mod walk_swept;
mod ways_out;
mod zones;

#[path = "../../src/test_support/random.rs"]
mod random;
