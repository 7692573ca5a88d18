//! What the structs of the header are in the library, with checks of every number.

use sidle::geometry::Obb;
use sidle::geometry::angle::BinaryAngle;
use sidle::glam::{DQuat, DVec3};
use sidle::player::{
    Axis, Body, Command, Controller, Ground, MAX_COORDINATE, Mode, PlayerState, Ride, StepSettings,
    WalkState,
};
use sidle::world::{
    BoxId, ColliderId, Filter, PlacedBody, Surface, SurfaceRules, TriangleId, Zone, ZoneAction,
};

use crate::failure::{Code, Failure, Shown};
use crate::types::{
    CommandDesc, Contact, FilterDesc, Hit, Shape, State, StepSettingsDesc, SurfaceRulesDesc, Walk,
    WaterDesc,
};
use crate::worlds::Scene;

/// The bit of a collider that is a box or another body.
const BODY: u32 = 1 << 31;

/// No collider.
pub(crate) const NO_COLLIDER: u32 = u32::MAX;

/// The smallest size of a shape; metres.
const MIN_SIZE: f64 = 1e-9;

/// The largest size of a shape; metres.
const MAX_SIZE: f64 = 1e9;

/// How far the length of a quaternion of single precision may be from 1.
const QUATERNION_MARGIN: f64 = 1e-3;

pub(crate) const SPHERE: u32 = 0;
pub(crate) const CAPSULE: u32 = 1;
pub(crate) const BOX: u32 = 2;

/// The fastest current of water; m/s, along each axis.
const MAX_CURRENT: f64 = 1e3;

const NONE: u32 = 0;
const FLOOR: u32 = 1;
const STEEP: u32 = 2;
const WEDGED: u32 = 3;
const LADDER: u32 = 4;
const MANTLE: u32 = 5;

/// The number of a collider in the header.
pub(crate) fn number(collider: ColliderId) -> u32 {
    match collider {
        ColliderId::Triangle(id) => id.0,
        ColliderId::Box(id) => id.0 | BODY,
    }
}

/// The collider with this number; `None` for none.
pub(crate) fn collider(number: u32) -> Option<ColliderId> {
    match number {
        NO_COLLIDER => None,
        _ if number & BODY != 0 => Some(ColliderId::Box(BoxId(number & !BODY))),
        _ => Some(ColliderId::Triangle(TriangleId(number))),
    }
}

/// The body with this number, which need not exist.
pub(crate) fn body_id(number: u32, name: &str) -> Result<BoxId, Failure> {
    match collider(number) {
        Some(ColliderId::Box(id)) => Ok(id),
        _ => Err(Failure::new(
            Code::Collider,
            format!("`{name}` is {number:#x}, which is no body"),
        )),
    }
}

/// The number that is none, or the largest.
pub(crate) fn worst(numbers: [f64; 3]) -> Shown {
    let larger = |worst: f64, number: f64| {
        if worst.is_nan() || worst.abs() >= number.abs() {
            worst
        } else {
            number
        }
    };
    Shown(numbers.into_iter().fold(0.0, larger))
}

/// A vector whose numbers are finite and at most `limit`.
pub(crate) fn vector(numbers: [f64; 3], limit: f64, name: &str) -> Result<DVec3, Failure> {
    let vector = DVec3::from_array(numbers);
    if vector.abs().cmple(DVec3::splat(limit)).all() {
        Ok(vector)
    } else {
        Err(Failure::number(match worst(numbers) {
            Shown(worst) if worst.is_nan() => format!("`{name}` has a value that is not a number"),
            worst => format!("`{name}` has {worst}, beyond {}", Shown(limit)),
        }))
    }
}

/// A place in the world.
pub(crate) fn place(numbers: [f64; 3], name: &str) -> Result<DVec3, Failure> {
    vector(numbers, MAX_COORDINATE, name)
}

/// A number that is within a range, whose ends are allowed.
pub(crate) fn within(number: f64, [min, max]: [f64; 2], name: &str) -> Result<f64, Failure> {
    if (min..=max).contains(&number) {
        Ok(number)
    } else {
        let text = format!(
            "`{name}` is {}, not from {} to {}",
            Shown(number),
            Shown(min),
            Shown(max)
        );
        Err(Failure::number(text))
    }
}

/// The duration of a tick.
pub(crate) fn seconds(dt: f64) -> Result<f64, Failure> {
    within(dt, [0.0, 1.0], "dt")
}

/// A switch, 0 or 1.
pub(crate) fn switch(number: u32, name: &str) -> Result<bool, Failure> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Failure::number(format!("`{name}` is {number}, not 0 or 1"))),
    }
}

impl Shape {
    /// A sphere or a capsule.
    pub(crate) fn body(&self) -> Result<Body, Failure> {
        let size = |size, name| within(size, [MIN_SIZE, MAX_SIZE], name);
        let radius = || size(self.radius, "shape.radius");
        match self.kind {
            SPHERE => Body::sphere(radius()?),
            CAPSULE => Body::capsule(radius()?, size(self.height, "shape.height")?),
            BOX => {
                return Err(Failure::number(
                    "`shape` is a box; only a sphere or a capsule moves like this",
                ));
            }
            kind => return Err(Failure::number(format!("`shape.kind` is {kind}"))),
        }
        .ok_or_else(|| Failure::number("`shape.height` is less than twice `shape.radius`"))
    }

    /// The shape at a place.
    pub(crate) fn placed(&self, position: [f64; 3]) -> Result<PlacedBody, Failure> {
        let position = place(position, "position")?;
        if self.kind == BOX {
            return self.obb(position, "shape.").map(PlacedBody::Box);
        }
        let body = self.body()?;
        let placed = body.at(position).map(PlacedBody::Upright);
        placed.ok_or_else(|| Failure::number("`position` is not finite"))
    }

    /// The box around `center`. Messages name its fields with `prefix`.
    pub(crate) fn obb(&self, center: DVec3, prefix: &str) -> Result<Obb, Failure> {
        if self.kind != BOX {
            return Err(Failure::number("`shape` is no box"));
        }
        for half in self.half_extents {
            let name = format!("{prefix}half_extents");
            within(half, [MIN_SIZE, MAX_SIZE], &name)?;
        }
        let given = DQuat::from_array(self.rotation);
        let rotation = if self.rotation == [0.0; 4] {
            Some(DQuat::IDENTITY)
        } else {
            let is_unit = (given.length() - 1.0).abs() <= QUATERNION_MARGIN;
            is_unit.then(|| given.normalize())
        };
        rotation
            .and_then(|rotation| Obb::from_quaternion(center, rotation, self.half_extents.into()))
            .ok_or_else(|| Failure::number(format!("`{prefix}rotation` is no unit quaternion")))
    }

    /// The shape of a body of a world, and its place.
    pub(crate) fn of(body: &PlacedBody) -> (Self, [f64; 3]) {
        match body {
            PlacedBody::Upright(body) => {
                let (radius, rise) = (body.radius(), body.rise());
                let shape = Self {
                    kind: if rise > 0.0 { CAPSULE } else { SPHERE },
                    radius,
                    height: radius * 2.0 + rise,
                    ..Self::default()
                };
                (shape, body.base().to_array())
            }
            PlacedBody::Box(obb) => {
                let shape = Self {
                    kind: BOX,
                    half_extents: obb.half_extents().to_array(),
                    rotation: obb.to_quaternion().to_array(),
                    ..Self::default()
                };
                (shape, obb.center().to_array())
            }
        }
    }
}

/// The filter of a call; all colliders if there is none.
pub(crate) fn filter(desc: Option<FilterDesc>) -> Filter {
    desc.map_or(Filter::ALL, |desc| Filter {
        mask: desc.mask,
        except: collider(desc.except),
    })
}

impl SurfaceRulesDesc {
    pub(crate) const fn usual() -> Self {
        Self {
            friction: 1.0,
            conveyor: [0.0; 3],
            max_slope_deg: -1.0,
            step_height: -1.0,
            one_way: 0,
            sensor: 0,
            ladder: 0,
        }
    }

    pub(crate) fn rules(&self) -> Result<SurfaceRules, Failure> {
        let limit = |number: f64| (number >= 0.0 || number.is_nan()).then_some(number);
        let rules = SurfaceRules {
            friction: self.friction,
            one_way: switch(self.one_way, "rules.one_way")?,
            sensor: switch(self.sensor, "rules.sensor")?,
            conveyor: DVec3::from_array(self.conveyor),
            max_slope_deg: limit(self.max_slope_deg),
            step_height: limit(self.step_height),
            ladder: switch(self.ladder, "rules.ladder")?,
        };
        let wrong = || Failure::number("a number of `rules` is out of its range");
        rules.is_valid().then_some(rules).ok_or_else(wrong)
    }
}

impl WaterDesc {
    pub(crate) fn zone(&self) -> Result<Zone, Failure> {
        let shape = Shape {
            kind: BOX,
            half_extents: self.half_extents,
            rotation: self.rotation,
            ..Shape::default()
        };
        Ok(Zone {
            obb: shape.obb(place(self.position, "position")?, "")?,
            action: ZoneAction::Water {
                current: vector(self.current, MAX_CURRENT, "current")?,
            },
        })
    }
}

impl Hit {
    /// Nothing was hit: the whole way is free, and ends at `position`.
    pub(crate) const fn nothing(position: DVec3) -> Self {
        Self {
            fraction: 1.0,
            position: position.to_array(),
            point: position.to_array(),
            normal: [0.0; 3],
            collider: NO_COLLIDER,
            tag: 0,
        }
    }
}

impl Contact {
    pub(crate) fn of(surface: &Surface, scene: &Scene) -> Self {
        Self {
            point: surface.point.to_array(),
            normal: surface.normal.to_array(),
            separation: surface.separation,
            collider: number(surface.collider),
            tag: scene.world.tag(surface.collider),
        }
    }
}

/// The ground of a state.
fn ground(kind: u32, normal: [f64; 3]) -> Result<Ground, Failure> {
    let normal = DVec3::from_array(normal);
    match kind {
        NONE => Ok(Ground::None),
        FLOOR => Ok(Ground::Floor { normal }),
        STEEP => Ok(Ground::Steep { normal }),
        WEDGED => Ok(Ground::Wedged { normal }),
        LADDER => Ok(Ground::Ladder { normal }),
        MANTLE => Ok(Ground::Mantle { normal }),
        _ => Err(Failure::number(format!("`ground` is {kind}"))),
    }
}

/// The kind of the ground, and its normal.
fn ground_parts(ground: Ground) -> (u32, [f64; 3]) {
    let kind = match ground {
        Ground::None => NONE,
        Ground::Floor { .. } => FLOOR,
        Ground::Steep { .. } => STEEP,
        Ground::Wedged { .. } => WEDGED,
        Ground::Ladder { .. } => LADDER,
        Ground::Mantle { .. } => MANTLE,
    };
    (kind, ground.normal().unwrap_or_default().to_array())
}

impl Walk {
    pub(crate) fn of(walk: &WalkState) -> Self {
        let (ground, ground_normal) = ground_parts(walk.ground);
        Self {
            position: walk.position.to_array(),
            velocity: walk.velocity.to_array(),
            ground_normal,
            ground,
        }
    }

    pub(crate) fn state(&self) -> Result<WalkState, Failure> {
        let state = PlayerState {
            position: DVec3::from_array(self.position),
            velocity: DVec3::from_array(self.velocity),
            ground: ground(self.ground, self.ground_normal)?,
            ..PlayerState::default()
        };
        if let Some(part) = state.out_of_range() {
            return Err(Failure::number(format!(
                "the {part} of `walk` is out of range"
            )));
        }
        Ok(WalkState {
            position: state.position,
            velocity: state.velocity,
            ground: state.ground,
        })
    }
}

impl From<StepSettings> for StepSettingsDesc {
    fn from(settings: StepSettings) -> Self {
        Self {
            max_slope_deg: settings.max_slope_deg,
            step_height: settings.step_height,
            snap_distance: settings.snap_distance,
            launch_speed: settings.launch_speed,
            wish: settings.wish.to_array(),
            surf: u32::from(settings.surf),
        }
    }
}

impl StepSettingsDesc {
    pub(crate) fn settings(&self) -> Result<StepSettings, Failure> {
        let length = [0.0, 1e3];
        Ok(StepSettings {
            max_slope_deg: within(self.max_slope_deg, [0.0, 90.0], "settings.max_slope_deg")?,
            step_height: within(self.step_height, length, "settings.step_height")?,
            snap_distance: within(self.snap_distance, length, "settings.snap_distance")?,
            launch_speed: within(
                self.launch_speed,
                [0.0, f64::INFINITY],
                "settings.launch_speed",
            )?,
            wish: vector(self.wish, 1e9, "settings.wish")?,
            surf: switch(self.surf, "settings.surf")?,
        })
    }
}

impl CommandDesc {
    pub(crate) fn command(&self) -> Result<Command, Failure> {
        let axis = |value: f64, name| -> Result<Axis, Failure> {
            within(value, [-1.0, 1.0], name).map(Axis::new)
        };
        let angle = |radians: f64, name| -> Result<BinaryAngle, Failure> {
            within(radians, [-1e6, 1e6], name).map(BinaryAngle::from_radians)
        };
        Ok(Command {
            forward: axis(self.forward, "command.forward")?,
            right: axis(self.right, "command.right")?,
            up: axis(self.up, "command.up")?,
            yaw: angle(self.yaw, "command.yaw")?,
            pitch: angle(self.pitch, "command.pitch")?,
            mode: mode(switch(self.fly, "command.fly")?),
            jump: switch(self.jump, "command.jump")?,
            fast: switch(self.fast, "command.fast")?,
            ..Command::default()
        })
    }
}

fn mode(flies: bool) -> Mode {
    if flies { Mode::Fly } else { Mode::Walk }
}

impl State {
    pub(crate) fn of(state: &PlayerState) -> Self {
        // All fields by name, so that none that is added is forgotten.
        let PlayerState {
            position,
            velocity,
            yaw,
            pitch,
            mode,
            controller: _,
            ground,
            ride,
            coyote,
            jump_wanted,
            crouched,
            air_time,
            leaving,
            last_wall,
        } = *state;
        let (ground, ground_normal) = ground_parts(ground);
        let ride_velocity = ride.map(|ride| ride.velocity).unwrap_or_default();
        Self {
            position: position.to_array(),
            velocity: velocity.to_array(),
            ground_normal,
            ride_velocity: ride_velocity.to_array(),
            coyote,
            jump_wanted,
            air_time,
            leaving,
            last_wall: last_wall.unwrap_or_default().to_array(),
            yaw: yaw.bits(),
            pitch: pitch.bits(),
            ground,
            ride: ride.map_or(NO_COLLIDER, |ride| number(ColliderId::Box(ride.platform))),
            fly: u32::from(mode == Mode::Fly),
            crouched: u32::from(crouched),
        }
    }

    pub(crate) fn state(&self) -> Result<PlayerState, Failure> {
        let ride = match self.ride {
            NO_COLLIDER => None,
            ride => Some(Ride {
                platform: body_id(ride, "state.ride")?,
                velocity: DVec3::from_array(self.ride_velocity),
            }),
        };
        let last_wall = DVec3::from_array(self.last_wall);
        let state = PlayerState {
            position: DVec3::from_array(self.position),
            velocity: DVec3::from_array(self.velocity),
            yaw: BinaryAngle::from_bits(self.yaw),
            pitch: BinaryAngle::from_bits(self.pitch),
            mode: mode(switch(self.fly, "state.fly")?),
            controller: Controller::Swept,
            ground: ground(self.ground, self.ground_normal)?,
            ride,
            coyote: self.coyote,
            jump_wanted: self.jump_wanted,
            crouched: switch(self.crouched, "state.crouched")?,
            air_time: self.air_time,
            leaving: self.leaving,
            last_wall: (last_wall != DVec3::ZERO).then_some(last_wall),
        };
        match state.out_of_range() {
            None => Ok(state),
            Some(part) => Err(Failure::number(format!(
                "the {part} of `state` is out of range"
            ))),
        }
    }
}
