//! The size of the map, and its zoom step.

/// The zoom factor of one key press.
pub const ZOOM_STEP: f64 = 1.25;

/// The size of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapSize {
    #[default]
    Off,
    /// In the lower right corner.
    Inset,
    /// Over most of the window.
    Large,
}

impl MapSize {
    /// The names on the command line.
    pub const NAMES: [(&str, Self); 3] = [
        ("off", Self::Off),
        ("inset", Self::Inset),
        ("large", Self::Large),
    ];

    /// The next size, wrapping around.
    pub fn next(self) -> Self {
        match self {
            Self::Off => Self::Inset,
            Self::Inset => Self::Large,
            Self::Large => Self::Off,
        }
    }
}
