//! Packs a world with its broad phase, and unpacks it in pieces without building anything.

use std::sync::Arc;

use super::bvh::{Bvh, BvhList};
use super::{Labels, Revision, RuleBook, SurfaceRules, World};
use crate::geometry::packing::{Packed, pack_list, unpack_list};
use crate::geometry::{Obb, Triangle};

/// The first tags of chunks: triangles and boxes, then the lists of the broad phase.
const TRIANGLES: u8 = 32;
const BOXES: u8 = 33;
const BVH: u8 = 34;

/// The tags of colliders, and their rules.
const TRIANGLE_TAGS: u8 = 48;
const BOX_TAGS: u8 = 49;
const RULES: u8 = 50;

impl Packed for SurfaceRules {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.friction.pack(bytes);
        self.one_way.pack(bytes);
        self.sensor.pack(bytes);
        self.conveyor.pack(bytes);
        self.max_slope_deg.pack(bytes);
        self.step_height.pack(bytes);
        self.ladder.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let rules = Self {
            friction: Packed::unpack(bytes)?,
            one_way: Packed::unpack(bytes)?,
            sensor: Packed::unpack(bytes)?,
            conveyor: Packed::unpack(bytes)?,
            max_slope_deg: Packed::unpack(bytes)?,
            step_height: Packed::unpack(bytes)?,
            ladder: Packed::unpack(bytes)?,
        };
        rules.is_valid().then_some(rules)
    }
}

impl World {
    /// Packs the world, as it was built, into chunks for a [`WorldUnpacker`].
    pub(crate) fn pack(&self, emit: &mut dyn FnMut(&[u8])) {
        pack_list(TRIANGLES, &self.triangles, emit);
        pack_list(BOXES, &self.boxes, emit);
        for (tag, list) in (BVH..).zip(BvhList::ALL) {
            self.bvh.pack(list, tag, emit);
        }
        if !self.rules().is_empty() {
            pack_list(TRIANGLE_TAGS, &self.tags.triangles, emit);
            pack_list(BOX_TAGS, &self.tags.boxes, emit);
            pack_list(RULES, self.rules(), emit);
        }
    }
}

/// A world that comes in chunks.
#[derive(Default)]
pub(crate) struct WorldUnpacker {
    triangles: Vec<Triangle>,
    boxes: Vec<Obb>,
    bvh: Bvh,
    tags: Labels,
    rules: Vec<(u32, SurfaceRules)>,
}

impl WorldUnpacker {
    /// Adds the next chunk. `None` if it is damaged or not of a world.
    pub fn add(&mut self, tag: u8, chunk: &[u8]) -> Option<()> {
        match tag {
            TRIANGLES => unpack_list(&mut self.triangles, chunk),
            BOXES => unpack_list(&mut self.boxes, chunk),
            TRIANGLE_TAGS => unpack_list(&mut self.tags.triangles, chunk),
            BOX_TAGS => unpack_list(&mut self.tags.boxes, chunk),
            RULES => unpack_list(&mut self.rules, chunk),
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
            tags,
            rules,
        } = self;
        bvh.is_sound(triangles.len(), boxes.len()).then_some(World {
            triangles: Arc::new(triangles),
            boxes: Arc::new(boxes),
            bvh: Arc::new(bvh),
            tags: Arc::new(tags),
            rules: RuleBook::of(&rules),
            revision: Revision::next(),
            ..World::default()
        })
    }
}
