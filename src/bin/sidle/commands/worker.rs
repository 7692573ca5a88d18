//! The program in a worker of the page: loads levels for the game, and has no window.

use crate::draw::renderer::level_mesh::LevelMesh;
use crate::platform;
use crate::platform::worker::{send_from_worker, worker_request};
use crate::session::handover::serve;

/// Loads the level of the current request, or requests the files that are missing. `web/worker.js` calls it.
#[unsafe(no_mangle)]
extern "C" fn sidle_serve() {
    platform::install_panic_hook();
    serve(&worker_request(), LevelMesh::of_level, &send_from_worker);
}
