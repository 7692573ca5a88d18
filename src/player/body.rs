//! What the player is to the world.

/// The player's body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    radius: f64,
}

impl Body {
    /// A sphere; its reference point is its centre.
    ///
    /// `None` when `radius` is not positive or not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::player::Body;
    /// assert_eq!(Body::sphere(0.5).unwrap().radius(), 0.5);
    /// assert_eq!(Body::sphere(-1.0), None);
    /// ```
    pub fn sphere(radius: f64) -> Option<Self> {
        (radius.is_finite() && radius > 0.0).then_some(Self { radius })
    }

    /// The radius; metres, positive.
    pub fn radius(&self) -> f64 {
        self.radius
    }
}
