//! How the surfaces of the level are drawn.

/// A style of all surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SurfaceStyle {
    /// As their materials say.
    #[default]
    Materials,
    /// With squares of one metre.
    Checker,
    /// All alike, so that only light and shape are seen.
    Plain,
    /// The collision shapes, in place of the drawn ones.
    Collision,
}

impl SurfaceStyle {
    /// All styles in the order of the key, with their names in the settings, and the game's words for them.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (
            Self::Materials,
            "materials",
            "surfaces: as their materials say",
        ),
        (Self::Checker, "checker", "surfaces: squares of one metre"),
        (
            Self::Plain,
            "plain",
            "surfaces: plain, so that only the shape is seen",
        ),
        (
            Self::Collision,
            "collision",
            "surfaces: collision shapes only; boxes of props and movers are violet",
        ),
    ];

    /// The names in the settings.
    pub const NAMES: [&'static str; 4] = [
        Self::ALL[0].1,
        Self::ALL[1].1,
        Self::ALL[2].1,
        Self::ALL[3].1,
    ];

    fn entry(self) -> &'static (Self, &'static str, &'static str) {
        let found = Self::ALL.iter().find(|entry| entry.0 == self);
        found.unwrap_or(&Self::ALL[0])
    }

    /// The name in the settings.
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// The game's words when it is chosen.
    pub fn message(self) -> &'static str {
        self.entry().2
    }

    /// The style of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|entry| entry.1 == name);
        found.map(|entry| entry.0)
    }

    /// The next style in the order of the key.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|entry| entry.0 == self);
        Self::ALL[at.map_or(0, |at| (at + 1) % Self::ALL.len())].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_shows_every_style_and_begins_again() {
        let mut style = SurfaceStyle::default();
        for entry in SurfaceStyle::ALL {
            assert_eq!(style, entry.0);
            assert_eq!(SurfaceStyle::of_name(style.name()), Some(style));
            style = style.next();
        }
        assert_eq!(style, SurfaceStyle::Materials);
        assert_eq!(SurfaceStyle::of_name("Materials"), None);
    }
}
