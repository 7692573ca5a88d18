//! The sounds of a frame.

/// The ground that the player walks on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Footing {
    /// Triangles of the level.
    #[default]
    Stone,
    /// A prop.
    Wood,
    /// A mover.
    Metal,
    /// Steep surfaces that carry together.
    Gravel,
}

impl Footing {
    /// How bright a step sounds; hertz.
    pub fn pitch(self) -> f32 {
        match self {
            Self::Stone => 420.0,
            Self::Wood => 210.0,
            Self::Metal => 760.0,
            Self::Gravel => 1400.0,
        }
    }
}

/// The sounds of a frame. The default is silence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoundFrame {
    /// The loudness of a footstep, from 0 to 1, and its ground.
    pub step: f32,
    pub footing: Footing,
    /// The loudness of a landing, from 0 to 1.
    pub landing: f32,
    /// The number of contacts that have begun.
    pub contacts: u32,
    /// How fast the body scrapes along something; m/s.
    pub scrape: f32,
    /// Whether the player has reached a goal.
    pub success: bool,
}

impl SoundFrame {
    /// Whether nothing is heard.
    pub fn is_silent(&self) -> bool {
        let SoundFrame {
            step,
            landing,
            contacts,
            scrape,
            success,
            footing: _,
        } = *self;
        step == 0.0 && landing == 0.0 && contacts == 0 && scrape == 0.0 && !success
    }
}
