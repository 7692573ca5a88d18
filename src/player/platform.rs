//! Platforms, boxes that carry those who stand on them, and how a body rides one.

use glam::{DMat3, DQuat, DVec3};

use super::{Contacts, Ground, PlayerState, Ride};
use crate::geometry::Obb;
use crate::geometry::float::max;
use crate::tolerance::WALL_COS;
use crate::world::{BoxId, ColliderId, DrivenMover, Surface};

/// Two contacts are on the same side of a ladder if their normals have at least this cosine. Smaller: a platform next to the
/// ladder carries the climber; larger: rounding lets go of the one that moves.
const SAME_SIDE_COS: f64 = 0.99;

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

/// A body of the world that has moved, such as another player, as a platform for those who stand on it.
///
/// [`carry`](super::carry()) takes them along, and [`ride`] then lets them keep its velocity when they leave.
///
/// # Example
/// A player stands on the head of another one, who walks away below:
/// ```
/// use sidle::{geometry::Sphere, glam::DVec3, world::World};
/// use sidle::player::{Command, MovedBody, PlayerState, Scratch, Tuning, advance, carry, ride};
/// let (mut world, tuning, mut scratch) = (World::default(), Tuning::default(), Scratch::new());
/// let at = |z| Sphere::new(DVec3::new(0.0, 0.0, z), 0.5).unwrap();
/// let id = world.add_body(at(0.0)).unwrap();
/// let mut rider = PlayerState { position: DVec3::Y * 1.0001, ..PlayerState::default() };
/// for tick in 1..=60 {
///     let moved = DVec3::Z * 0.01;
///     world.move_body(id, at(f64::from(tick) * moved.z));
///     if rider.ride.is_some_and(|ride| ride.platform == id) {
///         carry(&world, &tuning, &mut rider, moved, id, &mut scratch);
///     }
///     let contacts = advance(&world, &tuning, &mut rider, &Command::default(), 1.0 / 60.0, &mut scratch, None);
///     ride(&mut rider, contacts, &[MovedBody { id, moved }], 1.0 / 60.0);
/// }
/// // The first tick finds the ground only.
/// assert!((rider.position - DVec3::new(0.0, 1.0, 0.6)).length() < 0.03, "{rider:?}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovedBody {
    /// Its id in the world.
    pub id: BoxId,
    /// Its displacement in the last tick; metres.
    pub moved: DVec3,
}

impl Platform for MovedBody {
    fn id(&self) -> BoxId {
        self.id
    }

    fn velocity_at(&self, _point: DVec3, dt: f64) -> DVec3 {
        let velocity = self.moved / dt;
        if velocity.is_finite() {
            velocity
        } else {
            DVec3::ZERO
        }
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
    let under = || platform_under(contacts.touching(), platforms);
    let platform = match state.ground {
        Ground::Ladder { normal } | Ground::Mantle { normal } => {
            platform_held(contacts.touching(), platforms, normal)
        }
        _ => state.ground.stands().then(under).flatten(),
    };
    let ride = platform.map(|platform| Ride {
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
    state.leaving = state.speed_off_ground();
}

/// The platform whose side the body holds as a ladder with this unit normal.
#[cold]
fn platform_held<'p, P: Platform>(
    touching: &[Surface],
    platforms: &'p [P],
    normal: DVec3,
) -> Option<&'p P> {
    let is_held = |surface: &&Surface| surface.normal.dot(normal) > SAME_SIDE_COS;
    let is_of = |platform: &&P| {
        let mut held = touching.iter().filter(is_held);
        held.any(|surface| surface.collider == ColliderId::Box(platform.id()))
    };
    platforms.iter().find(is_of)
}

/// The platform that carries a body which stands on one of the surfaces that it touches, if the flattest of these belongs to a
/// platform. Of equally flat surfaces, one at rest counts before those of platforms, and the platforms count in order.
///
/// [`ride`] asks this for a player. For any other body, the velocity of the platform is
/// [`Platform::velocity_at`], and [`carry_body`](super::carry_body()) takes it along.
///
/// # Example
/// A body that a game moves itself lets a lift carry it up:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, World}};
/// use sidle::player::{Body, KinematicBox, MoveSettings, Scratch};
/// use sidle::player::{body_gives_way, carry_body, move_and_slide, platform_under};
/// let slab = |y| Obb::new(DVec3::Y * y, DMat3::IDENTITY, DVec3::new(3.0, 0.1, 3.0)).unwrap();
/// let (mut world, body) = (World::new(vec![], vec![slab(-0.6)]), Body::sphere(0.5).unwrap());
/// let (lift, mut position, mut scratch) = (KinematicBox::new(BoxId(0), slab(-0.6)), DVec3::ZERO, Scratch::new());
/// let settings = MoveSettings::default();
/// for tick in 1..=60 {
///     // Where it stands, the lift carries it. Where the lift meets it, it gives way.
///     let down = DVec3::Y * -0.01;
///     let rest = move_and_slide(&world, body, position, down, &settings, &mut scratch, None);
///     position = rest.position;
///     let rides = platform_under(rest.contacts.touching(), &[lift]).is_some();
///     world.move_box(BoxId(0), slab(-0.6 + f64::from(tick) / 60.0));
///     if rides {
///         carry_body(&world, body, &mut position, DVec3::Y / 60.0, BoxId(0), &mut scratch);
///     }
///     body_gives_way(&world, body, &mut position, BoxId(0), &mut scratch).unwrap();
/// }
/// assert!((position.y - 1.0).abs() < 1e-3);
/// ```
#[must_use]
pub fn platform_under<'p, P: Platform>(touching: &[Surface], platforms: &'p [P]) -> Option<&'p P> {
    let facing_up = touching
        .iter()
        .filter(|surface| surface.normal.y > WALL_COS);
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
