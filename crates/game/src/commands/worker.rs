//! The program in a worker of the page, which works for the game and has no window, and in the build of the page.

use crate::draw::renderer::ambient::occlusion_job;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::options::buttons::PageActions;
use crate::platform;
use crate::platform::worker::{Worker, send_from_worker, worker_request};
use crate::session::load::handover;

/// Prints the page's buttons and the keys on its card, as JSON. `web/assemble.mjs` calls it.
#[unsafe(no_mangle)]
extern "C" fn sidle_actions() {
    // Text can always be written.
    let json = serde_json::to_string(&PageActions::all()).unwrap_or_default();
    let _ = platform::print(&json);
}

/// Handles the current request, or requests the files that are missing. `web/worker.js` calls it.
#[unsafe(no_mangle)]
extern "C" fn sidle_serve() {
    platform::install_panic_hook();
    let (worker, request) = worker_request();
    match worker {
        Worker::Loader => handover::serve(&request, LevelMesh::of_level, &send_from_worker),
        Worker::Baker => occlusion_job::serve(&request, &send_from_worker),
        Worker::Auditor => handover::serve_bare(&request, &send_from_worker),
    }
}
