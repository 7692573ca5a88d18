//! Platforms, boxes that carry those who stand on them, and how a body rides one.

use glam::{DMat3, DQuat, DVec3};

use super::{Contacts, PlayerState, Ride};
use crate::geometry::Obb;
use crate::geometry::float::max;
use crate::tolerance::WALL_COS;
use crate::world::{BoxId, ColliderId, DrivenMover, Surface};

/// A box that moves, and carries those who stand on it.
pub trait Platform {
    /// Its box in the world.
    fn id(&self) -> BoxId;

    /// The velocity of its point at `point` in the last tick, which took `dt` seconds; m/s. A platform that turns moves
    /// faster farther out.
    fn velocity_at(&self, point: DVec3, dt: f64) -> DVec3;
}

impl<P: Platform + ?Sized> Platform for &P {
    fn id(&self) -> BoxId {
        (**self).id()
    }

    fn velocity_at(&self, point: DVec3, dt: f64) -> DVec3 {
        (**self).velocity_at(point, dt)
    }
}

impl Platform for DrivenMover {
    fn id(&self) -> BoxId {
        self.id
    }

    fn velocity_at(&self, point: DVec3, dt: f64) -> DVec3 {
        DrivenMover::velocity_at(self, point, dt)
    }
}

/// A platform that the game moves by the game's animation, with [`Driver::move_to`](super::Driver::move_to).
///
/// # Example
/// ```
/// use sidle::{geometry::{Obb, rotation_from_degrees}, glam::DVec3, world::{BoxId, World}};
/// use sidle::player::{Driver, KinematicBox, Platform, Scratch};
/// // A turntable turns to the left, by 3 degrees in a tick of a sixtieth of a second: half a turn in a second.
/// let pose = |deg| {
///     let rotation = rotation_from_degrees(DVec3::Y * deg);
///     Obb::new(DVec3::ZERO, rotation, DVec3::new(3.0, 0.1, 3.0)).unwrap()
/// };
/// let (mut world, mut table) = (World::new(vec![], vec![pose(0.0)]), KinematicBox::new(BoxId(0), pose(0.0)));
/// let moved = Driver::new().move_to(&mut world, &mut table, pose(3.0), &mut [], &mut Scratch::new());
/// assert_eq!((moved, table.obb()), (Ok(()), pose(3.0)));
/// let rim = table.velocity_at(DVec3::X * 2.0, 1.0 / 60.0);
/// assert!((rim.length() - 2.0 * std::f64::consts::PI).abs() < 1e-2 && rim.z < 0.0);
/// ```
#[doc(alias = "moving platform")]
#[doc(alias = "kinematic body")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KinematicBox {
    id: BoxId,
    before: Obb,
    obb: Obb,
}

impl KinematicBox {
    /// The platform whose box in the world is `id`, at rest in the pose `obb`.
    #[must_use]
    pub fn new(id: BoxId, obb: Obb) -> Self {
        Self {
            id,
            before: obb,
            obb,
        }
    }

    /// Its box in the world.
    pub fn id(&self) -> BoxId {
        self.id
    }

    /// Where it is, where it was sent, or as far as it came.
    pub fn obb(&self) -> Obb {
        self.obb
    }

    /// Where it was a tick ago.
    pub fn before(&self) -> Obb {
        self.before
    }

    /// Begins a tick's way to the pose `to`, and returns how far its fastest corner moves; metres.
    pub(super) fn begin(&mut self, to: Obb) -> f64 {
        self.before = self.obb;
        let corner = |obb: &Obb, side: DVec3| obb.to_world(obb.half_extents() * side);
        let ways = [1.0, -1.0].into_iter().flat_map(|x| {
            let sides = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
            sides.map(|(y, z)| DVec3::new(x, y, z))
        });
        let chords = ways.map(|side| corner(&to, side).distance(corner(&self.obb, side)));
        let longest = chords.fold(0.0, max);
        if to.axes() == self.obb.axes() {
            longest
        } else {
            // In half a turn, the fastest part of an arc is about twice as fast as its chord.
            longest * 2.0
        }
    }

    /// The pose at `share` of the way from the pose before this tick to `to`.
    pub(super) fn pose_at(&self, to: &Obb, share: f64) -> Obb {
        if share >= 1.0 {
            return *to;
        }
        let from = &self.before;
        let between = |one: DVec3, other: DVec3| one + (other - one) * share;
        let axes = if from.axes() == to.axes() {
            to.axes()
        } else {
            let (first, last) = (DQuat::from_mat3(&from.axes()), DQuat::from_mat3(&to.axes()));
            let near = if first.dot(last) < 0.0 { -last } else { last };
            DMat3::from_quat((first * (1.0 - share) + near * share).normalize())
        };
        let center = between(from.center(), to.center());
        let half_extents = between(from.half_extents(), to.half_extents());
        Obb::new(center, axes, half_extents).unwrap_or(*to)
    }

    /// Sets where it is now.
    pub(super) fn reach(&mut self, obb: Obb) {
        self.obb = obb;
    }
}

impl Platform for KinematicBox {
    fn id(&self) -> BoxId {
        self.id
    }

    fn velocity_at(&self, point: DVec3, dt: f64) -> DVec3 {
        self.obb.velocity_since(&self.before, point, dt)
    }
}

/// Finds the platform that carries the body after its tick of `dt` seconds, and makes the body's velocity relative to
/// it, the last part of a tick, after the platforms have moved and [`advance`](super::advance()) has returned
/// `contacts`.
///
/// A body that leaves a platform, by a jump, a step or because it turns away, keeps the platform's velocity. A body that steps
/// from one platform onto another keeps its own velocity in the world. Of several platforms underfoot, the flattest surface
/// decides, and the first of equals; one at rest comes before all.
///
/// # Example
/// See [`Driver`](super::Driver).
pub fn ride<P: Platform>(state: &mut PlayerState, contacts: &Contacts, platforms: &[P], dt: f64) {
    let ride = platform(state, contacts, platforms).map(|platform| Ride {
        platform: platform.id(),
        velocity: platform.velocity_at(state.position, dt),
    });
    let before = core::mem::replace(&mut state.ride, ride);
    let platform = |ride: Option<Ride>| ride.map(|ride| ride.platform);
    if platform(before) == platform(ride) {
        return;
    }
    let velocity = |ride: Option<Ride>| ride.map(|ride| ride.velocity).unwrap_or_default();
    state.velocity += velocity(before) - velocity(ride);
    if let Some(normal) = state.ground.support() {
        state.velocity -= normal * state.velocity.dot(normal);
    }
}

/// The platform on which the body stands, if the flattest surface that it touches belongs to one. Of equally flat surfaces,
/// one at rest counts before those of platforms, and the platforms count in order.
fn platform<'p, P: Platform>(
    state: &PlayerState,
    contacts: &Contacts,
    platforms: &'p [P],
) -> Option<&'p P> {
    if !state.ground.stands() {
        return None;
    }
    let touching = contacts.touching().iter();
    let facing_up = touching.filter(|surface| surface.normal.y > WALL_COS);
    let flattest = facing_up
        .clone()
        .fold(0.0, |flattest, surface| max(flattest, surface.normal.y));
    let place_of = |surface: &Surface| {
        let is_of = |platform: &P| surface.collider == ColliderId::Box(platform.id());
        platforms.iter().position(is_of)
    };
    let equals = facing_up.filter(|surface| surface.normal.y == flattest);
    // `None`, a surface at rest, is the least.
    let place = equals.map(place_of).min().flatten()?;
    platforms.get(place)
}
