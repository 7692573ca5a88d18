//! What the names of objects mean.

use super::AuthoredAction;

/// Of a longer name, only so many bytes at its end are read, because many objects may have the same long name.
const TAIL: usize = 48;

/// How an object collides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solid {
    Not,
    /// As its triangles.
    Mesh,
    /// As its convex hull.
    Hull,
    /// As the box around it, along its own axes.
    Box,
}

impl Solid {
    /// All of them, by the names that the property `collide` has.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("mesh", Self::Mesh),
        ("hull", Self::Hull),
        ("box", Self::Box),
        ("none", Self::Not),
    ];
}

/// What an object is besides something that stands there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    /// The player starts here.
    Spawn,
    Zone(AuthoredAction),
}

/// What is said about an object.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Marks {
    /// It is left out, with all objects below it.
    pub is_left_out: bool,
    pub is_hidden: bool,
    /// How it collides, if that is said.
    pub solid: Option<Solid>,
    pub role: Option<Role>,
}

impl Marks {
    const NONE: Self = Self {
        is_left_out: false,
        is_hidden: false,
        solid: None,
        role: None,
    };

    const fn solid(solid: Solid, is_hidden: bool) -> Self {
        Self {
            is_hidden,
            solid: Some(solid),
            ..Self::NONE
        }
    }

    const fn role(role: Role) -> Self {
        Self {
            role: Some(role),
            ..Self::NONE
        }
    }

    const LEFT_OUT: Self = Self {
        is_left_out: true,
        ..Self::NONE
    };

    /// These marks, and where they say nothing, those of `other`.
    pub fn or(self, other: Self) -> Self {
        if self == Self::NONE { other } else { self }
    }
}

/// The endings of names. An ending stands behind `-`, or behind `$` anywhere.
const ENDINGS: [(&str, Marks); 12] = [
    ("noimp", Marks::LEFT_OUT),
    // Walked and hidden by engines that need them.
    ("navmesh", Marks::LEFT_OUT),
    ("occonly", Marks::LEFT_OUT),
    ("col", Marks::solid(Solid::Mesh, false)),
    ("colonly", Marks::solid(Solid::Mesh, true)),
    ("convcol", Marks::solid(Solid::Hull, false)),
    ("convcolonly", Marks::solid(Solid::Hull, true)),
    // It would fall there, and stands still here.
    ("rigid", Marks::solid(Solid::Hull, false)),
    ("spawn", Marks::role(Role::Spawn)),
    ("zone-start", Marks::role(Role::Zone(AuthoredAction::Start))),
    (
        "zone-checkpoint",
        Marks::role(Role::Zone(AuthoredAction::Checkpoint)),
    ),
    (
        "zone-finish",
        Marks::role(Role::Zone(AuthoredAction::Finish)),
    ),
];

/// Endings that mean nothing else. `_` may stand before these as well.
const UNMISTAKABLE: [&str; 4] = ["noimp", "colonly", "convcol", "convcolonly"];

/// What `name` says. Digits, dots, blanks and `_` at its end do not count, since programs add them to copies.
pub(crate) fn marks_of(name: &str) -> Marks {
    let start = name.len().saturating_sub(TAIL);
    let start = (start..name.len()).find(|at| name.is_char_boundary(*at));
    let tail = start.and_then(|start| name.get(start..)).unwrap_or(name);
    let idle = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '_' | '.');
    let tail = tail.trim_end_matches(idle).to_ascii_lowercase();
    if tail == "spawn" {
        return Marks::role(Role::Spawn);
    }
    let is_meant = |ending: &str| {
        let before = tail
            .strip_suffix(ending)
            .and_then(|rest| rest.chars().last());
        let is_before = match before {
            Some('-' | '$') => true,
            Some('_') => UNMISTAKABLE.contains(&ending),
            _ => false,
        };
        is_before || is_word(&tail, ending)
    };
    let found = ENDINGS.iter().find(|(ending, _)| is_meant(ending));
    found.map_or(Marks::NONE, |(_, marks)| *marks)
}

/// The part of `name` that says nothing.
pub(crate) fn without_marks(mut name: &str) -> &str {
    while marks_of(name) != Marks::NONE {
        name = name
            .rsplit_once(['-', '$', '_'])
            .map_or("", |(rest, _)| rest);
    }
    name
}

/// Whether `$ending` stands in `text`, as a whole word.
fn is_word(text: &str, ending: &str) -> bool {
    text.match_indices('$').any(|(at, _)| {
        let rest = text
            .get(at + 1..)
            .and_then(|rest| rest.strip_prefix(ending));
        let next = rest.map(|rest| rest.chars().next());
        next.is_some_and(|next| next.is_none_or(|next| !next.is_ascii_alphanumeric()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_of_names_mean_what_they_mean_in_godot() {
        let solid = |name: &str| {
            let marks = marks_of(name);
            (marks.solid, marks.is_hidden, marks.is_left_out)
        };
        assert_eq!(solid("Wall-col"), (Some(Solid::Mesh), false, false));
        assert_eq!(solid("Wall-COL.001"), (Some(Solid::Mesh), false, false));
        assert_eq!(solid("Wall-colonly 2_"), (Some(Solid::Mesh), true, false));
        assert_eq!(solid("Wall_colonly"), (Some(Solid::Mesh), true, false));
        assert_eq!(solid("Rock$convcol_b"), (Some(Solid::Hull), false, false));
        assert_eq!(solid("Rock-convcolonly"), (Some(Solid::Hull), true, false));
        assert_eq!(solid("helper-noimp"), (None, false, true));
        assert_eq!(solid("nav-navmesh"), (None, false, true));
        assert_eq!(marks_of("spawn.002").role, Some(Role::Spawn));
        assert_eq!(marks_of("hall-spawn").role, Some(Role::Spawn));
        let finish = Some(Role::Zone(AuthoredAction::Finish));
        assert_eq!(marks_of("end-zone-finish").role, finish);
    }

    #[test]
    fn other_names_mean_nothing() {
        for name in [
            "",
            "-",
            "$",
            "col",
            "temple_col",
            "protocol",
            "Col-umn",
            "color-",
            "a-collection",
            "enemy_spawn",
            "-noimpact",
            "$colour",
            "Ж".repeat(40).as_str(),
            "stairs-finish",
        ] {
            assert_eq!(marks_of(name), Marks::NONE, "{name}");
        }
    }

    #[test]
    fn only_the_end_of_a_long_name_is_read() {
        let long = "ß".repeat(1000) + "-col";
        assert_eq!(marks_of(&long).solid, Some(Solid::Mesh));
        assert_eq!(
            marks_of(&("$col".to_owned() + &long.repeat(3)[..2000])),
            Marks::NONE
        );
    }
}
