//! Packs a world with its broad phase, and unpacks it in pieces without building anything.

use super::bvh::{Bvh, BvhList};
use super::{Labels, Revision, World};
use crate::geometry::packing::{pack_list, unpack_list};
use crate::geometry::{Obb, Triangle};

/// The first tags of chunks: triangles and boxes, then the lists of the broad phase.
const TRIANGLES: u8 = 32;
const BOXES: u8 = 33;
const BVH: u8 = 34;

impl World {
    /// Packs the world into chunks for a [`WorldUnpacker`].
    pub(crate) fn pack(&self, emit: &mut dyn FnMut(&[u8])) {
        pack_list(TRIANGLES, &self.triangles, emit);
        pack_list(BOXES, &self.boxes, emit);
        for (tag, list) in (BVH..).zip(BvhList::ALL) {
            self.bvh.pack(list, tag, emit);
        }
    }
}

/// A world that comes in chunks.
#[derive(Default)]
pub(crate) struct WorldUnpacker {
    triangles: Vec<Triangle>,
    boxes: Vec<Obb>,
    bvh: Bvh,
}

impl WorldUnpacker {
    /// Adds the next chunk. `None` if it is damaged or not of a world.
    pub fn add(&mut self, tag: u8, chunk: &[u8]) -> Option<()> {
        match tag {
            TRIANGLES => unpack_list(&mut self.triangles, chunk),
            BOXES => unpack_list(&mut self.boxes, chunk),
            _ => {
                let list = BvhList::ALL.get(usize::from(tag.checked_sub(BVH)?))?;
                self.bvh.unpack(*list, chunk)
            }
        }
    }

    /// The world, once all chunks are there. `None` if they do not fit together.
    pub fn finish(self) -> Option<World> {
        let Self {
            triangles,
            boxes,
            bvh,
        } = self;
        bvh.is_sound(triangles.len(), boxes.len()).then_some(World {
            triangles,
            boxes,
            bvh,
            layers: Labels::default(),
            revision: Revision::next(),
        })
    }
}
