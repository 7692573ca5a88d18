//! A box that drives along a path.
//!
//! Where it is follows from one number, how far along its path it is: so a mover's whole state is that
//! distance, which way it drives, and what is in its way.

use glam::{DMat3, DVec3};

use super::BoxId;
use crate::geometry::{Aabb, Obb, Placement, Polyline};

/// A path that rises more steeply than this has no heading: what drives along it does not turn; the
/// level share of its direction. Smaller: a lift that sways by rounding spins; larger: steep ramps
/// do not turn a car.
const LEAST_HEADING: f64 = 1e-6;

/// What a mover does at the end of its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PathEnd {
    /// It stays there.
    Stop,
    /// It drives back, and there and back again.
    #[default]
    Return,
    /// It begins again at the start. A path that ends where it begins is a round.
    Restart,
}

impl PathEnd {
    /// All of them with the names that files use.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("stop", Self::Stop),
        ("return", Self::Return),
        ("restart", Self::Restart),
    ];
}

/// What a mover does when its box meets another box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnHit {
    /// It stands there as long as the other is in the way.
    #[default]
    Stop,
    /// It drives the other way.
    Return,
    /// It drives through.
    Pass,
}

impl OnHit {
    /// All of them with the names that files use.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("stop", Self::Stop),
        ("return", Self::Return),
        ("pass", Self::Pass),
    ];
}

/// Which box a mover has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoxFit {
    /// An OBB: it turns with the mover.
    #[default]
    Oriented,
    /// An AABB: around that, along X, Y and Z.
    Aligned,
}

impl BoxFit {
    /// Both with the names that files use.
    pub const NAMES: [(&'static str, Self); 2] =
        [("oriented", Self::Oriented), ("aligned", Self::Aligned)];
}

/// What a mover is, and where it drives.
#[derive(Clone, Debug, PartialEq)]
pub struct MoverPlan {
    /// Where the origin of its mesh goes.
    pub path: Polyline,
    /// Along the path; m/s.
    pub speed: f64,
    /// The bounds of its mesh, in the mesh's own space; metres.
    pub bounds: Aabb,
    /// How the mesh is turned before it drives.
    pub rotation: DMat3,
    /// Factors along the mesh's own axes, each above 0.
    pub scale: DVec3,
    /// Whether its local -Z looks along the path.
    pub turn: bool,
    /// What it does at the end of its path.
    pub on_end: PathEnd,
    /// What it does when it meets another box.
    pub on_hit: OnHit,
}

/// A box that drives along a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    plan: MoverPlan,
    /// Half of how far it reaches along the path; metres.
    half_wheelbase: f64,
    start: Obb,
}

impl Mover {
    /// The mover of `plan`. `None` when its box cannot be: a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::geometry::{Aabb, Polyline};
    /// use sidle::glam::{DMat3, DVec3};
    /// use sidle::world::{Mover, MoverPlan, OnHit, PathEnd};
    /// let mover = Mover::new(MoverPlan {
    ///     path: Polyline::new([DVec3::ZERO, DVec3::X * 10.0]).unwrap(),
    ///     speed: 2.0,
    ///     bounds: Aabb::from_points([DVec3::new(-1.0, 0.0, -2.0), DVec3::new(1.0, 1.0, 2.0)]).unwrap(),
    ///     rotation: DMat3::IDENTITY,
    ///     scale: DVec3::ONE,
    ///     turn: true,
    ///     on_end: PathEnd::Return,
    ///     on_hit: OnHit::Stop,
    /// });
    /// // 4 m along, its nose to +X: what was its length along Z now lies along X.
    /// let obb = mover.unwrap().obb(4.0);
    /// assert_eq!(obb.center(), DVec3::new(4.0, 0.5, 0.0));
    /// assert_eq!(obb.axes().z_axis, DVec3::NEG_X);
    /// ```
    pub fn new(plan: MoverPlan) -> Option<Self> {
        let half = plan.bounds.half_extents() * plan.scale;
        let ahead = plan.rotation.transpose() * DVec3::Z;
        // Before its heading is known.
        let placement = Placement {
            position: plan.path.points()[0],
            rotation: plan.rotation,
            scale: plan.scale,
        };
        let mut mover = Self {
            half_wheelbase: ahead.abs().dot(half),
            start: Obb::from_bounds(&plan.bounds, &placement)?,
            plan,
        };
        mover.start = Obb::from_bounds(&mover.plan.bounds, &mover.placement(0.0))?;
        Some(mover)
    }

    /// What it is, and where it drives.
    pub fn plan(&self) -> &MoverPlan {
        &self.plan
    }

    /// Whether its path is a round, which it never ends.
    pub fn goes_round(&self) -> bool {
        self.plan.on_end == PathEnd::Restart && self.plan.path.is_closed()
    }

    /// Where its mesh stands, `distance` metres along the path.
    pub fn placement(&self, distance: f64) -> Placement {
        Placement {
            position: self.axle(distance),
            rotation: self.heading(distance) * self.plan.rotation,
            scale: self.plan.scale,
        }
    }

    /// The OBB around its mesh, `distance` metres along the path.
    pub fn obb(&self, distance: f64) -> Obb {
        let placed = Obb::from_bounds(&self.plan.bounds, &self.placement(distance));
        placed.unwrap_or(self.start)
    }

    /// The rotation that lets -Z look along the path. It is as if the mover had an axle at each of its
    /// ends, both on the path: so it turns round a corner and does not jump.
    fn heading(&self, distance: f64) -> DMat3 {
        if !self.plan.turn {
            return DMat3::IDENTITY;
        }
        let back = self.axle(distance - self.half_wheelbase);
        let front = self.axle(distance + self.half_wheelbase);
        let way = (front - back).try_normalize();
        let way = way.unwrap_or_else(|| self.plan.path.direction_at(distance));
        let right = way.cross(DVec3::Y);
        let level = right.length();
        if level < LEAST_HEADING {
            return DMat3::IDENTITY;
        }
        let right = right / level;
        DMat3::from_cols(right, right.cross(way), -way)
    }

    /// The point `distance` metres along the path, or round it.
    fn axle(&self, distance: f64) -> DVec3 {
        let length = self.plan.path.length();
        let inside = (0.0..=length).contains(&distance);
        if inside || !self.goes_round() {
            return self.plan.path.point_at(distance);
        }
        // Once round is enough: a mover longer than its path has no heading worth the name.
        let wrapped = if distance < 0.0 {
            distance + length
        } else {
            distance - length
        };
        self.plan.path.point_at(wrapped)
    }
}

/// What is in a mover's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Another box.
    Box(BoxId),
    /// The player, who cannot give way.
    Player,
}

/// Where a mover is between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoverState {
    /// How far along its path; metres.
    pub distance: f64,
    /// Whether it drives towards the start of its path.
    pub backward: bool,
    /// What stopped it in the last tick.
    pub blocked_by: Option<Obstacle>,
    /// Which box it has.
    pub fit: BoxFit,
}

/// A mover on its way: what it is, which box of the world it is, and where it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct DrivenMover {
    /// What it is, and where it drives.
    pub mover: Mover,
    /// Its box in the world.
    pub id: BoxId,
    /// Where it is.
    pub state: MoverState,
    /// How far along its path it was a tick ago; metres. Less than nothing after the seam of a round.
    pub previous: f64,
}

impl DrivenMover {
    /// The `mover` at the start of its path; the world has its box as `id`.
    pub fn new(mover: Mover, id: BoxId) -> Self {
        Self {
            mover,
            id,
            state: MoverState::default(),
            previous: 0.0,
        }
    }

    /// Its box, `distance` metres along the path.
    pub fn obb(&self, distance: f64) -> Obb {
        let oriented = self.mover.obb(distance);
        match self.state.fit {
            BoxFit::Oriented => oriented,
            BoxFit::Aligned => oriented.aligned(),
        }
    }

    /// How far along its path it was at a `share` of the last tick, from 0 at its start to 1 at its end;
    /// metres.
    pub fn distance_at(&self, share: f64) -> f64 {
        self.previous + (self.state.distance - self.previous) * share
    }

    /// Takes it back to the start of its path, with this box.
    pub fn restart(&mut self, fit: BoxFit) {
        self.previous = 0.0;
        self.state = MoverState {
            fit,
            ..MoverState::default()
        };
    }

    /// How the mover took what is at `point` along in a tick of `dt` seconds; m/s.
    pub fn velocity_at(&self, point: DVec3, dt: f64) -> DVec3 {
        let before = self.obb(self.previous);
        let after = self.obb(self.state.distance);
        (point - before.to_world(after.to_local(point))) / dt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A car of 2 x 1 x 4 m that stands on its origin.
    fn car(points: &[(f64, f64, f64)], on_end: PathEnd) -> Mover {
        let points = points.iter().map(|(x, y, z)| DVec3::new(*x, *y, *z));
        let corners = [DVec3::new(-1.0, 0.0, -2.0), DVec3::new(1.0, 1.0, 2.0)];
        Mover::new(MoverPlan {
            path: Polyline::new(points).unwrap(),
            speed: 1.0,
            bounds: Aabb::from_points(corners).unwrap(),
            rotation: DMat3::IDENTITY,
            scale: DVec3::ONE,
            turn: true,
            on_end,
            on_hit: OnHit::Stop,
        })
        .unwrap()
    }

    #[test]
    fn along_minus_z_nothing_is_turned_and_uphill_the_nose_is_up() {
        let level = car(&[(0.0, 0.0, 0.0), (0.0, 0.0, -9.0)], PathEnd::Stop);
        assert_eq!(level.obb(3.0).axes(), DMat3::IDENTITY);
        let uphill = car(&[(0.0, 0.0, 0.0), (0.0, 3.0, -4.0)], PathEnd::Stop);
        let axes = uphill.obb(2.5).axes();
        assert!((axes * DVec3::NEG_Z).abs_diff_eq(DVec3::new(0.0, 0.6, -0.8), 1e-15));
        assert!((axes * DVec3::X).abs_diff_eq(DVec3::X, 1e-15));
    }

    #[test]
    fn a_lift_does_not_turn() {
        let lift = car(&[(0.0, 0.0, 0.0), (0.0, 5.0, 0.0)], PathEnd::Return);
        assert_eq!(lift.obb(2.0).axes(), DMat3::IDENTITY);
        assert_eq!(lift.obb(2.0).center(), DVec3::new(0.0, 2.5, 0.0));
    }

    #[test]
    fn round_a_corner_the_heading_turns_without_a_jump() {
        let mover = car(
            &[(0.0, 0.0, 0.0), (0.0, 0.0, -10.0), (10.0, 0.0, -10.0)],
            PathEnd::Stop,
        );
        let ahead = |distance| mover.obb(distance).axes() * DVec3::NEG_Z;
        assert_eq!(ahead(7.9), DVec3::NEG_Z);
        assert!(ahead(12.1).abs_diff_eq(DVec3::X, 1e-15));
        // On the corner both axles are 2 m away from it.
        let half = DVec3::new(1.0, 0.0, -1.0).normalize();
        assert!(ahead(10.0).abs_diff_eq(half, 1e-15));
        let mut last = ahead(0.0);
        for step in 1..2000 {
            let next = ahead(f64::from(step) * 0.01);
            assert!(last.distance(next) < 0.01, "{step}");
            last = next;
        }
    }

    #[test]
    fn a_round_has_no_seam() {
        let corners = [
            (0.0, 0.0, 0.0),
            (0.0, 0.0, -10.0),
            (10.0, 0.0, -10.0),
            (0.0, 0.0, 0.0),
        ];
        let round = car(&corners, PathEnd::Restart);
        assert!(round.goes_round());
        let length = round.plan().path.length();
        let (start, end) = (round.obb(0.0), round.obb(length));
        assert!(start.center().abs_diff_eq(end.center(), 1e-12));
        assert!(start.axes().abs_diff_eq(end.axes(), 1e-12));
        // As a way to and fro it has one, where both axles stand on the path's end.
        assert!(!car(&corners, PathEnd::Return).goes_round());
    }

    #[test]
    fn a_way_straight_back_still_has_a_heading() {
        let mover = car(
            &[(0.0, 0.0, 0.0), (5.0, 0.0, 0.0), (0.0, 0.0, 0.0)],
            PathEnd::Stop,
        );
        assert_eq!(mover.obb(5.0).axes() * DVec3::NEG_Z, DVec3::NEG_X);
    }
}
