//! What a mover gets: its world, its body and the boxes that move.

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Tuning};

/// The world, the body and the tuning of a mover.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Ticks per second; at least 1. A tick says its own length.
    pub hz: u32,
    /// The feel that the mover should have, as far as it has such numbers. Its size is that of the body.
    pub tuning: Tuning,
    /// Whether the body is the box of `tuning` instead of its sphere.
    pub boxed: bool,
    /// Solid triangles, counter-clockwise seen from the front; metres. They may be degenerate.
    pub triangles: Vec<[DVec3; 3]>,
    /// Solid boxes with their ids, each of which may move later.
    pub boxes: Vec<(u32, Obb)>,
}

/// The body that a mover moves; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SetupBody {
    /// A sphere.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// An upright capsule.
    Capsule {
        /// Its radius.
        radius: f64,
        /// From bottom to top.
        height: f64,
    },
    /// A box along the axes of the world.
    Box {
        /// Half its size.
        half_extents: DVec3,
    },
}

impl Setup {
    /// An empty world.
    #[must_use]
    pub fn new(hz: u32, tuning: Tuning) -> Self {
        Self {
            hz: hz.max(1),
            tuning,
            boxed: false,
            triangles: Vec::new(),
            boxes: Vec::new(),
        }
    }

    /// The same world for the body that one of our controllers has.
    #[must_use]
    pub fn for_controller(self, controller: Controller) -> Self {
        Self {
            boxed: controller == Controller::Boxed,
            ..self
        }
    }

    /// The body.
    ///
    /// # Example
    /// ```
    /// use sidle::player::{BodyShape, Tuning};
    /// use sidle_movers::{Setup, SetupBody};
    /// let person = Tuning { body: BodyShape::Capsule, radius: 0.3, height: 1.8, ..Tuning::default() };
    /// assert_eq!(Setup::new(60, person).body(), SetupBody::Capsule { radius: 0.3, height: 1.8 });
    /// ```
    #[must_use]
    pub fn body(&self) -> SetupBody {
        let Tuning { radius, height, .. } = self.tuning;
        match self.tuning.body {
            _ if self.boxed => SetupBody::Box {
                half_extents: self.tuning.box_half_extents.unwrap_or(DVec3::splat(radius)),
            },
            BodyShape::Sphere => SetupBody::Sphere { radius },
            BodyShape::Capsule => SetupBody::Capsule { radius, height },
        }
    }
}

/// A box that has moved in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovedBox {
    /// Its id in the [`Setup`].
    pub id: u32,
    /// Where it is at the end of the tick.
    pub obb: Obb,
    /// The velocity of its centre during the tick; m/s.
    pub velocity: DVec3,
}
