//! What a mover gets: its world, its body and the boxes that move.

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Tuning};
use sidle::world::{BoxId, ColliderId, TriangleId, World};

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
    /// What stops a body only from above.
    pub one_way: OneWay,
}

/// The triangles and boxes that stop a body only from above: when the whole body is above a face.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OneWay {
    /// Where they are among the triangles of a [`Setup`].
    pub triangles: Vec<u32>,
    /// Their ids.
    pub boxes: Vec<u32>,
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
            one_way: OneWay::default(),
        }
    }

    /// With the triangles and boxes of `world`, in which the id of a box is its index. Sensors are left out, because they stop
    /// nobody.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, player::Tuning};
    /// use sidle::world::{BoxId, ColliderId, SurfaceRules, World};
    /// use sidle_movers::Setup;
    /// let cube = |x| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let mut world = World::new(vec![], vec![cube(0.0), cube(5.0), cube(9.0)]);
    /// world.set_surface_rules(1, SurfaceRules { sensor: true, ..SurfaceRules::default() });
    /// world.set_surface_rules(2, SurfaceRules { one_way: true, ..SurfaceRules::default() });
    /// world.set_tag(ColliderId::Box(BoxId(0)), 1);
    /// world.set_tag(ColliderId::Box(BoxId(2)), 2);
    /// let setup = Setup::new(60, Tuning::default()).with_world(&world);
    /// let ids: Vec<_> = setup.boxes.iter().map(|(id, _)| *id).collect();
    /// assert_eq!((ids, setup.one_way.boxes), (vec![1, 2], vec![2]));
    /// ```
    #[must_use]
    pub fn with_world(self, world: &World) -> Self {
        let rules = |collider| world.surface_rules(world.tag(collider));
        let (mut triangles, mut boxes, mut one_way) = (Vec::new(), Vec::new(), OneWay::default());
        for (number, triangle) in (0..).zip(world.triangles()) {
            let rules = rules(ColliderId::Triangle(TriangleId(number)));
            if rules.sensor {
                continue;
            }
            if rules.one_way {
                one_way.triangles.push(triangles.len() as u32);
            }
            triangles.push(triangle.vertices());
        }
        for (id, obb) in (0..).zip(world.boxes()) {
            let rules = rules(ColliderId::Box(BoxId(id)));
            if rules.sensor {
                continue;
            }
            if rules.one_way {
                one_way.boxes.push(id);
            }
            boxes.push((id, *obb));
        }
        Self {
            triangles,
            boxes,
            one_way,
            ..self
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
            // An upright box has the reference point of a capsule of its size, and other programs know a box by its middle.
            BodyShape::Capsule | BodyShape::Box => SetupBody::Capsule { radius, height },
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
