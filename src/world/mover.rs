//! A mover: a box that drives along a path.
//!
//! Its pose is a function of the distance driven along the path. Its whole state is that distance,
//! its direction, and the obstacle in its way.

use glam::{DMat3, DVec3};

use super::BoxId;
use crate::geometry::{Aabb, Obb, Placement, Polyline};

/// A path steeper than this has no heading, and a mover on it does not turn; the horizontal part of
/// the unit direction. Smaller: rounding makes a lift spin; larger: cars do not turn on steep
/// ramps.
const MIN_HEADING: f64 = 1e-6;

/// The reaction of a mover at the end of its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PathEnd {
    /// Stop at the end.
    Stop,
    /// Reverse, again and again.
    #[default]
    Return,
    /// Restart at the beginning. A path that ends where it begins is a loop.
    Restart,
}

impl PathEnd {
    /// All variants with their names in level files.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("stop", Self::Stop),
        ("return", Self::Return),
        ("restart", Self::Restart),
    ];
}

/// The reaction of a mover when its box meets another box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnHit {
    /// Wait until the other box is out of the way.
    #[default]
    Stop,
    /// Reverse.
    Return,
    /// Pass through.
    Pass,
}

impl OnHit {
    /// All variants with their names in level files.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("stop", Self::Stop),
        ("return", Self::Return),
        ("pass", Self::Pass),
    ];
}

/// The kind of collision box that a mover has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BoxFit {
    /// An OBB that turns with the mover.
    #[default]
    Oriented,
    /// An AABB around that OBB.
    Aligned,
}

impl BoxFit {
    /// Both variants with their names in level files.
    pub const NAMES: [(&'static str, Self); 2] =
        [("oriented", Self::Oriented), ("aligned", Self::Aligned)];
}

/// The definition of a mover: its shape, path and behaviour.
#[derive(Clone, Debug, PartialEq)]
pub struct MoverDesc {
    /// The path of its mesh's origin.
    pub path: Polyline,
    /// Speed along the path; m/s.
    pub speed: f64,
    /// The bounds of its mesh in mesh space; metres.
    pub bounds: Aabb,
    /// The rotation of its mesh before the heading applies.
    pub rotation: DMat3,
    /// Scale factors along the mesh's own axes, each above 0.
    pub scale: DVec3,
    /// Whether its local -Z turns to face along the path.
    pub turn: bool,
    /// The behaviour at the end of the path.
    pub on_end: PathEnd,
    /// The behaviour when it meets another box.
    pub on_hit: OnHit,
}

/// A box that drives along a path.
#[doc(alias = "moving platform")]
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    desc: MoverDesc,
    /// The rotation of the place to which it and its path belong: its Y axis is up for the mover.
    pub(crate) frame: DMat3,
    /// Half of its extent along the path; metres.
    half_wheelbase: f64,
    start: Obb,
}

impl Mover {
    /// The mover of `desc`. `None` when its box is invalid, because a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::geometry::{Aabb, Polyline};
    /// use sidle::glam::{DMat3, DVec3};
    /// use sidle::world::{Mover, MoverDesc, OnHit, PathEnd};
    /// let mover = Mover::new(MoverDesc {
    ///     path: Polyline::new([DVec3::ZERO, DVec3::X * 10.0]).unwrap(),
    ///     speed: 2.0,
    ///     bounds: Aabb::from_points([DVec3::new(-1.0, 0.0, -2.0), DVec3::new(1.0, 1.0, 2.0)]).unwrap(),
    ///     rotation: DMat3::IDENTITY,
    ///     scale: DVec3::ONE,
    ///     turn: true,
    ///     on_end: PathEnd::Return,
    ///     on_hit: OnHit::Stop,
    /// });
    /// // 4 m along the path its nose points to +X: its length along Z now lies along X.
    /// let obb = mover.unwrap().obb(4.0);
    /// assert_eq!(obb.center(), DVec3::new(4.0, 0.5, 0.0));
    /// assert_eq!(obb.axes().z_axis, DVec3::NEG_X);
    /// ```
    pub fn new(desc: MoverDesc) -> Option<Self> {
        Self::in_frame(desc, DMat3::IDENTITY)
    }

    /// The mover of `desc` in a place with the rotation `frame`, which the path has already.
    pub(crate) fn in_frame(desc: MoverDesc, frame: DMat3) -> Option<Self> {
        let half = desc.bounds.half_extents() * desc.scale;
        let ahead = desc.rotation.transpose() * DVec3::Z;
        // The heading is not known yet.
        let placement = Placement {
            position: desc.path.points()[0],
            rotation: desc.rotation,
            scale: desc.scale,
        };
        let mut mover = Self {
            half_wheelbase: ahead.abs().dot(half),
            start: Obb::from_bounds(&desc.bounds, &placement)?,
            frame,
            desc,
        };
        mover.start = Obb::from_bounds(&mover.desc.bounds, &mover.placement(0.0))?;
        Some(mover)
    }

    /// The mover's definition. The place of a prefab turns it further.
    pub fn desc(&self) -> &MoverDesc {
        &self.desc
    }

    /// Whether its path is a loop without an end.
    pub fn is_loop(&self) -> bool {
        self.desc.on_end == PathEnd::Restart && self.desc.path.is_closed()
    }

    /// The transform of its mesh, `distance` metres along the path.
    #[must_use]
    pub fn placement(&self, distance: f64) -> Placement {
        Placement {
            position: self.axle(distance),
            rotation: self.heading(distance) * self.desc.rotation,
            scale: self.desc.scale,
        }
    }

    /// The OBB around its mesh, `distance` metres along the path.
    #[must_use]
    pub fn obb(&self, distance: f64) -> Obb {
        let placed = Obb::from_bounds(&self.desc.bounds, &self.placement(distance));
        placed.unwrap_or(self.start)
    }

    /// The rotation that turns -Z along the path. The mover has an axle at each end, both on the
    /// path, so it turns through a corner without a jump.
    fn heading(&self, distance: f64) -> DMat3 {
        if !self.desc.turn {
            return self.frame;
        }
        let back = self.axle(distance - self.half_wheelbase);
        let front = self.axle(distance + self.half_wheelbase);
        let way = (front - back).try_normalize();
        let way = way.unwrap_or_else(|| self.desc.path.direction_at(distance));
        let right = way.cross(self.frame.y_axis);
        let level = right.length();
        if level < MIN_HEADING {
            return self.frame;
        }
        let right = right / level;
        DMat3::from_cols(right, right.cross(way), -way)
    }

    /// The point `distance` metres along the path, wrapped on a loop.
    fn axle(&self, distance: f64) -> DVec3 {
        let length = self.desc.path.length();
        let inside = (0.0..=length).contains(&distance);
        if inside || !self.is_loop() {
            return self.desc.path.point_at(distance);
        }
        // One lap is enough: a mover longer than its path has no usable heading.
        let wrapped = if distance < 0.0 {
            distance + length
        } else {
            distance - length
        };
        self.desc.path.point_at(wrapped)
    }
}

/// An obstacle in a mover's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Obstacle {
    /// Another box.
    Box(BoxId),
    /// A player without room to give way.
    Player,
}

/// A mover's state between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoverState {
    /// Distance along its path; metres.
    pub distance: f64,
    /// Whether it drives towards the start of its path.
    pub backward: bool,
    /// The obstacle that stopped it in the last tick.
    pub blocked_by: Option<Obstacle>,
    /// The kind of its collision box.
    pub fit: BoxFit,
}

/// A mover in a world with its definition, its box and its state.
#[doc(alias = "moving platform")]
#[derive(Clone, Debug, PartialEq)]
pub struct DrivenMover {
    /// The mover's definition.
    pub mover: Mover,
    /// Its box in the world.
    pub id: BoxId,
    /// Its state.
    pub state: MoverState,
    /// Its distance along the path a tick ago; metres. Negative after it crossed the seam of a
    /// loop.
    pub previous: f64,
}

impl DrivenMover {
    /// The `mover` at the start of its path, whose box in the world is `id`.
    pub fn new(mover: Mover, id: BoxId) -> Self {
        Self {
            mover,
            id,
            state: MoverState::default(),
            previous: 0.0,
        }
    }

    /// Its collision box, `distance` metres along the path.
    #[must_use]
    pub fn obb(&self, distance: f64) -> Obb {
        let oriented = self.mover.obb(distance);
        match self.state.fit {
            BoxFit::Oriented => oriented,
            BoxFit::Aligned => oriented.aligned(),
        }
    }

    /// The interpolated distance along its path at `share` of the last tick, from 0 at its start to
    /// 1 at its end; metres.
    #[must_use]
    pub fn interpolated_distance(&self, share: f64) -> f64 {
        self.previous + (self.state.distance - self.previous) * share
    }

    /// Moves it back to the start of its path, with this kind of box.
    pub fn restart(&mut self, fit: BoxFit) {
        self.previous = 0.0;
        self.state = MoverState {
            fit,
            ..MoverState::default()
        };
    }

    /// The velocity at which the mover carried `point` in a tick of `dt` seconds; m/s.
    #[must_use]
    pub fn velocity_at(&self, point: DVec3, dt: f64) -> DVec3 {
        let before = self.obb(self.previous);
        let after = self.obb(self.state.distance);
        after.velocity_since(&before, point, dt)
    }
}

#[cfg(test)]
mod tests;
