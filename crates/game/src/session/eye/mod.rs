//! Where an eye is: the parts that smooth its motion, and from where a player looks.
//!
//! [`stature`] says what the player is, [`viewpoint`] who looks. [`step_smoothing`], [`crouch_smoothing`] and
//! [`landing_smoothing`] soften what a body does within a tick; [`eye_post`] carries a person's eye above a body without a
//! head. Each keeps an [`interpolated`] number of the last two ticks.

pub mod crouch_smoothing;
pub mod eye_post;
pub mod interpolated;
pub mod landing_smoothing;
pub mod stature;
pub mod step_smoothing;
pub mod viewpoint;
