//! The tuning of the header in the library, with checks of every number.

use sidle::player::{BodyShape, Tuning, TuningNumber};

use crate::convert::{BOX, CAPSULE, SPHERE, switch, within};
use crate::failure::Failure;
use crate::types::TuningDesc;

/// Writes each number of the tuning once, for both directions.
macro_rules! tuning_numbers {
    ($($name:ident),*) => {
        impl From<Tuning> for TuningDesc {
            fn from(tuning: Tuning) -> Self {
                Self {
                    body: match tuning.body {
                        BodyShape::Sphere => SPHERE,
                        BodyShape::Capsule => CAPSULE,
                        BodyShape::Box => BOX,
                    },
                    crouch_lifts_feet: u32::from(tuning.crouch_lifts_feet),
                    $($name: tuning.$name,)*
                }
            }
        }

        impl TuningDesc {
            pub(crate) fn tuning(&self) -> Result<Tuning, Failure> {
                let body = match self.body {
                    SPHERE => BodyShape::Sphere,
                    CAPSULE => BodyShape::Capsule,
                    BOX if cfg!(not(sidle_without_boxes)) => BodyShape::Box,
                    kind => return Err(Failure::number(format!("`tuning.body` is {kind}"))),
                };
                let crouch_lifts_feet = switch(self.crouch_lifts_feet, "tuning.crouch_lifts_feet")?;
                let mut tuning = Tuning { body, crouch_lifts_feet, ..Tuning::default() };
                for (name, value) in [$((stringify!($name), self.$name)),*] {
                    if tuning.set(name, value).is_err() {
                        let number = TuningNumber::named(name);
                        let range = number.map_or([0.0, f64::INFINITY], |number| number.range);
                        within(value, range, &format!("tuning.{name}"))?;
                    }
                }
                if tuning.is_valid() {
                    Ok(tuning)
                } else {
                    Err(Failure::number("`tuning.height` is less than twice `tuning.radius`"))
                }
            }
        }
    };
}
tuning_numbers!(
    radius,
    height,
    eye_height,
    walk_speed,
    fly_speed,
    fast_factor,
    ground_accel,
    air_accel,
    gravity,
    jump_speed,
    coyote_time,
    jump_buffer,
    max_slope_deg,
    step_height,
    snap_distance,
    crouch_height,
    crouch_factor,
    launch_speed,
    wall_jump_speed,
    mantle_height,
    ground_gain,
    ground_friction,
    stop_speed,
    air_gain,
    air_speed_cap
);
