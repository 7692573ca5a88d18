//! The trait that every mover has.

use sidle::glam::DVec3;
use sidle::player::Command;

use crate::{Hello, MovedBox, MoverError, Saved, Setup, State};

/// Moves one body through one world: a character controller of any engine.
///
/// The calls come in this order: [`hello`](Self::hello), [`world`](Self::world), [`reset`](Self::reset), then any others.
/// A new world or another reset may follow at any time. The first error ends a mover that is a program.
///
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, player::{Command, Controller, Tuning}};
/// use sidle_movers::{Mover, MoverGround, Ours, Setup};
/// let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(9.0, 0.5, 9.0)).unwrap();
/// let setup = Setup { boxes: vec![(7, floor)], ..Setup::new(120, Tuning::default()) };
/// let mut mover = Ours::new(Controller::Swept);
/// mover.world(&setup)?;
/// mover.reset(DVec3::ZERO, DVec3::ZERO, 0.0)?;
/// let state = mover.tick(1.0 / 120.0, &Command::default(), &[])?;
/// assert_eq!(state.ground, MoverGround::Floor);
/// # Ok::<(), sidle_movers::MoverError>(())
/// ```
pub trait Mover: Send {
    /// Its name, its version, and what it can do.
    ///
    /// # Errors
    /// As of every request: when the mover gives no valid answer.
    fn hello(&mut self) -> Result<Hello, MoverError>;

    /// Takes the world, the body and the tuning. Whatever was there before is gone.
    ///
    /// # Errors
    /// See [`hello`](Self::hello). A body that the mover cannot have is also an error.
    fn world(&mut self, setup: &Setup) -> Result<(), MoverError>;

    /// The gap that the body keeps to everything on purpose, in the present world; metres. It is no fault.
    fn padding(&self) -> f64 {
        0.0
    }

    /// Puts the body at `position`, metres, with this `velocity`, m/s, and heading `yaw`, radians.
    ///
    /// # Errors
    /// See [`hello`](Self::hello).
    fn reset(&mut self, position: DVec3, velocity: DVec3, yaw: f64) -> Result<State, MoverError>;

    /// Advances the body by `dt` seconds, by the mover's rules of walking. `boxes` are those that have moved in this tick.
    ///
    /// # Errors
    /// See [`hello`](Self::hello). It is an error without [`Can::tick`](crate::Can::tick).
    fn tick(&mut self, dt: f64, command: &Command, boxes: &[MovedBox])
    -> Result<State, MoverError>;

    /// Moves the body from `position` by the displacement `motion`, metres, without gravity and rules of walking.
    ///
    /// # Errors
    /// See [`hello`](Self::hello). It is an error without [`Can::move_by`](crate::Can::move_by).
    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError>;

    /// Everything that the next tick depends on, but the world and its boxes.
    ///
    /// # Errors
    /// See [`hello`](Self::hello). It is an error without [`Can::save`](crate::Can::save).
    fn save(&mut self) -> Result<Saved, MoverError>;

    /// Returns to a saved state of this mover.
    ///
    /// # Errors
    /// See [`hello`](Self::hello). It is an error without [`Can::save`](crate::Can::save).
    fn load(&mut self, saved: &Saved) -> Result<State, MoverError>;
}
