//! The place of an eye: the parts that smooth its motion, and the viewpoint of the player.
//!
//! [`stature`] is the size of the player, [`viewpoint`] the camera. [`step_smoothing`], [`crouch_smoothing`] and
//! [`landing_smoothing`] soften the jumps of a body within a tick; [`eye_post`] carries a person's eye above a body without a
//! head. Each keeps an [`interpolated`] number of the last two ticks.

mod crouch_smoothing;
mod eye_post;
mod interpolated;
mod landing_smoothing;
mod stature;
mod step_smoothing;
mod viewpoint;

pub use self::crouch_smoothing::CrouchSmoothing;
pub use self::eye_post::{EyePost, free_rise};
pub use self::landing_smoothing::{LandingSmoothing, impact};
pub use self::stature::Stature;
pub use self::step_smoothing::StepSmoothing;
pub use self::viewpoint::{FreeCamera, Viewpoint};
