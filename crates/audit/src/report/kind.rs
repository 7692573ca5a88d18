//! The kinds of findings, and how bad each is.

/// A fault at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// A walker falls out of the level, or gets to a forbidden place.
    Escape,
    /// No walk leads back from there.
    Trap,
    /// No key moves a walker there.
    Stuck,
    /// No walk leads to this floor, and one would expect a way from floor where walkers were.
    Unreached,
    /// No walk leads to this floor, and one would expect a way only from other floor that no walk leads to.
    Behind,
    /// No walk leads to this floor, none was made at it, and nothing is known that keeps walkers away.
    Untried,
    /// A walker loses speed on a floor that looks flat.
    Snag,
    /// A gap that the body just misses, or just passes.
    Narrow,
    /// A wall that a controller goes through at its own speed.
    Thin,
    /// A mover that presses the body against something.
    Squeeze,
    /// A defect of a mesh next to a floor.
    Geometry,
    /// Two controllers end apart after the same keys.
    Differ,
    /// A hole in a floor, through which a walker falls to another floor.
    Hole,
    /// A part of a navmesh that no walker reached.
    NavmeshUnreached,
    /// Floor that walkers reached and a navmesh lacks.
    NavmeshMissing,
    /// A link of a navmesh that no walker can go.
    NavmeshLink,
    /// A gap in the walls of a map, through which air leads to the void.
    Leak,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingSeverity {
    /// It ends or spoils a game.
    Error,
    /// A player will notice it.
    Warning,
    /// Worth a look.
    Note,
}

impl FindingKind {
    /// All kinds with the names that reports use, in the order of a report.
    pub const NAMES: [(&'static str, Self); 17] = [
        ("escape", Self::Escape),
        ("trap", Self::Trap),
        ("stuck", Self::Stuck),
        ("unreached", Self::Unreached),
        ("behind", Self::Behind),
        ("untried", Self::Untried),
        ("snag", Self::Snag),
        ("narrow", Self::Narrow),
        ("thin", Self::Thin),
        ("squeeze", Self::Squeeze),
        ("geometry", Self::Geometry),
        ("differ", Self::Differ),
        ("hole", Self::Hole),
        ("navmesh-unreached", Self::NavmeshUnreached),
        ("navmesh-missing", Self::NavmeshMissing),
        ("navmesh-link", Self::NavmeshLink),
        ("leak", Self::Leak),
    ];

    /// The name that reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, kind)| *kind == self);
        named.map_or("", |(name, _)| name)
    }

    /// Whether it is about floor that no walker reached. Which of these kinds it is depends on where walkers were.
    #[must_use]
    pub fn is_unreached(self) -> bool {
        matches!(self, Self::Unreached | Self::Behind | Self::Untried)
    }

    /// How bad such a finding is.
    #[must_use]
    pub fn severity(self) -> FindingSeverity {
        match self {
            Self::Escape | Self::Trap | Self::Stuck => FindingSeverity::Error,
            Self::Unreached
            | Self::Snag
            | Self::Thin
            | Self::Squeeze
            | Self::NavmeshUnreached
            | Self::NavmeshMissing
            | Self::NavmeshLink
            | Self::Leak => FindingSeverity::Warning,
            _ => FindingSeverity::Note,
        }
    }
}

impl FindingSeverity {
    /// The name that reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}
