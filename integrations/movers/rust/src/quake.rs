//! Quake III's rules of movement, written from their description, on the casts of sidle: they test the rules, and neither the
//! collision nor the code of id Software.
//!
//! 32 of its units are a metre. Its numbers: a gap of 1/8 unit, 4 rounds, 5 planes, planes that bounce by 1.001, acceleration 10 and
//! 1 in the air, friction 6, ground within 1/4 unit. The height of steps, the limit of slopes, gravity and speeds are those of the
//! scene. It moves the capsule or sphere of the scene, while the game has a box.

use sidle::geometry::{Capsule, Triangle};
use sidle::glam::DVec3;
use sidle::player::{Command, Mode, Tuning};
use sidle::world::{BoxId, World, floor_cos};
use sidle_movers::{Can, Hello, MovedBox, Mover, MoverError, MoverGround, Saved, Setup, State};

use crate::walk::{Walker, names, size_of, wish};

/// A unit of Quake; metres.
const UNIT: f64 = 1.0 / 32.0;

/// The gap in front of a plane at which a trace ends; metres.
const GAP: f64 = UNIT / 8.0;

/// How far below the body its ground is looked for; metres.
const GROUND: f64 = UNIT / 4.0;

/// A velocity that leads into a plane by less does not count; m/s.
const TOWARDS: f64 = 0.1 * UNIT;

/// A body that leaves its ground faster is in the air; m/s.
const KICKOFF: f64 = 10.0 * UNIT;

/// Below this speed, friction takes as much as at it; as a share of the speed of a walk, which is 320 units a second in the game.
const STOP_SPEED: f64 = 100.0 / 320.0;

/// How much more than its part into a plane a velocity loses.
const OVERCLIP: f64 = 1.001;

const FRICTION: f64 = 6.0;
const ACCELERATE: f64 = 10.0;
const AIR_ACCELERATE: f64 = 1.0;
const BUMPS: usize = 4;
const PLANES: usize = 5;

pub struct Quake {
    world: World,
    /// The ids of the boxes, each at the index of its box in the world.
    ids: Vec<u32>,
    tuning: Tuning,
    /// Of the body with its gap; metres.
    radius: f64,
    segment: f64,
    gap: f64,
    dt: f64,
    /// Its place and velocity.
    body: Walker,
    ground: Ground,
}

/// What is right under the body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ground {
    None,
    Steep(DVec3),
    Floor(DVec3),
}

impl Ground {
    fn normal(self) -> Option<DVec3> {
        match self {
            Self::None => None,
            Self::Steep(normal) | Self::Floor(normal) => Some(normal),
        }
    }
}

/// The velocity without its part into a plane, and a little off it.
fn clipped(velocity: DVec3, normal: DVec3) -> DVec3 {
    let into = velocity.dot(normal);
    let taken = if into < 0.0 {
        into * OVERCLIP
    } else {
        into / OVERCLIP
    };
    velocity - normal * taken
}

/// The velocity along all planes that it would enter: along the first of them, along the line where two meet, or none at all.
fn along(planes: &[DVec3], velocity: DVec3) -> Option<(DVec3, impl Fn(DVec3) -> DVec3)> {
    let enters = |velocity: DVec3, plane: DVec3| velocity.dot(plane) < TOWARDS;
    let first = (0..planes.len()).find(|&first| enters(velocity, planes[first]))?;
    let mut line = None;
    let mut second = None;
    let mut slid = clipped(velocity, planes[first]);
    for other in (0..planes.len()).filter(|&other| other != first) {
        if !enters(slid, planes[other]) {
            continue;
        }
        slid = clipped(slid, planes[other]);
        second = Some(other);
        // Back into the first: only the line is left.
        if slid.dot(planes[first]) < 0.0 {
            let direction = planes[first].cross(planes[other]).normalize_or_zero();
            slid = direction * direction.dot(velocity);
            line = Some(direction);
            let third = (0..planes.len())
                .find(|&third| third != first && third != other && enters(slid, planes[third]));
            if third.is_some() {
                slid = DVec3::ZERO;
                line = Some(DVec3::ZERO);
                break;
            }
        }
    }
    let planes = [Some(first), second].map(|index| index.map(|index| planes[index]));
    let same = move |velocity: DVec3| match line {
        Some(direction) => direction * direction.dot(velocity),
        None => planes.into_iter().flatten().fold(velocity, clipped),
    };
    Some((slid, same))
}

impl Quake {
    pub fn new() -> Self {
        Self {
            world: World::default(),
            ids: Vec::new(),
            tuning: Tuning::default(),
            radius: 1.0,
            segment: 0.0,
            gap: GAP,
            dt: 1.0 / 60.0,
            body: Walker::default(),
            ground: Ground::None,
        }
    }

    /// Where a body ends that moves by `motion`, at its gap from the first plane, with the fraction of the motion and the plane.
    fn trace(&self, start: DVec3, motion: DVec3) -> (DVec3, f64, Option<DVec3>) {
        let body = Capsule::new(start, self.radius + self.gap, self.segment);
        match body.and_then(|body| self.world.sweep_capsule(&body, motion)) {
            Some((_, hit)) => (hit.center, hit.fraction, Some(hit.normal)),
            None => (start + motion, 1.0, None),
        }
    }

    /// Looks for the ground right under the body.
    fn find_ground(&mut self) {
        let Walker {
            position, velocity, ..
        } = self.body;
        let (_, _, plane) = self.trace(position, DVec3::NEG_Y * (GROUND * self.gap / GAP));
        self.ground = match plane {
            Some(normal) if velocity.y > 0.0 && velocity.dot(normal) > KICKOFF => Ground::None,
            Some(normal) if normal.y < floor_cos(self.tuning.max_slope_deg) => {
                Ground::Steep(normal)
            }
            Some(normal) => Ground::Floor(normal),
            None => Ground::None,
        };
        self.body.grounded = matches!(self.ground, Ground::Floor(_));
    }

    /// Slides along up to [`PLANES`] planes. Returns whether there was any in the way.
    fn slide(&mut self, dt: f64, gravity: f64) -> bool {
        let mut planes: Vec<DVec3> = self.ground.normal().into_iter().collect();
        let mut end_velocity = self.body.velocity - DVec3::Y * gravity * dt;
        if gravity > 0.0 {
            // Half of the fall of a tick counts in it.
            self.body.velocity.y = f64::midpoint(self.body.velocity.y, end_velocity.y);
            if let Some(normal) = self.ground.normal() {
                self.body.velocity = clipped(self.body.velocity, normal);
            }
        }
        // It never turns against its first velocity.
        planes.extend(self.body.velocity.try_normalize());
        let (mut left, mut bumps) = (dt, 0);
        for _ in 0..BUMPS {
            let (end, fraction, plane) = self.trace(self.body.position, self.body.velocity * left);
            self.body.position = end;
            let Some(normal) = plane else {
                break;
            };
            bumps += 1;
            left -= left * fraction;
            if planes.len() >= PLANES {
                self.body.velocity = DVec3::ZERO;
                return true;
            }
            // The same plane again: a nudge, for edges that are not quite flat.
            if planes.iter().any(|plane| plane.dot(normal) > 0.99) {
                self.body.velocity += normal * UNIT;
                continue;
            }
            planes.push(normal);
            if let Some((slid, same)) = along(&planes, self.body.velocity) {
                self.body.velocity = slid;
                end_velocity = same(end_velocity);
                if slid == DVec3::ZERO {
                    return true;
                }
            }
        }
        if gravity > 0.0 {
            self.body.velocity = end_velocity;
        }
        bumps > 0
    }

    /// Slides, and over a step if something is in the way.
    fn step_slide(&mut self, dt: f64, gravity: f64) {
        let start = self.body;
        if !self.slide(dt, gravity) {
            return;
        }
        let step = DVec3::Y * self.tuning.step_height;
        let (_, _, below) = self.trace(start.position, -step);
        // Nobody steps up while in the air.
        let stands = below.is_some_and(|normal| normal.y >= floor_cos(self.tuning.max_slope_deg));
        if self.body.velocity.y > 0.0 && !stands {
            return;
        }
        let (top, fraction, _) = self.trace(start.position, step);
        self.body = Walker {
            position: top,
            ..start
        };
        self.slide(dt, gravity);
        let (end, _, plane) = self.trace(self.body.position, -step * fraction);
        self.body.position = end;
        if let Some(normal) = plane {
            self.body.velocity = clipped(self.body.velocity, normal);
        }
    }

    fn accelerate(&mut self, dt: f64, direction: DVec3, speed: f64, gain: f64) {
        let missing = speed - self.body.velocity.dot(direction);
        let added = missing.min(gain * dt * speed).max(0.0);
        self.body.velocity += direction * added;
    }

    fn take_friction(&mut self, dt: f64) {
        let velocity = self.body.velocity;
        let level = DVec3::new(velocity.x, 0.0, velocity.z);
        let speed = if self.body.grounded {
            level.length()
        } else {
            velocity.length()
        };
        if speed < UNIT {
            (self.body.velocity.x, self.body.velocity.z) = (0.0, 0.0);
        } else if self.body.grounded {
            let drop = speed.max(self.tuning.walk_speed * STOP_SPEED) * FRICTION * dt;
            self.body.velocity *= (speed - drop).max(0.0) / speed;
        }
    }

    fn walk(&mut self, dt: f64, command: &Command) {
        if let (Ground::Floor(_), true) = (self.ground, command.jump) {
            self.ground = Ground::None;
            self.body.grounded = false;
            self.body.velocity.y = self.tuning.jump_speed;
        }
        self.take_friction(dt);
        let wish = wish(command, &self.tuning);
        let (direction, speed) = wish.normalize_and_length();
        if let Ground::Floor(normal) = self.ground {
            let direction = clipped(direction, normal).normalize_or_zero();
            self.accelerate(dt, direction, speed, ACCELERATE);
            // A slope changes the direction, and not the speed.
            let length = self.body.velocity.length();
            self.body.velocity = clipped(self.body.velocity, normal).normalize_or_zero() * length;
            if self.body.velocity.x != 0.0 || self.body.velocity.z != 0.0 {
                self.step_slide(dt, 0.0);
            }
        } else {
            self.accelerate(dt, direction, speed, AIR_ACCELERATE);
            if let Ground::Steep(normal) = self.ground {
                self.body.velocity = clipped(self.body.velocity, normal);
            }
            self.step_slide(dt, self.tuning.gravity);
        }
    }

    fn state(&self) -> State {
        State {
            ground: match self.ground {
                Ground::None => MoverGround::None,
                Ground::Steep(_) => MoverGround::Steep,
                Ground::Floor(_) => MoverGround::Floor,
            },
            ..self.body.state(self.body.velocity)
        }
    }
}

impl Mover for Quake {
    fn hello(&mut self) -> Result<Hello, MoverError> {
        Ok(Hello {
            name: "Quake's rules".to_owned(),
            version: "of Quake III, on the casts of sidle".to_owned(),
            can: Can {
                tick: true,
                move_by: true,
                save: true,
                ..Can::default()
            },
            // It has no rule that brings a body out of something, and none that keeps a walker on stairs and crests.
            lacks: names(&[
                "inside",
                "snapping/stairs",
                "snapping/spiral",
                "snapping/crest",
            ]),
        })
    }

    fn padding(&self) -> f64 {
        self.gap
    }

    fn world(&mut self, setup: &Setup) -> Result<(), MoverError> {
        (self.radius, self.segment) = size_of(setup)?;
        // For a smaller body than a person's, the gap is smaller.
        self.gap = GAP * (self.radius / 0.3).min(1.0);
        let corners = setup.triangles.iter();
        let triangles =
            corners.filter_map(|corners| Triangle::new(corners.map(|corner| corner.as_vec3())));
        let boxes = setup.boxes.iter().map(|(_, obb)| *obb);
        self.world = World::new(triangles.collect(), boxes.collect());
        self.ids = setup.boxes.iter().map(|(id, _)| *id).collect();
        self.tuning = setup.tuning;
        self.dt = 1.0 / f64::from(setup.hz);
        Ok(())
    }

    fn reset(&mut self, position: DVec3, velocity: DVec3, _: f64) -> Result<State, MoverError> {
        self.body = Walker::new(position, velocity);
        self.ground = Ground::None;
        Ok(self.state())
    }

    fn tick(
        &mut self,
        dt: f64,
        command: &Command,
        boxes: &[MovedBox],
    ) -> Result<State, MoverError> {
        for moved in boxes {
            if let Some(at) = self.ids.iter().position(|id| *id == moved.id) {
                self.world.move_box(BoxId(at as u32), moved.obb);
            }
        }
        if command.mode == Mode::Fly {
            self.ground = Ground::None;
            self.body.velocity = wish(command, &self.tuning);
            self.slide(dt, 0.0);
            return Ok(self.state());
        }
        self.find_ground();
        self.walk(dt, command);
        self.find_ground();
        Ok(self.state())
    }

    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError> {
        self.body = Walker::new(position, motion / self.dt);
        self.ground = Ground::None;
        self.slide(self.dt, 0.0);
        Ok(self.state())
    }

    fn save(&mut self) -> Result<Saved, MoverError> {
        Ok(self.body.saved())
    }

    fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        self.body.load(saved)?;
        self.find_ground();
        Ok(self.state())
    }
}
