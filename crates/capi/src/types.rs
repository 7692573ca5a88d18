//! The structs of the header. `convert.rs` makes the library's types of them.
//!
//! `tests/header.rs` compares their fields with those of the header.

use crate::memory::plain;

/// `sidle_shape`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Shape {
    /// 0 sphere, 1 capsule, 2 box.
    pub kind: u32,
    /// Of a sphere or capsule; metres.
    pub radius: f64,
    /// Of a capsule, from bottom to top; metres.
    pub height: f64,
    /// Of a box; metres.
    pub half_extents: [f64; 3],
    /// Of a box: a unit quaternion, x, y, z, w. All zeros: not turned.
    pub rotation: [f64; 4],
}

/// `sidle_filter`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FilterDesc {
    /// The layers that are met.
    pub mask: u32,
    /// A collider that is left out.
    pub except: u32,
}

/// `sidle_surface_rules`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SurfaceRulesDesc {
    /// Factor on the acceleration along the ground.
    pub friction: f64,
    /// Carries those who stand on it; m/s.
    pub conveyor: [f64; 3],
    /// Degrees; below 0 for the tuning's.
    pub max_slope_deg: f64,
    /// Metres; below 0 for the tuning's.
    pub step_height: f64,
    /// Stops bodies from above only.
    pub one_way: u32,
    /// Stops nothing, and is reported.
    pub sensor: u32,
    /// Is climbed.
    pub ladder: u32,
}

/// `sidle_water`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct WaterDesc {
    /// Of the centre; metres.
    pub position: [f64; 3],
    /// Metres.
    pub half_extents: [f64; 3],
    /// A unit quaternion, x, y, z, w. All zeros: not turned.
    pub rotation: [f64; 4],
    /// m/s.
    pub current: [f64; 3],
}

/// `sidle_hit`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Hit {
    /// Share of the way.
    pub fraction: f64,
    /// The moved point or body there; metres.
    pub position: [f64; 3],
    /// The touched point; metres.
    pub point: [f64; 3],
    /// From the world to the body.
    pub normal: [f64; 3],
    /// The collider, or none.
    pub collider: u32,
    /// Its tag.
    pub tag: u32,
}

/// `sidle_contact`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Contact {
    /// The touched point; metres.
    pub point: [f64; 3],
    /// From the world to the body.
    pub normal: [f64; 3],
    /// Metres, negative in overlap.
    pub separation: f64,
    /// The collider.
    pub collider: u32,
    /// Its tag.
    pub tag: u32,
}

/// `sidle_move`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Move {
    /// Where the body is; metres.
    pub position: [f64; 3],
    /// The motion that the surfaces allow; metres.
    pub clipped_motion: [f64; 3],
    /// Why it ended.
    pub end: u32,
    /// How many surfaces it touches.
    pub contact_count: u32,
}

/// `sidle_walk`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Walk {
    /// Metres.
    pub position: [f64; 3],
    /// m/s.
    pub velocity: [f64; 3],
    /// Of the ground.
    pub ground_normal: [f64; 3],
    /// 0 none, 1 floor, 2 steep, 3 wedged, 4 ladder, 5 mantle.
    pub ground: u32,
}

/// `sidle_step_settings`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct StepSettingsDesc {
    /// Degrees.
    pub max_slope_deg: f64,
    /// Metres.
    pub step_height: f64,
    /// Metres.
    pub snap_distance: f64,
    /// m/s.
    pub launch_speed: f64,
    /// The wanted direction.
    pub wish: [f64; 3],
    /// Rides up on steep surfaces.
    pub surf: u32,
}

/// `sidle_tuning`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TuningDesc {
    /// 0 sphere, 1 capsule.
    pub body: u32,
    /// A crouch in the air pulls up the feet.
    pub crouch_lifts_feet: u32,
    /// Metres.
    pub radius: f64,
    /// Metres.
    pub height: f64,
    /// Metres.
    pub eye_height: f64,
    /// m/s.
    pub walk_speed: f64,
    /// m/s.
    pub fly_speed: f64,
    /// A factor.
    pub fast_factor: f64,
    /// m/s².
    pub ground_accel: f64,
    /// m/s².
    pub air_accel: f64,
    /// m/s².
    pub gravity: f64,
    /// m/s.
    pub jump_speed: f64,
    /// Seconds.
    pub coyote_time: f64,
    /// Seconds.
    pub jump_buffer: f64,
    /// Degrees.
    pub max_slope_deg: f64,
    /// Metres.
    pub step_height: f64,
    /// Metres.
    pub snap_distance: f64,
    /// Metres.
    pub crouch_height: f64,
    /// A factor.
    pub crouch_factor: f64,
    /// m/s.
    pub launch_speed: f64,
    /// m/s.
    pub wall_jump_speed: f64,
    /// Metres.
    pub mantle_height: f64,
    /// 1/s.
    pub ground_gain: f64,
    /// 1/s.
    pub ground_friction: f64,
    /// m/s.
    pub stop_speed: f64,
    /// 1/s.
    pub air_gain: f64,
    /// m/s.
    pub air_speed_cap: f64,
}

/// `sidle_command`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CommandDesc {
    /// -1 to 1.
    pub forward: f64,
    /// -1 to 1.
    pub right: f64,
    /// -1 to 1.
    pub up: f64,
    /// Radians.
    pub yaw: f64,
    /// Radians.
    pub pitch: f64,
    /// Jump was pressed.
    pub jump: u32,
    /// Move faster.
    pub fast: u32,
    /// Fly.
    pub fly: u32,
}

/// `sidle_state`. It has no padding.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct State {
    /// Metres.
    pub position: [f64; 3],
    /// m/s.
    pub velocity: [f64; 3],
    /// Of the ground.
    pub ground_normal: [f64; 3],
    /// m/s.
    pub ride_velocity: [f64; 3],
    /// Seconds.
    pub coyote: f64,
    /// Seconds.
    pub jump_wanted: f64,
    /// Seconds.
    pub air_time: f64,
    /// m/s.
    pub leaving: f64,
    /// Of the wall off which it has jumped last, or zero.
    pub last_wall: [f64; 3],
    /// 2³² make a turn.
    pub yaw: u32,
    /// 2³² make a turn.
    pub pitch: u32,
    /// 0 none, 1 floor, 2 steep, 3 wedged.
    pub ground: u32,
    /// The platform, or none.
    pub ride: u32,
    /// It flies.
    pub fly: u32,
    /// It crouches.
    pub crouched: u32,
}

/// `sidle_report`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Report {
    /// m/s.
    pub landing_speed: f64,
    /// Seconds.
    pub air_time: f64,
    /// Metres.
    pub climbed: f64,
    /// Metres.
    pub dropped: f64,
    /// Metres; minus infinity without water.
    pub water_surface: f64,
    /// Whether it landed.
    pub landed: u32,
    /// The surface on which it stands, or none.
    pub underfoot: u32,
    /// How many surfaces it touches.
    pub contact_count: u32,
    /// How many sensors it passed.
    pub sensor_count: u32,
    /// Whether the water reaches its chest.
    pub swims: u32,
}

/// `sidle_squeeze`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SqueezeDesc {
    /// Metres.
    pub missing: f64,
    /// Its place in the list.
    pub rider: u32,
    /// The obstacle behind it, or none.
    pub against: u32,
}

plain!(
    Shape,
    FilterDesc,
    SurfaceRulesDesc,
    WaterDesc,
    Hit,
    Contact,
    Move,
    Walk,
    StepSettingsDesc,
    TuningDesc,
    CommandDesc,
    State,
    Report,
    SqueezeDesc
);
