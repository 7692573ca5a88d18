//! The contacts of a move or a tick.

use glam::DVec3;

use crate::geometry::float::max;
use crate::tolerance::{SAME_NORMAL_COS, WALL_COS};
use crate::world::{ColliderId, Hit, Surface, World};

/// The contacts of a move or a tick, the surfaces touched at its end, all planes that blocked it, the sensors passed,
/// and the pushes.
///
/// # Example
/// ```
/// use sidle::{sim::Sim, world::World};
/// let mut sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// sim.tick(&Default::default());
/// assert!(sim.contacts().touching().is_empty() && sim.contacts().planes().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contacts {
    touching: Vec<Surface>,
    planes: Vec<DVec3>,
    /// The least `normal.y` of a floor, for the plane of the same index. `None`, or none there: the walker's own.
    floor_cos: Vec<Option<f64>>,
    sensors: Vec<ColliderId>,
    pushes: Vec<Push>,
    landing: Option<Landing>,
    climbed: f64,
    dropped: f64,
}

/// How a player came to stand on the ground, for sounds, a camera that gives way, and damage by a fall.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Landing {
    /// The velocity with which it came; m/s. That of the end of the tick, as if nothing had been met, so it may be too
    /// fast by gravity times the tick.
    pub velocity: DVec3,
    /// Unit normal of the ground, towards the player.
    pub normal: DVec3,
    /// How long the player had not stood; seconds. The tick of the landing counts as a whole. A landing of
    /// [`step_and_slide`](fn@super::step_and_slide), which does not know what came before, has that tick alone.
    pub air_time: f64,
}

impl Landing {
    /// The speed of the impact; m/s; 0 or more.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.speed_onto(DVec3::ZERO)
    }

    /// The same on ground that moves with this velocity, such as that of the player's [`Ride`](super::Ride); m/s.
    #[must_use]
    pub fn speed_onto(&self, ground_velocity: DVec3) -> f64 {
        max((ground_velocity - self.velocity).dot(self.normal), 0.0)
    }
}

/// A push of a moving body against a collider. An engine applies the impulse to the collider's body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Push {
    /// The pushed collider.
    pub collider: ColliderId,
    /// Where; metres.
    pub point: DVec3,
    /// The impulse on the collider's body, against the contact normal; kg·m/s. In
    /// [`move_and_slide`](fn@super::move_and_slide), kg·m, divide it by the duration of the motion.
    pub impulse: DVec3,
    /// Unit normal from the world to the body.
    pub normal: DVec3,
    /// The speed of both against the normal afterwards; m/s, or metres as above.
    pub speed: f64,
}

impl Push {
    /// The inelastic push of a body of mass `own` into `hit`, which has a mass and a velocity. `None` if they move
    /// apart, or one of them cannot be moved by the other.
    pub(super) fn new(hit: &Hit, own: f64, mass: f64, velocity: DVec3) -> Option<Self> {
        let closing = (velocity - hit.velocity).dot(hit.normal);
        let strength = closing / (1.0 / own + 1.0 / mass);
        let moves = own > 0.0 && mass > 0.0 && strength > 0.0 && strength.is_finite();
        moves.then(|| Self {
            collider: hit.collider,
            point: hit.point,
            impulse: hit.normal * -strength,
            normal: hit.normal,
            speed: -hit.velocity.dot(hit.normal) - strength / own,
        })
    }
}

impl Contacts {
    /// The surfaces that the body touches at the end, sorted by id.
    pub fn touching(&self) -> &[Surface] {
        &self.touching
    }

    /// The touched surface that a body at `position`, which stands, stands on. The rules of its tag are those that the
    /// body follows. Of all below the body it is the flattest; of equally flat ones the nearest to the middle of the
    /// body; of equally near ones that with the lowest tag. So the order of the colliders decides nothing.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, sim::Sim, world::{BoxId, ColliderId, World}};
    /// let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(9.0, 0.5, 9.0)).unwrap();
    /// let mut sim = Sim::new(World::new(vec![], vec![floor]), Default::default(), Default::default(), 120);
    /// sim.tick(&Default::default());
    /// let below = sim.contacts().underfoot(sim.world(), sim.player().position);
    /// assert_eq!(below.map(|surface| surface.collider), Some(ColliderId::Box(BoxId(0))));
    /// ```
    #[must_use]
    pub fn underfoot(&self, world: &World, position: DVec3) -> Option<&Surface> {
        let level_distance_squared = |surface: &Surface| {
            let way = surface.point - position;
            way.x * way.x + way.z * way.z
        };
        let below = self.touching.iter();
        let below = below.filter(|surface| surface.normal.y > WALL_COS);
        below.min_by(|a, b| {
            let by_tilt = b.normal.y.total_cmp(&a.normal.y);
            by_tilt
                .then_with(|| level_distance_squared(a).total_cmp(&level_distance_squared(b)))
                .then_with(|| world.tag(a.collider).cmp(&world.tag(b.collider)))
        })
    }

    /// The unit normals of all planes that blocked the motion, each once. Planes of surfaces with different
    /// [slope limits](crate::world::SurfaceRules::max_slope_deg) are different ones.
    pub fn planes(&self) -> &[DVec3] {
        &self.planes
    }

    /// The sensors that the body touched anywhere between its places at the start and at the end, each once, sorted by
    /// id. They blocked nothing. See [`SurfaceRules::sensor`](crate::world::SurfaceRules::sensor).
    pub fn sensors(&self) -> &[ColliderId] {
        &self.sensors
    }

    /// The body's pushes, in the order of the hits. See
    /// [`FilteredWorld::on_hit`](crate::world::FilteredWorld::on_hit).
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// The landing of a player who did not stand before this tick, and does now. At a spawn in the air or just above
    /// the ground, that is the end of the first fall.
    ///
    /// # Example
    /// Who falls by 5 m comes down with `√(2·20·5)` m/s:
    /// ```
    /// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, sim::Sim, world::World};
    /// let floor = Obb::new(DVec3::Y * -6.5, DMat3::IDENTITY, DVec3::new(9.0, 1.0, 9.0)).unwrap();
    /// let mut sim = Sim::new(World::new(vec![], vec![floor]), Default::default(), Default::default(), 120);
    /// let landing = loop {
    ///     sim.tick(&Default::default());
    ///     if let Some(landing) = sim.contacts().landing() {
    ///         break *landing;
    ///     }
    /// };
    /// assert!((landing.speed() - 200.0_f64.sqrt()).abs() < 20.0 / 120.0);
    /// assert!((landing.air_time - 0.5_f64.sqrt()).abs() < 1.0 / 120.0);
    /// ```
    pub fn landing(&self) -> Option<&Landing> {
        self.landing.as_ref()
    }

    /// How far steps have raised the walker in this tick; metres; 0 or more. A camera that eases up stairs begins this
    /// far below its place.
    pub fn climbed(&self) -> f64 {
        self.climbed
    }

    /// How far the walker has followed the ground straight down in this tick, as on the way down stairs; metres; 0 or more.
    pub fn dropped(&self) -> f64 {
        self.dropped
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        self.touching.clear();
        self.planes.clear();
        self.floor_cos.clear();
        self.sensors.clear();
        self.pushes.clear();
        self.landing = None;
        (self.climbed, self.dropped) = (0.0, 0.0);
    }

    /// Whether no walk has begun since they were cleared.
    #[inline]
    pub(super) fn are_clear(&self) -> bool {
        self.planes.is_empty() && self.changes() == (0.0, 0.0)
    }

    /// Copies what a walk finds from `other`. Both are clear but for that.
    pub(super) fn copy_walk(&mut self, other: &Self) {
        self.clear();
        self.touching.extend_from_slice(&other.touching);
        self.planes.extend_from_slice(&other.planes);
        self.floor_cos.extend_from_slice(&other.floor_cos);
        self.set_changes(other.changes());
    }

    /// Notes a landing, whose time the end of the tick adds.
    #[cold]
    pub(super) fn land(&mut self, velocity: DVec3, normal: DVec3) {
        self.landing = Some(Landing {
            velocity,
            normal,
            air_time: 0.0,
        });
    }

    /// Notes how long the player has not stood before its landing, if there was one in this tick of `dt` seconds.
    #[inline]
    pub(super) fn time_landing(&mut self, before: f64, dt: f64) {
        if let Some(landing) = &mut self.landing {
            landing.air_time = before + dt;
        }
    }

    /// Notes a step.
    pub(super) fn add_climb(&mut self, rise: f64) {
        self.climbed += rise;
    }

    /// Notes that the walker has followed the ground down.
    pub(super) fn add_drop(&mut self, drop: f64) {
        self.dropped += drop;
    }

    /// How far the walker has climbed and dropped; metres.
    pub(super) fn changes(&self) -> (f64, f64) {
        (self.climbed, self.dropped)
    }

    /// Sets both, for a walker whose motion is repeated or undone.
    pub(super) fn set_changes(&mut self, changes: (f64, f64)) {
        (self.climbed, self.dropped) = changes;
    }

    /// Adds a push.
    pub(super) fn add_push(&mut self, push: Push) {
        self.pushes.push(push);
    }

    /// Keeps the first `count` pushes only.
    pub(super) fn keep_pushes(&mut self, count: usize) {
        self.pushes.truncate(count);
    }

    /// Keeps the first `count` planes only, as after a try.
    pub(super) fn keep_planes(&mut self, count: usize) {
        self.planes.truncate(count);
        self.floor_cos.truncate(count);
    }

    /// Adds the normal of a plane that blocks the motion, unless it is there already.
    pub(super) fn add_plane(&mut self, normal: DVec3) {
        if self
            .planes
            .iter()
            .all(|known| known.dot(normal) < SAME_NORMAL_COS)
        {
            self.planes.push(normal);
        }
    }

    /// Adds the normal of a plane that blocks the motion, and the least `normal.y` of a floor there, unless both are there
    /// already.
    #[cold]
    pub(super) fn add_plane_of(&mut self, normal: DVec3, floor_cos: f64) {
        self.floor_cos.resize(self.planes.len(), None);
        let is_other = |(known, limit): (&DVec3, &Option<f64>)| {
            known.dot(normal) < SAME_NORMAL_COS || *limit != Some(floor_cos)
        };
        if self.planes.iter().zip(&self.floor_cos).all(is_other) {
            self.planes.push(normal);
            self.floor_cos.push(Some(floor_cos));
        }
    }

    /// The planes that blocked the motion, each with the least `normal.y` of a floor there, which is `usual` unless
    /// the surface has a separate limit.
    pub(super) fn planes_with_limits(&self, usual: f64) -> impl Iterator<Item = (DVec3, f64)> {
        let limit = move |place: usize| {
            self.floor_cos
                .get(place)
                .copied()
                .flatten()
                .unwrap_or(usual)
        };
        let planes = self.planes.iter().enumerate();
        planes.map(move |(place, normal)| (*normal, limit(place)))
    }

    /// Removes the touched surfaces that are farther away than `reach`; metres.
    pub(super) fn keep_touching(&mut self, reach: f64) {
        self.touching.retain(|surface| surface.separation <= reach);
    }

    /// The sensors, for the caller to fill.
    pub(super) fn sensors_mut(&mut self) -> &mut Vec<ColliderId> {
        &mut self.sensors
    }

    /// The touched surfaces, for the caller to fill.
    pub(super) fn touching_mut(&mut self) -> &mut Vec<Surface> {
        &mut self.touching
    }
}
