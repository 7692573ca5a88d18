//! Where the eye of the player is.

/// Where the eye of the player is. It is only seen. It changes nothing of how the body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// In the middle of the body, as that of the founding texts' camera sphere.
    Centre,
    /// At [`Tuning::eye_height`](crate::player::Tuning::eye_height) above the feet, as that of a person.
    Head,
}

impl Eye {
    /// Both places with the names that files use.
    pub const NAMES: [(&'static str, Self); 2] = [("centre", Self::Centre), ("head", Self::Head)];
}
