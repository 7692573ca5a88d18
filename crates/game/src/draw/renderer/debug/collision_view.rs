//! Collision shapes in place of drawn ones: the triangles of the world, and its boxes.

use std::time::Duration;

use sidle::geometry::{Obb, Placement};
use sidle::glam::DVec3;
use sidle::world::World;

use crate::draw::renderer::level::chunks::split;
use crate::draw::renderer::level::instances::Models;
use crate::draw::renderer::level::scene_buffers::{ChangedGroups, SceneBuffers};
use crate::draw::renderer::level::vertices::{Batch, DrawnTriangle};
use crate::draw::renderer::target::program::Gpu;
use crate::platform::Instant;

/// The colours of triangles and of boxes, as displayed, and the strength of the metre grid.
const TRIANGLES: [u8; 4] = [150, 172, 186, 255];
const BOXES: [u8; 4] = [160, 132, 196, 90];

/// How many triangles are prepared at once. Smaller: more draw calls; larger: more is drawn outside of the view.
const PIECE: usize = 1 << 13;

/// How long one frame prepares triangles. Smaller: a large level takes more frames; larger: frames are late.
const TIME: Duration = Duration::from_millis(4);

/// The collision shapes, on the GPU. Empty until it is first asked for.
#[derive(Default)]
pub struct CollisionView {
    buffers: SceneBuffers,
    /// How many triangles are uploaded.
    triangles: usize,
    boxes: Option<Models>,
}

impl CollisionView {
    pub fn buffers(&self) -> &SceneBuffers {
        &self.buffers
    }

    /// Forgets everything, for another level or other triangles.
    pub fn clear(&mut self, context: &mut Gpu) {
        self.buffers.clear(context);
        self.triangles = 0;
        self.boxes = None;
    }

    /// Uploads more of `world`, and places its boxes, relative to `origin`.
    pub fn update(&mut self, context: &mut Gpu, world: &World, origin: DVec3) -> ChangedGroups {
        let start = Instant::now();
        let left = &world.triangles()[self.triangles.min(world.triangles().len())..];
        let mut changed = ChangedGroups {
            still: !left.is_empty(),
            moving: false,
        };
        for piece in left.chunks(PIECE) {
            let triangles = piece.iter();
            let triangles =
                triangles.map(|triangle| DrawnTriangle::plain(triangle, origin, TRIANGLES));
            let batch = Batch {
                triangles: triangles.collect(),
                ..Batch::default()
            };
            for chunk in split(&batch) {
                self.buffers.add_chunk(context, &chunk);
            }
            self.triangles += piece.len();
            if start.elapsed() > TIME {
                break;
            }
        }
        let boxes = world.boxes();
        let same = self
            .boxes
            .take()
            .filter(|models| models.len() == boxes.len());
        let mut models = same.unwrap_or_else(|| {
            let models = Models::of_boxes(boxes.iter().map(placement), origin, BOXES);
            self.buffers.set_models(context, &models);
            models
        });
        models.place_movers(boxes.iter().map(placement));
        let moved = self.buffers.update_groups(context, &mut models);
        changed.moving |= moved.moving;
        self.boxes = Some(models);
        changed
    }
}

/// Where a cube of one metre around the origin becomes this box.
fn placement(obb: &Obb) -> Placement {
    Placement {
        position: obb.center(),
        rotation: obb.axes(),
        scale: obb.half_extents() * 2.0,
    }
}
