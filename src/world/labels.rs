//! What a caller attaches to colliders: the layers that filters choose by.

use super::{ColliderId, Revision, World};

/// A number for each collider. It takes memory only from the first collider on that has another number than the rest.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    triangles: Vec<u32>,
    boxes: Vec<u32>,
}

impl Labels {
    /// The number of `collider`; `usual` if it has none.
    #[inline]
    pub fn get(&self, collider: ColliderId, usual: u32) -> u32 {
        let (list, place) = match collider {
            ColliderId::Triangle(id) => (&self.triangles, id.0),
            ColliderId::Box(id) => (&self.boxes, id.0),
        };
        list.get(place as usize).copied().unwrap_or(usual)
    }

    /// Gives `collider`, which exists, the number `label`.
    fn set(&mut self, collider: ColliderId, label: u32, usual: u32) {
        let (list, place) = match collider {
            ColliderId::Triangle(id) => (&mut self.triangles, id.0 as usize),
            ColliderId::Box(id) => (&mut self.boxes, id.0 as usize),
        };
        if place >= list.len() {
            if label == usual {
                return;
            }
            list.resize(place + 1, usual);
        }
        list[place] = label;
    }

    /// Whether no collider has a number.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty() && self.boxes.is_empty()
    }

    /// Whether every collider has the same number in both.
    pub fn equal(&self, other: &Self, usual: u32) -> bool {
        let same = |one: &[u32], other: &[u32]| {
            let number = |list: &[u32], place: usize| list.get(place).copied().unwrap_or(usual);
            let count = one.len().max(other.len());
            (0..count).all(|place| number(one, place) == number(other, place))
        };
        same(&self.triangles, &other.triangles) && same(&self.boxes, &other.boxes)
    }
}

/// The layers of a collider whose layers were never set: all of them.
pub(super) const ALL_LAYERS: u32 = u32::MAX;

impl World {
    /// The layers that `collider` is on, a bit for each. At first, these are all 32.
    #[must_use]
    pub fn layers(&self, collider: ColliderId) -> u32 {
        self.layers.get(collider, ALL_LAYERS)
    }

    /// Puts `collider` on these layers, a bit for each. Returns whether the collider exists.
    ///
    /// A [`Filter`](super::Filter) meets it if its mask has one of these bits. A collider on no layer is met by no filter:
    /// it is out of the world until it is put on a layer again. Takes no longer than the change of a number; the first
    /// call makes a table of 4 bytes for each triangle, or for each box, up to this one.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, World}};
    /// let door = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let mut world = World::new(vec![], vec![door]);
    /// let (door, ball) = (ColliderId::Box(BoxId(0)), Sphere::new(DVec3::ZERO, 0.5).unwrap());
    /// assert_eq!(world.layers(door), u32::MAX);
    /// assert!(world.fits(ball).is_err());
    /// assert!(world.set_layers(door, 0)); // the door vanishes
    /// assert!(world.fits(ball).is_ok());
    /// assert!(!world.set_layers(ColliderId::Box(BoxId(1)), 1));
    /// ```
    pub fn set_layers(&mut self, collider: ColliderId, layers: u32) -> bool {
        let exists = self.number(collider).is_some();
        if exists {
            self.layers.set(collider, layers, ALL_LAYERS);
            self.revision = Revision::next();
        }
        exists
    }

    /// Whether the layers of any collider were set.
    pub(super) fn has_layers(&self) -> bool {
        !self.layers.is_empty()
    }
}
