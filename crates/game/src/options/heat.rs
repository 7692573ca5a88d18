//! The meaning of the colours of an audit's floor.

/// The meanings of the colours of an audit's floor, one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heat {
    /// How often walkers came through.
    #[default]
    Visits,
    /// How soon the first walker came.
    Soon,
    /// Whether a way leads back.
    Back,
}

impl Heat {
    /// All, with their names in the panel and what they show, in the order of the key.
    pub const ALL: [(Self, &str, &str); 3] = [
        (Self::Visits, "how often", "how often walkers came through"),
        (Self::Soon, "how soon", "how soon a walker came there"),
        (
            Self::Back,
            "way back",
            "whether a way leads back from there",
        ),
    ];

    /// The next one, wrapping around.
    pub fn next(self) -> Self {
        match self {
            Self::Visits => Self::Soon,
            Self::Soon => Self::Back,
            Self::Back => Self::Visits,
        }
    }

    /// The subject of the colours.
    pub fn about(self) -> &'static str {
        let entry = Self::ALL.iter().find(|(heat, ..)| *heat == self);
        entry.map_or("", |(.., about)| about)
    }
}
