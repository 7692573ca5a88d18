//! How large the map is, and how fast it zooms.

/// A step of zooming, and how much larger and smaller things become at most.
pub const ZOOM_STEP: f64 = 1.25;

/// How large the map is.
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

    /// The one after this.
    pub fn next(self) -> Self {
        match self {
            Self::Off => Self::Inset,
            Self::Inset => Self::Large,
            Self::Large => Self::Off,
        }
    }
}
